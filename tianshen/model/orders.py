"""Orders as data: what a player asks for, whatever the language. Frozen, no text, no rules.

An order names its own unit by the province in which it stands: the place decides, never the unit word
that a player wrote. Orders of the adjustment name a place; their `unit` is None.
Other units are named by `Named`, which keeps the kind for writing the order out again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from tianshen.model.immutable import immutable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tianshen.model.position import Location, Power, Province, UnitKind

DISBAND = "disband"  # the entry of a retreat list that disbands the unit by choice


@immutable
class Named:
    """A unit as another unit's order names it."""

    kind: UnitKind
    at: Location

    @property
    def province(self) -> Province:
        """The province in which the unit stands."""
        return self.at[:3]


@immutable
class Hold:
    """The unit stays where it is."""

    unit: Province


@immutable
class Move:
    """The unit goes to a province; by sea if it says so, along `route` where it names the seas."""

    unit: Province
    to: Location
    by_sea: bool = False
    route: tuple[Province, ...] = ()


@immutable
class SupportHold:
    """The unit supports another one where it stands."""

    unit: Province
    of: Named


@immutable
class SupportMove:
    """The unit supports the move of another one."""

    unit: Province
    of: Named
    to: Location


@immutable
class Convoy:
    """The fleet carries an army."""

    unit: Province
    of: Named
    to: Location


@dataclass(frozen=True, slots=True)
class RetreatList:
    """Where the unit would go if dislodged, first choice first; `DISBAND` may stand among the entries."""

    unit: Province
    entries: tuple[Location, ...]


@dataclass(frozen=True, slots=True)
class Build:
    """A new unit on a home centre."""

    unit: ClassVar[None] = None
    kind: UnitKind
    at: Location

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"


@dataclass(frozen=True, slots=True)
class Disband:
    """Take a unit off the board in the adjustment; `kind` as written, the place decides."""

    unit: ClassVar[None] = None
    kind: UnitKind
    at: Location

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"


@dataclass(frozen=True, slots=True)
class Waive:
    """Leave a build unused."""

    unit: ClassVar[None] = None


UnitOrder: TypeAlias = Hold | Move | SupportHold | SupportMove | Convoy
Adjustment: TypeAlias = Build | Disband | Waive
Order: TypeAlias = UnitOrder | RetreatList | Adjustment


@dataclass(frozen=True, slots=True)
class Decrees:
    """What the game master laid down for the turn, apart from orders on a power's behalf (those stand in `moves`).

    `ordered`: units whose entry in `TurnOrders.moves` is a decree. `voided`: units whose order was struck.
    `retreats`: where a dislodged unit goes, or `DISBAND`. `disbands`: units to take off the board, dislodged ones at
    once, others in the adjustment. `builds`: builds that come before the power's own list. `ended`: the game is over
    (the leader wins). `draw`: the powers that share a draw; empty for none. `stalemate`: the stalemate rule
    (`stalemate_years`) is announced and counts from this turn.
    """

    ordered: frozenset[Province] = frozenset()
    voided: frozenset[Province] = frozenset()
    retreats: Mapping[Province, Location] = field(default_factory=dict)
    disbands: tuple[Province, ...] = ()
    builds: Mapping[Power, tuple[Build, ...]] = field(default_factory=dict)
    ended: bool = False
    draw: tuple[Power, ...] = ()
    stalemate: bool = False


@dataclass(frozen=True, slots=True)
class TurnOrders:
    """Everything that counts for one turn, after revisions are settled and before anything is judged.

    `moves` and `retreats` by the province in which the unit stands; `builds` and `disbands` by power, in the
    sequence in which they are tried.
    """

    moves: Mapping[Province, UnitOrder] = field(default_factory=dict)
    retreats: Mapping[Province, RetreatList] = field(default_factory=dict)
    builds: Mapping[Power, tuple[Build, ...]] = field(default_factory=dict)
    disbands: Mapping[Power, tuple[Disband, ...]] = field(default_factory=dict)
    decrees: Decrees = field(default_factory=Decrees)
