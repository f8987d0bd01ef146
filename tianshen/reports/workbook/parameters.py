"""The sheet of parameters: every number of the scoring that a game master may change, one a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tianshen.reports.cells.cell_style import (
    DATA,
    DATA_WRAPPED,
    FORMULA_NUMBER,
    HEAD,
    INPUT_MIDDLE,
    INPUT_NUMBER,
    NUMBER,
)
from tianshen.reports.cells.sheet_setup import allow_list, allow_number, column_area, set_page
from tianshen.reports.cells.sheet_writer import Formula, SheetWriter, fixed
from tianshen.reports.scoring.scores import default_rates
from tianshen.reports.workbook.input_layout import input_key, input_labels

if TYPE_CHECKING:
    from tianshen.reports.cells.sheet_writer import Plain
    from tianshen.reports.workbook.workbook_plan import Settings, WorkbookPlan
    from tianshen.reports.workbook.workbook_words import WorkbookWords

_HEAD_ROW = 1
_NAME, _VALUE, _PLACE, _NOTE = range(1, 5)


@dataclass(frozen=True, slots=True)
class Parameters:
    """Where the parameters stand: the row of each by its name (`winning`, `place/carnage/1`)."""

    ref: str
    rows: dict[str, int]

    def cell(self, name: str) -> str:
        """Return an absolute reference to a parameter's value, from any sheet."""
        return self.ref + fixed(self.rows[name], _VALUE)

    def places(self, system: str) -> str:
        """Return the place points of a system."""
        return self._run(system, _VALUE)

    def positions(self, system: str) -> str:
        """Return the numbers 1, 2, 3 … beside the place points of a system."""
        return self._run(system, _PLACE)

    def _run(self, system: str, column: int) -> str:
        rows = [row for name, row in self.rows.items() if name.startswith(f"place/{system}/")]
        return self.ref + column_area(min(rows), column, max(rows))


def lay_parameters(sheet: SheetWriter, settings: Settings, first: tuple[str, ...]) -> Parameters:
    """Where the parameters will stand: the general ones of that name first, then those of each system shown."""
    names = [*first]
    for system in settings.rated:
        names.extend(rate_names(system, settings))
    return Parameters(sheet.ref, {name: _HEAD_ROW + 1 + index for index, name in enumerate(names)})


def rate_names(system: str, settings: Settings) -> list[str]:
    """Return the names of the numbers of a system."""
    names = [f"solo/{system}"] if default_rates()[system].solo else []
    return names + [f"place/{system}/{place}" for place in range(1, len(settings.rates[system].places) + 1)]


def write_parameters(plan: WorkbookPlan, sheet: SheetWriter, parameters: Parameters, years: str) -> None:
    """Write the sheet of a game's workbook; `years` is the reference to the headings of the settled years."""
    words, summary, settings = plan.words, plan.summary, plan.settings
    titles = [words.system(system) for system in settings.systems]
    start_parameters(sheet, words)
    put_parameter(sheet, parameters, words, "winning", summary.facts.rules.options.solo_centres)
    put_parameter(sheet, parameters, words, "first_year", summary.first_year)
    last_year = Formula(f"=MAX({parameters.cell('first_year')},{years})", plan.standing().last_year)
    row = parameters.rows["last_year"]
    sheet.put(row, _NAME, words("parameters", "last_year"), DATA)
    sheet.put(row, _VALUE, last_year, FORMULA_NUMBER)
    sheet.put_row(row, _PLACE, [None, words("parameters", "last_year_note")], DATA_WRAPPED)
    put_parameter(sheet, parameters, words, "counts", titles[0])
    put_parameter(sheet, parameters, words, "allied_rank", words.truth(bool(summary.facts.alliances)))
    put_rates(sheet, parameters, words, settings)
    allow_number(sheet, _one(parameters, "winning"), 1, len(summary.facts.board.centres), whole=True)
    allow_number(sheet, _one(parameters, "first_year"), 1, 9999, whole=True)
    allow_list(sheet, _one(parameters, "counts"), titles)
    allow_list(sheet, _one(parameters, "allied_rank"), [words.truth(True), words.truth(False)])
    finish_parameters(sheet)


def start_parameters(sheet: SheetWriter, words: WorkbookWords) -> None:
    """Write the heading."""
    sheet.put_row(_HEAD_ROW, 1, words.column("parameters", "name", "value", "place", "note"), HEAD)


def put_parameter(
    sheet: SheetWriter, parameters: Parameters, words: WorkbookWords, name: str, own: Plain, note: str | None = None
) -> None:
    """Write one general parameter: an input, with the game's own value unless something was typed."""
    row = parameters.rows[name]
    sheet.put(row, _NAME, input_labels(words)[name], DATA)
    look = INPUT_MIDDLE if isinstance(own, str) else INPUT_NUMBER
    sheet.put_input(row, _VALUE, input_key("parameters", "value", name), own, look)
    sheet.put_row(row, _PLACE, [None, note or words("parameters", f"{name}_note")], DATA_WRAPPED)


def put_rates(sheet: SheetWriter, parameters: Parameters, words: WorkbookWords, settings: Settings) -> None:
    """Write the numbers of each system shown."""
    names = input_labels(words)
    for system in settings.rated:
        own = default_rates()[system]
        for name in rate_names(system, settings):
            place = int(name.split("/")[2]) if name.startswith("place") else 0
            value = own.solo if not place else own.places[place - 1] if place <= len(own.places) else 0
            row = parameters.rows[name]
            sheet.put(row, _NAME, names[name], DATA)
            sheet.put_input(row, _VALUE, input_key("parameters", "value", name), value, INPUT_NUMBER)
            sheet.put(row, _PLACE, place or None, NUMBER)
            sheet.put(row, _NOTE, words("parameters", "place_note" if place else "solo_note"), DATA_WRAPPED)
            allow_number(sheet, _one(parameters, name), -1_000_000, 1_000_000, whole=False)


def finish_parameters(sheet: SheetWriter) -> None:
    """Set the page and the widths."""
    set_page(sheet, _HEAD_ROW, 1, landscape=False)
    sheet.fit(given={_VALUE: 18, _PLACE: 8, _NOTE: 52})


def _one(parameters: Parameters, name: str) -> str:
    return fixed(parameters.rows[name], _VALUE)
