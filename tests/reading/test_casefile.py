"""Position and case files: the examples of the page, and every fault with its line and words."""

import pytest

from tianshen.errors import InputError
from tianshen.model.board import load_board
from tianshen.model.orders import DISBAND, Convoy, Move, Named, RetreatList
from tianshen.model.position import Dislodged, Unit
from tianshen.model.rules import load_rules
from tianshen.model.turns import parse_turn
from tianshen.reading.case.case_file import read_case
from tianshen.text.source import source_of


def case(text):
    return read_case(source_of(text, "case.txt"))


def faults(text):
    with pytest.raises(InputError) as caught:
        case(text)
    return [(str(n.code), n.where.line, n.where.quote) for n in caught.value.notices]


ZH = """局面 1903年秋
英国：伦敦舰队、爱丁堡舰队、威尔士陆军
法国：布瑞斯特舰队、巴黎陆军
资源点 英国：伦敦、爱丁堡、利物浦
资源点 法国：布瑞斯特、巴黎、马塞
规则 tianshen coast_unstated=only own_convoy_dislodges=yes last_turn=F1905
联盟 英国、法国

英国：
威尔士陆军 经 英吉利海峡 移动 布瑞斯特
"""


def test_the_chinese_example():
    got = case(ZH)
    assert got.lang == "zh"
    assert got.position.turn == parse_turn("F1903")
    assert [str(unit) for unit in got.position.units_of("england")] == ["F LON", "F EDI", "A WAL"]
    assert got.position.centres_of("france") == ["BRE", "MAR", "PAR"]
    assert got.rules == load_rules("tianshen").with_options(
        {"coast_unstated": "only", "own_convoy_dislodges": "yes", "last_turn": "F1905"}
    )
    assert got.alliances == (("england", "france"),)
    assert got.reading.orders.moves == {"WAL": Move("WAL", "BRE", True, ("ENG",))}


def test_a_centre_that_no_line_names_is_its_powers_or_nobodys():
    got = case("局面 1903年秋\n英国：伦敦舰队\n资源点 法国：伦敦、比利时\n资源点 无：巴黎\n")
    assert got.position.centres["LON"] == "france"
    assert got.position.centres["BEL"] == "france"
    assert got.position.centres["EDI"] == "england"
    assert "PAR" not in got.position.centres
    assert "HOL" not in got.position.centres
    assert len(got.position.centres) == 22


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        (
            "Position Fall 1903\nRules standard\nEngland: F Lon, F Edi, A Wal, F Eng\nCentres England: Lon, Edi, Lvp\n"
            "Alliance England, France\n\nEngland:\nA Wal - Bre VIA\nF Eng C A Wal - Bre\n",
            "en",
        ),
        (
            "Stellung Herbst 1903\nRegeln standard\nEngland: F Lon, F Edi, A Wal, F Eng\nVZ England: Lon, Edi, Lvp\n"
            "Allianz England, Frankreich\n\nEngland:\nA Wal - Bre VIA\nF Eng c A Wal-Bre\n",
            "de",
        ),
    ],
)
def test_the_english_and_german_examples(text, lang):
    got = case(text)
    assert got.lang == lang
    assert got.position.turn == parse_turn("F1903")
    assert got.rules == load_rules("standard")
    assert got.alliances == (("england", "france"),)
    assert got.reading.orders.moves == {
        "WAL": Move("WAL", "BRE", by_sea=True),
        "ENG": Convoy("ENG", Named("A", "WAL"), "BRE"),
    }


@pytest.mark.parametrize(
    ("turn", "dislodged", "standoff", "orders"),
    [
        (
            "局面 1903年秋撤退",
            "被击退 俄国：华沙陆军 来自 普鲁士（海运）",
            "对峙 加利西亚",
            "俄国：\n华沙陆军 撤退 利沃尼亚",
        ),
        (
            "Position Fall 1903 retreats",
            "Dislodged Russia: A War from Pru by sea",
            "Standoff Gal",
            "Russia:\nA War - Lvn",
        ),
        (
            "Stellung Herbst 1903, Rückzüge",
            "Verdrängt Russland: A War aus Pru (über See)",
            "Patt Gal",
            "Russland: A War-Lvn",
        ),
    ],
)
def test_a_retreat_phase_in_three_languages(turn, dislodged, standoff, orders):
    got = case(f"{turn}\n{dislodged}\n{standoff}\n\n{orders}\n")
    assert got.position.turn == parse_turn("F1903R")
    assert got.position.dislodged == (Dislodged(Unit("russia", "A", "WAR"), "PRU", by_sea=True),)
    assert got.position.standoffs == {"GAL"}
    assert got.reading.orders.retreats == {"WAR": RetreatList("WAR", ("LVN",))}


def test_while_two_units_share_a_province_the_dislodged_one_is_meant():
    got = case("局面 1903年春撤退\n德国：华沙陆军\n被击退 俄国：华沙陆军 来自 普鲁士\n\n俄国：\n华沙陆军解散\n")
    assert got.position.units["WAR"].power == "germany"
    assert got.reading.orders.retreats == {"WAR": RetreatList("WAR", (DISBAND,))}


@pytest.mark.parametrize("line", ["局面 1903年冬", "Position Winter 1903", "Stellung Winter 1903", "局面：1903年冬季"])
def test_a_winter_phase(line):
    assert case(f"{line}\n英国：伦敦舰队\n").position.turn == parse_turn("W1903")


def test_comments_blank_lines_above_and_traditional_characters():
    got = case("\n\ufeff\n局面 1901年春\n# 说明\n// 说明\n英 國：倫敦艦隊，愛丁堡艦隊\n\n")
    assert [str(unit) for unit in got.position.units_of("england")] == ["F LON", "F EDI"]


def test_the_standard_start_is_read_from_the_rules_own_roster():
    roster = """局面 1901年春
英 国：伦敦舰队，爱丁堡舰队，利物浦陆军
法 国：布瑞斯特舰队，巴黎陆军，马塞陆军
德 国：基尔舰队，慕尼黑陆军，柏林陆军
意大利：那布勒斯舰队，罗马陆军，威尼斯陆军
奥 匈：粹斯特舰队，布达佩斯陆军，维也纳陆军
俄罗斯：圣彼得堡舰队（南岸），史瓦施托普舰队，莫斯科陆军，华沙陆军
土耳其：安卡拉舰队，史密尔纳陆军，君士坦丁堡陆军
"""
    assert case(roster).position == load_board().start


HEAD = "局面 1903年秋\n"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("英国：伦敦舰队、伦敦陆军", ("case_province_twice", 2, "伦敦陆军")),
        ("英国：北海陆军", ("case_army_at_sea", 2, "北海陆军")),
        ("德国：慕尼黑舰队", ("case_fleet_inland", 2, "慕尼黑舰队")),
        ("法国：西班牙舰队", ("case_coast_missing", 2, "西班牙舰队")),
        ("法国：西班牙（东岸）舰队", ("case_coast_unknown", 2, "西班牙（东岸）舰队")),
        ("法国：西斑牙陆军", ("case_province_unknown", 2, "西斑牙陆军")),
        ("法国：瑞士陆军", ("case_province_unknown", 2, "瑞士陆军")),
        ("法国：大西洋舰队", ("name_ambiguous", 2, "大西洋舰队")),
        ("法国：巴黎", ("case_unit_unreadable", 2, "巴黎")),
        ("美国：巴黎陆军", ("case_power_unknown", 2, "美国")),
        ("法国巴黎陆军", ("case_line_unknown", 2, "法国巴黎陆军")),
        ("资源点 法国：北海", ("case_not_centre", 2, "北海")),
        ("规则 foo", ("case_rules_unknown", 2, "foo")),
        ("规则 judge foo=1", ("case_option_unknown", 2, "foo")),
        ("规则 judge coast_unstated=never", ("case_option_wrong", 2, "规则 judge coast_unstated=never")),
        ("联盟 英国", ("case_alliance_short", 2, "联盟 英国")),
        ("被击退 俄国：华沙陆军 来自 普鲁士", ("case_not_retreats", 2, "被击退 俄国：华沙陆军 来自 普鲁士")),
        ("对峙 加利西亚", ("case_not_retreats", 2, "对峙 加利西亚")),
        ("资源点 美国：伦敦", ("case_power_unknown", 2, "美国")),
        ("资源点 英国：某地、伦敦", ("case_province_unknown", 2, "某地")),
        ("地图 某图", ("case_map_unknown", 2, "某图")),
    ],
)
def test_each_fault_is_named(line, fault):
    assert faults(HEAD + line + "\n") == [fault]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("英国：伦敦舰队\n", ("case_no_position", 1, "英国：伦敦舰队")),
        ("", ("case_no_position", 1, "")),
        ("局面 某年\n", ("case_turn_unreadable", 1, "某年")),
        ("局面 1903年秋天晚上\n", ("case_turn_unreadable", 1, "1903年秋天晚上")),
        (HEAD + "英国：伦敦舰队\n英国：爱丁堡舰队\n", ("case_power_twice", 3, "英国")),
        (HEAD + "资源点 英国：伦敦\n资源点 法国：伦敦\n", ("case_centre_twice", 3, "伦敦")),
        (HEAD + "联盟 英国、法国\n联盟 英国、德国\n", ("case_ally_twice", 3, "英国")),
        ("局面 1903年秋撤退\n被击退 俄国：华沙陆军\n", ("case_attacker_missing", 2, "华沙陆军")),
        ("英国：伦敦舰队\n法国：巴黎陆军\n", ("case_no_position", 1, "英国：伦敦舰队")),
        ("局面 1903年秋撤退\n被击退 俄国：华沙陆军 来自\n", ("case_attacker_missing", 2, "华沙陆军")),
        ("局面 1903年秋撤退\n被击退 俄国：华沙 来自 普鲁士\n", ("case_unit_unreadable", 2, "华沙 来自 普鲁士")),
        ("局面 1903年秋撤退\n被击退 美国：华沙陆军 来自 普鲁士\n", ("case_power_unknown", 2, "美国")),
        ("局面 1903年秋撤退\n被击退 俄国：华沙陆军 来自 某地\n", ("case_province_unknown", 2, "某地")),
        (
            "局面 1903年秋撤退\n被击退 俄国：华沙陆军 来自 普鲁士、华沙陆军 来自 西利西亚\n",
            ("case_province_twice", 2, "华沙陆军"),
        ),
        ("局面 1903年秋撤退\n俄国：华沙陆军\n对峙 华沙\n", ("case_standoff_taken", 3, "华沙")),
    ],
)
def test_faults_of_the_whole(text, fault):
    assert faults(text) == [fault]


def test_an_alliance_with_a_stranger_is_short_of_a_member():
    assert sorted(faults(HEAD + "联盟 英国、美国\n")) == [
        ("case_alliance_short", 2, "联盟 英国、美国"),
        ("case_power_unknown", 2, "美国"),
    ]


def test_an_alliance_may_have_a_name():
    assert case(HEAD + "联盟 西方：英国、法国\n").alliances == (("england", "france"),)


def test_a_power_without_units_and_centres_that_nobody_owns():
    read = case(HEAD + "英国：无\n法国：巴黎陆军\n资源点 无：伦敦、巴黎\n资源点 无 马塞\n资源点 俄国：无\n")
    assert list(map(str, read.position.units.values())) == ["A PAR"]
    assert not {"LON", "PAR", "MAR"} & set(read.position.centres)
    assert read.position.centres["MOS"] == "russia"  # no line names it


def test_a_coast_where_there_is_but_one_is_told():
    read = case(HEAD + "法国：布瑞斯特（南岸）舰队\n")
    assert str(read.position.units["BRE"]) == "F BRE"
    assert [(str(n.code), n.level.value) for n in read.reading.notices] == [("coast_superfluous", "info")]


def test_all_faults_are_reported_together():
    found = faults("局面 1903年秋\n英国：北海陆军、伦敦舰队、伦敦陆军\n法国：慕尼黑舰队\n规则 foo\n")
    assert [(code, line) for code, line, _ in found] == [
        ("case_army_at_sea", 2),
        ("case_province_twice", 2),
        ("case_fleet_inland", 3),
        ("case_rules_unknown", 4),
    ]
