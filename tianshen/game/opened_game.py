"""A game as its folder holds it: settings, seals, start position and everything that was pasted."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tianshen.errors import InputError
from tianshen.game.file_names import INPUT, SEALS, SETTINGS, reports_folder, turn_file
from tianshen.game.folder import Folder
from tianshen.game.parse_names import turn_named
from tianshen.game.seals import read_seals
from tianshen.game.settings import read_settings
from tianshen.game.toml_lines import key_lines, line_of, with_quoted_keys
from tianshen.model.board import load_board
from tianshen.notices import Code, Level, Notice, Where
from tianshen.reading.case.case_file import read_case

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tianshen.game.seals import Seals
    from tianshen.game.settings import GameSettings
    from tianshen.model.board import Board
    from tianshen.model.position import Position
    from tianshen.model.turns import Turn
    from tianshen.text.source import Source


@dataclass(frozen=True)
class Game:
    """All inputs of a game. `inputs` holds the turn files; `notices` tells what is odd about the folder."""

    folder: Folder
    board: Board
    settings: GameSettings
    seals: Seals
    start: Position
    inputs: Mapping[Turn, Source]
    notices: tuple[Notice, ...] = ()


def open_game(path: Path) -> Game:
    """Return the game in that folder.

    Raises `InputError` where there is none (`game_missing`) or where one of its files cannot be used,
    `UnicodeEncodeError` where the system cannot write Chinese file names.
    """
    folder = Folder(path)
    source = folder.read(SETTINGS)
    os.fsencode(reports_folder())  # raises where the system cannot name our files: it would hide them too
    if source is None:
        raise InputError.single(Code.GAME_MISSING, file=os.path.realpath(path))
    settings = read_settings(source)
    board = load_board(settings.map)
    inputs, notices = _inputs(folder)
    if not settings.secret:
        notices = (*notices, Notice(Level.WARNING, Code.NO_SECRET, Where(source.name, 1, 1)))
    seals = read_seals(folder.read(SEALS))
    return Game(folder, board, settings, seals, _start(folder, board, settings, source), inputs, notices)


def _start(folder: Folder, board: Board, settings: GameSettings, source: Source) -> Position:
    if settings.start is None:
        return board.start
    position = folder.read(settings.start)
    if position is None:
        line = line_of(key_lines(with_quoted_keys(source.text)), ("start",))
        raise InputError.single(Code.START_MISSING, Where(source.name, line, 1), value=settings.start)
    return read_case(position, board).position


def _inputs(folder: Folder) -> tuple[dict[Turn, Source], tuple[Notice, ...]]:
    """Return the turn files, and a warning for each file whose name means a turn without being its file's name."""
    inputs = {}
    notices = []
    for name in folder.names():
        turn = turn_named(name.removesuffix(INPUT)) if name.endswith(INPUT) else None
        if turn is None:
            continue
        if name != turn_file(turn):
            data = {"turn": str(turn), "name": turn_file(turn)}
            notices.append(Notice(Level.WARNING, Code.TURN_FILE_MISNAMED, Where(name, 1, 1), data))
            continue
        source = folder.read(name)
        if source is not None:
            inputs[turn] = source
    return inputs, tuple(notices)
