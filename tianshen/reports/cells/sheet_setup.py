"""What a sheet has besides its cells: print set-up, frozen panes, tables, conditional colours, checks of inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.reports.cells.sheet_writer import at, block, letter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.reports.cells.sheet_writer import SheetWriter

GOLD = "FFE08A"
DEAD = "DADCE0"
GOOD = "1D7A3A"
BAD = "B3261E"
_LOW, _HIGH = "FFFFFF", "8FB8DE"
_A4 = 9


def set_page(
    sheet: SheetWriter, head_row: int, key_columns: int, *, landscape: bool = True, one_page: bool = False
) -> None:
    """Freezes the rows down to the heading and the key columns; prints one page wide with the heading on each page.

    With `one_page` the whole sheet is brought onto one page.
    """
    from openpyxl.worksheet.properties import PageSetupProperties

    page = sheet.page
    page.freeze_panes = at(head_row + 1, key_columns + 1)
    page.page_setup.orientation = "landscape" if landscape else "portrait"
    page.page_setup.paperSize = _A4
    page.page_setup.fitToWidth = 1
    page.page_setup.fitToHeight = 1 if one_page else 0
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    page.print_title_rows = f"{head_row}:{head_row}"
    page.print_options.horizontalCentered = True
    page.page_margins.left = page.page_margins.right = 0.4
    page.page_margins.top = page.page_margins.bottom = 0.7
    page.page_margins.header = page.page_margins.footer = 0.3
    page.oddFooter.center.text = "&A   &P / &N"  # type: ignore[union-attr]
    page.sheet_view.showGridLines = False


def add_table(sheet: SheetWriter, name: str, head_row: int, last_row: int, columns: int) -> None:
    """Make a block with a heading a table that can be sorted and filtered; its name is unique in the workbook."""
    from openpyxl.worksheet.table import Table, TableStyleInfo

    table = Table(displayName=name, ref=f"{at(head_row, 1)}:{at(max(last_row, head_row + 1), columns)}")
    table.tableStyleInfo = TableStyleInfo(name="TableStyleLight1", showRowStripes=True)
    sheet.page.add_table(table)


def colour_rows(
    sheet: SheetWriter, area: str, formula: str, *, fill: str | None = None, ink: str | None = None
) -> None:
    """Colours the cells of an area where the formula, written for its first cell, is true."""
    from openpyxl.formatting.rule import FormulaRule
    from openpyxl.styles import Font, PatternFill

    rule = FormulaRule(  # type: ignore[no-untyped-call]
        formula=[formula],
        fill=PatternFill(bgColor=fill, fill_type="solid") if fill else None,
        font=Font(color=ink) if ink else None,
    )
    sheet.page.conditional_formatting.add(area.replace("$", ""), rule)


def colour_scale(sheet: SheetWriter, area: str) -> None:
    """Shades the numbers of an area from few to many."""
    from openpyxl.formatting.rule import ColorScaleRule

    rule = ColorScaleRule(  # type: ignore[no-untyped-call]
        start_type="num", start_value=0, start_color=_LOW, end_type="max", end_color=_HIGH
    )
    sheet.page.conditional_formatting.add(area.replace("$", ""), rule)


def colour_signs(sheet: SheetWriter, area: str, first: str) -> None:
    """Colours gains and losses."""
    colour_rows(sheet, area, f"{first}>0", ink=GOOD)
    colour_rows(sheet, area, f"{first}<0", ink=BAD)


def allow_list(sheet: SheetWriter, area: str, choices: Sequence[str]) -> None:
    """Lets an input take one of the choices, or nothing; they hold no comma and no quotation mark."""
    from openpyxl.worksheet.datavalidation import DataValidation

    rule = DataValidation(type="list", formula1='"' + ",".join(choices) + '"', allow_blank=True, showErrorMessage=True)
    rule.add(area.replace("$", ""))
    sheet.page.add_data_validation(rule)


def allow_number(sheet: SheetWriter, area: str, least: int, most: int, *, whole: bool) -> None:
    """Lets an input take a number within bounds, or nothing."""
    from openpyxl.worksheet.datavalidation import DataValidation

    rule = DataValidation(
        type="whole" if whole else "decimal",
        operator="between",
        formula1=str(least),
        formula2=str(most),
        allow_blank=True,
        showErrorMessage=True,
    )
    rule.add(area.replace("$", ""))
    sheet.page.add_data_validation(rule)


def column_area(first_row: int, column: int, last_row: int) -> str:
    """Return the cells of one column."""
    return block(first_row, column, last_row, column)


def print_columns(sheet: SheetWriter, last_row: int, last_column: int) -> None:
    """Print only the columns up to that one."""
    sheet.page.print_area = f"A1:{letter(last_column)}{last_row}"
