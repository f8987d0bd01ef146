"""Publishing: outputs, then the seal, then the next turn's file, each whole, in an order that survives a crash.

The seal is what makes a turn published. What comes before it is written again by the next run if this one is killed;
the next turn's file, which comes after it, is then made by `open_turn`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tianshen.game.file_names import SEALS, report_file, reports_folder, turn_file, turn_stem
from tianshen.game.opened_game import open_game
from tianshen.game.outputs import turn_outputs
from tianshen.game.replay import after, judge_current, read_current, replay
from tianshen.game.seal_check import changed_turns, result_digest
from tianshen.game.seals import Seal, seals_text
from tianshen.game.workbooks import write_workbook

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date
    from pathlib import Path

    from tianshen.game.opened_game import Game
    from tianshen.game.replay import Course
    from tianshen.game.seals import Seals
    from tianshen.model.turns import Turn
    from tianshen.notices import Notice
    from tianshen.record.turn_record import TurnRecord


@dataclass(frozen=True, slots=True)
class Published:
    """What publishing did: the records that were published, the files written, what the game master should know."""

    records: tuple[TurnRecord, ...]
    files: tuple[str, ...]
    notices: tuple[Notice, ...]


def publish(game: Game, course: Course, lang: str, today: date) -> Published:
    """Publish the last turn of the course: write its files and seal it.

    An earlier version of its files is kept under another name.
    """
    done = _write_out(game, course, lang, today)
    _write_seals(game, _sealed(game, course.records[-1]))
    return done


def _write_out(game: Game, course: Course, lang: str, today: date | None) -> Published:
    """Write the files of the last turn; seal nothing.

    Without a date this is one turn of many: what only the last one needs, the workbook and the picture as PNG, is left
    out.
    """
    record = course.records[-1]
    outputs = turn_outputs(game, record, lang, png=today is not None)
    _write(game, record, outputs.files)
    notices = list(outputs.notices)
    if today is not None:
        notices.extend(write_workbook(game, course.records, lang, today))
    return Published((record,), tuple(outputs.files), tuple(notices))


def publish_again(game: Game, course: Course, lang: str, today: date) -> Published:
    """Every published turn that changed has a new version now; those that are not played any more are taken back."""
    records: list[TurnRecord] = []
    files: list[str] = []
    notices: list[Notice] = []
    seals = game.seals
    for turn in changed_turns(game, course):
        record = course.record_of(turn)
        if record is None:
            seals = seals.without(turn)
            break
        record = replace(record, version=seals.next_version(turn))
        outputs = turn_outputs(game, record, lang)
        _write(game, record, outputs.files)
        records.append(record)
        files.extend(outputs.files)
        notices.extend(outputs.notices)
        seals = seals.with_seal(turn, _seal(game, record), record.commitment)
    notices.extend(write_workbook(game, course.records, lang, today))
    _write_seals(game, seals)  # all at once, and last: until then the next run finds the same turns changed
    return Published(tuple(records), tuple(files), tuple(notices))


def take_back(game: Game) -> Turn | None:
    """Make the turn that was published last the current one again; its files stay until it is published anew.

    None where nothing is published.
    """
    last = game.seals.last
    if last is not None:
        _write_seals(game, game.seals.without(last))
    return last


def open_turn(game: Game, course: Course) -> str | None:
    """Create the file of the current turn; return its name if it was made now, else None."""
    name = turn_file(course.turn)
    return name if not course.is_over and game.folder.create(name, b"") else None


def _write(game: Game, record: TurnRecord, files: Mapping[str, bytes]) -> None:
    _keep_version(game, record.result.before.turn, record.version - 1)
    for name, data in files.items():
        game.folder.write(name, data)


def _keep_version(game: Game, turn: Turn, version: int) -> None:
    """Keep what was published of the turn in that version beside the new one; version 0 means there was none."""
    stem = turn_stem(turn)
    for name in game.folder.names(reports_folder()) if version else ():
        found, _, ending = name.partition(".")
        data = game.folder.read_bytes(f"{reports_folder()}/{name}") if found == stem else None
        if data is not None:
            game.folder.create(report_file(turn, f".{ending}", version), data)


def _sealed(game: Game, record: TurnRecord) -> Seals:
    return game.seals.with_seal(record.result.before.turn, _seal(game, record), record.commitment)


def _seal(game: Game, record: TurnRecord) -> Seal:
    source = game.inputs.get(record.result.before.turn)
    return Seal(record.version, source.digest if source else "", result_digest(record))


def _write_seals(game: Game, seals: Seals) -> None:
    game.folder.write(SEALS, seals_text(seals).encode())


def publish_all(
    path: Path, lang: str, today: date, told: Callable[[TurnRecord], bool], last: Turn | None = None
) -> Course:
    """Every turn of the game that has a file is published, each told of; stops where the answer is False.

    With `last`, turns after it are left to be played. The seals are written all at once, and last: if this run is
    killed, another one begins anew.
    """
    game = open_game(path)
    with game.folder.alone():
        course = replay(game)
        while _is_due(game, course, last):
            record = judge_current(game, course, read_current(game, course), game.seals.next_version(course.turn))
            course = after(course, record)
            _write_out(game, course, lang, None if _is_due(game, course, last) else today)
            game = replace(game, seals=_sealed(game, record))
            if not told(record):
                break
        open_turn(game, course)
        _write_seals(game, game.seals)
    return course


def _is_due(game: Game, course: Course, last: Turn | None) -> bool:
    return not course.is_over and course.turn in game.inputs and (last is None or course.turn <= last)
