"""The sheet of everything that was not the players' doing: decrees, lots, default decisions, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.notices import Level
from tianshen.record.turn_record import judge_notices
from tianshen.reports.cells.cell_style import DATA, DATA_MIDDLE, DATA_WRAPPED, HEAD, NUMBER
from tianshen.reports.cells.sheet_setup import add_table, colour_rows, set_page
from tianshen.writing.notice_text import notice_text
from tianshen.writing.turn_phrases import (
    adjusted_sentence,
    decree_sentences,
    lot_sentence,
    retreat_sentence,
    victory_sentence,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tianshen.judge.turn_result import TurnResult
    from tianshen.record.turn_record import TurnRecord
    from tianshen.reports.cells.sheet_writer import SheetWriter
    from tianshen.reports.workbook.workbook_plan import WorkbookPlan
    from tianshen.writing.language import Language

_HEADINGS = ("number", "turn", "kind", "content")
_BY_DEFAULT = ("heuristic", "distance", "lot")


def rulings_of(record: TurnRecord, language: Language) -> Iterator[tuple[str, str]]:
    """Return what was decided in a turn besides the orders: the kind of each decision, and its sentence."""
    result = record.result
    yield from _decrees(record, language)
    yield from (("default", sentence) for sentence in _default_sentences(result, language))
    for lot in result.lots:
        yield "lot", lot_sentence(result.before, lot, language)
    if result.victory is not None:
        yield "victory", victory_sentence(result.victory, language)


def _decrees(record: TurnRecord, language: Language) -> Iterator[tuple[str, str]]:
    """Return what the game master laid down, then what of it the rules refused."""
    result, decrees, moves = record.result, record.reading.orders.decrees, record.reading.orders.moves
    ordered = [province for province in decrees.ordered if province in moves]
    orders = {province: language.order(moves[province], result.before) for province in ordered}
    years = record.rules.options.stalemate_years
    for sentence in decree_sentences(decrees, result.before, orders, years, language):
        yield "decree", sentence
    for notice in judge_notices(result, record.reading):
        if notice.level is Level.ERROR:
            yield "refused", notice_text(notice, language)


def _default_sentences(result: TurnResult, language: Language) -> Iterator[str]:
    """Return the retreats and disbands for which the program decided, as nobody had."""
    for retreat in result.retreats:
        if retreat.by in _BY_DEFAULT:
            yield retreat_sentence(result, retreat, language)
    for adjusted in result.adjustments:
        if adjusted.by in _BY_DEFAULT and adjusted.unit is not None:
            yield adjusted_sentence(adjusted, language)


def write_rulings(plan: WorkbookPlan, sheet: SheetWriter) -> None:
    """Write the sheet as a table that can be filtered."""
    words, names, language = plan.words, plan.language.names, plan.language
    rows = [
        (names.turn(record.result.before.turn), kind, text)
        for record in plan.records
        for kind, text in rulings_of(record, language)
    ]
    rows = [*_commitments(plan), *rows]
    sheet.put_row(1, 1, words.column("rulings", *_HEADINGS), HEAD)
    for number, (turn, kind, text) in enumerate(rows, 1):
        sheet.put(number + 1, 1, number, NUMBER)
        sheet.put(number + 1, 2, turn, DATA)
        sheet.put(number + 1, 3, words("rulings", kind), DATA_MIDDLE)
        sheet.put(number + 1, 4, text, DATA_WRAPPED)
    if not rows:
        sheet.put(2, 4, words("rulings", "empty"), DATA_WRAPPED)
    last = max(len(rows) + 1, 2)
    add_table(sheet, "tianshen_rulings", 1, last, len(_HEADINGS))
    colour_rows(sheet, f"A2:D{last}", f'$C2="{words("rulings", "decree")}"', fill="FFE9C7")
    colour_rows(sheet, f"A2:D{last}", f'$C2="{words("rulings", "lot")}"', fill="E3EDF9")
    set_page(sheet, 1, 2)
    sheet.fit(given={1: 6, 2: 16, 3: 14, 4: 110})


def _commitments(plan: WorkbookPlan) -> list[tuple[str, str, str]]:
    """Return the commitment of the lots, and the secret once it is published."""
    records, language = plan.records, plan.language
    rows = []
    committed = next((record for record in records if record.commitment), None)
    if committed is not None:
        text = language.say("lots", "commitment", hash=committed.commitment)
        rows.append((language.names.turn(committed.result.before.turn), "commitment", text))
    revealed = next((record for record in reversed(records) if record.secret), None)
    if revealed is not None:
        text = language.say("lots", "secret", secret=revealed.secret)
        rows.append((language.names.turn(revealed.result.before.turn), "secret", text))
    return rows
