"""A board with a unit in every province, every legal order on it, and how to read a line against it."""

import functools
import itertools

from tianshen.locale.lexicon import load_lexicon
from tianshen.model.board import load_board
from tianshen.model.orders import (
    DISBAND,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Named,
    RetreatList,
    SupportHold,
    SupportMove,
    Waive,
)
from tianshen.model.position import Position, Unit
from tianshen.model.turns import parse_turn
from tianshen.reading.grammar.read_text import read_stretches
from tianshen.reading.grammar.stretches import GrammarContext
from tianshen.text.source import Span, source_of

NAMES = [("zh", "house"), ("zh", "modern"), ("en", "house"), ("de", "house")]
BOARD = load_board()
SEAS = sorted(BOARD.seas)


@functools.cache
def full_board():
    """A unit in every province: fleets at sea and on every other coast, so that both kinds stand on coasts."""
    units = {}
    powers = itertools.cycle(BOARD.powers)
    for index, province in enumerate(BOARD.provinces):
        fleet = BOARD.provinces[province].ground == "sea" or (province in BOARD.coastal and index % 2)
        at = BOARD.locations(province, "F" if fleet else "A")
        units[province] = Unit(next(powers), "F" if fleet else "A", at[index % len(at)])
    return Position(parse_turn("F1903"), units, BOARD.start.centres)


def named(unit):
    return Named(unit.kind, unit.at)


def targets(unit):
    if unit.kind == "A":
        return sorted(BOARD.army_reach[unit.at])
    return sorted(location for places in BOARD.fleet_reach[unit.at].values() for location in places)


def legal_orders():
    """Every legal order of the full board, convoys over one and two seas included."""
    position = full_board()
    units = list(position.units.values())
    for unit in units:
        yield Hold(unit.province)
        yield Disband(unit.kind, unit.at)
        for to in targets(unit):
            yield Move(unit.province, to)
            yield RetreatList(unit.province, (to,))
        yield RetreatList(unit.province, (*targets(unit), DISBAND))
        for other in units:
            if other is not unit and BOARD.can_reach(unit, other.province):
                yield SupportHold(unit.province, named(other))
            for to in targets(other):
                if other is not unit and to[:3] != unit.province and BOARD.can_reach(unit, to[:3]):
                    yield SupportMove(unit.province, named(other), to)
    yield from convoys(units)
    for power in BOARD.powers:
        for home in BOARD.homes_of(power):
            for kind in "AF":
                yield from (Build(kind, at) for at in BOARD.locations(home, kind))
    yield Waive()


def convoys(units):
    armies = [unit for unit in units if unit.kind == "A" and unit.province in BOARD.coastal]
    for army in armies:
        for sea in sorted(BOARD.sea_neighbours[army.province]):
            coasts = [to for to in sorted(BOARD.coastal) if sea in BOARD.sea_neighbours[to] and to != army.province]
            for to in coasts:
                yield Move(army.province, to, by_sea=True, route=(sea,))
                yield Move(army.province, to, by_sea=True)
                yield Convoy(sea, named(army), to)
                yield SupportMove("ENG", named(army), to)
            for second in sorted(BOARD.sea_neighbours[sea] & BOARD.seas):
                for to in sorted(BOARD.coastal):
                    if second in BOARD.sea_neighbours[to] and to != army.province:
                        yield Move(army.province, to, by_sea=True, route=(sea, second))


@functools.cache
def all_orders():
    return tuple(dict.fromkeys(legal_orders()))


def read_one(text, position, power=None):
    source = source_of(text)
    context = GrammarContext(BOARD, position, load_lexicon(), power)
    return read_stretches(source, Span(0, len(source.text)), context)
