"""Which order counts: revisions, repeats, lists, and what players take back (spec/orders.md, 房规 1.2)."""

from __future__ import annotations

import pytest
from pasted import case_position, codes, counted, errors, left, position_at, post, read, read_own, warnings

FULL = "伦敦舰队 移动 北海\n爱丁堡舰队 移动 挪威海\n利物浦陆军 移动 约克"
FALL = position_at("F1901")


def test_later_overrides_earlier_from_top_to_bottom():
    reading = read_own("英国：\n伦敦舰队 移动 北海\n伦敦舰队 移动 英吉利海峡")
    assert counted(reading) == {"england": ["F LON - ENG"]}
    assert left(reading) == [("replaced", "F LON - NTH")]
    assert warnings(reading) == ["ordered_twice"]


def test_a_unit_ordered_twice_holds_where_the_settings_say_so():
    reading = read_own("英国：\n伦敦舰队 移动 北海\n伦敦舰队 移动 英吉利海峡", repeated="hold")
    assert counted(reading) == {"england": ["F LON H"]}
    assert left(reading) == [("repeated", "F LON - NTH"), ("repeated", "F LON - ENG")]
    assert warnings(reading) == ["ordered_twice_holds"]


def test_the_same_order_twice_is_no_contradiction():
    reading = read_own("英国：\n伦敦舰队 移动 北海\n伦敦舰队 移动 北海", repeated="hold")
    assert counted(reading) == {"england": ["F LON - NTH"]}
    assert codes(reading) == ["ordered_twice"]
    assert warnings(reading) == []


@pytest.mark.parametrize("last", ["移动 威尔士", "移动 北海", "驻守"])
def test_of_three_orders_none_counts_either(last):
    reading = read_own(f"英国：\n伦敦舰队 移动 北海\n伦敦舰队 移动 英吉利海峡\n伦敦舰队 {last}", repeated="hold")
    assert counted(reading) == {"england": ["F LON H"]}
    assert [why for why, _ in left(reading)] == ["repeated"] * 3


def test_revisions_between_posts_are_no_repeats():
    text = post("海霸", "12-01 10:00", FULL) + post("海霸", "12-02 10:00", "伦敦舰队 移动 英吉利海峡，其余不变")
    reading = read(text, repeated="hold")
    assert counted(reading)["england"] == ["F EDI - NWG", "A LVP - YOR", "F LON - ENG"]
    assert warnings(reading) == []


def test_time_decides_not_the_sequence_of_the_paste():
    text = post("海霸", "12-02 10:00", "伦敦舰队 移动 英吉利海峡，其余不变") + post("海霸", "12-01 10:00", FULL)
    assert "F LON - ENG" in counted(read(text))["england"]


@pytest.mark.parametrize(("revision", "units"), [("unit", 3), ("set", 1)])
def test_what_a_shorter_later_post_leaves(revision, units):
    text = post("海霸", "12-01 10:00", FULL) + post("海霸", "12-02 10:00", "伦敦舰队 移动 英吉利海峡")
    reading = read(text, revision=revision)
    assert len(counted(reading)["england"]) == units
    assert warnings(reading) == ["post_partial" if revision == "unit" else "set_shorter"]


@pytest.mark.parametrize("revision", ["unit", "set"])
def test_a_post_without_orders_is_talk(revision):
    text = post("海霸", "12-01 10:00", FULL) + post("海霸", "12-02 10:00", "大家加油")
    assert len(counted(read(text, revision=revision))["england"]) == 3


def test_a_patch_says_that_the_rest_is_unchanged():
    text = post("海霸", "12-01 10:00", FULL) + post("海霸", "12-02 10:00", "伦敦舰队 移动 英吉利海峡，其余不变")
    for revision in ("unit", "set"):
        reading = read(text, revision=revision)
        assert len(counted(reading)["england"]) == 3
        assert warnings(reading) == []


def test_a_post_that_replaces_everything():
    text = post("海霸", "12-01 10:00", FULL) + post("海霸", "12-02 10:00", "伦敦舰队 移动 英吉利海峡\n以此为准")
    reading = read(text)
    assert counted(reading)["england"] == ["F LON - ENG"]
    assert [why for why, _ in left(reading)] == ["replaced"] * 3


def test_words_in_the_midst_take_back_what_stands_above():
    reading = read(post("海霸", "12-01 10:00", f"{FULL}\n以上作废\n利物浦陆军 移动 威尔士"))
    assert counted(reading)["england"] == ["A LVP - WAL"]
    assert [why for why, _ in left(reading)] == ["voided"] * 3


def test_the_line_before_is_taken_back():
    reading = read(post("海霸", "12-01 10:00", f"{FULL}\n上一条作废"))
    assert counted(reading)["england"] == ["F LON - NTH", "F EDI - NWG"]
    assert left(reading) == [("voided", "A LVP - YOR")]


def test_the_post_before_is_taken_back():
    text = post("海霸", "12-01 10:00", FULL) + post("海霸", "12-02 10:00", "上一条作废\n伦敦舰队 驻守")
    reading = read(text)
    assert counted(reading)["england"] == ["F LON H"]


@pytest.mark.parametrize("revision", ["unit", "set"])
def test_everything_is_taken_back(revision):
    text = post("海霸", "12-01 10:00", FULL) + post("海霸", "12-02 10:00", "全部作废")
    reading = read(text, revision=revision)
    assert counted(reading) == {}
    assert [why for why, _ in left(reading)] == ["voided"] * 3
    assert counted(read(post("海霸", "12-01 10:00", f"{FULL}\n全部作废"))) == {}


def test_taking_back_without_saying_what_is_asked_about():
    text = post("海霸", "12-01 10:00", FULL) + post("海霸", "12-02 10:00", "以此为准")
    reading = read(text)
    assert len(counted(reading)["england"]) == 3
    assert errors(reading) == ["directive_alone"]


def test_all_units_hold():
    reading = read(post("海霸", "12-01 10:00", "伦敦舰队 移动 北海\n全军待命"))
    assert sorted(counted(reading)["england"]) == ["A LVP H", "F EDI H", "F LON - NTH"]
    assert errors(reading) == []
    assert reading.missing["england"].units == ()


def test_all_units_hold_against_earlier_orders_is_asked_about():
    text = post("海霸", "12-01 10:00", FULL) + post("海霸", "12-02 10:00", "全军待命")
    reading = read(text)
    assert "F LON - NTH" in counted(reading)["england"]
    assert errors(reading) == ["hold_all_unclear"]


def test_an_order_that_cannot_be_read_leaves_the_earlier_one_in_force():
    text = post("海霸", "12-01 10:00", FULL) + post("海霸", "12-02 10:00", "伦敦舰队 移动 大西洋，其余不变")
    reading = read(text)
    assert "F LON - NTH" in counted(reading)["england"]
    assert errors(reading) == ["name_ambiguous"]


def test_words_taken_back_need_not_be_readable():
    text = post("海霸", "12-01 10:00", "伦敦舰队 移动 大西洋") + post("海霸", "12-02 10:00", f"重新下令\n{FULL}")
    reading = read(text)
    assert errors(reading) == []
    assert left(reading) == [("replaced", None)]


def test_a_second_heading_is_a_later_post():
    reading = read_own(f"英国：\n{FULL}\n法国：巴黎陆军 驻守\n英国：\n伦敦舰队 驻守")
    assert counted(reading)["england"] == ["F EDI - NWG", "A LVP - YOR", "F LON H"]
    assert warnings(reading) == ["post_partial"]


def test_orders_for_others_and_for_nobody():
    reading = read_own("英国：\n巴黎陆军 驻守\n比利时陆军 驻守")
    assert counted(reading) == {}
    assert left(reading) == [("other_power", "A PAR H"), ("no_unit", "A BEL H")]
    assert warnings(reading) == ["order_other_power", "order_no_unit"]


# retreat lists, builds, disbands


def test_retreat_lists_replace_each_other_per_unit():
    text = "英国：\n伦敦舰队优先撤退到约克、威尔士\n爱丁堡舰队优先撤退到北海\n"
    reading = read_own(f"{text}英国：\n伦敦舰队优先撤退到北海")
    assert counted(reading)["england"] == ["F EDI R NTH", "F LON R NTH"]
    assert reading.orders.retreats["LON"].entries == ("NTH",)


def test_lists_replace_earlier_ones_as_a_whole():
    text = "英国：\n优先建造：伦敦舰队、爱丁堡舰队\n优先解散：利物浦陆军\n英国：\n优先建造：利物浦陆军"
    reading = read_own(text, FALL)
    assert [str(order) for order in reading.orders.builds["england"]] == ["A LVP"]
    assert [str(order) for order in reading.orders.disbands["england"]] == ["A LVP"]


def test_single_entries_add_up_within_a_post_and_replace_those_of_another():
    text = "英国：\n伦敦生产舰队\n爱丁堡生产舰队\n"
    assert [str(o) for o in read_own(text, FALL).orders.builds["england"]] == ["F LON", "F EDI"]
    reading = read_own(f"{text}英国：\n利物浦生产陆军", FALL)
    assert [str(o) for o in reading.orders.builds["england"]] == ["A LVP"]
    assert [why for why, _ in left(reading)] == ["replaced", "replaced"]


def test_a_list_and_single_entries_of_one_post_in_the_order_written():
    reading = read_own("英国：\n伦敦生产舰队\n优先建造：爱丁堡舰队\n利物浦生产陆军", FALL)
    assert [str(o) for o in reading.orders.builds["england"]] == ["F LON", "F EDI", "A LVP"]


def test_two_lists_of_a_kind_in_one_post():
    reading = read_own("英国：\n优先建造：爱丁堡舰队\n优先建造：利物浦陆军", FALL)
    assert [str(o) for o in reading.orders.builds["england"]] == ["A LVP"]
    assert warnings(reading) == ["list_twice"]


def test_waiving_cancels_earlier_builds():
    text = post("海霸", "12-01 10:00", "优先建造：伦敦舰队") + post("海霸", "12-02 10:00", "放弃生产")
    reading = read(text, FALL)
    assert reading.orders.builds == {"england": ()}
    assert counted(reading) == {"england": ["WAIVE"]}
    assert not reading.missing["england"].builds


def test_builds_after_a_waive_count_again():
    reading = read_own("英国：\n放弃生产\n伦敦生产舰队", FALL)
    assert [str(o) for o in reading.orders.builds["england"]] == ["F LON"]
    assert counted(reading)["england"] == ["F LON"]


def test_a_list_in_a_patch_is_asked_about():
    text = post("海霸", "12-01 10:00", "优先建造：伦敦舰队") + post("海霸", "12-02 10:00", "爱丁堡生产舰队，其余不变")
    assert errors(read(text, FALL)) == ["list_patched"]


def test_under_set_everything_of_an_earlier_post_goes():
    text = post("海霸", "12-01 10:00", f"{FULL}\n放弃生产\n全军待命") + post(
        "海霸", "12-02 10:00", "伦敦舰队 移动 北海"
    )
    reading = read(text, FALL, revision="set")
    assert counted(reading) == {"england": ["F LON - NTH"]}
    assert "england" not in reading.orders.builds
    later = post("海霸", "12-01 10:00", "优先建造：伦敦舰队") + post("海霸", "12-02 10:00", f"{FULL}\n放弃生产")
    assert read(later, FALL, revision="set").orders.builds == {"england": ()}


def test_taking_back_lists_without_saying_what_is_asked_about():
    text = post("海霸", "12-01 10:00", "优先建造：伦敦舰队") + post("海霸", "12-02 10:00", "以此为准")
    reading = read(text, FALL)
    assert errors(reading) == ["directive_alone"]
    assert [str(o) for o in reading.orders.builds["england"]] == ["F LON"]


def test_taking_back_before_all_was_sent_anew_needs_no_question():
    text = (
        post("海霸", "12-01 10:00", FULL)
        + post("海霸", "12-02 10:00", "重新下令")
        + post("海霸", "12-03 10:00", "伦敦舰队 驻守\n爱丁堡舰队 驻守\n利物浦陆军 驻守")
    )
    assert errors(read(text)) == []


def test_all_on_a_line_is_taken_back_from_the_next_but_one_order_from_beside():
    line = "伦敦舰队 移动 北海，爱丁堡舰队 移动 挪威海"
    assert counted(read(post("海霸", "12-01 10:00", f"{line}\n上一条作废"))) == {}
    assert counted(read(post("海霸", "12-01 10:00", f"{line}。上一条作废"))) == {"england": ["F LON - NTH"]}


def test_holding_all_is_taken_back_too():
    reading = read(post("海霸", "12-01 10:00", "伦敦舰队 移动 北海\n全军待命\n上一条作废"))
    assert counted(reading) == {"england": ["F LON - NTH"]}


def test_a_disband_in_winter_needs_a_unit_of_ones_own():
    position = case_position("局面 1901年冬\n德国：慕尼黑陆军、柏林陆军\n法国：鲁尔陆军\n")
    reading = read_own("德国：Disband A Ruh\n德国：Disband A Kie", position, "standard")
    assert [why for why, _ in left(reading, position)] == ["other_power", "no_unit"]


# turns and phases


@pytest.mark.parametrize("words", ["伦敦生产舰队", "利物浦陆军解散", "优先建造：伦敦舰队", "放弃生产"])
def test_builds_and_disbands_are_not_for_spring(words):
    reading = read_own(f"英国：{words}")
    assert counted(reading) == {}
    assert {why for why, _ in left(reading)} == {"wrong_phase"}
    assert warnings(reading) == ["order_wrong_phase"]


def test_retreat_lists_are_not_for_rule_sets_with_retreat_turns():
    reading = read_own("英国：伦敦舰队优先撤退到约克", rules="standard")
    assert [why for why, _ in left(reading)] == ["wrong_phase"]


def test_in_a_retreat_turn_moves_are_retreats():
    position = case_position("局面 1901年秋撤退\n德国：慕尼黑陆军\n被击退 法国：伯干第陆军 来自 慕尼黑\n")
    reading = read_own("法国：伯干第陆军 移动 加斯康尼\n德国：慕尼黑陆军 驻守", position, "standard")
    assert reading.orders.retreats["BUR"].entries == ("GAS",)
    assert [why for why, _ in left(reading, position)] == ["wrong_phase"]
    assert reading.missing["france"].units == ()
    disbanding = read_own("法国：伯干第陆军解散", position, "standard")
    assert disbanding.orders.retreats["BUR"].entries == ("disband",)


def test_a_retreat_of_a_unit_that_was_not_dislodged():
    position = case_position("局面 1901年秋撤退\n德国：慕尼黑陆军\n被击退 法国：伯干第陆军 来自 慕尼黑\n")
    reading = read_own("德国：慕尼黑陆军 移动 柏林", position, "standard")
    assert codes(reading) == ["order_not_dislodged"]
    assert reading.missing["france"].nothing_sent


@pytest.mark.parametrize(
    ("heading", "counts"),
    [("1901年春", True), ("1901年秋", False), ("1902年春", False), ("01-S", True), ("1901年春季撤退", True)],
)
def test_headings_of_other_turns_are_asked_about(heading, counts):
    reading = read_own(f"{heading} 英国：\n伦敦舰队 移动 北海")
    assert ("england" in counted(reading)) is counts
    assert errors(reading) == ([] if counts else ["heading_other_turn"])


# what is missing


def test_talk_that_would_order_a_unit_without_an_order_is_pointed_out():
    reading = read(post("海霸", "12-01 10:00", "大家好~~ 那我伦敦舰队 移动 北海"))
    assert counted(reading) == {}
    assert warnings(reading) == ["order_in_talk"]
    assert warnings(read(post("海霸", "12-01 10:00", f"大家好~~ 那我伦敦舰队 移动 北海\n{FULL}"))) == ["talk_doubtful"]
    assert codes(read(post("海霸", "12-01 10:00", "我保证不进北海，伦敦很冷"))) == []
    assert codes(read(post("小马", "12-01 10:00", "我猜伦敦舰队 移动 北海"))) == []


def test_what_nobody_sent():
    reading = read_own("英国：\n伦敦舰队 移动 北海")
    assert reading.missing["england"].units == ("EDI", "LVP")
    assert reading.missing["england"].retreats == ("LON", "EDI", "LVP")
    assert not reading.missing["england"].nothing_sent
    assert reading.missing["france"].nothing_sent


def test_lists_are_missed_where_they_may_be_needed():
    assert not read_own("德国：基尔舰队 移动 北海", FALL).missing["germany"].builds
    assert read_own("德国：基尔舰队 移动 丹麦", FALL).missing["germany"].builds
    assert not read_own("德国：基尔舰队 移动 丹麦\n优先建造：基尔舰队", FALL).missing["germany"].builds


def test_a_foreign_unit_on_a_centre_asks_for_a_disband_list():
    position = case_position(
        "局面 1901年秋\n德国：基尔舰队、慕尼黑陆军\n俄国：柏林陆军\n资源点 德国：基尔、柏林\n资源点 俄国：慕尼黑\n"
    )
    reading = read_own("德国：基尔舰队 移动 丹麦", position)
    assert reading.missing["germany"].disbands
    assert not read_own("德国：优先解散：基尔舰队", position).missing["germany"].disbands


def test_other_powers_orders_tell_nothing_about_what_is_missing():
    """What a power lacks goes into its receipt: it must not give away what others ordered."""
    alone = read_own("英国：\n伦敦舰队 移动 北海", FALL).missing["england"]
    beside = read_own("英国：\n伦敦舰队 移动 北海\n法国：\n布瑞斯特舰队 移动 伦敦\n", FALL).missing["england"]
    assert alone == beside


def test_in_winter_the_balance_tells_what_is_missing():
    text = "局面 1901年冬\n法国：西班牙陆军\n德国：慕尼黑陆军、柏林陆军\n资源点 法国：巴黎、西班牙、基尔、慕尼黑\n"
    position = case_position(text)
    missing = read_own("", position, "standard").missing
    assert missing["france"].builds
    assert missing["germany"].disbands
    assert missing["england"].builds
    settled = read_own("法国：Build A Par\n德国：Disband A Mun", position, "standard").missing
    assert not settled["france"].builds
    assert not settled["germany"].disbands
