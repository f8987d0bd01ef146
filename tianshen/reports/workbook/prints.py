"""Digests of what the program wrote into a workbook, to tell later what the game master changed besides the inputs.

They are made of what a spreadsheet program keeps when it saves a file that nobody changed: texts, numbers, formulas,
fills, marks of the font. Widths, heights and the wording of the file are left aside.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, cast

from tianshen.reports.cells.cell_text import unstored

if TYPE_CHECKING:
    import zipfile
    from collections.abc import Iterator

    from openpyxl.cell.cell import Cell
    from openpyxl.chart._chart import ChartBase
    from openpyxl.workbook import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

_KNOWN_PARTS = re.compile(
    r"\[Content_Types\]\.xml|_rels/\.rels|docProps/(core|app|custom)\.xml|docProps/thumbnail\.\w+"
    r"|docMetadata/LabelInfo\.xml|xl/(workbook|styles|sharedStrings|calcChain|metadata)\.xml"
    r"|xl/_rels/workbook\.xml\.rels|xl/theme/theme\d+\.xml|xl/worksheets/(_rels/)?sheet\d+\.xml(\.rels)?"
    r"|xl/tables/table\d+\.xml|xl/drawings/(_rels/)?drawing\d+\.xml(\.rels)?"
    r"|xl/charts/(_rels/)?(chart|style|colors)\d+\.xml(\.rels)?|xl/printerSettings/printerSettings\d+\.bin"
    r"|xl/persons/person\d*\.xml"
)
_DRAWN = (b"<xdr:sp>", b"<xdr:sp ", b"<xdr:pic", b"<xdr:cxnSp", b"<xdr:grpSp")
_DRAWING = re.compile(r"xl/drawings/drawing\d+\.xml")
_SHEET = re.compile(r"xl/worksheets/sheet\d+\.xml")


def foreign_parts(archive: zipfile.ZipFile) -> list[str]:
    """Return the parts of a workbook that the program never writes: pictures, shapes, macros, comments."""
    found = []
    for name in archive.namelist():
        drawn = _DRAWING.fullmatch(name) and any(mark in archive.read(name) for mark in _DRAWN)
        sparks = _SHEET.fullmatch(name) and b"sparkline" in archive.read(name)
        if drawn or sparks or not (name.endswith("/") or _KNOWN_PARTS.fullmatch(name)):
            found.append(name)
    return found


def fingerprints(book: Workbook, inputs: frozenset[tuple[str, str]]) -> dict[str, str]:
    """Return a digest of each sheet by its name, without the texts of the `inputs`, given by sheet and cell."""
    return {page.title: _print_of(page, inputs) for page in book.worksheets}


def _print_of(page: Worksheet, inputs: frozenset[tuple[str, str]]) -> str:
    digest = hashlib.sha256()
    for line in _lines(page, inputs):
        digest.update(line.encode("utf-8", "surrogatepass") + b"\n")
    return digest.hexdigest()[:20]


def _lines(page: Worksheet, inputs: frozenset[tuple[str, str]]) -> Iterator[str]:
    yield from _cell_lines(page, inputs)
    yield from sorted(f"merged {area.coord}" for area in page.merged_cells.ranges)
    yield from sorted(f"table {table.displayName} {table.ref}" for table in page.tables.values())
    hidden = [*page.column_dimensions.items(), *page.row_dimensions.items()]
    yield from sorted(f"hidden {name}" for name, dimension in hidden if dimension.hidden)
    yield from sorted(_colourings(page))
    yield from sorted({f"check {rule.type} {rule.formula1}" for rule in page.data_validations.dataValidation})
    yield from (f"chart {_chart(chart)}" for chart in page._charts)  # type: ignore[attr-defined]
    yield f"state {page.sheet_state}"


def _cell_lines(page: Worksheet, inputs: frozenset[tuple[str, str]]) -> Iterator[str]:
    for cell in cells_of(page):
        text = "" if (page.title, cell.coordinate) in inputs else _content(cell)
        dress = _dress(cell)
        if text or dress:
            yield f"{cell.coordinate} {text} {dress}"


def _colourings(page: Worksheet) -> Iterator[str]:
    for area in page.conditional_formatting:
        for rule in area.rules:
            yield f"colour {area.sqref} {rule.type} {_plain_formula(str(rule.formula))}"


def _chart(chart: ChartBase) -> str:
    """Its kind, and where its numbers stand."""
    places = [_plain_formula(str(getattr(getattr(line.val, "numRef", None), "f", ""))) for line in chart.series]
    return f"{type(chart).__name__} {places}"


def _plain_formula(text: str) -> str:
    """Return a formula without quotes and blanks: programs write the names of sheets with or without them."""
    return re.sub(r"['\s]", "", text).upper()


def cells_of(page: Worksheet) -> list[Cell]:
    """Return the cells that are there, row by row.

    Taken from the sheet's own store: asked for by rows and columns, a sheet with one cell in its last corner would
    give seventeen thousand million.
    """
    return [cast("Cell", cell) for _, cell in sorted(page._cells.items())]


def _content(cell: Cell) -> str:
    value = cell.value
    if value is None or value == "":
        return ""
    if cell.data_type == "f":
        return "=" + _plain_formula(str(getattr(value, "text", value))).lstrip("=")
    if isinstance(value, (int, float)):
        return f"{float(value)!r}"
    return "'" + unstored(str(value))


def _dress(cell: Cell) -> str:
    if not cell.has_style:
        return ""
    fill, font = cell.fill, cell.font
    marks = "".join(mark for mark, has in (("b", font.b), ("i", font.i), ("u", font.u), ("s", font.strike)) if has)
    ink = str(font.color.rgb) if font.color is not None and font.color.type == "rgb" else ""
    ground = str(fill.fgColor.rgb) if fill.fill_type == "solid" and fill.fgColor.type == "rgb" else ""
    return f"{marks} {ink[-6:]} {ground[-6:]}".strip()
