"""`status`: where the game stands, and who has sent what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.cli.concerns import complaints
from tianshen.cli.options import HERE, GameOption, LangOption, chosen_lang
from tianshen.cli.reading_listing import ReadingListing
from tianshen.cli.speech import Speech
from tianshen.cli.terminal import console
from tianshen.cli.terminal.columns import one_line
from tianshen.cli.terminal.text_table import table
from tianshen.game.opened_game import open_game
from tianshen.game.replay import read_current, replay
from tianshen.game.seal_check import changed_turns
from tianshen.writing.notice_text import shortened
from tianshen.writing.turn_phrases import victory_sentence

if TYPE_CHECKING:
    from tianshen.game.opened_game import Game
    from tianshen.game.replay import Course
    from tianshen.model.position import Power


def status(game: GameOption = HERE, lang: LangOption = None) -> int:
    """Show the position and the state of the current turn."""
    opened = open_game(game)
    speech = Speech(chosen_lang(lang), opened.settings.names, opened.settings.map)
    course = replay(opened)
    listing = None if course.is_over else ReadingListing(opened, course.position, read_current(opened, course), speech)
    console.say(listing.title() if listing else _end(course, speech))
    console.say("")
    table(_rows(opened, course, listing, speech))
    console.say("")
    for power in opened.board.powers:
        units = course.position.units_of(power)
        if units:
            listed = speech.names.join(speech.names.unit(unit) for unit in units)
            console.say(speech.message("status_units", power=speech.names.power(power), units=listed))
    for turn in changed_turns(opened, course)[:1]:
        console.tell([speech.message("status_changed", turn=speech.names.turn(turn))])
    console.tell(complaints(opened, course, (), speech))
    return 0


def _end(course: Course, speech: Speech) -> str:
    """Say that the game is over, and how it ended."""
    last = course.records[-1]
    assert last.result.victory is not None
    return speech.message("finished") + "\n" + victory_sentence(last.result.victory, speech.under(last.rules))


def _rows(game: Game, course: Course, listing: ReadingListing | None, speech: Speech) -> list[list[str]]:
    titles = ["column_power", "column_player", "column_centres", "column_units", "column_sent"]
    players = game.settings.players_at(course.turn)
    rows = [[speech.message(title) for title in titles]]
    for power in game.board.powers:
        rows.append(
            [
                speech.names.power(power),
                shortened(one_line("".join(players.get(power, ())[:1]))),
                str(len(course.position.centres_of(power))),
                str(len(course.position.units_of(power))),
                _sent(listing, power, speech) if listing else "",
            ]
        )
    return rows


def _sent(listing: ReadingListing, power: Power, speech: Speech) -> str:
    if not listing.asked(power):
        return ""
    if power in listing.silent():
        return speech.message("sent_nothing")
    missing = listing.reading.missing.get(power)
    lacks = missing is not None and (missing.units or missing.retreats or missing.builds or missing.disbands)
    return speech.message("sent_partly" if lacks else "sent_all")
