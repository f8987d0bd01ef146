"""`paste`: posts go behind what was pasted for the current turn, whole and verbatim; then the turn is checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tianshen.cli.commands.check import show
from tianshen.cli.options import HERE, GameOption, LangOption, bytes_of, chosen_lang
from tianshen.cli.reading_listing import ReadingListing
from tianshen.cli.speech import Speech
from tianshen.cli.terminal import console
from tianshen.cli.terminal.clipboard import read_clipboard
from tianshen.errors import InputError, UsageError
from tianshen.game.file_names import turn_file
from tianshen.game.opened_game import open_game
from tianshen.game.replay import paste_into, read_current, replay
from tianshen.notices import Code

_STDIN = "-"


def paste(
    file: Annotated[str | None, typer.Argument()] = None,
    encoding: Annotated[str | None, typer.Option("--encoding")] = None,
    game: GameOption = HERE,
    lang: LangOption = None,
) -> int:
    """Append a paste to the current turn and check it; the status is that of the check."""
    speech = Speech(chosen_lang(lang))
    opened = open_game(game)  # before anything is taken from the keyboard that would be lost
    origin, data = _pasted(file, speech)
    if encoding is not None:
        data = _in_utf8(data, encoding, origin)
    with opened.folder.alone() as notices:
        console.tell(speech.complaints(notices))
        opened = open_game(game)
        course = replay(opened)
        if course.is_over:
            raise InputError.single(Code.GAME_OVER)
        paste_into(opened, course, data, origin)
        opened = open_game(game)
    speech = Speech(speech.lang, opened.settings.names, opened.settings.map)
    console.tell([speech.message("pasted", origin=origin, file=turn_file(course.turn))])
    return show(opened, course, ReadingListing(opened, course.position, read_current(opened, course), speech))


def _pasted(file: str | None, speech: Speech) -> tuple[str, bytes]:
    """Return what is to be pasted, and what it is called in complaints."""
    if file == _STDIN or (file is None and console.has_piped_input()):
        return speech.message("stdin"), console.read_input(speech.message("stdin"))
    if file is not None:
        return file, bytes_of(Path(file))
    return speech.message("clipboard"), read_clipboard()


def _in_utf8(data: bytes, encoding: str, origin: str) -> bytes:
    try:
        return data.decode(encoding).encode()
    except LookupError as error:
        raise UsageError.single(Code.ENCODING_UNKNOWN, value=encoding) from error
    except UnicodeError as error:
        raise InputError.single(Code.ENCODING_WRONG, value=encoding, file=origin) from error
