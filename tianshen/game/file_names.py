"""Which file of a game is called what."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from tianshen.locale.names import load_names
from tianshen.locale.template import filled
from tianshen.resources import read_toml, taking_apart

if TYPE_CHECKING:
    from datetime import date

    from tianshen.model.turns import Turn

SETTINGS = "game.toml"
SEALS = "game.lock.json"
INPUT = ".txt"
_LANG = "zh"  # files bear Chinese names, whatever language the reports are in


@cache
def _table() -> dict[str, Any]:
    return read_toml("locales", "folder.toml")


def _name(key: str, **values: str) -> str:
    with taking_apart("locales", "folder.toml"):
        return filled(_table()[key], **values)


def turn_stem(turn: Turn) -> str:
    """Return the name of a turn's files without an ending: `1901春`, `1901秋撤退`, `1901冬`."""
    return load_names(_LANG).turn_file(turn)


def turn_file(turn: Turn) -> str:
    """Return the file into which the posts of a turn are pasted: `1901春.txt`."""
    return turn_stem(turn) + INPUT


def reports_folder() -> str:
    """Return the folder of what is published."""
    return _name("reports")


def report_file(turn: Turn, ending: str, version: int | None = None) -> str:
    """Return a published file of a turn, `战报/1901春.txt`.

    With a version, the copy that is kept when a newer one comes.
    """
    stem = turn_stem(turn)
    if version is not None:
        stem = _name("old_version", name=stem, version=str(version))
    return f"{reports_folder()}/{stem}{ending}"


def workbook_file() -> str:
    """Return the workbook."""
    return _name("workbook")


def kept_copy(name: str, day: date, number: int = 1) -> str:
    """Return the copy of a workbook that the game master changed, made on that day; the first one or a further one."""
    mark = day.isoformat() if number == 1 else f"{day.isoformat()}-{number}"
    stem, _, ending = name.rpartition(".")
    return f"{_name('kept_copy', name=stem, date=mark)}.{ending}"


def beside(name: str) -> str:
    """Where a new workbook goes when the old one cannot be replaced."""
    stem, _, ending = name.rpartition(".")
    return f"{_name('beside', name=stem)}.{ending}"


def season_file() -> str:
    """Return the table over many games."""
    return _name("season")


def demo_folder() -> str:
    """Return the folder of the shipped game."""
    return _name("demo")


def start_file() -> str:
    """Return the start position of an imported game that begins elsewhere than usual."""
    return _name("start")
