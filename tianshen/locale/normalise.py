"""A normalised view of a text: what differs only in writing looks the same, and every place maps back to the paste."""

from __future__ import annotations

import unicodedata
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tianshen.text.characters import BLANK_LOOKING, INVISIBLE
from tianshen.text.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_FRACTION_SLASH = "\u2044"
_BREAKS = "\t\x0b\x0c\x85\u2028\u2029"  # they part words, but no lines
_FIRST_MARK = "\u0300"  # no combining mark comes before it


@dataclass(frozen=True)
class Normalised:
    """A normalised text; `starts` and `ends` give, for each of its characters, where it stands in the original."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def span(self, start: int, end: int) -> Span:
        """Return the stretch of the original behind the normalised characters from `start` up to `end`."""
        if start >= end:
            here = self.starts[start] if start < len(self.starts) else (self.ends[-1] if self.ends else 0)
            return Span(here, here)
        return Span(self.starts[start], self.ends[end - 1])


class Normaliser:
    """Folds texts: full width to half width, traditional to simplified, letters to lower case, accents off.

    `table` holds what Unicode does not know (traditional characters, umlauts). Zero-width characters vanish, all
    blanks but the line end become a simple one.
    """

    def __init__(self, table: Mapping[str, str]) -> None:
        self._table = dict(table)
        self._known: dict[str, str] = {}

    def normalise(self, text: str, offset: int = 0) -> Normalised:
        """Return the normalised text; places are counted from `offset`."""
        chars = set(text)
        if not any(self._changes_length(char) for char in chars):
            return self._one_for_one(text, offset, chars)
        pieces: list[str] = []
        starts, ends = array("q"), array("q")  # numbers in a list take four times the room
        known = self._known
        for index, char in enumerate(text, offset):
            normalised = known.get(char) or self._of(char)
            if not normalised:
                continue
            if pieces and char >= _FIRST_MARK and unicodedata.combining(char):
                ends[-1] = index + 1
                pieces[-1] = self._composed(pieces[-1], char)
                continue
            for piece in normalised:
                pieces.append(piece)
                starts.append(index)
                ends.append(index + 1)
        return _levelled(pieces, starts, ends)

    def _changes_length(self, char: str) -> bool:
        """Return whether the character vanishes, becomes several or joins the one before it."""
        return len(self._of(char)) != 1 or (char >= _FIRST_MARK and bool(unicodedata.combining(char)))

    def _one_for_one(self, text: str, offset: int, chars: Iterable[str]) -> Normalised:
        """Return the normalised text where each character becomes one: as for nearly every text."""
        known = self._known
        if any(known[char] != char for char in chars):
            text = "".join(map(known.__getitem__, text))
        return Normalised(text, range(offset, offset + len(text)), range(offset + 1, offset + len(text) + 1))

    def key(self, text: str) -> str:
        """Return the normalised text alone, for looking words up."""
        if text.isascii():
            return "".join(map(self._of, text))
        return self.normalise(text).text

    def _of(self, char: str) -> str:
        normalised = self._known.get(char)
        if normalised is None:
            normalised = self._known[char] = self._char(char)
        return normalised

    def _char(self, char: str) -> str:
        if char in self._table:
            return self._table[char]
        if char == "\n":
            return char
        if char in _BREAKS or char in BLANK_LOOKING:
            return " "
        if char in INVISIBLE or unicodedata.category(char) in ("Cf", "Cc"):
            return ""
        return char if unicodedata.combining(char) else self._folded(char)

    def _folded(self, char: str) -> str:
        """Return a visible character in half width, simplified, lower case and without accents."""
        plain = unicodedata.normalize("NFKC", char)
        if _FRACTION_SLASH in plain:
            return char  # ¼ is one sign; taken apart, its digits could end up in different words
        normalised = "".join(self._plain(piece) for piece in plain.casefold())
        return normalised if normalised.strip() or char.isspace() else char

    def _plain(self, char: str) -> str:
        if char.isspace():
            return " "
        if unicodedata.combining(char):
            return ""
        if char in self._table:
            return self._table[char]
        base = unicodedata.normalize("NFD", char)
        return base[0] if len(base) > 1 and "a" <= base[0] <= "z" else char

    def _composed(self, before: str, mark: str) -> str:
        whole = unicodedata.normalize("NFC", before + mark)
        return self._char(whole) if len(whole) == 1 else before


def _levelled(pieces: list[str], starts: array[int], ends: array[int]) -> Normalised:
    """Return a composed letter may have become two (ü to ue): every character gets its own place."""
    if all(len(piece) == 1 for piece in pieces):
        return Normalised("".join(pieces), starts, ends)
    return Normalised(
        "".join(pieces),
        array("q", (start for piece, start in zip(pieces, starts, strict=True) for _ in piece)),
        array("q", (end for piece, end in zip(pieces, ends, strict=True) for _ in piece)),
    )
