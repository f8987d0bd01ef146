"""New games: the settings with every option explained, and the first turn's file."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from tianshen.errors import InputError
from tianshen.game.folder import Folder
from tianshen.game.layout import SETTINGS, turn_file
from tianshen.model.board import load_board
from tianshen.notices import Code
from tianshen.resources import data_file

if TYPE_CHECKING:
    from pathlib import Path

_GAP = re.compile(r'"\{(name|rules|secret)\}"')
_UNSEEN = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


def create_game(path: Path, name: str, rules: str, secret: str, lang: str) -> str:
    """The folder is a game now; gives the name of the first turn's file, which is empty.

    Raises `InputError` (`game_exists`) where there is a game already; files of other names stay as they are.
    """
    folder = Folder(path)
    folder.make()
    first = turn_file(load_board().start.turn)
    with folder.alone():
        if folder.read_bytes(SETTINGS) is not None:
            raise InputError.single(Code.GAME_EXISTS, file=str(path))
        folder.create(first, b"")
        # last, because with this file the folder is a game
        folder.create(SETTINGS, settings_text(name, rules, secret, lang).encode())
    return first


def settings_text(name: str, rules: str, secret: str, lang: str) -> str:
    """The text of `game.toml` for a new game, explained in that language."""
    values = {"name": _UNSEEN.sub("", name), "rules": rules, "secret": secret}
    template = data_file("locales", lang, "settings.toml").read_text(encoding="utf-8")
    # a JSON string is a TOML string
    return _GAP.sub(lambda gap: json.dumps(values[gap[1]], ensure_ascii=False), template)
