"""From one turn to the next: which phase follows, and what it is handed."""

from __future__ import annotations

import dataclasses

import pytest
from scripted import BOARD, owners, played, read, retreated

from tianshen.judge.whole_turn import judge_turn
from tianshen.model.orders import TurnOrders
from tianshen.model.position import Position
from tianshen.model.rules import load_rules
from tianshen.model.turns import parse_turn

WARSAW = "germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR; A MOS - SEV; A UKR - SEV"


def following(script: str, rules: str, turn: str, **more: object) -> str:
    return str(played(script, rules, turn=turn, **more).position.turn)  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", ["classic", "judge", "standard"])
def test_a_retreat_phase_follows_where_a_unit_can_retreat(rules):
    assert following(WARSAW, rules, "S1902") == "S1902R"
    assert following(WARSAW, rules, "F1902") == "F1902R"


def test_no_separate_phases_under_the_house_rules():
    assert following(WARSAW, "tianshen", "S1902") == "F1902"
    assert following(WARSAW, "tianshen", "F1902") == "S1903"


def test_no_retreat_phase_where_no_unit_can_retreat():
    script = "germany: A PRU - WAR; A SIL S A PRU - WAR; A GAL; A LVN; A MOS; A UKR\nrussia: A WAR"
    result = played(script, "standard", turn="S1902")
    assert str(result.position.turn) == "F1902"
    assert retreated(result) == {"WAR": "- forced"}
    assert result.retreats[0].forced_why == "no_place"


def test_no_retreat_phase_without_dislodged_units():
    assert following("france: A PAR", "standard", "S1902") == "F1902"


def test_the_retreat_phase_knows_who_stands_where_and_where_stand_offs_were():
    result = played(WARSAW, "standard", turn="S1902", centres={"russia": "WAR"})
    position = result.position
    assert sorted(position.units) == ["MOS", "SIL", "UKR", "WAR"]
    assert position.units["WAR"].power == "germany"
    (item,) = position.dislodged
    assert (str(item.unit), item.attacker_from, item.by_sea) == ("A WAR", "PRU", False)
    assert position.standoffs == frozenset({"SEV"})
    assert position.centres == {"WAR": "russia"}


def test_a_stand_off_survives_into_the_retreat_phase():
    """Two armies bounced in Galicia; the army of Warsaw may not go there later."""
    script = (
        "germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR\naustria: A VIE - GAL; A BUD\nturkey: A RUM - GAL"
    )
    first = played(script, "standard", turn="S1902")
    assert first.position.standoffs == frozenset({"GAL"})
    second = judge_turn(BOARD, load_rules("standard"), first.position, TurnOrders())
    assert second.retreats[0].options == ("LVN", "MOS", "UKR")


def test_after_the_spring_retreats_comes_fall():
    result = played(
        "germany: A WAR", "standard", turn="S1902R", dislodged=[("russia", "A WAR", "PRU")], retreats={"WAR": "MOS"}
    )
    assert str(result.position.turn) == "F1902"
    assert result.position.units["MOS"].power == "russia"
    assert result.position.dislodged == ()
    assert result.position.centres == {}
    assert result.captures == ()


def test_after_the_fall_retreats_centres_change_hands():
    result = played(
        "germany: A WAR",
        "standard",
        turn="F1902R",
        dislodged=[("russia", "A WAR", "PRU")],
        retreats={"WAR": "MOS"},
        centres={"russia": "WAR", "turkey": "MOS"},
    )
    assert result.position.centres == {"WAR": "germany", "MOS": "russia"}
    assert str(result.position.turn) == "S1903"


def test_an_attacker_by_sea_is_remembered():
    script = "turkey: A SMY - CON VIA AEG; F AEG C A SMY - CON; F BLA S A SMY - CON\nrussia: A CON"
    (item,) = played(script, "standard", turn="S1902").position.dislodged
    assert item.by_sea


@pytest.mark.parametrize(
    ("script", "centres", "turn"),
    [
        ("germany: A RUH", "BER KIE", "W1902"),  # a build to make
        ("germany: A BER; A KIE", "BER KIE MUN", "W1902"),  # Munich is free
        ("germany: A BER; A KIE", "BER KIE DEN", "S1903"),  # a centre more, but no free home
        ("germany: A BER; A KIE", "BER KIE", "S1903"),  # in balance
        ("germany: A BER; A RUH", "BER", "W1902"),  # which unit to disband?
        ("germany: A RUH; A SIL", "", "S1903"),  # no centre left: no choice
    ],
)
def test_winter_is_asked_for_only_where_there_is_a_choice(script, centres, turn):
    assert following(script, "standard", "F1902", centres={"germany": centres}) == turn


def test_a_power_without_centres_is_not_asked_and_loses_its_units():
    result = played("germany: A RUH; A SIL", "standard", turn="F1902")
    assert result.position.units == {}
    assert [item.by for item in result.adjustments] == ["forced", "forced"]


def test_captures_are_settled_before_winter():
    result = played("germany: A RUH - BEL", "standard", turn="F1902", centres={"germany": "BER", "france": "BEL"})
    assert str(result.position.turn) == "W1902"
    assert result.position.centres == {"BER": "germany", "BEL": "germany"}
    assert [item.centre for item in result.captures] == ["BEL"]


def test_winter_knows_nothing_of_stand_offs_and_retreats():
    script = "germany: A RUH - BEL; A MUN\nfrance: A PIC - BEL"
    after = played(script, "standard", turn="F1902", centres={"germany": "BER KIE MUN", "france": "PAR BRE"})
    assert str(after.position.turn) == "W1902"
    assert (after.position.standoffs, after.position.dislodged) == (frozenset(), ())
    after = played(
        "germany: A WAR",
        "standard",
        turn="F1902R",
        dislodged=[("russia", "A WAR", "PRU")],
        retreats={"WAR": "MOS"},
        centres={"russia": "SEV MOS STP"},
    )
    assert str(after.position.turn) == "W1902"
    assert (after.position.standoffs, after.position.dislodged) == (frozenset(), ())


def test_without_a_secret_the_key_of_the_lots_is_empty():
    units, _ = read("germany: A SIL; A BOH; A GAL")
    position = Position(parse_turn("F1902"), units, owners({"germany": "BER KIE"}))
    result = judge_turn(BOARD, load_rules(), position, TurnOrders())
    assert len(result.lots) == 1
    assert result == judge_turn(BOARD, load_rules(), position, TurnOrders(), secret="")


@pytest.mark.parametrize("rules", ["tianshen", "classic"])
def test_in_winter_units_are_named_by_where_they_stand(rules):
    script, mine = "germany: A SIL; A BER", {"germany": "A SIL"}
    result = played(script, rules, turn="W1902", centres={"germany": "MUN"}, disbands=mine)
    assert list(result.position.units) == ["BER"]


def test_winter_leads_to_spring():
    result = played("germany: A RUH", "standard", turn="W1902", centres={"germany": "BER KIE"})
    assert str(result.position.turn) == "S1903"


def test_an_inferred_route_is_told():
    result = played("england: A LON - BRE; F ENG C A LON - BRE")
    assert result.inferred == {"LON": ("ENG",)}
    assert played("england: A LON - BRE VIA ENG; F ENG C A LON - BRE").inferred == {}


def test_results_are_frozen():
    result = played("france: A PAR")
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.victory = None  # type: ignore[misc]


def test_the_position_given_is_not_touched():
    position = BOARD.start
    before = dict(position.units), dict(position.centres)
    judge_turn(BOARD, load_rules(), position, TurnOrders())
    assert (dict(position.units), dict(position.centres)) == before
