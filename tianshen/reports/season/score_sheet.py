"""The sheet of scores: each power of each game, with every scoring system as a live formula."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tianshen.reports.cells.cell_style import DATA, FORMULA_DECIMAL, FORMULA_NUMBER, HEAD, NUMBER, Look, LookPart
from tianshen.reports.cells.sheet_setup import column_area, set_page
from tianshen.reports.cells.sheet_writer import Formula, SheetWriter, at, block, fixed
from tianshen.reports.scoring.score_formulas import Cells, Column, helper_formula, helpers_of, score_formula
from tianshen.reports.scoring.scores import detour_raw, score, system_names
from tianshen.reports.workbook.centres import power_fill

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tianshen.locale.names import Names
    from tianshen.model.position import Power
    from tianshen.reports.scoring.score_formulas import Helper
    from tianshen.reports.scoring.scores import PowerScore, Rates
    from tianshen.reports.workbook.parameters import Parameters
    from tianshen.reports.workbook.summary import GameSummary
    from tianshen.reports.workbook.workbook_words import WorkbookWords

_HEAD = 1
_FACTS = (
    *("game_number", "game", "rules", "ended", "power", "player", "owned", "year"),
    *("winning", "first_year", "last_year"),
)


@dataclass
class Scores:
    """Where the scores of all games stand; `values` holds, for each game, those of every power by system."""

    sheet: SheetWriter
    summaries: Sequence[GameSummary]
    rates: Mapping[str, Rates]
    columns: dict[str, int] = field(default_factory=dict)
    blocks: list[int] = field(default_factory=list)
    values: list[dict[str, tuple[float, ...]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        systems = system_names()
        names = [*_FACTS, *systems, "shares", *helpers_of(systems)]
        self.columns = {name: column for column, name in enumerate(names, 1)}
        row = _HEAD + 1
        for summary in self.summaries:
            self.blocks.append(row)
            row += len(summary.powers)
            standing = summary.standing
            self.values.append({system: score(system, standing, self.rates[system]) for system in systems})

    def row(self, game: int, power: Power) -> int:
        """Return the row of a power in a game."""
        return self.blocks[game] + self.summaries[game].powers.index(power)

    @property
    def titles(self) -> str:
        """The headings of the systems."""
        return self.sheet.ref + self._systems(_HEAD)

    def systems(self, row: int) -> str:
        """Return the scores of a row."""
        return self.sheet.ref + self._systems(row)

    def _systems(self, row: int) -> str:
        systems = system_names()
        return block(row, self.columns[systems[0]], row, self.columns[systems[-1]])

    def cell(self, row: int, name: str) -> str:
        """Return a cell from another sheet."""
        return self.sheet.ref + fixed(row, self.columns[name])


def write_scores(scores: Scores, words: WorkbookWords, names: Names, parameters: Parameters) -> None:
    """Write the sheet."""
    sheet = scores.sheet
    for name, column in scores.columns.items():
        if name in system_names():
            title = words.system(name)
        else:
            title = words("season" if name in _FACTS else "overview", name)
        sheet.put(_HEAD, column, title, HEAD)
    for game, summary in enumerate(scores.summaries):
        values = scores.values[game]
        for index, power in enumerate(summary.powers):
            row = scores.row(game, power)
            _write_facts(scores, words, names, game, row, power)
            cells = _cells(scores, parameters, game, row)
            shares = Formula(_share(scores, summary, power, row), int(summary.standing.shares[index]))
            sheet.put(row, scores.columns["shares"], shares, FORMULA_NUMBER)
            for helper, value in _helpers(summary.standing).items():
                formula = Formula(helper_formula(helper, cells), value[index])
                sheet.put(row, scores.columns[helper], formula, FORMULA_NUMBER)
            for system, points in values.items():
                formula = Formula(score_formula(system, cells), points[index])
                sheet.put(row, scores.columns[system], formula, FORMULA_DECIMAL)
    set_page(sheet, _HEAD, 5)
    sheet.fit(narrowest=7, widest=24)


def _share(scores: Scores, summary: GameSummary, power: Power, row: int) -> str:
    """Who shares a declared draw is a fact; otherwise whoever owns a centre."""
    if summary.victory and summary.victory.kind == "draw":
        return f"={int(power in summary.victory.winners)}"
    return f"=IF({at(row, scores.columns['owned'])}>0,1,0)"


def _helpers(standing: PowerScore) -> dict[Helper, Sequence[float]]:
    return {"key": standing.keys, "draw_key": standing.draw_keys, "raw": detour_raw(standing)}


def _write_facts(scores: Scores, words: WorkbookWords, names: Names, game: int, row: int, power: Power) -> None:
    summary, sheet, columns = scores.summaries[game], scores.sheet, scores.columns
    ended = names.turn(summary.last_turn or summary.facts.start.turn)
    sheet.put(row, columns["game_number"], game + 1, NUMBER)
    sheet.put_row(row, columns["game"], [summary.facts.name or None, summary.facts.rules.title, ended], DATA)
    sheet.put(row, columns["power"], names.power(power), Look(LookPart.DATA, fill=power_fill(power)))
    sheet.put(row, columns["player"], summary.seats[power][-1].shown or None, DATA)
    sheet.put(row, columns["owned"], summary.centres(power), NUMBER)
    sheet.put(row, columns["year"], summary.eliminated(power), NUMBER)
    winning = summary.facts.rules.options.solo_centres
    sheet.put_row(row, columns["winning"], [winning, summary.first_year, summary.last_year], NUMBER)


def _cells(scores: Scores, parameters: Parameters, game: int, row: int) -> Cells:
    first = scores.blocks[game]
    last = first + len(scores.summaries[game].powers) - 1

    def column(name: str) -> Column:
        return Column("$" + at(row, scores.columns[name]), column_area(first, scores.columns[name], last))

    placed = [system for system, rates in scores.rates.items() if rates.places]
    return Cells(
        column("owned"),
        column("year"),
        column("shares"),
        {helper: column(helper) for helper in helpers_of(system_names())},
        "$" + at(row, scores.columns["winning"]),
        "$" + at(row, scores.columns["first_year"]),
        "$" + at(row, scores.columns["last_year"]),
        {system: parameters.positions(system) for system in placed},
        {system: parameters.cell(f"solo/{system}") for system in scores.rates if f"solo/{system}" in parameters.rows},
        {system: parameters.places(system) for system in placed},
    )
