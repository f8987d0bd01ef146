"""Slips in command words, supports hung on a hold, and talk that uses the words of orders."""

import pytest

from tianshen.locale.lexicon import load_lexicon
from tianshen.model.board import load_board
from tianshen.model.orders import Hold, Move, Named, SupportHold, SupportMove
from tianshen.notices import Code
from tianshen.reading.grammar.read_text import read_stretches
from tianshen.reading.grammar.stretches import ChatStretch, GrammarContext, OrderStretch, UnreadableStretch
from tianshen.text.source import Span, source_of

BOARD = load_board()


def stretches(text, power):
    source = source_of(text)
    context = GrammarContext(BOARD, BOARD.start, load_lexicon(), power)
    return read_stretches(source, Span(0, len(source.text)), context)


def orders(text, power):
    return [stretch.order for stretch in stretches(text, power) if isinstance(stretch, OrderStretch)]


def test_a_slip_in_a_command_word_is_read_and_to_be_checked():
    (stretch,) = stretches("柏林陆军 支源 慕尼黑陆军 移动 西利希亚", "germany")
    assert stretch.order == SupportMove("BER", Named("A", "MUN"), "SIL")
    assert [(notice.code, notice.where.quote, notice.data["text"]) for notice in stretch.notices] == [
        (Code.WORD_CORRECTED, "支源", "支援")
    ]


def test_a_word_without_a_slip_needs_no_check():
    (stretch,) = stretches("柏林陆军 移动 普鲁士", "germany")
    assert stretch.notices == ()


def test_supports_may_hang_on_a_hold():
    assert orders("慕尼黑陆军 坚守（柏林陆军支援）", "germany") == [
        Hold("MUN"),
        SupportHold("BER", Named("A", "MUN")),
    ]


@pytest.mark.parametrize(
    ("text", "to"), [("伦敦舰队 移动 挪威海", "NWG"), ("伦敦舰队 移动 海果兰海", "HEL"), ("伦敦海军 移动 北海", "NTH")]
)
def test_a_sea_is_not_cut_in_two(text, to):
    assert orders(text, "england") == [Move("LON", to)]


@pytest.mark.parametrize(
    "text", ["德国基尔舰队已答应支援", "奥匈的船都去突尼斯了", "鲁尔先占了", "（即本回合驶入北海者）"]
)
def test_talk_about_others_and_about_what_is_done_gives_no_order_and_no_fault(text):
    assert {type(stretch) for stretch in stretches(text, "england")} == {ChatStretch}


def test_the_same_words_about_ones_own_unit_are_asked_about():
    assert any(isinstance(stretch, UnreadableStretch) for stretch in stretches("基尔舰队已答应支援", "germany"))


def test_talk_below_a_list_is_no_entry_of_it():
    first, *others = stretches("优先生产：史瓦施托普陆军、莫斯科陆军\n罗马尼亚，我回来了。", "russia")
    assert [str(entry) for entry, _ in first.entries] == ["A SEV", "A MOS"]
    assert not any(isinstance(stretch, (OrderStretch, UnreadableStretch)) for stretch in others)


def test_a_name_alone_below_a_list_is_asked_about():
    assert any(isinstance(s, UnreadableStretch) for s in stretches("优先生产：莫斯科陆军\n华沙", "russia"))
