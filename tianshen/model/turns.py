"""Turns: which there are, how they are written, what follows what. No word of any language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Season(StrEnum):
    """The season of a turn."""

    SPRING = "S"
    FALL = "F"
    WINTER = "W"


class Phase(StrEnum):
    """What units do in a turn."""

    MOVES = "moves"
    RETREATS = "retreats"
    ADJUSTMENTS = "adjustments"


class Step(IntEnum):
    """The steps of a year in their sequence; rule sets with advance orders use only the two move steps."""

    SPRING = 0
    SPRING_RETREATS = 1
    FALL = 2
    FALL_RETREATS = 3
    WINTER = 4


_CODES = {
    Step.SPRING: ("S", ""),
    Step.SPRING_RETREATS: ("S", "R"),
    Step.FALL: ("F", ""),
    Step.FALL_RETREATS: ("F", "R"),
    Step.WINTER: ("W", ""),
}
_FORM = re.compile(r"([SFW])(\d{4})([MRA]?)")


@dataclass(frozen=True, slots=True, order=True)
class Turn:
    """One turn of the game; turns compare by time."""

    year: int
    step: Step

    @property
    def season(self) -> Season:
        """Spring, Fall or Winter."""
        return Season(_CODES[self.step][0])

    @property
    def phase(self) -> Phase:
        """Moves, retreats or adjustments."""
        if self.step is Step.WINTER:
            return Phase.ADJUSTMENTS
        return Phase.RETREATS if _CODES[self.step][1] else Phase.MOVES

    @property
    def is_fall_moves(self) -> bool:
        """Return whether centres change hands after this turn's moves and retreats."""
        return self.step is Step.FALL

    def __str__(self) -> str:
        season, suffix = _CODES[self.step]
        return f"{season}{self.year}{suffix}"

    def at(self, step: Step) -> Turn:
        """Another step of the same year."""
        return Turn(self.year, step)

    def next_spring(self) -> Turn:
        """Return the Spring moves of the following year."""
        return Turn(self.year + 1, Step.SPRING)


def parse_turn(code: str) -> Turn:
    """Return the turn with that canonical code: `S1901`, `F1901R`, `W1901` (`S1901M` and `W1901A` are understood too).

    >>> parse_turn("F1901R")
    Turn(year=1901, step=<Step.FALL_RETREATS: 3>)

    Raises `ValueError` for anything else.
    """
    found = _FORM.fullmatch(code)
    if found:
        season, year, suffix = found.groups()
        suffix = {"M": "", "A": ""}.get(suffix, suffix)
        for step, parts in _CODES.items():
            if parts == (season, suffix):
                return Turn(int(year), step)
    raise ValueError(code)
