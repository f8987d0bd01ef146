"""The sections of a report that show the board after a turn: centres, units, and what the next phase asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.judge.retreats import legal_retreats
from tianshen.model.turns import Phase, Step
from tianshen.reports.document.report_tree import ReportLine, ReportSection, Table

if TYPE_CHECKING:
    from tianshen.model.position import Power, Province
    from tianshen.record.turn_record import TurnRecord
    from tianshen.reports.contents.report_text import ReportText
    from tianshen.reports.document.report_tree import Text


def is_eliminated(record: TurnRecord, power: Power) -> bool:
    """Return whether the power had a unit or a centre before the turn, and has neither any more."""
    before, after = record.result.before, record.result.position
    had = before.units_of(power) or before.centres_of(power) or any(d.unit.power == power for d in before.dislodged)
    waiting = any(item.unit.power == power for item in after.dislodged)
    return bool(had) and not after.units_of(power) and not after.centres_of(power) and not waiting


def centres_were_counted(record: TurnRecord) -> bool:
    """Return whether this turn ended a Fall, so that centres could change hands (房规 2.1.2)."""
    step = record.result.before.turn.step
    waiting = record.result.position.turn.step is Step.FALL_RETREATS
    return step in (Step.FALL, Step.FALL_RETREATS) and not waiting


def signed(change: int) -> str:
    """Return a change of a number with its sign: `+1`, `-2`, `0`."""
    return f"{change:+d}" if change else "0"


def centre_section(report: ReportText) -> ReportSection | None:
    """After Fall: how many centres each power owns, the change since last year, and which they are."""
    if not centres_were_counted(report.record):
        return None
    rows: list[tuple[Text, ...]] = []
    lines: list[Text] = []
    for power in report.record.board.powers:
        row = _centre_row(report, power)
        if row is not None:
            rows.append(row[0])
            lines.append(row[1])
    unowned = [centre for centre in report.record.board.centres if centre not in report.record.result.position.centres]
    if unowned:
        names = _provinces(report, unowned)
        rows.append((report.heading("unowned_power"), (str(len(unowned)),), ("",), (names,)))
        lines.append(report.heading("unowned", count=str(len(unowned)), centres=names))
    header = tuple(report.heading(f"column_{name}") for name in ("power", "count", "change", "centres"))
    table = Table(header, tuple(rows), tuple(lines), frozenset({1, 2}))
    fall = report.record.result.before.turn.at(Step.FALL)
    heading = report.heading("centres", turn=report.language.names.turn(fall))
    return ReportSection(heading, (table,))


def _centre_row(report: ReportText, power: Power) -> tuple[tuple[Text, ...], Text] | None:
    """Return the row of a power and the same as a line; None for a power that had no centre before either."""
    result, name = report.record.result, report.language.names.power(power)
    owned, owned_before = result.position.centres_of(power), result.before.centres_of(power)
    if not owned and not owned_before:
        return None
    count, change = str(len(owned)), signed(len(owned) - len(owned_before))
    names = _provinces(report, owned)
    if owned:
        line = report.heading("power_centres", power=name, count=count, change=change, centres=names)
    else:
        line = report.heading("power_none", power=name, change=change)
    return ((name,), (count,), (change,), (names,)), line


def _provinces(report: ReportText, provinces: list[Province]) -> str:
    return report.language.names.join(report.language.names.province(province) for province in provinces)


def unit_section(report: ReportText) -> ReportSection:
    """Where everybody stands now, and who has nothing left."""
    record, language = report.record, report.language
    after = record.result.position
    lines = []
    for power in record.board.powers:
        units = sorted(after.units_of(power), key=lambda unit: unit.at)
        name = language.names.power(power)
        if units:
            text = report.heading("power_units", power=name, count=str(len(units)), units=language.units(units))
            lines.append(ReportLine(text, language.mark("item")))
        elif is_eliminated(record, power):
            lines.append(ReportLine(report.heading("eliminated", power=name), language.mark("destroyed")))
    if record.result.is_final:
        return ReportSection(report.heading("units_end"), tuple(lines))
    return ReportSection(report.heading("units", turn=language.names.turn(after.turn)), tuple(lines))


def due_section(report: ReportText) -> ReportSection:
    """Under rules with separate phases: who must retreat whereto, who may build or must disband."""
    after = report.record.result.position
    lines: list[ReportLine] = []
    if report.record.result.is_final:
        lines = []
    elif after.turn.phase is Phase.RETREATS:
        lines = _due_retreats(report)
    elif after.turn.phase is Phase.ADJUSTMENTS:
        lines = [line for power in report.record.board.powers for line in _due_adjustment(report, power)]
    return ReportSection(report.heading("due", turn=report.language.names.turn(after.turn)), tuple(lines))


def _due_retreats(report: ReportText) -> list[ReportLine]:
    record, language = report.record, report.language
    after = record.result.position
    lines = []
    for item in after.dislodged:
        places = legal_retreats(record.board, record.rules.options, item, after.units, after.standoffs)
        names = language.names.join(language.names.location(place) for place in places)
        code = "due_retreat" if places else "due_destroyed"
        values = {"places": names} if places else {}
        lines.append(
            ReportLine(report.heading(code, unit=language.owned(item.unit), **values), language.mark("retreat"))
        )
    return lines


def _due_adjustment(report: ReportText, power: Power) -> list[ReportLine]:
    record, language = report.record, report.language
    after, name = record.result.position, language.names.power(power)
    count = after.balance_of(power)
    homes = record.board.free_homes(power, after.units, after.centres)
    if count > 0 and homes:
        text = report.heading("due_build", power=name, count=str(count), homes=_provinces(report, homes))
        return [ReportLine(text, language.mark("build"))]
    if count < 0:
        return [ReportLine(report.heading("due_disband", power=name, count=str(-count)), language.mark("disband"))]
    return []
