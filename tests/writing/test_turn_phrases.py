"""Sentences about retreats, captures, adjustments, victory, lots and decrees."""

from typing import get_args

import boards
import pytest
from hypothesis import HealthCheck, given, settings
from scripted import BOARD, played

from tianshen.judge.turn_result import Adjusted, Lot, Victory
from tianshen.judge.whole_turn import judge_turn
from tianshen.locale.phrasebook import load_phrases
from tianshen.model.board import load_board
from tianshen.model.orders import Build, Decrees
from tianshen.model.position import Unit
from tianshen.model.rules import load_rules
from tianshen.model.turns import parse_turn
from tianshen.reading.result import LeftOutWhy
from tianshen.writing.language import Language
from tianshen.writing.turn_phrases import (
    adjusted_sentence,
    capture_sentence,
    decree_sentences,
    lot_sentence,
    retreat_sentence,
    skipped_adjustments,
    skipped_retreats,
    victory_sentence,
    waived_sentence,
)

HOMES = {
    "england": "LON EDI LVP",
    "france": "BRE PAR MAR",
    "germany": "KIE MUN BER",
    "italy": "NAP ROM VEN",
    "austria": "TRI BUD VIE",
    "russia": "STP SEV MOS WAR",
    "turkey": "ANK SMY CON",
}
ATTACK = "germany: A PRU - WAR; A SIL S A PRU - WAR\n"


def voice(lang="zh", rules="tianshen"):
    return Language(lang, rules=load_rules(rules))


def retreat_of(script, province="WAR", rules="tianshen", **more):
    """The sentence for the unit's retreat, and those for the entries that were skipped."""
    result = played(script, rules, **more)
    retreat = next(item for item in result.retreats if item.unit.province == province)
    speaking = voice(rules=rules)
    return retreat_sentence(result, retreat, speaking), skipped_retreats(result, retreat, speaking)


def test_a_retreat_by_list_says_where_from_whom_and_what_was_skipped():
    sentence, skipped = retreat_of(
        ATTACK + "russia: A WAR H\naustria: A VIE - GAL\nturkey: A RUM - GAL; A UKR H",
        retreats={"WAR": "PRU UKR GAL BUD LVN"},
    )
    assert sentence == "俄国华沙陆军被德国普鲁士陆军击退，撤退到利沃尼亚：按本国的撤退名单（房规 2.3）"
    assert skipped == [
        "跳过普鲁士：攻击来自那里（房规 2.3.1）",
        "跳过乌克兰：有其他单位（房规 2.3.1）",
        "跳过加利西亚：因对峙而空出，不得撤入（房规 2.3.1）",
        "跳过布达佩斯：不相邻，或该军种不可移入（房规 2.3.1）",
    ]


def test_a_fleet_without_a_coast_skips_the_entry():
    script = "england: F IRI - MAO; F NAO S F IRI - MAO\nfrance: F MAO H"
    sentence, skipped = retreat_of(script, "MAO", retreats={"MAO": "SPA POR"})
    assert skipped == ["跳过西班牙：没有注明哪一岸（房规 2.3.1(六)）"]
    assert "撤退到葡萄牙" in sentence


@pytest.mark.parametrize(
    ("more", "centres", "says"),
    [
        ("russia: A WAR H; A LVN H; A UKR H", HOMES, "按原则(1)撤往本国资源点（房规 2.3(1)）"),
        ("russia: A WAR H; A MOS H; A UKR H; A GAL H", HOMES, "只有此处可撤（房规 2.3）"),
        ("russia: A WAR H; A MOS H", HOMES, "按原则(5)随机抽取（房规 2.3(5)）"),
        ("russia: A WAR H; A MOS H; A LVN H; A UKR H; A GAL H", HOMES, "被歼灭：没有可撤的区块（房规 2.3.1(四)）"),
    ],
)
def test_without_a_list_the_criterion_that_decided_is_named(more, centres, says):
    sentence, skipped = retreat_of(ATTACK + more, turn="S1902", centres=centres)
    assert says in sentence
    assert skipped == []


@pytest.mark.parametrize(
    ("script", "province", "to", "says"),
    [
        # only the Ruhr lies inside the homeland
        ("france: A PAR - BUR; A MAR S A PAR - BUR\ngermany: A BUR H; A MUN H", "BUR", "鲁尔", "(2)撤往本国方向"),
        # Piedmont and Trieste are two steps from home, Trieste has a centre
        ("italy: A ROM - VEN; A APU S A ROM - VEN\ngermany: A VEN H; A TYR H", "VEN", "粹斯特", "(3)撤往非本国资源点"),
        # Armenia and the Black Sea are six steps from home
        ("turkey: F CON - ANK; A SMY S F CON - ANK\nengland: F ANK H", "ANK", "黑海", "(4)舰队撤往海面"),
    ],
)
def test_each_criterion_is_named_where_it_decides(script, province, to, says):
    sentence, _ = retreat_of(script, province, turn="S1902")
    assert f"撤退到{to}：没有指定可撤的去处，天神按原则{says}" in sentence


def test_a_list_that_ends_in_disbanding():
    chosen, _ = retreat_of(ATTACK + "russia: A WAR H", retreats={"WAR": "disband"})
    assert chosen.endswith("解散：由本国自行决定（房规 2.3.1(四)）")


def test_two_that_can_only_go_to_one_place_both_disband():
    crowd = "austria: A GAL H\nturkey: A UKR H; A LVN H\n"
    script = ATTACK + crowd + "russia: A WAR H; A STP H\nengland: A FIN - STP; A NWY S A FIN - STP"
    sentence, _ = retreat_of(script, turn="S1902")
    assert sentence == "俄国华沙陆军被德国普鲁士陆军击退，解散：与其他单位都要撤入同一区块，一并解散（房规 2.3.1(五)）"


def test_a_retreat_phase_names_the_attacker_by_where_it_came_from():
    sentence, _ = retreat_of(
        "germany: A WAR",
        rules="classic",
        turn="S1902R",
        dislodged=[("russia", "A WAR", "PRU")],
        retreats={"WAR": "GAL"},
    )
    assert sentence == "俄国华沙陆军被来自普鲁士的单位击退，撤退到加利西亚：按本国的撤退命令（经典规则 撤退与解散）"


def test_two_that_choose_one_place_disband_under_the_classic_rules():
    sentence, _ = retreat_of(
        "germany: A WAR; A VIE",
        rules="classic",
        turn="S1902R",
        dislodged=[("russia", "A WAR", "PRU"), ("austria", "A VIE", "BOH")],
        retreats={"WAR": "GAL", "VIE": "GAL"},
    )
    assert "一并解散" in sentence


def test_without_an_order_the_classic_rules_disband():
    sentence, _ = retreat_of("germany: A WAR", rules="classic", turn="S1902R", dislodged=[("russia", "A WAR", "PRU")])
    assert "没有可以执行的撤退命令" in sentence


def test_a_decreed_retreat_is_told_as_a_decree():
    sentence, _ = retreat_of(ATTACK + "russia: A WAR H", decrees=Decrees(retreats={"WAR": "GAL"}))
    assert sentence.endswith("撤退到加利西亚：天神裁决")


def test_captures_tell_taken_retaken_and_unowned_apart():
    result = played(
        "germany: A BER - SIL; A RUH - BEL\nrussia: A MOS H\naustria: A BUD H",
        turn="F1901",
        centres={"russia": "BUD", "germany": "MOS"},
    )
    told = {capture_sentence(BOARD, capture, voice()) for capture in result.captures}
    assert told == {"德国占领比利时（原无归属）", "俄国夺回莫斯科（原属德国）", "奥匈夺回布达佩斯（原属俄国）"}
    taken = played("germany: A PAR H", turn="F1901", centres={"france": "PAR"})
    assert [capture_sentence(BOARD, c, voice()) for c in taken.captures] == ["德国夺取巴黎（原属法国）"]


def test_builds_follow_the_list_and_what_is_skipped_says_why():
    result = played(
        "germany: A MUN H",
        turn="F1901",
        centres={"germany": "MUN KIE BER BEL HOL", "france": "PAR"},
        builds={"germany": "A MUN, F KIE, F MUN, A PAR, A BER", "russia": "F STP"},
    )
    built = [adjusted_sentence(a, voice()) for a in result.adjustments if a.power == "germany" and a.unit]
    assert built == ["生产基尔舰队：按本国的名单（房规 2.3.2）", "生产柏林陆军：按本国的名单（房规 2.3.2）"]
    assert skipped_adjustments(result, "germany", voice()) == [
        "跳过慕尼黑陆军：已有单位（房规 2.3.2(三)）",
        "跳过慕尼黑舰队：已有单位（房规 2.3.2(三)）",
        "跳过巴黎陆军：不是本国的母国资源点（房规 2.3.2(一)）",
    ]
    unused = waived_sentence(BOARD, result.position, "germany", 2, voice())
    assert unused == "未生产2支：没有空出的母国资源点（房规 2.3.2(七)）"


def test_unused_builds_with_a_place_for_them():
    result = played("germany: A MUN H", turn="F1901", centres={"germany": "MUN KIE"})
    assert "没有可以执行的生产命令" in waived_sentence(BOARD, result.position, "germany", 1, voice())


@pytest.mark.parametrize(
    ("adjusted", "says"),
    [
        (Adjusted("germany", "disband", Unit("germany", "A", "BUR"), "list"), "解散伯干第陆军：按本国的名单"),
        (Adjusted("germany", "disband", Unit("germany", "A", "BUR"), "heuristic", 1), "原则(1)先解散海外的部队"),
        (Adjusted("germany", "disband", Unit("germany", "A", "BUR"), "heuristic", 2), "原则(2)先解散不在资源点上"),
        (Adjusted("germany", "disband", Unit("germany", "A", "BUR"), "lot", 3), "原则(3)随机抽取（房规 2.3.2(3)）"),
        (Adjusted("germany", "disband", Unit("germany", "A", "BUR"), "distance"), "最远"),
        (Adjusted("germany", "disband", Unit("germany", "A", "BUR"), "forced"), "没有资源点"),
        (Adjusted("germany", "disband", Unit("germany", "A", "BUR"), "decree"), "天神裁决"),
        (Adjusted("russia", "build", Unit("russia", "F", "STP/NC"), "order"), "生产圣彼得堡（北岸）舰队：按本国的命令"),
    ],
)
def test_each_way_to_adjust_has_its_words(adjusted, says):
    assert says in adjusted_sentence(adjusted, voice())


CENTRES = {"england": 18, "france": 9, "germany": 7}


@pytest.mark.parametrize(
    ("victory", "says"),
    [
        (Victory("solo", ("england",), CENTRES), "英国拥有18个资源点，取得胜利（房规 1.3(1)）"),
        (Victory("last_turn", ("france",), CENTRES), "法国以9个资源点最多"),
        (Victory("last_turn", ("france", "germany"), CENTRES), "联盟法国、德国合计16个资源点"),
        (Victory("shared", ("france", "germany"), CENTRES), "共享胜利（平手）（房规 1.3(2)）"),
        (Victory("draw", ("france", "germany"), CENTRES), "法国、德国平局"),
        (Victory("ended", ("england",), CENTRES), "天神宣布游戏结束，英国以18个资源点最多"),
        (Victory("ended", ("france", "germany"), CENTRES), "天神宣布游戏结束，法国、德国领先"),
        (Victory("extended", (), CENTRES, parse_turn("F1909")), "游戏延长到1909年秋季"),
        (
            Victory("extended", (), {"england": 9, "france": 9, "italy": 3}, parse_turn("F1909")),
            "英国、法国同有9个资源点，",
        ),
    ],
)
def test_each_end_has_its_words(victory, says):
    assert says in victory_sentence(victory, voice())


def test_a_lot_names_its_candidates_in_words_and_in_ids():
    position = load_board().start
    sentence = lot_sentence(position, Lot("retreat A WAR", ("LVN", "UKR"), "UKR"), voice())
    assert "华沙陆军撤退" in sentence
    assert "利沃尼亚（LVN）、乌克兰（UKR）" in sentence
    assert "抽中乌克兰（UKR）" in sentence
    assert sentence.endswith("S1901|retreat A WAR|")
    sentence = lot_sentence(position, Lot("disband russia", ("A WAR", "F STP/SC"), "A WAR"), voice())
    assert "俄国解散部队：候选华沙陆军（A WAR）、圣彼得堡（南岸）舰队（F STP/SC）" in sentence


def test_every_decree_is_told():
    decrees = Decrees(
        ordered=frozenset({"LON"}),
        voided=frozenset({"PAR"}),
        retreats={"WAR": "GAL", "MOS": "disband"},
        disbands=("BER",),
        builds={"england": (Build("F", "EDI"),)},
        ended=True,
        draw=("england", "france"),
        stalemate=True,
    )
    told = decree_sentences(decrees, load_board().start, {"LON": "伦敦舰队 移动 北海"}, 3, voice())
    assert told == [
        "代英国下令：伦敦舰队 移动 北海",
        "巴黎陆军的命令作废",
        "解散莫斯科陆军",
        "华沙陆军撤退到加利西亚",
        "解散柏林陆军",
        "英国生产爱丁堡舰队",
        "宣布游戏结束",
        "宣布英国、法国平局",
        "宣布3年无资源点易手即平局",
    ]


@pytest.mark.parametrize("lang", ["zh", "en", "de"])
def test_every_reason_to_leave_words_out_has_a_phrase(lang):
    assert set(load_phrases(lang).sections["left_out"]) == {"line", "unknown", *get_args(LeftOutWhy)}


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(boards.falls())
def test_whatever_a_fall_decides_can_be_told_in_every_language(fall):
    rules, position, orders = fall
    result = judge_turn(BOARD, rules, position, orders, secret="s")
    for lang in ("zh", "en", "de"):
        speaking = Language(lang, rules=rules)
        told = [retreat_sentence(result, retreat, speaking) for retreat in result.retreats]
        told += [line for retreat in result.retreats for line in skipped_retreats(result, retreat, speaking)]
        told += [adjusted_sentence(item, speaking) for item in result.adjustments if item.unit]
        told += [line for power in BOARD.powers for line in skipped_adjustments(result, power, speaking)]
        told += [lot_sentence(position, lot, speaking) for lot in result.lots]
        assert all(told)
        assert not any(set("{}<>") & set(line) for line in told)
