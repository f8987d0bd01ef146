"""The report of one turn: from a `TurnRecord` to the neutral tree, in the sequence in which readers look for things."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tianshen.model.rules import load_rules, option_names, option_text
from tianshen.model.turns import Phase
from tianshen.notices import Level
from tianshen.record.turn_record import judge_notices
from tianshen.reports.contents.board_sections import (
    centre_section,
    centres_were_counted,
    due_section,
    is_eliminated,
    unit_section,
)
from tianshen.reports.contents.order_lines import order_lines
from tianshen.reports.contents.report_text import ReportText
from tianshen.reports.document.report_tree import Document, ReportLine, ReportSection, foreign
from tianshen.writing.notice_text import notice_text
from tianshen.writing.turn_phrases import (
    adjusted_sentence,
    capture_sentence,
    decree_sentences,
    lot_sentence,
    retreat_sentence,
    skipped_adjustments,
    skipped_retreats,
    victory_sentence,
    waived_sentence,
)

if TYPE_CHECKING:
    from tianshen.judge.turn_result import Retreat
    from tianshen.model.position import Power
    from tianshen.reading.result import LeftOut
    from tianshen.record.turn_record import TurnRecord
    from tianshen.reports.document.report_tree import Text
    from tianshen.writing.language import Language

# Left-out words that concern everybody; the rest (quotations, what a player replaced himself) is between the player and
# the game master.
_PUBLIC = frozenset(
    {"late", "edited_late", "repeated", "other_power", "no_unit", "decree", "wrong_phase", "other_turn"}
)

_NOTHING_SENT = {
    Phase.MOVES: "nothing_sent",
    Phase.RETREATS: "nothing_sent_retreats",
    Phase.ADJUSTMENTS: "nothing_sent_adjustments",
}


def turn_document(record: TurnRecord, language: Language, *, deadline: str = "") -> Document:
    """Return the whole report of a turn; `deadline` is that of the next turn, in words, where it is known."""
    report = ReportText(record, language.under(record.rules))
    sections = (
        _summary(report),
        *_orders(report),
        _knots(report),
        _retreats(report),
        _captures(report),
        _adjustments(report),
        centre_section(report),
        unit_section(report),
        due_section(report),
        _decrees(report),
        _missing(report),
        _left_out(report),
        _lots(report),
        _next(report, deadline),
    )
    return Document(language.lang, _title(report), tuple(s for s in sections if s is not None and s.blocks))


def _title(report: ReportText) -> Text:
    record = report.record
    values: dict[str, Text | str] = {
        "marker": report.language.say("report", "marker"),
        "turn": report.language.names.turn(record.result.before.turn),
        "version": str(record.version),
    }
    if record.game:
        values["game"] = (foreign(record.game),)
    return report.text("report", "title", **values)


def _summary(report: ReportText) -> ReportSection:
    """Return the rules in force, what happened in one line, and the end of the game if this is it."""
    lines = [
        ReportLine(_rules(report)),
        ReportLine(report.text("report", "headline", events=(events_line(report),))),
    ]
    victory = report.record.result.victory
    if victory is not None:
        lines.append(ReportLine((victory_sentence(victory, report.language),), report.language.mark("victory")))
    return ReportSection((), tuple(lines))


def _rules(report: ReportText) -> Text:
    rules = report.record.rules
    usual = load_rules(rules.name).options
    changed = [name for name in option_names() if getattr(usual, name) != getattr(rules.options, name)]
    values = {"rules": rules.title}
    if changed:
        values["changes"] = report.language.names.join(
            f"{name} = {option_text(getattr(rules.options, name))}" for name in changed
        )
    return report.text("report", "rules", **values)


def events_line(report: ReportText) -> str:
    """Return the headline: centres won and lost, dislodged units, powers that fell or sent nothing."""
    record = report.record
    changes = [*(line for power in record.board.powers for line in _exchanges(report, power)), *_dislodgements(report)]
    fallen = [power for power in record.board.powers if is_eliminated(record, power)]
    silent = [power for power in record.board.powers if _is_silent(report, power)]
    return report.language.together(
        [
            *_opening(report, quiet=not changes),
            *changes,
            *_powers_event(report, "event_eliminated", fallen),
            *_powers_event(report, "event_silent", silent),
        ]
    )


def _opening(report: ReportText, *, quiet: bool) -> list[str]:
    """Return what the headline begins with: how much was built and disbanded, or that nothing changed."""
    language, result = report.language, report.record.result
    if result.before.turn.phase is Phase.ADJUSTMENTS:
        kinds = Counter(item.kind for item in result.adjustments)
        counts = {"built": str(kinds["build"]), "disbanded": str(kinds["disband"])}
        return [language.say("report", "event_adjusted", **counts)]
    if quiet:
        return [language.say("report", "event_quiet" if centres_were_counted(report.record) else "event_calm")]
    return []


def _dislodgements(report: ReportText) -> list[str]:
    language, result = report.language, report.record.result
    if not (result.dislodged and result.rulings):
        return []
    units = language.names.join(language.owned(item.unit) for item in result.dislodged)
    return [language.say("report", "event_dislodged", units=units)]


def _powers_event(report: ReportText, code: str, powers: list[Power]) -> list[str]:
    return [report.language.say("report", code, powers=report.language.powers(powers))] if powers else []


def _exchanges(report: ReportText, power: Power) -> list[str]:
    """Which centres the power won and lost, if any."""
    language, captures = report.language, report.record.result.captures
    gained = language.names.join(language.names.province(c.centre) for c in captures if c.owner == power)
    lost = language.names.join(language.names.province(c.centre) for c in captures if c.previous == power)
    name = language.names.power(power)
    if gained and lost:
        return [language.say("report", "event_exchanged", power=name, gained=gained, lost=lost)]
    if gained:
        return [language.say("report", "event_gained", power=name, centres=gained)]
    return [language.say("report", "event_lost", power=name, centres=lost)] if lost else []


def _is_silent(report: ReportText, power: Power) -> bool:
    missing = report.record.reading.missing.get(power)
    return missing is not None and missing.nothing_sent and bool(_count_asked(report, power))


def _count_asked(report: ReportText, power: Power) -> int:
    """How many units of the power were waiting for orders (decreed ones are not), or were to be built or disbanded."""
    before, missing = report.record.result.before, report.record.reading.missing.get(power)
    if before.turn.phase is Phase.ADJUSTMENTS:
        return abs(before.balance_of(power))
    if before.turn.phase is Phase.RETREATS:
        return sum(1 for item in before.dislodged if item.unit.power == power)
    return len(missing.units) if missing is not None and missing.nothing_sent else len(before.units_of(power))


def _orders(report: ReportText) -> list[ReportSection]:
    sections = []
    for power in report.record.board.powers:
        lines = order_lines(report, power)
        sections.append(ReportSection(report.player(power), tuple(lines)))
    return sections


def _knots(report: ReportText) -> ReportSection:
    result, language = report.record.result, report.language
    lines = []
    for knot in result.knots:
        sentence = language.say("report", knot.kind, units=language.units_at(result.before, knot.units))
        clause = {"ring": "ring_turns", "paradox": "paradox", "open": "knot_fails"}[knot.kind]
        lines.append(ReportLine((language.cited(sentence, clause),), language.mark("item")))
    return ReportSection(report.heading("knots"), tuple(lines))


def _retreats(report: ReportText) -> ReportSection:
    return ReportSection(
        report.heading("retreats"), tuple(_retreat(report, retreat) for retreat in report.record.result.retreats)
    )


def _retreat(report: ReportText, retreat: Retreat) -> ReportLine:
    result, language = report.record.result, report.language
    notes = [(sentence,) for sentence in skipped_retreats(result, retreat, language)]
    mark = language.mark("decree" if retreat.by == "decree" else "retreat" if retreat.to is not None else "destroyed")
    return ReportLine((retreat_sentence(result, retreat, language),), mark, tuple(notes))


def _captures(report: ReportText) -> ReportSection:
    record, language = report.record, report.language
    lines = [
        ReportLine((capture_sentence(record.board, capture, language),), language.mark("capture"))
        for capture in sorted(record.result.captures, key=lambda item: record.board.powers.index(item.owner))
    ]
    if not lines and centres_were_counted(record):
        lines = [ReportLine((language.say("report", "none"),))]
    return ReportSection(report.heading("captures"), tuple(lines))


def _adjustments(report: ReportText) -> ReportSection:
    """Per power: builds, disbands, builds left unused, entries that could not be carried out."""
    lines = [line for power in report.record.board.powers for line in _adjustment(report, power)]
    return ReportSection(report.heading("adjustments"), tuple(lines))


def _adjustment(report: ReportText, power: Power) -> list[ReportLine]:
    record, language = report.record, report.language
    result = record.result
    lines = []
    unused = 0
    for adjusted in result.adjustments:
        if adjusted.power != power:
            continue
        if adjusted.unit is None:
            unused += 1
            continue
        mark = language.mark("decree" if adjusted.by == "decree" else adjusted.kind)
        lines.append(ReportLine(_of_power(report, power, adjusted_sentence(adjusted, language)), mark))
    if unused:
        sentence = waived_sentence(record.board, result.position, power, unused, language)
        lines.append(ReportLine(_of_power(report, power, sentence), language.mark("waive")))
    for sentence in skipped_adjustments(result, power, language):
        lines.append(ReportLine(_of_power(report, power, sentence), language.mark("item")))
    return lines


def _of_power(report: ReportText, power: Power, sentence: str) -> Text:
    return report.text("style", "of_power", power=report.language.names.power(power), sentence=sentence)


def _decrees(report: ReportText) -> ReportSection:
    """Return what the game master laid down, and which of it the rules forbade."""
    record, language = report.record, report.language
    before = record.result.before
    orders = {
        province: language.order(given.order, before)
        for province, given in report.record.reading.given_moves.items()
        if given.decree
    }
    decrees = record.reading.orders.decrees
    sentences = decree_sentences(decrees, before, orders, record.rules.options.stalemate_years, language)
    lines = [ReportLine((sentence,), language.mark("decree")) for sentence in sentences]
    lines.extend(
        ReportLine((foreign(notice_text(notice, language)),), language.mark("void"))
        for notice in judge_notices(record.result, record.reading)
        if notice.level is Level.ERROR
    )
    return ReportSection(report.heading("decrees"), tuple(lines))


def _missing(report: ReportText) -> ReportSection:
    language, record = report.language, report.record
    before = record.result.before
    lines = []
    for power in record.board.powers:
        missing = record.reading.missing.get(power)
        if missing is None or not _count_asked(report, power):
            continue
        values = {"power": language.names.power(power)}
        if missing.nothing_sent:
            if before.turn.phase is not Phase.ADJUSTMENTS:
                values["count"] = str(_count_asked(report, power))
            code = _NOTHING_SENT[before.turn.phase]
            lines.append(ReportLine((language.say("missing", code, **values),), language.mark("item")))
        elif missing.units:
            units = language.units_at(before, missing.units)
            lines.append(ReportLine((language.say("missing", "units", units=units, **values),), language.mark("item")))
        elif missing.retreats and before.turn.phase is Phase.RETREATS:
            units = language.units_at(before, missing.retreats)
            lines.append(
                ReportLine((language.say("missing", "retreats", units=units, **values),), language.mark("item"))
            )
    return ReportSection(report.heading("missing"), tuple(lines))


def _left_out(report: ReportText) -> ReportSection:
    lines = [_left_out_line(report, item) for item in report.record.reading.left_out if item.why in _PUBLIC]
    return ReportSection(report.heading("left_out"), tuple(lines))


def _left_out_line(report: ReportText, item: LeftOut) -> ReportLine:
    language = report.language
    if item.power is not None:
        who: Text = (language.names.power(item.power),)
    elif item.author:
        who = (foreign(item.author),)
    else:
        who = (language.say("left_out", "unknown"),)
    why = language.say("left_out", item.why)
    text = report.text("left_out", "line", who=who, words=report.quote(item.where.quote), why=why)
    return ReportLine(text, language.mark("void"))


def _lots(report: ReportText) -> ReportSection:
    record, language = report.record, report.language
    lines = [
        ReportLine((lot_sentence(record.result.before, lot, language),), language.mark("lot"))
        for lot in record.result.lots
    ]
    if record.commitment:
        lines.append(ReportLine((language.say("lots", "commitment", hash=record.commitment),)))
    if record.secret:
        lines.append(ReportLine((language.say("lots", "secret", secret=record.secret),)))
    return ReportSection(report.heading("lots"), tuple(lines))


def _next(report: ReportText, deadline: str) -> ReportSection | None:
    if report.record.result.is_final:
        return None
    values: dict[str, Text | str] = {"turn": report.language.names.turn(report.record.result.position.turn)}
    if deadline:
        values["deadline"] = deadline
    return ReportSection(report.heading("next"), (ReportLine(report.heading("next_turn", **values)),))
