"""The standard board against the facts of the game."""

from __future__ import annotations

import copy

import pytest

from tianshen.errors import DataError
from tianshen.judge.legality import landing_of
from tianshen.judge.ruling import Void, VoidWhy
from tianshen.model import board
from tianshen.model.board import load_board
from tianshen.model.position import ARMY, FLEET, Unit, province_of
from tianshen.resources import read_toml

BOARD = load_board()


def test_counts() -> None:
    assert len(BOARD.provinces) == 75
    assert len(BOARD.army_edges) == 111
    assert len(BOARD.fleet_edges) == 141
    assert len(BOARD.centres) == 34
    assert len(BOARD.seas) == 19
    assert {p.id: p.coasts for p in BOARD.provinces.values() if p.coasts} == {
        "BUL": ("EC", "SC"),
        "SPA": ("NC", "SC"),
        "STP": ("NC", "SC"),
    }


def test_adjacency_is_symmetric() -> None:
    for here, nexts in BOARD.army_reach.items():
        assert all(here in BOARD.army_reach[there] for there in nexts)
    for here, row in BOARD.fleet_reach.items():
        for locations in row.values():
            assert all(here in BOARD.fleet_reach[there][province_of(here)] for there in locations)


def test_every_power_starts_at_home() -> None:
    for power in BOARD.powers:
        homes = BOARD.homes_of(power)
        assert sorted(homes) == sorted(unit.province for unit in BOARD.start.units_of(power))
        assert BOARD.start.centres_of(power) == sorted(homes)
        assert len(homes) == (4 if power == "russia" else 3)


@pytest.mark.parametrize(
    ("a", "b", "touch"),
    [("BAL", "KIE", True), ("EAS", "ION", True), ("STP", "NWY", True), ("SYR", "MOS", False), ("SPA", "NAF", False)],
)
def test_notes_of_the_rule_texts(a: str, b: str, touch: bool) -> None:
    """房规 2.1.3 三: what the map does not show clearly."""
    assert (b in BOARD.neighbours[a]) is touch


def test_homelands_hold_their_homes() -> None:
    for facts in BOARD.provinces.values():
        if facts.home_of:
            assert facts.homeland_of == facts.home_of
            assert facts.is_centre


def test_steps_home() -> None:
    assert BOARD.steps_home["austria"]["TYR"] == 0
    assert BOARD.steps_home["england"]["NTH"] == 1
    assert BOARD.steps_home["turkey"]["BUL"] == 1


@pytest.mark.parametrize("kind", [ARMY, FLEET])
def test_nobody_stands_in_switzerland(kind: str) -> None:
    assert BOARD.locations("SWI", ARMY if kind == ARMY else FLEET) == ()


def test_fleet_to_switzerland_is_void() -> None:
    landing = landing_of(BOARD, Unit("france", FLEET, "BRE"), "SWI", "only")
    assert landing == Void(VoidWhy.WRONG_GROUND, "SWI")


@pytest.mark.parametrize("kind", ["army", "fleet"])
def test_a_number_in_place_of_a_place(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = copy.deepcopy(read_toml("maps", "standard.toml"))
    table["adjacency"][kind]["KIE"] = [7]
    monkeypatch.setattr(board, "read_toml", lambda *_: table)
    with pytest.raises(DataError) as caught:
        load_board.__wrapped__()
    assert f"adjacency.{kind}.KIE: 7 is no place" in caught.value.faults
