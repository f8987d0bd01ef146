"""The line of the input below a complaint, with carets under the words in question."""

from __future__ import annotations

import pytest

from tianshen.cli.speech import pointed
from tianshen.notices import Code, Level, Notice, Where
from tianshen.text.display_width import text_width


def shown(line, column, quote):
    return pointed(line, Notice(Level.ERROR, Code.NAME_UNKNOWN, Where("x", 1, column, quote)))


def test_carets_stand_below_wide_and_narrow_words():
    assert shown("a 伦敦 b", 3, "伦敦") == ["a 伦敦 b", "  ^^^^"]
    assert shown("伦敦\tb", 4, "b") == ["伦敦 b", "     ^"]


def test_what_shows_nothing_is_written_out_and_counted():
    assert shown("a\u202eb", 3, "b") == ["a<U+202E>b", "         ^"]


def test_only_the_first_line_of_the_words_is_marked():
    assert shown("ab", 2, "b\ncd") == ["ab", " ^"]


def test_a_blank_line_is_not_shown():
    assert shown(" \t", 1, " ") == []


@pytest.mark.parametrize("column", [1, 50, 5_000, 9_999])
def test_of_a_long_line_what_stands_around_the_words_is_shown(column):
    line = "".join(chr(0x4E00 + index % 9000) for index in range(10_000))
    quote = line[column - 1 : column + 1]
    text, carets = shown(line, column, quote)
    assert len(text) <= 302
    before, words, behind = text.partition(quote)
    assert words == quote
    assert len(carets) == text_width(before) + text_width(quote)
    assert carets.strip() == "^" * text_width(quote)
    assert before.startswith("…") == (column > 81)
    assert behind.endswith("…") == (column < 9_000)


def test_endless_words_are_marked_as_far_as_they_are_shown():
    text, carets = shown("伦敦" + "牙" * 1_000_000, 3, "牙" * 1_000_000)
    assert text == "伦敦" + "牙" * 298 + "…"
    assert carets == " " * 4 + "^" * 596
