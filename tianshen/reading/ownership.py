"""Whose an order is, by the place that it names; and whether a heading's turn is the one being played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.model.orders import Build, Disband, Waive
from tianshen.model.position import province_of
from tianshen.model.turns import Season
from tianshen.reading.words.lexer import Lexer

if TYPE_CHECKING:
    from tianshen.model.orders import Order
    from tianshen.model.position import Power, Province
    from tianshen.model.turns import Turn
    from tianshen.reading.turn_context import TurnContext


def unit_of(order: Order) -> Province | None:
    """Return the province of the unit that an order is for; None for builds and waives, which are for none."""
    if isinstance(order, Build | Waive):
        return None
    return province_of(order.at) if isinstance(order, Disband) else order.unit


def power_of(order: Order, context: TurnContext) -> Power | None:
    """Return the power that can give the order: whose unit stands there, or whose home it is; None if there is none."""
    if isinstance(order, Waive):
        return None
    if isinstance(order, Build):
        return context.board.provinces[province_of(order.at)].home_of
    if isinstance(order, Disband):
        province = province_of(order.at)
        unit = context.position.units.get(province)
        return unit.power if unit and context.owner(province) is None else context.owner(province)
    return context.owner(order.unit)


def same_season(turn: Turn, now: Turn) -> bool:
    """Return whether a heading with that turn can stand over what is sent now: phases of a season count as one."""
    late = (Season.FALL, Season.WINTER)
    return turn.year == now.year and (turn.season == now.season or (turn.season in late and now.season in late))


def first_unit(text: str, context: TurnContext) -> Province | None:
    """Return the province named first in words that cannot be read as a whole, if a unit stands there."""
    lexicon = context.lexicon
    normalised = lexicon.normaliser.normalise(text)
    for token in Lexer(lexicon, normalised, text).line(0, len(normalised.text)):
        places = {province_of(place) for place in token.values(WordClass.PLACE)}
        if places:
            province = places.pop() if len(places) == 1 else None
            return province if province and context.owner(province) else None
    return None
