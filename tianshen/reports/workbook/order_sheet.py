"""The sheet of orders: every order of the game, retreats and adjustments too, one row each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tianshen.judge.ruling import Overcome
from tianshen.model.orders import Build, RetreatList
from tianshen.reports.cells.cell_style import DATA, DATA_MIDDLE, DATA_WRAPPED, HEAD, NUMBER, Look, LookPart
from tianshen.reports.cells.sheet_setup import BAD, GOOD, add_table, colour_rows, set_page
from tianshen.reports.workbook.centres import power_fill
from tianshen.writing.phrases import more_sentences, outcome_word, reason_sentence
from tianshen.writing.turn_phrases import adjusted_sentence, retreat_entry, retreat_sentence, waived_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tianshen.judge.ruling import Ruling
    from tianshen.judge.turn_result import Adjusted, Retreat
    from tianshen.model.position import Power
    from tianshen.model.turns import Turn
    from tianshen.record.turn_record import TurnRecord
    from tianshen.reports.cells.sheet_writer import SheetWriter
    from tianshen.reports.workbook.workbook_plan import WorkbookPlan
    from tianshen.reports.workbook.workbook_words import WorkbookWords
    from tianshen.writing.language import Language

_HEADINGS = (
    *("number", "turn", "step", "power", "player", "unit", "order", "words", "outcome", "reason", "clause"),
    "works",
)
_WIDTHS = {1: 6, 2: 13, 3: 7, 4: 9, 5: 14, 6: 20, 7: 36, 8: 32, 9: 14, 10: 54, 11: 18, 12: 7}


@dataclass(frozen=True, slots=True)
class OrderRow:
    """One order of the game in words. `words` are the player's own; `good` tells whether it was carried out."""

    turn: Turn
    step: Literal["moves", "retreats", "adjustments"]
    power: Power
    unit: str
    order: str
    words: str
    outcome: str
    reason: str
    clause: str
    good: bool


def order_rows(record: TurnRecord, language: Language, words: WorkbookWords) -> list[OrderRow]:
    """Every order of a turn, the powers in the map's sequence within each step."""
    rank = {power: index for index, power in enumerate(record.board.powers)}
    rows = [*_moves(record, language, words), *_retreats(record, language, words)]
    rows.sort(key=lambda row: (row.step == "retreats", rank[row.power]))
    return [*rows, *_adjustments(record, language, words)]


def _moves(record: TurnRecord, language: Language, words: WorkbookWords) -> Iterator[OrderRow]:
    result, given = record.result, record.reading.given_moves
    for province, ruling in result.rulings.items():
        own = given.get(province)
        reason = [reason_sentence(result, ruling, language, subject=False)]
        reason += more_sentences(result, ruling, language, subject=False)
        order = words("orders", "none") if ruling.order is None else language.order(ruling.order, result.before)
        yield OrderRow(
            result.before.turn,
            "moves",
            ruling.unit.power,
            language.names.unit(ruling.unit),
            order,
            own.text if own else "",
            _outcome(record, ruling, language, words),
            language.together(reason),
            language.clause(ruling.reason.code),
            ruling.order is not None and ruling.succeeds and ruling.dislodged_by is None,
        )


def _outcome(record: TurnRecord, ruling: Ruling, language: Language, words: WorkbookWords) -> str:
    word = outcome_word(record.result, ruling, language)
    if ruling.dislodged_by is None or isinstance(ruling.reason, Overcome):
        return word
    return words("orders", "dislodged", outcome=word)


def _retreats(record: TurnRecord, language: Language, words: WorkbookWords) -> Iterator[OrderRow]:
    result = record.result
    lists = {given.order.unit: given for given in record.reading.given if isinstance(given.order, RetreatList)}
    for retreat in result.retreats:
        given = lists.get(retreat.unit.province)
        wanted = record.reading.orders.retreats.get(retreat.unit.province)
        entries = [retreat_entry(entry, language) for entry in wanted.entries] if wanted else []
        outcome = words("orders", "disbanded")
        if retreat.to is not None:
            outcome = words("orders", "retreated", to=language.names.location(retreat.to))
        yield OrderRow(
            result.before.turn,
            "retreats",
            retreat.unit.power,
            language.names.unit(retreat.unit),
            language.names.join(entries) or words("orders", "none"),
            given.text if given else "",
            outcome,
            retreat_sentence(result, retreat, language),
            _retreat_clause(retreat, language),
            retreat.to is not None,
        )


def _retreat_clause(retreat: Retreat, language: Language) -> str:
    if retreat.by == "decree":
        return ""
    code = {"forced": retreat.forced_why, "heuristic": f"heuristic_{retreat.criterion}"}.get(retreat.by, retreat.by)
    return language.clause(f"retreat_{code}")


def _adjustments(record: TurnRecord, language: Language, words: WorkbookWords) -> Iterator[OrderRow]:
    waived: dict[Power, int] = {}
    for adjusted in record.result.adjustments:
        if adjusted.unit is None:
            waived[adjusted.power] = waived.get(adjusted.power, 0) + 1
            continue
        code = {"build": "built"}.get(adjusted.kind, "disbanded")
        yield OrderRow(
            record.result.before.turn,
            "adjustments",
            adjusted.power,
            language.names.unit(adjusted.unit),
            words("orders", code),
            _entry_words(record, adjusted),
            words("orders", code),
            adjusted_sentence(adjusted, language),
            _adjustment_clause(adjusted, language),
            adjusted.kind == "build",
        )
    for power, count in waived.items():
        yield OrderRow(
            record.result.before.turn,
            "adjustments",
            power,
            "",
            words("orders", "waived"),
            "",
            words("orders", "waived"),
            waived_sentence(record.board, record.result.position, power, count, language),
            language.clause("waive"),
            False,
        )


def _entry_words(record: TurnRecord, adjusted: Adjusted) -> str:
    """Return the player's words for a build or disband; disband lists name units by where they stood before."""
    if adjusted.kind != "build":
        return ""
    mine = [given for given in record.reading.given if given.power == adjusted.power and isinstance(given.order, Build)]
    return next((given.text for given in mine if str(given.order) == str(adjusted.unit)), "")


def _adjustment_clause(adjusted: Adjusted, language: Language) -> str:
    if adjusted.by == "decree":
        return ""
    if adjusted.kind == "build":
        return language.clause("build")
    code = f"heuristic_{adjusted.criterion}" if adjusted.by == "heuristic" else adjusted.by
    return language.clause(f"disband_{code}")


def write_orders(plan: WorkbookPlan, sheet: SheetWriter) -> None:
    """Write the sheet as a table that can be filtered."""
    words = plan.words
    sheet.put_row(1, 1, words.column("orders", *_HEADINGS), HEAD)
    rows = [row for record in plan.records for row in order_rows(record, plan.language, words)]
    for number, row in enumerate(rows, 1):
        _write_row(plan, sheet, number, row)
    last = len(rows) + 1
    add_table(sheet, "tianshen_orders", 1, last, len(_HEADINGS))
    for mark, ink in (("good", GOOD), ("bad", BAD)):
        colour_rows(sheet, f"I2:I{max(last, 2)}", f'$L2="{words("workbook", mark)}"', ink=ink)
    set_page(sheet, 1, 2)
    sheet.fit(given=_WIDTHS)


def _write_row(plan: WorkbookPlan, sheet: SheetWriter, number: int, row: OrderRow) -> None:
    words = plan.words
    seats = plan.summary.seats[row.power]
    player = next((plan.player(seat) for seat in seats if seat.holds(row.turn)), "")
    sheet.put(number + 1, 1, number, NUMBER)
    sheet.put(number + 1, 2, plan.language.names.turn(row.turn), DATA)
    sheet.put(number + 1, 3, words("orders", row.step), DATA_MIDDLE)
    sheet.put(number + 1, 4, plan.language.names.power(row.power), Look(LookPart.DATA, fill=power_fill(row.power)))
    sheet.put(number + 1, 5, player or None, DATA)
    sheet.put_row(number + 1, 6, [row.unit or None, row.order, row.words or None], DATA_WRAPPED)
    sheet.put(number + 1, 9, row.outcome, DATA_MIDDLE)
    sheet.put_row(number + 1, 10, [row.reason, row.clause or None], DATA_WRAPPED)
    sheet.put(number + 1, 12, words("workbook", "good" if row.good else "bad"), DATA_MIDDLE)
