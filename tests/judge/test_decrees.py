"""Rulings by the game master: obeyed where the rules allow them, refused with a reason where they do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scripted import adjusted, outcomes, played, retreated, standing

from tianshen.judge.turn_result import Clock, Refused
from tianshen.model.orders import DISBAND, Build, Decrees

if TYPE_CHECKING:
    from tianshen.judge.turn_result import TurnResult

WARSAW = "germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR"
CROWD = "germany: A SIL; A RUH; A MUN"


def fall(script: str, decrees: Decrees, rules: str = "tianshen", **more: object) -> TurnResult:
    return played(script, rules, turn=more.pop("turn", "F1902"), decrees=decrees, **more)  # type: ignore[arg-type]


# Orders


def test_a_struck_order_is_void_and_the_unit_holds():
    result = fall("france: A PAR - BUR\ngermany: A MUN - BUR", Decrees(voided=frozenset({"PAR"})))
    assert outcomes(result) == {"MUN": "succeeds", "PAR": "void"}
    assert result.rulings["PAR"].reason.code == "void_decreed"
    assert result.refused == ()


def test_a_unit_whose_order_was_struck_can_be_supported_in_place():
    result = fall(
        "france: A PAR - BUR; A GAS S A PAR\ngermany: A BUR - PAR; A PIC S A BUR - PAR",
        Decrees(voided=frozenset({"PAR"})),
    )
    assert outcomes(result) == {"BUR": "bounces", "GAS": "succeeds", "PAR": "void", "PIC": "succeeds"}


def test_a_decreed_order_that_is_impossible_is_refused():
    result = fall("france: A PAR - LON", Decrees(ordered=frozenset({"PAR"})))
    assert result.refused == (Refused("order", "A PAR", "void_not_adjacent"),)


def test_a_decreed_order_for_no_unit_is_refused():
    """All that is refused comes in the sequence of the provinces."""
    result = fall("france: A PAR - LON; A MAR - LON", Decrees(ordered=frozenset({"PAR", "GAS", "MAR"})))
    assert result.refused == (
        Refused("order", "GAS", "void_no_such_unit"),
        Refused("order", "A MAR", "void_not_adjacent"),
        Refused("order", "A PAR", "void_not_adjacent"),
    )


def test_a_decreed_order_that_fails_is_no_fault():
    result = fall("france: A PAR - BUR\ngermany: A MUN - BUR", Decrees(ordered=frozenset({"PAR"})))
    assert result.refused == ()


def test_a_decreed_support_of_what_was_not_ordered_is_no_fault():
    """It is possible, and merely finds no match."""
    for script in (
        "france: A PAR S A GAS - BUR; A GAS",
        "france: A PAR S A GAS; A GAS - SPA",
        "france: A PAR S A MAR - BUR",
    ):
        assert fall(script, Decrees(ordered=frozenset({"PAR"}))).refused == ()
    script = "england: F ENG C A LON - BRE; A LON"
    assert fall(script, Decrees(ordered=frozenset({"ENG"}))).refused == ()
    script = "england: F NTH C A LON - YOR; A LON - YOR"
    assert fall(script, Decrees(ordered=frozenset({"NTH"}))).refused == ()


def test_only_decreed_orders_are_refused():
    assert fall("france: A PAR - LON", Decrees()).refused == ()


# Retreats


def test_a_decreed_retreat_goes_before_the_players_list():
    result = fall(WARSAW, Decrees(retreats={"WAR": "UKR"}), retreats={"WAR": "GAL"})
    assert retreated(result) == {"WAR": "UKR decree"}


def test_a_decreed_retreat_to_a_closed_place_is_refused():
    for place in ("PRU", "SIL", "BUD"):
        result = fall(WARSAW, Decrees(retreats={"WAR": place}), retreats={"WAR": "GAL"})
        assert result.refused == (Refused("retreat", "A WAR", "not_legal"),)
        assert retreated(result) == {"WAR": "GAL list"}


def test_a_decreed_retreat_of_a_unit_that_was_not_dislodged():
    result = fall(WARSAW, Decrees(retreats={"SIL": "BOH", "PAR": "BUR"}))
    assert set(result.refused) == {
        Refused("retreat", "SIL", "not_dislodged"),
        Refused("retreat", "PAR", "not_dislodged"),
    }


TWO = "germany: A PRU - WAR; A SIL S A PRU - WAR\nturkey: A RUM - SEV; F BLA S A RUM - SEV\nrussia: A WAR; A SEV"


def test_two_decreed_to_the_same_place():
    result = fall(TWO, Decrees(retreats={"WAR": "UKR", "SEV": "UKR"}), retreats={"SEV": "MOS"})
    assert retreated(result) == {"WAR": "UKR decree", "SEV": "MOS list"}
    assert result.refused == (Refused("retreat", "A SEV", "taken"),)


def test_a_decree_takes_the_place_from_the_others():
    result = fall(TWO, Decrees(retreats={"WAR": "UKR"}), retreats={"SEV": "UKR MOS"})
    assert retreated(result) == {"WAR": "UKR decree", "SEV": "MOS list"}
    sevastopol = next(r for r in result.retreats if r.unit.province == "SEV")
    assert [(item.entry, item.why) for item in sevastopol.skipped] == [("UKR", "taken_by_decree")]


def test_a_unit_whose_only_place_a_decree_took_is_destroyed():
    script = (
        "germany: A PRU - WAR; A SIL S A PRU - WAR\nturkey: A RUM - SEV; F BLA S A RUM - SEV; F ARM; A MOS"
        "\nrussia: A WAR; A SEV"
    )
    result = fall(script, Decrees(retreats={"WAR": "UKR"}), retreats={"SEV": "UKR"})
    assert retreated(result) == {"WAR": "UKR decree", "SEV": "- forced"}
    assert next(r.forced_why for r in result.retreats if r.unit.province == "SEV") == "no_place"


def test_a_decreed_disband_of_a_dislodged_unit():
    result = fall(WARSAW, Decrees(disbands=("WAR",)), retreats={"WAR": "GAL"})
    assert retreated(result) == {"WAR": "- decree"}
    assert result.refused == ()
    result = fall(WARSAW, Decrees(retreats={"WAR": DISBAND}), retreats={"WAR": "GAL"})
    assert retreated(result) == {"WAR": "- decree"}


def test_a_decreed_retreat_reads_its_coast_as_a_list_does():
    script = "italy: F TYS - WES; F TUN S F TYS - WES\nfrance: F WES"
    refused = fall(script, Decrees(retreats={"WES": "SPA"}))
    assert refused.refused == (Refused("retreat", "F WES", "not_legal"),)
    allowed = fall(script, Decrees(retreats={"WES": "SPA"}), options={"coast_unstated": "only"})
    assert retreated(allowed) == {"WES": "SPA/SC decree"}
    named = fall(script, Decrees(retreats={"WES": "SPA/SC"}))
    assert retreated(named) == {"WES": "SPA/SC decree"}


def test_a_decree_for_a_later_phase_is_refused_and_not_dropped():
    result = fall(WARSAW, Decrees(retreats={"WAR": "UKR"}, disbands=("WAR",)), rules="standard")
    assert str(result.position.turn) == "F1902R"
    assert set(result.refused) == {Refused("retreat", "WAR", "later"), Refused("disband", "WAR", "not_now")}


def test_in_the_retreat_phase_it_counts():
    result = played(
        "germany: A WAR; A SIL",
        "standard",
        turn="F1902R",
        dislodged=[("russia", "A WAR", "PRU")],
        decrees=Decrees(retreats={"WAR": "UKR"}),
    )
    assert retreated(result) == {"WAR": "UKR decree"}


def test_in_winter_nobody_retreats():
    result = played(CROWD, "standard", turn="W1902", decrees=Decrees(retreats={"SIL": "BER"}))
    assert result.refused == (Refused("retreat", "SIL", "not_dislodged"),)


# Disbands and builds


def test_a_decreed_disband_goes_before_the_players_list():
    result = fall(CROWD, Decrees(disbands=("RUH",)), centres={"germany": "BER"}, disbands={"germany": "A SIL"})
    assert adjusted(result, "germany") == ["disband A RUH decree"]


def test_a_decreed_disband_that_is_not_due_is_refused():
    result = fall("germany: A BER", Decrees(disbands=("BER",)), centres={"germany": "BER"})
    assert result.refused == (Refused("disband", "BER", "nothing_to_disband"),)
    assert standing(result, "germany") == ["A BER"]
    many = fall(CROWD, Decrees(disbands=("SIL", "RUH")), centres={"germany": "BER"})
    assert many.refused == (Refused("disband", "RUH", "not_needed"),)
    assert adjusted(many, "germany") == ["disband A SIL decree"]


def test_a_unit_cannot_be_disbanded_twice():
    result = fall(CROWD, Decrees(disbands=("SIL", "SIL")), disbands={"germany": "A RUH"}, centres={"germany": "BER"})
    # Munich is captured: two centres, three units; nothing more is due.
    assert adjusted(result, "germany") == ["disband A SIL decree"]
    assert result.refused == (Refused("disband", "SIL", "no_unit"),)


def test_a_decreed_disband_where_no_unit_stands():
    result = fall(CROWD, Decrees(disbands=("PAR",)), centres={"germany": "BER"})
    assert result.refused == (Refused("disband", "PAR", "no_unit"),)


def test_a_decreed_disband_in_spring_is_refused():
    result = fall(CROWD, Decrees(disbands=("SIL",)), turn="S1902", centres={"germany": "BER"})
    assert result.refused == (Refused("disband", "SIL", "not_now"),)


def test_a_decreed_build_goes_before_the_players_list():
    result = fall(
        "germany: A RUH",
        Decrees(builds={"germany": (Build("F", "KIE"),)}),
        centres={"germany": "BER KIE"},
        builds={"germany": "A BER"},
    )
    assert adjusted(result, "germany") == ["build F KIE decree"]


def test_a_decreed_build_that_is_impossible_is_refused():
    result = fall(
        "germany: A KIE",
        Decrees(builds={"germany": (Build("F", "KIE"), Build("A", "PAR"), Build("F", "MUN"))}),
        centres={"germany": "BER KIE MUN"},
        builds={"germany": "A BER"},
    )
    assert set(result.refused) == {
        Refused("build", "F KIE", "occupied"),
        Refused("build", "A PAR", "not_home"),
        Refused("build", "F MUN", "inland"),
    }
    assert "build A BER list" in adjusted(result, "germany")


def test_a_decreed_build_that_is_not_due_is_refused():
    decrees = Decrees(builds={"germany": (Build("A", "BER"),)})
    for centres in ("KIE", "KIE MUN"):
        script = "germany: A KIE; A MUN"
        result = fall(script, decrees, centres={"germany": centres})
        assert result.refused == (Refused("build", "A BER", "nothing_to_build"),)
    result = fall("germany: A KIE; A MUN", decrees, turn="S1902", centres={"germany": "BER KIE MUN"})
    assert result.refused == (Refused("build", "germany", "not_now"),)


def test_more_decreed_builds_than_due():
    result = fall(
        "germany: A KIE; A RUH",
        Decrees(builds={"germany": (Build("A", "BER"), Build("A", "MUN"))}),
        centres={"germany": "BER KIE MUN"},
    )
    assert result.refused == (Refused("build", "A MUN", "not_needed"),)


def test_decreed_builds_and_disbands_before_winter_are_refused():
    decrees = Decrees(builds={"germany": (Build("A", "BER"),)}, disbands=("RUH",))
    result = fall("germany: A RUH", decrees, rules="standard", centres={"germany": "BER KIE"})
    assert str(result.position.turn) == "W1902"
    assert set(result.refused) == {Refused("build", "germany", "not_now"), Refused("disband", "RUH", "not_now")}


def test_decrees_in_winter():
    result = played(
        CROWD,
        "standard",
        turn="W1902",
        centres={"germany": "BER MUN"},
        disbands={"germany": "A MUN"},
        decrees=Decrees(disbands=("SIL",)),
    )
    assert adjusted(result, "germany") == ["disband A SIL decree"]
    assert result.refused == ()


def test_a_unit_is_disbanded_by_decree_once_even_if_another_must_go():
    script = "germany: A SIL; A RUH; A BOH"
    result = fall(script, Decrees(disbands=("SIL", "SIL")), centres={"germany": "BER"})
    assert adjusted(result, "germany") == ["disband A SIL decree", "disband A BOH heuristic"]
    assert result.refused == (Refused("disband", "SIL", "no_unit"),)


# Ends


CENTRES = {"france": "PAR BRE MAR", "england": "LON EDI", "germany": "BER"}


def test_the_game_masters_word_ends_the_game():
    result = fall("france: A BUR", Decrees(ended=True), turn="S1904", centres=CENTRES)
    assert (result.victory.kind, result.victory.winners) == ("ended", ("france",))
    assert result.victory.centres["england"] == 2


def test_leaders_share_an_end_by_decree():
    centres = {"france": "PAR BRE", "england": "LON EDI"}
    result = fall("france: A BUR", Decrees(ended=True), centres=centres)
    assert (result.victory.kind, result.victory.winners) == ("ended", ("england", "france"))


def test_an_end_by_decree_counts_alliances():
    result = fall("france: A BUR", Decrees(ended=True), centres=CENTRES, alliances={"north": ("england", "germany")})
    assert result.victory.winners == ("england", "france", "germany")


def test_an_end_by_decree_in_fall_counts_this_turns_captures():
    result = fall("england: A RUH - KIE; A BEL", Decrees(ended=True), centres=CENTRES)
    assert result.victory.winners == ("england",)


def test_a_draw_among_the_named():
    result = fall("france: A BUR", Decrees(draw=("france", "england")), centres=CENTRES)
    assert (result.victory.kind, result.victory.winners) == ("draw", ("france", "england"))


def test_a_draw_with_a_power_that_is_gone_is_refused():
    result = fall("france: A BUR", Decrees(draw=("france", "turkey")), centres=CENTRES)
    assert result.victory is None
    assert result.refused == (Refused("draw", "turkey", "eliminated"),)


def test_a_power_with_a_unit_and_no_centre_may_share_a_draw():
    result = fall("france: A BUR\nturkey: A SMY - SYR", Decrees(draw=("france", "turkey")), turn="S1904")
    assert result.victory.kind == "draw"


def test_a_game_that_is_won_is_not_ended_again():
    centres = {"france": "PAR BRE MAR BEL HOL BER KIE MUN DEN SWE NWY SPA POR TUN ROM NAP VEN TRI"}
    for decrees in (Decrees(draw=("france", "england")), Decrees(ended=True)):
        result = fall("france: A BUR\nengland: F LON", decrees, centres=centres)
        assert result.victory.kind == "solo"
        assert result.refused == ()


def test_an_extended_game_may_be_ended_by_decree():
    centres = {"france": "PAR BRE", "england": "LON EDI"}
    result = fall("france: A BUR", Decrees(draw=("france", "england")), turn="F1908", centres=centres)
    assert result.victory.kind == "draw"


# The three-year rule


def announced(turn: str, script: str = "france: A PAR", clock: Clock | None = None) -> TurnResult:
    return played(script, "judge", turn=turn, centres={"france": "PAR"}, decrees=Decrees(stalemate=True), clock=clock)


def test_an_announcement_with_the_spring_orders_counts_that_year():
    assert announced("S1905").clock.quiet_since == 1904


def test_an_announcement_later_in_the_year_counts_from_the_next():
    assert announced("F1905").clock.quiet_since == 1905
    assert announced("W1905").clock.quiet_since == 1905


def test_a_second_announcement_changes_nothing():
    assert announced("S1906", clock=Clock(quiet_since=1904)).clock.quiet_since == 1904


def test_a_capture_starts_the_count_anew():
    played_on = played("france: A GAS - SPA", "judge", turn="F1906", clock=Clock(quiet_since=1904))
    assert played_on.clock.quiet_since == 1906
    assert played_on.victory is None


def test_three_quiet_years_are_a_draw():
    centres = {"france": "PAR", "england": "LON"}
    quiet = Clock(quiet_since=1904)
    assert played("france: A PAR", "judge", turn="F1906", centres=centres, clock=quiet).victory is None
    result = played("france: A PAR", "judge", turn="F1907", centres=centres, clock=quiet)
    assert (result.victory.kind, result.victory.winners) == ("draw", ("england", "france"))


def test_a_capture_in_the_third_year_saves_the_game():
    result = played("france: A GAS - SPA", "judge", turn="F1907", clock=Clock(quiet_since=1904))
    assert result.victory is None


def test_captures_before_an_announcement_start_no_count():
    assert played("france: A GAS - SPA", "judge", turn="F1906").clock.quiet_since is None


def test_where_the_rule_does_not_exist_its_announcement_is_refused():
    result = played("france: A PAR", "tianshen", decrees=Decrees(stalemate=True))
    assert result.refused == (Refused("stalemate", "", "no_such_rule"),)
