from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tianshen.cli.terminal.columns import listed, padded, visible, wrapped
from tianshen.text.display_width import text_width


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("柏林 Berlin\t√\n", "柏林 Berlin\t√\n"),
        ("\x1b[31mred", "<U+001B>[31mred"),
        ("a\u202eb", "a<U+202E>b"),
        ("伦\u200b敦", "伦<U+200B>敦"),
        ("\r\x07", "<U+000D><U+0007>"),
        ("\u2028", "<U+2028>"),
        ("\udc80", "<U+DC80>"),
        ("\u3164", "<U+3164>"),
        ("a\u2800\u034f\U000e0041b", "a<U+2800><U+034F><U+E0041>b"),
        ("A\ufe0f ❤\ufe0f", "A<U+FE0F> ❤\ufe0f"),
        (":warning: [b]x[/b]", ":warning: [b]x[/b]"),
    ],
)
def test_nothing_invisible_stays_invisible(text, shown):
    assert visible(text) == shown


@pytest.mark.parametrize(
    ("text", "columns"), [("", 0), ("abc", 3), ("柏林", 4), ("Ａ（", 4), ("e\u0301", 1), ("√×", 2), ("❤\ufe0f", 1)]
)
def test_wide_characters_take_two_columns(text, columns):
    assert text_width(text) == columns
    assert text_width(padded(text, 10)) == 10


def test_chinese_is_broken_anywhere_but_not_before_a_stop():
    assert wrapped("柏林陆军，移动。", 8) == ["柏林陆", "军，移", "动。"]


def test_latin_is_broken_at_blanks():
    assert wrapped("one two three", 8) == ["one two", "three"]
    assert wrapped("a\nb", 8) == ["a", "b"]


def test_a_word_longer_than_a_line_is_broken_too():
    assert wrapped("abcdefghij", 4) == ["abcd", "efgh", "ij"]


@given(st.text("柏林，。 ab-（）\n", max_size=40), st.integers(2, 20))
def test_wrapping_keeps_every_character_and_the_width(text, columns):
    lines = wrapped(text, columns)
    assert all(text_width(line) <= columns + 1 for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_terms_stand_beside_their_explanation():
    assert listed([("--lang 语言", "输出用的语言"), ("-h", "帮助")], 60) == [
        "  --lang 语言  输出用的语言",
        "  -h           帮助",
    ]


def test_a_long_term_stands_above_its_explanation():
    assert listed([("--a-very-long-option", "x"), ("-h", "y")], 60, widest=10) == [
        "  --a-very-long-option",
        "              x",
        "  -h          y",
    ]
