"""How orders end, and why: one board for each reason, and the boards on which others have gone wrong."""

from __future__ import annotations

import random

import pytest
from boards import BOARD, random_turn
from scripted import codes, outcomes, played

from tianshen.judge import rulebook
from tianshen.judge.legality import prepare_orders
from tianshen.judge.ruling import (
    SUPPORT_GIVEN,
    Beleaguered,
    CutBy,
    Dislodges,
    Holds,
    KnotFails,
    LostHeadToHead,
    Moves,
    Overcome,
    OwnConvoy,
    OwnUnit,
    Paradox,
    Prevails,
    Prevented,
    Resisted,
    RingTurns,
    RouteBroken,
    Strength,
    Uncounted,
    Withstands,
)

ALONE = Strength()


def reason(script: str, unit: str, rules: str = "standard", **options: str) -> object:
    return played(script, rules, options=options).rulings[unit].reason


# Every reason once, with its strengths


def test_a_move_that_nobody_contests():
    assert reason("france: A PAR - BUR", "PAR") == Moves(ALONE)


def test_support_for_a_move_that_nobody_contests_is_listed():
    assert reason("france: A PAR - BUR; A GAS S A PAR - BUR", "PAR") == Moves(Strength(("GAS",)))


def test_a_hold_that_nobody_contests():
    assert reason("france: A PAR H", "PAR") == Holds()
    assert reason("france: A PAR", "PAR") == Holds()


def test_a_stand_off_of_equals():
    script = "germany: A KIE - BER\nrussia: A PRU - BER"
    assert reason(script, "KIE") == Prevented("PRU", ALONE, ALONE)
    assert reason(script, "PRU") == Prevented("KIE", ALONE, ALONE)


def test_the_strongest_of_several_gets_the_place():
    script = "germany: A KIE - BER; A MUN S A KIE - BER\nrussia: A PRU - BER"
    assert reason(script, "KIE") == Prevails("PRU", Strength(("MUN",)), ALONE)
    assert reason(script, "PRU") == Prevented("KIE", ALONE, Strength(("MUN",)))


def test_the_strongest_rival_is_the_one_named():
    script = "germany: A KIE - BER; A MUN S A KIE - BER; F BAL S A KIE - BER\nrussia: A PRU - BER\naustria: A SIL - BER"
    found = reason(script, "KIE")
    assert found == Prevails("PRU", Strength(("BAL", "MUN")), ALONE)


@pytest.mark.parametrize(("helper", "supported"), [("MAR", "GAS"), ("PIC", "PAR")])
def test_the_strongest_rival_is_named_wherever_it_stands(helper, supported):
    script = (
        "germany: A MUN - BUR; A BEL S A MUN - BUR; A RUH S A MUN - BUR\nfrance: A GAS - BUR"
        f"\nitaly: A PAR - BUR\nrussia: A {helper} S A {supported} - BUR"
    )
    assert reason(script, "MUN") == Prevails(supported, Strength(("BEL", "RUH")), Strength((helper,)))


def test_an_attack_on_a_holder():
    script = "germany: A MUN - TYR\nitaly: A TYR"
    assert reason(script, "MUN") == Resisted("TYR", ALONE, ALONE)
    assert reason(script, "TYR") == Withstands("MUN", ALONE, ALONE)


def test_a_supported_attack_on_a_holder():
    script = "germany: A MUN - TYR; A BOH S A MUN - TYR\nitaly: A TYR"
    assert reason(script, "MUN") == Dislodges("TYR", Strength(("BOH",)), ALONE)
    assert reason(script, "TYR") == Overcome("MUN", Strength(("BOH",)), ALONE)
    assert outcomes(played(script)) == {"BOH": "succeeds", "MUN": "succeeds", "TYR": "succeeds!"}


def test_a_supported_defence():
    script = "germany: A MUN - TYR; A BOH S A MUN - TYR\nitaly: A TYR; A VEN S A TYR"
    assert reason(script, "MUN") == Resisted("TYR", Strength(("BOH",)), Strength(("VEN",)))


def test_a_chain_stand_off():
    """例：柏林陆军 移动 普鲁士，华沙陆军 移动 普鲁士，基尔陆军 移动 柏林."""
    script = "germany: A BER - PRU; A KIE - BER\nrussia: A WAR - PRU"
    assert codes(played(script)) == {"BER": "prevented", "KIE": "chain_bounce", "WAR": "prevented"}


def test_a_unit_whose_move_failed_holds_alone():
    """Support to hold does not help it: it was ordered to move, so that support is void."""
    script = "germany: A BER - PRU; A MUN S A BER\nrussia: A WAR - PRU\nengland: F KIE - BER; F BAL S F KIE - BER"
    result = played(script)
    assert outcomes(result)["BER"] == "bounces!"
    assert result.rulings["KIE"].reason == Dislodges("BER", Strength(("BAL",)), ALONE)


def test_head_to_head_battles():
    script = "germany: A BER - PRU\nrussia: A PRU - BER"
    assert reason(script, "BER") == LostHeadToHead("PRU", ALONE, ALONE)
    script = "germany: A BER - PRU; A SIL S A BER - PRU\nrussia: A PRU - BER"
    assert reason(script, "BER") == Dislodges("PRU", Strength(("SIL",)), ALONE)
    assert reason(script, "PRU") == LostHeadToHead("BER", ALONE, Strength(("SIL",)))
    assert outcomes(played(script))["PRU"] == "bounces!"


def test_a_supported_loser_of_a_head_to_head_battle_keeps_nobody_out():
    script = (
        "germany: A BER - PRU; A SIL S A BER - PRU; F BAL S A BER - PRU; A KIE - BER"
        "\nrussia: A PRU - BER; A MUN S A PRU - BER"
    )
    assert outcomes(played(script)) == {
        "BAL": "succeeds",
        "BER": "succeeds",
        "KIE": "succeeds",
        "MUN": "succeeds",
        "PRU": "bounces!",
        "SIL": "succeeds",
    }


def test_a_beleaguered_garrison():
    script = "germany: A BOH - MUN; A SIL S A BOH - MUN\nfrance: A RUH - MUN; A KIE S A RUH - MUN\nitaly: A MUN"
    assert reason(script, "MUN") == Beleaguered(("BOH", "RUH"), Strength(("SIL",)), ALONE)
    assert reason(script, "BOH") == Prevented("RUH", Strength(("SIL",)), Strength(("KIE",)))


def test_a_garrison_with_a_support_of_its_own_is_not_beleaguered():
    script = (
        "germany: A BOH - MUN; A SIL S A BOH - MUN\nfrance: A RUH - MUN; A KIE S A RUH - MUN"
        "\nitaly: A MUN; A TYR S A MUN"
    )
    assert isinstance(reason(script, "MUN"), Withstands)


def test_a_ring_turns():
    script = "turkey: F ANK - CON; A CON - SMY; A SMY - ANK"
    ring = ("ANK", "CON", "SMY")
    assert reason(script, "ANK") == RingTurns(ring, ALONE)
    assert {ruling.reason.code for ruling in played(script).rulings.values()} == {"ring_turns"}


def test_a_ring_that_is_contested_from_outside_stands_still():
    script = "turkey: F ANK - CON; A CON - SMY; A SMY - ANK\nrussia: A BUL - CON"
    assert outcomes(played(script)) == {"ANK": "bounces", "BUL": "bounces", "CON": "bounces", "SMY": "bounces"}


def test_a_ring_that_is_stronger_than_its_rival_turns():
    script = "turkey: F ANK - CON; A CON - SMY; A SMY - ANK; F BLA S F ANK - CON\nrussia: A BUL - CON"
    assert outcomes(played(script)) == {
        "ANK": "succeeds",
        "BLA": "succeeds",
        "BUL": "bounces",
        "CON": "succeeds",
        "SMY": "succeeds",
    }


def test_who_beats_a_rival_on_the_way_round_says_so():
    script = "turkey: F ANK - CON; A CON - SMY; A SMY - ANK; F BLA S F ANK - CON\nrussia: A BUL - CON"
    assert reason(script, "ANK") == Prevails("BUL", Strength(("BLA",)), ALONE)
    assert reason(script, "CON") == RingTurns(("ANK", "CON", "SMY"), ALONE)


def test_two_pass_each_other_only_by_sea():
    by_land = "italy: A VEN - TRI\naustria: A TRI - VEN"
    assert set(outcomes(played(by_land)).values()) == {"bounces"}
    by_sea = "italy: A VEN - TRI\naustria: A TRI - VEN VIA ADR; F ADR C A TRI - VEN"
    result = played(by_sea, "judge")
    assert outcomes(result) == {"ADR": "succeeds", "TRI": "succeeds", "VEN": "succeeds"}
    assert result.rulings["TRI"].reason == RingTurns(("TRI", "VEN"), ALONE)


# Cutting supports


CUT = "germany: A BER - SIL; A BOH S A BER - SIL\nrussia: A SIL\naustria: A VIE - BOH"


def test_any_attack_from_elsewhere_cuts():
    result = played(CUT)
    assert codes(result)["BOH"] == "cut_by"
    assert result.rulings["BOH"].reason.by == "VIE"
    assert result.rulings["BER"].reason == Resisted("SIL", Strength((), (Uncounted("BOH", "cut"),)), ALONE)


def test_an_attack_from_where_the_support_is_directed_does_not_cut():
    script = "germany: A BER - SIL; A BOH S A BER - SIL\nrussia: A SIL - BOH"
    assert outcomes(played(script)) == {"BER": "succeeds", "BOH": "succeeds", "SIL": "bounces!"}


DISLODGED_FROM_THERE = "germany: A BER - SIL; A BOH S A BER - SIL; A MUN\nrussia: A SIL - BOH; A GAL S A SIL - BOH"


def test_unless_it_dislodges_the_supporter():
    assert outcomes(played(DISLODGED_FROM_THERE)) == {
        "BER": "succeeds",
        "BOH": "cut!",
        "GAL": "succeeds",
        "MUN": "succeeds",
        "SIL": "succeeds",
    }
    assert codes(played(DISLODGED_FROM_THERE))["BOH"] == "cut_by_dislodgement"


@pytest.mark.parametrize(("value", "support"), [("yes", "cut!"), ("no", "succeeds!")])
def test_the_literal_reading_knows_no_exception(value, support):
    """With another defender of Silesia the support decides who gets it."""
    script = DISLODGED_FROM_THERE + "; A WAR - SIL"
    result = played(script, "tianshen", options={"dislodgement_cuts_support": value})
    assert outcomes(result)["BOH"] == support
    assert outcomes(result)["BER"] == ("bounces" if value == "yes" else "succeeds")


def test_an_own_attack_cuts_nothing():
    script = "germany: A BER - SIL; A BOH S A BER - SIL; A MUN - BOH\nrussia: A SIL"
    assert outcomes(played(script))["BOH"] == "succeeds"
    assert outcomes(played(script))["BER"] == "succeeds"


def test_a_support_to_hold_is_cut_alike():
    script = "germany: A MUN - TYR; A BOH S A MUN - TYR\nitaly: A TYR; A VEN S A TYR\naustria: A TRI - VEN"
    assert outcomes(played(script)) == {
        "BOH": "succeeds",
        "MUN": "succeeds",
        "TRI": "bounces",
        "TYR": "succeeds!",
        "VEN": "cut",
    }


def test_an_attacker_that_is_itself_dislodged_still_cuts():
    script = CUT + "\nitaly: A TRI - VIE; A TYR S A TRI - VIE"
    assert outcomes(played(script))["BOH"] == "cut"
    assert outcomes(played(script))["VIE"] == "bounces!"


def test_provinces_are_compared_never_coasts():
    """The fleet attacks Spain from the coast that the support is directed at, whichever coast it lands on."""
    script = "france: F SPA/SC S F LYO - MAR; F LYO - MAR\nitaly: F MAR - SPA/SC"
    assert codes(played(script))["SPA"] == "support_given"


def test_a_void_support_stays_void_when_attacked():
    script = "germany: A BOH S A BER - SIL; A BER\naustria: A VIE - BOH"
    assert outcomes(played(script))["BOH"] == "void"


# A unit that is dislodged from elsewhere still keeps others out (房规 2.2.2 特例)


def test_a_dislodged_unit_still_bounces():
    script = "germany: A BER - PRU\nrussia: A WAR - PRU\naustria: A MOS - WAR; A UKR S A MOS - WAR"
    assert outcomes(played(script)) == {"BER": "bounces", "MOS": "succeeds", "UKR": "succeeds", "WAR": "bounces!"}


# One's own units


def test_no_attack_on_an_own_unit():
    script = "germany: A KIE - BER; A MUN S A KIE - BER; A BER"
    assert reason(script, "KIE") == OwnUnit("BER", Strength(("MUN",)))
    assert outcomes(played(script))["BER"] == "succeeds"


def test_no_head_to_head_battle_is_won_against_an_own_unit():
    script = "germany: A BER - PRU; A SIL S A BER - PRU; A PRU - BER"
    assert reason(script, "BER") == OwnUnit("PRU", Strength(("SIL",)))
    assert reason(script, "PRU") == LostHeadToHead("BER", ALONE, Strength(("SIL",)))


def test_no_attack_on_an_own_unit_that_fails_to_leave():
    script = "germany: A KIE - BER; A MUN S A KIE - BER; A BER - PRU\nrussia: A WAR - PRU"
    assert outcomes(played(script)) == {"BER": "bounces", "KIE": "bounces", "MUN": "succeeds", "WAR": "bounces"}


def test_no_support_against_an_own_unit():
    script = "austria: A TRI; A VIE S A VEN - TRI\nitaly: A VEN - TRI"
    assert reason(script, "VEN") == Resisted("TRI", Strength((), (Uncounted("VIE", "own_unit"),)), ALONE)
    assert outcomes(played(script))["VIE"] == "succeeds"


def test_who_withstands_is_told_what_counted_against_it():
    """Support by the unit's own power did not; where a foreign unit attacked, an own one is not to be spoken of."""
    script = "austria: A TRI; A VIE S A VEN - TRI\nitaly: A VEN - TRI"
    assert reason(script, "TRI") == Withstands("VEN", Strength((), (Uncounted("VIE", "own_unit"),)), ALONE)
    script = "germany: A BER; A KIE - BER; A MUN S A KIE - BER\nrussia: A PRU - BER"
    assert reason(script, "BER") == Withstands("PRU", ALONE, ALONE)
    script = "germany: A BER; A KIE - BER; A MUN S A KIE - BER"
    assert reason(script, "BER") == Withstands("KIE", Strength(("MUN",)), ALONE)


def test_the_strongest_attacker_is_the_one_withstood():
    script = "germany: A MUN - TYR; A BOH S A MUN - TYR\naustria: A VIE - TYR\nitaly: A TYR; A VEN S A TYR"
    assert reason(script, "TYR") == Withstands("MUN", Strength(("BOH",)), Strength(("VEN",)))


def test_equal_attackers_that_are_no_stronger_do_not_beleaguer():
    script = "germany: A MUN - TYR\naustria: A VIE - TYR\nitaly: A TYR"
    assert reason(script, "TYR") == Withstands("MUN", ALONE, ALONE)


def test_such_a_support_still_keeps_others_out():
    """It does not count for dislodging, but it does against a rival."""
    script = "austria: A TRI; A VIE S A VEN - TRI\nitaly: A VEN - TRI\nrussia: A BUD - TRI; A SER S A BUD - TRI"
    assert reason(script, "BUD") == Prevented("VEN", Strength(("SER",)), Strength(("VIE",)))


def test_an_attack_on_an_own_unit_still_keeps_others_out():
    script = "germany: A KIE - BER; A BER\nrussia: A PRU - BER; A SIL S A PRU - BER; A MUN S A PRU - BER"
    assert outcomes(played(script))["BER"] == "succeeds!"
    script = "germany: A KIE - BER; A BER; A MUN S A KIE - BER\nrussia: A PRU - BER; A SIL S A PRU - BER"
    assert reason(script, "PRU") == Prevented("KIE", Strength(("SIL",)), Strength(("MUN",)))
    assert outcomes(played(script))["BER"] == "succeeds"


def test_an_attack_on_an_own_unit_still_cuts_foreign_support_elsewhere():
    script = "germany: A MUN - BER; A BER\nrussia: A PRU - BER"
    assert outcomes(played(script))["BER"] == "succeeds"


def test_own_power_support_never_helps_against_an_own_convoying_fleet():
    """The smallest board on which a widely used engine errs: the army takes Greece and the Aegean fleet carries on."""
    script = (
        "turkey: F AEG C A CON - GRE; A CON - GRE; A ALB S A CON - GRE; F SMY S F EAS - AEG"
        "\ngermany: F EAS - AEG; F GRE S F AEG"
    )
    assert outcomes(played(script)) == {
        "AEG": "succeeds",
        "ALB": "succeeds",
        "CON": "succeeds",
        "EAS": "bounces",
        "GRE": "cut!",
        "SMY": "succeeds",
    }


# One's own convoy (特别规则: 运输别国的单位攻击自己的单位)


OWN_CONVOY = "england: F NTH C A NWY - BEL; A BEL\nrussia: A NWY - BEL VIA NTH; A HOL S A NWY - BEL"


@pytest.mark.parametrize(
    ("rules", "belgium"),
    [("tianshen", "succeeds"), ("classic", "succeeds"), ("judge", "succeeds!"), ("standard", "succeeds!")],
)
def test_no_dislodging_through_an_own_convoy(rules, belgium):
    assert outcomes(played(OWN_CONVOY, rules))["BEL"] == belgium


def test_the_reason_names_the_fleet():
    assert reason(OWN_CONVOY, "NWY", "tianshen") == OwnConvoy("BEL", "NTH", Strength(("HOL",)))
    assert reason(OWN_CONVOY, "BEL", "tianshen") == Withstands("NWY", Strength(("HOL",)), ALONE)
    assert outcomes(played(OWN_CONVOY, "tianshen"))["NTH"] == "succeeds"


def test_any_fleet_of_a_stated_route_counts():
    script = "england: F ENG C A BRE - BEL; A BEL\nfrance: A BRE - BEL VIA MAO IRI; A PIC S A BRE - BEL"
    assert outcomes(played(script, "tianshen"))["BRE"] == "void"
    script = (
        "england: F NTH C A BRE - HOL; A HOL\nfrance: A BRE - HOL VIA ENG NTH; F ENG C A BRE - HOL; A BEL S A BRE - HOL"
    )
    assert reason(script, "BRE", "tianshen") == OwnConvoy("HOL", "NTH", Strength(("BEL",)))


def test_under_free_routes_every_chain_must_need_the_fleet():
    base = "england: F NTH C A LON - BEL; A BEL\nfrance: A LON - BEL VIA; A PIC S A LON - BEL"
    blocked = played(base, "standard", options={"own_convoy_dislodges": "no"})
    assert outcomes(blocked)["BEL"] == "succeeds"
    other = played(base + "; F ENG C A LON - BEL", "standard", options={"own_convoy_dislodges": "no"})
    assert outcomes(other)["BEL"] == "succeeds!"


def test_on_an_inferred_route_every_fleet_counts():
    script = "england: F NTH C A LON - BEL; A BEL\nfrance: A LON - BEL VIA; F ENG C A LON - BEL; A PIC S A LON - BEL"
    assert reason(script, "LON", "tianshen") == OwnConvoy("BEL", "NTH", Strength(("PIC",)))


def test_an_own_convoy_still_cuts_and_keeps_out():
    script = OWN_CONVOY + "\nfrance: A BUR - BEL; A PIC S A BUR - BEL; A RUH S A BUR - BEL\ngermany: A KIE - HOL"
    result = played(script, "tianshen")
    assert outcomes(result)["BUR"] == "succeeds"
    script = OWN_CONVOY + "\nfrance: A BUR - BEL; A PIC S A BUR - BEL"
    assert outcomes(played(script, "tianshen"))["BUR"] == "bounces"


def test_an_attack_that_would_fail_anyway_is_not_blamed_on_the_convoy():
    script = "england: F NTH C A NWY - BEL; A BEL\nrussia: A NWY - BEL VIA NTH"
    assert isinstance(reason(script, "NWY", "tianshen"), Resisted)


# Convoys


def test_a_convoying_fleet_is_not_disturbed_by_an_attack():
    script = "england: A LON - HOL VIA NTH; F NTH C A LON - HOL\nfrance: F ENG - NTH"
    assert outcomes(played(script))["LON"] == "succeeds"


BROKEN = "england: A LON - HOL VIA NTH; F NTH C A LON - HOL\ngermany: F SKA - NTH; F HEL S F SKA - NTH"


def test_a_dislodged_fleet_carries_nobody():
    result = played(BROKEN)
    assert outcomes(result) == {"HEL": "succeeds", "LON": "disrupted", "NTH": "disrupted!", "SKA": "succeeds"}
    assert result.rulings["LON"].reason == RouteBroken("NTH")


def test_a_stand_off_remains_one_when_a_third_is_not_carried():
    assert played(BROKEN + "; A BEL - HOL; A KIE - HOL").standoffs == {"HOL"}


def test_a_chain_that_ends_in_a_dislodged_fleet_carries_nobody():
    script = (
        "england: A LON - TUN VIA; F ENG C A LON - TUN; F MAO C A LON - TUN; F WES C A LON - TUN"
        "\nitaly: F TYS - WES; F LYO S F TYS - WES"
    )
    assert reason(script, "LON") == RouteBroken("WES")


def test_a_rival_that_is_not_carried_is_no_rival():
    assert reason(BROKEN + "; A BEL - HOL", "BEL") == Moves(ALONE)


def test_a_convoying_fleet_may_be_supported():
    script = BROKEN.replace("F NTH C", "F NWG S F NTH; F NTH C")
    assert outcomes(played(script))["LON"] == "succeeds"


def test_an_army_that_is_not_carried_attacks_cuts_and_contests_nothing():
    script = BROKEN + "; A BEL - HOL"
    assert outcomes(played(script))["BEL"] == "succeeds"
    script = BROKEN + "\nfrance: A HOL S A BUR - BEL; A BUR - BEL\nitaly: A BEL"
    assert outcomes(played(script))["HOL"] == "succeeds"


def test_an_army_that_is_not_carried_holds_alone():
    script = BROKEN + "\nfrance: F ENG - LON; F WAL S F ENG - LON"
    assert outcomes(played(script))["LON"] == "disrupted!"


def test_one_of_two_chains_is_enough_under_free_routes():
    script = (
        "england: A LON - BEL VIA; F NTH C A LON - BEL; F ENG C A LON - BEL\ngermany: F SKA - NTH; F HEL S F SKA - NTH"
    )
    assert outcomes(played(script, "standard"))["LON"] == "succeeds"


def test_any_fleet_of_a_stated_route_is_needed():
    script = (
        "england: A LON - POR VIA ENG MAO; F ENG C A LON - POR; F MAO C A LON - POR"
        "\nfrance: F GAS - MAO; F BRE S F GAS - MAO"
    )
    for rules in ("tianshen", "classic", "judge", "standard"):
        result = played(script, rules)
        assert result.rulings["LON"].reason == RouteBroken("MAO")
        assert outcomes(result)["ENG"] == "succeeds"


# Paradoxes


PANDIN = (
    "england: F WAL - ENG; F LON S F WAL - ENG\nfrance: A BRE - LON VIA ENG; F ENG C A BRE - LON"
    "\ngermany: F BEL - ENG; F NTH S F BEL - ENG"
)


@pytest.mark.parametrize("rules", ["tianshen", "classic", "judge", "standard"])
def test_a_paradox_stops_its_convoy(rules):
    result = played(PANDIN, rules)
    assert outcomes(result) == {
        "BEL": "bounces",
        "BRE": "disrupted",
        "ENG": "succeeds",
        "LON": "succeeds",
        "NTH": "succeeds",
        "WAL": "bounces",
    }
    (knot,) = result.knots
    assert knot.kind == "paradox"
    assert result.rulings["BRE"].reason == Paradox(knot.units)
    assert "ENG" in knot.units


def test_a_board_that_has_one_answer_is_no_paradox():
    """The landing army cuts a support, but the fleet is strong enough either way."""
    script = PANDIN + "; F MAO S F BEL - ENG"
    result = played(script)
    assert result.knots == ()
    assert outcomes(result)["ENG"] == "disrupted!"


def test_an_attack_that_fails_whatever_happens_is_no_paradox():
    script = (
        "france: A BRE - LON VIA ENG; F ENG C A BRE - LON; F MAO S F ENG\nengland: F WAL - ENG; F LON S F WAL - ENG"
    )
    result = played(script)
    assert result.knots == ()
    assert outcomes(result)["BRE"] == "bounces"
    assert outcomes(result)["LON"] == "cut"


def test_two_convoys_that_depend_on_each_other_settle_where_they_can():
    """DATC 6.F.18: a betrayed convoy; only one assignment agrees with the rules."""
    script = (
        "england: F NTH C A LON - BEL; A LON - BEL VIA NTH; F ENG S A LON - BEL"
        "\nfrance: F BEL S F NTH\ngermany: F HEL S F SKA - NTH; F SKA - NTH"
    )
    result = played(script)
    assert [knot.kind for knot in result.knots] == ["paradox"]
    assert outcomes(result)["BEL"] == "succeeds"
    assert outcomes(result)["NTH"] == "succeeds"


def test_a_circle_that_no_rule_unties_fails(monkeypatch):
    """No rule set can tie one; a house rule might: Paris moves if Munich fails, and Munich if Paris moves."""

    def contrary(field, province, look):
        moves = not look("MUN") if province == "PAR" else look("PAR")
        return Moves(ALONE) if moves else Prevented("BUR", ALONE, ALONE)

    monkeypatch.setattr(rulebook, "uncontested", lambda field, task: None)
    monkeypatch.setattr(rulebook, "judge_order", contrary)
    result = played("france: A PAR - BUR; A GAS - PAR\ngermany: A MUN - TYR")
    (knot,) = result.knots
    assert (knot.kind, knot.units) == ("open", ("MUN", "PAR"))
    assert {result.rulings[unit].reason for unit in knot.units} == {KnotFails(("MUN", "PAR"))}
    assert outcomes(result) == {"GAS": "bounces", "MUN": "bounces", "PAR": "bounces"}


def test_a_circle_with_a_support_in_it_is_no_ring(monkeypatch):
    """The move would succeed if the support were given, and the support be given if the move succeeded."""

    def mutual(field, province, look):
        if province == "PAR":
            return Moves(ALONE) if look("MUN") else Prevented("BUR", ALONE, ALONE)
        return SUPPORT_GIVEN if look("PAR") else CutBy("BUR")

    monkeypatch.setattr(rulebook, "uncontested", lambda field, task: None)
    monkeypatch.setattr(rulebook, "judge_order", mutual)
    result = played("france: A PAR - BUR\ngermany: A MUN S A PAR - BUR")
    assert [(knot.kind, knot.units) for knot in result.knots] == [("open", ("MUN", "PAR"))]
    assert outcomes(result) == {"MUN": "bounces", "PAR": "bounces"}


def test_what_nobody_contests_is_what_the_rulebook_would_say():
    """The quick answer and the long one are the same, whatever the others do."""
    told = 0
    for seed in range(200):
        options, position, orders = random_turn(random.Random(seed), 12)
        field = prepare_orders(BOARD, options, position, orders)
        for province, task in field.tasks.items():
            if task.target and task.void is None:
                quick = rulebook.uncontested(field, task)
                for answer in (True, False) if quick is not None else ():
                    assert rulebook.judge_order(field, province, lambda other, answer=answer: answer) == quick
                    told += 1
    assert told > 500
