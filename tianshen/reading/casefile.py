"""Position and case files: a board as text, with the orders of one turn below it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tianshen.errors import InputError
from tianshen.locale.lexicon import load_lexicon
from tianshen.model.board import load_board
from tianshen.model.orders import Build, Disband, RetreatList, TurnOrders, Waive
from tianshen.notices import Code, Level, Notice
from tianshen.reading.grammar import read_stretches
from tianshen.reading.position import PositionReader
from tianshen.reading.result import Given, Reading
from tianshen.reading.stretches import (
    Context,
    HeadingStretch,
    ListStretch,
    OrderStretch,
    UnreadableStretch,
)
from tianshen.text import Span

if TYPE_CHECKING:
    from tianshen.model.position import Position, Power
    from tianshen.model.rules import RuleSet
    from tianshen.text import Source


@dataclass(frozen=True, slots=True)
class Case:
    """A position with the rules it is judged by and the orders given in it; `lang` is that of its first line."""

    position: Position
    rules: RuleSet
    alliances: tuple[tuple[Power, ...], ...]
    reading: Reading
    lang: str


def read_case(source: Source) -> Case:
    """The case that a file holds. Raises `InputError` with every fault of its position."""
    lexicon = load_lexicon()
    end, start = _halves(source.text)
    reader = PositionReader(source, lexicon, load_board())
    reader.read(Span(0, end))
    faults = [notice for notice in reader.notices if notice.level is Level.ERROR]
    if faults or reader.position is None:
        raise InputError(faults or [Notice(Level.ERROR, Code.CASE_NO_POSITION, source.where(Span(0, 0)))])
    reading = _orders(source, Span(start, len(source.text)), reader.position, reader.rules)
    notices = (*reader.notices, *reading.notices)
    whole = Reading(reading.orders, reading.given, reading.left_out, reading.missing, notices)
    return Case(reader.position, reader.rules, tuple(reader.alliances), whole, reader.lang)


def position_end(source: Source) -> int:
    """Where the position in a case file ends: at the blank line before its orders, or with the text."""
    return _halves(source.text)[0]


def _halves(text: str) -> tuple[int, int]:
    """Where the position ends and where the orders begin: at the first blank line behind the first that is not."""
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


def _orders(source: Source, span: Span, position: Position, rules: RuleSet) -> Reading:
    context = Context(load_board(), position, load_lexicon())
    power: Power | None = None
    notices: list[Notice] = []
    given: list[Given] = []
    moves = {}
    retreats = {}
    builds: dict[Power, list[Build]] = {}
    disbands: dict[Power, list[Disband]] = {}
    for stretch in read_stretches(source, span, context):
        where = source.where(stretch.span)
        if isinstance(stretch, HeadingStretch):
            power = stretch.power or power
        elif isinstance(stretch, UnreadableStretch):
            notices.extend(stretch.notices)
        elif isinstance(stretch, OrderStretch):
            notices.extend(stretch.notices)
            order = stretch.order
            if power is None:
                continue
            given.append(Given(power, order, where))
            if isinstance(order, RetreatList):
                retreats[order.unit] = order
            elif isinstance(order, Build):
                builds.setdefault(power, []).append(order)
            elif isinstance(order, Disband):
                disbands.setdefault(power, []).append(order)
            elif not isinstance(order, Waive):
                moves[order.unit] = order
        elif isinstance(stretch, ListStretch):
            notices.extend(stretch.notices)
            if power is None:
                continue
            given.extend(Given(power, entry, source.where(at)) for entry, at in stretch.entries)
            if stretch.kind == "builds":
                builds[power] = [entry for entry, _ in stretch.entries if isinstance(entry, Build)]
            else:
                disbands[power] = [entry for entry, _ in stretch.entries if isinstance(entry, Disband)]
    orders = TurnOrders(
        moves, retreats, {p: tuple(b) for p, b in builds.items()}, {p: tuple(d) for p, d in disbands.items()}
    )
    return Reading(orders, tuple(given), notices=tuple(notices))
