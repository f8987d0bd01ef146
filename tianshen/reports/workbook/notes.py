"""The last sheet: what the colours and columns mean, what could not be written as it was, and room for notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.reports.cells.cell_style import DATA, DATA_WRAPPED, FORMULA_FILL, HEAD, INPUT, INPUT_FILL, Look, LookPart
from tianshen.reports.cells.sheet_setup import set_page
from tianshen.reports.workbook.input_layout import MEMOS, input_key, input_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.reports.cells.cell_text import Fault
    from tianshen.reports.cells.sheet_writer import BookWriter, CellComment, SheetWriter
    from tianshen.reports.workbook.workbook_plan import WorkbookPlan
    from tianshen.reports.workbook.workbook_words import WorkbookWords

_CELLS_NAMED = 5
_LEGEND = (("input", INPUT_FILL), ("formula", FORMULA_FILL), ("helpers", None), ("data", None), ("own", None))


def write_notes(plan: WorkbookPlan, sheet: SheetWriter) -> None:
    """Write the sheet; must be the last to be written, for it tells what the other cells could not hold."""
    words, facts = plan.words, plan.summary.facts
    rows = [
        (words("notes", "game"), facts.name),
        (words("notes", "rules"), facts.rules.title),
        *((words("notes", key), words("notes", f"{key}_note")) for key in ("results", "rank")),
    ]
    if plan.has_draw:
        rows.append((words("notes", "in_draw"), words("notes", "in_draw_note")))
    put_notes(sheet, plan.book, words, [*rows, *system_notes(words, plan.settings.systems)])


def system_notes(words: WorkbookWords, systems: Sequence[str]) -> list[tuple[str, str]]:
    """Return a sentence for each scoring system."""
    return [
        (words("notes", "scoring", system=words.system(system)), words(f"systems.{system}", "text"))
        for system in systems
    ]


def put_notes(sheet: SheetWriter, book: BookWriter, words: WorkbookWords, rows: Sequence[tuple[str, str]]) -> None:
    """Write the notes, the legend of the colours, what cells could not hold, and the game master's own lines."""
    sheet.put_row(1, 1, words.column("notes", "topic", "text"), HEAD)
    row = 2
    for topic, text in rows:
        sheet.put(row, 1, topic, DATA)
        sheet.put(row, 2, text, DATA_WRAPPED)
        row += 1
    for key, fill in _LEGEND:
        sheet.put(row, 1, words("notes", f"{key}_topic"), Look(LookPart.DATA, fill=fill))
        sheet.put(row, 2, words("notes", key), DATA_WRAPPED)
        row += 1
    names = input_labels(words)
    for number in range(1, MEMOS + 1):
        sheet.put(row, 1, names[f"memo/{number}"], DATA)
        sheet.put_input(row, 2, input_key("notes", "text", f"memo/{number}"), None, INPUT)
        row += 1
    for text in cleaned_notes(words, book.remarks):
        sheet.put(row, 1, words("notes", "cleaned"), DATA)
        sheet.put(row, 2, text, DATA_WRAPPED)
        row += 1
    set_page(sheet, 1, 1, landscape=False)
    sheet.fit(given={2: 88})


def cleaned_notes(words: WorkbookWords, remarks: Sequence[CellComment]) -> list[str]:
    """Return a line for each sheet and kind of text that cells could not hold, with the first cells."""
    places: dict[tuple[str, Fault], list[str]] = {}
    for remark in remarks:
        places.setdefault((remark.sheet, remark.fault), []).append(remark.cell)
    lines = []
    for (sheet, fault), cells in places.items():
        where = words("notes", "cells", sheet=sheet, cells=" ".join(cells[:_CELLS_NAMED]), count=str(len(cells)))
        lines.append(words("notes", fault, where=where))
    return lines
