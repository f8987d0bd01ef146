"""Position and case files: a board as text, with the orders of one turn below it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tianshen.errors import InputError
from tianshen.locale.lexicon import Sense, WordClass, load_lexicon
from tianshen.model.board import board_names, load_board
from tianshen.notices import Code, Level, Notice
from tianshen.reading.case.case_position import PositionReader
from tianshen.reading.turn.turn_reader import TurnContext, read_turn
from tianshen.text.source import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.model.board import Board
    from tianshen.model.position import Position, Power
    from tianshen.model.rules import RuleSet
    from tianshen.reading.result import Reading
    from tianshen.text.source import Source

_FORUM = "plain"  # orders in a case stand under headings, never in posts
_EXPECTED = "\n===="  # from such a line on a case says what should come out; that is for tests to read


@dataclass(frozen=True, slots=True)
class Case:
    """A position with the rules it is judged by and the orders given in it; `lang` is that of its first line."""

    board: Board
    position: Position
    rules: RuleSet
    alliances: tuple[tuple[Power, ...], ...]
    reading: Reading
    lang: str


def read_case(source: Source, board: Board | None = None) -> Case:
    """Return the case that a file holds; raise `InputError` with every fault of its position.

    The file names its map, or plays on the standard one; where a board is given, it can only be that one.
    """
    end, start = _halves(source.text)
    allowed = board_names() if board is None else (board.name,)
    reader = PositionReader(source, load_board(_map_of(source.text[:end], allowed)), allowed)
    reader.read(Span(0, end))
    faults = [notice for notice in reader.notices if notice.level is Level.ERROR]
    if faults or reader.position is None:
        raise InputError(faults or [Notice(Level.ERROR, Code.CASE_NO_POSITION, source.where(Span(0, 0)))])
    reading = _orders(source, start, TurnContext(reader.board, reader.position, reader.rules.options, forum=_FORUM))
    reading = replace(reading, notices=(*reader.notices, *reading.notices))
    return Case(reader.board, reader.position, reader.rules, tuple(reader.alliances), reading, reader.lang)


def _map_of(text: str, allowed: Sequence[str]) -> str:
    """Return the map that a line of the position names; the first of those allowed if there is no such line."""
    lexicon = load_lexicon(allowed[0])
    for line in text.split("\n"):
        words = lexicon.normaliser.key(line).replace(":", " ").split()
        if len(words) == 2 and Sense(WordClass.CASE, "map") in lexicon.senses(words[0]) and words[1] in allowed:
            return words[1]
    return allowed[0]


def position_end(source: Source) -> int:
    """Return where the position in a case file ends: at the blank line before its orders, or with the text."""
    return _halves(source.text)[0]


def _halves(text: str) -> tuple[int, int]:
    """Return where the position ends and where the orders begin: at the first blank line after one that is not."""
    at = 0
    seen = False
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        blank = not text[at:end].strip().strip("\u200b\ufeff")
        if blank and seen:
            return at, end
        seen = seen or not blank
        at = end + 1
    return len(text), len(text)


def _orders(source: Source, start: int, context: TurnContext) -> Reading:
    """Read the orders in the text from `start` on; places are still those of the whole file."""
    hidden = "".join("\n" if char == "\n" else " " for char in source.text[:start])
    below = replace(source, text=hidden + source.text[start:].partition(_EXPECTED)[0])
    return read_turn(below, context)
