"""Retreats worked out a second time, in the words of the rules page, on random boards full of conflicts."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from boards import near
from scripted import BOARD

from tianshen.judge.lots import Urn, ticket
from tianshen.judge.retreats import resolve_retreats
from tianshen.model.orders import DISBAND, RetreatList
from tianshen.model.position import Dislodged, Unit
from tianshen.model.rules import load_rules
from tianshen.model.turns import parse_turn

if TYPE_CHECKING:
    from tianshen.model.rules import Options

TURN = parse_turn("F1903")
POWERS = ("france", "germany", "england")
CHANGES = {"coast_unstated": ("void", "only", "first"), "retreat_to_attacker_origin_by_sea": ("yes", "no")}


class Flight:
    """Some dislodged units in one corner of the board, with few places left to go to."""

    def __init__(self, rng: random.Random) -> None:
        corner = near(rng.choice(sorted(BOARD.provinces)), 14)
        gone = rng.sample(corner, rng.randint(2, 5))
        self.dislodged = tuple(self.item(rng, province) for province in gone)
        rest = [province for province in BOARD.provinces if province not in gone]
        self.occupied = {*gone, *rng.sample(rest, int(len(rest) * 0.72))}
        free = [province for province in rest if province not in self.occupied]
        self.standoffs = set(rng.sample(free, 1))
        self.owners = {centre: rng.choice(POWERS) for centre in BOARD.centres if rng.random() < 0.6}
        self.lists = {
            item.unit.province: RetreatList(item.unit.province, self.entries(rng, item))
            for item in self.dislodged
            if rng.random() < 0.7
        }

    @staticmethod
    def item(rng: random.Random, province: str) -> Dislodged:
        kind = rng.choice([kind for kind in ("A", "F") if BOARD.locations(province, kind)])
        unit = Unit(rng.choice(POWERS), kind, rng.choice(BOARD.locations(province, kind)))
        return Dislodged(unit, rng.choice(sorted(BOARD.neighbours[province])), rng.random() < 0.3)

    @staticmethod
    def entries(rng: random.Random, item: Dislodged) -> tuple[str, ...]:
        places = reach(item.unit)
        named = [*places, *(place[:3] for place in places)]
        wanted = [rng.choice(named) for _ in range(rng.randint(1, 3))]
        return (*wanted, DISBAND) if rng.random() < 0.25 else tuple(wanted)


def reach(unit: Unit) -> list[str]:
    """Where the unit could go if all were empty: a place for each coast."""
    edges = BOARD.army_edges if unit.kind == "A" else BOARD.fleet_edges
    return sorted({b for a, b in edges if a == unit.at} | {a for a, b in edges if b == unit.at})


def legal(flight: Flight, options: Options, item: Dislodged) -> list[str]:
    barred = set() if item.by_sea and options.retreat_to_attacker_origin_by_sea else {item.attacker_from}
    closed = flight.occupied | flight.standoffs | barred
    return [place for place in reach(item.unit) if place[:3] not in closed]


def preferences(flight: Flight, options: Options, item: Dislodged) -> list[str]:
    """The unit's full order: its list, then the heuristic's, unless the list ends in 解散."""
    places = legal(flight, options, item)
    order: list[str] = []
    wish = flight.lists.get(item.unit.province)
    for entry in wish.entries if wish else ():
        if entry == DISBAND:
            return [*order, DISBAND]
        named = [place for place in places if place == entry or (item.unit.kind == "A" and place[:3] == entry[:3])]
        if not named and len(entry) == 3:
            coasts = [place for place in places if place[:3] == entry]
            unstated = options.coast_unstated
            named = coasts[:1] if unstated == "first" or (unstated == "only" and len(coasts) == 1) else []
        order += [place for place in named if place not in order]
    return order + sorted((place for place in places if place not in order), key=lambda p: heuristic(flight, item, p))


def heuristic(flight: Flight, item: Dislodged, place: str) -> tuple[object, ...]:
    """(1)–(5) of 房规 2.3, each as something that is smaller for the better place."""
    power, province = item.unit.power, place[:3]
    facts = BOARD.provinces[province]
    home = {p.id for p in BOARD.provinces.values() if p.homeland_of == power}
    steps, seen = 0, {province}
    while not seen & home:
        steps += 1
        seen = seen | {q for p in seen for q in BOARD.neighbours[p]}
    own = facts.is_centre and flight.owners.get(province) == power
    foreign = facts.is_centre and not own
    to_sea = item.unit.kind == "F" and facts.ground == "sea"
    return not own, steps, not foreign, not to_sea, ticket("s", TURN, f"retreat {item.unit}", place)


def settled(flight: Flight, options: Options) -> dict[str, str | None]:
    """The paragraph on conflicts, step by step."""
    left = {item.unit.province: preferences(flight, options, item) for item in flight.dislodged}
    out: dict[str, str | None] = {unit: None for unit, order in left.items() if not order}
    while True:
        looking = {unit: order[0] for unit, order in left.items() if unit not in out}
        out |= {unit: None for unit, place in looking.items() if place == DISBAND}
        wanted: dict[str, list[str]] = {}
        for unit, place in looking.items():
            if place != DISBAND:
                wanted.setdefault(place[:3], []).append(unit)
        contested = {province: units for province, units in wanted.items() if len(units) > 1}
        if not contested:
            return out | {unit: place for unit, place in looking.items() if place != DISBAND}
        for province, units in contested.items():
            others = {unit: [p for p in left[unit] if p[:3] != province] for unit in units}
            stuck = [unit for unit in units if not others[unit]]
            left |= {unit: others[unit] for unit in units if others[unit]}
            if len(stuck) > 1:
                out |= dict.fromkeys(stuck)


def test_conflicts_settle_as_the_rules_page_says():
    yielded = collided = chosen = 0
    for seed in range(1500):
        rng = random.Random(seed)
        flight = Flight(rng)
        rules = load_rules("tianshen").with_options({key: rng.choice(values) for key, values in CHANGES.items()})
        found = resolve_retreats(
            BOARD,
            rules.options,
            flight.dislodged,
            flight.occupied,
            flight.standoffs,
            flight.lists,
            flight.owners,
            Urn("s", TURN),
            ordered_by="list",
            decreed={},
        )
        assert {r.unit.province: r.to for r in found} == settled(flight, rules.options), seed
        yielded += any(item.why == "yielded" for r in found for item in r.skipped)
        collided += any(r.forced_why == "collision" for r in found)
        chosen += any(r.by == "choice" for r in found)
    assert min(yielded, collided, chosen) > 30


def test_the_sequence_of_the_units_does_not_matter():
    for seed in range(300):
        rng = random.Random(seed)
        flight = Flight(rng)
        options = load_rules("tianshen").options
        results = []
        for dislodged in (flight.dislodged, flight.dislodged[::-1]):
            found = resolve_retreats(
                BOARD,
                options,
                dislodged,
                flight.occupied,
                flight.standoffs,
                flight.lists,
                flight.owners,
                Urn("s", TURN),
                ordered_by="list",
                decreed={},
            )
            results.append({r.unit.province: r for r in found})
        assert results[0] == results[1]
