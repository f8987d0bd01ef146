"""The game folder on disk: the only module that reads and writes files.

Inputs only ever grow: a paste goes behind what is there, byte for byte. Outputs are replaced as a whole. Both are
written beside their place first and then moved there, so that a process killed at any moment leaves every file either
as it was or as it was to become.
"""

from __future__ import annotations

import errno
import os
import shutil
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tianshen.errors import InputError
from tianshen.game.lock import try_lock
from tianshen.notices import Code
from tianshen.text import Source, decode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LOCK = ".tianshen.lock"
_UNFINISHED = ".tianshen-"  # how the name of a file begins that is being written
_PATIENCE = 20.0  # seconds to wait for another run before giving up
_PAUSE = 0.02
_LINE_END = {"utf-8": b"\n", "gb18030": b"\n", "utf-16-le": b"\n\0", "utf-16-be": b"\0\n"}


@dataclass(frozen=True)
class Folder:
    """A folder, and everything that may be done to its files. Names are relative, with `/` between their parts."""

    path: Path

    def read_bytes(self, name: str) -> bytes | None:
        """The bytes of a file, None where there is none; raises `InputError` where it cannot be read."""
        try:
            return (self.path / name).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise _fault(error, name, Code.FILE_UNREADABLE) from error

    def read(self, name: str) -> Source | None:
        """The text of a file, None where there is none; raises `InputError` where it is not text."""
        raw = self.read_bytes(name)
        return None if raw is None else decode(raw, name)

    def names(self, inside: str = ".") -> list[str]:
        """The names of the files in a folder of it, sorted; none where there is no such folder."""
        try:
            return sorted(entry.name for entry in (self.path / inside).iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise _fault(error, inside, Code.FILE_UNREADABLE) from error

    def make(self) -> None:
        """The folder exists."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _fault(error, str(self.path), Code.FILE_UNWRITABLE) from error

    def create(self, name: str, data: bytes) -> bool:
        """A new file with that content; False, and nothing done, where one is there already."""
        if (self.path / name).exists():
            return False
        self.write(name, data)
        return True

    def write(self, name: str, data: bytes) -> None:
        """The file holds exactly these bytes; until then it holds what it held before."""
        target = self.path / name
        unfinished = target.with_name(f"{_UNFINISHED}{os.getpid()}-{target.name}")
        try:
            if target.parent != self.path:
                target.parent.mkdir(exist_ok=True)
            try:
                with unfinished.open("wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                with suppress(OSError):
                    shutil.copymode(target, unfinished)
                unfinished.replace(target)
            except BaseException:
                with suppress(OSError):
                    unfinished.unlink(missing_ok=True)
                raise
            _sync_folder(target.parent)
        except OSError as error:
            raise _fault(error, name, Code.FILE_UNWRITABLE) from error

    def append(self, name: str, paste: bytes, origin: str, seam: str = "") -> None:
        """The file ends with the paste, whole and verbatim, in the file's own encoding; what stood there still does.

        `seam` is a line that goes between the two. `origin` names the paste in errors: `file_empty` for a blank one,
        `file_not_text` for a binary one.
        """
        if not any(char.isprintable() and char != " " for char in decode(paste, origin).text):
            raise InputError.single(Code.FILE_EMPTY, file=origin)
        old = self.read_bytes(name)
        self.write(name, paste if not old else _joined(old, paste, name, origin, seam))

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While this lasts no other process writes here; raises `InputError` (`folder_busy`) if one does not end."""
        try:
            descriptor = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise _fault(error, str(self.path), Code.FILE_UNWRITABLE) from error
        try:
            self._wait_for(descriptor)
            self._sweep()
            yield
        finally:
            os.close(descriptor)

    def _wait_for(self, descriptor: int) -> None:
        end = time.monotonic() + _PATIENCE
        try:
            while not try_lock(descriptor):
                if time.monotonic() > end:
                    raise InputError.single(Code.FOLDER_BUSY, file=str(self.path))
                time.sleep(_PAUSE)
        except OSError as error:
            raise _fault(error, str(self.path), Code.FILE_UNWRITABLE) from error

    def _sweep(self) -> None:
        """Remove what runs that were killed left unfinished; nobody else is writing now."""
        with suppress(OSError):
            for folder in (self.path, *(entry for entry in self.path.iterdir() if entry.is_dir())):
                for left in folder.glob(f"{_UNFINISHED}*"):
                    left.unlink(missing_ok=True)


def _joined(old: bytes, paste: bytes, name: str, origin: str, seam: str) -> bytes:
    """The old bytes, a line end where they lack one, the seam, the paste in their encoding."""
    ours, theirs = decode(old, name).encoding, decode(paste, origin).encoding
    text = paste.decode(theirs)
    body = paste if ours == theirs and not text.startswith("\ufeff") else text.removeprefix("\ufeff").encode(ours)
    end = _LINE_END[ours]
    between = (b"" if old.endswith(end) else end) + (seam.encode(ours) + end if seam else b"")
    return old + between + body


def _sync_folder(path: Path) -> None:
    """What was moved into the folder survives a loss of power, where the system can promise it."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


_FAULTS = {
    errno.ENOSPC: Code.DISK_FULL,
    getattr(errno, "EDQUOT", errno.ENOSPC): Code.DISK_FULL,  # not every system has quotas
    errno.EROFS: Code.NO_RIGHT,
    errno.EACCES: Code.NO_RIGHT,
    errno.EPERM: Code.NO_RIGHT,
    errno.ENAMETOOLONG: Code.NAME_TOO_LONG,
    errno.ENOENT: Code.FOLDER_MISSING,
}


def _fault(error: OSError, name: str, otherwise: Code) -> InputError:
    code = _FAULTS.get(error.errno or 0, otherwise)
    return InputError.single(code, file=name)
