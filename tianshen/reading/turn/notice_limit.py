"""The notices of a turn as they are told: in the sequence of the text, and no endless row of the same kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.notices import Code, Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.text.source import Source

MOST = 300  # notices of one kind about one power; nobody reads more


def limited(notices: Sequence[Notice], sources: Sequence[Source]) -> tuple[Notice, ...]:
    """Return the notices in the sequence of the text; beyond `MOST` of a kind, one that counts the rest.

    Kinds are kept apart by code, level and power, so that nobody can hide what concerns another by writing much.
    """
    files = {source.name: index for index, source in enumerate(sources)}

    def place(notice: Notice) -> tuple[int, int, int]:
        where = notice.where
        return (files.get(where.file, 0), where.line, where.column) if where else (len(files), 0, 0)

    kept: list[Notice] = []
    kinds: dict[tuple[object, ...], list[Notice]] = {}
    for notice in sorted(notices, key=place):
        same = kinds.setdefault((notice.code, notice.level, notice.data.get("power")), [])
        if len(same) < MOST:
            kept.append(notice)
        same.append(notice)
    kept.extend(_counted(same[MOST:]) for same in kinds.values() if len(same) > MOST)
    return tuple(sorted(kept, key=place))


def _counted(rest: Sequence[Notice]) -> Notice:
    """Return one notice in place of many; it stands where the first of them would."""
    first, last = rest[0], rest[-1]
    power = {key: value for key, value in first.data.items() if key == "power"}
    data = {**power, "kind": str(first.code), "count": len(rest), "last": last.where.line if last.where else 0}
    return Notice(first.level, Code.MORE_OF_THE_KIND, first.where, data)
