"""A second judge, written apart from the first: the equations of DATC 5.B, and every assignment tried in turn.

Shares the board, the orders and the options with the package, none of its judging. Only for small boards.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from tianshen.model.orders import Convoy, Move, SupportHold, SupportMove

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from tianshen.model.board import Board
    from tianshen.model.orders import UnitOrder
    from tianshen.model.position import Unit
    from tianshen.model.rules import Options


@cache
def _shores(edges: frozenset[tuple[str, str]]) -> frozenset[frozenset[str]]:
    """Which provinces touch each other for a fleet, on any coast."""
    return frozenset(frozenset((a[:3], b[:3])) for a, b in edges)


@dataclass
class Going:
    """A legal move: where to, on which coast, and the fleets that it needs if it goes by sea."""

    to: str
    coast: str
    by_sea: bool = False
    fleets: tuple[str, ...] = ()
    all_needed: bool = False
    hopeless: bool = False


@dataclass
class Setting:
    """The board of one turn with what is legal on it."""

    board: Board
    options: Options
    units: Mapping[str, Unit]
    orders: Mapping[str, UnitOrder]
    stopped: Collection[str] = ()
    going: dict[str, Going] = field(default_factory=dict)
    helps: dict[str, tuple[str, str]] = field(default_factory=dict)  # supporter: (supported, directed at)
    carries: set[str] = field(default_factory=set)

    def land(self, a: str, b: str) -> bool:
        return (a, b) in self.board.army_edges or (b, a) in self.board.army_edges

    def coasts(self, unit: Unit, province: str) -> list[str]:
        """Where in the province the fleet may land, in the map's sequence."""
        listed = self.board.provinces[province].coasts
        found = {b for a, b in (*self.board.fleet_edges, *((y, x) for x, y in self.board.fleet_edges)) if a == unit.at}
        return sorted((p for p in found if p[:3] == province), key=lambda p: listed.index(p[4:]) if "/" in p else 0)

    def enters(self, unit: Unit, province: str) -> bool:
        return self.land(unit.at, province) if unit.kind == "A" else bool(self.coasts(unit, province))

    def beside(self, a: str, b: str) -> bool:
        return frozenset((a, b)) in _shores(self.board.fleet_edges)

    def chains(self, seas: Collection[str], start: str, goal: str) -> Iterator[tuple[str, ...]]:
        """Every way over the seas from coast to coast that enters no sea twice."""
        stack = [(sea,) for sea in seas if self.beside(start, sea)]
        while stack:
            chain = stack.pop()
            if self.beside(chain[-1], goal):
                yield chain
            stack.extend((*chain, sea) for sea in seas if sea not in chain and self.beside(chain[-1], sea))

    def needless(self, chain: tuple[str, ...], start: str, goal: str) -> bool:
        """Whether the chain could be shortened by leaving seas out."""
        return any(
            set(shorter) < set(chain) for n in range(1, len(chain)) for shorter in self._shorter(chain, n, start, goal)
        )

    def _shorter(self, chain: tuple[str, ...], n: int, start: str, goal: str) -> Iterator[tuple[str, ...]]:
        for seas in itertools.combinations(chain, n):
            if any(len(found) == n for found in self.chains(seas, start, goal)):
                yield seas

    def is_coast(self, province: str) -> bool:
        return self.board.provinces[province].ground == "coast"

    def ground(self, province: str) -> str:
        return self.board.provinces[province].ground

    def fleets_at_sea(self) -> set[str]:
        return {p for p, u in self.units.items() if u.kind == "F" and self.ground(p) == "sea"}

    def orders_to_carry(self, army: str, to: str) -> set[str]:
        """The fleets with a possible order to carry the army there."""
        return {
            p
            for p, order in self.orders.items()
            if isinstance(order, Convoy) and order.of.at[:3] == army and order.to[:3] == to and self.may_carry(p)
        }

    def may_carry(self, place: str) -> bool:
        order = self.orders[place]
        assert isinstance(order, Convoy)
        army, to = order.of.at[:3], order.to[:3]
        if place not in self.fleets_at_sea() or army == to or army not in self.units:
            return False
        if self.units[army].kind != "A" or not (self.is_coast(army) and self.is_coast(to)):
            return False
        free = self.options.convoy_route == "any"
        return any(
            place in chain and not (free and self.needless(chain, army, to))
            for chain in self.chains(self.fleets_at_sea(), army, to)
        )


def settle(setting: Setting) -> None:
    """Works out which orders are legal and which match."""
    for place, order in setting.orders.items():
        if isinstance(order, Move):
            going = _going(setting, setting.units[place], order)
            if going is not None:
                setting.going[place] = going
    for place, order in setting.orders.items():
        if isinstance(order, Convoy):
            move = setting.going.get(order.of.at[:3])
            if (
                move is not None
                and move.by_sea
                and place in setting.orders_to_carry(order.of.at[:3], move.to)
                and (place in move.fleets or not move.all_needed)
            ):
                setting.carries.add(place)
        elif isinstance(order, SupportHold):
            target = order.of.at[:3]
            if target in setting.units and target not in setting.going and _can_help(setting, place, target, target):
                setting.helps[place] = (target, target)
        elif isinstance(order, SupportMove):
            other, target = order.of.at[:3], order.to[:3]
            move = setting.going.get(other)
            if move is None or move.to != target or not _can_help(setting, place, other, target):
                continue
            coast_counts = setting.units[other].kind == "F" and "/" in order.to and "/" in move.coast
            if not coast_counts or order.to == move.coast:
                setting.helps[place] = (other, target)


def _can_help(setting: Setting, place: str, other: str, target: str) -> bool:
    return place not in (other, target) and setting.enters(setting.units[place], target)


def _going(setting: Setting, unit: Unit, order: Move) -> Going | None:
    to = order.to[:3]
    if to == unit.province:
        return None
    if unit.kind == "F":
        return None if order.by_sea else _sailing(setting, unit, order.to)
    if setting.ground(to) == "sea":
        return None
    options = setting.options
    by_land = setting.land(unit.at, to)
    if by_land and not order.by_sea:
        own = {p for p in setting.orders_to_carry(unit.at, to) if setting.units[p].power == unit.power}
        if options.convoy_intent == "stated" or not own:
            return Going(to, to)
        if options.convoy_route == "stated" and options.convoy_route_missing == "void":
            return Going(to, to)
        return _carried(setting, unit, to)
    if not (setting.is_coast(unit.at) and setting.is_coast(to)):
        return None
    if options.convoy_route == "stated" and order.route:
        route = order.route
        if route not in set(setting.chains(set(route), unit.at, to)) or not set(route) <= setting.fleets_at_sea():
            return None
        lacking = set(route) - setting.orders_to_carry(unit.at, to)
        return Going(to, to, True, route, True, bool(lacking))
    if options.convoy_route == "stated" and options.convoy_route_missing == "void":
        return None
    if not any(setting.chains(setting.fleets_at_sea(), unit.at, to)):
        return None
    return _carried(setting, unit, to)


def _carried(setting: Setting, unit: Unit, to: str) -> Going:
    carriers = setting.orders_to_carry(unit.at, to)
    stated = setting.options.convoy_route == "stated"
    useful = tuple(sorted(p for p in carriers if any(p in chain for chain in setting.chains(carriers, unit.at, to))))
    return Going(to, to, True, useful, stated, not useful)


def _sailing(setting: Setting, unit: Unit, to: str) -> Going | None:
    coasts = setting.coasts(unit, to[:3])
    if not coasts:
        return None
    if len(setting.board.provinces[to[:3]].coasts) == 0:
        return Going(to[:3], to[:3])
    if len(to) > 3:
        return Going(to[:3], to) if to in coasts else None
    unstated = setting.options.coast_unstated
    if unstated == "void" or (unstated == "only" and len(coasts) > 1):
        return None
    return Going(to, coasts[0])


@dataclass
class Answers:
    """One assignment of yes and no to every question, and the equations over it."""

    setting: Setting
    yes: Mapping[str, bool]

    def helpers(self, place: str, without: str | None = None) -> int:
        move = self.setting.going.get(place)
        target = move.to if move else place
        return sum(
            self.yes[helper] and self.setting.units[helper].power != without
            for helper, (other, directed) in self.setting.helps.items()
            if other == place and directed == target
        )

    def carried(self, place: str, without: str | None = None) -> bool:
        move = self.setting.going[place]
        if not move.by_sea:
            return True
        if move.hopeless or place in self.setting.stopped:
            return False
        sound = {p for p in move.fleets if self.yes[p] and self.setting.units[p].power != without}
        if move.all_needed:
            return sound == set(move.fleets)
        return any(self.setting.chains(sound, place, move.to))

    def head_to_head(self, place: str) -> bool:
        move = self.setting.going[place]
        other = self.setting.going.get(move.to)
        return other is not None and other.to == place and not move.by_sea and not other.by_sea

    def own_fleet_carries(self, place: str, power: str) -> bool:
        move = self.setting.going[place]
        if not move.by_sea or self.setting.options.own_convoy_dislodges:
            return False
        if move.all_needed:
            return any(self.setting.units[p].power == power for p in move.fleets)
        return not self.carried(place, without=power)

    def attack(self, place: str) -> int:
        if not self.carried(place):
            return 0
        move = self.setting.going[place]
        victim = self.setting.units.get(move.to)
        if victim is None or (move.to in self.setting.going and self.yes[move.to] and not self.head_to_head(place)):
            return 1 + self.helpers(place)
        if victim.power == self.setting.units[place].power or self.own_fleet_carries(place, victim.power):
            return 0
        return 1 + self.helpers(place, without=victim.power)

    def hold(self, province: str) -> int:
        if province not in self.setting.units:
            return 0
        if province in self.setting.going:
            return 0 if self.yes[province] else 1
        return 1 + self.helpers(province)

    def prevent(self, place: str) -> int:
        if not self.carried(place):
            return 0
        if self.head_to_head(place) and self.yes[self.setting.going[place].to]:
            return 0
        return 1 + self.helpers(place)

    def arrives(self, place: str) -> bool:
        move = self.setting.going[place]
        attack = self.attack(place)
        resistance = 1 + self.helpers(move.to) if self.head_to_head(place) else self.hold(move.to)
        rivals = [p for p, other in self.setting.going.items() if other.to == move.to and p != place]
        return attack > resistance and all(attack > self.prevent(rival) for rival in rivals)

    def attackers(self, place: str) -> list[str]:
        return [p for p, move in self.setting.going.items() if move.to == place]

    def helped(self, place: str) -> bool:
        _, directed = self.setting.helps[place]
        power = self.setting.units[place].power
        for attacker in self.attackers(place):
            if self.setting.units[attacker].power == power:
                continue
            if attacker != directed and self.carried(attacker):
                return False
            if attacker == directed and self.setting.options.dislodgement_cuts_support and self.yes[attacker]:
                return False
        return True

    def agrees(self) -> bool:
        setting = self.setting
        return (
            all(self.arrives(p) == self.yes[p] for p in setting.going)
            and all(self.helped(p) == self.yes[p] for p in setting.helps)
            and all(any(self.yes[a] for a in self.attackers(p)) != self.yes[p] for p in setting.carries)
        )

    def dislodged(self) -> set[str]:
        gone = {p for p in self.setting.going if self.yes[p]}
        return {self.setting.going[p].to for p in gone} & (set(self.setting.units) - gone)

    def standoffs(self) -> set[str]:
        """Vacant provinces in which a move that counted there failed."""
        taken = {move.to for p, move in self.setting.going.items() if self.yes[p]}
        stays = {p for p in self.setting.units if not (p in self.setting.going and self.yes[p])}
        return {
            move.to for p, move in self.setting.going.items() if move.to not in taken | stays and self.prevent(p) > 0
        }


def solutions(setting: Setting) -> list[Answers]:
    """Every assignment that agrees with all the equations."""
    asked = [*setting.going, *setting.helps, *setting.carries]
    found = []
    for values in itertools.product((True, False), repeat=len(asked)):
        answers = Answers(setting, dict(zip(asked, values, strict=True)))
        if answers.agrees():
            found.append(answers)
    return found
