"""`check`: what was read for a turn, without judging it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tianshen.cli.concerns import complaints, is_about_talk
from tianshen.cli.options import HERE, GameOption, LangOption, TurnArgument, chosen_lang, wanted_power, wanted_turn
from tianshen.cli.reading_listing import ReadingListing
from tianshen.cli.receipt import receipt_lines
from tianshen.cli.speech import Speech
from tianshen.cli.terminal import console
from tianshen.errors import InputError
from tianshen.game.opened_game import open_game
from tianshen.game.replay import read_current, replay
from tianshen.game.seal_check import changed_turns
from tianshen.notices import Code, Level

if TYPE_CHECKING:
    from tianshen.game.opened_game import Game
    from tianshen.game.replay import Course
    from tianshen.model.position import Position
    from tianshen.model.turns import Turn
    from tianshen.reading.result import Reading


def check(
    turn: TurnArgument = None,
    json: Annotated[bool, typer.Option("--json")] = False,
    receipt: Annotated[str | None, typer.Option("--receipt")] = None,
    talk: Annotated[bool, typer.Option("--talk")] = False,
    game: GameOption = HERE,
    lang: LangOption = None,
) -> int:
    """Check the orders of a turn; the status is 1 where something could not be read."""
    language = chosen_lang(lang)
    wanted = wanted_turn(turn)
    opened = open_game(game)
    power = wanted_power(receipt, opened.board) if receipt is not None else None
    speech = Speech(language, opened.settings.names, opened.settings.map)
    course = replay(opened)
    position, reading = _read(opened, course, wanted)
    if json:
        from tianshen.record.record_json import check_json

        console.emit_json(check_json(opened.board, position, reading, speech.notice))
        return _status(reading)
    listing = ReadingListing(opened, position, reading, speech)
    if power is not None:
        console.say("\n".join(receipt_lines(listing, power)))
        return 0
    return show(opened, course, listing, talk=talk)


def show(game: Game, course: Course, listing: ReadingListing, *, talk: bool = False) -> int:
    """Print what was read, then everything doubtful; return the exit status."""
    console.say("\n".join(listing.lines()))
    reading = listing.reading
    chat = [notice for notice in reading.notices if is_about_talk(notice)]
    if chat and talk:
        console.say("\n".join(["", listing.speech.message("check_talk"), *listing.talk_lines(chat)]))
    elif chat:
        console.say("\n" + listing.speech.message("check_talk_count", count=str(len(chat))))
    console.tell(complaints(game, course, reading.notices, listing.speech))
    console.tell(
        listing.speech.message("status_changed", turn=listing.speech.names.turn(turn))
        for turn in changed_turns(game, course)[:1]
    )
    return _status(reading)


def _read(game: Game, course: Course, wanted: Turn | None) -> tuple[Position, Reading]:
    """Return the turn's position and what was pasted for it; raise `InputError` where there is no such turn."""
    if wanted is not None and wanted != course.turn:
        record = course.record_of(wanted)
        if record is None:
            raise InputError.single(Code.TURN_NOT_PLAYED, turn=str(wanted))
        return record.result.before, record.reading
    if course.is_over:
        raise InputError.single(Code.GAME_OVER)
    return course.position, read_current(game, course)


def _status(reading: Reading) -> int:
    return int(any(notice.level is Level.ERROR for notice in reading.notices))
