"""Where a report is published: what the place understands, how long a post may be. Data from `locales/posts/`."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from tianshen.errors import DataError
from tianshen.resources import data_file, read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

_FOLDER = ("locales", "posts")
_OTHER_NAMES = {"bbcode": "discuz", "md": "markdown", "text": "plain"}
_UNITS = ("bytes", "characters")
_BASE_TAGS = ("title", "heading", "line", "note")
_TABLE_TAGS = ("table", "row", "cell", "head")
_ASCII_MARKS = frozenset(chr(code) for code in range(33, 127) if not chr(code).isalnum())


@dataclass(frozen=True)
class Target:
    """One kind of place to publish in.

    `limit` is the longest post in `unit`s, bytes in `encoding`; 0 for none. `foreign` and `own` are the characters
    that are written in full width in other people's words and in the program's own.
    """

    name: str
    limit: int
    unit: str
    encoding: str
    has_tables: bool
    foreign: str
    own: str
    tags: Mapping[str, tuple[str, str]]

    def size(self, text: str) -> int:
        """How long the text is there; a character that the encoding lacks is counted as forums send it, `&#9733;`."""
        if self.unit == "characters":
            return len(text)
        return len(text.encode(self.encoding, "xmlcharrefreplace"))


def formats() -> tuple[str, ...]:
    """Return the names of all targets, in alphabetical order."""
    folder = data_file(*_FOLDER)
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def format_named(name: str) -> str:
    """Return the name of the target that is meant: bbcode, md and text are other names for some."""
    return _OTHER_NAMES.get(name, name)


@cache
def load_target(name: str) -> Target:
    """Return the target so named; raise `KeyError` if there is none, `DataError` if its file is broken."""
    name = format_named(name)
    if name not in formats():
        raise KeyError(name)
    return read_target(name, read_toml(*_FOLDER, f"{name}.toml"))


def read_target(name: str, table: Mapping[str, Any]) -> Target:
    """Return the target as a data file has it; raise `DataError` with everything that is wrong."""
    faults = _faults(table)
    if faults:
        raise DataError("/".join((*_FOLDER, f"{name}.toml")), faults)
    tags = {key: (pair[0], pair[1]) for key, pair in table["tags"].items()}
    return Target(
        name,
        table["limit"],
        table["unit"],
        table["encoding"],
        table["tables"],
        table["foreign"],
        table["own"],
        tags,
    )


def _faults(table: Mapping[str, Any]) -> list[str]:
    wanted = {"limit": int, "unit": str, "encoding": str, "tables": bool, "foreign": str, "own": str, "tags": dict}
    faults = [
        f"{key}: missing or of the wrong kind" for key, kind in wanted.items() if type(table.get(key)) is not kind
    ]
    faults.extend(f"{key}: no such key" for key in table if key not in wanted)
    return faults or [*_value_faults(table), *_tag_faults(table)]


def _value_faults(table: Mapping[str, Any]) -> list[str]:
    faults = []
    if table["unit"] not in _UNITS:
        faults.append(f"unit: one of {', '.join(_UNITS)}")
    try:
        codecs.lookup(table["encoding"])
    except LookupError:
        faults.append("encoding: unknown")
    for key in ("foreign", "own"):
        faults.extend(f"{key}: {char!r} has no full width" for char in table[key] if char not in _ASCII_MARKS)
    return faults


def _tag_faults(table: Mapping[str, Any]) -> list[str]:
    tags = table["tags"]
    needed = (*_BASE_TAGS, *(_TABLE_TAGS if table["tables"] and "table" in tags else ())) if tags else ()
    return [f"tags.{key}: a pair of texts is missing" for key in needed if not _is_pair(tags.get(key))]


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(item, str) for item in value)
