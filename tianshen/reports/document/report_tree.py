"""A report as a neutral tree: sections of headings, lines and tables, to be written out in any markup.

Text is a sequence of pieces. The program's own words are plain strings; words of other people are `Foreign`, so that no
writer can forget which of the two may become markup.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TypeAlias

from tianshen.text.characters import BLANK_LOOKING, code_point, is_hidden

LONGEST_QUOTE = 200
_UNASSIGNED = "Cn"
_MOST_ACCENTS = 2


@dataclass(frozen=True, slots=True)
class Foreign:
    """Words of a player, or any text that the program did not write: on one line, nothing hidden in it."""

    text: str


Piece: TypeAlias = "str | Foreign"
Text: TypeAlias = "tuple[Piece, ...]"


def foreign(text: str, longest: int = LONGEST_QUOTE) -> Foreign:
    r"""Return the text on one line, without invisible characters, shortened to `longest` characters.

    Words of which nothing would be left are shown by the numbers of their characters.

    >>> foreign("A Lon\n- \u202eNth").text
    'A Lon - Nth'
    """
    kept: list[str] = []
    accents = 0
    before = ""
    for char in text[: longest * 4]:
        accents = accents + 1 if unicodedata.combining(char) else 0
        if accents <= _MOST_ACCENTS:
            kept.append(" " if char.isspace() or char in BLANK_LOOKING else _seen(char, before))
        before = char
    shown = " ".join("".join(kept).split())
    if not shown and text.strip():
        shown = " ".join(map(code_point, text.strip()))[: longest * 4]
    if len(shown) > longest or len(text) > longest * 4:
        shown = shown[: longest - 1] + "\u2026"
    return Foreign(shown)


def _seen(char: str, before: str) -> str:
    return "" if is_hidden(char, before) or unicodedata.category(char) == _UNASSIGNED else char


def flat(text: Text) -> str:
    """Return the text without the difference between own and foreign words."""
    return "".join(piece.text if isinstance(piece, Foreign) else piece for piece in text)


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A line with a mark before it, if any, and remarks below it; `tone` says how an order ended, for colour."""

    text: Text
    mark: str = ""
    notes: tuple[Text, ...] = ()
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `lines` says the same for targets that have none. `numeric` are the columns that hold numbers."""

    header: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    lines: tuple[Text, ...]
    numeric: frozenset[int] = frozenset()


Block: TypeAlias = "ReportLine | Table"


@dataclass(frozen=True, slots=True)
class ReportSection:
    """Blocks under a heading (none if empty), kept together where a post is split."""

    heading: Text
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A report: its title is the first line of whatever is published, and of each part if it is split."""

    lang: str
    title: Text
    sections: tuple[ReportSection, ...]
