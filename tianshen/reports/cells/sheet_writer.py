"""Sheets while they are written: cells with their looks, the values beside the formulas, the game master's inputs."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, cast

from tianshen.reports.cells.cell_text import cell_width, clean_text, sheet_title, stored

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from openpyxl.cell.cell import Cell
    from openpyxl.workbook import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

    from tianshen.reports.cells.cell_style import Look, Styles
    from tianshen.reports.cells.cell_text import Fault

Plain: TypeAlias = str | int | float

_LINE_HEIGHT = 15.0  # points
_HIGHEST = 400.0  # Excel has no higher rows than 409


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula, with the value that it has now, for readers that do not calculate."""

    text: str
    value: Plain


@dataclass(frozen=True, slots=True)
class CellComment:
    """Something that a cell could not hold as it was."""

    sheet: str
    cell: str
    fault: Fault


def quoted(title: str) -> str:
    """Return the sheet name as a formula refers to it, with the exclamation mark."""
    return "'" + title.replace("'", "''") + "'!"


def letter(column: int) -> str:
    """Return the letters of a column, counted from 1.

    >>> letter(28)
    'AB'
    """
    name = ""
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def at(row: int, column: int) -> str:
    """Return a relative reference."""
    return f"{letter(column)}{row}"


def fixed(row: int, column: int) -> str:
    """Return an absolute reference."""
    return f"${letter(column)}${row}"


def block(first_row: int, first_column: int, last_row: int, last_column: int) -> str:
    """Return an absolute reference to a rectangle."""
    return f"{fixed(first_row, first_column)}:{fixed(last_row, last_column)}"


@dataclass
class InputCells:
    """The inputs of a workbook: what the game master typed earlier, by key, and each cell's own value."""

    typed: Mapping[str, Plain] = field(default_factory=dict)
    own: dict[str, Plain | None] = field(default_factory=dict)
    _met: Counter[str] = field(default_factory=Counter)

    def enter(self, key: str, own: Plain | None) -> Plain | None:
        """Note the own value of the input with that key; what stands in its cell is what was typed, else its own."""
        self._met[key] += 1
        full = key if self._met[key] == 1 else f"{key}#{self._met[key]}"
        self.own[full] = clean_text(own)[0] if isinstance(own, str) else own
        return self.typed.get(full, own)


@dataclass
class SheetWriter:
    """One sheet while it is written."""

    page: Worksheet
    styles: Styles
    ledger: InputCells
    cached: dict[str, Plain] = field(default_factory=dict)
    remarks: list[CellComment] = field(default_factory=list)
    widths: dict[int, int] = field(default_factory=dict)
    wrapped: dict[int, list[tuple[int, str]]] = field(default_factory=dict)

    @property
    def ref(self) -> str:
        """The sheet's name as a formula refers to it."""
        return quoted(self.page.title)

    def put(self, row: int, column: int, value: Plain | Formula | None, look: Look, *, spill: bool = False) -> None:
        """Write one cell. With `spill` its text may run over into the next cells and does not widen the column."""
        cell = cast("Cell", self.page.cell(row, column))
        shown = value.value if isinstance(value, Formula) else value
        if isinstance(value, Formula):
            cell.value = value.text
            self.cached[cell.coordinate] = value.value
        elif isinstance(value, str):
            clean, faults = clean_text(value)
            self.remarks.extend(CellComment(self.page.title, cell.coordinate, fault) for fault in faults)
            cell.value = stored(clean)
            cell.data_type = "s"
        else:
            cell.value = value
        self.styles.dress(cell, look)
        if shown is None or spill:
            return
        self.widths[column] = max(self.widths.get(column, 0), cell_width(look.sample(shown)))
        if look.wrap:
            self.wrapped.setdefault(row, []).append((column, str(shown)))

    def put_row(self, row: int, column: int, values: Sequence[Plain | Formula | None], look: Look) -> None:
        """Write cells side by side."""
        for offset, value in enumerate(values):
            self.put(row, column + offset, value, look)

    def put_input(self, row: int, column: int, key: str, own: Plain | None, look: Look) -> Plain | None:
        """Write an input cell: what the game master typed there earlier, else its own value; the answer is that."""
        value = self.ledger.enter(key, own)
        self.put(row, column, value, look)
        return value

    def fit(
        self,
        narrowest: float = 6,
        widest: float = 44,
        given: Mapping[int, float] | None = None,
        height: float = 18,
    ) -> None:
        """Set the widths of the columns by what stands in them, or as given; and the heights of the rows.

        `height` is that of a row with one line of text, in points; a row with wrapped text is as high as its lines.
        """
        sizes = {
            column: (given or {}).get(column, min(max(width + 2.5, narrowest), widest))
            for column, width in self.widths.items()
        }
        for column, size in sizes.items():
            self.page.column_dimensions[letter(column)].width = size
        for row in range(2, self.page.max_row + 1):
            lines = max((_lines(text, sizes[column]) for column, text in self.wrapped.get(row, ())), default=1)
            self.page.row_dimensions[row].height = min(height + (lines - 1) * _LINE_HEIGHT, _HIGHEST)


def _lines(text: str, width: float) -> int:
    """How many lines the text takes in a column of that width; a little more than needed rather than less."""
    return sum(max(1, math.ceil(cell_width(line) * 1.08 / (width - 1))) for line in text.split("\n"))


@dataclass
class BookWriter:
    """A workbook while it is written: its sheets in sequence, and what will be said about them."""

    workbook: Workbook
    styles: Styles
    ledger: InputCells
    sheets: list[SheetWriter] = field(default_factory=list)

    def add(self, title: str) -> SheetWriter:
        """Return a new sheet at the end; its name is made legal and unique."""
        page = self.workbook.create_sheet(sheet_title(title, [sheet.page.title for sheet in self.sheets]))
        sheet = SheetWriter(page, self.styles, self.ledger)
        self.sheets.append(sheet)
        return sheet

    @property
    def remarks(self) -> list[CellComment]:
        """Everything that cells could not hold, in the sequence of the sheets."""
        return [remark for sheet in self.sheets for remark in sheet.remarks]
