"""On which line of a TOML text each key stands: the standard library tells only what a key's value is."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Path: TypeAlias = tuple[str, ...]

_STRINGS = (
    r'"""(?:\\.|[^\\])*?"{3,5}'  # over several lines
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
)
_PIECE = re.compile(_STRINGS + r"|\#[^\n]*|[\[{]|[\]}]|=|\n|[^\"'#\[\]{}=\n]+|.", re.DOTALL)
_WORD = re.compile(
    rf"(?P<literal>{_STRINGS}|\#[^\n]*)"
    r"|(?P<header>^[ \t]*\[[^\]\"'#\n]*\])"
    r"|(?P<key>[\w·-]++)(?=[ \t]*[=.])"
    r"|[\w·-]++"  # another word, as a whole: from its middle on it is no key either
    r"|(?P<open>\"(?:\\.|[^\"\\\n])*+)",  # never closed
    re.DOTALL | re.MULTILINE,
)
_BARE = re.compile(r"[\w·-]+")


def with_quoted_keys(text: str) -> str:
    """Return the text as TOML that allows no bare keys but ASCII ones.

    `英国 = 1` has become `"英国" = 1`, line for line.
    """
    return _WORD.sub(_quoted, text)


def _quoted(found: re.Match[str]) -> str:
    if not (found["header"] or found["key"]):
        return found[0]
    return _BARE.sub(lambda word: word[0] if word[0].isascii() else f'"{word[0]}"', found[0])


def key_lines(text: str) -> Mapping[Path, int]:
    """For each key of a valid TOML text, the path of keys that leads to it, and its line, counted from 1.

    Keys inside an inline table are not listed; their table is.
    """
    table: Path = ()
    lines: dict[Path, int] = {}
    for line, words in _statements(text):
        header = words.startswith("[")
        path = _path_of(words if header else f"{words}=0")
        if header:
            table = path
        path = path if header else (*table, *path)
        lines.setdefault(path[:1], line)  # of a dotted key too the first part stands somewhere
        lines.setdefault(path, line)
    return lines


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """Return the line of the key, or of the table that holds it; 1 where neither is known."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Each header (whole) and each assignment (up to its equals sign), with its line."""
    line, start, words, depth, in_value = 1, 1, "", 0, False
    for found in _PIECE.finditer(text + "\n"):
        piece = found.group()
        if piece == "\n" and not depth:
            if words.startswith("["):
                yield start, words
            words, depth, in_value = "", 0, False
        elif in_value:
            depth += (piece in "[{") - (piece in "]}")
        elif piece == "=" and not words.startswith("["):
            yield start, words
            in_value = True
        elif not piece.startswith("#"):
            if not words:
                start, piece = line, piece.lstrip()
            words += piece
        line += piece.count("\n")


def _path_of(statement: str) -> Path:
    node: object = tomllib.loads(statement)
    path: list[str] = []
    while isinstance(node, dict | list) and node:
        if isinstance(node, list):
            node = node[0]
        else:
            key, node = next(iter(node.items()))
            path.append(key)
    return tuple(path)
