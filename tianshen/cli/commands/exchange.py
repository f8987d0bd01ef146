"""`export` and `import`: whole games as JSON, and the saved games of the PyPI package `diplomacy`."""

from __future__ import annotations

import os
import secrets
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tianshen.cli.options import HERE, GameOption, LangOption, bytes_of, chosen_lang, one_of
from tianshen.cli.speech import Speech
from tianshen.cli.terminal import console
from tianshen.game.creation import make_game, settings_text
from tianshen.game.folder import write_file
from tianshen.game.opened_game import open_game
from tianshen.game.record_files import game_data, json_text
from tianshen.game.replay import replay
from tianshen.game.saved_games.exporting import saved_game
from tianshen.game.saved_games.importing import difference, files_of, read_saved_game
from tianshen.text.source import decode

if TYPE_CHECKING:
    from tianshen.notices import Notice
    from tianshen.record.turn_record import TurnRecord

RECORDS, DIPLOMACY = "records", "diplomacy"


def export_game(
    form: Annotated[str, typer.Option("--format", "-f")] = RECORDS,
    output: Annotated[Path | None, typer.Option("--output", "-o", readable=False)] = None,
    game: GameOption = HERE,
    lang: LangOption = None,
) -> int:
    """Write the whole game as JSON."""
    language = chosen_lang(lang)
    one_of("--format", form, (RECORDS, DIPLOMACY))
    opened = open_game(game)
    course = replay(opened)
    if form == DIPLOMACY:
        data = saved_game(opened.settings.name, opened.board, opened.settings.rules, course.records, course.position)
    else:
        speech = Speech(language, opened.settings.names, opened.settings.map)
        data = game_data(opened, course.records, speech)
    if output is None:
        console.emit_json(data)
    else:
        write_file(output, json_text(data).encode())
    return 0


def import_game(
    file: Annotated[Path, typer.Argument(readable=False)],
    folder: Annotated[Path, typer.Argument(readable=False)],
    lang: LangOption = None,
) -> int:
    """Make a game of a saved game; the status is 1 where it does not come out as the file has it."""
    from tianshen.game.publish import publish_all  # brings pictures and workbooks, which `export` can do without

    speech = Speech(chosen_lang(lang))
    intake = read_saved_game(decode(bytes_of(file), str(file)))
    settings = settings_text(
        intake.name or Path(os.path.realpath(folder)).name, "standard", secrets.token_hex(32), speech.lang
    )
    make_game(folder, files_of(intake, settings), or_resume=True)
    differs: list[Notice] = []

    def told(record: TurnRecord) -> bool:
        turn, found = record.result.before.turn, record.result.position
        what = difference(intake, turn, found)
        if what is not None:
            differs.append(what)
        else:
            console.tell([speech.message("turn_resolved", turn=speech.names.turn(turn))])
        return what is None

    if intake.played is not None:
        publish_all(folder, speech.lang, date.today(), told, intake.played)
    console.tell(speech.complaints(differs))
    console.say(speech.message("imported", folder=str(folder)))
    return int(bool(differs))
