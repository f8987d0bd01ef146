"""Powers and turns as a settings file, a command line or a file name writes them: in any language, or canonical."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from tianshen.locale.normalise import Normaliser
from tianshen.locale.wordlist import load_wordlist
from tianshen.model.board import STANDARD
from tianshen.model.turns import Step, Turn, parse_turn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tianshen.model.position import Power

_YEAR = re.compile(r"\d{4}")
_SHORT = re.compile(r"(\d{2})-([sfw])")  # as the classic rules write turns: 05-F
_STEPS = {
    ("spring", "moves"): Step.SPRING,
    ("spring", "retreats"): Step.SPRING_RETREATS,
    ("fall", "moves"): Step.FALL,
    ("fall", "retreats"): Step.FALL_RETREATS,
    ("winter", "moves"): Step.WINTER,
}


def turn_named(text: str) -> Turn | None:
    """Return the turn that the text names (`1901春`, `Spring 1901`, `F1901R`, `05-F`); None where it names none."""
    plain = _plain(text)
    short = _SHORT.fullmatch(plain)
    code = f"{short[2]}19{short[1]}" if short else plain
    try:
        return parse_turn(code.upper())
    except ValueError:
        year = _YEAR.search(plain)
        step = _steps().get(_YEAR.sub("", plain, count=1)) if year else None
        return Turn(int(year.group()), step) if year and step is not None else None


def power_named(text: str, board: str = STANDARD) -> Power | None:
    """Return the power that the text names by its canonical id, a name or an alias in any language, or None."""
    return _powers(board).get(_plain(text))


def _plain(text: str) -> str:
    return "".join(_normaliser().normalise(text).text.split())


@cache
def _normaliser() -> Normaliser:
    return Normaliser(load_wordlist().fold)


@cache
def _powers(board: str) -> Mapping[str, Power]:
    table: dict[str, Power] = {}
    clashing = set()
    for surface, sort, power in load_wordlist(board).entries:
        if sort == "power" and table.setdefault(_plain(surface), power) != power:
            clashing.add(_plain(surface))
    return {surface: power for surface, power in table.items() if surface not in clashing}


@cache
def _steps() -> Mapping[str, Step]:
    """Return what may be left of a turn's name when its year is taken out."""
    words: dict[str, list[tuple[str, str]]] = {"season": [], "phase": [("", "moves")], "year": [("", "")]}
    for surface, sort, value in load_wordlist().entries:
        if sort in words:
            words[sort].append((_plain(surface), value))
    return {
        f"{year}{season}{phase}": _STEPS[kind, part]
        for (year, _), (season, kind), (phase, part) in product(words["year"], words["season"], words["phase"])
        if (kind, part) in _STEPS
    }
