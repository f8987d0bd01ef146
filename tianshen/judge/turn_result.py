"""What a whole turn decided: retreats, captures, adjustments, lots, victory. Plain frozen data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from tianshen.model.position import province_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tianshen.judge.ruling import Knot, Ruling
    from tianshen.model.position import Dislodged, Location, Position, Power, Province, Unit
    from tianshen.model.turns import Turn

RetreatBy: TypeAlias = Literal["list", "heuristic", "lot", "order", "decree", "choice", "forced"]
AdjustBy: TypeAlias = Literal["list", "order", "heuristic", "distance", "lot", "decree", "forced"]


@dataclass(frozen=True, slots=True)
class Skipped:
    """An entry of a list that was not carried out, and the code of why."""

    entry: str
    why: str


@dataclass(frozen=True, slots=True)
class Retreat:
    """Where a dislodged unit went; `to` is None where it was disbanded.

    `options` are the places it could legally go to; `criterion` (1 to 5) is the step of the heuristic that decided,
    5 for the lot; `skipped` the entries of its list that were not possible or were yielded; `forced_why` is
    `no_place`, `collision` or `unordered` where it was disbanded against its will.
    """

    unit: Unit
    to: Location | None
    by: RetreatBy
    options: tuple[Location, ...] = ()
    criterion: int | None = None
    skipped: tuple[Skipped, ...] = ()
    forced_why: str | None = None


@dataclass(frozen=True, slots=True)
class Capture:
    """A centre that changed hands; `previous` is None where nobody owned it."""

    centre: Province
    previous: Power | None
    owner: Power


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A build, a disband or a waived build (`unit` None). `criterion` as in `Retreat`, 1 to 3 for disbands."""

    power: Power
    kind: Literal["build", "disband", "waive"]
    unit: Unit | None
    by: AdjustBy
    criterion: int | None = None


@dataclass(frozen=True, slots=True)
class Lot:
    """A draw: its purpose (`retreat A WAR`, `disband england`), its candidates and the one drawn, in canonical ids."""

    purpose: str
    candidates: tuple[str, ...]
    drawn: str


@dataclass(frozen=True, slots=True)
class Victory:
    """How the game ended, or until when it was extended.

    `kind`: solo, last_turn, shared, draw, ended, extended. `winners` is empty when extended, `until` is set then.
    """

    kind: Literal["solo", "last_turn", "shared", "draw", "ended", "extended"]
    winners: tuple[Power, ...]
    centres: Mapping[Power, int]
    until: Turn | None = None

    @property
    def is_final(self) -> bool:
        """Return whether the game is over; an extension lets it go on."""
        return self.until is None


@dataclass(frozen=True, slots=True)
class Clock:
    """How far the game is: extensions used, until when it is extended, and since when a stalemate is counted.

    `quiet_since` is the last year that does not count towards a stalemate, once that rule was announced; else None.
    """

    extensions: int = 0
    until: Turn | None = None
    quiet_since: int | None = None


DecreeKind: TypeAlias = Literal["order", "retreat", "disband", "build", "draw", "stalemate"]


@dataclass(frozen=True, slots=True)
class Refused:
    """A decree that the rules forbid: its kind, its object in canonical ids, and the code of why."""

    kind: DecreeKind
    about: str
    why: str


@dataclass(frozen=True, slots=True)
class TurnResult:
    """Everything that a turn decided. `position` is the board at the beginning of the next turn that is played.

    `dislodged` are the units dislodged in this turn (in a retreat turn, those that retreat now). `skipped` holds the
    build and disband entries that were not carried out, `fallbacks` the disband entries that no longer named a unit by
    where it stood and were taken by where one stands. `clock` is that of the next turn.
    """

    before: Position
    position: Position
    rulings: Mapping[Province, Ruling] = field(default_factory=dict)
    knots: tuple[Knot, ...] = ()
    inferred: Mapping[Province, tuple[Province, ...]] = field(default_factory=dict)
    dislodged: tuple[Dislodged, ...] = ()
    standoffs: frozenset[Province] = frozenset()
    retreats: tuple[Retreat, ...] = ()
    captures: tuple[Capture, ...] = ()
    adjustments: tuple[Adjusted, ...] = ()
    skipped: Mapping[Power, tuple[Skipped, ...]] = field(default_factory=dict)
    fallbacks: Mapping[Power, tuple[str, ...]] = field(default_factory=dict)
    lots: tuple[Lot, ...] = ()
    victory: Victory | None = None
    refused: tuple[Refused, ...] = ()
    clock: Clock = Clock()

    @property
    def is_final(self) -> bool:
        """Return whether the game ends with this turn."""
        return self.victory is not None and self.victory.is_final

    @property
    def occupied_after_moves(self) -> frozenset[Province]:
        """The provinces in which a unit stands after the moves, before the retreats."""
        if not self.rulings:
            return frozenset(self.before.units)
        return frozenset(province_of(r.ends_at) for r in self.rulings.values() if r.dislodged_by is None)

    def ends_in(self, province: Province) -> Province | None:
        """Return where the unit of the province stands after moves and retreats; None if it was destroyed."""
        return place_after_retreats(province, self.rulings.get(province), self.retreats)


def place_after_retreats(province: Province, ruling: Ruling | None, retreats: Iterable[Retreat]) -> Province | None:
    """Return where the unit of the province stands after moves and retreats; None if it was destroyed."""
    for retreat in retreats:
        if retreat.unit.province == province:
            return province_of(retreat.to) if retreat.to is not None else None
    return province_of(ruling.ends_at) if ruling is not None else province
