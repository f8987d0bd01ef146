"""Whether what was published is still what comes out: the turns that changed, and what is different about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.errors import SealedTurnChanged
from tianshen.game.file_names import report_file
from tianshen.game.record_files import record_data
from tianshen.game.seals import changes, digest_of, published_record
from tianshen.judge.lots import commitment
from tianshen.notices import Code, Level, Notice
from tianshen.writing.language import Language

if TYPE_CHECKING:
    from tianshen.game.opened_game import Game
    from tianshen.game.replay import Course
    from tianshen.model.turns import Turn
    from tianshen.record.turn_record import TurnRecord


def result_digest(record: TurnRecord) -> str:
    """Return the digest of what the turn decided; no sentence is needed for it."""
    from tianshen.record.record_json import (
        turn_json,  # brings pydantic, which a game without sealed turns can do without
    )

    return digest_of(turn_json(record, lambda _: "", lambda _: ""))


def changed_turns(game: Game, course: Course) -> list[Turn]:
    """Return the published turns whose result is another one now, or that are not played any more; oldest first."""
    turns = []
    for turn, seal in sorted(game.seals.turns.items()):
        record = course.record_of(turn)
        if record is None or result_digest(record) != seal.result:
            turns.append(turn)
    return turns


def check_seals(game: Game, course: Course, lang: str) -> None:
    """Raise `SealedTurnChanged` with the differences where a published turn has another result now."""
    faults = seal_faults(game, course, lang)
    if faults:
        raise SealedTurnChanged(faults)


def seal_faults(game: Game, course: Course, lang: str) -> list[Notice]:
    """How what was published differs from what comes out now; empty where nothing does.

    The first turn that changed is told in full; what follows from it is not listed. A secret that is not the one whose
    digest was published counts as a change.
    """
    faults = [notice for turn in changed_turns(game, course)[:1] for notice in differences(game, course, turn, lang)]
    sealed, secret = game.seals.commitment, game.settings.secret
    if sealed and sealed != (commitment(secret) if secret else ""):
        faults.append(Notice(Level.ERROR, Code.SECRET_CHANGED))
    return faults


def seal_remarks(game: Game, course: Course) -> list[Notice]:
    """Return the inputs that were changed after publication to no effect, and published records that are gone."""
    changed = changed_turns(game, course)
    remarks = []
    for turn, seal in sorted(game.seals.turns.items()):
        source = game.inputs.get(turn)
        if turn not in changed and (source.digest if source else "") != seal.inputs:
            remarks.append(Notice(Level.INFO, Code.INPUT_CHANGED, None, {"turn": str(turn)}))
        if published_record(game.folder.read(report_file(turn, ".json")), seal) is None:
            remarks.append(Notice(Level.INFO, Code.PUBLISHED_RECORD_LOST, None, {"turn": str(turn)}))
    return remarks


def differences(game: Game, course: Course, turn: Turn, lang: str) -> list[Notice]:
    """Return what is different about a published turn."""
    record = course.record_of(turn)
    now = None
    if record is not None:
        now = record_data(record, Language(lang, game.settings.names, game.settings.map))
    old = published_record(game.folder.read(report_file(turn, ".json")), game.seals.turns[turn])
    return changes(turn, old, now)
