"""Sentences about rulings: what happened, with which strengths, on which clause; checked on boards that were judged."""

import boards
import pytest
from hypothesis import HealthCheck, given, settings
from scripted import BOARD, played, rule_set

from tianshen.judge.movement import judge_movement
from tianshen.judge.ruling import KnotFails, Ruling, Strength, reason_codes
from tianshen.judge.turn_result import TurnResult
from tianshen.model.position import Position, Unit
from tianshen.model.rules import load_rules
from tianshen.model.turns import parse_turn
from tianshen.writing.language import Language
from tianshen.writing.phrases import explain_ruling, outcome_mark, outcome_word, variant, verdict

RULES = load_rules()
LANGUAGES = ("zh", "en", "de")


def voice(lang="zh", rules=RULES):
    return Language(lang, rules=rules)


def said(script, province, lang="zh", rules="tianshen"):
    return explain_ruling(played(script, rules), province, Language(lang, rules=load_rules(rules)))


def reported(script, province, lang="zh"):
    result = played(script)
    return verdict(result, result.rulings[province], voice(lang))


# code of the sentence: a turn in which it occurs, the unit, and what the sentence must tell
SITUATIONS = {
    "holds": ("england: F LON H", "LON", ["伦敦舰队", "驻守"]),
    "no_order": ("england: F LON", "LON", ["伦敦舰队未下令"]),
    "withstands": ("germany: A PRU - WAR\nrussia: A WAR H", "WAR", ["华沙陆军以1对1挡住普鲁士陆军", "房规 2.2.1"]),
    "withstands_weaker": (
        "germany: A PRU - WAR; A SIL S A PRU - WAR; A WAR H",
        "WAR",
        ["华沙陆军未被击退", "普鲁士陆军移动受阻，不得击退本国的华沙陆军（房规 特别规则）"],
    ),
    "beleaguered": (
        "germany: A PRU - WAR; A SIL S A PRU - WAR\naustria: A GAL - WAR; A UKR S A GAL - WAR\nrussia: A WAR H",
        "WAR",
        ["被围守军", "2对1", "普鲁士陆军得到西利希亚陆军的支援", "加利西亚陆军得到乌克兰陆军的支援", "房规 2.2.2(四)"],
    ),
    "overcome": (
        "germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR H",
        "WAR",
        ["华沙陆军被普鲁士陆军以2对1击退", "普鲁士陆军得到西利希亚陆军的支援"],
    ),
    "moves": ("england: F LON - NTH", "LON", ["伦敦舰队移入北海", "房规 2.1.1"]),
    "prevails": (
        "germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A MOS - WAR",
        "PRU",
        ["普鲁士陆军以2对1胜过莫斯科陆军", "房规 2.2.2(三)"],
    ),
    "dislodges": (
        "germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR H",
        "PRU",
        ["普鲁士陆军以2对1击退华沙陆军（房规 2.2.2）", "得到西利希亚陆军的支援"],
    ),
    "dislodges_head_to_head": (
        "germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR - PRU",
        "PRU",
        ["对攻", "以2对1击退华沙陆军"],
    ),
    "ring_turns": (
        "turkey: A CON - SMY; A SMY - ANK; F ANK - CON",
        "CON",
        ["轮转", "安卡拉舰队", "史密尔纳陆军", "君士坦丁堡陆军随轮转移入史密尔纳"],
    ),
    "ring_exchange": (
        "england: A LON - BEL VIA NTH; F NTH C A LON - BEL\nfrance: A BEL - LON VIA ENG; F ENG C A BEL - LON",
        "LON",
        ["移入比利时", "互换位置", "比利时陆军"],
    ),
    "prevented": ("germany: A PRU - WAR\nrussia: A MOS - WAR", "PRU", ["普鲁士陆军以1对1与莫斯科陆军对峙"]),
    "prevented_weaker": (
        "germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A MOS - WAR",
        "MOS",
        ["莫斯科陆军以1对2不敌普鲁士陆军", "普鲁士陆军得到西利希亚陆军的支援"],
    ),
    "resisted": ("germany: A PRU - WAR\nrussia: A WAR H", "PRU", ["普鲁士陆军以1对1与华沙陆军对峙（房规 2.2.1(一)）"]),
    "resisted_weaker": (
        "germany: A PRU - WAR\nrussia: A WAR H; A MOS S A WAR",
        "PRU",
        ["以1对2不敌华沙陆军", "华沙陆军得到莫斯科陆军的支援"],
    ),
    "chain_bounce": (
        "germany: A BER - PRU; A KIE - BER\nrussia: A WAR - PRU",
        "KIE",
        ["基尔陆军以1对1与未能移出的柏林陆军连锁对峙"],
    ),
    "lost_head_to_head": ("germany: A PRU - WAR\nrussia: A WAR - PRU", "PRU", ["与华沙陆军对攻", "1对1", "(三)"]),
    "lost_head_to_head_weaker": (
        "germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR - PRU",
        "WAR",
        ["与普鲁士陆军对攻，以1对2不敌", "被普鲁士陆军以2对1击退"],
    ),
    "own_unit": ("germany: A PRU - WAR; A SIL S A PRU - WAR; A WAR H", "PRU", ["受阻", "本国的华沙陆军", "特别规则"]),
    "own_convoy": (
        "england: A LON - BEL VIA NTH; F ENG S A LON - BEL\nfrance: F NTH C A LON - BEL; A BEL H",
        "LON",
        ["北海舰队", "比利时陆军", "特别规则"],
    ),
    "route_broken": (
        "england: A LON - BRE VIA ENG\nfrance: F ENG C A LON - BRE\ngermany: F BEL - ENG; F NTH S F BEL - ENG",
        "LON",
        ["伦敦陆军的运输被切断", "英吉利海峡舰队被击退", "房规 2.4.2"],
    ),
    "not_carried": ("england: A LON - BRE VIA ENG\nfrance: F ENG H", "LON", ["无人运输", "英吉利海峡舰队"]),
    "paradox": (
        "france: A BRE - LON VIA ENG; F ENG C A BRE - LON\nengland: F LON S F WAL - ENG; F WAL - ENG",
        "BRE",
        ["运输悖论", "伦敦舰队", "威尔士舰队", "英吉利海峡舰队"],
    ),
    "support_given": ("germany: A PRU - WAR; A SIL S A PRU - WAR", "SIL", ["西利希亚陆军的支援有效"]),
    "cut_by": (
        "germany: A BER - SIL; A BOH S A BER - SIL\naustria: A VIE - BOH",
        "BOH",
        ["波希米亚陆军的支援被维也纳陆军切断（房规 2.2.3）"],
    ),
    "cut_by_dislodgement": (
        "germany: A BER - SIL; A BOH S A BER - SIL\nrussia: A SIL - BOH; A GAL S A SIL - BOH",
        "BOH",
        ["支援被西利希亚陆军切断", "以2对1击退"],
    ),
    "convoy_given": ("england: A LON - BRE VIA ENG; F ENG C A LON - BRE", "ENG", ["英吉利海峡舰队的运输有效"]),
    "convoy_dislodged": (
        "england: A LON - BRE VIA ENG\nfrance: F ENG C A LON - BRE\ngermany: F BEL - ENG; F NTH S F BEL - ENG",
        "ENG",
        ["运输被切断（房规 2.4.2）", "被比利时舰队以2对1击退"],
    ),
    "void_same_province": ("england: F LON - LON", "LON", ["作废", "相同"]),
    "void_not_adjacent": ("germany: A BER - PAR", "BER", ["作废", "柏林", "巴黎"]),
    "void_wrong_ground": ("germany: F KIE - MUN", "KIE", ["作废", "舰队不能进入慕尼黑"]),
    "void_coast_missing": ("france: F MAO - SPA", "MAO", ["作废", "没有写明要到西班牙的哪一岸", "2.1.3(一)"]),
    "void_coast_unreachable": ("france: F MAR - SPA/NC", "MAR", ["作废", "西班牙（北岸）"]),
    "void_not_coastal": ("germany: A MUN - LON VIA NTH", "MUN", ["作废", "慕尼黑不临海"]),
    "void_fleet_carried": ("england: F LON - BRE VIA ENG", "LON", ["作废", "只有陆军"]),
    "void_route_unlinked": ("england: A LON - TUN VIA ENG; F ENG C A LON - TUN", "LON", ["作废", "伦敦", "突尼斯"]),
    "void_route_empty": ("england: A LON - BRE VIA ENG", "LON", ["作废", "途经的英吉利海峡没有舰队"]),
    "void_route_empty_chain": ("england: A LON - BRE VIA", "LON", ["作废", "从伦敦通到布瑞斯特"]),
    "void_carrier_not_at_sea": (
        "england: A LON - BRE VIA ENG; F ENG C A LON - BRE; F BEL C A LON - BRE",
        "BEL",
        ["作废", "临海省份上的舰队不得担任运输"],
    ),
    "void_carrier_not_fleet": ("england: A LON H; A WAL C A LON - BRE", "WAL", ["作废", "陆军不能担任运输"]),
    "void_carrier_off_route": (
        "england: A LON - BRE VIA ENG; F ENG C A LON - BRE; F BLA C A LON - BRE",
        "BLA",
        ["作废", "黑海不在", "路线"],
    ),
    "void_support_self": ("germany: A BER - MUN; A MUN S A BER - MUN", "MUN", ["作废", "自己"]),
    "void_support_other_coast": (
        "france: A BUR - MAR; F SPA/NC S A BUR - MAR",
        "SPA",
        ["作废", "这一岸不能移入马塞", "2.2.2(六)"],
    ),
    "void_support_unreachable": ("germany: A BER - MUN; F KIE S A BER - MUN", "KIE", ["作废", "不能移入慕尼黑"]),
    "void_no_such_unit": ("germany: A MUN S A BER", "MUN", ["作废", "柏林没有单位"]),
    "void_supported_moves": ("germany: A BER - PRU; A MUN S A BER", "MUN", ["作废", "柏林陆军本回合下令移动"]),
    "void_supported_differs": ("germany: A BER - PRU; A MUN S A BER - SIL", "MUN", ["作废", "与柏林陆军的命令不符"]),
    "void_carried_differs": ("england: A LON H; F ENG C A LON - BRE", "ENG", ["作废", "与伦敦陆军的命令不符"]),
    "void_carried_by_land": ("france: A BRE - GAS; F MAO C A BRE - GAS", "MAO", ["作废", "走陆路"]),
}
# Rulings that the house rules cannot give, or that are no code of a reason.
ELSEWHERE = {"void_route_missing", "void_decreed", "knot_fails"}


@pytest.mark.parametrize("code", SITUATIONS)
def test_the_sentence_tells_what_happened(code):
    script, province, parts = SITUATIONS[code]
    result = played(script)
    assert variant(result, result.rulings[province]) == code
    sentence = said(script, province)
    assert [part for part in parts if part not in sentence] == [], sentence


def test_every_reason_is_told_in_some_situation():
    told = {played(script).rulings[province].reason.code for script, province, _ in SITUATIONS.values()}
    assert set(reason_codes()) - told == ELSEWHERE


def test_a_route_that_must_be_named_is_missing():
    sentence = said("germany: A FIN - BER; F BOT C A FIN - BER; F BAL C A FIN - BER", "FIN", rules="judge")
    assert "作废" in sentence
    assert "Judge-Regeln" in sentence


def test_a_decreed_void_order_says_so():
    position = played("england: F LON - NTH").before
    moved = judge_movement(BOARD, RULES.options, position, {}, ["LON"])
    result = TurnResult(position, position, moved.rulings)
    assert explain_ruling(result, "LON", Language("zh", rules=RULES)).startswith("伦敦舰队的命令由天神裁决作废")


def test_a_knot_that_nothing_unties_names_its_units():
    units = {"LON": Unit("england", "F", "LON"), "NTH": Unit("england", "F", "NTH")}
    position = Position(parse_turn("S1901"), units, {})
    rulings = {place: Ruling(unit, None, KnotFails(("LON", "NTH"))) for place, unit in units.items()}
    sentence = explain_ruling(TurnResult(position, position, rulings), "LON", Language("zh", rules=RULES))
    assert "伦敦舰队、北海舰队" in sentence
    assert "无法判定" in sentence


def test_strengths_are_broken_into_supports_that_count_and_supports_that_do_not():
    script = (
        "germany: A PRU - WAR; A SIL S A PRU - WAR\naustria: A GAL S A PRU - WAR\n"
        "turkey: A UKR - GAL\nrussia: A WAR H; A MOS S A WAR"
    )
    assert said(script, "PRU") == (
        "普鲁士陆军以2对2与华沙陆军对峙（房规 2.2.1(一)）；普鲁士陆军得到西利希亚陆军的支援；"
        "加利西亚陆军的支援被乌克兰陆军切断（房规 2.2.3）；华沙陆军得到莫斯科陆军的支援"
    )


def test_a_support_against_an_own_unit_is_told_not_to_count():
    script = "germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR H; A MOS S A PRU - WAR"
    sentence = said(script, "PRU")
    assert sentence.startswith("普鲁士陆军以2对1击退华沙陆军")
    assert "莫斯科陆军的支援不计，不得协助击退本国单位（房规 特别规则）" in sentence


def test_the_rule_texts_own_example_is_a_chain_stand_off():
    script = "germany: A BER - PRU; A KIE - BER\nrussia: A WAR - PRU"
    result = played(script)
    words = {place: outcome_word(result, ruling, voice()) for place, ruling in result.rulings.items()}
    assert words == {"BER": "对峙", "WAR": "对峙", "KIE": "连锁对峙"}


def test_the_report_leaves_out_the_unit_that_the_order_names():
    script, province, _ = SITUATIONS["dislodges"]
    assert reported(script, province) == "成功，以2对1击退华沙陆军（房规 2.2.2）；得到西利希亚陆军的支援"
    assert reported("england: F LON - NTH", "LON") == "成功（房规 2.1.1(二)）"
    assert reported("england: F LON - LON", "LON").startswith("作废，")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", SITUATIONS)
def test_every_line_of_a_report_says_the_word_for_its_outcome(code, lang):
    script, province, _ = SITUATIONS[code]
    result = played(script)
    ruling = result.rulings[province]
    word, line = outcome_word(result, ruling, voice(lang)), reported(script, province, lang)
    if lang == "zh" and code not in ("no_order", "cut_by", "cut_by_dislodgement"):
        assert word in line
    assert line


def test_marks_follow_the_outcome_and_dislodgement_goes_first():
    result = played(
        "germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR - PRU; A MOS S A GAL\naustria: A VIE - TRI"
    )
    marks = {place: outcome_mark(ruling, voice()) for place, ruling in result.rulings.items()}
    assert marks == {"PRU": "√", "SIL": "√", "WAR": "▼", "MOS": "○", "VIE": "√"}


def test_coasts_and_kinds_are_always_named():
    script = "france: F SPA/NC - MAO\nengland: F MAO H; F IRI S F MAO"
    assert said(script, "SPA").startswith("西班牙（北岸）舰队以1对2不敌中大西洋舰队")


def test_a_province_without_a_unit_has_no_ruling():
    with pytest.raises(KeyError):
        said("england: F LON H", "NTH")


def test_a_record_is_explained_as_its_result_is():
    class Record:
        result = played("england: F LON H")

    assert explain_ruling(Record(), "LON", voice()) == explain_ruling(Record.result, "LON", voice())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(boards.turns())
def test_whatever_is_judged_can_be_told_in_every_language(turn):
    options, position, orders = turn
    rules = rule_set("tianshen", {})
    moved = judge_movement(BOARD, options, position, orders)
    result = TurnResult(position, position, moved.rulings, moved.knots, dislodged=moved.dislodged)
    for lang in LANGUAGES:
        speaking = voice(lang, rules)
        for province, ruling in moved.rulings.items():
            sentence = explain_ruling(result, province, speaking)
            assert sentence
            assert not set("{}<>") & set(sentence)
            assert verdict(result, ruling, speaking)


def test_a_strength_is_what_its_parts_add_up_to():
    assert Strength(("SIL", "GAL")).value == 3
