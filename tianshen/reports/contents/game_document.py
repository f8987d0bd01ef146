"""The report of a whole game: chronicle, centres by year, eliminations, ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.reports.contents.board_sections import centres_were_counted, is_eliminated
from tianshen.reports.contents.report_text import ReportText
from tianshen.reports.contents.turn_document import events_line
from tianshen.reports.document.report_tree import Document, ReportLine, ReportSection, Table, foreign
from tianshen.writing.turn_phrases import victory_sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.model.position import Position, Power
    from tianshen.model.turns import Turn
    from tianshen.record.turn_record import TurnRecord
    from tianshen.reports.document.report_tree import Text
    from tianshen.writing.language import Language


def game_document(records: Sequence[TurnRecord], language: Language) -> Document:
    """Return the report of all turns played so far, oldest first; raise `ValueError` where there is none."""
    if not records:
        raise ValueError(records)
    report = ReportText(records[-1], language.under(records[-1].rules))
    values: dict[str, Text | str] = {"marker": report.language.say("report", "marker")}
    if records[-1].game:
        values["game"] = (foreign(records[-1].game),)
    sections = (_chronicle(records, report), _table(records, report), _eliminations(records, report))
    return Document(
        language.lang, report.text("game", "title", **values), (*sections, _ranking_section(records, report))
    )


def _chronicle(records: Sequence[TurnRecord], report: ReportText) -> ReportSection:
    lines = []
    for record in records:
        language = report.language
        turn = language.names.turn(record.result.before.turn)
        events = [events_line(ReportText(record, language))]
        if record.result.victory is not None:
            events.append(victory_sentence(record.result.victory, language))
        text = language.say("style", "ruling", order=turn, verdict=language.together(events))
        lines.append(ReportLine((text,), language.mark("item")))
    return ReportSection(report.text("game", "chronicle"), tuple(lines))


def _table(records: Sequence[TurnRecord], report: ReportText) -> ReportSection:
    """Powers by years: how many centres each owned after every Fall, and the centres that nobody owned."""
    counted = [record for record in records if centres_were_counted(record)]
    positions = [records[0].result.before, *(record.result.position for record in counted)]
    rows = _centre_rows(report, positions)
    years: list[Text] = [(str(record.result.before.turn.year),) for record in counted]
    titles = [report.text("game", "column_start"), *years]
    lines = tuple(_table_line(report, row, titles) for row in rows)
    header = (report.text("game", "column_power"), *titles)
    numeric = frozenset(range(1, len(header)))
    return ReportSection(report.text("game", "table"), (Table(header, rows, lines, numeric),))


def _centre_rows(report: ReportText, positions: Sequence[Position]) -> tuple[tuple[Text, ...], ...]:
    """Return a row of counts for each power, and after them the row of the centres that nobody owned."""
    board = report.record.board
    rows: list[tuple[Text, ...]] = []
    for power in board.powers:
        counts = [str(len(position.centres_of(power))) for position in positions]
        rows.append(((report.language.names.power(power),), *((count,) for count in counts)))
    unowned = [str(sum(1 for c in board.centres if c not in position.centres)) for position in positions]
    rows.append((report.text("game", "unowned"), *((count,) for count in unowned)))
    return tuple(rows)


def _table_line(report: ReportText, row: tuple[Text, ...], titles: Sequence[Text]) -> Text:
    cells = (report.text("game", "cell", column=title, value=cell) for title, cell in zip(titles, row[1:], strict=True))
    pieces = [piece for cell in cells for piece in (report.language.say("style", "comma"), *cell)]
    return report.text("style", "ruling", order=row[0], verdict=tuple(pieces[1:]))


def eliminated_in(records: Sequence[TurnRecord], power: Power) -> TurnRecord | None:
    """Return the turn in which the power lost its last unit and centre; None if it has one, or never had any."""
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


def _eliminations(records: Sequence[TurnRecord], report: ReportText) -> ReportSection:
    lines = []
    fallen = [(record, power) for power in report.record.board.powers if (record := eliminated_in(records, power))]
    for record, power in sorted(fallen, key=lambda item: item[0].result.before.turn):
        turn = record.result.before.turn
        values: dict[str, Text | str] = {"power": report.player(power), "turn": report.language.names.turn(turn)}
        by = _conqueror(records, power, turn)
        if by is None:
            text = report.text("game", "eliminated_plain", **values)
        else:
            text = report.text("game", "eliminated", by=report.language.names.power(by), **values)
        lines.append(ReportLine(text, report.language.mark("destroyed")))
    if not lines:
        lines = [ReportLine(report.text("report", "none"))]
    return ReportSection(report.text("game", "eliminations"), tuple(lines))


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


def _ranking_section(records: Sequence[TurnRecord], report: ReportText) -> ReportSection:
    columns = ("column_rank", "column_power", "column_player", "column_centres", "column_result")
    rows: list[tuple[Text, ...]] = []
    lines: list[Text] = []
    for rank, power in ranking(records):
        name = report.language.names.power(power)
        player = (report.record.players or {}).get(power, "")
        centres = str(len(report.record.result.position.centres_of(power)))
        ending = _ending(records, power, report)
        rows.append(((str(rank),), (name,), (foreign(player),) if player else ("",), (centres,), (ending,)))
        lines.append(
            report.text("game", "rank_line", rank=str(rank), power=report.player(power), centres=centres, result=ending)
        )
    heading = "ranking" if report.record.result.is_final else "standing"
    table = Table(
        tuple(report.text("game", column) for column in columns), tuple(rows), tuple(lines), frozenset({0, 3})
    )
    return ReportSection(report.text("game", heading), (table,))


def _ending(records: Sequence[TurnRecord], power: Power, report: ReportText) -> str:
    """How the game ended for the power."""
    victory = report.record.result.victory
    fall = eliminated_in(records, power)
    if victory is not None and power in victory.winners:
        code = "drawn" if victory.kind == "draw" else "shared" if len(victory.winners) > 1 else "won"
        return report.language.say("game", code)
    if fall is not None:
        return report.language.say("game", "out", turn=report.language.names.turn(fall.result.before.turn))
    return report.language.say("game", "survived" if report.record.result.is_final else "playing")
