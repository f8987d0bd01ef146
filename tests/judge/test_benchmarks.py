"""The benchmark measures what it says: whole turns of real games, all of whose orders are judged."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from scripted import BOARD

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def benchmark_modules(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import ours
    import phases

    yield ours, phases
    for name in ("ours", "phases"):
        sys.modules.pop(name)


def test_the_turns_are_full_boards_and_every_order_is_judged(benchmark_modules):
    ours, phases = benchmark_modules
    turns = phases.load()
    assert len(turns) == 200
    for turn in turns[::20]:
        assert len(turn.units) >= 28
        assert all(BOARD.is_location(at, kind) for _, kind, at in turn.units)
        movement = ours.prepared(turn)()
        assert len(movement.rulings) == len(turn.units)
        ordered = {at[:3] for _, at, *_ in turn.orders}
        assert {p for p, ruling in movement.rulings.items() if ruling.order is not None} == ordered
