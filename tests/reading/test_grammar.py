"""Laws of the grammar: everything belongs to one stretch, neighbours are not spoiled, time grows with the text."""

import unicodedata

import pytest
from counting import grows_with_the_text
from hypothesis import given, settings
from hypothesis import strategies as st

from tianshen.locale.lexicon import load_lexicon
from tianshen.model.board import load_board
from tianshen.model.orders import Hold, Move
from tianshen.reading.grammar.read_text import read_stretches
from tianshen.reading.grammar.stretches import (
    ChatStretch,
    DecreeStretch,
    GrammarContext,
    HeadingStretch,
    OrderStretch,
    UnreadableStretch,
)
from tianshen.text.characters import INVISIBLE
from tianshen.text.source import Span, source_of

BOARD = load_board()
WORDS = [
    *(
        "柏林",
        "慕尼黑",
        "普鲁士",
        "西班牙",
        "挪威海",
        "大西洋",
        "陆军",
        "舰队",
        "军",
        "移动",
        "支援",
        "运输",
        "经",
        "驻守",
    ),
    *(
        "优先撤退到",
        "优先建造：",
        "解散",
        "英国：",
        "【法国】",
        "天神：",
        "（北岸）",
        "（",
        "）",
        "，",
        "、",
        "；",
        "。",
        "\n",
        " ",
        "→",
    ),
    *(
        "-",
        ">",
        "//",
        "1.",
        "①",
        "A",
        "F",
        "Ber",
        "Mun",
        "Eng",
        "S",
        "C",
        "H",
        "VIA",
        "如果",
        "不",
        "我",
        "？",
        "🙂",
        "[b]",
        "[/b]",
    ),
    *(
        "菏兰",
        "慕尼赫",
        "x",
        "同上",
        "全军待命",
        "以此为准",
        "\u200b",
        "　",
        "1901年春",
        "改成",
        "互相",
        "撤退：",
        "\t",
        "\u0301",
    ),
]


def read(text, span=None, power=None):
    source = source_of(text)
    context = GrammarContext(BOARD, BOARD.start, load_lexicon(), power)
    return source, read_stretches(source, span or Span(0, len(source.text)), context)


def is_blank(char):
    return char.isspace() or char in INVISIBLE or unicodedata.category(char) in ("Cf", "Cc", "Mn", "Mc", "Me")


def assert_covers(text):
    source, stretches = read(text)
    spans = list(dict.fromkeys(stretch.span for stretch in stretches))
    assert spans == sorted(spans)
    covered = [0] * len(source.text)
    for span in spans:
        assert span.start < span.end
        for at in range(span.start, span.end):
            covered[at] += 1
    for at, char in enumerate(source.text):
        assert covered[at] == 1 or (covered[at] == 0 and is_blank(char)), (at, char)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=30).map("".join))
def test_every_character_belongs_to_one_stretch(text):
    assert_covers(text)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80))
def test_even_of_arbitrary_text(text):
    assert_covers(text)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=12).map("".join))
def test_a_line_does_not_spoil_its_neighbours(line):
    line = line.replace("\n", " ")
    _, stretches = read(f"伦敦舰队 移动 北海\n\n{line}\n\n慕尼黑陆军 驻守")
    orders = [stretch.order for stretch in stretches if isinstance(stretch, OrderStretch)]
    assert orders[0] == Move("LON", "NTH")
    decrees = any(isinstance(stretch, DecreeStretch) for stretch in stretches)
    assert decrees or orders[-1] == Hold("MUN")


def test_every_order_of_several_in_one_line_has_its_own_words():
    source, stretches = read("柏林陆军 移动 普鲁士；慕尼黑陆军 驻守。基尔舰队→荷兰")
    words = [source.text[s.span.start : s.span.end] for s in stretches if isinstance(s, OrderStretch)]
    assert words == ["柏林陆军 移动 普鲁士", "慕尼黑陆军 驻守", "基尔舰队→荷兰"]


def test_orders_in_the_same_words_share_their_span():
    source, stretches = read("柏林、慕尼黑互相支援")
    assert len(stretches) == 2
    assert {stretch.span for stretch in stretches} == {Span(0, len(source.text))}


def test_only_the_span_is_read():
    text = "法国：\n伦敦舰队 移动 北海\n德国："
    _, stretches = read(text, Span(4, 15))
    assert [type(stretch) for stretch in stretches] == [OrderStretch]
    assert stretches[0].span == Span(4, 14)


def test_a_notice_names_line_column_and_words():
    source = source_of("英国：\n  1. 西班呀舰队 移动 葡萄牙\n", "1901春.txt")
    stretches = read_stretches(source, Span(0, len(source.text)), GrammarContext(BOARD, BOARD.start, load_lexicon()))
    (notice,) = [notice for s in stretches if isinstance(s, OrderStretch) for notice in s.notices]
    assert (notice.where.file, notice.where.line, notice.where.column, notice.where.quote) == (
        "1901春.txt",
        2,
        6,
        "西班呀",
    )
    assert notice.data == {"location": "SPA"}


def test_under_a_heading_of_the_game_master_every_line_is_a_decree():
    source, stretches = read("天神：游戏结束\n作废 法国 巴黎陆军\n英国：\n伦敦舰队 移动 北海")
    assert [type(s) for s in stretches] == [HeadingStretch, DecreeStretch, DecreeStretch, HeadingStretch, OrderStretch]
    assert source.text[stretches[2].span.start : stretches[2].span.end] == "作废 法国 巴黎陆军"


def test_the_same_words_read_alike_in_every_dress():
    plain = "柏林陆军移动普鲁士"
    for text in (
        plain,
        "柏林陸軍移動普魯士",
        "柏林 陆军　移动\t普鲁士",
        "Ａ柏林－普鲁士",
        "柏\u200b林陆军移动普鲁士",
        "[b]柏林陆军[/b]→普鲁士",
    ):
        _, stretches = read(text)
        assert [s.order for s in stretches if isinstance(s, OrderStretch)] == [Move("BER", "PRU")], text


HUGE = [
    *(
        "啊",
        "柏林陆军移动慕尼黑",
        "柏林、",
        "A Ber-Mun ",
        "A Ber - ",
        "- ",
        "(",
        "（柏林陆军",
        "[b",
        "柏林陆军 支援 ",
        "慕尼赫X ",
        "S ",
        "> ",
    ),
    *(
        "st. ",
        "mid-",
        "1.",
        "英国：",
        "如果",
        "。",
        "，柏林",
        "优先撤退到柏林、",
        "柏林军，",
        "Builds: A Par, ",
        "A Lon-",
        "a\u0301",
        "～",
    ),
]


@pytest.mark.parametrize("piece", HUGE)
def test_a_huge_line_takes_time_in_proportion(piece):
    assert grows_with_the_text(read, piece * (15_000 // len(piece)))


@pytest.mark.parametrize(
    "piece",
    ["柏林陆军\n", "优先建造：\n威尼斯舰队\n", "威尼斯舰队\n", "移动 慕尼黑\n", "柏林陆军 支援\n", "→\n", "撤退：\n"],
)
def test_many_lines_take_time_in_proportion(piece):
    assert grows_with_the_text(read, piece * 800)


def test_a_page_of_two_hundred_posts_takes_time_in_proportion():
    post = "\n".join(
        [
            *(
                "大家好，这回合我打算和德国谈谈，别打我",
                "英国：",
                "伦敦舰队 移动 北海",
                "爱丁堡舰队 支援 伦敦舰队 移动 北海",
                "利物浦陆军 移动 约克",
            ),
            *("优先解散：利物浦陆军、伦敦舰队", "以此为准，谢谢"),
        ]
    )
    page = "\n\n".join([post] * 200)
    assert grows_with_the_text(read, page)
    _, stretches = read(page)
    assert sum(isinstance(s, OrderStretch) for s in stretches) == 600
    assert not any(isinstance(s, UnreadableStretch) for s in stretches)
    assert any(isinstance(s, ChatStretch) for s in stretches)
