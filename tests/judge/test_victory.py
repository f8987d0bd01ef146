"""How a game ends (rules page, Victory; 房规 1.3), by counting centres alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scripted import BOARD, owners, played, rule_set

from tianshen.judge import victory
from tianshen.judge.turn_result import Clock, Victory
from tianshen.model.turns import Turn, parse_turn

if TYPE_CHECKING:
    from collections.abc import Mapping

ALL = BOARD.centres


def share(**counts: int) -> dict[str, str]:
    """Owners of centres, so many for each power."""
    left = iter(ALL)
    return owners({power: " ".join(next(left) for _ in range(count)) for power, count in counts.items()})


def after(
    counts: Mapping[str, int],
    year: int,
    rules: str = "tianshen",
    alliances: Mapping[str, tuple[str, ...]] | None = None,
    clock: Clock | None = None,
    **options: object,
) -> tuple[Victory | None, Clock]:
    chosen = rule_set(rules, options).options
    start = clock or victory.clock_at(parse_turn(f"F{year}"), chosen)
    return victory.after_fall(BOARD, chosen, year, share(**counts), alliances or {}, start)


def end(*args: object, **more: object) -> tuple[str, tuple[str, ...]] | None:
    found = after(*args, **more)[0]  # type: ignore[arg-type]
    return found and (found.kind, found.winners)


FALL_1908 = Turn(1908, parse_turn("F1908").step)
FALL_1909 = parse_turn("F1909")


def test_eighteen_centres_win_at_once():
    assert end({"france": 18, "england": 16}, 1905) == ("solo", ("france",))
    assert end({"france": 17, "england": 17}, 1905) is None


def test_the_number_may_be_lowered():
    assert end({"france": 10, "england": 9}, 1905, "classic", solo_centres=10) == ("solo", ("france",))
    assert end({"france": 9, "england": 9}, 1905, "classic", solo_centres=10) is None


def test_several_at_a_lowered_number_share_under_the_classic_rules():
    """皆平手: whoever meets the condition, whoever has more."""
    assert end({"france": 12, "england": 10, "italy": 9}, 1905, "classic", solo_centres=10) == (
        "shared",
        ("england", "france"),
    )


def test_several_at_a_lowered_number_extend_the_game_under_the_house_rules():
    found, clock = after({"france": 12, "england": 10}, 1905, solo_centres=10)
    assert found == Victory("extended", (), found.centres, parse_turn("F1906"))
    assert clock == Clock(1, parse_turn("F1906"))
    # After the extension the leader wins, though both still hold ten.
    later, _ = after({"france": 12, "england": 10}, 1906, clock=clock, solo_centres=10)
    assert later.kind == "shared"


def test_after_such_an_extension_a_single_solo_wins():
    assert end({"france": 12, "england": 9}, 1906, clock=Clock(1, parse_turn("F1906")), solo_centres=10) == (
        "solo",
        ("france",),
    )


def test_after_such_an_extension_the_leader_wins_without_a_solo():
    assert end({"france": 9, "england": 8}, 1906, clock=Clock(1, parse_turn("F1906")), solo_centres=10) == (
        "last_turn",
        ("france",),
    )


def test_the_leader_wins_in_1908():
    assert end({"france": 10, "england": 9, "italy": 8}, 1907) is None
    assert end({"france": 10, "england": 9, "italy": 8}, 1908) == ("last_turn", ("france",))


def test_a_solo_in_the_last_year_is_a_solo():
    assert end({"france": 18, "england": 9}, 1908) == ("solo", ("france",))


def test_a_tie_in_1908_extends_the_game_by_a_year():
    found, clock = after({"france": 10, "england": 10, "italy": 8}, 1908)
    assert (found.kind, found.winners, found.until) == ("extended", (), FALL_1909)
    assert clock == Clock(1, FALL_1909)


def test_after_the_extension_the_leader_wins():
    assert end({"france": 11, "england": 10}, 1909) == ("last_turn", ("france",))


def test_after_the_extension_leaders_share():
    assert end({"france": 10, "england": 10, "italy": 9}, 1909) == ("shared", ("england", "france"))


def test_the_extension_is_told_by_the_year():
    options = rule_set("tianshen", {}).options
    assert victory.clock_at(parse_turn("F1908"), options) == Clock()
    assert victory.clock_at(parse_turn("S1909"), options) == Clock(1, FALL_1909)
    assert victory.clock_at(parse_turn("S1912"), options) == Clock(1, FALL_1909)
    longer = rule_set("tianshen", {"tie_extension_years": 2, "max_extensions": 3}).options
    assert victory.clock_at(parse_turn("S1909"), longer) == Clock(1, parse_turn("F1910"))
    assert victory.clock_at(parse_turn("F1910"), longer) == Clock(1, parse_turn("F1910"))
    assert victory.clock_at(parse_turn("F1911"), longer) == Clock(2, parse_turn("F1912"))
    assert victory.clock_at(parse_turn("F1920"), longer) == Clock(3, parse_turn("F1914"))
    assert victory.clock_at(parse_turn("F1999"), rule_set("judge", {}).options) == Clock()
    assert victory.clock_at(parse_turn("F1909"), rule_set("classic", {"last_turn": "F1905"}).options) == Clock()


def test_ties_may_be_extended_more_than_once():
    counts = {"france": 10, "england": 10}
    found, clock = after(counts, 1908, max_extensions=2)
    found, clock = after(counts, 1909, clock=clock, max_extensions=2)
    assert (found.kind, found.until, clock.extensions) == ("extended", parse_turn("F1910"), 2)
    assert end(counts, 1910, clock=clock, max_extensions=2) == ("shared", ("england", "france"))


def test_no_extension_of_no_years():
    assert end({"france": 10, "england": 10}, 1908, tie_extension_years=0) == ("shared", ("england", "france"))


def test_between_the_years_of_an_extension_only_a_solo_ends_the_game():
    clock = Clock(1, parse_turn("F1910"))
    assert end({"france": 12, "england": 9}, 1909, clock=clock, tie_extension_years=2) is None
    assert end({"france": 18, "england": 9}, 1909, clock=clock, tie_extension_years=2) == ("solo", ("france",))
    assert end({"france": 12, "england": 10}, 1909, clock=clock, tie_extension_years=2, solo_centres=10) is None
    assert end({"france": 12, "england": 9}, 1910, clock=clock, tie_extension_years=2) == ("last_turn", ("france",))


def test_without_a_last_turn_play_goes_on():
    assert end({"france": 17, "england": 10}, 1950, "standard") is None
    assert end({"france": 17, "england": 10}, 1908, last_turn="none") is None


def test_a_last_turn_may_be_set():
    assert end({"france": 7, "england": 6}, 1905, "classic", last_turn="F1905") == ("last_turn", ("france",))
    assert end({"france": 7, "england": 7}, 1905, "classic", last_turn="F1905") == ("shared", ("england", "france"))


# Alliances: the text grants the win to 国家或联盟


ALLIES = {"west": ("england", "france")}


def test_an_alliance_counts_as_the_sum_of_its_members():
    assert end({"england": 6, "france": 6, "russia": 11}, 1908, alliances=ALLIES) == (
        "last_turn",
        ("england", "france"),
    )
    assert end({"england": 6, "france": 6, "russia": 13}, 1908, alliances=ALLIES) == ("last_turn", ("russia",))


def test_members_without_a_centre_do_not_win():
    assert end({"england": 12, "russia": 11}, 1908, alliances=ALLIES) == ("last_turn", ("england",))


def test_a_tie_of_an_alliance_with_a_power_extends_the_game():
    assert end({"england": 6, "france": 6, "russia": 12}, 1908, alliances=ALLIES) == ("extended", ())
    assert end({"england": 6, "france": 6, "russia": 12}, 1909, alliances=ALLIES) == (
        "shared",
        ("england", "france", "russia"),
    )


def test_two_alliances():
    sides = {"west": ("england", "france"), "east": ("russia", "turkey")}
    assert end({"england": 8, "france": 6, "russia": 8, "turkey": 7, "italy": 5}, 1908, alliances=sides) == (
        "last_turn",
        ("russia", "turkey"),
    )


def test_a_solo_is_a_powers_own():
    """Eighteen centres of an alliance are no solo."""
    assert end({"england": 10, "france": 10}, 1905, alliances=ALLIES) is None


# The three-year rule


def test_three_quiet_years_after_the_announcement():
    counts = {"france": 10, "england": 10, "italy": 5}
    assert end(counts, 1910, "judge", clock=Clock(quiet_since=1908)) is None
    assert end(counts, 1911, "judge", clock=Clock(quiet_since=1908)) == ("draw", ("england", "france", "italy"))


def test_without_the_announcement_nothing_is_counted():
    assert end({"france": 10, "england": 10}, 1950, "judge") is None


def test_rule_sets_without_the_rule_never_draw():
    assert end({"france": 10, "england": 10}, 1950, "standard", clock=Clock(quiet_since=1901)) is None


def test_the_years_may_be_set():
    assert end({"france": 10}, 1903, "standard", clock=Clock(quiet_since=1901), stalemate_years=2) == (
        "draw",
        ("france",),
    )


# In a whole turn


HALF = {"france": " ".join(ALL[:17])}


def test_counted_after_the_retreats():
    """A retreat onto an eighteenth centre wins the game."""
    eighteenth = next(c for c in ALL[17:] if c == "WAR")
    assert eighteenth == "WAR"
    result = played(
        "germany: A MOS - UKR; A SEV S A MOS - UKR\nfrance: A UKR",
        turn="F1905",
        centres=HALF,
        retreats={"UKR": "WAR"},
    )
    assert result.victory == Victory("solo", ("france",), result.victory.centres)
    assert result.victory.centres["france"] == 18


def test_never_in_spring():
    assert played("france: A WAR", turn="S1905", centres={"france": " ".join(ALL[:18])}).victory is None


def test_the_last_fall_is_a_fall_like_any_other():
    """Builds are made and reported even if the game ends with them."""
    result = played("france: A BUR", turn="F1908", centres={"france": "PAR BRE MAR"}, builds={"france": "A PAR, F BRE"})
    assert result.victory.kind == "last_turn"
    assert [item.kind for item in result.adjustments] == ["build", "build"]


def test_under_separate_phases_the_end_comes_before_winter():
    result = played("france: A WAR", "standard", turn="F1905", centres=HALF)
    assert result.victory.kind == "solo"
    assert str(result.position.turn) == "W1905"


def test_the_clock_goes_on_to_the_next_turn():
    result = played("france: A BUR", turn="F1908", centres={"france": "PAR", "england": "LON"})
    assert result.victory.kind == "extended"
    assert result.clock == Clock(1, FALL_1909)
    again = played("france: A BUR", turn="F1909", centres={"france": "PAR", "england": "LON"}, clock=result.clock)
    assert (again.victory.kind, again.victory.winners) == ("shared", ("england", "france"))
