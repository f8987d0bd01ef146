"""Text of players in cells and in names of sheets: it stays text, and comes back as it was."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_games import game
from recalculation import needs_libreoffice, saved_by_libreoffice

from tianshen.reports.cells.cell_text import LONGEST, cell_width, clean_text, sheet_title, stored, unstored
from tianshen.reports.workbook.book import build_workbook
from tianshen.reports.workbook.inputs import read_inputs

HOSTILE = [
    "=1+1",
    '=HYPERLINK("http://x.invalid","点我")',
    "+A1",
    "-2",
    "@SUM(1)",
    "\t前有制表符",
    "  前后空格  ",
    "'引号开头",
    "#N/A",
    "TRUE",
    "1903-05-06",
    "00123",
    "_x0041_",
    "<b>&amp;</b>",
    "{power}",
    "🐻‍❄️🏴‍☠️",
    "\u202eצבא الجيش",
    "第一行\n第二行",
    "*?~",
    "]]>",
    "很长" * 4000,
]
COLUMN = 8  # the player's own words in the sheet of orders


def with_words(words: list[str]):
    """A game of one turn in which the orders were written in these words, and the players are called so too."""
    players = dict(
        zip(("england", "france", "germany", "italy", "austria", "russia", "turkey"), zip(words), strict=False)
    )
    summary, records = game(1, turns=1, players=players)
    reading = records[0].reading
    given = tuple(
        replace(item, where=replace(item.where, quote=words[index % len(words)]))
        for index, item in enumerate(reading.given)
    )
    return summary, [replace(records[0], reading=replace(reading, given=given))]


def player_cells(book: openpyxl.Workbook) -> list[object]:
    return [book["总览"].cell(row, 2) for row in range(5, 12)]


@pytest.mark.parametrize("start", range(0, len(HOSTILE), 7))
def test_hostile_text_comes_back_exactly_as_text(start):
    words = HOSTILE[start : start + 7]
    book = openpyxl.load_workbook(io.BytesIO(build_workbook(*with_words(words))))
    cells = player_cells(book)
    assert [unstored(cell.value) for cell in cells] == words
    assert {cell.data_type for cell in cells} == {"s"}
    assert {cell.number_format for cell in cells} == {"@"}  # typed over, it stays text as well
    orders = [cell for cell in book["命令"][openpyxl.utils.get_column_letter(COLUMN)][1:] if cell.value is not None]
    assert {unstored(cell.value) for cell in orders} == set(words)
    assert {cell.data_type for cell in orders} == {"s"}


@needs_libreoffice
def test_libreoffice_shows_the_same_text(tmp_path):
    books = {f"b{start}": build_workbook(*with_words(HOSTILE[start : start + 7])) for start in (0, 7, 14)}
    for start, data in zip((0, 7, 14), saved_by_libreoffice(books, tmp_path).values(), strict=True):
        cells = player_cells(openpyxl.load_workbook(io.BytesIO(data)))
        # LibreOffice reads the mark before a literal `_x0041_`, and saves the text without it.
        assert [cell.value for cell in cells] == HOSTILE[start : start + 7]
        assert {cell.data_type for cell in cells} == {"s"}


def test_hostile_names_are_no_inputs_of_the_game_masters():
    for start in range(0, len(HOSTILE), 7):
        assert read_inputs(build_workbook(*with_words(HOSTILE[start : start + 7]))).values == {}


def test_names_of_games_and_alliances_are_text_too():
    summary, records = game(1, turns=2, name="=1+1", alliances={"=A1": ("england", "france")})
    book = openpyxl.load_workbook(io.BytesIO(build_workbook(summary, records)))
    assert (book["总览"]["A1"].value, book["总览"]["A1"].data_type) == ("=1+1", "s")
    alliance = next(cell for cell in book["总览"][5] if cell.value == "=A1")
    assert alliance.data_type == "s"


def test_what_a_cell_cannot_hold_is_taken_out_and_said():
    words = ["铃\x07声", "\ud800半个字", "空\x00字符", "折\r\n行", "\uffff", "好" * (LONGEST + 5), "😀" * LONGEST]
    book = openpyxl.load_workbook(io.BytesIO(build_workbook(*with_words(words))))
    names = [cell.value for cell in player_cells(book)]
    assert names[:4] == ["铃声", "半个字", "空字符", "折\n行"]
    assert not names[4]
    assert (len(names[5]), names[5][-1]) == (LONGEST, "…")
    assert len(names[6].encode("utf-16-le")) <= 2 * LONGEST
    notes = {row[0].value: row[1].value for row in book["说明"].iter_rows() if row[0].value == "文字有删改"}
    assert notes
    said = [row[1].value for row in book["说明"].iter_rows() if row[0].value == "文字有删改"]
    assert any("总览" in text and "B5" in text and "控制字符" in text for text in said)
    assert any("总览" in text and "B10" in text and "太长" in text for text in said)


@given(st.text(st.characters(exclude_categories=()), max_size=60))
def test_any_text_can_be_stored_and_told_again(text):
    clean, faults = clean_text(text)
    assert unstored(stored(clean)) == clean
    assert bool(faults) == bool(re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", text))
    assert clean_text(clean) == (clean, ())


@given(st.lists(st.text(st.characters(exclude_categories=()), max_size=50), max_size=12))
def test_sheet_names_are_legal_and_unique(texts):
    titles: list[str] = []
    for text in texts:
        titles.append(sheet_title(text, titles))
    assert len({title.casefold() for title in titles}) == len(titles)
    for title in titles:
        assert 0 < len(title.encode("utf-16-le")) <= 62
        assert not re.search(r"[\[\]:*?/\\\x00-\x1f]", title)
        assert not title.startswith("'")
        assert not title.endswith("'")
        assert title.casefold() != "history"


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("法国", 4), ("法国\nabcdef", 6), ("e\u0301", 1), ("", 0)])
def test_width_on_the_page(text, width):
    assert cell_width(text) == width
