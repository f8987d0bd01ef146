"""`resolve`: judges the current turn, publishes it, opens the next one; also takes back and publishes anew."""

from __future__ import annotations

import sys
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from tianshen.cli.concerns import concerns
from tianshen.cli.options import HERE, GameOption, LangOption, TurnArgument, chosen_lang, wanted_turn
from tianshen.cli.speech import Speech
from tianshen.cli.terminal import console
from tianshen.errors import InputError
from tianshen.game.deadline_text import moment_text
from tianshen.game.opened_game import open_game
from tianshen.game.outputs import PLAIN, posts, report_document
from tianshen.game.publish import open_turn, publish, publish_again, take_back
from tianshen.game.replay import after, judge_current, read_current, replay
from tianshen.game.seal_check import changed_turns, check_seals, differences
from tianshen.notices import Code

if TYPE_CHECKING:
    from tianshen.game.opened_game import Game
    from tianshen.game.replay import Course
    from tianshen.model.turns import Turn
    from tianshen.record.turn_record import TurnRecord


def resolve(
    turn: TurnArgument = None,
    dry_run: Annotated[bool, typer.Option("--dry-run")] = False,
    anyway: Annotated[bool, typer.Option("--anyway")] = False,
    reseal: Annotated[bool, typer.Option("--reseal")] = False,
    undo: Annotated[bool, typer.Option("--undo")] = False,
    game: GameOption = HERE,
    lang: LangOption = None,
) -> int:
    """Resolve the current turn of a game."""
    language = chosen_lang(lang)
    wanted = wanted_turn(turn)
    opened = open_game(game)
    speech = Speech(language, opened.settings.names, opened.settings.map)
    if dry_run:
        return _show(opened, wanted, speech)
    with opened.folder.alone() as notices:
        console.tell(speech.complaints(notices))
        seals = opened.seals
        opened = open_game(game)  # now nobody else changes it
        if opened.seals != seals:
            raise InputError.single(Code.RESOLVED_MEANWHILE)
        if undo:
            return _undo(opened, speech)
        course = replay(opened)
        if reseal:
            return _reseal(opened, course, speech)
        check_seals(opened, course, language)
        made = open_turn(opened, course)
        if made is not None:
            console.tell([speech.message("turn_opened", file=made)])
            return 0
        return _resolve(opened, course, wanted, speech, anyway=anyway)


def _show(game: Game, wanted: Turn | None, speech: Speech) -> int:
    """Return the report of the current turn as it would be; nothing is written."""
    course = replay(game)
    check_seals(game, course, speech.lang)
    record = _judged(game, course, wanted)
    console.tell(concerns(game, course, record, speech))
    console.say(_report(game, record, speech))
    console.tell([speech.message("dry_run")])
    return int(record.needs_attention)


def _resolve(game: Game, course: Course, wanted: Turn | None, speech: Speech, *, anyway: bool) -> int:
    record = _judged(game, course, wanted)
    console.tell(concerns(game, course, record, speech))
    deadline = game.settings.deadlines.get(course.turn)
    if deadline is not None and datetime.now(UTC) < deadline:
        moment = moment_text(deadline, game.settings.zone, speech.lang)
        console.tell([speech.message("before_deadline", deadline=moment)])
    if (record.needs_attention or _has_another_file(game, course)) and not anyway:
        console.tell([speech.message("not_resolved", turn=speech.names.turn(course.turn))])
        return 1
    if not _is_meant(record, speech):
        return 1
    following = after(course, record)
    done = publish(game, following, speech.lang, date.today())
    opened = open_turn(game, following)
    console.tell(speech.complaints(done.notices))
    console.say(_report(game, record, speech))
    console.tell([speech.message("written", files=speech.names.join(done.files))])
    if following.is_over:
        console.tell([speech.message("finished")])
    elif opened:
        console.tell([speech.message("turn_opened", file=opened)])
    return 0


def _judged(game: Game, course: Course, wanted: Turn | None) -> TurnRecord:
    """Return the current turn judged; raise `InputError` where there is none, or another one was meant."""
    if course.is_over:
        raise InputError.single(Code.GAME_OVER)
    if wanted not in (None, course.turn):
        raise InputError.single(Code.TURN_NOT_CURRENT, turn=str(wanted), current_turn=str(course.turn))
    return judge_current(game, course, read_current(game, course), game.seals.next_version(course.turn))


def _has_another_file(game: Game, course: Course) -> bool:
    """Return whether some file bears a name for the current turn that is not the one that is read."""
    return any(notice.data.get("turn") == str(course.turn) for notice in game.notices)


def _is_meant(record: TurnRecord, speech: Speech) -> bool:
    """Return whether a turn for which nobody sent anything is to be resolved; asked only of a person at a keyboard."""
    if record.reading.given or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return True
    answer = console.ask(speech.message("nothing_sent", turn=speech.names.turn(record.result.before.turn)))
    return answer.casefold() in speech.message("yes").split()


def _undo(game: Game, speech: Speech) -> int:
    turn = take_back(game)
    if turn is None:
        raise InputError.single(Code.NOTHING_PLAYED)
    console.tell([speech.message("taken_back", turn=speech.names.turn(turn))])
    return 0


def _reseal(game: Game, course: Course, speech: Speech) -> int:
    turns = changed_turns(game, course)
    if not turns:
        raise InputError.single(Code.NOTHING_CHANGED)
    for turn in turns:
        console.tell(speech.complaints(differences(game, course, turn, speech.lang)))
    done = publish_again(game, course, speech.lang, date.today())
    console.tell(speech.complaints(done.notices))
    for record in done.records:
        console.say(_report(game, record, speech))
    console.tell([speech.message("written", files=speech.names.join(done.files))])
    return 0


def _report(game: Game, record: TurnRecord, speech: Speech) -> str:
    return "\n\n".join(posts(report_document(game, record, speech.lang), PLAIN))
