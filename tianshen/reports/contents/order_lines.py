"""The lines of a report about orders: each as understood, what became of it, and the player's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.judge.ruling import Outcome
from tianshen.model.orders import Build, Disband, Move, RetreatList, Waive
from tianshen.model.position import coast_of, province_of
from tianshen.notices import Level
from tianshen.reports.document.report_tree import ReportLine, foreign
from tianshen.writing.notice_text import notice_text
from tianshen.writing.phrases import outcome_mark, verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tianshen.judge.ruling import Ruling
    from tianshen.model.position import Power, Province
    from tianshen.notices import Where
    from tianshen.reading.result import Given
    from tianshen.reports.contents.speaker import Speaker
    from tianshen.reports.document.report_tree import Text


def order_lines(speaker: Speaker, power: Power) -> list[ReportLine]:
    """One line for each unit that the power had when the orders were written, in the sequence of their ids."""
    given = orders_given(speaker)
    result = speaker.record.result
    lines = []
    for unit in sorted(result.before.units_of(power), key=lambda unit: unit.at):
        ruling = result.rulings.get(unit.province)
        if ruling is not None:
            lines.append(_line(speaker, ruling, given.get(unit.province)))
    return lines


def orders_given(speaker: Speaker) -> Mapping[Province, Given]:
    """The orders for moves as they were given, by the province of the unit."""
    return {
        item.order.unit: item
        for item in speaker.record.reading.given
        if not isinstance(item.order, (RetreatList, Build, Disband, Waive))
    }


def _line(speaker: Speaker, ruling: Ruling, given: Given | None) -> ReportLine:
    voice, result = speaker.voice, speaker.record.result
    order = voice.ordered(ruling, result.before)
    text = voice.say("style", "ruling", order=order, verdict=verdict(result, ruling, voice))
    tone = "dislodged" if ruling.dislodged_by is not None else str(ruling.outcome)
    return ReportLine((text,), outcome_mark(ruling, voice), tuple(_notes(speaker, ruling, given)), tone)


def _notes(speaker: Speaker, ruling: Ruling, given: Given | None) -> list[Text]:
    """Whose order it is if not the player's, what was changed in it, and the words themselves where that matters."""
    decrees = speaker.record.reading.orders.decrees
    notes: list[Text] = []
    if ruling.unit.province in decrees.ordered:
        notes.append(speaker.text("amended", "decreed"))
    amendments = _amendments(speaker, ruling, given)
    notes.extend(amendments)
    if given is None or given.decree:
        return notes
    doubts = _doubts(speaker, given.where)
    notes.extend(doubts)
    if given.text and (amendments or doubts or ruling.outcome is Outcome.VOID):
        notes.append(speaker.text("amended", "words", words=speaker.quote(given.text)))
    return notes


def _amendments(speaker: Speaker, ruling: Ruling, given: Given | None) -> list[Text]:
    """What the rules filled in or left out."""
    voice, province = speaker.voice, ruling.unit.province
    notes = []
    route = speaker.record.result.inferred.get(province)
    if route:
        seas = voice.names.join(voice.names.province(sea) for sea in route)
        notes.append(speaker.text("amended", "route", seas=seas))
    if given is None or not isinstance(given.order, Move) or not isinstance(ruling.order, Move):
        return notes
    asked, settled = given.order.to, ruling.order.to
    if asked != settled and province_of(asked) == province_of(settled):
        if coast_of(settled) is None:
            notes.append(speaker.text("amended", "coast_dropped"))
        else:
            notes.append(speaker.text("amended", "coast", location=voice.names.location(settled)))
    return notes


def _doubts(speaker: Speaker, where: Where) -> list[Text]:
    """What the reader noticed about these words: a slip that was put right, a wrong unit word."""
    voice = speaker.voice
    return [
        (foreign(notice_text(notice, voice.phrases, voice.names)),)
        for notice in speaker.record.reading.notices
        if notice.level is Level.WARNING and notice.where is not None and _inside(notice.where, where)
    ]


def _inside(inner: Where, outer: Where) -> bool:
    if inner.file != outer.file or not outer.line <= inner.line <= outer.line + outer.quote.count("\n"):
        return False
    if "\n" in outer.quote:
        return True
    return outer.column <= inner.column < outer.column + max(1, len(outer.quote))
