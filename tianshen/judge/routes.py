"""Chains of seas between two coasts. Pure questions about the board and a set of seas."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from tianshen.model.graph import reached

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tianshen.model.board import Board
    from tianshen.model.position import Province


def chain_exists(board: Board, seas: Collection[Province], origin: Province, target: Province) -> bool:
    """Return whether one can go from one coast to the other through the given seas alone."""
    near, passable = board.sea_neighbours, frozenset(seas)
    goal = near[target]
    return any(sea in goal for sea in reached(near[origin] & passable, lambda here: near[here] & passable))


def links(board: Board, route: Sequence[Province], origin: Province, target: Province) -> bool:
    """Return whether the route is a chain of seas, each touching the next, from the one coast to the other."""
    near = board.sea_neighbours
    return (
        len(set(route)) == len(route)
        and route[0] in near[origin]
        and route[-1] in near[target]
        and all(b in near[a] for a, b in itertools.pairwise(route))
    )


def lies_on_needed_route(
    board: Board, sea: Province, seas: Collection[Province], origin: Province, target: Province
) -> bool:
    """Return whether `sea` lies on some chain through the given seas of which no sea could be left out (DATC 4.E.1)."""
    near = board.sea_neighbours
    starts, ends = near[origin], near[target]
    if sea in starts and sea in ends:
        return True

    def extends(chain: list[Province]) -> bool:
        last = chain[-1]
        if last in ends:
            return sea in chain
        return any(
            extends([*chain, there])
            for there in near[last]
            if there in seas and there not in starts and not any(there in near[before] for before in chain[:-1])
        )

    return any(extends([first]) for first in starts if first in seas)


def lies_on_route(board: Board, sea: Province, seas: Collection[Province], origin: Province, target: Province) -> bool:
    """Return whether some chain through the given seas from one coast to the other passes `sea`, entering no sea twice.

    By Menger's theorem that is so unless a single other place separates `sea` from both ends taken together.
    """
    near, passable = board.sea_neighbours, frozenset(seas)
    if sea in near[origin] and sea in near[target]:
        return True
    return all(
        _reaches(board, sea, passable - {without}, {origin, target} - {without})
        for without in (*seas, origin, target)
        if without != sea
    )


def _reaches(board: Board, sea: Province, passable: frozenset[Province], coasts: set[Province]) -> bool:
    near = board.sea_neighbours
    goals = set().union(*(near[coast] for coast in coasts))
    return any(here in goals for here in reached([sea], lambda here: near[here] & passable))
