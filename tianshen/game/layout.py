"""Which file of a game is called what."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from tianshen.locale.names import filled, load_names
from tianshen.resources import read_toml

if TYPE_CHECKING:
    from tianshen.model.turn import Turn

SETTINGS = "game.toml"
SEALS = "game.lock.json"
INPUT = ".txt"
_LANG = "zh"  # files bear Chinese names, whatever language the reports are in


@cache
def _names() -> dict[str, Any]:
    return read_toml("locales", "folder.toml")


def turn_stem(turn: Turn) -> str:
    """The name of a turn's files without an ending: `1901春`, `1901秋撤退`, `1901冬`."""
    return load_names(_LANG).turn_file(turn)


def turn_file(turn: Turn) -> str:
    """The file into which the posts of a turn are pasted: `1901春.txt`."""
    return turn_stem(turn) + INPUT


def reports_folder() -> str:
    """The folder of what is published."""
    name: str = _names()["reports"]
    return name


def report_file(turn: Turn, ending: str, version: int | None = None) -> str:
    """A published file of a turn, `战报/1901春.txt`; with a version, the copy that is kept when a newer one comes."""
    stem = turn_stem(turn)
    if version is not None:
        stem = filled(_names()["old_version"], name=stem, version=str(version))
    return f"{reports_folder()}/{stem}{ending}"


def workbook_file() -> str:
    """The workbook."""
    name: str = _names()["workbook"]
    return name
