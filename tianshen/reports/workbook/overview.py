"""The first sheet: one row for each power, with its score as a live formula."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tianshen.reports.cells.cell_style import (
    DATA,
    DATA_MIDDLE,
    DATA_WRAPPED,
    FORMULA_DECIMAL,
    FORMULA_NUMBER,
    HEAD,
    INPUT,
    INPUT_MIDDLE,
    MUTED,
    NUMBER,
    SUM_DECIMAL,
    SUM_NUMBER,
    SUM_TEXT,
    TITLE,
    Look,
    LookPart,
)
from tianshen.reports.cells.sheet_setup import DEAD, GOLD, allow_list, colour_rows, column_area, print_columns, set_page
from tianshen.reports.cells.sheet_writer import Formula, SheetWriter, at, block, letter
from tianshen.reports.document.report_tree import foreign
from tianshen.reports.scoring.score_formulas import Cells, Column, helper_formula, helpers_of, score_formula
from tianshen.reports.scoring.scores import HOUSE, detour_raw, ranks
from tianshen.reports.workbook.centres import power_fill
from tianshen.reports.workbook.input_layout import input_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.model.position import Power
    from tianshen.reports.scoring.score_formulas import Helper
    from tianshen.reports.workbook.centres import Counts
    from tianshen.reports.workbook.parameters import Parameters
    from tianshen.reports.workbook.workbook_plan import WorkbookPlan

_HEAD = 4
_FIRST = _HEAD + 1
_WHOLE_SYSTEMS = (HOUSE, "open_tribute")
_WINS = ("solo", "won", "shared", "drawn")


@dataclass
class Overview:
    """The sheet while it is written: which columns it has, and where things stand."""

    plan: WorkbookPlan
    sheet: SheetWriter
    parameters: Parameters
    counts: Counts
    columns: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        settings, plan = self.plan.settings, self.plan
        names = ["power", "player", "replacement", "centres", "rank", "eliminated", "result", "missed", "score"]
        if len(settings.systems) > 1:
            names += [f"system/{system}" for system in settings.systems]
        if plan.summary.facts.alliances:
            names.append("alliance")
        if plan.has_draw:
            names.append("in_draw")
        names += ["remark", "shares", *self.helpers]
        if plan.summary.facts.alliances:
            names.append("side_key")
        self.columns = {name: index for index, name in enumerate(names, 1)}

    @property
    def helpers(self) -> tuple[Helper, ...]:
        """The helper columns that the formulas need."""
        return helpers_of(self.plan.settings.systems)

    @property
    def last(self) -> int:
        """The row of the last power."""
        return _FIRST + len(self.plan.summary.powers) - 1

    def own(self, name: str, row: int) -> str:
        """Return the cell of a column in a row; the column stays when it is copied."""
        return "$" + at(row, self.columns[name])

    def all(self, name: str) -> str:
        """Return the cells of a column for all powers."""
        return column_area(_FIRST, self.columns[name], self.last)

    def column(self, name: str, row: int) -> Column:
        """Return a column as the scoring formulas take it."""
        return Column(self.own(name, row), self.all(name))

    def cells(self, row: int) -> Cells:
        """Where the scoring formulas of a row find what they need."""
        parameters, rated = self.parameters, self.plan.settings.rated
        placed = [system for system in rated if self.plan.settings.rates[system].places]
        return Cells(
            self.column("centres", row),
            self.column("eliminated", row),
            self.column("shares", row),
            {helper: self.column(helper, row) for helper in self.helpers},
            parameters.cell("winning"),
            parameters.cell("first_year"),
            parameters.cell("last_year"),
            {system: parameters.positions(system) for system in placed},
            {system: parameters.cell(f"solo/{system}") for system in rated if f"solo/{system}" in parameters.rows},
            {system: parameters.places(system) for system in placed},
        )


def write_overview(plan: WorkbookPlan, sheet: SheetWriter, parameters: Parameters, counts: Counts) -> None:
    """Write the sheet."""
    view = Overview(plan, sheet, parameters, counts)
    words = plan.words
    sheet.put(1, 1, foreign(plan.summary.facts.name).text or words("sheets", "overview"), TITLE, spill=True)
    sheet.put(2, 1, state_line(plan), MUTED, spill=True)
    sheet.put(3, 1, words("overview", "legend"), MUTED, spill=True)
    for name, column in view.columns.items():
        system = name.removeprefix("system/")
        sheet.put(_HEAD, column, words.system(system) if name != system else words("overview", name), HEAD)
    for index, power in enumerate(plan.summary.powers):
        _write_facts(view, _FIRST + index, power)
        _write_formulas(view, _FIRST + index, index)
    _write_sums(view)
    for offset, system in enumerate(plan.settings.systems):
        text = words(f"systems.{system}", "text")
        sheet.put(
            view.last + 3 + offset,
            1,
            words("overview", "sentence", system=words.system(system), text=text),
            MUTED,
            spill=True,
        )
    _colour(view)
    set_page(sheet, _HEAD, 2)
    print_columns(sheet, view.last + 3 + len(plan.settings.systems), view.columns["remark"])
    narrow = {column: 12.5 for name, column in view.columns.items() if name.startswith("system/")}
    sheet.fit(narrowest=8, widest=26, given={view.columns["remark"]: 30, **narrow})


def state_line(plan: WorkbookPlan) -> str:
    """Under which rules, up to which turn, and how the game stands."""
    words, names, summary = plan.words, plan.language.names, plan.summary
    turn = names.turn(summary.last_turn or summary.facts.start.turn)
    victory = summary.victory
    if victory:
        ending = summary.ending(victory.winners[0]) if victory.winners else "drawn"
        powers = names.join(names.power(power) for power in victory.winners)
        status = words("status", ending, powers=powers)
    elif summary.extended:
        status = words("status", "extended", turn=names.turn(summary.extended))
    else:
        status = words("status", "running")
    return words("overview", "state", rules=summary.facts.rules.title, turn=turn, status=status)


def _write_facts(view: Overview, row: int, power: Power) -> None:
    """Write what is no formula: names, replacements, results, missed turns, and the inputs."""
    plan, sheet, columns = view.plan, view.sheet, view.columns
    words, names, summary = plan.words, plan.language.names, plan.summary
    seats = summary.seats[power]
    joined = [words("overview", "joined", turn=names.turn_file(seat.since), player=seat.shown) for seat in seats[1:]]
    sheet.put(row, columns["power"], names.power(power), Look(LookPart.DATA, fill=power_fill(power)))
    sheet.put_input(row, columns["player"], input_key("overview", "player", power), seats[0].shown or None, INPUT)
    sheet.put(row, columns["replacement"], "\n".join(joined) or None, DATA_WRAPPED)
    sheet.put(row, columns["result"], words("results", summary.ending(power)), DATA_MIDDLE)
    sheet.put(row, columns["missed"], len(summary.missed[power]), NUMBER)
    if "alliance" in columns:
        sheet.put(row, columns["alliance"], summary.alliance_of(power) or None, DATA)
    if "in_draw" in columns:
        key = input_key("overview", "in_draw", power)
        sheet.put_input(row, columns["in_draw"], key, plan.own_in_draw(power), INPUT_MIDDLE)
    sheet.put_input(row, columns["remark"], input_key("overview", "remark", power), None, INPUT)


def _write_formulas(view: Overview, row: int, index: int) -> None:
    plan, sheet, columns, counts = view.plan, view.sheet, view.columns, view.counts
    summary, standing, settings = plan.summary, plan.standing(), plan.settings
    power = summary.powers[index]
    found = f"MATCH({view.own('power', row)},{counts.names},0)"
    count = view.own("centres", row)
    sheet.put(
        row,
        columns["centres"],
        Formula(f"=INDEX({counts.table},{found},COLUMNS({counts.table}))", summary.centres(power)),
        FORMULA_NUMBER,
    )
    eliminated = plan.eliminated(power)
    sheet.put(row, columns["eliminated"], Formula(_eliminated(view, count, found), eliminated or ""), FORMULA_NUMBER)
    share = f"=IF({count}>0,1,0)"
    if "in_draw" in columns:
        said, yes = view.own("in_draw", row), plan.words.truth(True)
        share = f'=IF({said}="",IF({count}>0,1,0),IF({said}="{yes}",1,0))'
    sheet.put(row, columns["shares"], Formula(share, int(standing.shares[index])), FORMULA_NUMBER)
    cells = view.cells(row)
    for helper in view.helpers:
        value = _helper_value(view, helper)[index]
        sheet.put(row, columns[helper], Formula(helper_formula(helper, cells), value), FORMULA_NUMBER)
    _write_rank(view, row, index)
    for system in settings.systems:
        where = columns["score"] if len(settings.systems) == 1 else columns[f"system/{system}"]
        formula = Formula(score_formula(system, cells), plan.score(system)[index])
        sheet.put(row, where, formula, _score_look(system))
    if len(settings.systems) > 1:
        sheet.put(row, columns["score"], _chosen(view, row, index), _score_look(settings.counting))


def _eliminated(view: Overview, count: str, found: str) -> str:
    """Return the year after the last one with a centre; the first year for a power that never had one."""
    counts = view.counts
    own = f"INDEX({counts.table},{found},0)"
    last = f"SUMPRODUCT(MAX(({own}>0)*(COLUMN({counts.table})-COLUMN({counts.first})+1)))"
    year = f"INDEX({counts.years},1,1+{last})"
    return f'=IF({count}>0,"",IF(SUM({own})=0,{view.parameters.cell("first_year")},{year}))'


def _helper_value(view: Overview, helper: Helper) -> Sequence[float]:
    standing = view.plan.standing()
    return {"key": standing.keys, "draw_key": standing.draw_keys, "raw": detour_raw(standing)}[helper]


def side_keys(plan: WorkbookPlan) -> tuple[float, ...]:
    """Return what the ranks go by: own centres, or those of the alliance if the parameter says so."""
    summary, standing = plan.summary, plan.standing()
    keys = []
    for index, power in enumerate(summary.powers):
        name = summary.alliance_of(power)
        members = summary.facts.alliances.get(name, ())
        joint = plan.settings.allied_rank and name and summary.centres(power)
        keys.append(10_000 * sum(map(summary.centres, members)) if joint else standing.keys[index])
    return tuple(keys)


def _write_rank(view: Overview, row: int, index: int) -> None:
    plan, sheet, columns = view.plan, view.sheet, view.columns
    keys = side_keys(plan)
    by = "side_key" if "side_key" in columns else "key"
    if by == "side_key":
        side, yes = view.own("alliance", row), plan.words.truth(True)
        joint = f'AND({view.parameters.cell("allied_rank")}="{yes}",{side}<>"",{view.own("centres", row)}>0)'
        total = f"SUMPRODUCT(({view.all('alliance')}={side})*{view.all('centres')})*10000"
        text = f"=IF({joint},{total},{view.own('key', row)})"
        sheet.put(row, columns[by], Formula(text, keys[index]), FORMULA_NUMBER)
    rank = f'=COUNTIF({view.all(by)},">"&{view.own(by, row)})+1'
    sheet.put(row, columns["rank"], Formula(rank, ranks(keys)[index]), FORMULA_NUMBER)


def _chosen(view: Overview, row: int, index: int) -> Formula:
    """Return the score of the system that the parameter names, taken from its column."""
    settings, columns = view.plan.settings, view.columns
    first, last = columns[f"system/{settings.systems[0]}"], columns[f"system/{settings.systems[-1]}"]
    named = f"MATCH({view.parameters.cell('counts')},{block(_HEAD, first, _HEAD, last)},0)"
    text = f"=INDEX({at(row, first)}:{at(row, last)},1,{named})"
    return Formula(text, view.plan.score(settings.counting)[index])


def _score_look(system: str) -> Look:
    return FORMULA_NUMBER if system in _WHOLE_SYSTEMS else FORMULA_DECIMAL


def _write_sums(view: Overview) -> None:
    plan, sheet, columns = view.plan, view.sheet, view.columns
    summary, settings = plan.summary, plan.settings
    row = view.last + 1
    sums: dict[str, tuple[float, bool]] = {
        "centres": (sum(summary.centres(power) for power in summary.powers), True),
        "missed": (sum(len(turns) for turns in summary.missed.values()), True),
        "score": (sum(plan.score(settings.counting)), settings.counting in _WHOLE_SYSTEMS),
    }
    if len(settings.systems) > 1:
        sums |= {f"system/{s}": (sum(plan.score(s)), s in _WHOLE_SYSTEMS) for s in settings.systems}
    for name in list(columns)[: columns["remark"]]:
        column = columns[name]
        if name in sums:
            value, whole = sums[name]
            rows = f"{at(_FIRST, column)}:{at(view.last, column)}"
            sheet.put(row, column, Formula(f"=SUM({rows})", value), SUM_NUMBER if whole else SUM_DECIMAL)
        else:
            sheet.put(row, column, plan.words("overview", "sum") if name == "power" else None, SUM_TEXT)


def _colour(view: Overview) -> None:
    """Gold for who won, grey for who is out; a choice of yes and no for the draw."""
    words, sheet = view.plan.words, view.sheet
    area = block(_FIRST, view.columns["player"], view.last, view.columns["score"])
    result = f"${letter(view.columns['result'])}{_FIRST}"
    wins = ",".join(f'{result}="{words("results", ending)}"' for ending in _WINS)
    colour_rows(sheet, area, f"OR({wins})", fill=GOLD)
    colour_rows(sheet, area, f"{view.own('centres', _FIRST)}=0", fill=DEAD, ink="7A7F87")
    if "in_draw" in view.columns:
        allow_list(sheet, view.all("in_draw"), [words.truth(True), words.truth(False)])
