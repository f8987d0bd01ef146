"""How hard the tests of this folder try: `TIANSHEN_EFFORT=20` runs twenty times as many attempts, chosen anew."""

from __future__ import annotations

import os
import random

from hypothesis import HealthCheck, settings

EFFORT = int(os.environ.get("TIANSHEN_EFFORT", "1"))
CHANCE = random.Random() if EFFORT > 1 else random.Random(20261205)


def attempts(count: int) -> settings:
    """So many examples, the same ones at each run unless more effort is asked for."""
    return settings(
        max_examples=count * EFFORT,
        derandomize=EFFORT == 1,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


def some(items: list[int], count: int) -> list[int]:
    """So many of the items, in their sequence; the last one always."""
    chosen = CHANCE.sample(items[:-1], min(count * EFFORT, len(items)) - 1)
    return sorted([*chosen, items[-1]])
