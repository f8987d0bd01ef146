"""The report of one turn: from a `TurnRecord` to the neutral tree, in the sequence in which readers look for things."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tianshen.judge.adjustments import balance
from tianshen.model.rules import load_rules, option_names
from tianshen.model.turns import Phase
from tianshen.notices import Level
from tianshen.record.turn_record import judge_notices
from tianshen.reports.contents.board_sections import (
    centre_section,
    centres_were_counted,
    due_section,
    is_eliminated,
    is_over,
    unit_section,
)
from tianshen.reports.contents.order_lines import order_lines, orders_given
from tianshen.reports.contents.speaker import Speaker
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
from tianshen.writing.voice import Voice

if TYPE_CHECKING:
    from tianshen.judge.turn_result import Retreat
    from tianshen.locale.names import Names
    from tianshen.locale.phrasebook import Phrasebook
    from tianshen.model.position import Power
    from tianshen.reading.result import LeftOut
    from tianshen.record.turn_record import TurnRecord
    from tianshen.reports.document.report_tree import Text

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


def turn_document(record: TurnRecord, phrasebook: Phrasebook, names: Names, *, deadline: str = "") -> Document:
    """The whole report of a turn; `deadline` is that of the next turn, in words, where it is known."""
    speaker = Speaker(record, Voice(phrasebook, names, record.rules))
    sections = (
        _summary(speaker),
        *_orders(speaker),
        _knots(speaker),
        _retreats(speaker),
        _captures(speaker),
        _adjustments(speaker),
        centre_section(speaker),
        unit_section(speaker),
        due_section(speaker),
        _decrees(speaker),
        _missing(speaker),
        _left_out(speaker),
        _lots(speaker),
        _next(speaker, deadline),
    )
    return Document(phrasebook.lang, _title(speaker), tuple(s for s in sections if s is not None and s.blocks))


def _title(speaker: Speaker) -> Text:
    record = speaker.record
    values: dict[str, Text | str] = {
        "marker": speaker.voice.say("report", "marker"),
        "turn": speaker.voice.names.turn(record.result.before.turn),
        "version": str(record.version),
    }
    if record.game:
        values["game"] = (foreign(record.game),)
    return speaker.text("report", "title", **values)


def _summary(speaker: Speaker) -> ReportSection:
    """The rules in force, what happened in one line, and the end of the game if this is it."""
    lines = [
        ReportLine(_rules(speaker)),
        ReportLine(speaker.text("report", "headline", events=(events_line(speaker),))),
    ]
    victory = speaker.record.result.victory
    if victory is not None:
        lines.append(ReportLine((victory_sentence(victory, speaker.voice),), speaker.voice.mark("victory")))
    return ReportSection((), tuple(lines))


def _rules(speaker: Speaker) -> Text:
    rules = speaker.record.rules
    usual = load_rules(rules.name).options
    changed = [name for name in option_names() if getattr(usual, name) != getattr(rules.options, name)]
    values = {"rules": rules.title}
    if changed:
        values["changes"] = speaker.voice.names.join(
            f"{name} = {option_text(getattr(rules.options, name))}" for name in changed
        )
    return speaker.text("report", "rules", **values)


def option_text(value: object) -> str:
    """The value of an option as a file writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def events_line(speaker: Speaker) -> str:
    """What everybody wants to know first: centres won and lost, dislodged units, powers that fell or sent nothing."""
    voice, result, board = speaker.voice, speaker.record.result, speaker.record.board
    events = []
    for power in board.powers:
        events.extend(_exchanges(speaker, power))
    if result.dislodged and result.rulings:
        units = voice.names.join(voice.owned(item.unit) for item in result.dislodged)
        events.append(voice.say("report", "event_dislodged", units=units))
    quiet = not events
    fallen = [power for power in board.powers if is_eliminated(speaker.record, power)]
    if fallen:
        events.append(voice.say("report", "event_eliminated", powers=voice.powers(fallen)))
    silent = [power for power in board.powers if _is_silent(speaker, power)]
    if silent:
        events.append(voice.say("report", "event_silent", powers=voice.powers(silent)))
    if result.before.turn.phase is Phase.ADJUSTMENTS:
        kinds = Counter(item.kind for item in result.adjustments)
        counts = {"built": str(kinds["build"]), "disbanded": str(kinds["disband"])}
        events.insert(0, voice.say("report", "event_adjusted", **counts))
    elif quiet:
        events.insert(0, voice.say("report", "event_quiet" if centres_were_counted(speaker.record) else "event_calm"))
    return voice.together(events)


def _exchanges(speaker: Speaker, power: Power) -> list[str]:
    """Which centres the power won and lost, if any."""
    voice, captures = speaker.voice, speaker.record.result.captures
    gained = voice.names.join(voice.names.province(c.centre) for c in captures if c.owner == power)
    lost = voice.names.join(voice.names.province(c.centre) for c in captures if c.previous == power)
    name = voice.names.power(power)
    if gained and lost:
        return [voice.say("report", "event_exchanged", power=name, gained=gained, lost=lost)]
    if gained:
        return [voice.say("report", "event_gained", power=name, centres=gained)]
    return [voice.say("report", "event_lost", power=name, centres=lost)] if lost else []


def _is_silent(speaker: Speaker, power: Power) -> bool:
    missing = speaker.record.reading.missing.get(power)
    return missing is not None and missing.nothing_sent and bool(_count_asked(speaker, power))


def _count_asked(speaker: Speaker, power: Power) -> int:
    """How many units of the power were waiting for orders (decreed ones are not), or were to be built or disbanded."""
    before, missing = speaker.record.result.before, speaker.record.reading.missing.get(power)
    if before.turn.phase is Phase.ADJUSTMENTS:
        return abs(balance(speaker.record.board, power, before.units, before.centres))
    if before.turn.phase is Phase.RETREATS:
        return sum(1 for item in before.dislodged if item.unit.power == power)
    return len(missing.units) if missing is not None and missing.nothing_sent else len(before.units_of(power))


def _orders(speaker: Speaker) -> list[ReportSection]:
    sections = []
    for power in speaker.record.board.powers:
        lines = order_lines(speaker, power)
        sections.append(ReportSection(speaker.player(power), tuple(lines)))
    return sections


def _knots(speaker: Speaker) -> ReportSection:
    result, voice = speaker.record.result, speaker.voice
    lines = []
    for knot in result.knots:
        sentence = voice.say("report", knot.kind, units=voice.units_at(result.before, knot.units))
        clause = {"ring": "ring_turns", "paradox": "paradox", "open": "knot_fails"}[knot.kind]
        lines.append(ReportLine((voice.cited(sentence, clause),), voice.mark("item")))
    return ReportSection(speaker.heading("knots"), tuple(lines))


def _retreats(speaker: Speaker) -> ReportSection:
    return ReportSection(
        speaker.heading("retreats"), tuple(_retreat(speaker, retreat) for retreat in speaker.record.result.retreats)
    )


def _retreat(speaker: Speaker, retreat: Retreat) -> ReportLine:
    result, voice = speaker.record.result, speaker.voice
    notes = [(sentence,) for sentence in skipped_retreats(result, retreat, voice)]
    mark = voice.mark("decree" if retreat.by == "decree" else "retreat" if retreat.to is not None else "destroyed")
    return ReportLine((retreat_sentence(result, retreat, voice),), mark, tuple(notes))


def _captures(speaker: Speaker) -> ReportSection:
    record, voice = speaker.record, speaker.voice
    lines = [
        ReportLine((capture_sentence(record.board, capture, voice),), voice.mark("capture"))
        for capture in sorted(record.result.captures, key=lambda item: record.board.powers.index(item.owner))
    ]
    if not lines and centres_were_counted(record):
        lines = [ReportLine((voice.say("report", "none"),))]
    return ReportSection(speaker.heading("captures"), tuple(lines))


def _adjustments(speaker: Speaker) -> ReportSection:
    """Per power: builds, disbands, builds left unused, entries that could not be carried out."""
    lines = [line for power in speaker.record.board.powers for line in _adjustment(speaker, power)]
    return ReportSection(speaker.heading("adjustments"), tuple(lines))


def _adjustment(speaker: Speaker, power: Power) -> list[ReportLine]:
    record, voice = speaker.record, speaker.voice
    result = record.result
    lines = []
    unused = 0
    for adjusted in result.adjustments:
        if adjusted.power != power:
            continue
        if adjusted.unit is None:
            unused += 1
            continue
        mark = voice.mark("decree" if adjusted.by == "decree" else adjusted.kind)
        lines.append(ReportLine(_of_power(speaker, power, adjusted_sentence(adjusted, voice)), mark))
    if unused:
        sentence = waived_sentence(record.board, result.position, power, unused, voice)
        lines.append(ReportLine(_of_power(speaker, power, sentence), voice.mark("waive")))
    for sentence in skipped_adjustments(result, power, voice):
        lines.append(ReportLine(_of_power(speaker, power, sentence), voice.mark("item")))
    return lines


def _of_power(speaker: Speaker, power: Power, sentence: str) -> Text:
    return speaker.text("style", "of_power", power=speaker.voice.names.power(power), sentence=sentence)


def _decrees(speaker: Speaker) -> ReportSection:
    """What the game master laid down, and which of it the rules forbade."""
    record, voice = speaker.record, speaker.voice
    before = record.result.before
    orders = {
        province: voice.order(given.order, before) for province, given in orders_given(speaker).items() if given.decree
    }
    decrees = record.reading.orders.decrees
    sentences = decree_sentences(decrees, before, orders, record.rules.options.stalemate_years, voice)
    lines = [ReportLine((sentence,), voice.mark("decree")) for sentence in sentences]
    lines.extend(
        ReportLine((foreign(notice_text(notice, voice.phrases, voice.names)),), voice.mark("void"))
        for notice in judge_notices(record.result, record.reading)
        if notice.level is Level.ERROR
    )
    return ReportSection(speaker.heading("decrees"), tuple(lines))


def _missing(speaker: Speaker) -> ReportSection:
    voice, record = speaker.voice, speaker.record
    before = record.result.before
    lines = []
    for power in record.board.powers:
        missing = record.reading.missing.get(power)
        if missing is None or not _count_asked(speaker, power):
            continue
        values = {"power": voice.names.power(power)}
        if missing.nothing_sent:
            if before.turn.phase is not Phase.ADJUSTMENTS:
                values["count"] = str(_count_asked(speaker, power))
            code = _NOTHING_SENT[before.turn.phase]
            lines.append(ReportLine((voice.say("missing", code, **values),), voice.mark("item")))
        elif missing.units:
            units = voice.units_at(before, missing.units)
            lines.append(ReportLine((voice.say("missing", "units", units=units, **values),), voice.mark("item")))
        elif missing.retreats and before.turn.phase is Phase.RETREATS:
            units = voice.units_at(before, missing.retreats)
            lines.append(ReportLine((voice.say("missing", "retreats", units=units, **values),), voice.mark("item")))
    return ReportSection(speaker.heading("missing"), tuple(lines))


def _left_out(speaker: Speaker) -> ReportSection:
    lines = [_left_out_line(speaker, item) for item in speaker.record.reading.left_out if item.why in _PUBLIC]
    return ReportSection(speaker.heading("left_out"), tuple(lines))


def _left_out_line(speaker: Speaker, item: LeftOut) -> ReportLine:
    voice = speaker.voice
    if item.power is not None:
        who: Text = (voice.names.power(item.power),)
    elif item.author:
        who = (foreign(item.author),)
    else:
        who = (voice.say("left_out", "unknown"),)
    why = voice.say("left_out", item.why)
    text = speaker.text("left_out", "line", who=who, words=speaker.quote(item.where.quote), why=why)
    return ReportLine(text, voice.mark("void"))


def _lots(speaker: Speaker) -> ReportSection:
    record, voice = speaker.record, speaker.voice
    lines = [
        ReportLine((lot_sentence(record.result.before, lot, voice),), voice.mark("lot")) for lot in record.result.lots
    ]
    if record.commitment:
        lines.append(ReportLine((voice.say("lots", "commitment", hash=record.commitment),)))
    if record.secret:
        lines.append(ReportLine((voice.say("lots", "secret", secret=record.secret),)))
    return ReportSection(speaker.heading("lots"), tuple(lines))


def _next(speaker: Speaker, deadline: str) -> ReportSection | None:
    if is_over(speaker.record):
        return None
    values: dict[str, Text | str] = {"turn": speaker.voice.names.turn(speaker.record.result.position.turn)}
    if deadline:
        values["deadline"] = deadline
    return ReportSection(speaker.heading("next"), (ReportLine(speaker.heading("next_turn", **values)),))
