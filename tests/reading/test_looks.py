"""What players see and what is stored: letters that look like others, writing that is turned round."""

from __future__ import annotations

import pytest
from pasted import codes, counted, read_own

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
    folder = load_lexicon().folder
    for char, letter in load_lexicon().lookalikes.items():
        assert folder.key(f"Ab{char}Cd") == f"ab{letter}cd"


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
