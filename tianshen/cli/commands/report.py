"""`report`: what was published of a turn, or of the whole game, in a forum's format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tianshen.cli.options import (
    HERE,
    GameOption,
    LangOption,
    TurnArgument,
    chosen_lang,
    one_of,
    played_turn,
    wanted_turn,
)
from tianshen.cli.speech import Speech
from tianshen.cli.terminal import console
from tianshen.cli.terminal.clipboard import write_clipboard
from tianshen.errors import InputError
from tianshen.game.folder import write_file
from tianshen.game.opened_game import open_game
from tianshen.game.outputs import HTML, game_report, posts, report_document
from tianshen.game.record_files import json_text, record_data
from tianshen.game.replay import replay
from tianshen.notices import Code
from tianshen.reports.document.rendering import known_formats
from tianshen.reports.document.target import format_named
from tianshen.reports.picture.drawing import picture_svg
from tianshen.reports.picture.geometry import has_shapes

if TYPE_CHECKING:
    from tianshen.game.opened_game import Game
    from tianshen.game.replay import Course
    from tianshen.model.turns import Turn

_JSON = "json"


def report(
    turn: TurnArgument = None,
    form: Annotated[str | None, typer.Option("--format", "-f")] = None,
    whole: Annotated[bool, typer.Option("--whole")] = False,
    copy: Annotated[bool, typer.Option("--copy")] = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", readable=False)] = None,
    game: GameOption = HERE,
    lang: LangOption = None,
) -> int:
    """Print a report."""
    language = chosen_lang(lang)
    wanted = wanted_turn(turn)
    if form is not None:
        form = one_of("--format", format_named(form), (*known_formats(), _JSON))
    opened = open_game(game)
    speech = Speech(language, opened.settings.names, opened.settings.map)
    course = replay(opened)
    parts = _parts(opened, course, wanted, form or opened.settings.report, speech, whole=whole)
    text = "\n\n".join(parts)
    if output is not None:
        write_file(output, f"{text}\n".encode())
    else:
        console.say(text)
    if copy:
        write_clipboard(parts[0])
        key = "copied" if len(parts) == 1 else "copied_first"
        console.tell([speech.message(key, count=str(len(parts)))])
    return 0


def _parts(game: Game, course: Course, wanted: Turn | None, form: str, speech: Speech, *, whole: bool) -> list[str]:
    if whole:
        if not course.records:
            raise InputError.single(Code.NOTHING_PLAYED)
        if form == _JSON:
            return [json_text([record_data(r, speech) for r in course.records]).rstrip()]
        svg = ""
        if form == HTML and has_shapes(game.board.name):
            svg = picture_svg(course.position, speech.names, kind="position", game=game.settings.name)
        return posts(game_report(course.records, speech.lang, game.settings.names), form, svg)
    record = played_turn(course, wanted)
    if form == _JSON:
        return [json_text(record_data(record, speech)).rstrip()]
    svg = picture_svg(record, speech.names) if form == HTML and has_shapes(game.board.name) else ""
    return posts(report_document(game, record, speech.lang), form, svg)
