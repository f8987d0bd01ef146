"""The sheets of centres: who owned each after each year, how many each power had, and the chart of that."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from tianshen.reports.cells.cell_style import (
    DATA,
    FORMULA_NUMBER,
    FORMULA_SIGNED,
    FORMULA_TEXT,
    HEAD,
    HEAD_NUMBER,
    MUTED,
    SUM_NUMBER,
    SUM_TEXT,
    TITLE,
    Look,
    LookPart,
)
from tianshen.reports.cells.sheet_setup import BAD, colour_rows, colour_scale, colour_signs, set_page
from tianshen.reports.cells.sheet_writer import Formula, SheetWriter, at, block, fixed, letter
from tianshen.reports.picture.style import tint

if TYPE_CHECKING:
    from tianshen.model.position import Power, Province
    from tianshen.reports.workbook.summary import GameSummary
    from tianshen.reports.workbook.workbook_plan import WorkbookPlan

_HEAD = 3
_FIRST = _HEAD + 1
_OWNED_FROM = 3  # the column of the start in the sheet of ownership
_COUNTED_FROM = 2  # the same in the sheet of counts
NEUTRAL_FILL = "F4F1EA"


@dataclass(frozen=True, slots=True)
class Counts:
    """Where the counts of the powers stand."""

    ref: str
    powers: int
    columns: int

    @property
    def names(self) -> str:
        """The names of the powers."""
        return self.ref + block(_FIRST, 1, _FIRST + self.powers - 1, 1)

    @property
    def table(self) -> str:
        """The counts of all powers, a column for the start and one for each year."""
        return self.ref + block(_FIRST, _COUNTED_FROM, _FIRST + self.powers - 1, self.last_column)

    @property
    def first(self) -> str:
        """The first cell of the counts."""
        return self.ref + fixed(_FIRST, _COUNTED_FROM)

    @property
    def years(self) -> str:
        """The headings: a word for the start, then the years."""
        return self.ref + block(_HEAD, _COUNTED_FROM, _HEAD, self.last_column)

    @property
    def last_column(self) -> int:
        """The column of the last year."""
        return _COUNTED_FROM + self.columns - 1


def lay_counts(sheet: SheetWriter, summary: GameSummary) -> Counts:
    """Where the counts will stand."""
    return Counts(sheet.ref, len(summary.powers), len(summary.owners))


def power_fill(power: Power | None) -> str:
    """Return the colour of a power as a fill; a pale one for nobody."""
    return tint(power).lstrip("#").upper() if power else NEUTRAL_FILL


def write_ownership(plan: WorkbookPlan, sheet: SheetWriter) -> None:
    """Write the owner of each centre at the start and after each year, in the owner's colour."""
    words, summary, names = plan.words, plan.summary, plan.language.names
    centres = _centres_by_home(summary)
    last = _OWNED_FROM + len(summary.owners) - 1
    sheet.put(1, 1, words("ownership", "title"), TITLE, spill=True)
    sheet.put(2, 1, words("ownership", "note"), MUTED, spill=True)
    sheet.put_row(_HEAD, 1, words.column("ownership", "centre", "home"), HEAD)
    _put_years(sheet, _HEAD, _OWNED_FROM, words("ownership", "start"), summary)
    sheet.put(_HEAD, last + 1, words("ownership", "changed"), HEAD)
    for row, centre in enumerate(centres, _FIRST):
        home = summary.facts.board.provinces[centre].home_of
        sheet.put(row, 1, names.province(centre), DATA)
        sheet.put(
            row, 2, names.power(home) if home else None, Look(LookPart.DATA, fill=power_fill(home), align="center")
        )
        owners = [owned.get(centre) for owned in summary.owners]
        for column, owner in enumerate(owners, _OWNED_FROM):
            name = names.power(owner) if owner else words("workbook", "neutral")
            sheet.put(row, column, name, Look(LookPart.DATA, fill=power_fill(owner), align="center"))
        sheet.put(row, last + 1, _changes(row, last, owners), FORMULA_NUMBER)
    area = block(_FIRST, _OWNED_FROM, _FIRST + len(centres) - 1, last)
    for power in summary.powers:
        colour_rows(sheet, area, f'{at(_FIRST, _OWNED_FROM)}="{names.power(power)}"', fill=power_fill(power))
    colour_rows(sheet, area, f'{at(_FIRST, _OWNED_FROM)}="{words("workbook", "neutral")}"', fill=NEUTRAL_FILL)
    set_page(sheet, _HEAD, 1, landscape=False, one_page=True)
    sheet.fit(narrowest=9, height=18)


def _changes(row: int, last: int, owners: list[Power | None]) -> Formula:
    value = sum(one != next_one for one, next_one in pairwise(owners))
    if last == _OWNED_FROM:
        return Formula("=0", 0)
    earlier = f"{at(row, _OWNED_FROM)}:{at(row, last - 1)}"
    later = f"{at(row, _OWNED_FROM + 1)}:{at(row, last)}"
    return Formula(f"=SUMPRODUCT(({earlier}<>{later})*1)", value)


def _centres_by_home(summary: GameSummary) -> list[Province]:
    """All centres: those of each power's home first, then the others."""
    board = summary.facts.board
    ranks = {power: rank for rank, power in enumerate(summary.powers)}
    return sorted(board.centres, key=lambda c: (ranks.get(board.provinces[c].home_of or "", len(ranks)), c))


def _put_years(sheet: SheetWriter, row: int, column: int, start: str, summary: GameSummary) -> None:
    sheet.put(row, column, start, HEAD)
    for offset, year in enumerate(summary.years, 1):
        sheet.put(row, column + offset, year, HEAD_NUMBER)


def write_counts(plan: WorkbookPlan, sheet: SheetWriter, counts: Counts, ownership: SheetWriter) -> None:
    """Write each power's centres by year (counted from the ownership), a check, the changes, the chart."""
    words, summary, names = plan.words, plan.summary, plan.language.names
    total = len(summary.facts.board.centres)
    sheet.put(1, 1, words("centres", "title"), TITLE, spill=True)
    sheet.put(2, 1, words("centres", "note", total=str(total)), MUTED, spill=True)
    sheet.put(_HEAD, 1, words("centres", "power"), HEAD)
    _put_years(sheet, _HEAD, _COUNTED_FROM, words("centres", "start"), summary)
    owners: list[tuple[str, Power | None]] = [(names.power(power), power) for power in summary.powers]
    owners.append((words("workbook", "neutral"), None))
    for row, (name, power) in enumerate(owners, _FIRST):
        sheet.put(row, 1, name, Look(LookPart.DATA, fill=power_fill(power)))
        for offset in range(counts.columns):
            sheet.put(row, _COUNTED_FROM + offset, _count(plan, ownership, row, offset, power), FORMULA_NUMBER)
    last_row = _FIRST + len(owners) - 1
    _write_check(plan, sheet, counts, last_row, total)
    changes_row = last_row + 4
    _write_changes(plan, sheet, counts, changes_row)
    colour_scale(sheet, block(_FIRST, _COUNTED_FROM, _FIRST + counts.powers - 1, counts.last_column))
    set_page(sheet, _HEAD, 1, landscape=False, one_page=True)
    sheet.fit(narrowest=9, height=20)
    _add_chart(plan, sheet, counts, changes_row + counts.powers + 2)


def _count(plan: WorkbookPlan, ownership: SheetWriter, row: int, offset: int, power: Power | None) -> Formula:
    summary = plan.summary
    centres = summary.facts.board.centres
    column = letter(_OWNED_FROM + offset)
    area = f"{ownership.ref}{column}${_FIRST}:{column}${_FIRST + len(centres) - 1}"
    value = sum(summary.owners[offset].get(centre) == power for centre in centres)
    return Formula(f"=COUNTIF({area},$A{row})", value)


def _write_check(plan: WorkbookPlan, sheet: SheetWriter, counts: Counts, last_row: int, total: int) -> None:
    words = plan.words
    good, bad = words("workbook", "good"), words("workbook", "bad")
    sheet.put(last_row + 1, 1, words("centres", "sum"), SUM_TEXT)
    sheet.put(last_row + 2, 1, words("centres", "check"), SUM_TEXT)
    for column in range(_COUNTED_FROM, counts.last_column + 1):
        rows = f"{at(_FIRST, column)}:{at(last_row, column)}"
        sheet.put(last_row + 1, column, Formula(f"=SUM({rows})", total), SUM_NUMBER)
        test = f'=IF({at(last_row + 1, column)}={total},"{good}","{bad}")'
        sheet.put(last_row + 2, column, Formula(test, good), FORMULA_TEXT)
    area = block(last_row + 1, _COUNTED_FROM, last_row + 2, counts.last_column)
    colour_rows(sheet, area, f"{letter(_COUNTED_FROM)}${last_row + 1}<>{total}", fill="F7C9C4", ink=BAD)


def _write_changes(plan: WorkbookPlan, sheet: SheetWriter, counts: Counts, head_row: int) -> None:
    words, summary, names = plan.words, plan.summary, plan.language.names
    sheet.put(head_row, 1, words("centres", "changes"), HEAD)
    _put_years(sheet, head_row, _COUNTED_FROM, words("centres", "start"), summary)
    for index, power in enumerate(summary.powers):
        row = head_row + 1 + index
        sheet.put(row, 1, names.power(power), Look(LookPart.DATA, fill=power_fill(power)))
        sheet.put(row, _COUNTED_FROM, None, DATA)
        series = summary.counts[power]
        for column in range(_COUNTED_FROM + 1, counts.last_column + 1):
            offset = column - _COUNTED_FROM
            text = f"={at(_FIRST + index, column)}-{at(_FIRST + index, column - 1)}"
            sheet.put(row, column, Formula(text, series[offset] - series[offset - 1]), FORMULA_SIGNED)
    if counts.columns > 1:
        first = at(head_row + 1, _COUNTED_FROM + 1)
        area = block(head_row + 1, _COUNTED_FROM + 1, head_row + counts.powers, counts.last_column)
        colour_signs(sheet, area, first)


def _add_chart(plan: WorkbookPlan, sheet: SheetWriter, counts: Counts, row: int) -> None:
    from tianshen.reports.workbook.chart import line_chart

    summary, names = plan.summary, plan.language.names
    chart = line_chart(
        plan.words("centres", "chart"),
        plan.words("centres", "year"),
        sheet.ref + block(_HEAD, _COUNTED_FROM, _HEAD, counts.last_column),
        [plan.words("centres", "start"), *(str(year) for year in summary.years)],
        [
            (
                names.power(power),
                sheet.ref + fixed(_FIRST + index, 1),
                sheet.ref + block(_FIRST + index, _COUNTED_FROM, _FIRST + index, counts.last_column),
                summary.counts[power],
                power,
            )
            for index, power in enumerate(summary.powers)
        ],
    )
    sheet.page.add_chart(chart, at(row, 1))
