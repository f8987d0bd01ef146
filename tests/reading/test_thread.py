"""Posts, authors and times: who sent what when, and what in a post is not its author's own words."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from pasted import BEIJING, codes, counted, errors, left, post, read, read_own, warnings

from tianshen.errors import DataError
from tianshen.reading.posts import forum as posts_forum
from tianshen.reading.posts.forum import floor_of, forum_kinds, load_forum, load_marks
from tianshen.reading.posts.line_patterns import NoTimes, PatternFault, compile_pattern, evened_out, lines_of
from tianshen.reading.posts.thread import read_thread
from tianshen.reading.posts.times import load_times
from tianshen.resources import data_file, read_toml
from tianshen.text.source import source_of

FULL = "伦敦舰队 移动 北海\n爱丁堡舰队 移动 挪威海\n利物浦陆军 移动 约克"


def discuz(author, time, text):
    return f"{author}\n发表于 {time} | 只看该作者\n{text}\n回复 使用道具 举报\n"


# times and deadlines


@pytest.mark.parametrize(
    ("time", "told"),
    [("11-28 21:00", ["post_before_turn"]), ("11-28 21:01", []), ("11-20 08:00", ["post_before_turn"])],
)
def test_a_post_from_before_the_last_deadline_is_pointed_out_and_counts(time, told):
    """One thread may hold all turns of a game, and a whole page of it be pasted."""
    since = datetime(2026, 11, 28, 21, tzinfo=BEIJING)
    reading = read(post("小马", time, "巴黎陆军 驻守"), since=since)
    assert warnings(reading) == told
    assert counted(reading) == {"france": ["A PAR H"]}


def test_talk_from_before_the_last_deadline_is_nobody_s_business():
    since = datetime(2026, 11, 28, 21, tzinfo=BEIJING)
    assert warnings(read(post("小马", "11-20 08:00", "大家好"), since=since)) == []


@pytest.mark.parametrize(
    ("time", "why"),
    [
        ("2026-12-05 21:00:00", None),
        ("2026-12-05 21:00", None),
        ("2026-12-05 21:00:01", "late"),
        ("2026-12-06 00:00", "late"),
    ],
)
def test_exactly_at_the_deadline_is_in_time(time, why):
    reading = read(discuz("海霸", time, FULL))
    assert [reason for reason, _ in left(reading)] == ([why] * 3 if why else [])
    assert warnings(reading) == (["post_late"] if why else [])


def test_times_are_those_of_the_games_zone():
    text = discuz("海霸", "2026-12-05 21:30", FULL)
    assert codes(read(text)) == ["post_late"]
    berlin = timezone(timedelta(hours=1))
    deadline = datetime(2026, 12, 5, 21, 45, tzinfo=berlin)
    assert codes(read(text, deadline=deadline)) == []


def test_an_edited_post_ranks_by_its_edit():
    first = discuz("海霸", "2026-12-01 10:00", f"本帖最后由 海霸 于 2026-12-03 10:00 编辑\n{FULL}")
    second = discuz("海霸", "2026-12-02 10:00", "伦敦舰队 移动 英吉利海峡，其余不变")
    reading = read(first + second)
    assert "F LON - NTH" in counted(reading)["england"]
    assert left(reading) == [("replaced", "F LON - ENG")]


def test_an_edit_after_the_deadline_takes_the_post_out():
    reading = read(discuz("海霸", "2026-12-01 10:00", f"本帖最后由 海霸 于 2026-12-05 21:01 编辑\n{FULL}"))
    assert {why for why, _ in left(reading)} == {"edited_late"}
    assert reading.missing["england"].nothing_sent


@pytest.mark.parametrize("time", ["昨天 20:15", "半小时前", "3 天前", "刚刚"])
def test_relative_times_are_reported(time):
    reading = read(discuz("海霸", time, FULL))
    assert len(counted(reading)["england"]) == 3
    assert warnings(reading) == ["time_unchecked"]
    assert codes(read(discuz("海霸", time, FULL), deadline=None)) == []


def test_an_impossible_time_cannot_be_checked():
    assert warnings(read(discuz("海霸", "2026-13-45 10:00", FULL))) == ["time_unchecked"]


def test_posts_without_a_time_come_in_their_sequence():
    text = discuz("海霸", "昨天 20:15", FULL) + discuz("海霸", "昨天 20:10", "伦敦舰队 驻守，其余不变")
    assert "F LON H" in counted(read(text))["england"]


def test_a_dated_post_against_an_undated_one_is_reported():
    text = f"英国：伦敦舰队 驻守\n{discuz('海霸', '2026-12-01 10:00', FULL)}"
    reading = read(text)
    assert "F LON - NTH" in counted(reading)["england"]
    assert "sequence_unknown" in warnings(reading)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2012-5-3 21:04", (2012, 5, 3, 21, 4)),
        ("２０１２－５－３　２１：０４", (2012, 5, 3, 21, 4)),
        ("2026年12月5日 20:04", (2026, 12, 5, 20, 4)),
        ("2018-01-13, 周六 15:47:50", (2018, 1, 13, 15, 47)),
        ("Tue Jan 23 20:55:02 2007", (2007, 1, 23, 20, 55)),
        ("02/05/2009 06:10:22", (2009, 2, 5, 6, 10)),
        ("2012-05-05, 12:33 AM", (2012, 5, 5, 0, 33)),
        ("2012-05-05, 12:33 PM", (2012, 5, 5, 12, 33)),
        ("2012-05-05 下午 3:04", (2012, 5, 5, 15, 4)),
        ("02/05 05:10", (None, 2, 5, 5, 10)),
        ("21:04:33", (None, None, None, 21, 4)),
    ],
)
def test_ways_of_writing_times(text, told):
    stamp = load_times().read(text)
    assert (stamp.year, stamp.month, stamp.day, stamp.hour, stamp.minute) == told


@pytest.mark.parametrize("text", ["2月30日 10:00", "2026-02-29 10:00", "25:00", "1901年春", "12", ""])
def test_what_is_no_time(text):
    assert load_times().read(text) is None


def test_a_missing_year_is_the_nearest():
    stamp = load_times().read("01-02 10:00")
    near = datetime(2026, 12, 30, tzinfo=UTC)
    assert stamp.moment(UTC, near).year == 2027
    assert stamp.moment(UTC) is None
    leap = load_times().read("02-29 10:00")
    assert leap.moment(UTC, datetime(2026, 3, 1, tzinfo=UTC)) is None
    assert leap.moment(UTC, datetime(2027, 12, 1, tzinfo=UTC)).year == 2028


# authors


def test_strangers_are_left_out():
    reading = read(discuz("路人", "2026-12-01 10:00", FULL))
    assert {why for why, _ in left(reading)} == {"stranger"}
    assert warnings(reading) == ["author_unknown"]


@pytest.mark.parametrize(
    "author", ["海\u200b霸", "海霸\u200b", "\u2060海霸", "海霸\u3164", "海霸\ufe0f", "海霸（英国）", "海霸 [Lv3]"]
)
def test_names_that_only_look_like_a_players_are_asked_about(author):
    reading = read(discuz(author, "2026-12-01 10:00", FULL))
    assert counted(reading) == {}
    assert errors(reading) == ["author_resembles"]


def test_capitals_and_width_make_another_name():
    text = discuz("HAIBA", "2026-12-01 10:00", "A Lvp-Yor") + discuz("ｈａｉｂａ", "2026-12-01 11:00", "A Lvp-Edi")
    reading = read(text, players={"england": ["haiba"]})
    assert errors(reading) == ["author_resembles", "author_resembles"]


def test_blanks_around_a_name_do_not_matter():
    assert len(counted(read(discuz("\u00a0海霸 \u3000", "2026-12-01 10:00", FULL)))["england"]) == 3


def test_a_title_between_name_and_post_leaves_the_author_in_doubt():
    text = f"海霸\n钢铁侠\n发表于 2026-12-01 10:00 | 只看该作者\n{FULL}\n"
    reading = read(text)
    assert counted(reading) == {}
    assert errors(reading) == ["author_unclear"]


def test_behind_the_end_of_a_post_the_first_name_is_the_author():
    text = discuz("小马", "2026-12-01 10:00", "巴黎陆军 驻守") + discuz("海霸\n钢铁侠", "2026-12-01 11:00", FULL)
    assert len(counted(read(text))["england"]) == 3


def test_a_players_heading_for_another_power_gives_nothing():
    reading = read(discuz("小马", "2026-12-01 10:00", f"英国：\n{FULL}\n法国：\n巴黎陆军 驻守"))
    assert counted(reading) == {"france": ["A PAR H"]}
    assert {why for why, _ in left(reading)} == {"other_power"}
    assert warnings(reading) == ["heading_other_power"]


def test_own_units_under_a_strange_heading_are_asked_about():
    reading = read(discuz("小马", "2026-12-01 10:00", "英国：\n巴黎陆军 驻守"))
    assert counted(reading) == {}
    assert errors(reading) == ["heading_unfitting"]


def test_a_nickname_that_is_a_heading_does_not_take_the_headings_orders():
    players = {"france": ("英国", "天神"), "england": ("海霸",)}
    reading = read(f"英国：\n{FULL}\n天神：伦敦舰队 驻守\n\n海霸：\n爱丁堡舰队 驻守", players=players)
    assert counted(reading)["england"] == ["A LVP - YOR", "F LON H", "F EDI H"]
    assert reading.orders.decrees.ordered == {"LON"}
    posted = read(discuz("英国", "2026-12-01 10:00", "巴黎陆军 驻守"), players=players)
    assert counted(posted) == {"france": ["A PAR H"]}


def test_without_players_headings_decide():
    text = discuz("路人", "2026-12-01 10:00", f"英国：\n{FULL}") + discuz(
        "别人", "2026-12-05 22:00", "法国：巴黎陆军 驻守"
    )
    reading = read_own(text)
    assert list(counted(reading)) == ["england"]
    assert left(reading) == [("late", "A PAR H")]


# versions and repeats


def test_a_post_pasted_twice_counts_once():
    text = discuz("海霸", "2026-12-01 10:00", FULL)
    reading = read(text + text)
    assert len(reading.given) == 3
    assert codes(reading) == ["post_twice"]


def test_an_edited_version_takes_the_place_of_the_older_one():
    old = discuz("海霸\n2楼", "2026-12-01 10:00", FULL)
    new = discuz("海霸\n2楼", "2026-12-01 10:00", "本帖最后由 海霸 于 2026-12-02 10:00 编辑\n伦敦舰队 驻守")
    for text in (old + new, new + old):
        reading = read(text)
        assert counted(reading) == {"england": ["F LON H"]}
        assert codes(reading) == ["post_older_version"]


def test_a_version_edited_too_late_leaves_the_one_in_time():
    old = discuz("海霸\n2楼", "2026-12-01 10:00", FULL)
    new = discuz("海霸\n2楼", "2026-12-01 10:00", "本帖最后由 海霸 于 2026-12-06 10:00 编辑\n伦敦舰队 驻守")
    reading = read(old + new)
    assert len(counted(reading)["england"]) == 3
    assert left(reading) == [("edited_late", "F LON H")]


def test_two_messages_of_one_minute_are_two():
    text = "海霸 2026-12-01 10:00\n伦敦舰队 移动 北海\n海霸 2026-12-01 10:00\n爱丁堡舰队 移动 挪威海\n"
    reading = read(text)
    assert len(counted(reading)["england"]) == 2
    assert warnings(reading) == []


# quotes and the like


@pytest.mark.parametrize(
    "quoted",
    [
        "[quote]伦敦舰队 驻守[/quote]",
        "[quote=海霸]\n伦敦舰队 驻守\n[/quote]",
        "[quote][quote]伦敦舰队 驻守[/quote]\n爱丁堡舰队 驻守[/quote]",
        "[quote=a][quote]伦敦舰队 驻守[/quote]爱丁堡舰队 驻守[/quote]",
        "> 伦敦舰队 驻守",
        "＞ 伦敦舰队 驻守",
        "<blockquote>伦敦舰队 驻守</blockquote>",
    ],
)
def test_quotes_never_give_orders(quoted):
    reading = read(post("海霸", "12-01 10:00", f"{quoted}\n利物浦陆军 移动 约克"))
    assert counted(reading) == {"england": ["A LVP - YOR"]}
    assert {why for why, _ in left(reading)} == {"quoted"}
    assert errors(reading) == []


def test_a_quote_that_is_never_closed_is_asked_about():
    reading = read(post("海霸", "12-01 10:00", f"利物浦陆军 驻守\n[quote]\n{FULL}"))
    assert counted(reading) == {"england": ["A LVP H"]}
    assert errors(reading) == ["quote_end_unclear"]


def test_a_quote_without_an_end_goes_on_as_long_as_it_repeats_the_post():
    first = discuz("小马", "2026-12-01 10:00", "巴黎陆军 移动 伯干第\n马塞陆军 移动 西班牙")
    quote = "小马 发表于 2026-12-01 10:00\n巴黎陆军 移动 伯干第\n马塞陆军 移动 西班牙\n"
    reading = read(first + discuz("海霸", "2026-12-01 11:00", quote + FULL))
    assert len(counted(reading)["england"]) == 3
    assert codes(reading) == ["words_quoted"]


def test_a_quote_of_oneself_that_differs_from_the_post_is_asked_about():
    first = discuz("海霸", "2026-12-01 10:00", "伦敦舰队 移动 北海\n爱丁堡舰队 移动 挪威海\n利物浦陆军 移动 约克")
    quote = "海霸 发表于 2026-12-01 10:00\n伦敦舰队 移动 北海\n爱丁堡舰队 驻守\n利物浦陆军 移动 威尔士"
    reading = read(first + discuz("海霸", "2026-12-01 11:00", quote))
    assert counted(reading)["england"] == ["F LON - NTH", "F EDI - NWG", "A LVP - YOR"]
    assert errors(reading) == ["quote_end_unclear"]


@pytest.mark.parametrize(("gap", "asked"), [("\n", []), ("", ["quote_end_unclear"])])
def test_a_quote_of_a_post_that_is_not_on_the_page(gap, asked):
    quote = f"小马 发表于 2026-11-30 10:00\n巴黎陆军 移动 伯干第\n{gap}"
    reading = read(discuz("海霸", "2026-12-01 11:00", quote + FULL))
    assert ("england" in counted(reading)) is (not asked)
    assert errors(reading) == asked
    assert warnings(reading) == ([] if asked else ["quote_ended_by_blank"])


@pytest.mark.parametrize("struck", ["[s]伦敦舰队 驻守[/s]", "[del]伦敦舰队 驻守[/del]", "~~伦敦舰队 驻守~~"])
def test_what_is_struck_through_gives_no_orders(struck):
    reading = read(post("海霸", "12-01 10:00", f"{struck}\n利物浦陆军 移动 约克"))
    assert counted(reading) == {"england": ["A LVP - YOR"]}
    assert left(reading) == [("struck", "F LON H")]


def test_a_word_struck_through_within_an_order():
    reading = read(post("海霸", "12-01 10:00", "利物浦陆军 移动 [s]威尔士[/s] 约克"))
    assert counted(reading) == {"england": ["A LVP - YOR"]}
    assert reading.given[0].text == "利物浦陆军 移动 [s]威尔士[/s] 约克"


def test_tildes_of_good_humour_strike_nothing():
    reading = read(post("海霸", "12-01 10:00", f"早~~\n{FULL}\n再见~~"))
    assert len(counted(reading)["england"]) == 3


def test_orders_below_a_signature_line_are_asked_about():
    reading = read(post("海霸", "12-01 10:00", "利物浦陆军 移动 约克\n____________\n伦敦舰队 驻守"))
    assert counted(reading) == {"england": ["A LVP - YOR"]}
    assert errors(reading) == ["signature_orders"]
    assert errors(read(post("海霸", "12-01 10:00", "利物浦陆军 移动 约克\n--\n柏林的天空"))) == []


@pytest.mark.parametrize("lang", ["zh", "en", "de"])
def test_the_programs_own_reports_give_no_orders(lang):
    phrases = read_toml("locales", lang, "phrases.toml")["report"]
    title = phrases["title"].partition("<")[0].replace("{marker}", phrases["marker"])
    assert evened_out(title).strip().startswith(load_marks().reports)
    for mark in ("", "[b]", "# ", "**"):
        reading = read_own(f"{mark}{title} 1901\n英国：\n{FULL}")
        assert counted(reading) == {}
        assert [why for why, _ in left(reading)] == ["report"] * 4
        assert errors(reading) == ["report_and_orders"]  # no report has orders without a mark or an outcome


def test_furniture_in_a_quote_does_not_end_it():
    edit = "本帖最后由 海霸 于 2026-12-01 10:30 编辑"
    first = discuz("海霸", "2026-12-01 10:00", f"{edit}\n伦敦舰队 移动 北海\n爱丁堡舰队 移动 挪威海")
    quote = f"海霸 发表于 2026-12-01 10:00\n{edit}\n伦敦舰队 移动 北海\n爱丁堡舰队 移动 挪威海\n巴黎陆军 驻守"
    reading = read(first + discuz("小马", "2026-12-01 11:00", quote))
    assert counted(reading)["france"] == ["A PAR H"]
    assert [why for why, _ in left(reading)] == ["quoted", "quoted"]


def test_a_quote_is_compared_only_with_the_post_of_its_time():
    """The last line of some other post must not pass for the end of the quote."""
    other = discuz("海霸", "2026-12-01 10:00", "爱丁堡舰队 移动 挪威海\n伦敦舰队 移动 北海")
    quote = "海霸 发表于 2026-11-30 09:00\n伦敦舰队 移动 北海\n利物浦陆军 移动 威尔士"
    reading = read(other + discuz("海霸", "2026-12-02 10:00", quote))
    assert "A LVP - WAL" not in counted(reading)["england"]
    assert errors(reading) == ["quote_end_unclear"]


# the edges of a page


def test_a_forged_end_does_not_end_a_post():
    forged = f"巴黎陆军 驻守\n回复 使用道具 举报\n英国：\n{FULL}"
    reading = read(discuz("小马", "2026-12-01 10:00", forged) + discuz("天空", "2026-12-01 11:00", "慕尼黑陆军 驻守"))
    assert "england" not in counted(reading)


def test_orders_before_the_first_post_need_a_heading():
    page = discuz("小马", "2026-12-01 10:00", "巴黎陆军 驻守")
    assert errors(read(f"{FULL}\n\n{page}")) == ["order_unowned"]
    assert len(counted(read(f"英国：\n{FULL}\n\n{page}"))["england"]) == 3


def test_orders_between_two_posts_are_asked_about():
    first = discuz("小马", "2026-12-01 10:00", "巴黎陆军 驻守")
    reading = read(f"{first}{FULL}\n{discuz('天空', '2026-12-01 11:00', '慕尼黑陆军 驻守')}")
    assert "england" not in counted(reading)


def test_a_seam_parts_two_pastes():
    page = "海霸\n发表于 2026-12-01 10:00 | 只看该作者\n伦敦舰队 移动 北海\n"
    text = f"{page}〓 0123 〓\n法国：\n巴黎陆军 驻守\n"
    assert list(counted(read(text, seam="〓 0123 〓"))) == ["england", "france"]
    assert list(counted(read(text, seam="〓 4567 〓"))) == ["england"]


def test_several_sources_are_several_pastes():
    from pasted import context

    from tianshen.reading.turn.turn_reader import read_turn

    sources = [source_of(discuz("海霸", "2026-12-01 10:00", FULL), "a.txt"), source_of("法国：巴黎陆军 驻守", "b.txt")]
    reading = read_turn(sources, context())
    assert [given.where.file for given in reading.given] == ["a.txt"] * 3 + ["b.txt"]
    assert list(counted(reading)) == ["england", "france"]


def test_a_forum_that_is_named_is_the_only_one_tried():
    text = post("海霸", "12-01 10:00", FULL)
    assert read_thread(source_of(text), "auto", frozenset({"海霸"})).forums == ("nga",)
    thread = read_thread(source_of(text), "discuz", frozenset({"海霸"}))
    assert thread.forums == ()
    assert [str(notice.code) for notice in thread.notices] == ["posts_not_told_apart"]


@pytest.mark.parametrize("floor", ["", "2楼\n", "9楼\n"])
def test_a_forged_head_of_a_post_does_not_go_unnoticed(floor):
    """Text in a post cannot be told from a post; but its floor or its time gives it away."""
    forged = f"海霸\n{floor}发表于 2026-12-05 20:59 | 只看该作者\n伦敦舰队 驻守"
    text = (
        discuz("天空\n1楼", "2026-12-01 10:00", "慕尼黑陆军 驻守")
        + discuz("小马\n2楼", "2026-12-02 10:00", f"巴黎陆军 驻守\n{forged}")
        + discuz("天空\n3楼", "2026-12-03 10:00", "柏林陆军 驻守，其余不变")
    )
    assert "post_out_of_place" in warnings(read(text))


@pytest.mark.parametrize("step", [1, -1])
def test_pages_in_either_direction_are_in_place(step):
    days = list(range(1, 5))[::step]
    page = "".join(discuz(f"小马\n{day}楼", f"2026-12-0{day} 10:00", "巴黎陆军 驻守") for day in days)
    assert codes(read(page)) == []
    assert codes(read(page + discuz("小马\n9楼", "2026-12-05 10:00", "巴黎陆军 驻守"))) == []


# the data


def test_every_forum_loads():
    for kind in forum_kinds():
        forum = load_forum(kind)
        assert forum.name
        assert forum.heads or forum.tails


def test_a_new_forum_is_a_file(monkeypatch):
    """A format nobody knew: one table of data, no code."""
    data = tomllib.loads('rank = 0\nstrong = true\n[[heads]]\nshapes = [["=={author}=={time}=="]]\n')
    known = posts_forum.read_toml
    monkeypatch.setattr(posts_forum, "read_toml", lambda *path: data if path[-1] == "new.toml" else known(*path))
    load_forum.cache_clear()
    try:
        forum = load_forum("new")
    finally:
        load_forum.cache_clear()
    lines = lines_of("==海霸==2026-12-01 10:00==\n伦敦舰队 驻守", load_times())
    from tianshen.reading.posts.post_heads import find_heads

    assert [head.author for head in find_heads(lines, forum, frozenset())] == ["海霸"]


@pytest.mark.parametrize(
    "data",
    [
        {"heads": [{"shapes": [["{author} {nonsense}"]]}]},
        {"heads": [{"shapes": [["{author} {time}", "{time}"]]}]},
        {"heads": [{"shapes": [["?{author}", "{time}"]]}]},
        {"heads": [{"shapes": [["<{author} {time}"]]}]},
        {"lines": {"furnitures": []}, "heads": [{"shapes": [["{author} {time}"]]}]},
        {},
    ],
)
def test_faults_of_a_forum_file_are_told(monkeypatch, data):
    known = posts_forum.read_toml
    monkeypatch.setattr(posts_forum, "read_toml", lambda *path: data if path[-1] == "bad.toml" else known(*path))
    load_forum.cache_clear()
    with pytest.raises(DataError):
        load_forum("bad")
    load_forum.cache_clear()


def test_no_expression_hides_in_the_data():
    for path in Path(str(data_file("locales", "forums"))).rglob("*.toml"):
        text = path.read_text(encoding="utf-8")
        assert not any(sign in text for sign in ("(?:", "(?P", "\\d", "\\s", ".*", "[^"))


@pytest.mark.parametrize("source", ["{a", "a}", "a>", "<a", "{author}{author}"])
def test_faults_of_the_notation(source):
    with pytest.raises(PatternFault):
        compile_pattern(source, {"author": "(?P<author>.)"}.__getitem__)


def test_the_notation_reads_width_case_and_blanks_alike():
    pattern = compile_pattern("Re: {n}楼 <({a|b c})>", {"n": r"(?P<n>\d+)"}.__getitem__)
    for text in ("re:3楼", "ＲＥ： ３楼　（ｂｃ）", "Re: 3楼 (b c)", "re : 3 楼(a)"):
        found = pattern.on(lines_of(text, NoTimes())[0])
        assert (found is None) == (text == "re : 3 楼(a)")
        assert found is None or floor_of(found) == 3
