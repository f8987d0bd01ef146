"""The workbook of a game: pure bytes, the same for the same game on every run.

openpyxl is imported only when a workbook is made. What the game master typed into an earlier one comes in as
`KeptInputs` (see `inputs.read_inputs`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.reports.cells.cell_style import Styles
from tianshen.reports.cells.pack import packed
from tianshen.reports.cells.sheet_writer import BookWriter, InputCells
from tianshen.reports.workbook.centres import lay_counts, write_counts, write_ownership
from tianshen.reports.workbook.inputs import (
    NOTHING_KEPT,
    base_mark,
    find_inputs,
    input_places,
    sheet_mark,
    value_digest,
)
from tianshen.reports.workbook.notes import write_notes
from tianshen.reports.workbook.order_sheet import write_orders
from tianshen.reports.workbook.overview import write_overview
from tianshen.reports.workbook.parameters import lay_parameters, write_parameters
from tianshen.reports.workbook.prints import fingerprints
from tianshen.reports.workbook.rulings import write_rulings
from tianshen.reports.workbook.units import write_units
from tianshen.reports.workbook.workbook_plan import WorkbookPlan, settings_of, typed_values
from tianshen.reports.workbook.workbook_words import load_workbook_words
from tianshen.writing.language import Language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.record.turn_record import TurnRecord
    from tianshen.reports.workbook.inputs import KeptInputs
    from tianshen.reports.workbook.summary import GameSummary
    from tianshen.reports.workbook.workbook_words import WorkbookWords

_SHEETS = ("overview", "centres", "ownership", "orders", "units", "rulings", "parameters", "notes")
_PARAMETERS = ("winning", "first_year", "last_year", "counts", "allied_rank")


def build_workbook(
    summary: GameSummary,
    records: Sequence[TurnRecord],
    *,
    lang: str = "zh",
    name_set: str = "house",
    kept: KeptInputs = NOTHING_KEPT,
) -> bytes:
    """Return the workbook of a game up to its last record, with what the game master typed earlier."""
    words = load_workbook_words(lang)
    book = start_book(words, kept)
    language = Language(lang, name_set, summary.facts.board.name, summary.facts.rules)
    plan = WorkbookPlan(book, summary, records, words, language, settings_of(summary, kept))
    sheets = {name: book.add(words("sheets", name)) for name in _SHEETS}
    parameters = lay_parameters(sheets["parameters"], plan.settings, _PARAMETERS)
    counts = lay_counts(sheets["centres"], summary)
    write_overview(plan, sheets["overview"], parameters, counts)
    write_counts(plan, sheets["centres"], counts, sheets["ownership"])
    write_ownership(plan, sheets["ownership"])
    write_orders(plan, sheets["orders"])
    write_units(plan, sheets["units"], counts)
    write_rulings(plan, sheets["rulings"])
    write_parameters(plan, sheets["parameters"], parameters, counts.years)
    write_notes(plan, sheets["notes"])
    return finish_book(book)


def start_book(words: WorkbookWords, kept: KeptInputs) -> BookWriter:
    """Return an empty workbook in which every cell has the language's font."""
    import openpyxl

    workbook = openpyxl.Workbook()
    workbook.remove(workbook.worksheets[0])
    workbook.properties.creator = "tianshen"
    workbook.calculation.fullCalcOnLoad = True
    return BookWriter(workbook, Styles(words("workbook", "font")), InputCells(typed_values(kept, words)))


def finish_book(book: BookWriter) -> bytes:
    """Return the workbook as a file, with values beside its formulas and the marks by which changes are seen later."""
    from openpyxl.packaging.custom import StringProperty

    workbook = book.workbook
    marks = {base_mark(key): value_digest(value) for key, value in book.ledger.own.items()}
    prints = fingerprints(workbook, input_places(find_inputs(workbook, {})))
    marks |= {sheet_mark(title): found for title, found in prints.items()}
    for name, value in marks.items():
        workbook.custom_doc_props.append(StringProperty(name=name, value=value))  # type: ignore[attr-defined]
    return packed(workbook, [sheet.cached for sheet in book.sheets])
