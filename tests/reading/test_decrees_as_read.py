"""The game master's decrees: what they may say, where they may stand, and what cannot be one."""

from __future__ import annotations

import pytest
from pasted import case_position, codes, counted, errors, left, position_at, post, read, read_own, warnings

from tianshen.errors import DataError
from tianshen.model.board import load_board
from tianshen.model.canonical import canonical
from tianshen.notices import Level

FULL = "伦敦舰队 移动 北海\n爱丁堡舰队 移动 挪威海\n利物浦陆军 移动 约克"
FALL = position_at("F1901")
RETREATS = case_position(
    "局面 1901年秋撤退\n德国：慕尼黑陆军\n被击退 法国：伯干第陆军 来自 慕尼黑\n被击退 俄国：华沙陆军 来自 普鲁士\n"
)


def decrees(text, position=None, **settings):
    return read_own(text, position, **settings).orders.decrees


@pytest.mark.parametrize(
    "line",
    [
        "天神：英国 伦敦舰队 移动 北海",
        "天神：伦敦舰队 移动 北海",
        "天神:英国：伦敦舰队 移动 北海",
        "【天神】英国 伦敦舰队 移动 北海",
        "GM: England F Lon - Nth",
        "GM: F Lon - Nth",
        "Spielleiter: England F Lon-Nth",
        "天神：伦敦舰队 移动 北海  // 他在路上，打电话来的",
    ],
)
def test_an_order_on_behalf_of_a_power(line):
    reading = read_own(f"{line}\n\n英国：\n{FULL}")
    assert reading.orders.decrees.ordered == {"LON"}
    assert "F LON - NTH" in counted(reading)["england"]
    assert [given.decree for given in reading.given] == [True, False, False]
    assert left(reading) == [("decree", "F LON - NTH")]
    assert errors(reading) == []


def test_a_decree_stands_against_later_posts():
    reading = read(f"天神：英国 伦敦舰队 驻守\n\n{post('海霸', '12-05 20:59', FULL)}")
    assert "F LON H" in counted(reading)["england"]
    assert left(reading) == [("decree", "F LON - NTH")]


@pytest.mark.parametrize(
    ("line", "voided"),
    [
        ("天神：作废 法国 巴黎陆军", {"PAR"}),
        ("天神：法国 巴黎陆军 作废", {"PAR"}),
        ("天神：作废：巴黎陆军、马塞陆军", {"PAR", "MAR"}),
        ("天神：作废 法国", {"PAR", "MAR", "BRE"}),
        ("GM: void France A Par", {"PAR"}),
        ("Spielleiter: ungültig Frankreich A Par", {"PAR"}),
        ("Spielleiter: Frankreich A Par ungültig", {"PAR"}),
    ],
)
def test_orders_are_struck(line, voided):
    reading = read_own(f"法国：\n巴黎陆军 移动 伯干第\n{line}")
    assert reading.orders.decrees.voided == voided
    assert counted(reading) == {"france": ["A PAR - BUR"]}
    assert errors(reading) == []


def test_a_later_decree_on_the_same_unit_counts():
    reading = read_own("天神：伦敦舰队 移动 北海\n天神：伦敦舰队 驻守")
    assert counted(reading) == {"england": ["F LON H"]}
    assert warnings(reading) == ["decree_twice"]
    struck = decrees("天神：伦敦舰队 移动 北海\n天神：作废 伦敦舰队")
    assert (struck.ordered, struck.voided) == (set(), {"LON"})
    ordered = decrees("天神：作废 伦敦舰队\n天神：伦敦舰队 移动 北海")
    assert (ordered.ordered, ordered.voided) == ({"LON"}, set())


@pytest.mark.parametrize(
    "line",
    [
        "天神：华沙陆军 撤退 西里西亚",
        "天神：华沙陆军 撤退到 西里西亚",
        "天神：华沙陆军 移动 西里西亚",
        "GM: Retreat A War - Sil",
    ],
)
def test_a_retreat_is_decreed(line):
    reading = read_own(f"俄国：华沙陆军 撤退到 乌克兰\n{line}", RETREATS, rules="standard")
    assert reading.orders.decrees.retreats == {"WAR": "SIL"}
    assert reading.orders.retreats == {}
    assert left(reading, RETREATS) == [("decree", "A WAR R UKR")]


def test_a_retreat_is_decreed_together_with_the_moves():
    assert decrees("天神：华沙陆军 撤退 西里西亚").retreats == {"WAR": "SIL"}
    assert errors(read_own("天神：华沙陆军 撤退 西里西亚、加利西亚")) == ["decree_one_retreat"]


@pytest.mark.parametrize(
    "line", ["天神：解散 柏林陆军", "天神：德国 柏林陆军解散", "GM: disband A Ber", "Spielleiter: Abbau A Ber"]
)
def test_a_disband_is_decreed(line):
    reading = read_own(line, FALL)
    assert reading.orders.decrees.disbands == ("BER",)
    assert counted(reading) == {"germany": ["A BER"]}
    assert reading.given[0].decree


def test_a_build_is_decreed():
    given = decrees("天神：英国 伦敦生产舰队", FALL).builds
    assert [str(order) for order in given["england"]] == ["F LON"]
    assert errors(read_own("天神：布鲁塞尔生产陆军", FALL))
    assert errors(read_own("天神：法国 伦敦生产舰队", FALL)) == ["decree_other_power"]


def test_builds_are_waived_by_decree():
    reading = read_own("英国：优先建造：伦敦舰队\n天神：英国 放弃生产", FALL)
    assert reading.orders.builds == {"england": ()}
    assert left(reading) == [("decree", "F LON")]


@pytest.mark.parametrize(
    "line",
    [
        "天神：游戏结束",
        "天神：宣布游戏结束。",
        "天神：本局结束！",
        "GM: game over",
        "GM: The game is over.",
        "Spielleiter: Spielende",
    ],
)
def test_the_game_is_ended(line):
    assert decrees(line).ended


@pytest.mark.parametrize(
    ("line", "powers"),
    [
        ("天神：平局 英国、法国", {"england", "france"}),
        ("天神：平局：英国、法国、德国", {"england", "france", "germany"}),
        ("天神：宣布 英国、法国 平局", {"england", "france"}),
        ("GM: draw England, France", {"england", "france"}),
        ("Spielleiter: Remis England, Frankreich", {"england", "france"}),
    ],
)
def test_a_draw(line, powers):
    assert set(decrees(line).draw) == powers


def test_a_draw_of_all_that_are_left():
    position = case_position("局面 1905年春\n英国：伦敦舰队\n法国：巴黎陆军\n资源点 英国：柏林、慕尼黑、基尔\n")
    alive = {unit.power for unit in position.units.values()} | set(position.centres.values())
    assert set(decrees("天神：平局", position).draw) == alive


@pytest.mark.parametrize(
    "line",
    [
        "天神：宣布三年无变化即平局",
        "天神：3年无资源点易手即平局",
        "GM: three years without change: draw",
        "Spielleiter: 3 Jahre ohne Änderung: Remis",
    ],
)
def test_the_stalemate_rule_is_announced(line):
    assert decrees(line, rules="judge").stalemate


def test_the_number_of_years_is_that_of_the_rule():
    reading = read_own("天神：宣布五年无变化即平局", rules="judge")
    assert not reading.orders.decrees.stalemate
    assert errors(reading) == ["decree_years_differ"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("天神：大家辛苦了", "decree_unreadable"),
        ("天神：作癈 巴黎陆军", None),
        ("天神：作废", "decree_unreadable"),
        ("天神：作废 亚特兰蒂斯陆军", "decree_unreadable"),
        ("天神：作废 比利时陆军", "decree_nobody_there"),
        ("天神：作废 英国 巴黎陆军", "decree_other_power"),
        ("天神：作废 Liv", "name_ambiguous"),
        ("天神：比利时陆军 驻守", "decree_nobody_there"),
        ("天神：英国 巴黎陆军 驻守", "decree_other_power"),
        ("天神：以上作废", "decree_unreadable"),
        ("天神：如果法国进海峡，伦敦舰队 移动 英吉利海峡", "order_conditional"),
    ],
)
def test_a_decree_that_cannot_stand_is_an_error(line, code):
    reading = read_own(f"{line}\n\n法国：巴黎陆军 移动 伯干第")
    assert len(errors(reading)) == 1
    assert code is None or errors(reading) == [code]
    assert reading.orders.decrees == type(reading.orders.decrees)()
    assert counted(reading) == {"france": ["A PAR - BUR"]}


def test_moves_cannot_be_decreed_in_winter():
    position = case_position("局面 1901年冬\n德国：慕尼黑陆军\n")
    assert errors(read_own("天神：慕尼黑陆军 移动 柏林", position, "standard")) == ["decree_wrong_phase"]


def test_a_heading_alone_governs_what_follows():
    text = "天神：\n作废 法国 巴黎陆军\n伦敦舰队 驻守\n\n柏林陆军 驻守\n法国：\n巴黎陆军 移动 伯干第"
    reading = read_own(text)
    assert reading.orders.decrees.ordered == {"LON", "BER"}
    assert reading.orders.decrees.voided == {"PAR"}
    assert counted(reading)["france"] == ["A PAR - BUR"]


def test_a_decree_on_one_line_ends_at_a_gap():
    text = "英国：\n伦敦舰队 移动 北海\n天神：作废 法国 巴黎陆军\n\n爱丁堡舰队 移动 挪威海"
    reading = read_own(text)
    assert reading.orders.decrees.ordered == set()
    assert counted(reading) == {"england": ["F LON - NTH", "F EDI - NWG"]}


def test_a_disband_where_nobody_stands_yet_needs_a_power():
    assert errors(read_own("天神：解散 丹麦舰队", FALL)) == ["decree_nobody_there"]
    reading = read_own("天神：解散 德国 丹麦舰队", FALL)
    assert reading.orders.decrees.disbands == ("DEN",)
    assert errors(read_own("天神：解散 法国 柏林陆军", FALL)) == ["decree_other_power"]
    assert errors(read_own("天神：解散 法国", FALL)) == ["decree_unreadable"]


def test_builds_of_a_power_are_struck_as_a_whole():
    text = "法国：优先建造：巴黎陆军\n优先解散：马塞陆军\n巴黎陆军优先撤退到皮卡第\n天神：作废 法国"
    reading = read_own(text, FALL)
    assert reading.orders.builds == {}
    assert reading.orders.disbands == {}
    assert [why for why, _ in left(reading)] == ["decree", "decree"]


def test_a_retreat_is_struck_in_a_retreat_turn():
    reading = read_own("俄国：华沙陆军 撤退到 乌克兰\n天神：作废 华沙陆军", RETREATS, rules="standard")
    assert reading.orders.retreats == {}
    assert [why for why, _ in left(reading, RETREATS)] == ["decree"]


def test_faults_of_the_data_are_told(monkeypatch):
    from tianshen.reading import decrees as module

    monkeypatch.setattr(module, "read_toml", lambda *path: {"void": ["{nonsense}"]})
    module._patterns.cache_clear()
    with pytest.raises(DataError):
        module._patterns("void")
    module._patterns.cache_clear()


# who may decree


def test_players_cannot_decree():
    text = post("小马", "12-01 10:00", "天神：游戏结束\n天神：作废 英国\n巴黎陆军 驻守") + post(
        "海霸", "12-01 11:00", FULL
    )
    reading = read(text)
    assert reading.orders.decrees == type(reading.orders.decrees)()
    assert warnings(reading) == ["decree_in_post", "decree_in_post"]
    assert counted(reading)["france"] == ["A PAR H"]


def test_a_decree_at_the_open_end_of_a_page_is_asked_about():
    reading = read(post("海霸", "12-01 11:00", f"{FULL}\n\n天神：游戏结束"))
    assert not reading.orders.decrees.ended
    assert errors(reading) == ["decree_in_post"]


def test_behind_the_forums_own_end_of_a_page_it_is_the_game_masters():
    page = f"海霸\n发表于 2026-12-01 10:00 | 只看该作者\n{FULL}\n回复 使用道具 举报\n"
    assert read(f"{page}\n天神：游戏结束").orders.decrees.ended
    assert read(f"天神：游戏结束\n\n{page}").orders.decrees.ended


def test_players_may_address_the_game_master():
    reading = read(post("海霸", "12-01 10:00", f"天神：\n{FULL}\n天神：辛苦了"))
    assert len(counted(reading)["england"]) == 3
    assert codes(reading) == []


def test_strangers_cannot_decree_either():
    reading = read(
        post("天神", "12-01 10:00", "天神：游戏结束\n天神：伦敦舰队 驻守") + post("海霸", "12-01 11:00", FULL)
    )
    assert reading.orders.decrees == type(reading.orders.decrees)()
    assert len(counted(reading)["england"]) == 3


# decrees settle questions


@pytest.mark.parametrize(
    ("decree", "asked"),
    [
        ("", ["name_ambiguous"]),
        ("天神：爱丁堡舰队 移动 挪威海\n\n", []),
        ("天神：作废 爱丁堡舰队\n\n", []),
        ("天神：伦敦舰队 驻守\n\n", ["name_ambiguous"]),
    ],
)
def test_a_decree_settles_an_order_that_cannot_be_read(decree, asked):
    page = post("海霸", "12-01 10:00", "伦敦舰队 移动 北海\n爱丁堡舰队 移动 大西洋\n利物浦陆军 移动 约克")
    assert errors(read(f"{decree}{page}")) == asked


def test_a_decree_settles_orders_after_a_quote_without_an_end():
    page = post("海霸", "12-01 10:00", "引用：\n巴黎陆军 驻守\n伦敦舰队 移动 北海")
    assert errors(read(page)) == ["quote_end_unclear"]
    assert errors(read(f"天神：伦敦舰队 移动 北海\n\n{page}")) == []


def settlements(reading):
    return [
        [canonical(order, load_board().start) for order in n.data["settle"]]
        for n in reading.notices
        if n.level is Level.ERROR
    ]


def test_questions_offer_the_decrees_that_would_settle_them():
    assert settlements(read(post("海霸", "12-01 10:00", "爱丁堡舰队 移动 大西洋"))) == [["F EDI - MAO", "F EDI - NAO"]]
    assert settlements(read(post("海霸", "12-01 10:00", "如果法国来，伦敦舰队 移动 英吉利海峡"))) == [["F LON - ENG"]]
    assert settlements(read(post("海霸", "12-01 10:00", "伦敦舰队 移动 亚特兰蒂斯"))) == [[]]
    assert settlements(read(post("小马", "12-01 10:00", "英国：\n巴黎陆军 驻守"))) == [["A PAR H"]]


def test_a_possible_order_is_offered_before_one_that_is_not():
    assert settlements(read(post("小马", "12-01 10:00", "布瑞斯特舰队 移动 大西洋")))[0][0] == "F BRE - MAO"


def test_a_decree_on_one_line_governs_no_order_below_it():
    """After `天神：` on one line only that line is the game master's (game-folder page, Rulings)."""
    reading = read_own("英国：\n伦敦舰队 移动 北海\n天神：法国 巴黎陆军 移动 伯干第\n爱丁堡舰队 移动 挪威海")
    assert reading.orders.decrees.ordered == {"PAR"}
    assert counted(reading)["england"] == ["F LON - NTH", "F EDI - NWG"]


def test_a_decree_may_stand_right_above_a_page():
    page = "【强权外交】某局 01-S（1901年春季）命令帖\n"
    reading = read_own("天神：法国 巴黎陆军 移动 伯干第\n" + page)
    assert errors(reading) == []
    assert reading.orders.decrees.ordered == {"PAR"}
