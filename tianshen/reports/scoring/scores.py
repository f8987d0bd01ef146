"""Scoring systems: what a finished (or running) game is worth to each power.

The same rules stand as formulas in `score_formulas`, and a spreadsheet program must come to the same numbers.
Every function takes a `PowerScore` and the `Rates` of its system and gives one number for each power.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, TypeAlias

from tianshen.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

HOUSE = "centres"
_ALIVE_FACTOR = 10_000  # lifts the centres of a living power above every year


@dataclass(frozen=True, slots=True)
class Rates:
    """The numbers of one system that a game master may change; `places` are the points for the first place and on."""

    solo: float = 0
    places: tuple[float, ...] = ()


@dataclass(frozen=True)
class PowerScore:
    """How a game stands, one entry for each power in the map's sequence.

    `eliminated` is the year in which a power lost its last centre (any number for a power that lives: it is not
    looked at), `shares` whether a power has part in the draw, `winning` the number of centres that wins at once.
    """

    centres: tuple[int, ...]
    eliminated: tuple[float, ...]
    shares: tuple[bool, ...]
    first_year: float
    last_year: float
    winning: float = 18

    @property
    def most(self) -> int:
        """The number of centres of the leader."""
        return max(self.centres)

    @property
    def is_solo(self) -> bool:
        """Return whether somebody has reached the winning number."""
        return self.most >= self.winning

    @cached_property
    def winners(self) -> int:
        """How many powers have reached the winning number."""
        return sum(count >= self.winning for count in self.centres)

    @cached_property
    def living(self) -> int:
        """How many powers own a centre."""
        return sum(count > 0 for count in self.centres)

    @cached_property
    def leaders(self) -> int:
        """How many powers have the most centres."""
        return self.centres.count(self.most)

    @cached_property
    def keys(self) -> tuple[float, ...]:
        """A number for each power by which it is ranked: the living by centres, the dead below by year."""
        pairs = zip(self.centres, self.eliminated, strict=True)
        return tuple(count * _ALIVE_FACTOR if count else year for count, year in pairs)

    @cached_property
    def draw_keys(self) -> tuple[float, ...]:
        """As `keys`, but where nobody has won all who share the draw stand equal at the top."""
        if self.is_solo:
            return self.keys
        top = 100 * _ALIVE_FACTOR
        return tuple(top if share else key for share, key in zip(self.shares, self.keys, strict=True))

    def years_of(self, index: int) -> float:
        """How many years after the first a power lasted."""
        return (self.last_year if self.centres[index] else self.eliminated[index]) - self.first_year


Score: TypeAlias = "tuple[float, ...]"


def ranks(keys: Sequence[float]) -> tuple[int, ...]:
    """Return the rank of each key, the greatest first; equals share a rank, and the next ranks are left out."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def place_share(keys: Sequence[float], index: int, places: Sequence[float]) -> float:
    """Return the points of a power's place; a tie gets the average of the places that it covers."""
    above = sum(key > keys[index] for key in keys)
    tied = keys.count(keys[index])
    return sum(places[above : above + tied]) / tied


def _solo_or(standing: PowerScore, rates: Rates, otherwise: Callable[[int, int], float]) -> Score:
    """Return a win takes all, several winners split it; else what `otherwise` says of a power's index and centres."""
    if not standing.is_solo:
        return tuple(otherwise(index, count) for index, count in enumerate(standing.centres))
    prize = rates.solo / standing.winners
    return tuple(prize if count >= standing.winning else 0.0 for count in standing.centres)


def _solo_beside(standing: PowerScore, rates: Rates, rest: Callable[[int], float]) -> Score:
    """Return the prize of a win for its winners, and `rest` for every other power, by its index."""
    prize = rates.solo / standing.winners
    return tuple(prize if count >= standing.winning else rest(index) for index, count in enumerate(standing.centres))


def _centres(standing: PowerScore, rates: Rates) -> Score:
    return tuple(float(count) for count in standing.centres)


def _draw_size(standing: PowerScore, rates: Rates) -> Score:
    size = sum(standing.shares)
    return _solo_or(standing, rates, lambda index, _: 100 / size if standing.shares[index] else 0.0)


def _sum_of_squares(standing: PowerScore, rates: Rates) -> Score:
    total = sum(count * count for count in standing.centres)
    return _solo_or(standing, rates, lambda _, count: 100 * count * count / total if total else 0.0)


def _c_diplo(standing: PowerScore, rates: Rates) -> Score:
    return _solo_or(
        standing, rates, lambda index, count: 1 + count + place_share(standing.centres, index, rates.places)
    )


def _carnage(standing: PowerScore, rates: Rates) -> Score:
    return _solo_or(standing, rates, lambda index, count: count + place_share(standing.keys, index, rates.places))


def _dixie(standing: PowerScore, rates: Rates) -> Score:
    return tuple(
        4 * count + place_share(standing.draw_keys, index, rates.places) for index, count in enumerate(standing.centres)
    )


def _open_tribute(standing: PowerScore, rates: Rates) -> Score:
    most, leaders = standing.most, standing.leaders
    paid = sum(most - count for count in standing.centres) // leaders**2

    def points(_: int, count: int) -> float:
        return 34 + 4 * count - most + (paid if count == most else 0) if count else 0.0

    return _solo_or(standing, rates, points)


def _tribute(standing: PowerScore, rates: Rates) -> Score:
    living, leaders, most = standing.living, standing.leaders, standing.most

    def points(_: int, count: int) -> float:
        if not count:
            return 0.0
        purse = 66 / living
        due = min(purse, max(0, most - 6))
        return count + purse + (due * (living - leaders) / leaders if count == most else -due)

    return _solo_or(standing, rates, points)


def _bangkok(standing: PowerScore, rates: Rates) -> Score:
    most = standing.most
    if standing.is_solo:
        return _solo_beside(standing, rates, lambda index: 0.5 * standing.centres[index])
    steps = [max(0, 3 - most + count) for count in standing.centres]
    return tuple(
        count + 12 * step / sum(steps) + (3 if count else 0.3 * standing.years_of(index))
        for index, (count, step) in enumerate(zip(standing.centres, steps, strict=True))
    )


def _detour(standing: PowerScore, rates: Rates) -> Score:
    years = [0.25 * min(8, standing.years_of(index)) for index in range(len(standing.centres))]
    if standing.is_solo:
        return _solo_beside(standing, rates, lambda index: years[index])
    raw = detour_raw(standing)
    total = sum(raw) or 1  # nobody owns a centre: nothing to share
    return tuple(
        100 * value / total + (0 if count else late)
        for value, count, late in zip(raw, standing.centres, years, strict=True)
    )


def detour_raw(standing: PowerScore) -> tuple[int, ...]:
    """Return the points of the Detour system before they are brought to a sum of 100."""
    most = standing.most
    second = sorted(standing.centres)[-2:][0]
    return tuple(
        count
        + (2 if count else 0)
        + (most - second if count == most else 0)
        + max(0, 5 - sum(other >= count for other in standing.centres))
        for count in standing.centres
    )


def _manorcon(standing: PowerScore, rates: Rates) -> Score:
    years = [0.1 * standing.years_of(index) for index in range(len(standing.centres))]
    if standing.is_solo:
        return _solo_beside(standing, rates, lambda index: years[index])
    weights = [count * count + 4 * count + 16 for count in standing.centres]
    return tuple(
        100 * weight / sum(weights) if count else late
        for weight, count, late in zip(weights, standing.centres, years, strict=True)
    )


_SYSTEMS: dict[str, Callable[[PowerScore, Rates], Score]] = {
    "centres": _centres,
    "draw_size": _draw_size,
    "sum_of_squares": _sum_of_squares,
    "c_diplo": _c_diplo,
    "carnage": _carnage,
    "dixie": _dixie,
    "open_tribute": _open_tribute,
    "bangkok": _bangkok,
    "detour": _detour,
    "tribute": _tribute,
    "manorcon": _manorcon,
}


def score(system: str, standing: PowerScore, rates: Rates | None = None) -> Score:
    """Return what the standing is worth to each power under a system; raise `KeyError` for an unknown one.

    >>> half = PowerScore((17, 17, 0), (0, 0, 1905), (True, True, False), 1901, 1908)
    >>> score("sum_of_squares", half)
    (50.0, 50.0, 0.0)
    """
    return _SYSTEMS[system](standing, rates or default_rates()[system])


def system_names() -> tuple[str, ...]:
    """Return the names of all scoring systems, as the settings write them, in the sequence of their columns."""
    return tuple(default_rates())


@cache
def default_rates() -> Mapping[str, Rates]:
    """Return the numbers of every system from `tianshen/scoring.toml`; raise `DataError` where the file is broken."""
    path = "tianshen/scoring.toml"
    try:
        data = tomllib.loads((files("tianshen") / "scoring.toml").read_text(encoding="utf-8"))
        table = {name: Rates(row.get("solo", 0), tuple(row.get("places", ()))) for name, row in data.items()}
    except (OSError, tomllib.TOMLDecodeError, AttributeError, TypeError) as error:
        raise DataError(path, [str(error)]) from error
    if set(table) != set(_SYSTEMS):
        raise DataError(path, [f"{name}" for name in sorted(set(table) ^ set(_SYSTEMS))])
    return table
