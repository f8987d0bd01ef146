"""Where what people see is not what is read: letters of other scripts, signs that turn the writing round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.notices import Code, Level, Notice
from tianshen.text.characters import code_point
from tianshen.text.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tianshen.reading.result import Given
    from tianshen.text.source import Source

# Embedding, override and isolate from right to left, and the override that keeps such writing from turning.
_TURNING = frozenset("\u202b\u202e\u2067\u202d")


def lookalikes(given: Iterable[Given], letters: Mapping[str, str]) -> Iterator[Notice]:
    """Yield a warning for each order that counts and has letters of other scripts in it, which it names."""
    for item in given:
        text = item.where.quote
        if text.isascii() or letters.keys().isdisjoint(text):
            continue
        found = dict.fromkeys(char for char in text if char in letters)
        told = tuple(f"{char} ({code_point(char)}) → {letters[char].upper()}" for char in found)
        data: dict[str, object] = {"letters": told, "power": item.power}
        yield Notice(Level.WARNING, Code.LETTERS_LOOKALIKE, item.where, data)


def turned_lines(source: Source) -> Iterator[Notice]:
    """Yield a warning for each line with a sign that makes it look other than it is stored, which is how it is read."""
    if source.text.isascii() or _TURNING.isdisjoint(source.text):
        return
    at = 0
    for line in source.text.split("\n"):
        if not _TURNING.isdisjoint(line):
            codes = tuple(dict.fromkeys(code_point(char) for char in line if char in _TURNING))
            place = source.where(Span(at, at + len(line)))
            yield Notice(Level.WARNING, Code.LINE_TURNED, place, {"codes": codes})
        at += len(line) + 1
