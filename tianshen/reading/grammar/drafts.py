"""What the grammar reads before the position is looked at: places, units and orders as written, by token."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tianshen.model.position import Location, Power
    from tianshen.notices import Code


class How(StrEnum):
    """How a name was understood."""

    EXACT = "exact"
    SHORTENED = "shortened"
    SOUND = "sound"
    NEAR = "near"
    UNKNOWN = "unknown"  # `locations` are candidates to show
    POWER = "power"  # the name of a power where a place belongs
    OFF_BOARD = "off_board"


@dataclass(frozen=True, slots=True)
class PlaceRef:
    """A place as written, from token `first` to `last` (excluded).

    `locations` has one element where the name is clear, several where it is ambiguous. `coast` is the coast written,
    from token `coast_first` to `last`.
    """

    locations: tuple[Location, ...]
    first: int
    last: int
    how: How = How.EXACT
    coast: str | None = None
    coast_first: int | None = None

    @property
    def is_clear(self) -> bool:
        """Whether it means exactly one place."""
        return len(self.locations) == 1 and self.how not in (How.UNKNOWN, How.POWER, How.OFF_BOARD)


@dataclass(frozen=True, slots=True)
class UnitRef:
    """A unit as written. `kind` is A, F, any or None; `power` the nationality, if written.

    `other` is a second way to cut the same words (挪威海军: 挪威 with 海军, or 挪威海 with 军). `maybe_power` is set
    where the place, written without a unit word, may as well be a nationality (`English`).
    """

    place: PlaceRef
    first: int
    last: int
    kind: str | None = None
    power: Power | None = None
    other: UnitRef | None = None
    maybe_power: Power | None = None


@dataclass(frozen=True, slots=True)
class Hold:
    """Subjects that hold."""

    units: tuple[UnitRef, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A subject that moves; `chain` are the seas named on the way, `unsaid` that no verb says so (`柏林改成普鲁士`)."""

    unit: UnitRef
    to: PlaceRef
    by_sea: bool = False
    chain: tuple[PlaceRef, ...] = ()
    unsaid: bool = False


@dataclass(frozen=True, slots=True)
class Support:
    """Subjects that support; `to` is None for a support to hold."""

    units: tuple[UnitRef, ...]
    of: UnitRef
    to: PlaceRef | None


@dataclass(frozen=True, slots=True)
class Mutual:
    """Units that support each other where they stand."""

    units: tuple[UnitRef, ...]


@dataclass(frozen=True, slots=True)
class Convoy:
    """Fleets that carry an army."""

    units: tuple[UnitRef, ...]
    of: UnitRef
    to: PlaceRef


@dataclass(frozen=True, slots=True)
class Retreat:
    """A preference list; an entry None disbands."""

    unit: UnitRef
    entries: tuple[PlaceRef | None, ...]


@dataclass(frozen=True, slots=True)
class Build:
    """One build; `listed` entries belong to a list."""

    entries: tuple[UnitRef, ...]
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Disband:
    """Units to disband; `listed` entries belong to a list."""

    entries: tuple[UnitRef, ...]
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Waive:
    """A build given up."""


@dataclass(frozen=True, slots=True)
class Same:
    """Units that do the same as the order before (`慕尼黑同上`)."""

    units: tuple[UnitRef, ...]


@dataclass(frozen=True, slots=True)
class That:
    """Units that support or carry what the order before is about; `named` where a word points at it."""

    units: tuple[UnitRef, ...]
    carries: bool
    named: bool


Body: TypeAlias = Hold | Move | Support | Mutual | Convoy | Retreat | Build | Disband | Waive | Same | That


@dataclass(frozen=True, slots=True)
class Draft:
    """An order as written, from token `first` to `last` (excluded)."""

    body: Body
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why something cannot be read: the code of the notice, the tokens concerned, the data of the notice.

    `unfinished` says that the words stop where more was expected.
    """

    code: Code
    first: int
    last: int
    data: Mapping[str, object] = field(default_factory=dict)
    unfinished: bool = False
