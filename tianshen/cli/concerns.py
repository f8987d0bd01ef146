"""What the game master should look at, in the sequence of importance: for standard error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.notices import Code, Level, Notice, Where

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tianshen.cli.speech import Speech
    from tianshen.game.opened_game import Game
    from tianshen.game.replay import Course
    from tianshen.record.turn_record import TurnRecord

_SEQUENCE = (Level.ERROR, Level.WARNING, Level.INFO)


def concerns(game: Game, course: Course, record: TurnRecord, speech: Speech) -> list[str]:
    """Return every notice of the turn but mere talk, errors first, each with its line and carets below the words."""
    return complaints(game, course, record.notices, speech)


def complaints(game: Game, course: Course, notices: Iterable[Notice], speech: Speech) -> list[str]:
    """Return the notices and those about the folder, errors first, each with its line and carets below the words."""
    told = [notice for notice in (*notices, *game.notices, *unused_files(game, course)) if not is_about_talk(notice)]
    sources = {source.name: source for source in game.inputs.values()}
    return speech.complaints(sorted(told, key=lambda notice: _SEQUENCE.index(notice.level)), sources, course.position)


def is_about_talk(notice: Notice) -> bool:
    """Return whether the notice only says that some words are no order, or how many more such notices there are."""
    return notice.code is Code.CHAT or notice.data.get("kind") == Code.CHAT


def unused_files(game: Game, course: Course) -> list[Notice]:
    """Return a warning for each turn file with something in it for a turn that the game passed by."""
    played = {record.result.before.turn for record in course.records}
    return [
        Notice(Level.WARNING, Code.TURN_FILE_UNUSED, Where(source.name, 1, 1), {"turn": str(turn)})
        for turn, source in sorted(game.inputs.items())
        if turn < course.turn and turn not in played and source.text.strip()
    ]
