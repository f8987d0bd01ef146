"""Small crowded boards for property tests: few provinces, many supports, convoys and circles."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import strategies as st

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
    TurnOrders,
    UnitOrder,
)
from tianshen.model.position import Position, Unit
from tianshen.model.rules import Options, RuleSet, load_rules
from tianshen.model.turns import parse_turn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from tianshen.model.position import Province, UnitKind

BOARD = load_board()
POWERS = ("england", "france", "germany", "italy")
RULES = ("tianshen", "classic", "judge", "standard")
CHANGES: Mapping[str, Sequence[str]] = {
    "coast_unstated": ("void", "only", "first"),
    "convoy_route": ("stated", "any"),
    "convoy_route_missing": ("infer", "void"),
    "convoy_intent": ("stated", "own_fleet"),
    "dislodgement_cuts_support": ("yes", "no"),
    "own_convoy_dislodges": ("yes", "no"),
}


def near(centre: Province, count: int) -> list[Province]:
    """The province and those next to it, nearest first."""
    steps = BOARD.distances([centre])
    return sorted(steps, key=lambda p: (steps[p], p))[:count]


def random_units(rng: Random, most: int) -> dict[Province, Unit]:
    """Some units in one corner of the board."""
    centres = sorted(BOARD.seas if rng.random() < 0.7 else BOARD.provinces)
    region = near(rng.choice(centres), rng.randint(6, 13))
    found = {}
    for province in rng.sample(region, min(len(region), rng.randint(3, most))):
        kinds: list[UnitKind] = [kind for kind in _KINDS if BOARD.locations(province, kind)]
        kind = rng.choice(kinds)
        power = rng.choice(POWERS[: rng.randint(2, 4)])
        found[province] = Unit(power, kind, rng.choice(BOARD.locations(province, kind)))
    return found


_KINDS: tuple[UnitKind, ...] = ("A", "A", "F")


def random_orders(rng: Random, board: Mapping[Province, Unit]) -> dict[Province, UnitOrder]:
    """Orders that mostly fit each other; some do not, and some are impossible."""
    moves: dict[Province, Move] = {}
    carriers: dict[Province, UnitOrder] = {}
    for province, unit in board.items():
        at_sea = province in BOARD.seas
        if province not in carriers and rng.random() < (0.3 if at_sea else 0.55):
            moves[province] = random_move(rng, board, unit)
            if rng.random() < 0.7:
                carriers |= _crew(board, moves, unit)
    given: dict[Province, UnitOrder] = {**moves, **carriers}
    for province in [p for p in board if p not in given]:
        wishes = _helps(board, moves, province)
        if wishes and rng.random() < 0.95:
            weights = [weight for _, weight in wishes]
            given[province] = rng.choices([order for order, _ in wishes], weights)[0]
        elif rng.random() < 0.5:
            given[province] = Hold(province)
    return given


def _crew(board: Mapping[Province, Unit], moves: Mapping[Province, Move], unit: Unit) -> dict[Province, UnitOrder]:
    """Convoy orders for the fleets of a route that the army names, or could have named, where they are free."""
    move = moves[unit.province]
    chains = [c for c in _chains(board, unit.province) if c[-1] in BOARD.sea_neighbours.get(move.to[:3], ())]
    if unit.kind == "F" or not (move.by_sea or move.to not in BOARD.army_reach[unit.province]) or not chains:
        return {}
    seas = move.route or chains[0]
    return {s: Convoy(s, Named("A", unit.at), move.to) for s in seas if s in board and s not in moves}


def random_move(rng: Random, board: Mapping[Province, Unit], unit: Unit) -> Move:
    """A move of the unit, rather into a crowd than away from it; armies like to go by sea."""
    here = unit.province
    if unit.kind == "F":
        places = sorted(place for row in BOARD.fleet_reach[unit.at].values() for place in row)
        places += [place[:3] for place in places if "/" in place]
        return Move(here, _rather_taken(rng, board, places))
    if here in BOARD.coastal and rng.random() < 0.7:
        chains = list(_chains(board, here))
        if chains:
            chain = rng.choice(chains)
            ends = [p for p in sorted(BOARD.coastal) if chain[-1] in BOARD.sea_neighbours[p] and p != here]
            to = _rather_taken(rng, board, ends)
            if rng.random() < 0.6:
                return Move(here, to, True, chain)
            if rng.random() < 0.1:
                return Move(here, to, True, tuple(rng.sample(sorted(BOARD.seas), 2)))
            return Move(here, to, rng.random() < 0.5)
    return Move(here, _rather_taken(rng, board, sorted(BOARD.army_reach[here])))


def _rather_taken(rng: Random, board: Mapping[Province, Unit], places: list[str]) -> str:
    taken = [place for place in places if place[:3] in board]
    return rng.choice(taken if taken and rng.random() < 0.7 else places)


def _chains(board: Mapping[Province, Unit], start: Province) -> list[tuple[Province, ...]]:
    """The chains of one or two fleets that touch the coast."""
    fleets = sorted(p for p, u in board.items() if u.kind == "F" and p in BOARD.seas)
    first = [(sea,) for sea in fleets if sea in BOARD.sea_neighbours.get(start, ())]
    return first + [(a, b) for (a,) in first for b in fleets if b != a and b in BOARD.sea_neighbours[a]]


def _helps(
    board: Mapping[Province, Unit], moves: Mapping[Province, Move], province: Province
) -> list[tuple[UnitOrder, int]]:
    """What the unit could do for others, with weights: convoys and attacks on someone matter most."""
    found: list[tuple[UnitOrder, int]] = []
    for other, unit in board.items():
        of = Named(unit.kind, unit.at)
        move = moves.get(other)
        if other == province:
            continue
        if move is None:
            if BOARD.can_reach(board[province], other):
                found.append((SupportHold(province, of), 2))
            continue
        to = move.to[:3]
        if BOARD.can_reach(board[province], to) and to != province:
            found.append((SupportMove(province, of, move.to), 4 if to in board else 2))
        if province in BOARD.seas and unit.kind == "A" and (move.by_sea or to not in BOARD.army_reach[other]):
            fits = province in move.route or not move.route
            found.append((Convoy(province, of, to), 16 if fits else 1))
        elif province in BOARD.seas and unit.kind == "A":
            found.append((Convoy(province, of, to), 1))
    return found


def tangle(rng: Random) -> tuple[dict[Province, Unit], dict[Province, UnitOrder]]:
    """The seed of a convoy paradox: an army lands on a fleet that supports an attack on the army's own convoy."""
    sea = rng.choice(sorted(BOARD.seas))
    coasts = sorted(p for p in BOARD.coastal if sea in BOARD.sea_neighbours[p])
    start, target = rng.sample(coasts, 2)
    ports = [place for place in BOARD.locations(target, "F") if sea in BOARD.fleet_reach[place]]
    bases = [p for p in BOARD.fleet_locations if p[:3] not in (start, target) and sea in BOARD.fleet_reach[p]]
    attacker = rng.choice(bases)
    mine, theirs = rng.sample(POWERS, 2)
    units = [
        Unit(mine, "A", start),
        Unit(rng.choice((mine, mine, theirs)), "F", sea),
        Unit(theirs, "F", rng.choice(ports)),
        Unit(rng.choice((theirs, theirs, mine, POWERS[0])), "F", attacker),
    ]
    orders: list[UnitOrder] = [
        Move(start, target, True, (sea,) if rng.random() < 0.7 else ()),
        Convoy(sea, Named("A", start), target),
        SupportMove(target, Named("F", attacker), sea),
        Move(attacker[:3], sea),
    ]
    return {u.province: u for u in units}, {order.unit: order for order in orders}


def entangled(rng: Random, most: int) -> tuple[dict[Province, Unit], dict[Province, UnitOrder]]:
    """A tangle, or two of them, among other units that meddle."""
    board, orders = tangle(rng)
    if rng.random() < 0.3:
        more, meddling = tangle(rng)
        board, orders = {**more, **board}, {**meddling, **orders}
    around = sorted({q for p in board for q in BOARD.neighbours[p]} - board.keys())
    for province in rng.sample(around, min(len(around), rng.randint(0, max(0, most - len(board))))):
        kind = rng.choice([kind for kind in _KINDS if BOARD.locations(province, kind)])
        board[province] = Unit(rng.choice(POWERS), kind, rng.choice(BOARD.locations(province, kind)))
    fixed = {p: order for p, order in orders.items() if rng.random() < 0.95}
    moves = {p: order for p, order in fixed.items() if isinstance(order, Move)}
    given = dict(fixed)
    for province, unit in board.items():
        wishes = _helps(board, moves, province)
        if province in given:
            continue
        if not wishes or rng.random() < 0.3:
            given[province] = random_move(rng, board, unit)
        else:
            given[province] = rng.choices([order for order, _ in wishes], [weight for _, weight in wishes])[0]
    return board, given


def random_options(rng: Random) -> Options:
    """A rule set, as it is or with movement options changed."""
    rules = load_rules(rng.choice(RULES))
    if rng.random() < 0.6:
        return rules.options
    return rules.with_options({key: rng.choice(values) for key, values in CHANGES.items()}).options


def position(board: Mapping[Province, Unit]) -> Position:
    return Position(parse_turn("S1901"), dict(board), {})


def random_turn(rng: Random, most: int) -> tuple[Options, Position, dict[Province, UnitOrder]]:
    """Options, a position and the orders for it."""
    if rng.random() < 0.4:
        board, orders = entangled(rng, most)
        return random_options(rng), position(board), orders
    board = random_units(rng, most)
    return random_options(rng), position(board), random_orders(rng, board)


def turns(most: int = 10) -> st.SearchStrategy[tuple[Options, Position, dict[Province, UnitOrder]]]:
    """Turns that hypothesis can shrink."""
    return st.builds(lambda rng: random_turn(rng, most), st.randoms(use_true_random=False))


def random_fall(rng: Random, most: int) -> tuple[RuleSet, Position, TurnOrders]:
    """A whole Fall turn: centres owned at random, preference lists for some, builds and disbands wished for."""
    _, board, moves = random_turn(rng, most)
    rules = load_rules(rng.choice(RULES))
    if rng.random() < 0.5:
        rules = rules.with_options({key: rng.choice(values) for key, values in (CHANGES | LATER_CHANGES).items()})
    owners = {centre: rng.choice(POWERS) for centre in BOARD.centres if rng.random() < 0.35}
    lists = {p: RetreatList(p, _wanted_places(rng, unit)) for p, unit in board.units.items() if rng.random() < 0.6}
    builds = {power: _wanted_builds(rng, power) for power in POWERS if rng.random() < 0.6}
    disbands = {power: _wanted_disbands(rng, board) for power in POWERS if rng.random() < 0.6}
    return rules, replace(board, turn=parse_turn("F1905"), centres=owners), TurnOrders(moves, lists, builds, disbands)


LATER_CHANGES: Mapping[str, Sequence[str]] = {
    "retreat_to_attacker_origin_by_sea": ("yes", "no"),
    "retreats": ("advance", "phase"),
    "retreat_conflict": ("yield", "both_disband"),
    "retreat_unordered": ("heuristic", "disband"),
    "adjustments": ("advance", "phase"),
    "disband_reference": ("before", "after"),
    "disband_unordered": ("heuristic", "distance"),
}


def _wanted_places(rng: Random, unit: Unit) -> tuple[str, ...]:
    if unit.kind == "A":
        places = sorted(BOARD.army_reach[unit.at])
    else:
        places = sorted(place for row in BOARD.fleet_reach[unit.at].values() for place in row)
        places += [place[:3] for place in places if "/" in place]
    wanted = rng.sample(places, min(len(places), rng.randint(1, 4)))
    return (*wanted, DISBAND) if rng.random() < 0.2 else tuple(wanted)


def _wanted_builds(rng: Random, power: str) -> tuple[Build, ...]:
    places = [place for home in BOARD.homes_of(power) for place in (home, *BOARD.locations(home, "F"))]
    return tuple(Build(rng.choice(_KINDS), rng.choice(places)) for _ in range(rng.randint(1, 4)))


def _wanted_disbands(rng: Random, board: Position) -> tuple[Disband, ...]:
    standing = sorted(board.units)
    return tuple(Disband("A", rng.choice(standing)) for _ in range(rng.randint(1, 3)))


def falls(most: int = 12) -> st.SearchStrategy[tuple[RuleSet, Position, TurnOrders]]:
    """Whole Fall turns that hypothesis can shrink."""
    return st.builds(lambda rng: random_fall(rng, most), st.randoms(use_true_random=False))
