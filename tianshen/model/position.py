"""Units and positions: who stands where and who owns what. Knows nothing of orders."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from tianshen.model.immutable import immutable
from tianshen.model.turns import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tianshen.model.turns import Turn

Power: TypeAlias = str  # "england"
Province: TypeAlias = str  # "SPA"
Location: TypeAlias = str  # "SPA/NC" for a fleet on a split coast, otherwise the province
UnitKind: TypeAlias = Literal["A", "F"]

ARMY: Literal["A"] = "A"
FLEET: Literal["F"] = "F"


def province_of(location: Location) -> Province:
    """Return the province of a location: `SPA/NC` lies in `SPA`.

    Where the judge looks at every order of a board (`judge/legality.py`) the slice is written out, for speed.
    """
    return location[:3]


def province_of_unit(text: str) -> Province:
    """Return the province in the canonical form of a unit or place: `WAR` of `WAR`, `A WAR` and `F STP/NC`."""
    return province_of(text[2:] if text[1:2] == " " else text)


def coast_of(location: Location) -> str | None:
    """Return the coast of a location, `NC` of `SPA/NC`; None where the coast is not divided or not named."""
    return location[4:] or None


@immutable
class Unit:
    """An army or a fleet of a power, at a location."""

    power: Power
    kind: UnitKind
    at: Location

    @property
    def province(self) -> Province:
        """The province in which the unit stands."""
        return self.at[:3]

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"


@immutable
class Dislodged:
    """A unit that must retreat: where it stood, and whence its attacker came."""

    unit: Unit
    attacker_from: Province
    by_sea: bool = False


def balance(power: Power, units: Mapping[Province, Unit], centres: Mapping[Province, Power]) -> int:
    """Return how many units the power may build (positive) or must disband (negative): centres less units."""
    owned = sum(1 for owner in centres.values() if owner == power)
    return owned - sum(1 for unit in units.values() if unit.power == power)


@dataclass(frozen=True, slots=True)
class Position:
    """The board at the beginning of a turn.

    `units` by province, at most one each; `centres` maps each owned centre to its power; a centre that is absent is
    nobody's. `dislodged` and `standoffs` (provinces left vacant by a stand-off) are filled only in a retreat turn.
    """

    turn: Turn
    units: Mapping[Province, Unit]
    centres: Mapping[Province, Power]
    dislodged: tuple[Dislodged, ...] = ()
    standoffs: frozenset[Province] = field(default_factory=frozenset)

    def unit_meant(self, province: Province) -> Unit | None:
        """Return the unit that words about the province mean: the dislodged one if there is one, else the one there."""
        return self._dislodged_from(province) or self.units.get(province)

    def ordered_unit(self, province: Province) -> Unit | None:
        """Return the unit that takes orders in the province: in a retreat turn only a dislodged one."""
        return self._dislodged_from(province) if self.turn.phase is Phase.RETREATS else self.units.get(province)

    def _dislodged_from(self, province: Province) -> Unit | None:
        return next((item.unit for item in self.dislodged if item.unit.province == province), None)

    def units_of(self, power: Power) -> list[Unit]:
        """Return the units of a power on the board, in the sequence of the position."""
        return [unit for unit in self.units.values() if unit.power == power]

    def centres_of(self, power: Power) -> list[Province]:
        """Return the centres that a power owns, in alphabetical order of their ids."""
        return sorted(centre for centre, owner in self.centres.items() if owner == power)

    def balance_of(self, power: Power) -> int:
        """Return the power's centres less its units."""
        return balance(power, self.units, self.centres)
