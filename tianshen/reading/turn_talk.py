"""Talk that would give a unit the order that it lacks: nothing is guessed from it, but it does not pass unnoticed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import Sort
from tianshen.model.position import province_of
from tianshen.notices import Code, Level, Notice
from tianshen.reading.grammar import read_stretches
from tianshen.reading.lexer import Lexer
from tianshen.reading.stretches import OrderStretch
from tianshen.reading.turn_owners import unit_of
from tianshen.text import Span, source_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from tianshen.model.orders import Order
    from tianshen.model.position import Power, Province
    from tianshen.notices import Where
    from tianshen.reading.result import Missing
    from tianshen.reading.turn_context import TurnContext

_MOST = 300  # pieces of talk of one power that are looked at, the latest
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Talk:
    """A piece of talk of one power."""

    power: Power
    author: str | None
    where: Where


def orders_in_talk(talk: Iterable[Talk], missing: Mapping[Power, Missing], context: TurnContext) -> list[Notice]:
    """A warning for each piece of talk with words that, alone, would be an order for a unit that has none."""
    by_power: dict[Power, list[Talk]] = {}
    for item in talk:
        if item.power in missing and missing[item.power].units and len(item.where.quote) <= _LONGEST:
            by_power.setdefault(item.power, []).append(item)
    notices = []
    for power, items in by_power.items():
        for item in items[-_MOST:]:
            order = _order_in(item.where.quote, set(missing[power].units), power, context)
            if order is not None:
                data = {"power": power, "author": item.author or "", "settle": (order,)}
                notices.append(Notice(Level.WARNING, Code.ORDER_IN_TALK, item.where, data))
    return notices


def _order_in(text: str, units: Collection[Province], power: Power, context: TurnContext) -> Order | None:
    """The first order for one of the units that can be read from the name of a place on."""
    lexicon = context.lexicon
    folded = lexicon.folder.fold(text)
    for token in Lexer(lexicon, folded, text).line(0, len(folded.text)):
        if not any(province_of(place) in units for place in token.values(Sort.PLACE)):
            continue
        rest = source_of(text[folded.span(token.start, token.end).start :])
        for stretch in read_stretches(rest, Span(0, len(rest.text)), context.grammar(power)):
            if isinstance(stretch, OrderStretch) and unit_of(stretch.order) in units:
                return stretch.order
    return None
