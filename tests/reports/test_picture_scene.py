"""What a picture shows is what the record says."""

from __future__ import annotations

from pictures import busy, record
from scripted import BOARD

from tianshen.model.orders import Build, Disband, RetreatList, TurnOrders
from tianshen.reading.result import Reading
from tianshen.record.turn_record import TurnRecord
from tianshen.reports.picture.scene import orders_scene, position_scene, results_scene


def states(scene):
    return {f"{piece.unit} {piece.unit.power}": piece.state for piece in scene.pieces}


def deeds(scene):
    return {str(deed.unit): deed for deed in scene.deeds}


def test_results_show_the_board_after_the_turn():
    scene = results_scene(record("england: F LON - NTH; A LVP - YOR"))
    assert states(scene) == {"F NTH england": "stands", "A YOR england": "stands"}
    assert {deed.outcome for deed in scene.deeds} == {"succeeds"}


def test_orders_show_the_board_before_the_turn_without_outcomes():
    scene = orders_scene(record("england: F LON - NTH; A LVP - YOR"))
    assert states(scene) == {"F LON england": "stands", "A LVP england": "stands"}
    assert {deed.outcome for deed in scene.deeds} == {None}


def test_a_busy_turn_has_a_deed_for_every_unit():
    turn = busy()
    scene = results_scene(turn)
    assert len(scene.deeds) == len(turn.result.before.units) == 36
    assert scene.standoffs == ("BEL", "SWE")
    assert scene.gained == {"BUL", "GRE", "SEV"}
    outcomes = {str(deed.outcome) for deed in scene.deeds}
    assert outcomes == {"succeeds", "bounces", "cut", "void"}


def test_a_retreating_unit_leaves_a_trace_and_stands_where_it_went():
    scene = results_scene(busy())
    assert states(scene)["A GAL austria"] == "fled"
    assert states(scene)["A BOH austria"] == "stands"
    assert states(scene)["A GAL russia"] == "stands"
    assert [(str(f.unit), f.to) for f in scene.flights] == [("A GAL", "BOH")]
    (fled,) = [piece for piece in scene.pieces if piece.state == "fled"]
    assert fled.is_aside and fled.attacker == "UKR"


def test_a_unit_that_cannot_retreat_is_crushed():
    attack = "russia: A UKR - GAL; A WAR S A UKR - GAL\naustria: A GAL H"
    assert states(results_scene(record(attack, retreats={"GAL": "disband"})))["A GAL austria"] == "crushed"


def test_a_unit_that_is_to_retreat_later_waits_aside():
    attack = "russia: A UKR - GAL; A WAR S A UKR - GAL\naustria: A GAL H"
    turn = record(attack, rules="standard")
    assert states(results_scene(turn))["A GAL austria"] == "dislodged"
    assert states(position_scene(turn.result.position))["A GAL austria"] == "dislodged"


def test_builds_and_disbands():
    turn = record(
        "russia: A MOS - UKR\nitaly: A TYR; A VEN",
        "F1902",
        centres={"russia": "MOS WAR", "italy": "VEN"},
        builds={"russia": "A MOS"},
        disbands={"italy": "A TYR"},
    )
    assert states(results_scene(turn)) == {
        "A MOS russia": "built",
        "A UKR russia": "stands",
        "A VEN italy": "stands",
        "A TYR italy": "disbanded",
    }


def test_a_stated_route_is_shown_as_stated():
    turn = record("england: A LON - NWY VIA NTH NWG; F NTH C A LON - NWY; F NWG C A LON - NWY")
    deed = deeds(results_scene(turn))["A LON"]
    assert deed.by_sea and deed.route == ("NTH", "NWG")


def test_a_route_that_is_not_stated_follows_the_fleets():
    for rules in ("tianshen", "standard"):
        turn = record("england: A LON - TUN VIA; F ENG C A LON - TUN\n"
                      "france: F MAO C A LON - TUN; F WES C A LON - TUN", rules=rules)  # fmt: skip
        deed = deeds(results_scene(turn))["A LON"]
        assert deed.by_sea and deed.route == ("ENG", "MAO", "WES"), rules
        assert deed.outcome == "succeeds"


def test_of_two_chains_the_shorter_is_shown():
    turn = record(
        "england: A LON - NWY VIA; F NTH C A LON - NWY; F ENG C A LON - NWY; F IRI C A LON - NWY", rules="standard"
    )
    assert deeds(results_scene(turn))["A LON"].route == ("NTH",)


def test_a_move_by_sea_without_fleets_has_no_route():
    deed = deeds(results_scene(record("england: A LON - NWY VIA", rules="standard")))["A LON"]
    assert deed.by_sea and deed.route == () and deed.outcome == "void"


def test_moves_by_land_are_not_by_sea():
    made = deeds(results_scene(record("france: A PAR - BUR; F BRE - ENG; A MAR - MUN")))
    assert not any(deed.by_sea for deed in made.values())


def test_supports_and_convoys_of_what_was_not_ordered_do_not_match():
    made = deeds(results_scene(busy()))
    assert {unit for unit, deed in made.items() if not deed.matches} == {"F ALB", "F ENG"}


def test_a_retreat_turn_shows_what_was_ordered_and_what_came_of_it():
    first = record("russia: A UKR - GAL; A WAR S A UKR - GAL\naustria: A GAL H", rules="standard")
    position = first.result.position
    orders = TurnOrders(retreats={"GAL": RetreatList("GAL", ("BUD",))})
    turn = TurnRecord(BOARD, first.rules, Reading(orders), _judged(first, orders))
    assert position.dislodged
    before, after = orders_scene(turn), results_scene(turn)
    assert states(before)["A GAL austria"] == "dislodged"
    assert [(str(f.unit), f.to) for f in before.flights] == [("A GAL", "BUD")]
    assert states(after)["A GAL austria"] == "fled" and states(after)["A BUD austria"] == "stands"
    assert not before.deeds and not after.deeds


def test_an_adjustment_turn_shows_what_was_ordered():
    first = record(
        "russia: A UKR\nitaly: A TYR; A VEN", "F1902", rules="standard", centres={"russia": "MOS WAR", "italy": "VEN"}
    )
    orders = TurnOrders(builds={"russia": (Build("A", "MOS"),)}, disbands={"italy": (Disband("A", "TYR"),)})
    turn = TurnRecord(BOARD, first.rules, Reading(orders), _judged(first, orders))
    assert states(orders_scene(turn)) == {
        "A MOS russia": "built",
        "A UKR russia": "stands",
        "A VEN italy": "stands",
        "A TYR italy": "disbanded",
    }


def _judged(first, orders):
    from tianshen.judge.whole_turn import judge_turn

    return judge_turn(BOARD, first.rules, first.result.position, orders, secret="secret")
