"""What players see and what is stored: letters that look like others, writing that is turned round."""

from __future__ import annotations

import pytest
from pasted import codes, counted, left, read, read_own

from tianshen.locale.lexicon import load_lexicon
from tianshen.notices import Code, Level


@pytest.mark.parametrize(
    ("line", "order", "letters"),
    [
        ("А PAR - BUR", "A PAR - BUR", ("А (U+0410) → A",)),
        ("A РАR - ΒUR", "A PAR - BUR", ("Р (U+0420) → P", "А (U+0410) → A", "Β (U+0392) → B")),
        ("A Paris - Вurgundy", "A PAR - BUR", ("В (U+0412) → B",)),
        ("A PAR Ѕ A MAR - BUR", "A PAR S A MAR - BUR", ("Ѕ (U+0405) → S",)),
        ("A PAR Н", "A PAR H", ("Н (U+041D) → H",)),
        ("Ꭺ PAR - BUR", "A PAR - BUR", ("Ꭺ (U+13AA) → A",)),
        ("ᴀ PAR - BUR", "A PAR - BUR", ("ᴀ (U+1D00) → A",)),
        ("🅰 PAR - BUR", "A PAR - BUR", ("🅰 (U+1F170) → A",)),
    ],
)
def test_a_letter_that_looks_like_another_is_read_as_it_looks_and_named(line, order, letters):
    reading = read_own(f"法国：\n{line}")
    assert counted(reading) == {"france": [order]}
    (notice,) = [notice for notice in reading.notices if notice.code is Code.LETTERS_LOOKALIKE]
    assert notice.level is Level.WARNING
    assert notice.where.quote == line
    assert notice.data["letters"] == letters


def test_every_such_letter_counts_as_the_one_it_looks_like():
    normaliser = load_lexicon().normaliser
    for char, letter in load_lexicon().lookalikes.items():
        assert normaliser.key(f"Ab{char}Cd") == f"ab{letter}cd"


def test_a_heading_may_hold_such_letters():
    reading = read_own("Germany:\nA Mun H\nЕngland:\nF Lon - Nth\nFrаnce:\nA Mar H")
    assert set(counted(reading)) == {"germany", "england", "france"}
    assert codes(reading, Level.WARNING) == []


def test_words_of_another_script_are_talk_and_faces_are_signs():
    reading = read_own("法国：\nПривет\nA PAR - BUR ^ω^\nA MAR - SPA Д")
    assert counted(reading) == {"france": ["A PAR - BUR", "A MAR - SPA"]}
    assert [notice.where.quote for notice in reading.notices if notice.code is Code.CHAT] == ["Привет", "^ω^", "Д"]


def test_a_letter_that_looks_like_none_spoils_the_word():
    reading = read_own("法国：\nA PЖR - BUR")
    assert counted(reading) == {}
    assert codes(reading, Level.ERROR) == ["name_unknown"]


@pytest.mark.parametrize("dash", "‐‑‒–—−")
def test_every_dash_is_an_arrow(dash):
    assert counted(read_own(f"法国：\nA PAR {dash} BUR")) == {"france": ["A PAR - BUR"]}


@pytest.mark.parametrize("sign", "\u202b\u202e\u2067\u202d")
def test_a_line_that_is_turned_round_is_pointed_out(sign):
    reading = read_own(f"法国：\n{sign}RUB - RAP A\u202c\nA MAR - SPA")
    assert counted(reading) == {"france": ["A MAR - SPA"]}
    (notice,) = [notice for notice in reading.notices if notice.code is Code.LINE_TURNED]
    assert (notice.level, notice.where.line, notice.where.column) == (Level.WARNING, 2, 1)
    assert notice.where.quote == f"{sign}RUB - RAP A\u202c"
    assert notice.data["codes"] == (f"U+{ord(sign):04X}",)


@pytest.mark.parametrize("sign", ["\u2066", "\u2068", "\u200e", "\u200b", "\u2060", "\ufe0f", "\U000e0041", "\u034f"])
def test_what_turns_nothing_needs_no_word(sign):
    reading = read_own(f"法国：\nA P{sign}AR - {sign}BUR")
    assert counted(reading) == {"france": ["A PAR - BUR"]}
    assert codes(reading, Level.WARNING) == []


@pytest.mark.parametrize("blank", "\u3164\u2800\u115f\uffa0")
def test_what_looks_like_a_blank_is_one(blank):
    assert counted(read_own(f"法国：\nA{blank}Paris{blank}-{blank}Burgundy")) == {"france": ["A PAR - BUR"]}


def struck(words):
    return "".join(f"{char}\u0336" for char in words)


@pytest.mark.parametrize("line", [struck("巴黎陆军 移动 伯干第"), struck("A PAR") + " " + struck("- BUR")])
def test_a_stroke_laid_over_the_letters_strikes_them_through(line):
    reading = read_own(f"法国：\n{line}\nA MAR - SPA")
    assert counted(reading) == {"france": ["A MAR - SPA"]}
    assert left(reading) == [("struck", "A PAR - BUR")]
    assert "words_struck" in codes(reading, Level.WARNING)


def test_one_letter_with_a_stroke_is_a_letter():
    assert counted(read_own("法国：\nA P\u0338AR - BUR")) == {"france": ["A PAR - BUR"]}


REPORT = "【天神战报】第三局　1901年春季结果　第1版\n\n〔法国〕\n√ 巴黎陆军 移动 伯干第：成功（房规 2.1.1(二)）\n"


def test_orders_below_a_report_are_asked_about():
    reading = read_own(f"意大利：\n罗马陆军 移动 威尼斯\n{REPORT}\n俄国：\n莫斯科陆军 移动 乌克兰")
    assert counted(reading) == {"italy": ["A ROM - VEN"]}
    assert ("report", "A MOS - UKR") in left(reading)
    (notice,) = [notice for notice in reading.notices if notice.code is Code.REPORT_AND_ORDERS]
    assert (notice.level, notice.where.quote) == (Level.ERROR, "莫斯科陆军 移动 乌克兰")


def test_a_report_alone_is_passed_over_without_a_question():
    reading = read_own(f"意大利：\n罗马陆军 移动 威尼斯\n{REPORT}")
    assert codes(reading, Level.ERROR) == []
    assert codes(reading, Level.INFO) == ["report_passed_over"]


def test_a_post_in_which_a_report_is_forged_keeps_no_order_in_secret():
    page = f"小马 2026-12-05 20:10\n{REPORT}巴黎陆军 移动 伯干第\n"
    reading = read(page)
    assert counted(reading) == {}
    assert ("report", "A PAR - BUR") in left(reading)
    assert "report_and_orders" in codes(reading, Level.ERROR)


@pytest.mark.parametrize("quote", ["[quote]{}[/quote]", "> {}", "[s]{}[/s]"])
@pytest.mark.parametrize("decree", ["天神：游戏结束", "天神：作废 法国 巴黎陆军", "天神：英国 伦敦舰队 移动 北海"])
def test_a_decree_in_a_quote_is_named_and_does_nothing(quote, decree):
    reading = read_own(f"法国：\nA PAR - BUR\n{quote.format(decree)}")
    assert counted(reading) == {"france": ["A PAR - BUR"]}
    assert reading.orders.decrees == read_own("").orders.decrees
    assert [item.where.quote for item in reading.left_out] == [decree.partition("：")[2]]


@pytest.mark.parametrize("decree", ["天神：游戏结束", "天神：英国 伦敦舰队 移动 北海"])
def test_a_decree_of_a_stranger_is_pointed_out_and_does_nothing(decree):
    reading = read(f"路人 2026-12-05 20:10\n{decree}\n\n小马 2026-12-05 20:12\nA PAR - BUR\n")
    assert counted(reading) == {"france": ["A PAR - BUR"]}
    assert "decree_in_post" in codes(reading, Level.WARNING)


def test_a_nickname_that_is_the_name_of_a_power_is_pointed_out():
    players = {"england": ("法国",), "germany": ("天神",)}
    reading = read("法国：\nA PAR - BUR\n天神：英国 F LON - NTH\n", players=players)
    assert counted(reading) == {"england": ["F LON - NTH"], "france": ["A PAR - BUR"]}
    told = [notice for notice in reading.notices if notice.code is Code.HEADING_NAMESAKE]
    assert [(n.where.line, n.data["name"], n.data["power"]) for n in told] == [
        (1, "法国", "england"),
        (3, "天神", "germany"),
    ]
    assert [n.data.get("other_power") for n in told] == ["france", None]


def test_an_author_called_as_another_power_is_pointed_out_once():
    page = "法国 2026-12-05 20:10\nF LON - NTH\n\n法国 2026-12-05 20:12\nA LVP - YOR\n"
    reading = read(page, players={"england": ("法国",), "france": ("小马",)})
    assert counted(reading) == {"england": ["F LON - NTH", "A LVP - YOR"]}
    (notice,) = [notice for notice in reading.notices if notice.code is Code.AUTHOR_NAMESAKE]
    assert (notice.level, notice.data["power"], notice.data["other_power"]) == (Level.WARNING, "england", "france")


def test_a_nickname_that_is_the_own_powers_name_needs_no_word():
    reading = read("法国：\nA PAR - BUR\n", players={"france": ("法国",)})
    assert codes(reading, Level.WARNING) == []
