"""A movement turn as a whole: orders to rulings, dislodged units, stand-offs and the board afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tianshen.judge import rulebook
from tianshen.judge.legality import OrderTable, UnitOrderState, moved_unit, prepare_orders
from tianshen.judge.ruling import (
    HOLDS,
    Beleaguered,
    Dislodges,
    Knot,
    KnotFails,
    Moves,
    Outcome,
    Overcome,
    Reason,
    RingTurns,
    Ruling,
    Strength,
    Withstands,
)
from tianshen.judge.solver import Solver
from tianshen.model.orders import Convoy
from tianshen.model.position import Dislodged

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from tianshen.model.board import Board
    from tianshen.model.orders import UnitOrder
    from tianshen.model.position import Position, Province, Unit
    from tianshen.model.rules import Options


@dataclass(frozen=True, slots=True)
class Movement:
    """The result of a movement turn.

    `rulings` by the province in which each unit stood; `units` by the province in which the undislodged ones stand
    now; `inferred` the armies whose sea route was inferred from convoy orders.
    """

    rulings: Mapping[Province, Ruling]
    units: Mapping[Province, Unit]
    dislodged: tuple[Dislodged, ...]
    standoffs: frozenset[Province]
    knots: tuple[Knot, ...]
    inferred: Mapping[Province, tuple[Province, ...]]


def judge_movement(
    board: Board,
    options: Options,
    position: Position,
    orders: Mapping[Province, UnitOrder],
    voided: Collection[Province] = (),
) -> Movement:
    """Judges all orders of a movement turn at once; a unit without an order holds (房规 2.2; DATC 5.B)."""
    field = prepare_orders(board, options, position, orders, voided)
    knots: list[Knot] = []
    reasons = _settle(field, knots)
    return _outcome(field, reasons, knots)


def _settle(field: OrderTable, knots: list[Knot]) -> dict[Province, Reason]:
    """Return the reason of every order that can be judged; what nobody contests is decided without the solver."""
    keys: list[Province] = []
    known: dict[Province, Reason] = {}
    for province, task in field.tasks.items():
        if task.target and task.void is None:
            reason = rulebook.uncontested(field, task)
            if reason is None:
                keys.append(province)
            else:
                known[province] = reason

    def untie(knot: Sequence[Province], found: Sequence[Mapping[Province, bool]]) -> Mapping[Province, bool]:
        return _untie(field, knots, knot, found)

    reasons = Solver(keys, partial(rulebook.judge_order, field), _succeeds, untie, known).solve()
    for knot in knots:
        _name_knot(field, knot, reasons)
    return reasons


def _succeeds(reason: Reason) -> bool:
    return reason.outcome is Outcome.SUCCEEDS


def _untie(
    field: OrderTable, knots: list[Knot], keys: Sequence[Province], found: Sequence[Mapping[Province, bool]]
) -> Mapping[Province, bool]:
    """Untie a knot: a ring of moves turns.

    A paradox stops its convoys (Szykman, DATC 4.A.2); any other knot fails (5.B.9).
    """
    units = tuple(keys)
    armies = {_carried(field.tasks[key]) for key in keys if _is_convoy(field.tasks[key])}
    if armies:
        # The armies are named too, though nobody may have asked whether they arrive.
        units = tuple(sorted(armies.union(keys)))
        knots.append(Knot("paradox", units))
        field.paradoxes.update(dict.fromkeys(armies, units))
        return {}
    most = max((sum(assignment.values()) for assignment in found), default=0)
    turning = [assignment for assignment in found if sum(assignment.values()) == most]
    if len(turning) == 1 and all(field.tasks[key].moves for key in keys):
        knots.append(Knot("ring", units))
        return turning[0]
    knots.append(Knot("open", units))
    return dict.fromkeys(keys, False)


def _is_convoy(task: UnitOrderState) -> bool:
    return isinstance(task.order, Convoy)


def _carried(carrier: UnitOrderState) -> Province:
    order = carrier.order
    assert isinstance(order, Convoy)
    return order.of.province


def _name_knot(field: OrderTable, knot: Knot, reasons: dict[Province, Reason]) -> None:
    """Lets the rulings say that they rest on the knot; a paradox is named by its armies already."""
    for unit in knot.units:
        reason = reasons[unit]
        if knot.kind == "ring" and isinstance(reason, Moves):
            reasons[unit] = RingTurns(knot.units, reason.attack)
        elif knot.kind == "open":
            reasons[unit] = KnotFails(knot.units)


def _outcome(field: OrderTable, reasons: dict[Province, Reason], knots: list[Knot]) -> Movement:
    arrivals = _arrivals(field, reasons)
    units = {province: moved_unit(task) for province, task in arrivals.items()}
    rulings: dict[Province, Ruling] = {}
    dislodged: list[Dislodged] = []
    for province, task in field.tasks.items():
        reason = task.void or reasons.get(province) or _holding(field, task, reasons)
        attacker = arrivals.get(province)
        if task.moves and _succeeds(reason):
            attacker = None
        elif attacker is None:
            units[province] = task.unit
        else:
            dislodged.append(Dislodged(task.unit, attacker.origin, attacker.by_sea))
        rulings[province] = Ruling(task.unit, task.order, reason, attacker.origin if attacker else None)
    return Movement(
        rulings,
        units,
        tuple(dislodged),
        _standoffs(field, reasons, units),
        tuple(knots),
        {task.origin: task.carriers for task in field.inferred},
    )


def _arrivals(field: OrderTable, reasons: Mapping[Province, Reason]) -> dict[Province, UnitOrderState]:
    return {task.target: task for task in field.tasks.values() if task.moves and _succeeds(reasons[task.origin])}


def _holding(field: OrderTable, task: UnitOrderState, reasons: Mapping[Province, Reason]) -> Reason:
    """Return what happened to a unit that held."""
    attackers = field.movers.get(task.origin)
    if not attackers:
        return HOLDS

    def look(province: Province) -> bool:
        return _succeeds(reasons[province])

    hold = rulebook.strength(field.hold_supports, task, look, None)
    carried = [a for a in attackers if rulebook.broken_route(field, a, look) is None]
    if not carried:
        return HOLDS
    for attacker in carried:
        reason = reasons[attacker.origin]
        if isinstance(reason, Dislodges):
            return Overcome(attacker.origin, reason.attack, hold)
    strongest = _strongest(field, task, carried, look)
    attack, origin = strongest[0]
    if attack.value > hold.value and len(strongest) > 1:
        return Beleaguered(tuple(origin for _, origin in strongest), attack, hold)
    return Withstands(origin, attack, hold)


def _strongest(
    field: OrderTable, task: UnitOrderState, attackers: Sequence[UnitOrderState], look: rulebook.Look
) -> list[tuple[Strength, Province]]:
    """Return the strongest attacks on the unit with their origins; those of its own power count where none else are."""
    foreign = [attacker for attacker in attackers if attacker.power != task.power]
    victim = task.power if foreign else None
    attacks = [
        (rulebook.strength(field.move_supports, attacker, look, victim), attacker.origin)
        for attacker in foreign or attackers
    ]
    top = max(attack.value for attack, _ in attacks)
    return [(attack, origin) for attack, origin in attacks if attack.value == top]


def _standoffs(
    field: OrderTable, reasons: Mapping[Province, Reason], units: Mapping[Province, Unit]
) -> frozenset[Province]:
    """Return the provinces left vacant by a stand-off.

    A move that was carried and not lost head-to-head failed there.
    """

    def look(province: Province) -> bool:
        return _succeeds(reasons[province])

    return frozenset(
        target
        for target, movers in field.movers.items()
        if target not in units and any(rulebook.prevent_strength(field, mover, look).value for mover in movers)
    )
