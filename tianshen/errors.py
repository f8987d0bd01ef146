"""Every exception that the program raises on purpose, and the exit status that each stands for.

TianshenError
 ├── DataError            a packed data file (map, locale, rule set) is broken; status 1
 ├── InputError           the game master's own input needs attention; status 1
 │    └── SealedTurnChanged   the past was edited; status 1
 └── UsageError           the command was called wrongly; status 2
"""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, ClassVar, Self

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.notices import Code, Notice, Where


class TianshenError(Exception):
    """Base of all; never raised itself."""

    exit_status: ClassVar[int] = 1


class DataError(TianshenError):
    """A packed data file is broken: `path` names it, `faults` lists everything wrong with it, each with its key."""

    def __init__(self, path: str, faults: Sequence[str]) -> None:
        super().__init__("\n".join(f"{path}: {fault}" for fault in faults))
        self.path = path
        self.faults = tuple(faults)


class InputError(TianshenError):
    """The input cannot be used as it is; `notices` say what, where and what to do."""

    def __init__(self, notices: Sequence[Notice]) -> None:
        super().__init__("; ".join(_plain(notice) for notice in notices))
        self.notices = tuple(notices)

    @classmethod
    def single(cls, code: Code, where: Where | None = None, **data: object) -> Self:
        """Return an error with one notice of level error."""
        from tianshen.notices import Level, Notice

        return cls([Notice(Level.ERROR, code, where, data)])


class SealedTurnChanged(InputError):
    """Replaying gives another result for a turn that was already published."""


class UsageError(InputError):
    """The command was called in a way that it does not understand."""

    exit_status: ClassVar[int] = 2


def _plain(notice: Notice) -> str:
    place = f"{notice.where.file}:{notice.where.line}: " if notice.where else ""
    quote = f" {notice.where.quote!r}" if notice.where and notice.where.quote else ""
    return f"{place}{notice.code}{quote}"


def system_reason(error: OSError) -> str:
    """Return what the system says to an error in the user's language.

    Where it speaks English, the error's name: `EIO`.
    """
    text = error.strerror or str(error)
    return errno.errorcode.get(error.errno or 0, text) if text.isascii() else text
