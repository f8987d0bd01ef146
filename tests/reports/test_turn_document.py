"""What the report of a turn tells, and where."""

import boards
import pytest
from hypothesis import HealthCheck, given, settings
from reported import HOMES, OPENING, document, paragraphs, recorded, where
from scripted import BOARD

from tianshen.judge.whole_turn import judge_turn
from tianshen.model.orders import Build, Decrees
from tianshen.notices import Code, Level, Notice
from tianshen.reading.result import LeftOut, Missing, Reading
from tianshen.record.turn_record import TurnRecord
from tianshen.reports.document.rendering import render_document
from tianshen.resources import read_toml

ATTACK = "germany: A PRU - WAR; A SIL S A PRU - WAR\n"


def told(script, rules="tianshen", lang="zh", **more):
    return paragraphs(render_document(document(recorded(script, rules, **more), lang)))


def title(script=OPENING, lang="zh", **more):
    return render_document(document(recorded(script, **more), lang)).splitlines()[0]


def test_the_first_line_names_the_program_the_game_the_turn_and_the_version():
    assert title(game="第三届", version=2) == "【天神战报】第三届　1901年春季结果　第2版"
    assert title() == "【天神战报】1901年春季结果　第1版"


@pytest.mark.parametrize("lang", ["zh", "en", "de"])
@pytest.mark.parametrize("form", ["plain", "discuz", "nga", "phpbb", "markdown", "html"])
def test_the_reader_knows_the_report_by_its_first_line(lang, form):
    marks = read_toml("locales", "forums", "common", "report.toml")["marks"]
    text = render_document(document(recorded(OPENING), lang), form)
    wide = text.replace("［", "[").replace("］", "]")
    assert any(mark in wide for mark in marks)


def test_every_unit_has_its_line_under_its_power():
    lines = told(OPENING)
    assert lines["法国"] == [
        "√ 布瑞斯特舰队 移动 中大西洋：成功（房规 2.1.1(二)）",
        "√ 马塞陆军 移动 西班牙：成功（房规 2.1.1(二)）",
        "× 巴黎陆军 移动 伯干第：以1对1与慕尼黑陆军对峙（房规 2.2.1(二)）",
    ]
    assert [len(lines[name]) for name in ("英国", "德国", "意大利", "奥匈", "俄国", "土耳其")] == [3, 3, 3, 3, 4, 3]


def test_powers_carry_their_players():
    assert "法国（小马）" in told(OPENING, players={"france": "小马"})


def test_own_words_stand_below_an_order_that_is_void_or_was_amended():
    script = "france: F MAO - SPA; A BRE - GAS\nengland: A LON - BRE; F ENG C A LON - BRE; A YOR - WAL"
    words = {"MAO": "中大西洋去西班牙", "BRE": "布瑞斯特去加斯康尼", "LON": "伦敦坐船去布瑞斯特", "YOR": "约克去威尔士"}
    lines = told(script, words=words)
    assert "　原文「中大西洋去西班牙」" in lines["法国"]
    assert not any("布瑞斯特去加斯康尼" in line for line in lines["法国"])
    assert "　没有写明路线，按相应的运输命令推定经英吉利海峡" in lines["英国"]
    assert "　原文「伦敦坐船去布瑞斯特」" in lines["英国"]
    assert not any("约克去威尔士" in line for line in lines["英国"])


def test_coasts_that_were_filled_in_or_dropped_are_told():
    script = "france: F GAS - SPA; A MAR - SPA/SC\nturkey: F CON - BUL"
    lines = told(script, words={"GAS": "甲", "MAR": "乙"}, options={"coast_unstated": "only"})
    assert "　海岸按规则取西班牙（北岸）" in lines["法国"]
    assert "　所写的海岸与此无关，略去" in lines["法国"]
    assert {"　原文「甲」", "　原文「乙」"} <= set(lines["法国"])


def test_what_the_reader_put_right_is_told_with_the_words():
    slip = Notice(Level.WARNING, Code.NAME_CORRECTED, where("西班呀", 1), {"province": "SPA"})
    other = Notice(Level.WARNING, Code.NAME_CORRECTED, where("英吉力", 7), {"province": "ENG"})
    lines = told("france: A MAR - SPA", words={"MAR": "马塞 西班呀"}, reading={"notices": (slip, other)})
    assert "　原文「马塞 西班呀」" in lines["法国"]
    assert len(lines["法国"]) == 3


def test_a_unit_without_an_order_is_told_so():
    assert told("italy: A VEN")["意大利"] == ["√ 威尼斯陆军（未下令）：原地驻守（房规 2.2.2(七)）"]


def test_retreats_tell_where_and_why():
    lines = told(ATTACK + "russia: A WAR H", retreats={"WAR": "PRU GAL"})
    assert lines["撤退"] == [
        "→ 俄国华沙陆军被德国普鲁士陆军击退，撤退到加利西亚：按本国的撤退名单（房规 2.3）",
        "　跳过普鲁士：攻击来自那里（房规 2.3.1）",
    ]
    assert "俄国华沙陆军被击退" in lines[""][1]


def test_a_destroyed_unit_has_its_own_mark():
    lines = told(ATTACK + "russia: A WAR H; A MOS H; A LVN H; A UKR H; A GAL H")
    assert lines["撤退"][0].startswith("■ ")
    assert lines["俄国"][-1].startswith("▼ ")


def test_fall_tells_captures_adjustments_and_centres_with_their_change():
    lines = told(
        "germany: F DEN H; A BEL H; A MUN H\nfrance: A PAR H",
        turn="F1901",
        centres=HOMES | {"austria": "TRI BUD VIE BEL"},
        builds={"germany": "F KIE, A MUN, A BER"},
    )
    assert lines["资源点易手"] == ["★ 德国夺取比利时（原属奥匈）", "★ 德国占领丹麦（原无归属）"]
    assert lines["生产与解散"][:5] == [
        "○ 英国未生产3支：没有可以执行的生产命令（房规 2.3.2(七)）",
        "○ 法国未生产2支：没有可以执行的生产命令（房规 2.3.2(七)）",
        "＋ 德国生产基尔舰队：按本国的名单（房规 2.3.2）",
        "＋ 德国生产柏林陆军：按本国的名单（房规 2.3.2）",
        "· 德国跳过慕尼黑陆军：已有单位（房规 2.3.2(三)）",
    ]
    centres = lines["1901年秋季之后的资源点"]
    assert centres[2] == "德国 5（+2）：比利时、柏林、丹麦、基尔、慕尼黑"
    assert centres[4] == "奥匈 3（-1）：布达佩斯、粹斯特、维也纳"
    assert centres[-1].startswith("无归属 10：")
    assert "德国得比利时、丹麦；奥匈失比利时" in lines[""][1]
    assert lines["1902年春季开始时的部队"][0] == "· 法国（1）：巴黎陆军"


def test_spring_has_no_centres_and_no_builds():
    assert not {"资源点易手", "生产与解散"} & set(told(OPENING))
    assert not any("资源点" in heading for heading in told(OPENING))


def test_a_fall_without_captures_says_none():
    lines = told("germany: A MUN H", turn="F1901", centres=HOMES)
    assert lines["资源点易手"] == ["无"]
    assert "无单位被击退，无资源点易手" in lines[""][1]


def test_an_eliminated_power_is_named():
    lines = told("germany: A WAR H", turn="F1903", centres={"russia": "WAR", "germany": "MUN"})
    assert "俄国灭亡" in lines[""][1]
    assert "■ 俄国没有资源点也没有部队，灭亡" in lines["1904年春季开始时的部队"]
    assert "俄国 0（-1）" in lines["1903年秋季之后的资源点"]


def test_who_sent_nothing_and_which_units_had_no_order():
    missing = {
        "turkey": Missing(("ANK", "SMY", "CON"), nothing_sent=True),
        "italy": Missing(("VEN",)),
        "france": Missing(retreats=("BRE",), builds=True),
        "russia": Missing(nothing_sent=True),
    }
    script = "turkey: F ANK; A SMY; A CON\nitaly: A VEN; A ROM H\nfrance: F BRE H"
    lines = told(script, reading={"missing": missing})
    assert lines["未交与缺漏"] == ["· 意大利未下令：威尼斯陆军", "· 土耳其没有交命令，3支部队原地驻守"]
    assert "土耳其未交命令" in lines[""][1]
    assert "俄国" not in lines[""][1]


def test_words_that_do_not_count_are_told_where_they_concern_everybody():
    left = (
        LeftOut("italy", "老王", where("威尼斯陆军 移动 蒂罗尔", 9), "late"),
        LeftOut(None, "路人", where("我觉得不行", 10), "wrong_phase"),
        LeftOut("italy", "老王", where("威尼斯陆军 移动 粹斯特", 11), "replaced"),
        LeftOut("italy", None, where("引用的话", 12), "quoted"),
    )
    lines = told("italy: A VEN H", reading={"left_out": left})
    assert lines["未采用的命令"] == [
        "○ 意大利「威尼斯陆军 移动 蒂罗尔」：过了截止时间",
        "○ 路人「我觉得不行」：不是本回合的命令",
    ]


def test_lots_are_listed_and_the_commitment_and_the_secret_are_published():
    script = "germany: A MUN - BUR; A RUH S A MUN - BUR\nfrance: A BUR H"
    lines = told(script, turn="S1902", commitment="ab" * 32)
    assert any("候选马塞（MAR）、巴黎（PAR）" in line and "S1902|retreat A BUR|" in line for line in lines["随机抽取"])
    assert any("ab" * 32 in line for line in lines["随机抽取"])
    assert any(line.endswith("：xyz") for line in told("france: A PAR H", secret="xyz")["随机抽取"])


def test_decrees_are_marked_as_such():
    decrees = Decrees(
        ordered=frozenset({"LON"}),
        voided=frozenset({"PAR"}),
        retreats={"WAR": "GAL"},
        disbands=("BER",),
        builds={"england": (Build("F", "LON"),)},
    )
    script = ATTACK + "germany: A BER H\nrussia: A WAR H\nengland: F LON - NTH\nfrance: A PAR - BUR"
    lines = told(script, turn="F1902", centres=HOMES, decrees=decrees, words={"PAR": "巴黎去伯干第"})
    assert lines["英国"][1] == "　天神裁决：代为下令"
    assert lines["法国"] == ["○ 巴黎陆军 移动 伯干第：由天神裁决作废", "　原文「巴黎去伯干第」"]
    assert lines["撤退"] == ["◆ 俄国华沙陆军被德国普鲁士陆军击退，撤退到加利西亚：天神裁决"]
    assert "◆ 英国生产伦敦舰队：天神裁决" in lines["生产与解散"]
    assert "◆ 巴黎陆军的命令作废" in lines["天神裁决"]
    assert sum(line.startswith("○") for line in lines["天神裁决"]) == 1  # Berlin need not disband


@pytest.mark.parametrize(
    ("turn", "centres", "head", "units"),
    [
        ("F1908", {"germany": "MUN BER", "france": "PAR BRE"}, "延长到1909年秋季", "1909年春季开始时的部队"),
        ("F1908", {"germany": "MUN BER", "france": "PAR"}, "德国以2个资源点最多", "终局部队"),
        ("F1909", {"germany": "MUN", "france": "PAR"}, "共享胜利", "终局部队"),
    ],
)
def test_victory_and_extension_stand_at_the_top(turn, centres, head, units):
    lines = told("germany: A MUN H\nfrance: A PAR H", turn=turn, centres=centres)
    assert any(line.startswith("★ ") and head in line for line in lines[""])
    assert units in lines
    assert ("下一回合" in lines) == (units != "终局部队")


def test_changed_options_are_told():
    lines = told(OPENING, options={"coast_unstated": "only", "last_turn": "F1905", "own_convoy_dislodges": "yes"})
    assert lines[""][0] == "规则：房规；本局改动 coast_unstated = only、own_convoy_dislodges = yes、last_turn = F1905"
    assert told(OPENING)[""][0] == "规则：房规"


def test_knots_are_named():
    lines = told("turkey: A CON - SMY; A SMY - ANK; F ANK - CON")
    assert lines["连环命令"] == ["· 轮转：安卡拉舰队、君士坦丁堡陆军、史密尔纳陆军（DATC 6.C.1）"]
    script = "france: A BRE - LON VIA ENG; F ENG C A BRE - LON\nengland: F LON S F WAL - ENG; F WAL - ENG"
    assert told(script)["连环命令"][0].startswith("· 运输悖论：")


def test_separate_phases_say_what_is_due():
    lines = told(ATTACK + "russia: A WAR H; A LVN H", "classic", turn="F1902", centres=HOMES)
    assert lines["1902年秋季撤退待定事项"] == ["→ 俄国华沙陆军须撤退，可撤往加利西亚、莫斯科、乌克兰"]
    assert "资源点易手" not in lines
    owned = {"russia": "WAR", "germany": "MUN HOL"}
    winter = told("germany: A MUN H; A HOL H\nrussia: A WAR H; A LVN H", "classic", turn="F1902", centres=owned)
    assert winter["1902年冬季待定事项"] == ["－ 俄国须解散1支"]


def test_a_retreat_turn_is_reported_alone():
    missing = {"russia": Missing(nothing_sent=True)}
    lines = told(
        "germany: A WAR H",
        "classic",
        turn="S1902R",
        dislodged=[("russia", "A WAR", "PRU")],
        centres=HOMES,
        reading={"missing": missing},
    )
    assert lines["撤退"] == [
        "■ 俄国华沙陆军被来自普鲁士的单位击退，解散：没有可以执行的撤退命令（经典规则 撤退与解散(六)）"
    ]
    assert "德国" not in lines
    assert lines["未交与缺漏"] == ["· 俄国没有交撤退命令（1支部队被击退）"]


def test_a_winter_turn_is_reported_alone():
    lines = told(
        "germany: A MUN",
        "classic",
        turn="W1902",
        centres={"germany": "MUN BER KIE"},
        builds={"germany": "F KIE"},
    )
    assert lines["生产与解散"] == [
        "＋ 德国生产基尔舰队：按本国的命令（经典规则 单位数目调整的规定）",
        "○ 德国未生产1支：没有可以执行的生产命令（经典规则 单位数目调整的规定(六)）",
    ]
    assert "德国" not in lines


def test_the_next_turn_has_its_deadline():
    text = render_document(document(recorded(OPENING), deadline="5月3日 周六 21:00（北京时间）"))
    assert text.endswith("〔下一回合〕\n1901年秋季，截止 5月3日 周六 21:00（北京时间）\n")


@pytest.mark.parametrize("form", ["plain", "discuz", "nga", "phpbb", "markdown", "html"])
def test_the_whole_report_can_be_encoded_in_gbk(form):
    script = OPENING.replace("A VEN H", "A VEN")
    text = render_document(
        document(recorded(script, turn="F1901", centres=HOMES, commitment="ab" * 32, game="第三届")), form
    )
    assert text.encode("gbk").decode("gbk") == text


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(boards.falls())
def test_any_turn_can_be_reported_in_every_language_and_format(fall):
    rules, position, orders = fall
    result = judge_turn(BOARD, rules, position, orders, secret="s")
    record = TurnRecord(BOARD, rules, Reading(orders), result)
    for lang in ("zh", "en", "de"):
        tree = document(record, lang)
        for form in ("plain", "discuz", "nga", "phpbb", "markdown", "html"):
            text = render_document(tree, form)
            assert "{" not in text.split("</style>")[-1]
        if lang == "zh":
            assert render_document(tree).encode("gbk")
