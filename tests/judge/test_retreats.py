"""Retreats: legal places, lists, the heuristic, conflicts (rules page, Retreats; 房规 2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scripted import BOARD, played, retreated

from tianshen.judge.lots import ticket
from tianshen.model.turns import parse_turn

if TYPE_CHECKING:
    from tianshen.judge.turn_result import Retreat, TurnResult


def cornered(
    gone: dict[str, str], leave: str, lists: dict[str, str] | None = None, rules: str = "tianshen", **more: object
) -> TurnResult:
    """A retreat turn in which the dislodged units (`{"A MUN": "germany"}`) have only the places in `leave` open.

    Turkish units stand everywhere else around them, and the attackers in the places that they took; every attacker
    came from a place next to its victim that is not to be left open, or else from far away.
    """
    open_places = set(leave.split())
    homes = {unit[2:5] for unit in gone}
    around = {p for unit in gone for p in BOARD.neighbours[unit[2:5]]} | homes
    blockers = sorted(around - open_places)
    script = "turkey: " + "; ".join(f"{'F' if p in BOARD.seas else 'A'} {p}" for p in blockers)
    dislodged = []
    for unit, power in gone.items():
        origin = next((p for p in sorted(BOARD.neighbours[unit[2:5]]) if p not in open_places | homes), "SYR")
        dislodged.append((power, unit, origin))
    return played(script, rules, turn="S1902R", dislodged=dislodged, retreats=lists, **more)  # type: ignore[arg-type]


def only(result: TurnResult) -> Retreat:
    (retreat,) = result.retreats
    return retreat


# Which places are legal


def test_open_places_exclude_units_the_attacker_and_stand_offs():
    result = played(
        "germany: A WAR\nrussia: A MOS",
        turn="S1902R",
        dislodged=[("russia", "A WAR", "SIL")],
        standoffs="GAL",
    )
    assert only(result).options == ("LVN", "PRU", "UKR")


def test_a_province_just_left_is_open():
    """The occupied places are those of the board after the movement."""
    result = played(
        "germany: A PRU - WAR; A SIL S A PRU - WAR; A LVN - STP\nrussia: A WAR H; A MOS - SEV",
    )
    assert only(result).options == ("GAL", "LVN", "MOS", "UKR")


def test_a_failed_move_keeps_its_place():
    result = played(
        "germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR; A MOS - SEV; A UKR - SEV",
    )
    assert only(result).options == ("GAL", "LVN")


def test_the_dislodging_units_old_place_is_barred_even_if_empty():
    result = played("germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR", retreats={"WAR": "PRU GAL"})
    assert retreated(result) == {"WAR": "GAL list"}
    assert [(item.entry, item.why) for item in only(result).skipped] == [("PRU", "not_legal")]


NEAR_BY_SEA = "turkey: A SMY - CON VIA AEG; F AEG C A SMY - CON; F BLA S A SMY - CON\nrussia: A CON"


@pytest.mark.parametrize(
    ("value", "options"), [("no", ("ANK", "BUL")), ("yes", ("ANK", "BUL", "SMY"))], ids=["no", "yes"]
)
def test_origin_of_an_attacker_by_sea(value, options):
    result = played(NEAR_BY_SEA, options={"retreat_to_attacker_origin_by_sea": value})
    assert only(result).options == options


def test_that_option_does_not_open_the_origin_of_an_attacker_by_land():
    result = played(
        "turkey: A SMY - CON; F BLA S A SMY - CON\nrussia: A CON",
        options={"retreat_to_attacker_origin_by_sea": "yes"},
    )
    assert only(result).options == ("ANK", "BUL")


def test_stand_offs_bar_a_retreat_and_failed_convoys_do_not():
    """A convoy that never arrived contests nothing; one that arrived and bounced does."""
    sea = "england: A LON - BEL VIA NTH; F NTH C A LON - BEL\n"
    fight = "germany: A RUH - BUR; A MUN S A RUH - BUR\nfrance: A BUR\n"
    bounced = played(sea + fight + "italy: A HOL - BEL")
    assert "BEL" not in only(bounced).options
    lost = played(sea + fight + "russia: F SKA - NTH; F NWY S F SKA - NTH")
    assert "BEL" in next(r for r in lost.retreats if r.unit.province == "BUR").options


def test_loser_of_a_head_to_head_battle_contests_nothing():
    result = played(
        "germany: A BER - PRU; A SIL S A BER - PRU\nrussia: A PRU - BER; A WAR\nengland: F HEL - KIE"
        "; F DEN S F HEL - KIE\nfrance: F KIE",
    )
    assert "BER" in next(r for r in result.retreats if r.unit.province == "KIE").options


def test_a_fleet_retreats_along_its_own_coast():
    result = played(
        "england: F SPA/SC",
        turn="S1902R",
        dislodged=[("france", "F SPA/NC", "GAS")],
    )
    assert only(result).options == ("MAO", "POR")


def test_no_place_left():
    result = cornered({"A MUN": "germany"}, "")
    assert retreated(result) == {"MUN": "- forced"}
    assert only(result).forced_why == "no_place"
    assert only(result).options == ()


# Lists


def test_entries_in_their_sequence():
    assert retreated(cornered({"A MUN": "germany"}, "BUR RUH TYR", {"MUN": "TYR BUR"})) == {"MUN": "TYR order"}


def test_impossible_entries_are_skipped():
    result = cornered({"A MUN": "germany"}, "BUR RUH", {"MUN": "BER SWI LON RUH"})
    assert retreated(result) == {"MUN": "RUH order"}
    assert [item.entry for item in only(result).skipped] == ["BER", "SWI", "LON"]


def test_disband_by_choice():
    result = cornered({"A MUN": "germany"}, "BUR RUH", {"MUN": "disband"})
    assert retreated(result) == {"MUN": "- choice"}
    assert only(result).forced_why is None


def test_disband_is_reached_only_after_the_places_before_it():
    assert retreated(cornered({"A MUN": "germany"}, "BUR", {"MUN": "BUR disband"})) == {"MUN": "BUR order"}
    assert retreated(cornered({"A MUN": "germany"}, "RUH", {"MUN": "BUR disband"})) == {"MUN": "- choice"}


def test_what_stands_after_disband_never_counts():
    result = cornered({"A MUN": "germany"}, "RUH", {"MUN": "disband RUH LON"})
    assert retreated(result) == {"MUN": "- choice"}
    assert result.retreats[0].skipped == ()


def test_after_the_list_the_heuristic_goes_on():
    result = cornered({"A MUN": "germany"}, "BUR RUH", {"MUN": "TYR"})
    assert retreated(result) == {"MUN": "RUH heuristic"}


def test_an_armys_entry_may_name_a_coast_in_vain():
    assert retreated(cornered({"A GAS": "france"}, "SPA", {"GAS": "SPA/NC"})) == {"GAS": "SPA order"}


def test_a_fleets_entry_may_name_a_coast_that_is_undivided():
    assert retreated(cornered({"F GAS": "france"}, "BRE", {"GAS": "BRE/NC"})) == {"GAS": "BRE order"}


@pytest.mark.parametrize(
    ("value", "to"),
    [("void", "NAF order"), ("only", "SPA/SC order"), ("first", "SPA/SC order")],
)
def test_an_entry_without_its_coast_where_one_can_be_reached(value, to):
    """WES touches only the south coast of Spain."""
    result = cornered({"F WES": "italy"}, "SPA NAF", {"WES": "SPA NAF"}, options={"coast_unstated": value})
    assert retreated(result) == {"WES": to}


@pytest.mark.parametrize(
    ("value", "to"),
    [("void", "NAF order"), ("only", "NAF order"), ("first", "SPA/NC order")],
)
def test_an_entry_without_its_coast_where_both_can_be_reached(value, to):
    result = cornered({"F MAO": "france"}, "SPA NAF", {"MAO": "SPA NAF"}, options={"coast_unstated": value})
    assert retreated(result) == {"MAO": to}


def test_an_entry_skipped_for_its_coast_stays_open_to_the_heuristic():
    result = cornered({"F WES": "italy"}, "SPA", {"WES": "SPA"})
    assert retreated(result) == {"WES": "SPA/SC heuristic"}
    assert [(item.entry, item.why) for item in only(result).skipped] == [("SPA", "coast_missing")]
    result = cornered({"F WES": "italy"}, "SPA NAF", {"WES": "TUN SPA"})
    assert [(item.entry, item.why) for item in only(result).skipped] == [("TUN", "not_legal"), ("SPA", "coast_missing")]


def test_a_wrong_coast_is_no_legal_entry():
    result = cornered({"F WES": "italy"}, "SPA NAF", {"WES": "SPA/NC NAF"})
    assert retreated(result) == {"WES": "NAF order"}
    assert [(item.entry, item.why) for item in only(result).skipped] == [("SPA/NC", "not_legal")]


def test_without_the_heuristic_an_unordered_unit_disbands():
    result = cornered({"A MUN": "germany"}, "BUR RUH", options={"retreat_unordered": "disband"})
    assert retreated(result) == {"MUN": "- forced"}
    assert only(result).forced_why == "unordered"
    result = cornered({"A MUN": "germany"}, "BUR RUH", {"MUN": "TYR"}, options={"retreat_unordered": "disband"})
    assert only(result).forced_why == "unordered"


# The heuristic


def decided(result: TurnResult) -> tuple[str | None, str, int | None]:
    return only(result).to, only(result).by, only(result).criterion


def test_criterion_1_own_centre_before_home_soil():
    """Munich's army: Kiel is its own, the Ruhr is home soil and no centre."""
    result = cornered({"A MUN": "germany"}, "KIE RUH BUR", centres={"germany": "KIE"})
    assert decided(result) == ("KIE", "heuristic", 1)


def test_criterion_1_own_centre_abroad_before_home_soil():
    result = cornered({"A RUH": "germany"}, "BEL KIE", centres={"germany": "BEL"})
    assert decided(result) == ("BEL", "heuristic", 1)


def test_criterion_1_looks_at_owners_before_this_turns_captures():
    """Belgium is German until the captures, though a French unit walked through it this Fall."""
    result = played(
        "germany: A HOL\nfrance: A RUH - HOL; A KIE S A RUH - HOL; A BEL - BUR",
        turn="F1902",
        centres={"germany": "BEL"},
    )
    assert decided(result) == ("BEL", "heuristic", 1)


def test_criterion_2_home_soil_before_foreign_centres():
    """The Ruhr lies inside the German border; Belgium is a foreign centre one step outside."""
    result = cornered({"A BUR": "germany"}, "RUH BEL PAR", centres={"france": "PAR"})
    assert decided(result) == ("RUH", "heuristic", 2)


def test_the_criterion_told_is_the_last_that_was_needed():
    """Galicia falls at the first; between the own centres of Warsaw and Munich it takes the second."""
    result = cornered({"A SIL": "germany"}, "MUN WAR GAL", centres={"germany": "MUN WAR"})
    assert decided(result) == ("MUN", "heuristic", 2)


def test_criterion_2_counts_steps():
    """Belgium touches the Ruhr; Picardy and Paris are a step farther away."""
    result = cornered({"A BUR": "germany"}, "BEL PIC PAR")
    assert decided(result) == ("BEL", "heuristic", 2)


def test_criterion_2_goes_over_both_kinds_of_adjacency():
    """From Spain, Portugal is one sea from Gascony (MAO); the fleet's steps count for the army too."""
    result = cornered({"A NAF": "france"}, "TUN")
    assert only(result).to == "TUN"
    assert BOARD.steps_home["france"]["TUN"] == 3  # WES, LYO, then Marseilles
    assert BOARD.steps_home["france"]["NAF"] == 2  # MAO, then Brest


def test_criterion_2_is_zero_inside_the_border():
    assert BOARD.steps_home["germany"]["RUH"] == BOARD.steps_home["germany"]["PRU"] == 0
    assert BOARD.steps_home["russia"]["FIN"] == BOARD.steps_home["russia"]["LVN"] == 0


def test_criterion_3_foreign_centre_among_equal_steps():
    """Albania and Rumania both touch Austria; Rumania is a centre."""
    result = cornered({"A SER": "austria"}, "ALB RUM")
    assert decided(result) == ("RUM", "heuristic", 3)


def test_criterion_4_sea_for_a_fleet():
    """The Mid-Atlantic and Picardy are both two steps from England and no centres."""
    result = cornered({"F BRE": "england"}, "MAO PIC")
    assert decided(result) == ("MAO", "heuristic", 4)


def test_criterion_5_lot_is_drawn_and_listed():
    result = cornered({"A WAR": "russia"}, "LVN UKR", secret="s")
    tickets = {p: ticket("s", parse_turn("S1902R"), "retreat A WAR", p) for p in ("LVN", "UKR")}
    drawn = min(tickets, key=lambda p: tickets[p])
    assert decided(result) == (drawn, "lot", 5)
    (lot,) = result.lots
    assert (lot.purpose, lot.candidates, lot.drawn) == ("retreat A WAR", ("LVN", "UKR"), drawn)


def test_criterion_5_depends_on_the_secret():
    found = {only(cornered({"A WAR": "russia"}, "LVN UKR", secret=str(n))).to for n in range(20)}
    assert found == {"LVN", "UKR"}


def test_criterion_5_two_coasts_are_two_candidates():
    """Spain is French, on either coast; the lot decides which."""
    result = cornered({"F MAO": "france"}, "SPA NAF", centres={"france": "SPA"})
    (lot,) = result.lots
    assert lot.candidates == ("SPA/NC", "SPA/SC")
    assert only(result).to == lot.drawn
    assert only(result).by == "lot"


def test_a_single_place_needs_no_lot():
    result = cornered({"A WAR": "russia"}, "LVN")
    assert retreated(result) == {"WAR": "LVN heuristic"}
    assert result.lots == ()


def test_a_list_draws_no_lot():
    assert cornered({"A WAR": "russia"}, "LVN UKR", {"WAR": "UKR"}).lots == ()


# Conflicts: yield (房规 2.3.1 五)


def test_whoever_has_another_place_yields():
    """Both want Burgundy; Munich's army has the Ruhr left, that of Marseilles has nothing."""
    result = cornered({"A MUN": "germany", "A MAR": "france"}, "BUR TYR", {"MUN": "BUR TYR", "MAR": "BUR"})
    assert retreated(result) == {"MUN": "TYR order", "MAR": "BUR order"}
    yielded = next(r for r in result.retreats if r.unit.province == "MUN")
    assert [(item.entry, item.why) for item in yielded.skipped] == [("BUR", "yielded")]


def test_both_yield_where_both_can():
    result = cornered({"A MUN": "germany", "A MAR": "france"}, "BUR TYR GAS", {"MUN": "BUR TYR", "MAR": "BUR GAS"})
    assert retreated(result) == {"MUN": "TYR order", "MAR": "GAS order"}


def test_both_without_another_place_disband():
    result = cornered({"A MUN": "germany", "A MAR": "france"}, "BUR")
    assert retreated(result) == {"MUN": "- forced", "MAR": "- forced"}
    assert {retreat.forced_why for retreat in result.retreats} == {"collision"}


def test_a_place_left_to_the_heuristic_counts_as_another_place():
    """The list of Munich's army ends with Burgundy, but the Ruhr is still open to it."""
    result = cornered({"A MUN": "germany", "A MAR": "france"}, "BUR RUH", {"MUN": "BUR", "MAR": "BUR"})
    assert retreated(result) == {"MUN": "RUH heuristic", "MAR": "BUR order"}


def test_disbanding_by_choice_counts_as_another_place():
    """除非其中一个单位选择自行解散: the unit whose list ends in 解散 yields, and disbands by choice."""
    result = cornered({"A MUN": "germany", "A MAR": "france"}, "BUR", {"MUN": "BUR disband", "MAR": "BUR"})
    assert retreated(result) == {"MUN": "- choice", "MAR": "BUR order"}


def test_disbanding_at_once_leaves_the_place_to_the_other():
    result = cornered({"A MUN": "germany", "A MAR": "france"}, "BUR", {"MUN": "disband"})
    assert retreated(result) == {"MUN": "- choice", "MAR": "BUR heuristic"}


def test_two_that_would_rather_disband_both_do():
    result = cornered({"A MUN": "germany", "A MAR": "france"}, "BUR", {"MUN": "BUR disband", "MAR": "BUR disband"})
    assert retreated(result) == {"MUN": "- choice", "MAR": "- choice"}


def test_yielding_goes_on_until_nobody_collides():
    """Munich and Marseilles both leave Burgundy; then Munich meets Kiel's army in the Ruhr, which has nothing else."""
    result = cornered(
        {"A MUN": "germany", "A MAR": "france", "A HOL": "england"},
        "BUR RUH TYR GAS",
        {"MUN": "BUR RUH TYR", "MAR": "BUR GAS", "HOL": "RUH"},
    )
    assert retreated(result) == {"MUN": "TYR order", "MAR": "GAS order", "HOL": "RUH order"}


def test_a_place_nobody_could_have_is_open_again():
    """Two units with nothing but Burgundy disband there; a third that gave up Picardy then finds it free."""
    result = cornered(
        {"A MUN": "germany", "A RUH": "italy", "A PAR": "france", "A BRE": "england"},
        "BUR PIC GAS",
        {"PAR": "PIC BUR GAS", "BRE": "PIC GAS"},
    )
    assert retreated(result) == {"MUN": "- forced", "RUH": "- forced", "PAR": "BUR order", "BRE": "GAS order"}


def test_three_without_another_place_all_disband():
    result = cornered({"A MUN": "germany", "A MAR": "france", "A BEL": "england"}, "BUR")
    assert {r.forced_why for r in result.retreats} == {"collision"}
    assert len(result.retreats) == 3


def test_one_stuck_among_three_gets_the_place():
    result = cornered(
        {"A MUN": "germany", "A MAR": "france", "A BEL": "england"},
        "BUR TYR PIC",
        {"MUN": "BUR TYR", "BEL": "BUR PIC"},
    )
    assert retreated(result) == {"MUN": "TYR order", "MAR": "BUR heuristic", "BEL": "PIC order"}


def test_two_coasts_are_one_province():
    """A fleet for the north coast and one for the south coast of Spain collide; neither has anything else."""
    result = cornered({"F GAS": "france", "F MAR": "italy"}, "SPA")
    assert {r.options for r in result.retreats} == {("SPA/NC",), ("SPA/SC",)}
    assert {r.forced_why for r in result.retreats} == {"collision"}


def test_giving_up_one_coast_gives_up_the_other():
    """Spain is wanted by the fleet of Gascony too, which has nothing else: both coasts are out for the other."""
    result = cornered({"F MAO": "italy", "F GAS": "france"}, "SPA NAF", {"MAO": "SPA/NC SPA/SC NAF", "GAS": "SPA/NC"})
    assert retreated(result) == {"MAO": "NAF order", "GAS": "SPA/NC order"}


def test_a_lot_is_drawn_again_after_yielding():
    """Warsaw's army looks at one of its equal places by lot; where it must yield, at the other."""
    for n in range(6):
        result = cornered({"A WAR": "russia", "A STP": "england"}, "LVN UKR", {"STP": "LVN"}, secret=str(n))
        assert retreated(result)["STP"] == "LVN order"
        war = next(r for r in result.retreats if r.unit.province == "WAR")
        assert war.to == "UKR"
        assert [lot.candidates for lot in result.lots] == [("LVN", "UKR")]  # listed even if what it drew was yielded


@pytest.mark.parametrize("secret", ["0", "1", "2", "3"])
def test_a_lot_that_led_into_a_collision_is_listed(secret):
    result = cornered(
        {"A WAR": "russia", "A STP": "england"},
        "LVN UKR",
        {"STP": "LVN"},
        secret=secret,
        options={"retreat_conflict": "both_disband"},
    )
    assert [lot.candidates for lot in result.lots] == [("LVN", "UKR")]
    (lot,) = result.lots
    assert retreated(result)["WAR"] == ("- forced" if lot.drawn == "LVN" else "UKR lot")


# Conflicts: both disband


def test_units_that_choose_the_same_place_all_disband():
    result = cornered(
        {"A MUN": "germany", "A MAR": "france"}, "BUR TYR", {"MUN": "BUR TYR", "MAR": "BUR"}, rules="standard"
    )
    assert retreated(result) == {"MUN": "- forced", "MAR": "- forced"}
    assert {r.forced_why for r in result.retreats} == {"collision"}


def test_a_collision_leaves_others_alone():
    result = cornered(
        {"A MUN": "germany", "A MAR": "france", "A BEL": "england"},
        "BUR PIC",
        {"MUN": "BUR", "MAR": "BUR", "BEL": "PIC"},
        rules="classic",
    )
    assert retreated(result) == {"MUN": "- forced", "MAR": "- forced", "BEL": "PIC order"}


def test_in_a_retreat_phase_lists_are_orders():
    assert retreated(cornered({"A MUN": "germany"}, "BUR RUH", {"MUN": "BUR"}, rules="judge")) == {"MUN": "BUR order"}


def test_whoever_disbands_is_in_nobodys_way():
    result = cornered(
        {"A MUN": "germany", "A MAR": "france"}, "BUR", {"MUN": "disband", "MAR": "BUR"}, rules="standard"
    )
    assert retreated(result) == {"MUN": "- choice", "MAR": "BUR order"}
