"""Chains of seas between coasts, each question checked against a search through all chains."""

from __future__ import annotations

import random

import pytest
from oracle import Setting
from scripted import BOARD

from tianshen.judge.routes import chain_exists, lies_on_needed_route, lies_on_route, links
from tianshen.model.rules import load_rules

SETTING = Setting(BOARD, load_rules("standard").options, {}, {})


def sample(seed: int) -> tuple[list[str], str, str]:
    """Some seas in one corner of the board, and two coasts that touch them."""
    rng = random.Random(seed)
    steps = BOARD.distances([rng.choice(sorted(BOARD.seas))])
    corner = sorted((sea for sea in BOARD.seas), key=lambda sea: (steps[sea], sea))[:9]
    seas = sorted(rng.sample(corner, rng.randint(2, 7)))
    coasts = sorted(p for p in BOARD.coastal if BOARD.sea_neighbours[p] & set(seas))
    start, goal = rng.sample(coasts, 2)
    return seas, start, goal


SAMPLES = [sample(seed) for seed in range(300)]


def test_a_chain_exists_where_one_is_found():
    found = {True: 0, False: 0}
    for seas, start, goal in SAMPLES:
        wanted = any(SETTING.chains(seas, start, goal))
        assert chain_exists(BOARD, seas, start, goal) == wanted
        found[wanted] += 1
    assert min(found.values()) > 20


def test_a_sea_lies_on_a_route_where_some_chain_passes_it():
    found = {True: 0, False: 0}
    for seas, start, goal in SAMPLES:
        chains = list(SETTING.chains(seas, start, goal))
        for sea in seas:
            wanted = any(sea in chain for chain in chains)
            assert lies_on_route(BOARD, sea, seas, start, goal) == wanted, (sea, seas, start, goal)
            found[wanted] += 1
    assert min(found.values()) > 50


def test_a_sea_is_needed_where_some_chain_without_detours_passes_it():
    found = {True: 0, False: 0}
    for seas, start, goal in SAMPLES:
        chains = [c for c in SETTING.chains(seas, start, goal) if not SETTING.needless(c, start, goal)]
        for sea in seas:
            wanted = any(sea in chain for chain in chains)
            assert lies_on_needed_route(BOARD, sea, seas, start, goal) == wanted, (sea, seas, start, goal)
            found[wanted] += 1
    assert min(found.values()) > 50


@pytest.mark.parametrize(
    ("route", "start", "goal", "linked"),
    [
        (("ENG",), "LON", "BRE", True),
        (("MAO", "WES"), "BRE", "TUN", True),
        (("WES", "MAO"), "BRE", "TUN", False),
        (("MAO",), "BRE", "TUN", False),
        (("MAO", "TYS"), "BRE", "TUN", False),
        (("NTH", "ENG", "NTH"), "LON", "BEL", False),
        (("ENG", "NTH"), "LON", "BEL", True),
        (("WAL",), "LON", "LVP", False),
        (("ENG", "WAL", "IRI"), "LON", "LVP", False),
    ],
)
def test_a_stated_route_must_link_up(route, start, goal, linked):
    assert links(BOARD, route, start, goal) == linked
