"""The rules of movement, as the rule text argues them: one judgement of one order, given what others achieve.

`look(province)` says whether the order of the unit in that province succeeds: a move arrives, a support is given, a
carrying fleet is not dislodged. The rulebook keeps no state and guesses nothing; see `solver.py` for how circles of
orders are settled. Strengths are those of DATC 5.B.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.judge.ruling import (
    ALONE,
    CONVOY_GIVEN,
    MOVES_ALONE,
    NOTHING,
    SUPPORT_GIVEN,
    ChainBounce,
    ConvoyDislodged,
    CutBy,
    CutByDislodgement,
    Dislodges,
    LostHeadToHead,
    Moves,
    NotCarried,
    OwnConvoy,
    OwnUnit,
    Paradox,
    Prevails,
    Prevented,
    Reason,
    Resisted,
    RouteBroken,
    Strength,
    Uncounted,
)
from tianshen.model.orders import Convoy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from tianshen.judge.legality import OrderTable, UnitOrderState
    from tianshen.model.position import Power, Province

    Look: TypeAlias = Callable[[Province], bool]


def uncontested(field: OrderTable, task: UnitOrderState) -> Reason | None:
    """How a legal, matching order ends with which nobody interferes; None if somebody might.

    A move by land that nobody supports, to a vacant place that nobody else wants; a support or a convoy that nobody
    attacks. Says the same as `judge_order` would, without asking about others.
    """
    if task.moves:
        if task.by_sea or task.target in field.tasks or task.origin in field.move_supports:
            return None
        return MOVES_ALONE if len(field.movers[task.target]) == 1 else None
    if task.origin in field.movers:
        return None
    return CONVOY_GIVEN if isinstance(task.order, Convoy) else SUPPORT_GIVEN


def judge_order(field: OrderTable, province: Province, look: Look) -> Reason:
    """How the legal, matching order of the unit in the province ends."""
    task = field.tasks[province]
    if task.moves:
        return judge_move(field, task, look)
    if isinstance(task.order, Convoy):
        return judge_convoy(field, task, look)
    return judge_support(field, task, look)


def judge_move(field: OrderTable, task: UnitOrderState, look: Look) -> Reason:
    """Judge a move.

    It arrives if it is stronger than what holds the place and than all others that want it (房规 2.2).
    """
    broken = broken_route(field, task, look)
    if broken is not None:
        return broken
    occupant = field.tasks.get(task.target)
    verdict: Reason | None = None
    if occupant is None:
        attack = strength(field.move_supports, task, look, None)
    elif is_head_to_head(task, occupant):
        attack, verdict = _against_opponent(field, task, occupant, look)
    elif occupant.moves and look(occupant.origin):
        attack = strength(field.move_supports, task, look, None)
    else:
        attack, verdict = _against_holder(field, task, occupant, look)
    if verdict is None or isinstance(verdict, Dislodges):
        return _against_rivals(field, task, attack, verdict, look)
    return verdict


def _against_opponent(
    field: OrderTable, task: UnitOrderState, opponent: UnitOrderState, look: Look
) -> tuple[Strength, Dislodges | LostHeadToHead | OwnUnit]:
    """Judge a head-to-head battle: the stronger of two that move into each other's place wins (房规 2.2.2 三)."""
    own = opponent.power == task.power
    attack = strength(field.move_supports, task, look, None if own else opponent.power)
    defend = strength(field.move_supports, opponent, look, None)
    if attack.value <= defend.value:
        return attack, LostHeadToHead(opponent.origin, attack, defend)
    if own:
        return attack, OwnUnit(opponent.origin, attack)
    return attack, Dislodges(opponent.origin, attack, defend)


def _against_holder(
    field: OrderTable, task: UnitOrderState, holder: UnitOrderState, look: Look
) -> tuple[Strength, Dislodges | Resisted | ChainBounce | OwnUnit | OwnConvoy]:
    """Judge an attack on a unit that stays: stronger, and not on behalf of its own power (房规 2.2.1, 特别规则)."""
    own = holder.power == task.power
    attack = strength(field.move_supports, task, look, None if own else holder.power)
    hold = strength(field.hold_supports, holder, look, None)
    if attack.value <= hold.value:
        return attack, (ChainBounce if holder.moves else Resisted)(holder.origin, attack, hold)
    if own:
        return attack, OwnUnit(holder.origin, attack)
    fleet = own_carrier(field, task, holder.power, look)
    if fleet is not None:
        return attack, OwnConvoy(holder.origin, fleet, attack)
    return attack, Dislodges(holder.origin, attack, hold)


def _against_rivals(
    field: OrderTable, task: UnitOrderState, attack: Strength, dislodges: Reason | None, look: Look
) -> Reason:
    """Judge a stand-off: no other move to the same place may be as strong (房规 2.2.1 二)."""
    strongest: tuple[Province, Strength] | None = None
    for rival in field.movers[task.target]:
        if rival is task:
            continue
        prevent = prevent_strength(field, rival, look)
        if prevent.value >= attack.value:
            return Prevented(rival.origin, attack, prevent)
        if prevent.value and (strongest is None or prevent.value > strongest[1].value):
            strongest = (rival.origin, prevent)
    if dislodges is not None:
        return dislodges
    if strongest is not None:
        return Prevails(strongest[0], attack, strongest[1])
    return Moves(attack)


def is_head_to_head(task: UnitOrderState, other: UnitOrderState) -> bool:
    """Return whether two units move into each other's place, both by land or coast; by convoy they pass each other."""
    return other.moves and other.target == task.origin and not task.by_sea and not other.by_sea


def prevent_strength(field: OrderTable, task: UnitOrderState, look: Look) -> Strength:
    """Return the strength with which a move keeps others out of its target.

    None at all if its convoy fails, or if it lost a head-to-head battle against the unit in the target; a unit
    dislodged from elsewhere still keeps others out (房规 2.2.2 特例).
    """
    if broken_route(field, task, look) is not None:
        return NOTHING
    opponent = field.tasks.get(task.target)
    if opponent is not None and is_head_to_head(task, opponent) and look(opponent.origin):
        return NOTHING
    return strength(field.move_supports, task, look, None)


def strength(
    supports: dict[Province, list[UnitOrderState]], task: UnitOrderState, look: Look, victim: Power | None
) -> Strength:
    """One, and one for each support given; supports of the victim's power never help to dislodge it (特别规则)."""
    supporters = supports.get(task.origin)
    if supporters is None:
        return ALONE
    counted: list[Province] = []
    uncounted: list[Uncounted] = []
    for supporter in supporters:
        if supporter.power == victim:
            uncounted.append(Uncounted(supporter.origin, "own_unit"))
        elif look(supporter.origin):
            counted.append(supporter.origin)
        else:
            uncounted.append(Uncounted(supporter.origin, "cut"))
    return Strength(tuple(counted), tuple(uncounted))


def judge_support(field: OrderTable, task: UnitOrderState, look: Look) -> Reason:
    """Judge a support: it is cut by any foreign attack from elsewhere than where it is directed at (房规 2.2.3).

    An attack from there cuts it only by dislodging the supporter, and only if the rule set says so.
    """
    for attacker in field.movers.get(task.origin, ()):
        if attacker.power == task.power:
            continue
        if attacker.origin != task.target:
            if broken_route(field, attacker, look) is None:
                return CutBy(attacker.origin)
        elif field.options.dislodgement_cuts_support and look(attacker.origin):
            return CutByDislodgement(attacker.origin)
    return SUPPORT_GIVEN


def judge_convoy(field: OrderTable, task: UnitOrderState, look: Look) -> Reason:
    """Judge a convoy: the fleet carries unless it is dislodged; being attacked does not disturb it (房规 2.4.2)."""
    for attacker in field.movers.get(task.origin, ()):
        if look(attacker.origin):
            return ConvoyDislodged(attacker.origin)
    return CONVOY_GIVEN


def broken_route(field: OrderTable, task: UnitOrderState, look: Look) -> NotCarried | RouteBroken | Paradox | None:
    """Why an army that goes by sea is not carried; None if it is, or if it goes by land (房规 2.4.2)."""
    if not task.by_sea:
        return None
    if task.origin in field.paradoxes:
        return Paradox(field.paradoxes[task.origin])
    if task.uncarried is not None or not task.carriers:
        return NotCarried(task.uncarried)
    if not task.needs_all and _chain_holds(field, task, look, None):
        return None
    lost = next((fleet for fleet in task.carriers if not look(fleet)), None)
    return None if lost is None else RouteBroken(lost)


def _chain_holds(field: OrderTable, task: UnitOrderState, look: Look, without: Power | None) -> bool:
    """Return whether undislodged carriers, those of one power left out, still link origin and target."""
    # By hand: only fleets that are not reached yet may be looked at, for looking settles their questions.
    near = field.board.sea_neighbours
    goal = near[task.target]
    reached: set[Province] = set()
    queue: list[Province] = [task.origin]
    while queue:
        here = queue.pop()
        for fleet in _carriers_beside(field, task, here, without):
            if fleet not in reached and look(fleet):
                if fleet in goal:
                    return True
                reached.add(fleet)
                queue.append(fleet)
    return False


def _carriers_beside(
    field: OrderTable, task: UnitOrderState, here: Province, without: Power | None
) -> Sequence[Province]:
    near = field.board.sea_neighbours[here]
    return [fleet for fleet in task.carriers if fleet in near and field.tasks[fleet].power != without]


def own_carrier(field: OrderTable, task: UnitOrderState, victim: Power, look: Look) -> Province | None:
    """Return the fleet with which the victim's own power carries its attacker where the rules forbid that (特别规则).

    On a stated or inferred route any fleet of that power counts; otherwise every chain that holds must need one.
    """
    if not task.by_sea or field.options.own_convoy_dislodges:
        return None
    fleet = next((c for c in task.carriers if field.tasks[c].power == victim), None)
    return fleet if task.needs_all or not _chain_holds(field, task, look, victim) else None
