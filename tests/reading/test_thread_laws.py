"""What holds for any paste: nothing raises, nothing is lost, nothing counts that stands in a quote or is another's."""

from __future__ import annotations

import pytest
from counting import grows_with_the_text
from hypothesis import given, settings
from hypothesis import strategies as st
from pasted import PLAYERS, context, post, read

from tianshen.model.board import load_board
from tianshen.reading.posts.post import NotOwnWords, PostKind
from tianshen.reading.posts.thread import read_thread
from tianshen.reading.turn.turn_reader import read_turn
from tianshen.text.source import source_of

NAMES = frozenset(name for names in PLAYERS.values() for name in names)
LINES = (
    *("海霸", "小马", "天空", "路人", "沙发", "#2", "版主", "积分", "主题 5 / 回帖 4"),
    *(
        "发表于 2026-12-01 10:00 | 只看该作者",
        "发表于 昨天 10:00",
        "海霸 发表于 2026-12-01 10:00",
        "回复 使用道具 举报",
    ),
    *("本帖最后由 海霸 于 2026-12-02 10:00 编辑", "#3 小马 2026-12-02 11:00", "回复(2)4楼2026-12-04 11:48"),
    *(
        "小马: 好 2026-12-4 16:00回复",
        "« 回复 #1 于: 2026-12-02, 周三 08:00:11 »",
        "离线 海霸",
        "文章海霸 » 2026-12-02 10:00",
    ),
    *(
        "海霸(123) 20:00:00",
        "小马：",
        "→ 海霸: 伦敦舰队 驻守 12/03 05:12",
        "海霸 写道:",
        "引用:",
        "> 伦敦舰队 驻守",
        ": 伦敦舰队",
    ),
    *(
        "[quote]",
        "[/quote]",
        "[s]",
        "[/s]",
        "~~",
        "--",
        "________",
        "",
        " ",
        "\u3000",
        "\u200b",
        "【天神战报】",
        "点评",
    ),
    *(
        "伦敦舰队 移动 北海",
        "巴黎陆军 移动 伯干第",
        "慕尼黑陆军 驻守",
        "伦敦舰队 移动 大西洋",
        "英国：",
        "法国：",
        "天神：",
    ),
    *(
        "天神：游戏结束",
        "天神：作废 巴黎陆军",
        "以上作废",
        "上一条作废",
        "以此为准",
        "其余不变",
        "全军待命",
        "1901年秋 英国：",
    ),
    *("伦敦舰队优先撤退到约克、威尔士", "优先建造：伦敦舰队", "放弃生产", "我保证不进伯干第", "{:4_86:}", "%s {0} \\n"),
)
PASTES = st.lists(st.sampled_from(LINES), max_size=30).map("\n".join)
ANYTHING = st.text(max_size=200)


def covered(thread):
    """The text that no post covers."""
    rest = list(thread.source.text)
    for item in thread.posts:
        if item.kind is PostKind.REPLY:
            continue
        for span in (item.head, item.body):
            if span is not None:
                rest[span.start : span.end] = " " * (span.end - span.start)
    return "".join(rest).strip()


@settings(max_examples=150, deadline=None)
@given(st.one_of(PASTES, ANYTHING))
def test_posts_cover_the_paste_and_do_not_overlap(text):
    thread = read_thread(source_of(text), "auto", NAMES)
    assert covered(thread) == ""
    reached = 0
    for item in thread.posts:
        if item.kind is PostKind.REPLY:
            continue
        start = (item.head or item.body).start
        assert reached <= start <= item.body.end
        reached = item.body.end
        at = item.body.start
        for piece in item.marked:
            assert at <= piece.span.start < piece.span.end <= item.body.end
            at = piece.span.end


@settings(max_examples=150, deadline=None)
@given(st.one_of(PASTES, ANYTHING), st.sampled_from(["unit", "set"]), st.sampled_from(["last", "hold"]))
def test_any_paste_is_read_and_every_order_accounted_for(text, revision, repeated):
    source = source_of(text, "春.txt")
    reading = read_turn(source, context(revision=revision, repeated=repeated))
    orders = reading.orders
    units = load_board().start.units
    given_orders = [item.order for item in reading.given]
    assert all(order in given_orders for order in (*orders.moves.values(), *orders.retreats.values()))
    for item in reading.given:
        assert item.where.quote
        assert item.decree or getattr(item.order, "unit", None) is None or units[item.order.unit].power == item.power
    places = [(notice.where.line, notice.where.column) for notice in reading.notices if notice.where]
    assert places == sorted(places)


@settings(max_examples=100, deadline=None)
@given(PASTES)
def test_what_is_quoted_never_counts(text):
    """Whatever stands in closed quote marks, in a player's post: no order of it counts."""
    inside = text.replace("[quote]", "").replace("[/quote]", "").replace("[s]", "").replace("[/s]", "")
    quoted = post("海霸", "12-01 10:00", f"[quote]{inside}[/quote]\n利物浦陆军 移动 约克")
    source = source_of(quoted, "春.txt")
    thread = read_thread(source, "nga", NAMES)
    spans = [piece.span for item in thread.posts for piece in item.marked if piece.why is NotOwnWords.QUOTED]
    if len(thread.posts) > 1:
        return  # a head of a post was in it: then it is no quote, but a page
    assert spans
    reading = read_turn(source, context(forum="nga"))
    lines = quoted.count("\n")
    assert [item.where.line for item in reading.given] == [lines]


@settings(max_examples=60, deadline=None)
@given(st.permutations(["12-01 10:00", "12-02 10:00", "12-03 10:00"]))
def test_the_sequence_of_the_paste_changes_nothing(times):
    texts = {
        "12-01 10:00": "伦敦舰队 移动 北海\n爱丁堡舰队 移动 挪威海",
        "12-02 10:00": "伦敦舰队 移动 英吉利海峡，其余不变",
        "12-03 10:00": "利物浦陆军 移动 威尔士，其余不变",
    }
    reading = read("".join(post("海霸", when, texts[when]) for when in times))
    straight = read("".join(post("海霸", when, texts[when]) for when in sorted(times)))
    assert reading.orders == straight.orders


@pytest.mark.parametrize(
    "text",
    [
        "海霸\n发表于 2026-12-01 10:00 | 只看该作者\n伦敦舰队 驻守\n回复 举报\n" * 1000,
        "2026-12-05 10:00\n" * 6000,
        "海霸\n" * 6000,
        "海霸 发表于 2026-12-01 10:00\n" * 3000,
        "a" * 1_000_000,
        "[quote]" * 40_000,
        "[quote]a[/quote]\n" * 6000,
        "~~a~~ " * 10000,
        "（" * 200_000,
        ("海霸\n初识某吧1\n伦敦舰队\n回复(2)1楼2026-12-02 14:10\n小马: 嗯 2026-12-2 15:00回复\n") * 1000,
        "海霸(123) 20:00:00\n好\n" * 3000,
        "小马：好\n" * 6000,
        "\u200b" * 300_000,
    ],
    ids=lambda text: text[:12].strip(),
)
def test_long_pastes_take_time_in_proportion(text):
    assert grows_with_the_text(lambda part: read_thread(source_of(part), "auto", NAMES), text)
