"""What words that cannot be read may have meant: orders that the game master can decree to settle the question."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tianshen.locale.names import load_names
from tianshen.model.orders import Move
from tianshen.model.position import province_of
from tianshen.reading.grammar.read_text import read_stretches
from tianshen.reading.grammar.stretches import OrderStretch, UnreadableStretch
from tianshen.reading.ownership import power_of
from tianshen.text.source import Span, source_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tianshen.model.orders import Order
    from tianshen.model.position import Power
    from tianshen.reading.turn_context import TurnContext

SHOWN = 3  # suggestions; more than fit on a line of a report help nobody
_CLAUSE = re.compile(r"[,，;；。\n]")
_LONGEST = 300  # characters; nobody writes an order so long, and every try reads the words anew
_NAMES = "zh"  # the language in which a name is put in place of words that are none; the grammar reads all


def suggested_orders(words: str, stretch: UnreadableStretch, power: Power, context: TurnContext) -> tuple[Order, ...]:
    """Return up to `SHOWN` orders of the power that the words may have meant, the likeliest first; often none.

    They are what remains when a name in question is replaced by each place it may mean, and what single clauses say.
    """
    found: dict[Order, None] = {}
    if len(words) <= _LONGEST:
        for text in (*_replaced(words, stretch, context.board.name), *_CLAUSE.split(words)):
            for order in _orders(text, power, context):
                found[order] = None
    return tuple(sorted(found, key=lambda order: not _is_possible(order, context)))[:SHOWN]


def _is_possible(order: Order, context: TurnContext) -> bool:
    """Return whether the unit could carry out such a move: what it cannot is suggested last, but suggested."""
    unit = context.position.units.get(order.unit) if isinstance(order, Move) else None
    return unit is None or not isinstance(order, Move) or context.board.can_reach(unit, province_of(order.to))


def _replaced(words: str, stretch: UnreadableStretch, board: str) -> Iterator[str]:
    names = load_names(_NAMES, board=board)
    for notice in stretch.notices:
        places = notice.data.get("locations")
        quote = notice.where.quote if notice.where else ""
        if not isinstance(places, tuple) or not quote or quote not in words:
            continue
        for place in places[:SHOWN]:
            yield words.replace(quote, names.location(place), 1)


def _orders(text: str, power: Power, context: TurnContext) -> list[Order]:
    """Return the orders of the power in the text, none if some of it cannot be read."""
    source = source_of(text)
    stretches = read_stretches(source, Span(0, len(source.text)), context.grammar(power))
    orders = [stretch.order for stretch in stretches if isinstance(stretch, OrderStretch)]
    if any(isinstance(stretch, UnreadableStretch) for stretch in stretches):
        return []
    return [order for order in orders if power_of(order, context) == power]
