"""Whole texts from any notation to another: orders, lists and headings rewritten, all else left as it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import load_lexicon
from tianshen.locale.names import load_names
from tianshen.locale.wordlist import is_case_opening
from tianshen.model.position import Unit
from tianshen.reading.case.case_file import position_end, read_case
from tianshen.reading.grammar.read_text import read_stretches
from tianshen.reading.grammar.stretches import (
    GrammarContext,
    HeadingStretch,
    ListStretch,
    OrderStretch,
    UnreadableStretch,
)
from tianshen.text.source import Span
from tianshen.writing.notation import write_list, write_order, write_position

if TYPE_CHECKING:
    from tianshen.locale.names import Names
    from tianshen.model.orders import Named
    from tianshen.model.position import Position
    from tianshen.notices import Notice
    from tianshen.reading.grammar.stretches import Stretch
    from tianshen.text.source import Source


@dataclass(frozen=True, slots=True)
class Translation:
    """A text in another notation, and what was remarked or could not be read on the way."""

    text: str
    notices: tuple[Notice, ...]


def translate_text(source: Source, context: GrammarContext, names: Names) -> Translation:
    """Return the source with its orders in the names' language, read against the context.

    What is no order, list or heading stays as it is, character by character; so does what cannot be read.
    """
    return _translated(source, Span(0, len(source.text)), context, names)


def translate_case(source: Source, names: Names) -> Translation:
    """Return a case file in the language and name set of the names, position and orders.

    Raises `InputError` as `read_case` does.
    """
    case = read_case(source)
    board = case.board
    names = load_names(names.lang, names.name_set, board.name)
    head = write_position(case.position, case.rules, case.alliances, board.powers, names)
    context = GrammarContext(board, case.position, load_lexicon(board.name))
    rest = _translated(source, Span(position_end(source), len(source.text)), context, names)
    return Translation(f"{head}\n{rest.text}", rest.notices)


def is_case(source: Source, context: GrammarContext) -> bool:
    """Return whether the text is a position or case file rather than orders alone."""
    words = context.lexicon.normaliser.key(source.text.lstrip()[:40]).replace(":", " ").split()
    return bool(words) and is_case_opening(words[0])


def _translated(source: Source, span: Span, context: GrammarContext, names: Names) -> Translation:
    pieces: list[str] = []
    notices: list[Notice] = []
    at = span.start
    for stretch in read_stretches(source, span, context):
        if isinstance(stretch, (OrderStretch, ListStretch, UnreadableStretch)):
            notices.extend(stretch.notices)
        words = _words(stretch, context, names)
        if words is None:
            continue
        if stretch.span.end <= at and pieces:
            pieces.append(names.fill("together") + words)
            continue
        pieces.append(source.text[at : stretch.span.start])
        pieces.append(words)
        at = stretch.span.end
    pieces.append(source.text[at : span.end])
    return Translation("".join(pieces), tuple(notices))


def _words(stretch: Stretch, context: GrammarContext, names: Names) -> str | None:
    if isinstance(stretch, OrderStretch):
        return write_order(stretch.order, _with_own(stretch.own, context.position), names)
    if isinstance(stretch, ListStretch):
        return write_list([entry for entry, _ in stretch.entries], names)
    return _heading(stretch, names) if isinstance(stretch, HeadingStretch) else None


def _with_own(own: Named | None, position: Position) -> Position:
    """Return the position, with the unit as its order names it where none stands."""
    if own is None or position.unit_meant(own.province) is not None:
        return position
    return replace(position, units={**position.units, own.province: Unit("", own.kind, own.at)})


def _heading(stretch: HeadingStretch, names: Names) -> str:
    turn = names.turn(stretch.turn) if stretch.turn is not None else ""
    if stretch.power is None and not stretch.game_master:
        return turn
    power = names.game_master if stretch.power is None else names.power(stretch.power)
    return names.fill("heading_turn", power=power, turn=turn) if turn else names.fill("heading", power=power)
