"""What must hold on every board, whatever the orders."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from boards import BOARD, POWERS, falls, near, random_fall, turns
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tianshen.judge.movement import Movement, judge_movement
from tianshen.judge.ruling import (
    Beleaguered,
    ChainBounce,
    ConvoyDislodged,
    CutBy,
    CutByDislodgement,
    Dislodges,
    LostHeadToHead,
    NotCarried,
    Outcome,
    OwnConvoy,
    OwnUnit,
    Paradox,
    Prevails,
    Prevented,
    Resisted,
    RouteBroken,
    Withstands,
)
from tianshen.judge.whole_turn import TurnResult, judge_turn
from tianshen.model.orders import Convoy, Hold, Move, TurnOrders
from tianshen.model.position import Position, Unit

if TYPE_CHECKING:
    from tianshen.model.rules import Options, RuleSet

EXAMPLES = int(os.environ.get("TIANSHEN_EXAMPLES", "100"))
law = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
K, V = TypeVar("K"), TypeVar("V")


def shuffled(table: dict[K, V], rng: random.Random) -> dict[K, V]:
    keys = list(table)
    rng.shuffle(keys)
    return {key: table[key] for key in keys}


def judged(turn: tuple[Options, Position, dict]) -> Movement:
    options, position, orders = turn
    return judge_movement(BOARD, options, position, orders)


@law
@given(turns(), st.randoms(use_true_random=False))
def test_sequence_of_units_and_orders_changes_nothing(turn, rng):
    options, position, orders = turn
    other = replace(position, units=shuffled(dict(position.units), rng))
    assert judge_movement(BOARD, options, other, shuffled(orders, rng)) == judged(turn)


@law
@given(falls(), st.randoms(use_true_random=False))
def test_sequence_changes_nothing_in_a_whole_turn(fall, rng):
    rules, position, orders = fall
    other = replace(position, units=shuffled(dict(position.units), rng), centres=shuffled(dict(position.centres), rng))
    again = TurnOrders(
        shuffled(dict(orders.moves), rng),
        shuffled(dict(orders.retreats), rng),
        shuffled(dict(orders.builds), rng),
        shuffled(dict(orders.disbands), rng),
    )
    assert judge_turn(BOARD, rules, other, again, secret="s") == judge_turn(BOARD, rules, position, orders, secret="s")


@law
@given(turns(), st.permutations(POWERS))
def test_names_of_powers_change_nothing(turn, names):
    """Only who is whose matters in the movement; which power it is does not."""
    options, position, orders = turn
    table = dict(zip(POWERS, names, strict=True))
    units = {p: replace(unit, power=table[unit.power]) for p, unit in position.units.items()}
    renamed = judge_movement(BOARD, options, replace(position, units=units), orders)
    movement = judged(turn)
    assert {p: (r.reason, r.dislodged_by) for p, r in renamed.rulings.items()} == {
        p: (r.reason, r.dislodged_by) for p, r in movement.rulings.items()
    }


@law
@given(turns(most=7), st.data())
def test_an_order_far_away_changes_nothing(turn, data):
    options, position, orders = turn
    touched = set(position.units)
    for order in orders.values():
        touched |= {getattr(order, "to", "")[:3], *getattr(order, "route", ())} - {""}
    close = {near_by for province in touched for near_by in near(province, 75) if _steps(province, near_by) <= 3}
    far = sorted(set(BOARD.army_reach) - close)
    assume(far)
    here = data.draw(st.sampled_from(far))
    unit = Unit("russia", "A", here)
    order = data.draw(st.sampled_from([Hold(here), *(Move(here, to) for to in sorted(BOARD.army_reach[here]))]))
    more = judge_movement(
        BOARD, options, replace(position, units={**position.units, here: unit}), {**orders, here: order}
    )
    movement = judged(turn)
    assert {p: ruling for p, ruling in more.rulings.items() if p != here} == movement.rulings
    assert more.dislodged == movement.dislodged
    assert more.standoffs == movement.standoffs


def _steps(a: str, b: str) -> int:
    return BOARD.distances([a])[b]


@law
@given(turns())
def test_every_ruling_agrees_with_the_board_afterwards(turn):
    _, position, _ = turn
    movement = judged(turn)
    arrived = {}
    for province, ruling in movement.rulings.items():
        if isinstance(ruling.order, Move) and ruling.succeeds:
            assert movement.units[ruling.order.to[:3]] == replace(ruling.unit, at=ruling.order.to)
            arrived[ruling.order.to[:3]] = province
        elif ruling.dislodged_by is None:
            assert movement.units[province] == ruling.unit
    assert {item.unit.province: item.attacker_from for item in movement.dislodged} == {
        province: ruling.dislodged_by for province, ruling in movement.rulings.items() if ruling.dislodged_by
    }
    for item in movement.dislodged:
        assert arrived[item.unit.province] == item.attacker_from
        assert movement.units[item.unit.province].power != item.unit.power
    assert len(movement.units) == len(position.units) - len(movement.dislodged)
    assert all(unit.province == province for province, unit in movement.units.items())
    assert not movement.standoffs & movement.units.keys()


@law
@given(turns())
def test_disrupted_only_if_a_fleet_is_lost_or_does_not_carry(turn):
    movement = judged(turn)
    gone = {item.unit.province for item in movement.dislodged}
    paradoxes = [set(knot.units) for knot in movement.knots if knot.kind == "paradox"]
    for ruling in movement.rulings.values():
        if ruling.outcome is not Outcome.DISRUPTED:
            continue
        match ruling.reason:
            case RouteBroken(fleet):
                assert fleet in gone
            case ConvoyDislodged():
                assert ruling.unit.province in gone
            case Paradox(knot):
                assert set(knot) in paradoxes
            case NotCarried(fleet):
                army, to = ruling.unit.province, ruling.order.to
                assert fleet is None or not _carries(movement, fleet, army, to)
            case other:
                raise AssertionError(other)


def _carries(movement: Movement, fleet: str, army: str, to: str) -> bool:
    ruling = movement.rulings[fleet]
    order = ruling.order
    return (
        isinstance(order, Convoy) and order.of.at[:3] == army and order.to == to and ruling.outcome is not Outcome.VOID
    )


@law
@given(turns())
def test_strengths_add_up(turn):
    """The numbers in a reason prove it, and name only units that did what is said of them."""
    movement = judged(turn)
    for province, ruling in movement.rulings.items():
        reason = ruling.reason
        match reason:
            case Dislodges(_, attack, hold):
                assert attack.value > hold.value
            case Prevails(_, attack, prevent):
                assert attack.value > prevent.value
            case Prevented(_, attack, prevent):
                assert attack.value <= prevent.value
            case LostHeadToHead(_, attack, defend):
                assert attack.value <= defend.value
            case Resisted(_, attack, hold) | ChainBounce(_, attack, hold):
                assert attack.value <= hold.value
            case Withstands(by, attack, hold):
                attacker = movement.rulings[by]
                assert attack.value <= hold.value or isinstance(attacker.reason, (OwnConvoy, OwnUnit, Prevented))
            case Beleaguered(by, attack, hold):
                assert len(by) > 1
                assert attack.value > hold.value
            case CutBy(by) | CutByDislodgement(by):
                assert movement.rulings[by].unit.power != ruling.unit.power
                assert movement.rulings[by].order.to[:3] == province
        for strength in (getattr(reason, name, None) for name in ("attack", "hold", "prevent", "defend")):
            if strength is None:
                continue
            assert all(movement.rulings[helper].succeeds for helper in strength.supports)
            for item in strength.uncounted:
                helper = movement.rulings[item.unit]
                assert item.why == "own_unit" or helper.outcome is Outcome.CUT


@law
@given(falls())
def test_units_never_outnumber_centres_after_winter(fall):
    rules, position, orders = fall
    result = played_to_spring(rules, position, orders)
    for power in BOARD.powers:
        assert len(result.position.units_of(power)) <= len(result.position.centres_of(power))


@law
@given(falls())
def test_positions_are_sound(fall):
    """Every unit stands where its kind may stand, once, and none came from nowhere."""
    rules, position, orders = fall
    result = played_to_spring(rules, position, orders)
    for province, unit in result.position.units.items():
        assert unit.province == province
        assert BOARD.is_location(unit.at, unit.kind)
    built = sum(item.kind == "build" for item in result.adjustments)
    assert len(result.position.units) <= len(position.units) + built
    assert result.position.turn.year == position.turn.year + 1


@law
@given(falls())
def test_retreats_are_legal_and_apart(fall):
    rules, position, orders = fall
    result = judge_turn(BOARD, rules, position, orders, secret="s")
    if result.position.turn.phase == "retreats":
        result = judge_turn(BOARD, rules, result.position, orders, secret="s")
    places = [retreat.to[:3] for retreat in result.retreats if retreat.to]
    assert len(places) == len(set(places))
    for retreat in result.retreats:
        item = next(d for d in result.dislodged if d.unit == retreat.unit)
        assert retreat.to is None or retreat.to in retreat.options
        for place in retreat.options:
            assert place[:3] not in result.standoffs
            by_sea = item.by_sea and rules.options.retreat_to_attacker_origin_by_sea
            assert place[:3] != item.attacker_from or by_sea
        if retreat.to is None and retreat.by == "forced" and rules.options.retreat_conflict == "yield":
            assert retreat.forced_why != "collision" or retreat.options


def played_to_spring(rules: RuleSet, position: Position, orders: TurnOrders) -> TurnResult:
    """The turn and its separate phases, with the same lists at hand in each."""
    result = judge_turn(BOARD, rules, position, orders, secret="s")
    while result.position.turn.year == position.turn.year:
        result = judge_turn(BOARD, rules, result.position, orders, secret="s")
    return result


SCRIPT = """
import hashlib, random, sys
sys.path.insert(0, sys.argv[1])
from boards import BOARD, random_fall
from tianshen.judge.whole_turn import judge_turn
digest = hashlib.sha256()
for seed in range(60):
    rules, position, orders = random_fall(random.Random(seed), 14)
    result = judge_turn(BOARD, rules, position, orders, secret="s")
    shown = [result.rulings, result.knots, result.inferred, result.dislodged, sorted(result.standoffs), result.retreats]
    shown += [result.captures, result.adjustments, result.skipped, result.lots, result.position.units, result.victory]
    digest.update(repr(shown).encode())
print(digest.hexdigest())
"""


def test_the_same_in_every_process():
    """Hash seeds differ from process to process; results, and even their printed sequence, do not."""
    here = Path(__file__).parent
    found = set()
    for seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(here.parents[1])}
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(here)], env=environment, capture_output=True, text=True, check=True
        )
        found.add(run.stdout)
    assert len(found) == 1


def test_random_falls_reach_every_part():
    """The laws above are worth something only if their boards are eventful."""
    seen: set[str] = set()
    for seed in range(500):
        rules, position, orders = random_fall(random.Random(seed), 14)
        result = judge_turn(BOARD, rules, position, orders, secret="s")
        seen |= {ruling.reason.code for ruling in result.rulings.values()}
        seen |= {f"retreat {retreat.by} {retreat.forced_why or ''}".strip() for retreat in result.retreats}
        seen |= {f"{item.kind} {item.by}" for item in result.adjustments}
        seen |= {f"knot {knot.kind}" for knot in result.knots}
    expected = "dislodges prevented cut_by own_unit own_convoy paradox route_broken not_carried"
    later = ["retreat list", "retreat heuristic", "retreat lot", "retreat choice", "retreat forced no_place"]
    later += ["build list", "disband list", "disband heuristic", "disband lot", "disband forced"]
    assert {*expected.split(), *later, "knot ring", "knot paradox"} - seen == set()
