"""What a picture shows, before anything is drawn: pieces, orders with their outcomes, retreats, owners.

An orders picture shows the board before the turn and every order as given. A results picture shows the board after it:
each unit where it ended, the way that it came, and what became of every order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from tianshen.model.orders import DISBAND, Convoy, Move, SupportMove
from tianshen.model.position import ARMY, Unit, province_of
from tianshen.model.turns import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tianshen.judge.ruling import Outcome, Ruling
    from tianshen.judge.turn_result import TurnResult
    from tianshen.model.board import Board
    from tianshen.model.orders import UnitOrder
    from tianshen.model.position import Location, Position, Power, Province
    from tianshen.record.turn_record import TurnRecord

State: TypeAlias = Literal[
    "stands",
    "dislodged",  # must retreat
    "fled",  # was dislodged and has retreated from here
    "crushed",  # was dislodged and disbanded
    "built",
    "disbanded",
]


@dataclass(frozen=True, slots=True)
class SceneUnit:
    """A unit on the board; those that were dislodged stand aside, and know where their attacker came from."""

    unit: Unit
    state: State = "stands"
    attacker: Province | None = None

    @property
    def is_aside(self) -> bool:
        """Return whether another unit has its place."""
        return self.state in ("dislodged", "fled", "crushed")


@dataclass(frozen=True, slots=True)
class Deed:
    """An order as drawn. `outcome` is None where the picture shows no results.

    `route` are the seas of a move by sea, as far as they are known; `by_sea` may be true without one. `matches` is
    false for a support or convoy of a move that was not ordered.
    """

    unit: Unit
    order: UnitOrder | None
    outcome: Outcome | None = None
    by_sea: bool = False
    route: tuple[Province, ...] = ()
    matches: bool = True


@dataclass(frozen=True, slots=True)
class Flight:
    """A retreat."""

    unit: Unit
    to: Location


@dataclass(frozen=True)
class Scene:
    """Everything that stands on the map, and who owns which centre. `gained` are the centres just captured."""

    centres: Mapping[Province, Power]
    pieces: tuple[SceneUnit, ...] = ()
    deeds: tuple[Deed, ...] = ()
    flights: tuple[Flight, ...] = ()
    standoffs: tuple[Province, ...] = ()
    gained: frozenset[Province] = field(default_factory=frozenset)


def position_scene(position: Position) -> Scene:
    """Return the board as it stands."""
    return Scene(
        position.centres,
        (*_standing(position), *(SceneUnit(item.unit, "dislodged", item.attacker_from) for item in position.dislodged)),
        standoffs=tuple(sorted(position.standoffs)),
    )


def orders_scene(record: TurnRecord) -> Scene:
    """Return the board before the turn with every order as given; lists that only might come to count are left out."""
    before = record.result.before
    scene = position_scene(before)
    flights: list[Flight] = []
    pieces = list(scene.pieces)
    if before.turn.phase is Phase.RETREATS:
        flights = list(_ordered_flights(record))
    elif before.turn.phase is Phase.ADJUSTMENTS:
        pieces = _adjusted_as_ordered(record)
    return Scene(before.centres, tuple(pieces), _deeds(record, with_outcomes=False), tuple(flights), scene.standoffs)


def results_scene(record: TurnRecord) -> Scene:
    """Return the board after the turn, with the ways that units came and what became of every order."""
    result = record.result
    pieces = [*_after(result), *_gone_aside(result)]
    pieces.extend(
        SceneUnit(item.unit, "disbanded") for item in result.adjustments if item.kind == "disband" and item.unit
    )
    return Scene(
        result.position.centres,
        tuple(pieces),
        _deeds(record, with_outcomes=True),
        tuple(Flight(item.unit, item.to) for item in result.retreats if item.to is not None),
        tuple(sorted(result.standoffs)),
        frozenset(item.centre for item in result.captures),
    )


def _standing(position: Position) -> Iterable[SceneUnit]:
    return (SceneUnit(unit) for _, unit in sorted(position.units.items()))


def _after(result: TurnResult) -> Iterable[SceneUnit]:
    built = {item.unit.at for item in result.adjustments if item.kind == "build" and item.unit}
    for _, unit in sorted(result.position.units.items()):
        yield SceneUnit(unit, "built" if unit.at in built else "stands")


def _gone_aside(result: TurnResult) -> Iterable[SceneUnit]:
    fates = {item.unit: item.to for item in result.retreats}
    for item in result.dislodged:
        state: State = "dislodged"
        if item.unit in fates:
            state = "crushed" if fates[item.unit] is None else "fled"
        yield SceneUnit(item.unit, state, item.attacker_from)


def _ordered_flights(record: TurnRecord) -> Iterable[Flight]:
    retreats = record.reading.orders.retreats
    for item in record.result.before.dislodged:
        wanted = retreats.get(item.unit.province)
        if wanted and wanted.entries and wanted.entries[0] != DISBAND:
            yield Flight(item.unit, wanted.entries[0])


def _adjusted_as_ordered(record: TurnRecord) -> list[SceneUnit]:
    orders = record.reading.orders
    units = record.result.before.units
    leaving = {province_of(entry.at) for entries in orders.disbands.values() for entry in entries}
    pieces = [SceneUnit(unit, "disbanded" if p in leaving else "stands") for p, unit in sorted(units.items())]
    for power, entries in orders.builds.items():
        pieces.extend(
            SceneUnit(Unit(power, entry.kind, entry.at), "built")
            for entry in entries
            if province_of(entry.at) not in units
        )
    return pieces


def _deeds(record: TurnRecord, *, with_outcomes: bool) -> tuple[Deed, ...]:
    rulings = record.result.rulings
    deeds = []
    for province, ruling in sorted(rulings.items()):
        by_sea, route = _sea_way(record, province, ruling)
        deeds.append(
            Deed(
                ruling.unit,
                ruling.order,
                ruling.outcome if with_outcomes else None,
                by_sea,
                route,
                _matches(rulings, ruling.order),
            )
        )
    return tuple(deeds)


def _matches(rulings: Mapping[Province, Ruling], order: UnitOrder | None) -> bool:
    if not isinstance(order, SupportMove | Convoy):
        return True
    other = rulings.get(order.of.province)
    return other is not None and isinstance(other.order, Move) and province_of(other.order.to) == province_of(order.to)


def _sea_way(record: TurnRecord, province: Province, ruling: Ruling) -> tuple[bool, tuple[Province, ...]]:
    """Return whether the order is a move by sea, and the seas that it crosses as far as they are known."""
    order = ruling.order
    if not isinstance(order, Move) or ruling.unit.kind != ARMY:
        return False, ()
    target = province_of(order.to)
    carriers = set(record.result.inferred.get(province, ())) | _carriers(record.result.rulings, province, target)
    is_stated = order.by_sea or bool(order.route)
    if not is_stated and not carriers:
        is_far = target not in record.board.army_reach.get(province, ())
        return is_far and {province, target} <= record.board.coastal, ()
    return True, order.route or _chain(record.board, carriers, province, target)


def _carriers(rulings: Mapping[Province, Ruling], province: Province, target: Province) -> set[Province]:
    """Return the fleets whose convoy orders fit the move and were possible."""
    return {
        fleet
        for fleet, ruling in rulings.items()
        if isinstance(ruling.order, Convoy)
        and ruling.outcome != "void"
        and ruling.order.of.province == province
        and province_of(ruling.order.to) == target
    }


def _chain(board: Board, fleets: set[Province], origin: Province, target: Province) -> tuple[Province, ...]:
    """Return the shortest chain of those fleets from origin to target; empty where they form none."""
    ways: list[tuple[Province, ...]] = [
        (sea,) for sea in sorted(fleets & board.sea_neighbours.get(origin, frozenset()))
    ]
    seen = {way[-1] for way in ways}
    while ways:
        for way in ways:
            if target in board.neighbours[way[-1]]:
                return way
        ways = [(*way, sea) for way in ways for sea in sorted((fleets & board.sea_neighbours[way[-1]]) - seen)]
        seen |= {way[-1] for way in ways}
    return ()
