"""The judge against a second one, written apart, that tries every assignment (see `oracle.py`)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import oracle
import pytest
from boards import BOARD, turns
from case_files import case_paths, load
from hypothesis import HealthCheck, given, settings

from tianshen.judge.movement import Movement, judge_movement
from tianshen.judge.ruling import Paradox
from tianshen.model.rules import load_rules, rule_set_names
from tianshen.model.turns import Phase

if TYPE_CHECKING:
    from tianshen.model.orders import UnitOrder
    from tianshen.model.position import Position, Province
    from tianshen.model.rules import Options

# More by hand: TIANSHEN_EXAMPLES=20000 pytest tests/judge/test_oracle.py
EXAMPLES = int(os.environ.get("TIANSHEN_EXAMPLES", "250"))


def setting_for(
    options: Options, position: Position, orders: dict[Province, UnitOrder], stopped: set[Province]
) -> oracle.Setting:
    setting = oracle.Setting(BOARD, options, position.units, orders, stopped)
    oracle.settle(setting)
    return setting


def check(options: Options, position: Position, orders: dict[Province, UnitOrder]) -> None:
    movement = judge_movement(BOARD, options, position, orders)
    stopped = {p for p, ruling in movement.rulings.items() if isinstance(ruling.reason, Paradox)}
    if stopped:
        # Szykman's rule is for boards that the equations alone do not decide.
        assert len(oracle.solutions(setting_for(options, position, orders, set()))) != 1
    found = oracle.solutions(setting_for(options, position, orders, stopped))
    # Where several assignments agree, they differ in rings only, and each ring turns.
    most = max((sum(answers.yes.values()) for answers in found), default=0)
    best = [answers for answers in found if sum(answers.yes.values()) == most]
    assert len(best) == 1
    assert len(found) == 1 or any(knot.kind == "ring" for knot in movement.knots)
    compare(best[0], movement)


def compare(answers: oracle.Answers, movement: Movement) -> None:
    setting = answers.setting
    assert movement.rulings.keys() == setting.units.keys()
    for place, ruling in movement.rulings.items():
        if place in answers.yes:
            assert ruling.succeeds == answers.yes[place], place
        elif place in setting.orders:
            # Neither a legal move nor a matching support or convoy: a hold, or void.
            assert ruling.reason.outcome in ("succeeds", "void"), place
    assert {item.unit.province for item in movement.dislodged} == answers.dislodged()
    assert movement.standoffs == answers.standoffs()


@pytest.mark.parametrize("path", case_paths("datc", "clauses", "judge", "world"), ids=lambda path: path.stem)
def test_case_files_agree_too(path):
    """Every case of few units under every rule set: what the files expect rests on two judges."""
    case = load(path).case()
    if len(case.position.units) <= 9 and case.position.turn.phase is Phase.MOVES:
        for name in rule_set_names():
            check(load_rules(name).options, case.position, dict(case.reading.orders.moves))


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(turns())
def test_agrees_with_every_assignment(turn):
    check(*turn)
