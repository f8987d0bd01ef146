"""How even the judge's time is, and whether its memory grows: `python benchmarks/boards.py [--boards N]`.

Random boards in the manner of `tests/judge/boards.py`, crowded on purpose with supports and convoys: printed are the
median, the worst and their ratio (not over 50), then the memory in use before and after N boards (100,000 by default).
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import sys
import time
import tracemalloc
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tests" / "judge")]

import boards  # noqa: E402

from tianshen.judge.movement import judge_movement  # noqa: E402

WORST = 50
GROWTH = 200_000  # bytes that may stay behind: caches that fill once


def worst_and_median(count: int) -> tuple[float, float]:
    """The best of three tries for each of so many boards of up to 34 units: the worst of them and the median."""
    times = []
    for seed in range(count):
        options, position, orders = boards.random_turn(random.Random(seed), 34)
        tries = []
        for _ in range(3):
            begun = time.perf_counter()
            judge_movement(boards.BOARD, options, position, orders)
            tries.append(time.perf_counter() - begun)
        times.append(min(tries))
    return max(times), statistics.median(times)


def growth(count: int) -> tuple[int, int]:
    """Bytes in use after a first few boards, and after so many."""
    made = [boards.random_turn(random.Random(seed), 30) for seed in range(500)]
    for options, position, orders in made:
        judge_movement(boards.BOARD, options, position, orders)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for number in range(count):
        options, position, orders = made[number % len(made)]
        judge_movement(boards.BOARD, options, position, orders)
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return before, after


def main() -> int:
    """Prints both measurements; status 1 if either goes beyond what is allowed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=100_000)
    options = parser.parse_args()
    worst, median = worst_and_median(min(20_000, options.boards))
    ratio = worst / median
    print(f"median {median * 1e6:.0f} µs, worst {worst * 1e6:.0f} µs, ratio {ratio:.1f} (not over {WORST})")
    before, after = growth(options.boards)
    print(f"{options.boards} boards: {(after - before) / 1e3:+.1f} kB in use")
    return 0 if ratio <= WORST and after - before <= GROWTH else 1


if __name__ == "__main__":
    sys.exit(main())
