"""The chain of a ruling: innermost cause first, each strength in its parts, never at odds with the result."""

import boards
import pytest
from hypothesis import HealthCheck, given, settings
from scripted import BOARD, played

import tianshen as ts
from tianshen.judge.movement import judge_movement
from tianshen.judge.turn_result import TurnResult
from tianshen.model.rules import load_rules
from tianshen.writing.causes import causes_of
from tianshen.writing.language import Language
from tianshen.writing.phrases import outcome_word, short_verdict

RULES = load_rules()
VOICE = Language("zh", rules=RULES)


def chain(script, province, **more):
    return causes_of(played(script, **more), province, VOICE).lines()


def position_of(lines, words):
    found = [index for index, (_, text) in enumerate(lines) if words in text]
    assert found, (words, lines)
    return found[0]


def test_a_cut_support_explains_a_failed_attack_from_the_inside_out():
    lines = chain(
        "germany: A PRU - WAR; A SIL S A PRU - WAR\naustria: A GAL S A PRU - WAR\n"
        "turkey: A UKR - GAL\nrussia: A WAR H; A MOS S A WAR",
        "PRU",
    )
    attack = position_of(lines, "乌克兰陆军向加利西亚移动，成败不论")
    cut = position_of(lines, "支援被乌克兰陆军切断（房规 2.2.3）")
    strength = position_of(lines, "力量2，本身1，加西利希亚陆军的支援（房规 2.2.2）")
    verdict = position_of(lines, "以2对2与华沙陆军对峙（房规 2.2.1(一)）")
    assert attack < cut < strength < verdict == len(lines) - 1
    assert lines[attack][0] == 3
    assert lines[-1][0] == 0
    position_of(lines, "力量2，本身1，加莫斯科陆军的支援")


def test_a_broken_route_goes_down_to_the_attack_on_the_fleet():
    lines = chain(
        "england: A LON - BRE VIA ENG\nfrance: F ENG C A LON - BRE\ngermany: F BEL - ENG; F NTH S F BEL - ENG", "LON"
    )
    support = position_of(lines, "支援有效")
    attack = position_of(lines, "以2对1击退英吉利海峡舰队（")
    fleet = position_of(lines, "运输被切断（房规 2.4.2）；被比利时舰队以2对1击退")
    army = position_of(lines, "运输被切断，英吉利海峡舰队被击退")
    assert support < attack < fleet < army == len(lines) - 1


def test_a_support_that_does_not_count_says_why():
    lines = chain("germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR H; A MOS S A PRU - WAR", "PRU")
    position_of(lines, "莫斯科陆军的支援不计，不得协助击退本国单位（房规 特别规则）")


def test_an_attack_that_does_not_cut_says_why():
    lines = chain("germany: A BER - SIL; A BOH S A BER - SIL\nrussia: A SIL - BOH", "BOH")
    position_of(lines, "西利希亚陆军来自支援所指的西利希亚，它的攻击不切断这项支援（房规 2.2.3）")
    lines = chain("germany: A BER - SIL; A BOH S A BER - SIL; A MUN - BOH", "BOH")
    position_of(lines, "慕尼黑陆军是本国单位")


def test_both_sides_of_a_stand_off_are_told_with_their_orders():
    lines = chain("germany: A PRU - WAR\nrussia: A MOS - WAR", "PRU")
    assert [text for _, text in lines] == [
        "普鲁士陆军 移动 华沙：力量1，本身1（房规 2.2.2）",
        "莫斯科陆军 移动 华沙：力量1，本身1（房规 2.2.2）",
        "普鲁士陆军 移动 华沙：以1对1与莫斯科陆军对峙（房规 2.2.1(二)）",
    ]


def test_a_chain_stand_off_is_followed_to_its_end():
    lines = chain("germany: A BER - PRU; A KIE - BER; A HOL - KIE\nrussia: A WAR - PRU", "HOL")
    assert [text.partition("：")[0] for _, text in lines if "力量" not in text] == [
        "柏林陆军 移动 普鲁士",
        "基尔陆军 移动 柏林",
        "荷兰陆军 移动 基尔",
    ]


@pytest.mark.parametrize(
    ("script", "province", "words", "orders"),
    [
        ("turkey: A CON - SMY; A SMY - ANK; F ANK - CON", "CON", "轮转：安卡拉舰队、君士坦丁堡陆军、史密尔纳陆军", 3),
        (
            "france: A BRE - LON VIA ENG; F ENG C A BRE - LON\nengland: F LON S F WAL - ENG; F WAL - ENG",
            "BRE",
            "运输悖论：",
            4,
        ),
    ],
)
def test_knots_are_named_with_their_orders(script, province, words, orders):
    """The army whose convoy is stopped is one of the orders of its paradox."""
    lines = chain(script, province)
    knot = position_of(lines, words)
    assert len([depth for depth, _ in lines[:knot] if depth == 2]) == orders


def test_a_support_that_matches_nothing_shows_the_other_order():
    lines = chain("germany: A BER - PRU; A MUN S A BER - SIL", "MUN")
    assert "对方的命令是：柏林陆军 移动 普鲁士" in lines[0][1]


def test_a_dislodged_unit_names_the_attack_and_its_supports():
    lines = chain("germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR - GAL\naustria: A VIE - GAL", "WAR")
    ruling = position_of(lines, "被普鲁士陆军以2对1击退")
    assert lines[ruling][0] == 1
    assert "撤退到" in lines[-1][1]
    position_of(lines, "力量2，本身1，加西利希亚陆军的支援")


def test_a_retreat_ends_the_chain_and_names_what_was_skipped():
    script = "germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR H"
    lines = chain(script, "WAR", retreats={"WAR": "PRU GAL"})
    assert lines[-2:] == [
        (1, "跳过普鲁士：攻击来自那里（房规 2.3.1）"),
        (0, "俄国华沙陆军被德国普鲁士陆军击退，撤退到加利西亚：按本国的撤退名单（房规 2.3）"),
    ]


def test_a_retreat_turn_has_chains_too():
    lines = chain(
        "germany: A WAR H",
        "WAR",
        rules="classic",
        turn="S1902R",
        dislodged=[("russia", "A WAR", "PRU")],
        retreats={"WAR": "GAL"},
    )
    assert len(lines) == 1
    assert "撤退到加利西亚：按本国的撤退命令" in lines[0][1]


def test_a_move_into_a_place_that_was_left_rests_on_the_leaving():
    lines = chain("germany: A BER - PRU; A KIE - BER", "KIE")
    assert [text.partition("：")[0] for _, text in lines] == ["柏林陆军 移动 普鲁士", "基尔陆军 移动 柏林"]


def test_a_carried_army_names_its_fleets():
    lines = chain("england: A LON - BRE VIA ENG; F ENG C A LON - BRE", "LON")
    position_of(lines, "运输路线：英吉利海峡舰队")


def test_no_unit_no_chain():
    with pytest.raises(KeyError):
        chain("england: F LON H", "NTH")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(boards.turns())
def test_a_chain_never_contradicts_the_result(turn):
    options, position, orders = turn
    moved = judge_movement(BOARD, options, position, orders)
    result = TurnResult(position, position, moved.rulings, moved.knots, dislodged=moved.dislodged)
    for province, ruling in moved.rulings.items():
        lines = causes_of(result, province, VOICE).lines()
        depth, conclusion = lines[-1]
        assert depth == 0
        assert short_verdict(result, ruling, VOICE) in conclusion
        told = {VOICE.ordered(other, position): other for other in moved.rulings.values()}
        for _, text in lines:
            order, _, verdict = text.partition("：")
            if order in told and "力量" not in verdict and "对方" not in order:
                assert verdict.startswith(short_verdict(result, told[order], VOICE)), text
        assert outcome_word(result, ruling, VOICE)


def test_a_winter_is_explained() -> None:
    """A unit that is built or disbanded in a separate Winter had no order, but a part in the turn."""
    case = ts.read_case(
        "Position Winter 1901\nRules standard\nFrance: A Gas\nCentres France: Par\nCentres England: Lon\n"
        "\nFrance:\nBuild A Par\nEngland:\nBuild F Lon\n"
    )
    turn = ts.adjudicate(case.position, case.reading.orders, case.rules)
    language = Language("en", rules=turn.rules)
    step = causes_of(turn, "LON", language)
    assert "F London" in step.text
    assert step.because == ()
    with pytest.raises(KeyError):
        causes_of(turn, "MOS", language)
