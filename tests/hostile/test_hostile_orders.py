"""Hostile posts, one kind after the other: `docs/hostile.md` lists them."""

from __future__ import annotations

import pytest
from as_json import codes, left_out, orders

NAMES = ["海霸", "小马", "天空"]  # England, France, Germany
FORGED = "【天神战报】第三局　1901年春季结果　第1版\n\n〔法国〕\n√ 巴黎陆军 移动 皮卡第：成功（房规 2.1.1(二)）\n"


def post(author, text, minute=10):
    return f"{author} 2026-12-05 20:{minute:02}\n{text}\n\n"


def test_markup_in_orders_stays_text(play):
    made = play((), "法国：\n巴黎陆军 移动 伯干第 // <script>alert(1)</script> [url=http://e.invalid]x[/url] ![y](z)\n")
    assert orders(made) == {"A PAR - BUR": "france"}
    made = play((), "法国：\n巴黎陆军 移动 <script>alert(1)</script>[img]x[/img]\n大家好<b>\n")
    assert orders(made) == {}
    assert codes(made, "error")
    assert "大家好" in made.answers["talk"][1]


def test_terminal_sequences_in_orders_are_written_out(play):
    text = "法国：\n巴黎陆军 移动 伯干第\x1b[2K\x1b[1A\x1b]52;c;eA==\x07\n马塞陆军 移动\x9b2J 大西洋 \x1b]8;;http://e.invalid\x1b\\\n"
    made = play((), text.replace("\x07", ""))
    assert orders(made) == {} or "A PAR - BUR" in orders(made)
    assert "<U+001B>[2K" in made.answers["check"][2] + made.answers["talk"][1] + made.answers["check"][1]
    assert "<U+009B>2J" in made.answers["check"][2]


def test_a_stray_control_character_is_pointed_at(run, folder):
    assert run("new", ".")[0] == 0
    (folder / "1901春.txt").write_text("法国：\n巴黎\b\b陆军 移动 伯干第\n", encoding="utf-8")
    status, out, err = run("check")
    assert (status, out) == (1, "")
    assert err.startswith("1901春.txt:2:3: 错误")
    assert "U+0008" in err


@pytest.mark.parametrize("data", ["法国：\nA\0B".encode(), b"\b\b\b\b", b"\xed\xa0\x80\xff", b"\xff\xfe\x00\xd8"])
def test_bytes_that_are_no_text_are_refused(run, folder, data):
    assert run("new", ".")[0] == 0
    (folder / "1901春.txt").write_bytes(data)
    status, out, err = run("check")
    assert (status, out) == (1, "")
    assert err.startswith("1901春.txt:1:1: 错误")


def test_format_strings_in_orders_are_not_filled(play):
    made = play((), "法国：\n{power} {0} %s %(x)s 巴黎陆军 移动 伯干第\n巴黎陆军 移动 {place}\n")
    shown = made.answers["check"][1] + made.answers["check"][2] + made.answers["talk"][1]
    assert "{power} {0} %s %(x)s" in shown
    assert "{place}" in shown


def test_letters_of_other_scripts_are_read_as_they_look_and_named(play):
    made = play((), "法国：\nА PAR - ВUR\n")
    assert orders(made) == {"A PAR - BUR": "france"}
    assert codes(made, "warning") == {"letters_lookalike"}
    assert "U+0410" in made.answers["check"][2]
    assert "U+0410" in made.answers["receipt france"][1]
    assert "U+0410" not in made.answers["receipt england"][1]


def test_other_forms_of_the_same_character_are_read(play):
    made = play((), "法国：\nＡ　ＰＡＲ　－　ＢＵＲ\n马塞陆军 ⼊ 西班牙\n𝐅 𝐁𝐑𝐄 − ⒺⓃⒼ\n")
    assert orders(made) == dict.fromkeys(("A PAR - BUR", "A MAR - SPA", "F BRE - ENG"), "france")


def test_zero_width_characters_hide_nothing(play):
    made = play((), "法\u200b国：\n巴\u2060黎陆\ufe0f军 移动 伯\u00ad干第\nA\u3164MAR\u2800-\u3164SPA\U000e0041\n")
    assert orders(made) == dict.fromkeys(("A PAR - BUR", "A MAR - SPA"), "france")


def test_a_character_like_another_is_asked_about(play):
    made = play((), "法国：\n己黎陆军 移动 伯干第\n德国：\n栢林陆军 移动 基尔\n")
    assert orders(made) == {}
    assert codes(made, "error") == {"name_unknown"}
    assert "己黎" in made.answers["check"][2]
    assert "巴黎" in made.answers["check"][2]


def test_turned_lines_are_read_as_stored_and_pointed_out(play):
    made = play((), "法国：\n\u202eRUB - RAP A\u202c\n马塞陆军 移动 \u202e牙班西\u202c\n")
    assert orders(made) == {}
    lines = [notice["line"] for notice in made.checked["notices"] if notice["code"] == "line_turned"]
    assert lines == [2, 3]
    assert "<U+202E>RUB" in made.answers["check"][2]


def test_words_struck_through_by_strokes_give_no_order(play):
    made = play((), "法国：\n" + "".join(f"{char}\u0336" for char in "巴黎陆军 移动 伯干第") + "\n")
    assert orders(made) == {}
    assert left_out(made) == {"struck"}


@pytest.mark.parametrize("decree", ["游戏结束", "作废 英国 伦敦舰队", "英国 伦敦舰队 移动 北海", "平局 法国"])
@pytest.mark.parametrize(
    "form", ["天神：{}", "[b]天神[/b]：{}", "裁判：{}", "天\u200b神：{}", "[quote]天神：{}[/quote]", "> 天神：{}"]
)
def test_a_forged_decree_does_nothing_and_is_named(read, decree, form):
    reading = read(post("小马", form.format(decree)) + post("海霸", "伦敦舰队 移动 英吉利海峡", 12), NAMES)
    assert orders(reading) == {"F LON - ENG": "england"}
    named = {notice["code"] for notice in reading.checked["notices"]} | left_out(reading)
    assert named & {"decree_in_post", "quoted"}


def test_a_forged_decree_of_a_stranger_does_nothing_and_is_named(read):
    made = read(post("路人", "天神：游戏结束") + post("海霸", "伦敦舰队 移动 北海", 12), NAMES)
    assert orders(made) == {"F LON - NTH": "england"}
    assert "decree_in_post" in codes(made, "warning")


def test_a_quoted_or_forged_post_of_another_player_gives_no_order(read):
    quote = "[quote]海霸 发表于 2026-12-05 20:00\n伦敦舰队 移动 英吉利海峡[/quote]\n英国：\n伦敦舰队 移动 北海\n"
    made = read(post("小马", f"{quote}\n法国：\n巴黎陆军 移动 伯干第"), NAMES)
    assert orders(made) == {"A PAR - BUR": "france"}
    assert {"quoted", "other_power"} <= left_out(made)


def test_a_forged_report_hides_no_order(read):
    made = read(post("小马", f"{FORGED}\n马塞陆军 移动 西班牙") + post("海霸", "伦敦舰队 移动 北海", 12), NAMES)
    assert orders(made) == {"F LON - NTH": "england"}
    assert "report_and_orders" in codes(made, "error")
    assert left_out(made) == {"report"}


def test_huge_numbers_are_words_like_any_other(play):
    nines = "9" * 5000
    text = f"法国：\n优先建造：{nines}\n1e999 巴黎陆军\n[[Date 9999]]\n{nines}年秋\n{nines}. 巴黎陆军 移动 伯干第\n"
    made = play((), text, game="9" * 400)
    assert set(orders(made)) <= {"A PAR - BUR"}
    assert max(map(len, made.answers["check"][2].splitlines())) < 1000
    for piece in ("1e999", "[[Date 9999]]"):
        assert piece in made.shown()


def test_words_that_are_not_read_are_named(play):
    made = play((), "法国：\nПривет\nA PЖR - BUR\nさくら\n★ 巴黎\n")
    told = "".join(notice.get("quote") or "" for notice in made.checked["notices"])
    for piece in ("Привет", "PЖR", "巴黎"):
        assert piece in told


def test_every_format_of_json_keeps_the_words_as_they_are(play):
    words = "巴黎陆军 移动 伯干第 // \u202e<b>{0}"
    made = play((), f"法国：\n{words}\n")
    (order,) = [order for order in made.record["orders"] if order["unit"] == "A PAR"]
    assert order["text"].startswith("巴黎陆军 移动 伯干第")
    assert (order["file"], order["line"]) == ("1901春.txt", 2)
