"""What the game master typed into a workbook: read back from the file, and whether the file was changed otherwise.

The program finds its own cells again by their headings and by the names in their rows, in any language, so that a
sheet may be sorted, moved or renamed. Beside the cells the file carries, as document properties, a digest of each
input's own value and of each sheet: what differs from them came from the game master.
"""

from __future__ import annotations

import hashlib
import io
import warnings
import zipfile
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from tianshen.reports.cells.cell_text import unstored
from tianshen.reports.workbook.input_layout import INPUT_TABLES, canonical_value, headings_of, input_key, row_name
from tianshen.reports.workbook.prints import cells_of, fingerprints, foreign_parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from openpyxl.cell.cell import Cell
    from openpyxl.workbook import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

    from tianshen.reports.workbook.input_layout import Headings, InputTable, Typed

PREFIX = "tianshen."
LARGEST = 200_000_000  # bytes, unpacked: far beyond any honest workbook
_ROWS_SEARCHED = 40  # a heading further down is none of ours
_ROWS_READ = 20_000

ChangeKind: TypeAlias = Literal["unreadable", "foreign", "sheet_added", "sheet_gone", "sheet_changed", "part", "input"]


@dataclass(frozen=True, slots=True)
class Change:
    """Something in the file that writing it anew would lose: its kind, and the sheet, part or input concerned."""

    kind: ChangeKind
    about: str = ""


@dataclass(frozen=True, slots=True)
class KeptInputs:
    """What the game master typed, by key (`overview.player/england`), and what else was changed in the file."""

    values: Mapping[str, Typed] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()

    @property
    def is_changed(self) -> bool:
        """Return whether the file holds something besides the inputs, so that it must be kept as a copy."""
        return bool(self.changes)

    def text(self, key: str) -> str | None:
        """Return what was typed there, as text; None for nothing."""
        value = self.values.get(key)
        return None if value is None else str(value)

    def number(self, key: str) -> int | float | None:
        """Return the number typed there; None for nothing, or for something that is no number."""
        value = self.values.get(key)
        return value if isinstance(value, (int, float)) else None


NOTHING_KEPT = KeptInputs()


def digest(text: str) -> str:
    """Return a short digest, for telling whether two texts are the same."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:20]


def base_mark(key: str) -> str:
    """Return the name of the property that holds the digest of an input's own value."""
    return f"{PREFIX}base.{digest(key)}"


def sheet_mark(title: str) -> str:
    """Return the name of the property that holds the digest of a sheet."""
    return f"{PREFIX}sheet.{digest(title)}"


def value_digest(value: Typed | None) -> str:
    """Return the digest of an input's value; whole numbers count the same however they are stored."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return digest("" if value is None else str(value))


def read_inputs(data: bytes) -> KeptInputs:
    """Return the inputs in a workbook that the program once wrote, and every change besides them.

    Never raises: a file that cannot be read as a workbook comes back as one change, `unreadable`; in one that the
    program did not write there is a change `foreign`.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl warns of everything that it does not know
            return _read(data)
    except Exception:  # whatever a broken or malicious file makes the library raise: the file is put aside
        return KeptInputs(changes=(Change("unreadable"),))


def _read(data: bytes) -> KeptInputs:
    import openpyxl

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > LARGEST:
            return KeptInputs(changes=(Change("unreadable"),))
        parts = foreign_parts(archive)
    book = openpyxl.load_workbook(io.BytesIO(data))
    properties = book.custom_doc_props.props  # type: ignore[attr-defined]
    marks = {prop.name: str(prop.value) for prop in properties if prop.name.startswith(PREFIX)}
    cells = find_inputs(book, marks)
    values, changes = _kept_values(cells, marks)
    if not marks:
        changes.insert(0, Change("foreign"))
    changes.extend(_sheet_changes(book, cells, marks))
    changes.extend(Change("part", part) for part in (*parts, *book.defined_names))
    return KeptInputs(values, tuple(changes))


def _kept_values(cells: Mapping[str, Cell], marks: Mapping[str, str]) -> tuple[dict[str, Typed], list[Change]]:
    """Return what was typed into the inputs, and the inputs in which something stands that cannot be meant."""
    values: dict[str, Typed] = {}
    changes = []
    for key, cell in cells.items():
        value = typed_in(cell)
        if value is None or marks.get(base_mark(key)) == value_digest(value):
            continue
        canonical = None if cell.data_type == "f" else canonical_value(key, value)
        if canonical is None:
            changes.append(Change("input", f"{cell.parent.title}!{cell.coordinate}"))
        else:
            values[key] = canonical
    return values, changes


def typed_in(cell: Cell) -> Typed | None:
    """Return what stands in a cell; None for nothing, or for nothing but blanks."""
    value = cell.value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    text = "" if value is None else unstored(str(value))  # a date or a truth value, too, comes back as text
    return text if text.strip() else None


def _sheet_changes(book: Workbook, cells: Mapping[str, Cell], marks: Mapping[str, str]) -> Iterator[Change]:
    if not marks:
        return
    prints = fingerprints(book, input_places(cells))
    for title, found in prints.items():
        mark = marks.get(sheet_mark(title))
        if mark != found:
            yield Change("sheet_changed" if mark else "sheet_added", title)
    known = {sheet_mark(title) for title in prints}
    yield from (Change("sheet_gone") for name in marks if name.startswith(f"{PREFIX}sheet.") and name not in known)


def input_places(cells: Mapping[str, Cell]) -> frozenset[tuple[str, str]]:
    """Return the sheet and the place of each input cell."""
    return frozenset((cell.parent.title, cell.coordinate) for cell in cells.values())


def find_inputs(book: Workbook, marks: Mapping[str, str]) -> dict[str, Cell]:
    """Every input cell of the program's own tables, by key; a key met again on the same sheet gets a number.

    Of two sheets with the same table that with a mark is taken: the other is a copy of the game master's.
    """
    found: dict[str, Cell] = {}
    for page in sorted(book.worksheets, key=lambda page: sheet_mark(page.title) not in marks):
        for table in INPUT_TABLES:
            seen: Counter[str] = Counter()
            here: dict[str, Cell] = {}
            for key, cell in _inputs_of(page, table):
                seen[key] += 1
                here[key if seen[key] == 1 else f"{key}#{seen[key]}"] = cell
            if not here.keys() & found.keys():
                found |= here
    return found


def _inputs_of(page: Worksheet, table: InputTable) -> Iterator[tuple[str, Cell]]:
    rows: dict[int, dict[str, int]] = {}
    for cell in cells_of(page):
        if cell.row <= _ROWS_SEARCHED and isinstance(cell.value, str):
            rows.setdefault(cell.row, {})[unstored(cell.value)] = cell.column
    for row, columns in rows.items():
        for headings in headings_of(table):
            if all(name in columns for name in headings.all):
                yield from _below(page, table, headings, row, columns)
                return


def _below(
    page: Worksheet, table: InputTable, headings: Headings, top: int, columns: Mapping[str, int]
) -> Iterator[tuple[str, Cell]]:
    for row in range(top + 1, min(page.max_row, _ROWS_READ) + 1):
        texts = [page.cell(row, columns[name]).value for name in headings.keys]
        name = row_name(table, ["" if text is None else unstored(str(text)) for text in texts])
        if name is None:
            continue
        for column, heading in zip(table.inputs, headings.inputs, strict=True):
            if heading in columns:
                yield input_key(table.section, column, name), cast("Cell", page.cell(row, columns[heading]))
