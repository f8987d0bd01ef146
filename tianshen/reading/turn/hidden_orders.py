"""Talk that may hide an order: nothing is guessed from it, but it does not pass unnoticed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.model.position import province_of
from tianshen.notices import Code, Level, Notice
from tianshen.reading.grammar.order_likeness import has_strong_verb
from tianshen.reading.grammar.read_text import read_stretches
from tianshen.reading.grammar.stretches import OrderStretch
from tianshen.reading.ownership import unit_of
from tianshen.reading.words.lexer import Lexer
from tianshen.text.source import Span, source_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from tianshen.model.orders import Order
    from tianshen.model.position import Power, Province
    from tianshen.notices import Where
    from tianshen.reading.result import Given, Missing
    from tianshen.reading.turn_context import TurnContext

_MOST = 300  # remarks of one power that are looked at, the latest: more than anybody posts in a turn
_LONGEST = 200  # characters of a remark; longer ones are talk, and reading them from every place on takes time
_FEW = 4  # words and signs of a remark that is nearly nothing but the unit


@dataclass(frozen=True, slots=True)
class Talk:
    """A remark of one power."""

    power: Power
    author: str | None
    where: Where


def hidden_order_notices(
    talk: Iterable[Talk], missing: Mapping[Power, Missing], given: Iterable[Given], context: TurnContext
) -> list[Notice]:
    """Return a warning for each remark that may hide an order.

    Words that, alone, would be one for a unit that has none; words that name a unit of the power's own and what could
    become of it; places named after an order.
    """
    lines = {(item.where.file, item.where.line) for item in given}
    by_power: dict[Power, list[Talk]] = {}
    for item in talk:
        if len(item.where.quote) <= _LONGEST:
            by_power.setdefault(item.power, []).append(item)
    notices: list[Notice] = []
    for power, items in by_power.items():
        lacking = set(missing[power].units) if power in missing else set()
        for item in items[-_MOST:]:
            notice = _warning(item, lacking, context, beside=(item.where.file, item.where.line) in lines)
            notices.extend([notice] if notice else ())
    return notices


def _warning(talk: Talk, lacking: Collection[Province], context: TurnContext, *, beside: bool) -> Notice | None:
    data: dict[str, object] = {"power": talk.power, "author": talk.author or ""}
    order = _order_in(talk.where.quote, lacking, talk.power, context) if lacking else None
    if order is not None:
        return Notice(Level.WARNING, Code.ORDER_IN_TALK, talk.where, {**data, "settle": (order,)})
    if _is_doubtful(talk, context, beside=beside):
        return Notice(Level.WARNING, Code.TALK_DOUBTFUL, talk.where, data)
    return None


def _is_doubtful(talk: Talk, context: TurnContext, *, beside: bool) -> bool:
    """Return whether talk beside an order names a place, or begins with an own unit and goes on as an order might.

    It does where another place or a verb of orders follows, or next to nothing (`慕尼黑同上`).
    """
    lexicon = context.lexicon
    text = talk.where.quote
    normalised = lexicon.normaliser.normalise(text)
    tokens = Lexer(lexicon, normalised, text).line(0, len(normalised.text.partition("\n")[0]))
    named = [{province_of(place) for place in token.values(WordClass.PLACE)} for token in tokens]
    places = [found.pop() for found in named if len(found) == 1]
    if beside or not places:
        return bool(places)
    if context.owner(places[0]) != talk.power:
        return False
    return len(set(places)) > 1 or len(tokens) <= _FEW or has_strong_verb(tokens)


def _order_in(text: str, units: Collection[Province], power: Power, context: TurnContext) -> Order | None:
    """Return the first order for one of the units that can be read from the name of a place on."""
    lexicon = context.lexicon
    normalised = lexicon.normaliser.normalise(text)
    for token in Lexer(lexicon, normalised, text).line(0, len(normalised.text)):
        if not any(province_of(place) in units for place in token.values(WordClass.PLACE)):
            continue
        rest = source_of(text[normalised.span(token.start, token.end).start :])
        for stretch in read_stretches(rest, Span(0, len(rest.text)), context.grammar(power)):
            if isinstance(stretch, OrderStretch) and unit_of(stretch.order) in units:
                return stretch.order
    return None
