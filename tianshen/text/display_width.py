"""How wide a text looks."""

from __future__ import annotations

import unicodedata
from functools import partial

from tianshen.text.characters import INVISIBLE

_DOUBLE = frozenset("WF")
_AMBIGUOUS = "A"  # signs as wide as a Chinese character in Chinese fonts, as a Latin letter in others
_NO_WIDTH = frozenset({"Cf", "Mn", "Me"})


def char_width(char: str, *, ambiguous: int = 1) -> int:
    """Return the width of a character in columns: 0, 1 or 2; `ambiguous` is that of a sign which fonts disagree on."""
    if char in INVISIBLE or unicodedata.category(char) in _NO_WIDTH:
        return 0
    width = unicodedata.east_asian_width(char)
    if width == _AMBIGUOUS:
        return ambiguous
    return 2 if width in _DOUBLE else 1


def text_width(text: str, *, ambiguous: int = 1) -> int:
    """Return the width in columns of a text without line ends: a Chinese character takes two.

    >>> text_width("法国 F")
    6
    """
    if text.isascii():
        return len(text)
    return sum(map(partial(char_width, ambiguous=ambiguous), text))
