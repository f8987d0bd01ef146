"""Workbooks: written anew, and nothing of the game master's lost."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tianshen.errors import InputError, system_reason
from tianshen.game.file_names import beside, kept_copy, workbook_file
from tianshen.game.folder import Folder
from tianshen.notices import Code, Level, Notice
from tianshen.reports.season.table import build_season
from tianshen.reports.workbook.book import build_workbook
from tianshen.reports.workbook.inputs import NOTHING_KEPT, read_inputs
from tianshen.reports.workbook.summary import GameFacts, summarise

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date
    from pathlib import Path

    from tianshen.game.opened_game import Game
    from tianshen.record.turn_record import TurnRecord
    from tianshen.reports.workbook.inputs import KeptInputs
    from tianshen.reports.workbook.summary import GameSummary


def summary_of(game: Game, records: Sequence[TurnRecord]) -> GameSummary:
    """Return what the game comes to so far."""
    settings = game.settings
    facts = GameFacts(
        settings.name,
        game.board,
        settings.rules,
        game.start,
        settings.players,
        settings.replacements,
        settings.alliances,
        settings.scoring,
    )
    return summarise(facts, records)


def write_workbook(game: Game, records: Sequence[TurnRecord], lang: str, today: date) -> list[Notice]:
    """Write the workbook of the game after these turns; return what the game master should know about it.

    What was typed into its input cells is in the new one. If it was changed otherwise, the old one is kept as a copy
    with the date; if it cannot be replaced, the new one goes beside it.

    Raises `InputError` where the disk is full: nothing is published by halves then.
    """
    summary = summary_of(game, records)
    name_set = game.settings.names
    return _rewrite(
        game.folder,
        workbook_file(),
        lambda kept: build_workbook(summary, records, lang=lang, name_set=name_set, kept=kept),
        today,
    )


def write_season(path: Path, summaries: Sequence[GameSummary], lang: str, today: date) -> list[Notice]:
    """Write the table over these games to that file; the rest as for `write_workbook`."""
    folder = Folder(path.parent)
    folder.sweep(deeper=False)
    return _rewrite(folder, path.name, lambda kept: build_season(summaries, lang=lang, kept=kept), today)


def _rewrite(folder: Folder, name: str, build: Callable[[KeptInputs], bytes], today: date) -> list[Notice]:
    try:
        return _rewritten(folder, name, build, today)
    except OSError as error:  # what the spreadsheet library writes aside, in a folder of the system's
        data = {"file": error.filename or name, "why": system_reason(error)}
        return [Notice(Level.WARNING, Code.SYSTEM_REFUSED, None, data)]


def _rewritten(folder: Folder, name: str, build: Callable[[KeptInputs], bytes], today: date) -> list[Notice]:
    try:
        old = folder.read_bytes(name)
    except InputError:
        return _write_beside(folder, name, build(NOTHING_KEPT))
    kept = NOTHING_KEPT if old is None else read_inputs(old)
    new = build(kept)
    notices = []
    try:
        if old is not None and kept.is_changed:
            copy = _keep(folder, name, old, today)
            notices.append(Notice(Level.WARNING, Code.WORKBOOK_KEPT, None, {"file": name, "copy": copy}))
        if new != old:
            folder.write(name, new)
    except InputError as error:
        _stop_if_full(error)
        notices.extend(_write_beside(folder, name, new))
    return notices


def _write_beside(folder: Folder, name: str, data: bytes) -> list[Notice]:
    """Tell also what cannot be written at all: a workbook never stops a report, unless the disk is full."""
    try:
        folder.write(beside(name), data)
    except InputError as error:
        _stop_if_full(error)
        return [replace(notice, level=Level.WARNING) for notice in error.notices]
    return [Notice(Level.WARNING, Code.WORKBOOK_BESIDE, None, {"file": name, "copy": beside(name)})]


def _stop_if_full(error: InputError) -> None:
    if any(notice.code is Code.DISK_FULL for notice in error.notices):
        raise error


def _keep(folder: Folder, name: str, data: bytes, today: date) -> str:
    number = 1
    while True:
        copy = kept_copy(name, today, number)
        if folder.create(copy, data) or folder.read_bytes(copy) == data:
            return copy
        number += 1
