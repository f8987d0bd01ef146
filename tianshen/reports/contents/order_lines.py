"""The lines of a report about orders: each as understood, what became of it, and the player's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.judge.ruling import Outcome
from tianshen.model.orders import Move
from tianshen.model.position import coast_of, province_of
from tianshen.notices import Level
from tianshen.reports.document.report_tree import ReportLine, foreign
from tianshen.writing.notice_text import notice_text
from tianshen.writing.phrases import outcome_mark, verdict

if TYPE_CHECKING:
    from tianshen.judge.ruling import Ruling
    from tianshen.model.position import Power
    from tianshen.notices import Where
    from tianshen.reading.result import Given
    from tianshen.reports.contents.report_text import ReportText
    from tianshen.reports.document.report_tree import Text


def order_lines(report: ReportText, power: Power) -> list[ReportLine]:
    """One line for each unit that the power had when the orders were written, in the sequence of their ids."""
    given = report.record.reading.given_moves
    result = report.record.result
    lines = []
    for unit in sorted(result.before.units_of(power), key=lambda unit: unit.at):
        ruling = result.rulings.get(unit.province)
        if ruling is not None:
            lines.append(_line(report, ruling, given.get(unit.province)))
    return lines


def _line(report: ReportText, ruling: Ruling, given: Given | None) -> ReportLine:
    language, result = report.language, report.record.result
    order = language.ordered(ruling, result.before)
    text = language.say("style", "ruling", order=order, verdict=verdict(result, ruling, language))
    tone = "dislodged" if ruling.dislodged_by is not None else str(ruling.outcome)
    return ReportLine((text,), outcome_mark(ruling, language), tuple(_notes(report, ruling, given)), tone)


def _notes(report: ReportText, ruling: Ruling, given: Given | None) -> list[Text]:
    """Whose order it is if not the player's, what was changed in it, and the words themselves where that matters."""
    decrees = report.record.reading.orders.decrees
    notes: list[Text] = []
    if ruling.unit.province in decrees.ordered:
        notes.append(report.text("amended", "decreed"))
    amendments = _amendments(report, ruling, given)
    notes.extend(amendments)
    if given is None or given.decree:
        return notes
    doubts = _doubts(report, given.where)
    notes.extend(doubts)
    if given.text and (amendments or doubts or ruling.outcome is Outcome.VOID):
        notes.append(report.text("amended", "words", words=report.quote(given.text)))
    return notes


def _amendments(report: ReportText, ruling: Ruling, given: Given | None) -> list[Text]:
    """Return what the rules filled in or left out."""
    language, province = report.language, ruling.unit.province
    notes = []
    route = report.record.result.inferred.get(province)
    if route:
        seas = language.names.join(language.names.province(sea) for sea in route)
        notes.append(report.text("amended", "route", seas=seas))
    if given is None or not isinstance(given.order, Move) or not isinstance(ruling.order, Move):
        return notes
    asked, settled = given.order.to, ruling.order.to
    if asked != settled and province_of(asked) == province_of(settled):
        if coast_of(settled) is None:
            notes.append(report.text("amended", "coast_dropped"))
        else:
            notes.append(report.text("amended", "coast", location=language.names.location(settled)))
    return notes


def _doubts(report: ReportText, where: Where) -> list[Text]:
    """Return what the reader noticed about these words: a slip that was put right, a wrong unit word."""
    language = report.language
    return [
        (foreign(notice_text(notice, language)),)
        for notice in report.record.reading.notices
        if notice.level is Level.WARNING and notice.where is not None and _inside(notice.where, where)
    ]


def _inside(inner: Where, outer: Where) -> bool:
    if inner.file != outer.file or not outer.line <= inner.line <= outer.line + outer.quote.count("\n"):
        return False
    if "\n" in outer.quote:
        return True
    return outer.column <= inner.column < outer.column + max(1, len(outer.quote))
