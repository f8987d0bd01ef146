"""Captures, builds and disbands (rules page, Supply centres and adjustments; 房规 2.1.2, 2.3.2; DATC 6.I, 6.J)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scripted import adjusted, played, standing

from tianshen.judge.lots import ticket
from tianshen.judge.turn_result import Capture
from tianshen.model.turns import parse_turn

if TYPE_CHECKING:
    from tianshen.judge.turn_result import TurnResult

GERMAN = {"germany": "BER KIE MUN DEN"}


def winter(script: str, **more: object) -> TurnResult:
    """A separate Winter phase, under the standard rules unless told otherwise."""
    return played(script, more.pop("rules", "standard"), turn="W1902", **more)  # type: ignore[arg-type]


def fall(script: str, **more: object) -> TurnResult:
    """A Fall turn with lists in advance."""
    return played(script, turn="F1902", **more)  # type: ignore[arg-type]


def skipped(result: TurnResult, power: str) -> list[tuple[str, str]]:
    return [(item.entry, item.why) for item in result.skipped.get(power, ())]


# Captures


def test_a_centre_belongs_to_whoever_stands_on_it_after_fall():
    result = fall("germany: A HOL; A RUH - BEL", centres={"germany": "HOL", "france": "BEL"})
    assert result.captures == (Capture("BEL", "france", "germany"),)
    assert result.position.centres == {"HOL": "germany", "BEL": "germany"}


def test_nothing_is_captured_in_spring():
    result = played("germany: A RUH - BEL", turn="S1902", centres={"france": "BEL"})
    assert result.captures == ()
    assert result.position.centres == {"BEL": "france"}


def test_a_centre_once_taken_stays_when_the_unit_leaves():
    result = fall("germany: A HOL - BEL", centres={"germany": "HOL"})
    assert result.position.centres == {"HOL": "germany", "BEL": "germany"}


def test_a_centre_entered_in_spring_and_left_in_fall_is_not_taken():
    spring = played("germany: A RUH - BEL", turn="S1902")
    assert spring.position.centres == {}
    autumn = fall("germany: A BEL - RUH")
    assert autumn.position.centres == {}


def test_a_retreat_onto_a_centre_takes_it():
    result = fall("germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR", retreats={"WAR": "MOS"})
    assert result.position.centres == {"WAR": "germany", "MOS": "russia"}


def test_a_fleet_takes_the_centre_of_its_province_on_either_coast():
    result = fall("france: F MAO - SPA/SC", centres={"france": "BRE"})
    assert result.position.centres["SPA"] == "france"


def test_a_province_without_a_centre_is_nobodys():
    assert fall("germany: A RUH - BUR").captures == ()


def test_captures_stand_in_alphabetical_order():
    result = fall("germany: A RUH - HOL; F NTH - BEL; F KIE - DEN")
    assert [item.centre for item in result.captures] == ["BEL", "DEN", "HOL"]


# Builds


def test_builds_up_to_the_number_of_free_centres():
    result = fall("germany: A DEN", centres=GERMAN, builds={"germany": "A BER, F KIE, A MUN"})
    assert adjusted(result, "germany") == ["build A BER list", "build F KIE list", "build A MUN list"]
    assert standing(result, "germany") == ["A BER", "A DEN", "A MUN", "F KIE"]


def test_entries_are_taken_in_their_sequence():
    result = fall("germany: A DEN; A RUH", centres=GERMAN, builds={"germany": "A MUN, F KIE, A BER"})
    assert adjusted(result, "germany") == ["build A MUN list", "build F KIE list"]
    assert skipped(result, "germany") == [("A BER", "not_needed")]


def test_the_rule_texts_own_list():
    """优先生产威尼斯舰队、罗马陆军、那不勒斯舰队: with two to build, the first two."""
    result = fall("italy: A TUS", centres={"italy": "VEN ROM NAP"}, builds={"italy": "F VEN, A ROM, F NAP"})
    assert standing(result, "italy") == ["A ROM", "A TUS", "F VEN"]


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("A DEN", "not_home"),
        ("A PAR", "not_home"),
        ("A RUH", "not_home"),
        ("A MUN", "home_lost"),
        ("A KIE", "occupied"),
    ],
)
def test_where_nothing_can_be_built(entry, why):
    result = fall("germany: A KIE", centres={"germany": "BER KIE DEN", "france": "MUN PAR"}, builds={"germany": entry})
    assert skipped(result, "germany") == [(entry, why)]
    assert adjusted(result, "germany") == ["waive list", "waive list"]


def test_no_fleet_inland():
    result = fall("germany: A DEN", centres=GERMAN, builds={"germany": "F MUN, A MUN"})
    assert skipped(result, "germany") == [("F MUN", "inland")]
    assert "A MUN" in standing(result, "germany")


def test_an_entry_that_cannot_be_carried_out_uses_up_no_build():
    result = fall("germany: A DEN; A RUH; A KIE", centres=GERMAN, builds={"germany": "A KIE, A BER"})
    assert adjusted(result, "germany") == ["build A BER list"]


def test_a_centre_on_which_somebody_retreated_is_occupied():
    result = fall(
        "germany: A KIE; A DEN\nfrance: A BUR - RUH; A HOL S A BUR - RUH\nrussia: A RUH",
        centres=GERMAN,
        retreats={"RUH": "MUN"},
        builds={"germany": "A MUN, A BER"},
    )
    assert skipped(result, "germany") == [("A MUN", "home_lost")]
    assert adjusted(result, "germany") == ["build A BER list"]


def test_each_centre_once():
    """伦敦舰队、伦敦陆军 builds the fleet, or the army if a fleet were impossible."""
    result = fall("england: A YOR", centres={"england": "LON EDI LVP"}, builds={"england": "F LON, A LON"})
    assert standing(result, "england") == ["A YOR", "F LON"]
    assert skipped(result, "england") == [("A LON", "occupied")]


@pytest.mark.parametrize(("value", "built"), [("void", None), ("only", None), ("first", "F STP/NC")])
def test_a_fleet_on_a_split_coast_needs_its_coast(value, built):
    result = fall(
        "russia: A UKR",
        centres={"russia": "STP MOS"},
        builds={"russia": "F STP"},
        options={"coast_unstated": value},
    )
    assert standing(result, "russia") == sorted(filter(None, ["A UKR", built]))
    assert skipped(result, "russia") == ([] if built else [("F STP", "coast_missing")])


def test_a_fleet_on_the_coast_that_is_named():
    result = fall("russia: A UKR", centres={"russia": "STP MOS"}, builds={"russia": "F STP/SC"})
    assert "F STP/SC" in standing(result, "russia")


@pytest.mark.parametrize("value", ["void", "only", "first"])
def test_a_coast_that_does_not_exist(value):
    result = fall(
        "russia: A UKR",
        centres={"russia": "STP MOS"},
        builds={"russia": "F STP/EC"},
        options={"coast_unstated": value},
    )
    assert skipped(result, "russia") == [("F STP/EC", "coast_unknown")]


def test_an_army_needs_no_coast_and_an_undivided_coast_no_name():
    result = fall("russia: A UKR", centres={"russia": "STP MOS SEV"}, builds={"russia": "A STP/NC, F SEV/SC"})
    assert standing(result, "russia") == ["A STP", "A UKR", "F SEV"]


def test_what_is_not_built_is_waived():
    result = fall("germany: A DEN; A RUH", centres=GERMAN)
    assert adjusted(result, "germany") == ["waive list", "waive list"]


def test_no_more_builds_than_free_home_centres():
    result = fall("germany: A BER; A KIE", centres={"germany": "BER KIE MUN DEN HOL BEL"}, builds={"germany": "A MUN"})
    assert adjusted(result, "germany") == ["build A MUN list"] + ["waive list"] * 3


def test_a_power_in_balance_neither_builds_nor_disbands():
    result = fall(
        "germany: A BER; A KIE",
        centres={"germany": "BER KIE"},
        builds={"germany": "A MUN"},
        disbands={"germany": "A BER"},
    )
    assert adjusted(result, "germany") == []
    assert standing(result, "germany") == ["A BER", "A KIE"]


def test_a_destroyed_unit_counts_as_gone():
    """房规 2.3.2 六: one unit destroyed and one centre lost, so nothing more need be disbanded."""
    result = fall(
        "germany: A MUN; A BER\nfrance: A BUR - MUN; A RUH S A BUR - MUN",
        centres={"germany": "MUN BER"},
        retreats={"MUN": "disband"},
    )
    assert adjusted(result, "germany") == []
    assert standing(result, "germany") == ["A BER"]


def test_one_power_builds_while_another_disbands():
    result = fall(
        "germany: A BUR - MAR; A RUH\nfrance: A PAR; A BRE",
        centres={"germany": "BER KIE", "france": "MAR PAR"},
        builds={"germany": "A BER"},
        disbands={"france": "A BRE"},
    )
    assert adjusted(result, "germany") == ["build A BER list"]
    assert adjusted(result, "france") == []
    assert standing(result, "france") == ["A BRE", "A PAR"]


# Disbands


def test_the_list_is_taken_in_its_sequence():
    """优先解散：西利西亚陆军、柏林陆军、丹麦舰队: with two to disband, the first two."""
    result = fall(
        "germany: A SIL; A BER; F DEN; A RUH",
        centres={"germany": "BER KIE"},
        disbands={"germany": "A SIL, A BER, F DEN"},
    )
    # Denmark is captured, so three centres carry four units.
    assert adjusted(result, "germany") == ["disband A SIL list"]
    assert skipped(result, "germany") == [("A BER", "not_needed"), ("F DEN", "not_needed")]


def test_an_entry_with_no_unit_is_skipped():
    result = fall("germany: A SIL; A RUH", centres={"germany": "BER"}, disbands={"germany": "A PAR, A SIL"})
    assert skipped(result, "germany") == [("A PAR", "no_unit")]
    assert adjusted(result, "germany") == ["disband A SIL list"]


def test_a_foreign_unit_is_not_disbanded():
    result = fall(
        "germany: A SIL; A RUH\nfrance: A BUR",
        centres={"germany": "BER", "france": "PAR"},
        disbands={"germany": "A BUR, A RUH"},
    )
    assert skipped(result, "germany") == [("A BUR", "no_unit")]
    assert standing(result, "france") == ["A BUR"]


def test_the_same_unit_twice_counts_once():
    result = fall(
        "germany: A SIL; A RUH; A MUN",
        centres={"germany": "BER"},
        disbands={"germany": "A SIL, A SIL, A RUH"},
    )
    # Munich is captured: two centres, three units.
    assert adjusted(result, "germany") == ["disband A SIL list"]
    assert skipped(result, "germany") == [("A SIL", "already_disbanded"), ("A RUH", "not_needed")]


def test_the_same_unit_twice_leaves_the_next_entry_its_turn():
    result = fall(
        "germany: A SIL; A RUH; A PRU",
        centres={"germany": "BER"},
        disbands={"germany": "A SIL, A SIL, A RUH"},
    )
    assert adjusted(result, "germany") == ["disband A SIL list", "disband A RUH list"]


def test_the_wrong_unit_word_does_not_matter():
    result = fall("germany: A SIL; F BAL", centres={"germany": "BER"}, disbands={"germany": "A BAL"})
    assert adjusted(result, "germany") == ["disband F BAL list"]


def test_a_fleet_on_a_coast_is_found_by_its_province():
    result = fall("russia: F STP/SC; A LVN", centres={"russia": "STP"}, disbands={"russia": "F STP"})
    assert adjusted(result, "russia") == ["disband F STP/SC list"]


MOVED = "germany: A MUN - BUR; A RUH - MUN; A PIC"


@pytest.mark.parametrize(("value", "gone"), [("before", "A BUR"), ("after", "A MUN")])
def test_a_unit_is_named_by_where_it_stood_before_the_move(value, gone):
    """The army of Munich went to Burgundy, that of the Ruhr to Munich: which one is the army of Munich?"""
    result = fall(
        MOVED,
        centres={"germany": "BER MUN"},
        disbands={"germany": "A MUN"},
        options={"disband_reference": value},
    )
    assert adjusted(result, "germany") == [f"disband {gone} list"]


def test_before_falls_back_to_where_a_unit_stands_now_and_says_so():
    result = fall(MOVED, centres={"germany": "BER MUN"}, disbands={"germany": "A BUR"})
    assert adjusted(result, "germany") == ["disband A BUR list"]
    assert result.fallbacks == {"germany": ("A BUR",)}


def test_before_does_not_fall_back_where_a_unit_of_the_power_stood():
    result = fall(MOVED, centres={"germany": "BER MUN"}, disbands={"germany": "A MUN"})
    assert result.fallbacks == {}


def test_after_needs_no_fallback():
    result = fall(
        MOVED,
        centres={"germany": "BER MUN"},
        disbands={"germany": "A BUR"},
        options={"disband_reference": "after"},
    )
    assert adjusted(result, "germany") == ["disband A BUR list"]
    assert result.fallbacks == {}


def test_before_falls_back_where_only_a_foreign_unit_stood():
    """A French army left Burgundy and a German one entered it."""
    result = fall(
        "germany: A MUN - BUR; A PIC\nfrance: A BUR - GAS",
        centres={"germany": "BER", "france": "PAR"},
        disbands={"germany": "A BUR"},
    )
    assert adjusted(result, "germany") == ["disband A BUR list"]
    assert result.fallbacks == {"germany": ("A BUR",)}


def test_before_skips_a_destroyed_unit():
    result = fall(
        "germany: A MUN; A PIC; A BUR\nfrance: A TYR - MUN; A BOH S A TYR - MUN",
        centres={"germany": "BER"},
        retreats={"MUN": "disband"},
        disbands={"germany": "A MUN, A BUR"},
    )
    assert skipped(result, "germany") == [("A MUN", "destroyed")]
    assert adjusted(result, "germany") == ["disband A BUR list"]


def test_before_follows_a_unit_through_its_retreat():
    result = fall(
        "germany: A MUN; A PIC\nfrance: A TYR - MUN; A BOH S A TYR - MUN",
        centres={"germany": "BER"},
        retreats={"MUN": "RUH"},
        disbands={"germany": "A MUN"},
    )
    assert adjusted(result, "germany") == ["disband A RUH list"]


def test_before_names_a_unit_whose_move_failed():
    result = fall(
        "germany: A SIL - BOH; A PIC\nfrance: A TYR - BOH",
        centres={"germany": "BER", "france": "MAR"},
        disbands={"germany": "A SIL"},
    )
    assert adjusted(result, "germany") == ["disband A SIL list"]


# The heuristic of the house rules


def test_overseas_goes_first():
    """Both the Ruhr and Bohemia hold no centre; Bohemia lies outside the German border."""
    result = fall("germany: A RUH; A BOH", centres={"germany": "BER"})
    assert adjusted(result, "germany") == ["disband A BOH heuristic"]
    assert result.adjustments[0].criterion == 1


def test_the_sea_is_overseas():
    result = fall("germany: A RUH; F BAL", centres={"germany": "BER"})
    assert adjusted(result, "germany") == ["disband F BAL heuristic"]


def test_overseas_on_a_centre_goes_before_home_off_a_centre():
    """Criterion 1 comes before criterion 2; Belgium counts as a centre that the French army takes at once."""
    result = fall("germany: A RUH; A BEL; A PRU", centres={"germany": "BER"})
    assert adjusted(result, "germany") == ["disband A BEL heuristic"]


def test_off_a_centre_goes_first_among_equals():
    result = fall("germany: A BER; A RUH", centres={"germany": "BER"})
    assert adjusted(result, "germany") == ["disband A RUH heuristic"]
    assert result.adjustments[0].criterion == 2


def test_any_centre_counts():
    """Belgium and Picardy are both overseas; the unit on a centre stays."""
    result = fall("germany: A BEL; A PIC")
    assert adjusted(result, "germany") == ["disband A PIC heuristic"]


def test_by_lot_among_equals():
    result = fall("germany: A RUH; A PRU", centres={"germany": "BER"}, secret="s")
    tickets = {u: ticket("s", parse_turn("F1902"), "disband germany", u) for u in ("A PRU", "A RUH")}
    drawn = min(tickets, key=lambda u: tickets[u])
    assert adjusted(result, "germany") == [f"disband {drawn} lot"]
    (lot,) = result.lots
    assert (lot.purpose, lot.candidates, lot.drawn) == ("disband germany", ("A PRU", "A RUH"), drawn)
    assert result.adjustments[0].criterion == 3


def test_two_by_lot_are_drawn_one_after_the_other():
    result = fall("germany: A RUH; A PRU; A SIL", centres={"germany": "BER"})
    assert [item.by for item in result.adjustments if item.power == "germany"] == ["lot", "lot"]
    assert [len(lot.candidates) for lot in result.lots] == [3, 2]


def test_no_lot_where_all_equals_go():
    """Two overseas units, two to go: nothing is left to chance."""
    result = fall("germany: A BOH; A TYR; A RUH", centres={"germany": "BER"})
    assert adjusted(result, "germany") == ["disband A BOH heuristic", "disband A TYR heuristic"]
    assert result.lots == ()


def test_a_list_too_short_is_completed():
    result = fall("germany: A RUH; A BOH; A PRU", centres={"germany": "BER"}, disbands={"germany": "A PRU"})
    assert adjusted(result, "germany") == ["disband A PRU list", "disband A BOH heuristic"]


def test_a_power_without_centres_loses_everything():
    result = fall("germany: A RUH; F BAL", disbands={"germany": "A RUH"})
    assert sorted(adjusted(result, "germany")) == ["disband A RUH forced", "disband F BAL forced"]
    assert standing(result, "germany") == []


# The distance of the DATC, 6.J


def test_farthest_from_owned_centres():
    result = winter("russia: A LVN; A SWE", centres={"russia": "STP"})
    assert adjusted(result, "russia") == ["disband A SWE distance"]


def test_distance_is_to_owned_not_to_home_centres():
    result = winter("italy: A WAR; A TUS", centres={"italy": "WAR"})
    assert adjusted(result, "italy") == ["disband A TUS distance"]


def test_fleets_before_armies_at_the_same_distance():
    result = winter("russia: A PRU; F BAL", centres={"russia": "BER"})
    assert adjusted(result, "russia") == ["disband F BAL distance"]


def test_a_nearer_fleet_stays_before_a_farther_army():
    result = winter("russia: A TYR; F BAL", centres={"russia": "WAR"})
    assert adjusted(result, "russia") == ["disband A TYR distance"]


def test_alphabet_by_the_english_name():
    """The Gulf of Bothnia stands before the North Sea, and Liverpool before Livonia (LVP, LVN)."""
    result = winter("russia: F BOT; F NTH", centres={"russia": "MUN"})
    assert adjusted(result, "russia") == ["disband F BOT distance"]
    result = winter("russia: F LVN; F LVP; A STP", centres={"russia": "EDI STP"})
    assert adjusted(result, "russia") == ["disband F LVP distance"]


def test_distance_goes_over_land_and_sea_for_both_kinds():
    result = winter("italy: A GRE; A PIE", centres={"italy": "NAP"})
    assert adjusted(result, "italy") == ["disband A PIE distance"]


def test_orders_come_before_the_distance():
    result = winter("france: A PAR; A RUH; F LYO", centres={"france": "PAR"}, disbands={"france": "A PAR, A PAR"})
    assert adjusted(result, "france") == ["disband A PAR order", "disband F LYO distance"]


def test_in_a_winter_phase_units_are_named_by_where_they_stand():
    result = winter("france: A PAR; A RUH", centres={"france": "PAR"}, disbands={"france": "A RUH"}, rules="tianshen")
    assert adjusted(result, "france") == ["disband A RUH order"]
    assert result.fallbacks == {}


def test_builds_in_a_winter_phase():
    result = winter("germany: A DEN", centres=GERMAN, builds={"germany": "A BER"})
    assert adjusted(result, "germany") == ["build A BER order", "waive order", "waive order"]
    assert str(result.position.turn) == "S1903"
