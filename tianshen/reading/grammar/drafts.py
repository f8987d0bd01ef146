"""What the grammar reads before the position is looked at: places, units and orders as written, by token."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from tianshen.reading.words.near_names import NameMatch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tianshen.model.position import Location, Power
    from tianshen.notices import Code


@dataclass(frozen=True, slots=True)
class PlaceRef:
    """A place as written, from token `first` to `last` (excluded).

    `locations` has one element where the name is clear, several where it is ambiguous. `coast` is the coast written,
    from token `coast_first` to `last`.
    """

    locations: tuple[Location, ...]
    first: int
    last: int
    how: NameMatch = NameMatch.EXACT
    coast: str | None = None
    coast_first: int | None = None

    @property
    def is_clear(self) -> bool:
        """Return whether it means exactly one place."""
        return len(self.locations) == 1 and self.how not in (NameMatch.UNKNOWN, NameMatch.POWER, NameMatch.OFF_BOARD)


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
class HoldDraft:
    """Subjects that hold."""

    units: tuple[UnitRef, ...]


@dataclass(frozen=True, slots=True)
class MoveDraft:
    """A subject that moves; `chain` are the seas named on the way, `unsaid` that no verb says so (`柏林改成普鲁士`)."""

    unit: UnitRef
    to: PlaceRef
    by_sea: bool = False
    chain: tuple[PlaceRef, ...] = ()
    unsaid: bool = False


@dataclass(frozen=True, slots=True)
class SupportDraft:
    """Subjects that support; `to` is None for a support to hold."""

    units: tuple[UnitRef, ...]
    of: UnitRef
    to: PlaceRef | None


@dataclass(frozen=True, slots=True)
class MutualSupportDraft:
    """Units that support each other where they stand."""

    units: tuple[UnitRef, ...]


@dataclass(frozen=True, slots=True)
class ConvoyDraft:
    """Fleets that carry an army."""

    units: tuple[UnitRef, ...]
    of: UnitRef
    to: PlaceRef


@dataclass(frozen=True, slots=True)
class RetreatDraft:
    """A preference list; an entry None disbands."""

    unit: UnitRef
    entries: tuple[PlaceRef | None, ...]


@dataclass(frozen=True, slots=True)
class BuildDraft:
    """One build; `listed` entries belong to a list."""

    entries: tuple[UnitRef, ...]
    listed: bool = False


@dataclass(frozen=True, slots=True)
class DisbandDraft:
    """Units to disband; `listed` entries belong to a list."""

    entries: tuple[UnitRef, ...]
    listed: bool = False


@dataclass(frozen=True, slots=True)
class WaiveDraft:
    """A build given up."""


@dataclass(frozen=True, slots=True)
class SameAsPrevious:
    """Units that do the same as the order before (`慕尼黑同上`)."""

    units: tuple[UnitRef, ...]


@dataclass(frozen=True, slots=True)
class SupportPrevious:
    """Units that support or carry what the order before is about; `named` where a word points at it."""

    units: tuple[UnitRef, ...]
    carries: bool
    named: bool


Body: TypeAlias = (
    HoldDraft
    | MoveDraft
    | SupportDraft
    | MutualSupportDraft
    | ConvoyDraft
    | RetreatDraft
    | BuildDraft
    | DisbandDraft
    | WaiveDraft
    | SameAsPrevious
    | SupportPrevious
)


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
