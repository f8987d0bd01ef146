"""New games: the settings with every option explained, and the first turn's file."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from tianshen.errors import InputError
from tianshen.game.file_names import SEALS, SETTINGS, turn_file
from tianshen.game.folder import Folder
from tianshen.model.board import load_board
from tianshen.notices import Code
from tianshen.resources import data_file, taking_apart

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

EXAMPLE = "three-way-tie"
_GAP = re.compile(r'"\{(name|rules|secret)\}"')
_SECRET = re.compile(rb'^secret = ".*"', re.MULTILINE)
_UNSEEN = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


def create_game(path: Path, name: str, rules: str, secret: str, lang: str) -> str:
    """Make the folder a game; return the name of the first turn's file, which is empty.

    Raises `InputError` (`game_exists`) where there is a game already; files of other names stay as they are.
    """
    first = turn_file(load_board().start.turn)
    make_game(path, {first: b"", SETTINGS: settings_text(name, rules, secret, lang).encode()})
    return first


def copy_example(path: Path) -> None:
    """Put the shipped game into the folder, as it was before its first turn was resolved; raises as `make_game`."""
    entries = [entry for entry in data_file("examples", EXAMPLE).iterdir() if entry.is_file()]
    make_game(path, {entry.name: entry.read_bytes() for entry in entries}, or_resume=True)


def make_game(path: Path, files: Mapping[str, bytes], *, or_resume: bool = False) -> None:
    """Make the folder a game of these files; raises `InputError` (`game_exists`) where there is a game already.

    With `or_resume` that may be a game of the same files of which nothing is published yet: what a run leaves that was
    killed between making and publishing. It keeps its secret.
    """
    folder = Folder(path)
    folder.make()
    same = files if or_resume else {}
    _refuse_a_game(folder, same)
    with folder.alone():
        _refuse_a_game(folder, same)  # another run may have made one just now
        # the settings come last, because with them the folder is a game
        for name in sorted(files, key=lambda name: (name == SETTINGS, name)):
            folder.create(name, files[name])


def _refuse_a_game(folder: Folder, same: Mapping[str, bytes]) -> None:
    if folder.read_bytes(SETTINGS) is None:
        return
    begun = same and folder.read_bytes(SEALS) is None
    if not begun or any(_open(folder.read_bytes(name) or b"") != _open(data) for name, data in same.items()):
        raise InputError.single(Code.GAME_EXISTS, file=str(folder.path))


def _open(data: bytes) -> bytes:
    """Return what is not secret of a file."""
    return _SECRET.sub(b"", data)


def settings_text(name: str, rules: str, secret: str, lang: str) -> str:
    """Return the text of `game.toml` for a new game, explained in that language."""
    values = {"name": _UNSEEN.sub("", name), "rules": rules, "secret": secret}
    with taking_apart("locales", lang, "settings.toml"):
        template = data_file("locales", lang, "settings.toml").read_text(encoding="utf-8")
    # a JSON string is a TOML string
    return _GAP.sub(lambda gap: json.dumps(values[gap[1]], ensure_ascii=False), template)
