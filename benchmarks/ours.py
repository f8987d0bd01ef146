"""Adjudicates the benchmark's turns with this project: position built, orders set, rulings with reasons in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.judge.movement import judge_movement
from tianshen.model.board import load_board
from tianshen.model.orders import Convoy, Hold, Move, Named, SupportHold, SupportMove
from tianshen.model.position import Position, Unit
from tianshen.model.rules import load_rules
from tianshen.model.turns import parse_turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from phases import Phase

NAME = "tianshen"


def prepared(phase: Phase) -> Callable[[], object]:
    """A call that adjudicates the turn from plain strings and pairs."""
    board, options = load_board(), load_rules("standard").options
    turn = parse_turn("S1901")

    def run() -> object:
        units = {at[:3]: Unit(power, kind, at) for power, kind, at in phase.units}
        orders = {}
        for _, at, verb, of, to, by_sea in phase.orders:
            own = at[:3]
            if verb == "H":
                orders[own] = Hold(own)
            elif verb == "-":
                orders[own] = Move(own, to, by_sea)
            elif verb == "C":
                orders[own] = Convoy(own, Named(*of), to)
            elif to:
                orders[own] = SupportMove(own, Named(*of), to)
            else:
                orders[own] = SupportHold(own, Named(*of))
        return judge_movement(board, options, Position(turn, units, {}), orders)

    return run
