"""The course of a game, replayed from its start at each run: a pure fold over the turns that were published."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tianshen.game.file_names import turn_file
from tianshen.judge.lots import commitment
from tianshen.judge.whole_turn import judge_turn
from tianshen.reading.turn.turn_reader import read_turn
from tianshen.reading.turn_context import TurnContext
from tianshen.record.turn_record import TurnRecord
from tianshen.text.source import source_of

if TYPE_CHECKING:
    from tianshen.game.opened_game import Game
    from tianshen.judge.turn_result import Clock
    from tianshen.model.position import Position
    from tianshen.model.turns import Turn
    from tianshen.reading.result import Reading

_SEAM = "-------- {} --------"


@dataclass(frozen=True, slots=True)
class Course:
    """How the game went so far, as its inputs are now: the record of each published turn, and what is to be played.

    `position` and `clock` are those of the current turn; `is_over` when there is none any more.
    """

    records: tuple[TurnRecord, ...]
    position: Position
    clock: Clock | None
    is_over: bool

    @property
    def turn(self) -> Turn:
        """The current turn; the one that would have followed where the game is over."""
        return self.position.turn

    def record_of(self, turn: Turn) -> TurnRecord | None:
        """Return the record of a published turn."""
        return next((record for record in self.records if record.result.before.turn == turn), None)


def replay(game: Game) -> Course:
    """All published turns, played again; stops at the first turn that is not sealed, or at the end of the game."""
    course = Course((), game.start, None, False)
    while not course.is_over and course.turn in game.seals.turns:
        version = game.seals.turns[course.turn].version
        course = after(course, judge_current(game, course, read_current(game, course), version))
    return course


def after(course: Course, record: TurnRecord) -> Course:
    """Return the course with one turn more."""
    result = record.result
    return Course((*course.records, record), result.position, result.clock, result.is_final)


def read_current(game: Game, course: Course) -> Reading:
    """Return what was pasted for the current turn, as understood."""
    settings, turn = game.settings, course.turn
    source = game.inputs.get(turn) or source_of("", turn_file(turn))
    context = TurnContext(
        game.board,
        course.position,
        settings.rules.options,
        players=settings.players_at(turn),
        deadline=settings.deadlines.get(turn),
        since=settings.deadlines.get(course.records[-1].result.before.turn) if course.records else None,
        zone=settings.zone,
        forum=settings.forum,
        revision=settings.revision,
        repeated=settings.repeated,
        seam=seam(settings.secret),
    )
    return read_turn([source], context)


def judge_current(game: Game, course: Course, reading: Reading, version: int) -> TurnRecord:
    """Return the current turn, judged, as the record of its publication with that number."""
    settings = game.settings
    result = judge_turn(
        game.board,
        settings.rules,
        course.position,
        reading.orders,
        alliances=settings.alliances,
        secret=settings.secret,
        clock=course.clock,
    )
    players = settings.players_at(course.turn)
    return TurnRecord(
        game.board,
        settings.rules,
        reading,
        result,
        settings.name,
        {power: names[0] for power, names in players.items() if names},
        version,
        commitment(settings.secret) if settings.secret else "",
        settings.secret if result.is_final else "",
    )


def seam(secret: str) -> str:
    """Return the line between two pastes: nobody who does not know the secret can write it. Empty without a secret."""
    return _SEAM.format(hmac.new(secret.encode(), b"seam", hashlib.sha256).hexdigest()[:16]) if secret else ""


def paste_into(game: Game, course: Course, paste: bytes, origin: str) -> None:
    """Put the paste after what was pasted for the current turn; raises `InputError` as `Folder.append` does."""
    game.folder.append(turn_file(course.turn), paste, origin, seam(game.settings.secret))
