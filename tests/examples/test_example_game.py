"""The shipped game, replayed from its pages alone, beside what was laid down for it and what really happened.

`expected.json` is what the judge makes of the orders that the pages were written to give; the reader took no part in
it. `record.json` holds the positions of the game as it was first played elsewhere, under rules that differ from ours:
there builds and retreats were ordered afterwards. `tools/example_game/` makes both.
"""

import json
from functools import cache
from pathlib import Path

import pytest

from tianshen.game.opened_game import open_game
from tianshen.game.replay import Course, after, judge_current, read_current
from tianshen.model.canonical import canonical
from tianshen.model.orders import Hold
from tianshen.notices import Code, Level
from tianshen.reading.result import Missing

HERE = Path(__file__).parent
GAME = HERE.parents[1] / "examples" / "three-way-tie"

# Positions that differ from the record: the units that stand elsewhere, there and here, and why.
DIFFERENT = {
    # Germany sent nothing for Spring 1907, so that its fleet took Denmark only in the Fall.
    "F1907": ({("germany", "F DEN")}, {("germany", "F KIE")}),
}
# Words that the reader asks about, and that a ruling at the end of the page settles.
SETTLED = {
    "S1902": [(Code.NAME_AMBIGUOUS, "地中海")],
    "F1905": [(Code.NAME_AMBIGUOUS, "大西洋")],
    "F1907": [(Code.ORDER_CONDITIONAL, "如果奥匈打的里雅斯特，的里雅斯特陆军就守住，否则的里雅斯特陆军进入阿尔巴尼亚")],
}
SLIPS = {
    "S1902": [(Code.WORD_CORRECTED, "支源")],
    "F1904": [(Code.NAME_SHORTENED, "塞瓦")],
    "S1905": [(Code.NAME_CORRECTED, "史瓦施拖普")],
    "F1908": [(Code.NAME_CORRECTED, "西班呀")],
}
# Who sent nothing that counts: late, edited after the deadline, silent, on duty elsewhere.
SILENT = {"S1903": ["russia"], "F1905": ["turkey"], "F1906": ["austria"], "S1907": ["germany"]}


@cache
def stored(name):
    return json.loads((HERE / name).read_text(encoding="utf-8"))


@cache
def course():
    game = open_game(GAME)
    played = Course((), game.start, None, False)
    while not played.is_over:
        played = after(played, judge_current(game, played, read_current(game, played), 1))
    return played


def record_of(turn):
    return next(record for record in course().records if str(record.result.before.turn) == turn)


def by_turn(table, turn):
    return table.get(turn, [])


TURNS = tuple(stored("expected.json"))
every_turn = pytest.mark.parametrize("turn", TURNS)


def test_the_game_takes_eighteen_turns():
    assert [str(record.result.before.turn) for record in course().records] == list(TURNS)
    assert (TURNS[0], TURNS[-1], len(TURNS)) == ("S1901", "F1909", 18)


@every_turn
def test_every_order_is_read_as_it_was_meant_and_judged_as_laid_down(turn):
    result = record_of(turn).result
    dislodged = {item.unit.province for item in result.dislodged}
    judged = {
        str(ruling.unit): [
            canonical(ruling.order or Hold(province), result.before),
            str(ruling.outcome),
            province in dislodged,
        ]
        for province, ruling in result.rulings.items()
    }
    assert judged == stored("expected.json")[turn]["orders"]


@every_turn
def test_retreats_adjustments_captures_and_lots(turn):
    result = record_of(turn).result
    expected = stored("expected.json")[turn]
    assert sorted([str(item.unit), item.to, item.by] for item in result.retreats) == expected["retreats"]
    adjustments = [[a.power, a.kind, str(a.unit) if a.unit else None, a.by] for a in result.adjustments]
    assert adjustments == expected["adjustments"]
    assert [[c.centre, c.previous, c.owner] for c in result.captures] == expected["captures"]
    assert [[lot.purpose, list(lot.candidates), lot.drawn] for lot in result.lots] == expected["lots"]
    victory = [result.victory.kind, list(result.victory.winners)] if result.victory else None
    assert victory == expected["victory"]
    assert position(result.position) == expected["next"]


def position(here):
    return {
        "units": sorted([unit.power, str(unit)] for unit in here.units.values()),
        "centres": dict(sorted(here.centres.items())),
    }


@pytest.mark.parametrize("turn", stored("record.json"))
def test_every_position_is_the_recorded_one_but_where_a_player_was_absent(turn):
    here = position(record_of(turn).result.before)
    recorded = stored("record.json")[turn]
    assert here["centres"] == recorded["centres"]
    units, there = (set(map(tuple, table["units"])) for table in (here, recorded))
    assert (there - units, units - there) == DIFFERENT.get(turn, (set(), set()))


@every_turn
def test_no_error_is_left_and_what_was_asked_is_settled_by_a_ruling(turn):
    record = record_of(turn)
    assert [notice for notice in record.notices if notice.level is Level.ERROR] == []
    asked = (Code.NAME_AMBIGUOUS, Code.ORDER_CONDITIONAL)
    assert [(n.code, n.where.quote) for n in record.notices if n.code in asked] == by_turn(SETTLED, turn)
    assert len([given for given in record.reading.given if given.decree]) == len(by_turn(SETTLED, turn))


@every_turn
def test_slips_are_corrected_and_shown(turn):
    corrected = (Code.WORD_CORRECTED, Code.NAME_CORRECTED, Code.NAME_SHORTENED)
    found = [(n.code, n.where.quote) for n in record_of(turn).notices if n.code in corrected]
    assert found == by_turn(SLIPS, turn)


@every_turn
def test_who_sent_nothing(turn):
    missing = record_of(turn).reading.missing
    assert [power for power, lacks in missing.items() if lacks.nothing_sent] == by_turn(SILENT, turn)
    assert {power for power, lacks in missing.items() if lacks.units} == set(by_turn(SILENT, turn))
    assert all(isinstance(lacks, Missing) for lacks in missing.values())


def left_out(turn, why):
    return [(item.power, item.where.quote) for item in record_of(turn).reading.left_out if item.why == why]


def test_a_post_after_the_deadline_is_left_out():
    assert len(left_out("S1903", "late")) == 6
    assert {power for power, _ in left_out("F1901", "late")} == {"turkey"}


def test_a_post_edited_after_the_deadline_is_left_out_as_a_whole():
    assert {power for power, _ in left_out("F1905", "edited_late")} == {"turkey"}
    assert len(left_out("F1905", "edited_late")) == 7


def test_quoted_and_struck_words_give_no_orders():
    assert ("italy", "里昂湾运西班牙→托斯卡纳") in left_out("S1903", "quoted")
    assert left_out("S1904", "struck") == [("germany", "F Lon H")]


def test_a_post_that_replaces_everything_does_so():
    replaced = [words for power, words in left_out("F1904", "replaced") if power == "russia"]
    assert len(replaced) == 5


def test_an_order_for_another_powers_unit_does_not_count():
    assert [power for power, _ in left_out("F1903", "other_power")] == ["austria"]


def test_the_tie_of_three_extends_the_game_by_a_year():
    victory = record_of("F1908").result.victory
    assert victory.kind == "extended"
    assert str(victory.until) == "F1909"
    assert [power for power, count in victory.centres.items() if count == 7] == ["france", "italy", "turkey"]


def test_one_coast_that_was_not_named_decides_the_game():
    result = record_of("F1909").result
    ruling = result.rulings["MAO"]
    assert (canonical(ruling.order, result.before), ruling.outcome) == ("F MAO - SPA", "void")
    assert (result.victory.kind, result.victory.winners) == ("last_turn", ("turkey",))
    assert (result.victory.centres["turkey"], result.victory.centres["france"]) == (9, 8)
