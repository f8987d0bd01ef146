"""The report of a whole game: chronicle, centres by year, eliminations, ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.reports.contents.board_sections import centres_were_counted, is_eliminated, is_over
from tianshen.reports.contents.speaker import Speaker
from tianshen.reports.contents.turn_document import events_line
from tianshen.reports.document.report_tree import Document, ReportLine, ReportSection, Table, foreign
from tianshen.writing.turn_phrases import victory_sentence
from tianshen.writing.voice import Voice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.locale.names import Names
    from tianshen.locale.phrasebook import Phrasebook
    from tianshen.model.position import Position, Power
    from tianshen.model.turns import Turn
    from tianshen.record.turn_record import TurnRecord
    from tianshen.reports.document.report_tree import Text


def game_document(records: Sequence[TurnRecord], phrasebook: Phrasebook, names: Names) -> Document:
    """The report of all turns played so far, oldest first; raises `ValueError` where there is none."""
    if not records:
        raise ValueError(records)
    speaker = Speaker(records[-1], Voice(phrasebook, names, records[-1].rules))
    values: dict[str, Text | str] = {"marker": speaker.voice.say("report", "marker")}
    if records[-1].game:
        values["game"] = (foreign(records[-1].game),)
    sections = (_chronicle(records, speaker), _table(records, speaker), _eliminations(records, speaker))
    return Document(
        phrasebook.lang, speaker.text("game", "title", **values), (*sections, _ranking_section(records, speaker))
    )


def _chronicle(records: Sequence[TurnRecord], speaker: Speaker) -> ReportSection:
    lines = []
    for record in records:
        voice = speaker.voice
        turn = voice.names.turn(record.result.before.turn)
        events = [events_line(Speaker(record, voice))]
        if record.result.victory is not None:
            events.append(victory_sentence(record.result.victory, voice))
        text = voice.say("style", "ruling", order=turn, verdict=voice.together(events))
        lines.append(ReportLine((text,), voice.mark("item")))
    return ReportSection(speaker.text("game", "chronicle"), tuple(lines))


def _table(records: Sequence[TurnRecord], speaker: Speaker) -> ReportSection:
    """Powers by years: how many centres each owned after every Fall, and the centres that nobody owned."""
    board = speaker.record.board
    counted = [record for record in records if centres_were_counted(record)]
    start = records[0].result.before
    positions: list[Position] = [start, *(record.result.position for record in counted)]
    years = [str(record.result.before.turn.year) for record in counted]
    rows: list[tuple[Text, ...]] = []
    for power in board.powers:
        counts = [str(len(position.centres_of(power))) for position in positions]
        rows.append(((speaker.voice.names.power(power),), *((count,) for count in counts)))
    unowned = [str(sum(1 for c in board.centres if c not in position.centres)) for position in positions]
    rows.append((speaker.text("game", "unowned"), *((count,) for count in unowned)))
    titles = [speaker.text("game", "column_start"), *((year,) for year in years)]
    lines = tuple(_table_line(speaker, row, titles) for row in rows)
    header = (speaker.text("game", "column_power"), *titles)
    numeric = frozenset(range(1, len(header)))
    return ReportSection(speaker.text("game", "table"), (Table(header, tuple(rows), lines, numeric),))


def _table_line(speaker: Speaker, row: tuple[Text, ...], titles: Sequence[Text]) -> Text:
    cells = (
        speaker.text("game", "cell", column=title, value=cell) for title, cell in zip(titles, row[1:], strict=True)
    )
    pieces = [piece for cell in cells for piece in (speaker.voice.say("style", "comma"), *cell)]
    return speaker.text("style", "ruling", order=row[0], verdict=tuple(pieces[1:]))


def eliminated_in(records: Sequence[TurnRecord], power: Power) -> TurnRecord | None:
    """The turn in which the power lost its last unit and centre; None if it has one, or never had any."""
    return next((record for record in records if is_eliminated(record, power)), None)


def _conqueror(records: Sequence[TurnRecord], power: Power, until: Turn) -> Power | None:
    """Who took the last centre of the power; None if nobody did."""
    takers = [
        capture.owner
        for record in records
        if record.result.before.turn <= until
        for capture in record.result.captures
        if capture.previous == power
    ]
    return takers[-1] if takers else None


def _eliminations(records: Sequence[TurnRecord], speaker: Speaker) -> ReportSection:
    lines = []
    fallen = [(record, power) for power in speaker.record.board.powers if (record := eliminated_in(records, power))]
    for record, power in sorted(fallen, key=lambda item: item[0].result.before.turn):
        turn = record.result.before.turn
        values: dict[str, Text | str] = {"power": speaker.player(power), "turn": speaker.voice.names.turn(turn)}
        by = _conqueror(records, power, turn)
        if by is None:
            text = speaker.text("game", "eliminated_plain", **values)
        else:
            text = speaker.text("game", "eliminated", by=speaker.voice.names.power(by), **values)
        lines.append(ReportLine(text, speaker.voice.mark("destroyed")))
    if not lines:
        lines = [ReportLine(speaker.text("report", "none"))]
    return ReportSection(speaker.text("game", "eliminations"), tuple(lines))


def ranking(records: Sequence[TurnRecord]) -> list[tuple[int, Power]]:
    """Powers with their ranks, best first: winners together, then by centres, then by how long they lasted.

    Equals share the better rank, and the ranks after them are left out.
    """
    last = records[-1].result
    winners = last.victory.winners if last.victory is not None and last.victory.kind != "draw" else ()

    def merit(power: Power) -> tuple[int, ...]:
        if power in winners:
            return (2,)
        fall = eliminated_in(records, power)
        if fall is None:
            return (1, len(last.position.centres_of(power)))
        turn = fall.result.before.turn
        return (0, turn.year, turn.step)

    powers = sorted(records[-1].board.powers, key=merit, reverse=True)
    return [(1 + sum(1 for other in powers if merit(other) > merit(power)), power) for power in powers]


def _ranking_section(records: Sequence[TurnRecord], speaker: Speaker) -> ReportSection:
    columns = ("column_rank", "column_power", "column_player", "column_centres", "column_result")
    rows: list[tuple[Text, ...]] = []
    lines: list[Text] = []
    for rank, power in ranking(records):
        name = speaker.voice.names.power(power)
        player = (speaker.record.players or {}).get(power, "")
        centres = str(len(speaker.record.result.position.centres_of(power)))
        ending = _ending(records, power, speaker)
        rows.append(((str(rank),), (name,), (foreign(player),) if player else ("",), (centres,), (ending,)))
        lines.append(
            speaker.text(
                "game", "rank_line", rank=str(rank), power=speaker.player(power), centres=centres, result=ending
            )
        )
    heading = "ranking" if is_over(speaker.record) else "standing"
    table = Table(
        tuple(speaker.text("game", column) for column in columns), tuple(rows), tuple(lines), frozenset({0, 3})
    )
    return ReportSection(speaker.text("game", heading), (table,))


def _ending(records: Sequence[TurnRecord], power: Power, speaker: Speaker) -> str:
    """How the game ended for the power."""
    victory = speaker.record.result.victory
    fall = eliminated_in(records, power)
    if victory is not None and power in victory.winners:
        code = "drawn" if victory.kind == "draw" else "shared" if len(victory.winners) > 1 else "won"
        return speaker.voice.say("game", code)
    if fall is not None:
        return speaker.voice.say("game", "out", turn=speaker.voice.names.turn(fall.result.before.turn))
    return speaker.voice.say("game", "survived" if is_over(speaker.record) else "playing")
