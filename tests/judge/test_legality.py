"""Which orders are possible, what they then become, and what matches what (rules page, Movement)."""

from __future__ import annotations

import pytest
from scripted import codes, outcomes, played

from tianshen.judge.ruling import Beleaguered, Void
from tianshen.model.orders import Convoy, Move, Named
from tianshen.model.position import ARMY


def void(script: str, rules: str = "standard", **options: str) -> dict[str, str]:
    """The reason of every void order, with the province concerned: `not_adjacent PIC`."""
    result = played(script, rules, options=options)
    return {
        province: " ".join(filter(None, (ruling.reason.why, ruling.reason.about)))
        for province, ruling in result.rulings.items()
        if isinstance(ruling.reason, Void)
    }


# Moves by land and coast


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("F NTH - PIC", "not_adjacent PIC"),
        ("A LVP - IRI", "wrong_ground IRI"),
        ("F KIE - MUN", "wrong_ground MUN"),
        ("F ROM - VEN", "not_adjacent VEN"),  # the coasts do not touch
        ("A ROM - ROM", "same_province"),
        ("F SPA/NC - SPA/SC", "same_province"),
        ("A BOH - LON", "not_adjacent LON"),
        ("A LON - BOH", "not_adjacent BOH"),
        ("A LON - BRE", "not_adjacent BRE"),  # no fleet in between
        ("A LON - BRE VIA", "route_empty BRE"),
        ("A BUR - BRE VIA", "not_coastal BUR"),
        ("A BRE - PAR VIA", "not_coastal PAR"),
        ("F BRE - LON VIA", "fleet_carried"),
        ("F GAS - SPA/SC", "coast_unreachable SPA"),
        ("F MAO - SPA", "coast_missing SPA"),
        ("F MAO - SPA/EC", "coast_unreachable SPA"),
    ],
)
def test_moves_that_are_not_possible(order, why):
    assert void(f"england: {order}") == {order.split()[1][:3]: why}


def test_a_unit_with_an_impossible_move_holds_and_can_be_supported():
    result = played("england: A YOR - BRE; A LON S A YOR\nfrance: F NTH - YOR; F EDI S F NTH - YOR")
    assert outcomes(result) == {"EDI": "succeeds", "LON": "succeeds", "NTH": "bounces", "YOR": "void"}


def test_a_unit_with_an_impossible_move_cannot_be_supported_to_go_there():
    assert void("england: A YOR - MUN; A RUH S A YOR - MUN") == {
        "YOR": "not_adjacent MUN",
        "RUH": "supported_differs YOR",
    }


def test_a_coast_on_an_armys_move_is_left_out():
    result = played("france: A GAS - SPA/NC")
    assert result.rulings["GAS"].order == Move("GAS", "SPA")
    assert result.position.units["SPA"].at == "SPA"


def test_a_coast_that_does_not_exist_is_left_out():
    result = played("france: F GAS - BRE/NC")
    assert result.position.units["BRE"].at == "BRE"


@pytest.mark.parametrize(
    ("value", "one", "two"),
    [("void", None, None), ("only", "SPA/NC", None), ("first", "SPA/NC", "SPA/NC")],
)
def test_a_coast_that_is_not_named(value, one, two):
    """From Gascony only the north coast can be reached, from the Mid-Atlantic either."""
    for script, coast in (("france: F GAS - SPA", one), ("france: F MAO - SPA", two)):
        result = played(script, options={"coast_unstated": value})
        unit = result.position.units.get("SPA")
        assert (unit.at if unit else None) == coast
        if coast is None:
            assert next(iter(codes(result).values())) == "void_coast_missing"


def test_the_first_coast_is_that_of_the_maps_list():
    result = played("turkey: F CON - BUL", "judge")
    assert result.position.units["BUL"].at == "BUL/EC"


def test_a_fleet_leaves_only_along_its_own_coast():
    assert void("france: F SPA/NC - MAR") == {"SPA": "not_adjacent MAR"}
    assert void("france: F SPA/SC - GAS") == {"SPA": "not_adjacent GAS"}
    assert void("france: F SPA/SC - MAR; F BUL/EC - RUM") == {}


def test_canals_and_the_crossing():
    assert void("germany: F HEL - KIE; F BUL/EC - CON; A DEN - SWE; F BAL - BOT") == {}
    assert void("germany: F KIE - BAL; F CON - AEG; F SWE - NWY; A ANK - CON") == {}


def test_switzerland_is_no_place():
    assert void("france: A BUR - SWI; A TYR - SWI") == {"BUR": "not_adjacent SWI", "TYR": "not_adjacent SWI"}


# Convoys


SEA = "england: A LON - BRE VIA ENG; F ENG C A LON - BRE"


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("england: A LON - BEL; A YOR C A LON - BEL", {"LON": "not_adjacent BEL", "YOR": "carrier_not_fleet"}),
        ("england: F WAL C A LON - BRE; A LON", {"WAL": "carrier_not_at_sea"}),
        ("france: F SPA/NC C A POR - GAS; A POR", {"SPA": "carrier_not_at_sea"}),
        ("england: F ENG C A LON - BRE", {"ENG": "no_such_unit LON"}),
        ("england: F ENG C F LON - BRE; F LON", {"ENG": "fleet_carried LON"}),
        ("russia: F BAR C F STP/NC - NWY; F STP/NC", {"BAR": "fleet_carried STP"}),
        ("england: F ENG C A LON - LON; A LON", {"ENG": "same_province"}),
        ("england: F ENG C A LON - PAR; A LON", {"ENG": "not_coastal PAR"}),
        ("england: F ENG C A PAR - LON; A PAR", {"ENG": "not_coastal PAR"}),
        ("england: F BLA C A LON - BRE; A LON", {"BLA": "carrier_off_route BRE"}),
        ("england: F ENG C A LON - BRE; A LON", {"ENG": "carried_differs LON"}),
        ("england: F ENG C A LON - BRE; A LON - YOR", {"ENG": "carried_differs LON"}),
        ("england: F ENG C A LON - BRE; A LON - BEL VIA", {"ENG": "carried_differs LON"}),
        ("france: F ENG C A LON - WAL\nengland: A LON - WAL", {"ENG": "carried_by_land LON"}),
    ],
)
def test_convoys_that_are_not_possible_or_find_no_match(script, why):
    assert void(script) == why


def test_a_convoy_with_a_coast_written_out():
    """Neither where the army stands nor where it goes has a coast to it."""
    result = played("france: A MAR - SPA VIA; F LYO C A MAR - SPA/NC", "standard")
    assert outcomes(result) == {"LYO": "succeeds", "MAR": "succeeds"}
    assert result.rulings["LYO"].order == Convoy("LYO", Named(ARMY, "MAR"), "SPA")
    result = played("france: A SPA - MAR VIA; F LYO C A SPA/NC - MAR", "standard")
    assert outcomes(result) == {"LYO": "succeeds", "SPA": "succeeds"}


def test_a_stated_route():
    for rules in ("tianshen", "classic", "judge", "standard"):
        assert outcomes(played(SEA, rules)) == {"ENG": "succeeds", "LON": "succeeds"}


@pytest.mark.parametrize(
    ("route", "why"),
    [
        ("NTH", "route_unlinked BRE"),  # does not touch Brest
        ("IRI", "route_unlinked BRE"),  # does not touch London
        ("ENG ENG", "route_unlinked BRE"),  # the same sea twice
        ("WAL", "route_unlinked BRE"),  # no sea at all
        ("ENG IRI", "route_unlinked BRE"),  # does not touch Brest
        ("NTH ENG", "route_empty NTH"),
    ],
)
def test_stated_routes_that_are_not_possible(route, why):
    script = f"england: A LON - BRE VIA {route}; F ENG C A LON - BRE; F WAL; F IRI"
    assert void(script, "tianshen")["LON"] == why


def test_a_stated_route_with_a_fleet_that_does_something_else():
    """The move is possible and fails; nobody may support the army in its place."""
    script = "england: A LON - BRE VIA ENG; F ENG; A WAL S A LON\nfrance: F NTH - LON; F YOR S F NTH - LON"
    result = played(script, "tianshen")
    assert outcomes(result) == {
        "ENG": "succeeds",
        "LON": "disrupted!",
        "NTH": "succeeds",
        "WAL": "void",
        "YOR": "succeeds",
    }
    assert codes(result)["WAL"] == "void_supported_moves"
    assert result.rulings["LON"].reason.fleet == "ENG"


def test_a_convoy_off_the_stated_route_is_void():
    script = "england: A LON - BEL VIA ENG; F ENG C A LON - BEL; F NTH C A LON - BEL"
    assert void(script, "tianshen") == {"NTH": "carrier_off_route LON"}
    assert void(script, "standard") == {}


def test_a_missing_route_is_inferred():
    script = "england: A LON - BEL; F ENG C A LON - BEL; F NTH C A LON - BEL"
    result = played(script, "tianshen")
    assert outcomes(result) == {"ENG": "succeeds", "LON": "succeeds", "NTH": "succeeds"}
    assert result.inferred == {"LON": ("ENG", "NTH")}


def test_a_route_is_inferred_only_from_convoys_and_where_it_must_be_stated():
    assert played("england: A LON - BEL; F ENG", "tianshen").inferred == {}
    assert played("england: A LON - BEL; F ENG C A LON - BEL", "standard").inferred == {}


def test_losing_any_fleet_of_an_inferred_route_cuts_it():
    script = "england: A LON - BEL; F ENG C A LON - BEL; F NTH C A LON - BEL\nfrance: F BRE - ENG; F MAO S F BRE - ENG"
    assert outcomes(played(script, "tianshen"))["LON"] == "disrupted"
    assert outcomes(played(script, "standard"))["LON"] == "succeeds"


def test_a_missing_route_is_void_where_it_may_not_be_inferred():
    script = "england: A LON - BEL; F NTH C A LON - BEL"
    assert void(script, "judge") == {"LON": "not_adjacent BEL", "NTH": "carried_differs LON"}
    script = "england: A LON - BEL VIA; F NTH C A LON - BEL"
    assert void(script, "judge") == {"LON": "route_missing BEL", "NTH": "carried_differs LON"}


def test_via_without_a_sea_is_a_missing_route_also_to_a_neighbour():
    script = "england: A LON - WAL VIA; F ENG C A LON - WAL"
    assert played(script, "tianshen").inferred == {"LON": ("ENG",)}
    assert void(script, "judge")["LON"] == "route_missing WAL"


def test_fleets_that_lie_on_no_chain_are_no_part_of_an_inferred_route():
    """The fleet in the Irish Sea is ordered to carry, but no way from London to Brest leads through it alone."""
    script = "england: A LON - BRE; F ENG C A LON - BRE; F IRI C A LON - BRE; F MAO"
    result = played(script, "tianshen")
    assert result.inferred == {"LON": ("ENG",)}
    assert codes(result)["IRI"] == "void_carrier_off_route"


def test_every_fleet_on_some_chain_counts():
    """English Channel, Irish Sea and Mid-Atlantic together give two ways from Wales to Brest."""
    script = "england: A WAL - BRE; F ENG C A WAL - BRE; F IRI C A WAL - BRE; F MAO C A WAL - BRE"
    assert played(script, "tianshen").inferred == {"WAL": ("ENG", "IRI", "MAO")}


def test_without_any_matching_convoy_the_move_is_possible_and_fails():
    script = "england: A LON - BRE; F ENG"
    for rules in ("tianshen", "standard"):
        result = played(script, rules)
        assert outcomes(result) == {"ENG": "succeeds", "LON": "disrupted"}
        assert result.rulings["LON"].reason.fleet is None


def test_a_broken_chain_of_convoys_carries_nobody():
    script = "england: A LON - NAP; F ENG C A LON - NAP; F MAO C A LON - NAP; F WES; F TYS C A LON - NAP"
    assert outcomes(played(script, "standard"))["LON"] == "disrupted"


def test_a_named_route_is_free_under_the_standard_rules():
    """The seas may be named; what counts is that some chain holds."""
    script = "england: A LON - BEL VIA ENG; F ENG; F NTH C A LON - BEL"
    assert outcomes(played(script, "standard"))["LON"] == "succeeds"
    assert outcomes(played(script, "tianshen"))["LON"] == "disrupted"


def test_needless_fleets_cannot_convoy_under_free_routes():
    """DATC 4.E.1: the Norwegian Sea could only lengthen the way from Edinburgh to Norway over the North Sea."""
    script = "england: A EDI - BEL VIA; F NTH C A EDI - BEL; F NWG C A EDI - BEL"
    assert void(script, "standard") == {"NWG": "carrier_off_route BEL"}


# By sea or by land?


NEIGHBOURS = "england: A LON - WAL; F ENG C A LON - WAL\nfrance: A WAL - LON"


def test_an_own_fleets_order_shows_the_intent():
    assert outcomes(played(NEIGHBOURS, "standard")) == {"ENG": "succeeds", "LON": "succeeds", "WAL": "succeeds"}


def test_where_the_order_must_say_so_it_goes_by_land():
    for rules in ("tianshen", "classic", "judge"):
        result = played(NEIGHBOURS, rules)
        assert codes(result) == {
            "ENG": "void_carried_by_land",
            "LON": "lost_head_to_head",
            "WAL": "lost_head_to_head",
        }


def test_a_foreign_fleet_kidnaps_nobody():
    script = "england: A LON - WAL\nfrance: F ENG C A LON - WAL; A WAL - LON"
    assert codes(played(script, "standard"))["LON"] == "lost_head_to_head"


def test_intent_under_stated_routes_is_a_missing_route():
    result = played(NEIGHBOURS, "tianshen", options={"convoy_intent": "own_fleet"})
    assert outcomes(result) == {"ENG": "succeeds", "LON": "succeeds", "WAL": "succeeds"}
    assert result.inferred == {"LON": ("ENG",)}
    result = played(NEIGHBOURS, "judge", options={"convoy_intent": "own_fleet"})
    assert codes(result)["LON"] == "lost_head_to_head"


def test_an_own_fleet_does_not_mend_a_route_that_is_no_chain():
    script, intent = "england: A LON - BEL VIA MAO; F NTH C A LON - BEL", {"convoy_intent": "own_fleet"}
    result = played(script, "tianshen", options=intent)
    assert codes(result) == {"LON": "void_route_unlinked", "NTH": "void_carried_differs"}


def test_an_army_that_goes_by_sea_attacks_once():
    script = (
        "england: A HOL - BEL; F NTH C A HOL - BEL; A RUH S A HOL - BEL"
        "\nfrance: A BUR - BEL; A PIC S A BUR - BEL\ngermany: A BEL"
    )
    reason = played(script, "standard").rulings["BEL"].reason
    assert isinstance(reason, Beleaguered)
    assert reason.by == ("BUR", "HOL")


def test_an_order_by_sea_never_falls_back_to_land():
    script = "england: A LON - WAL VIA ENG; F ENG\nfrance: F BRE"
    assert outcomes(played(script, "tianshen"))["LON"] == "disrupted"
    assert outcomes(played(script, "standard"))["LON"] == "disrupted"
    script = "england: A LON - WAL VIA"
    assert outcomes(played(script, "standard"))["LON"] == "void"


# Supports


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("england: A LON S A LON", "support_self"),
        ("england: A LON S A WAL - LON; A WAL - LON", "support_self"),
        ("england: A LON S A LON - WAL", "support_self"),
        ("england: A LON S F ENG; F ENG", "support_unreachable ENG"),
        ("france: A BRE S F ENG - MAO; F ENG - MAO", "support_unreachable MAO"),
        ("germany: F KIE S A BER - MUN; A BER - MUN", "support_unreachable MUN"),
        ("germany: A MOS S A WAR - SIL; A WAR - SIL", "support_unreachable SIL"),
        ("france: F SPA/NC S A BUR - MAR; A BUR - MAR", "support_other_coast MAR"),
        ("france: F SPA/NC S A BER - KIE; A BER - KIE", "support_unreachable KIE"),
        ("france: F ROM S A APU - VEN; A APU - VEN", "support_unreachable VEN"),
        ("england: A LON S A WAL", "no_such_unit WAL"),
        ("england: A LON S A EDI - YOR", "no_such_unit EDI"),
        ("england: A LON S A WAL; A WAL - YOR", "supported_moves WAL"),
        ("england: A LON S A EDI - YOR; A EDI", "supported_differs EDI"),
        ("england: A LON S A EDI - YOR; A EDI - CLY", "supported_differs EDI"),
        ("england: A LON S A EDI - YOR; A EDI S A CLY; A CLY", "supported_differs EDI"),
    ],
)
def test_supports_that_are_not_possible_or_find_no_match(script, why):
    supporter = script.split()[2][:3]
    assert void(script) == {supporter: why}


def test_a_support_of_a_hold_is_void_if_the_unit_was_ordered_to_move():
    script = "germany: A MUN - TYR; A BOH S A MUN\nitaly: A VEN - TYR"
    assert void(script) == {"BOH": "supported_moves MUN"}


def test_a_unit_that_supports_or_convoys_can_be_supported_in_place():
    script = (
        "germany: A MUN S A RUH; A RUH; A BER S A MUN\nengland: F ENG C A LON - BRE; A LON - BRE VIA ENG; F WAL S F ENG"
    )
    assert void(script) == {}


def test_the_supported_fleets_coast_is_ignored_but_the_supporters_is_not():
    assert void("france: A MAR S F MAO - SPA/NC; F MAO - SPA/NC") == {}
    assert void("france: F MAR S F MAO - SPA/NC; F MAO - SPA/NC") == {}
    assert void("turkey: F BLA S F AEG - BUL/SC; F AEG - BUL/SC") == {}
    assert void("france: F SPA/NC S A GAS - MAR; A GAS - MAR") == {"SPA": "support_other_coast MAR"}
    assert void("france: F SPA/SC S A GAS - MAR; A GAS - MAR") == {}


@pytest.mark.parametrize(
    ("support", "move", "matches"),
    [
        ("SPA", "SPA/NC", True),
        ("SPA/NC", "SPA/NC", True),
        ("SPA/SC", "SPA/NC", False),
        ("SPA/NC", "SPA/SC", False),
    ],
)
def test_a_support_that_names_a_coast_matches_only_that_coast(support, move, matches):
    found = void(f"france: A MAR S F MAO - {support}; F MAO - {move}")
    assert found == ({} if matches else {"MAR": "supported_differs MAO"})


def test_a_support_matches_the_coast_that_the_rules_filled_in():
    assert void("france: A MAR S F GAS - SPA/NC; F GAS - SPA") == {}
    assert void("france: A MAR S F GAS - SPA/SC; F GAS - SPA") == {"MAR": "supported_differs GAS"}


def test_a_coast_on_the_support_of_an_army_is_ignored():
    assert void("france: A MAR S A GAS - SPA/NC; A GAS - SPA") == {}
    assert void("france: A MAR S A GAS - SPA/SC; A GAS - SPA/NC") == {}


def test_a_coast_on_an_undivided_coast_is_ignored():
    assert void("france: A GAS S F MAO - BRE/NC; F MAO - BRE") == {}


def test_the_wrong_coast_of_a_unit_that_is_supported_does_not_matter():
    assert void("france: A MAR S F SPA/SC; F SPA/NC") == {}


def test_orders_for_places_without_a_unit_are_nothing():
    result = played("england: A LON")
    assert list(result.rulings) == ["LON"]
    assert result.rulings["LON"].order is None
    assert outcomes(result) == {"LON": "succeeds"}
