"""Which cells of the workbooks are the game master's: tables known by their headings, rows by their names.

Written in one language, they are found again in every language.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from tianshen.locale.names import load_names
from tianshen.model.board import board_names, load_board
from tianshen.reports.cells.cell_text import clean_text
from tianshen.reports.scoring.scores import default_rates
from tianshen.reports.workbook.workbook_words import every_language

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tianshen.reports.workbook.workbook_words import WorkbookWords

MEMOS = 12
Typed: TypeAlias = str | int | float
RowKind: TypeAlias = Literal["power", "label", "text"]


@dataclass(frozen=True, slots=True)
class InputTable:
    """A table with inputs: the section of its headings, those that name a row, and those of its input columns.

    A table is known by the headings of its keys, of its first input column and of the columns `beside`; further
    input columns need not be there.
    """

    section: str
    keys: tuple[str, ...]
    inputs: tuple[str, ...]
    rows: RowKind
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Headings:
    """The headings of an input table in one language; `all` are those by which it is known."""

    keys: tuple[str, ...]
    inputs: tuple[str, ...]
    all: tuple[str, ...]


SEASON_SEATS = InputTable("season", ("game", "power", "player"), ("portion",), "text")
SEASON_PLAYERS = InputTable("season", ("player",), ("remark",), "text", ("average",))
INPUT_TABLES = (
    InputTable("overview", ("power",), ("player", "in_draw", "remark"), "power", ("rank", "missed")),
    InputTable("parameters", ("name",), ("value",), "label"),
    InputTable("notes", ("topic",), ("text",), "label"),
    SEASON_SEATS,
    SEASON_PLAYERS,
)
_NUMBERS = (
    *("parameters.value/winning", "parameters.value/first_year"),
    *("parameters.value/solo/", "parameters.value/place/", "season.portion/"),
)
_TRUTHS = ("overview.in_draw/", "parameters.value/allied_rank")
_SYSTEMS = ("parameters.value/counts", "parameters.value/chosen")
YES, NO = "yes", "no"


def input_key(section: str, column: str, row: str) -> str:
    """Return the key of an input: `overview.player/england`."""
    return f"{section}.{column}/{row}"


def canonical_value(key: str, value: Typed) -> Typed | None:
    """Return an input in canonical form: `yes`, `no`, a system's name; None for a value that it does not take."""
    if key.startswith(_NUMBERS):
        return None if isinstance(value, str) else value
    if key.startswith(_TRUTHS):
        return _truths().get(str(value))
    if key.startswith(_SYSTEMS):
        return _systems().get(str(value))
    return value


def shown_value(key: str, value: Typed, words: WorkbookWords) -> Typed:
    """Return an input as it is written in a language."""
    if key.startswith(_TRUTHS):
        return words.truth(value == YES)
    if key.startswith(_SYSTEMS):
        return words.system(str(value))
    return value


@cache
def headings_of(table: InputTable) -> tuple[Headings, ...]:
    """Return the headings of a table in every language."""
    return tuple(
        Headings(
            tuple(words(table.section, key) for key in table.keys),
            tuple(words(table.section, key) for key in table.inputs),
            tuple(words(table.section, key) for key in (*table.keys, table.inputs[0], *table.beside)),
        )
        for words in every_language()
    )


def row_name(table: InputTable, texts: Sequence[str]) -> str | None:
    """Return what a row is called in keys, from its texts in any language; None for a row that is none of ours."""
    if table.rows == "text":
        return "|".join(_powers().get(text, text) for text in texts) if any(texts) else None
    known = _powers() if table.rows == "power" else _labels()
    return known.get(texts[0])


def season_key(table: InputTable, texts: Sequence[str]) -> str:
    """Return the key of the first input of a row of a season's table, from the texts of the row."""
    return input_key(table.section, table.inputs[0], row_name(table, [clean_text(text)[0] for text in texts]) or "")


@cache
def _powers() -> Mapping[str, str]:
    return {
        name: power
        for board in board_names()
        for words in every_language()
        for power, name in load_names(words.lang, board=board).powers.items()
    }


@cache
def _truths() -> Mapping[str, str]:
    return {words.truth(value): YES if value else NO for words in every_language() for value in (True, False)}


@cache
def _systems() -> Mapping[str, str]:
    return {words.system(system): system for words in every_language() for system in default_rates()}


@cache
def _labels() -> Mapping[str, str]:
    return {label: key for words in every_language() for key, label in input_labels(words).items()}


def input_labels(words: WorkbookWords) -> dict[str, str]:
    """Return what stands beside each single input in one language, by the name of its row."""
    table = {key: words("parameters", key) for key in ("winning", "first_year", "counts", "allied_rank")}
    table["chosen"] = words("season", "chosen")
    for system, rates in default_rates().items():
        if rates.solo:
            table[f"solo/{system}"] = words("workbook", "solo", system=words.system(system))
        if rates.places:
            for place in range(1, max(len(load_board(board).powers) for board in board_names()) + 1):
                label = words("workbook", "place", system=words.system(system), place=str(place))
                table[f"place/{system}/{place}"] = label
    table |= {f"memo/{number}": words("workbook", "memo", number=str(number)) for number in range(1, MEMOS + 1)}
    return table
