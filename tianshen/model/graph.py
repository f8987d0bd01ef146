"""Searches in a graph that is known by the neighbours of each of its points. Knows nothing of boards."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

P = TypeVar("P")


def reached(starts: Iterable[P], near: Callable[[P], Iterable[P]]) -> Iterator[P]:
    """Yield each point that can be reached, the starts included, once; the one found last comes next."""
    found = list(dict.fromkeys(starts))
    seen = set(found)
    while found:
        here = found.pop()
        yield here
        for there in near(here):
            if there not in seen:
                seen.add(there)
                found.append(there)


def distances(goals: Iterable[P], near: Callable[[P], Iterable[P]]) -> dict[P, int]:
    """Return the steps from each point to the nearest goal, nearest points first; empty without goals."""
    steps = dict.fromkeys(goals, 0)
    found = deque(steps)
    while found:
        here = found.popleft()
        for there in near(here):
            if there not in steps:
                steps[there] = steps[here] + 1
                found.append(there)
    return steps
