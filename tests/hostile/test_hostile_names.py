"""Hostile nicknames and names of games, one kind after the other: `docs/hostile.md` lists them."""

from __future__ import annotations

import json

import pytest

from tianshen.cli.main import main
from tianshen.reports.cells.cell_text import unstored

ORDERS = "法国：\n巴黎陆军 移动 伯干第\n"


def columns(made):
    """The players' cells of the first sheet, as they are meant."""
    return [unstored(str(made.book["总览"].cell(row, 2).value)) for row in range(5, 12)]


def test_markup_stays_text(play):
    names = [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[url=javascript:alert(1)]x[/url]",
        "![x](http://e.invalid) **b** `c`",
        "[quote]x[/quote][hide]y",
        "]]><!-- &lt;b&gt;",
        "@小马 #话题# [微笑]",
    ]
    made = play(names, ORDERS, game="[b]局</title><b>")
    for form in ("discuz", "nga", "phpbb"):
        assert "［url＝javascript：alert（1）］x［／url］" in made.reports[form]
        assert not [mark for mark in ("[url", "[quote]x", "[hide]", "<", "@") if mark in made.reports[form]]
    assert "［x］（http：／／e．invalid）" in made.reports["markdown"]
    for name in names:
        assert name in made.shown()
        assert name in columns(made)
    assert "&lt;script&gt;" in made.picture


def test_terminal_sequences_are_written_out(play):
    names = [
        "\x1b[31m红",
        "\x1b]8;;http://e.invalid\x07点\x1b]8;;\x07",
        "\x1b]52;c;cm0gLXJm\x07",
        "\x9b2J\x9d0;x\x9c",
        "小马\b\b覆盖",
        "小羊\r覆盖",
        "\x7f\x07\x0e",
    ]
    made = play(names, ORDERS, game="局\x1b[2J")
    shown = made.shown()
    for told in ("<U+001B>[31m红", "<U+001B>]8;;http", "<U+001B>]52;c;", "<U+009B>2J<U+009D>", "<U+0008>", "<U+000D>"):
        assert told in shown
    assert "局<U+001B>[2J" in shown


def test_rich_markup_gives_no_colour(play):
    names = ["[red]红[/red]", "[bold]x[/]", "[/]", ":warning:", "[link=http://e.invalid]x[/link]", "[blink]", "\\[x]"]
    made = play(names, ORDERS)
    for name in names:
        assert name in made.answers["status"][1]
        assert name in made.answers["check"][1]


def test_formulas_are_text_in_cells(play):
    names = ["=1+1", "+A1", "-2", "@SUM(A1)", "\t=1", '=HYPERLINK("http://e.invalid","x")', "=cmd|' /C calc'!A0"]
    made = play(names, "法国：\n=1+1 巴黎陆军\n巴黎陆军 移动 伯干第\n", game="=NOW()")
    theirs = [cell for cell in made.cells() if unstored(str(cell.value)) in (*names, "=NOW()", "=1+1 巴黎陆军")]
    assert len(theirs) > len(names)
    assert {cell.data_type for cell in theirs} == {"s"}
    assert columns(made) == names


def test_path_parts_reach_no_file_name(play):
    names = ["../../x", "CON", "NUL:", "C:\\x", "/etc/passwd", "a|b?c*", "\uff0e\uff0e\uff0fx"]
    made = play(names, ORDERS, game="../../CON")  # which files there are is looked at for every game
    assert made.answers["status"][1].startswith("../../CON")


def test_a_folder_or_start_elsewhere_is_refused(run, folder):
    (folder / "game.toml").write_text('start = "../x.txt"', encoding="utf-8")
    status, out, err = run("check")
    assert (status, out) == (1, "")
    assert err.startswith("game.toml:1:1: 错误")


def test_format_strings_are_not_filled(play):
    names = ["{power}", "{0}", "%s%n", "%(x)s", "{", "}}", "<{player}>"]
    made = play(names, f"{ORDERS}{{power}} %s {{0}}\n", game="{game} {turn} %d")
    for name in names:
        assert name in made.answers["status"][1]
        assert name in made.answers["check"][1]
    assert made.answers["status"][1].startswith("{game} {turn} %d")
    assert "｛game｝ ｛turn｝ %d" in made.reports["plain"]
    assert "{power} %s {0}" in made.answers["talk"][1]


def test_turned_writing_is_shown_by_its_numbers(play):
    names = ["\u202e马小", "\u2067x\u2069", "\u202by", "a\u200fb", "\u061cz", "\u202dw\u202c", "马"]
    made = play(names, ORDERS, game="局\u202e")
    for told in ("<U+202E>马小", "<U+2067>x<U+2069>", "<U+202B>y", "a<U+200F>b", "<U+061C>z", "局<U+202E>"):
        assert told in made.answers["check"][1]
    assert "\u202e" not in made.picture
    assert "\u202e" not in str(made.book["总览"]["A1"].value)


def test_invisible_names_are_shown_by_their_numbers(play):
    names = ["\u3164\u2800", "a\u2800", "b\u200b", "c\U000e0041", "d\ue000", "e\u034f", "f\uffa0"]
    made = play(names, ORDERS)
    for name in names:
        assert f"<U+{ord(name[1]):04X}>" in made.answers["status"][1]
    assert "U+3164 U+2800" in made.reports["discuz"]


def test_line_ends_in_names_begin_no_line(play):
    names = ["小\n【英国】马", "a\u2028b", "c\x85d", "e\x0bf", "g\r\nh", "a\n\n〔德国〕\n× 假", "马"]
    made = play(names, ORDERS, game="局\n√ 巴黎陆军 移动 伯干第：失败")
    for out in (made.answers["status"][1], made.answers["check"][1], *made.reports.values()):
        begins = [
            line for line in out.splitlines() if line.startswith(("〔德国〕", "× 假", "√ 巴黎陆军 移动 伯干第：失败"))
        ]
        assert begins == []
    assert made.answers["status"][1].startswith("局<U+000A>√")


def test_zero_bytes_and_halves_of_characters(play, run, folder):
    made = play(["a\x00b"], ORDERS)
    assert "a<U+0000>b" in made.answers["status"][1]
    for broken in (b'name = "\\ud800"', b'name = "\xed\xa0\x80"', b'name = "\x00"'):
        (folder / "game.toml").write_bytes(broken)
        status, out, err = run("check")
        assert (status, out) == (1, "")
        assert err.startswith("game.toml:1:")


def test_endless_names_are_cut(play):
    made = play(["长" * 30_000, "e" + "\u0301" * 5_000], ORDERS)
    assert max(map(len, made.answers["check"][1].splitlines())) < 1000
    assert len(made.answers["status"][1]) < 10_000
    assert max(map(len, made.reports["plain"].splitlines())) < 500
    assert len(made.picture) < 1_000_000


def test_names_that_are_headings_are_pointed_out(play):
    made = play(["法国", "天神", "x"], "法国：\n巴黎陆军 移动 伯干第\n天神：法国 马塞陆军 移动 西班牙\n")
    told = {notice["code"]: notice for notice in made.checked["notices"]}
    assert "heading_namesake" in told
    lines = [notice["line"] for notice in made.checked["notices"] if notice["code"] == "heading_namesake"]
    assert lines == [1, 3]
    assert {order["order"]: order["power"] for order in made.checked["orders"]} == {
        "A PAR - BUR": "france",
        "A MAR - SPA": "france",
    }


def test_an_author_called_as_another_power_is_pointed_out(play):
    posts = "法国 2026-12-05 20:10\n伦敦舰队 移动 北海\n\n小马 2026-12-05 20:12\n巴黎陆军 移动 伯干第\n"
    made = play(["法国", "小马"], posts)
    assert {order["order"]: order["power"] for order in made.checked["orders"]} == {
        "F LON - NTH": "england",
        "A PAR - BUR": "france",
    }
    assert "author_namesake" in {notice["code"] for notice in made.checked["notices"]}


def test_names_that_look_like_orders_or_decrees_give_none(play):
    names = ["A PAR - BUR", "天神：游戏结束", "优先解散：巴黎陆军", "以此为准", "作废 法国 巴黎陆军", "[quote]", "//"]
    posts = "".join(f"{name} 2026-12-05 20:1{index}\n大家好\n\n" for index, name in enumerate(names))
    made = play(names, posts)
    assert made.checked["orders"] == []
    assert made.record["victory"] is None
    assert {order["outcome"] for order in made.record["orders"]} == {"succeeds"}  # all hold


@pytest.mark.parametrize("twin", ["小马", "小\u200b马", "小马\u3164", "小马\U000e0041", "小 马"])
def test_one_nickname_for_two_is_refused(run, folder, twin):
    text = f'[players]\n英国 = ["小马"]\n法国 = [{json.dumps(twin)}]\n'
    (folder / "game.toml").write_text(text, encoding="utf-8")
    status, out, err = run("check")
    assert (status, out) == (1, "")
    assert err.startswith("game.toml:3:1: 错误")


@pytest.mark.parametrize("twin", ["小\u200b马", "小马\u3164", "Xiaоma", "ＸＩＡＯＭＡ", "小馬"])
def test_an_author_who_only_looks_like_a_player_is_asked_about(play, twin):
    posts = f"{twin} 2026-12-05 20:10\n巴黎陆军 移动 伯干第\n\n甲 2026-12-05 20:12\n大家好\n"
    made = play(["甲", "Xiaoma" if twin.isascii() or "i" in twin or twin[0] == "Ｘ" else "小马"], posts)
    assert made.checked["orders"] == []
    assert "author_resembles" in {notice["code"] for notice in made.checked["notices"] if notice["level"] == "error"}


@pytest.mark.parametrize("name", ["../x", "a\nb", "{power}", "\x1b[31m", "=1", "]", '"', "\\", "'''"])
def test_any_name_of_a_new_game_can_be_read_back(run, folder, name):
    assert run("new", "g", "--name", name)[0] == 0
    assert [path.name for path in folder.iterdir()] == ["g"]
    assert main(["status", "-g", str(folder / "g")]) == 0
