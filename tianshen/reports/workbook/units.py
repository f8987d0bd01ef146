"""The sheet of units: how many each power has, and where all of them stand now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.model.position import ARMY, FLEET
from tianshen.reports.cells.cell_style import (
    DATA,
    DATA_MIDDLE,
    FORMULA_NUMBER,
    FORMULA_SIGNED,
    HEAD,
    SUM_NUMBER,
    SUM_TEXT,
    Look,
    LookPart,
)
from tianshen.reports.cells.sheet_setup import colour_signs, column_area, set_page
from tianshen.reports.cells.sheet_writer import Formula, SheetWriter, at
from tianshen.reports.workbook.centres import power_fill

if TYPE_CHECKING:
    from tianshen.model.position import Power, Unit, UnitKind
    from tianshen.reports.workbook.centres import Counts
    from tianshen.reports.workbook.workbook_plan import WorkbookPlan

_LIST = ("power", "player", "kind", "place", "ground", "centre", "owner", "state")  # the last only where needed
_TALLY = ("power", "armies", "fleets", "total", "owned", "balance")
_TALLY_FROM = len(_LIST) + 2
_KINDS: tuple[tuple[UnitKind, str], ...] = ((ARMY, "army"), (FLEET, "fleet"))


def write_units(plan: WorkbookPlan, sheet: SheetWriter, counts: Counts) -> None:
    """Write the sheet: the units on the left, the tally of each power on the right."""
    words, summary = plan.words, plan.summary
    position = summary.position
    retreating = [item.unit for item in position.dislodged]
    sheet.put_row(1, 1, words.column("units", *(_LIST if retreating else _LIST[:-1])), HEAD)
    units = [unit for power in summary.powers for unit in position.units_of(power)] + retreating
    for row, unit in enumerate(units, 2):
        _write_unit(plan, sheet, row, unit)
        if unit in retreating:
            sheet.put(row, len(_LIST), words("units", "retreating"), DATA_MIDDLE)
    last = max(len(units) + 1, 2)
    sheet.put_row(1, _TALLY_FROM, words.column("units", *_TALLY), HEAD)
    for index, power in enumerate(summary.powers):
        _write_tally(plan, sheet, counts, index + 2, last, power)
    _write_sum(plan, sheet, len(summary.powers) + 2)
    balance = _TALLY_FROM + 5
    colour_signs(sheet, column_area(2, balance, len(summary.powers) + 1), at(2, balance))
    set_page(sheet, 1, 1)
    sheet.fit(narrowest=8, widest=24)


def _write_unit(plan: WorkbookPlan, sheet: SheetWriter, row: int, unit: Unit) -> None:
    words, names, summary = plan.words, plan.language.names, plan.summary
    facts = summary.facts.board.provinces[unit.province]
    owner = summary.position.centres.get(unit.province)
    sheet.put(row, 1, names.power(unit.power), Look(LookPart.DATA, fill=power_fill(unit.power)))
    sheet.put(row, 2, plan.player(summary.seats[unit.power][-1]) or None, DATA)
    sheet.put(row, 3, words("units", "army" if unit.kind == ARMY else "fleet"), DATA_MIDDLE)
    sheet.put(row, 4, names.location(unit.at), DATA)
    sheet.put(row, 5, words("units", facts.ground), DATA_MIDDLE)
    sheet.put(row, 6, words("workbook", "good") if facts.is_centre else None, DATA_MIDDLE)
    owned = names.power(owner) if owner else words("workbook", "neutral")
    sheet.put(row, 7, owned if facts.is_centre else None, DATA_MIDDLE)


def _write_tally(plan: WorkbookPlan, sheet: SheetWriter, counts: Counts, row: int, last: int, power: Power) -> None:
    words, summary = plan.words, plan.summary
    standing: list[UnitKind] = [unit.kind for unit in summary.position.units_of(power)]
    standing += [item.unit.kind for item in summary.position.dislodged if item.unit.power == power]
    name = "$" + at(row, _TALLY_FROM)
    sheet.put(row, _TALLY_FROM, plan.language.names.power(power), Look(LookPart.DATA, fill=power_fill(power)))
    for offset, (kind, word) in enumerate(_KINDS, 1):
        text = f'=COUNTIFS($A$2:$A${last},{name},$C$2:$C${last},"{words("units", word)}")'
        sheet.put(row, _TALLY_FROM + offset, Formula(text, standing.count(kind)), FORMULA_NUMBER)
    armies, fleets, total, owned = (at(row, _TALLY_FROM + offset) for offset in range(1, 5))
    found = f"=INDEX({counts.table},MATCH({name},{counts.names},0),COLUMNS({counts.table}))"
    sheet.put(row, _TALLY_FROM + 3, Formula(f"={armies}+{fleets}", len(standing)), FORMULA_NUMBER)
    sheet.put(row, _TALLY_FROM + 4, Formula(found, summary.centres(power)), FORMULA_NUMBER)
    balance = Formula(f"={owned}-{total}", summary.centres(power) - len(standing))
    sheet.put(row, _TALLY_FROM + 5, balance, FORMULA_SIGNED)


def _write_sum(plan: WorkbookPlan, sheet: SheetWriter, row: int) -> None:
    position = plan.summary.position
    kinds = [unit.kind for unit in position.units.values()] + [item.unit.kind for item in position.dislodged]
    owned = sum(plan.summary.centres(power) for power in plan.summary.powers)
    values = [kinds.count(ARMY), kinds.count(FLEET), len(kinds), owned, owned - len(kinds)]
    sheet.put(row, _TALLY_FROM, plan.words("units", "sum"), SUM_TEXT)
    for column, value in enumerate(values, _TALLY_FROM + 1):
        rows = f"{at(2, column)}:{at(row - 1, column)}"
        sheet.put(row, column, Formula(f"=SUM({rows})", value), SUM_NUMBER)
