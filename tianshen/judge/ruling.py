"""What a judgement says: outcomes, reasons, strengths. One class for each way in which an order can end.

A reason is the primary result; the outcome is read off it, so that "why" can never differ from "what".
Units are named by the province in which they stood when the orders were written.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from tianshen.model.immutable import immutable
from tianshen.model.orders import Move

if TYPE_CHECKING:
    from tianshen.model.orders import UnitOrder
    from tianshen.model.position import Location, Province, Unit


class Outcome(StrEnum):
    """How an order ended."""

    SUCCEEDS = "succeeds"
    BOUNCES = "bounces"
    CUT = "cut"
    VOID = "void"
    DISRUPTED = "disrupted"


@immutable
class Uncounted:
    """A matching support that does not count: it was `cut`, or it would help to dislodge its own power's unit."""

    unit: Province
    why: Literal["cut", "own_unit"]


@immutable
class Strength:
    """A strength and where it comes from; the number is never stored apart."""

    supports: tuple[Province, ...] = ()
    uncounted: tuple[Uncounted, ...] = ()
    base: Literal[0, 1] = 1

    @property
    def value(self) -> int:
        """The number: one for the unit itself, one for each support that counts."""
        return self.base + len(self.supports)


ALONE = Strength()
NOTHING = Strength(base=0)


class VoidWhy(StrEnum):
    """Why an order was not possible, or supported or carried nothing that was ordered."""

    SAME_PROVINCE = "same_province"
    NOT_ADJACENT = "not_adjacent"
    WRONG_GROUND = "wrong_ground"  # an army to a sea, a fleet inland
    COAST_MISSING = "coast_missing"
    COAST_UNREACHABLE = "coast_unreachable"
    NOT_COASTAL = "not_coastal"  # by sea from or to an inland province
    FLEET_CARRIED = "fleet_carried"  # a fleet cannot be carried
    ROUTE_MISSING = "route_missing"
    ROUTE_UNLINKED = "route_unlinked"  # the named seas do not link origin and target
    ROUTE_EMPTY = "route_empty"  # no fleet in a named sea, or no chain of fleets at all
    CARRIER_NOT_AT_SEA = "carrier_not_at_sea"
    CARRIER_NOT_FLEET = "carrier_not_fleet"
    CARRIER_OFF_ROUTE = "carrier_off_route"  # cannot lie on any chain from origin to target, or not on the named one
    SUPPORT_SELF = "support_self"
    SUPPORT_UNREACHABLE = "support_unreachable"
    SUPPORT_OTHER_COAST = "support_other_coast"  # only from the other coast of the supporter's province
    NO_SUCH_UNIT = "no_such_unit"
    SUPPORTED_MOVES = "supported_moves"
    SUPPORTED_DIFFERS = "supported_differs"
    CARRIED_DIFFERS = "carried_differs"
    CARRIED_BY_LAND = "carried_by_land"
    DECREED = "decreed"  # voided by the game master


@immutable
class Holds:
    """Nobody attacked the unit."""

    outcome: ClassVar[Outcome] = Outcome.SUCCEEDS
    code: ClassVar[str] = "holds"


@immutable
class Withstands:
    """The holding unit was attacked and stays: its hold strength was enough."""

    by: Province
    attack: Strength
    hold: Strength
    outcome: ClassVar[Outcome] = Outcome.SUCCEEDS
    code: ClassVar[str] = "withstands"


@immutable
class Beleaguered:
    """The unit was attacked by stronger ones that kept each other out."""

    by: tuple[Province, ...]
    attack: Strength
    hold: Strength
    outcome: ClassVar[Outcome] = Outcome.SUCCEEDS
    code: ClassVar[str] = "beleaguered"


@immutable
class Overcome:
    """The holding unit was dislodged; its order counts as carried out until then."""

    by: Province
    attack: Strength
    hold: Strength
    outcome: ClassVar[Outcome] = Outcome.SUCCEEDS
    code: ClassVar[str] = "overcome"


@immutable
class Moves:
    """The move succeeds; nobody else wanted the place, nobody stayed in it."""

    attack: Strength
    outcome: ClassVar[Outcome] = Outcome.SUCCEEDS
    code: ClassVar[str] = "moves"


@immutable
class Prevails:
    """The move succeeds against others that wanted the same place; `by` is the strongest of them."""

    by: Province
    attack: Strength
    prevent: Strength
    outcome: ClassVar[Outcome] = Outcome.SUCCEEDS
    code: ClassVar[str] = "prevails"


@immutable
class Dislodges:
    """The move succeeds and dislodges the unit in the place; in a head-to-head battle `hold` is its attack."""

    victim: Province
    attack: Strength
    hold: Strength
    outcome: ClassVar[Outcome] = Outcome.SUCCEEDS
    code: ClassVar[str] = "dislodges"


@immutable
class RingTurns:
    """The move succeeds as part of a ring of three or more (or of an exchange by convoy)."""

    knot: tuple[Province, ...]
    attack: Strength
    outcome: ClassVar[Outcome] = Outcome.SUCCEEDS
    code: ClassVar[str] = "ring_turns"


@immutable
class Prevented:
    """The move fails in a stand-off with another move to the same place."""

    by: Province
    attack: Strength
    prevent: Strength
    outcome: ClassVar[Outcome] = Outcome.BOUNCES
    code: ClassVar[str] = "prevented"


@immutable
class Resisted:
    """The move fails against the unit that holds the place."""

    by: Province
    attack: Strength
    hold: Strength
    outcome: ClassVar[Outcome] = Outcome.BOUNCES
    code: ClassVar[str] = "resisted"


@immutable
class ChainBounce:
    """The move fails because the unit in the place could not leave it."""

    by: Province
    attack: Strength
    hold: Strength
    outcome: ClassVar[Outcome] = Outcome.BOUNCES
    code: ClassVar[str] = "chain_bounce"


@immutable
class LostHeadToHead:
    """The move fails against a unit that moves the opposite way with at least the same strength."""

    by: Province
    attack: Strength
    defend: Strength
    outcome: ClassVar[Outcome] = Outcome.BOUNCES
    code: ClassVar[str] = "lost_head_to_head"


@immutable
class OwnUnit:
    """The move fails because it would dislodge a unit of its own power."""

    unit: Province
    attack: Strength
    outcome: ClassVar[Outcome] = Outcome.BOUNCES
    code: ClassVar[str] = "own_unit"


@immutable
class OwnConvoy:
    """The move fails because the victim's own power carries the attacker, with `fleet`."""

    unit: Province
    fleet: Province
    attack: Strength
    outcome: ClassVar[Outcome] = Outcome.BOUNCES
    code: ClassVar[str] = "own_convoy"


@immutable
class RouteBroken:
    """The army is not carried: `fleet` of its route was dislodged."""

    fleet: Province
    outcome: ClassVar[Outcome] = Outcome.DISRUPTED
    code: ClassVar[str] = "route_broken"


@immutable
class NotCarried:
    """The army is not carried: no fleet, or not every fleet of the route, was ordered to carry it.

    `fleet` is the first fleet of a named route that was not ordered to; None where no route was named.
    """

    fleet: Province | None
    outcome: ClassVar[Outcome] = Outcome.DISRUPTED
    code: ClassVar[str] = "not_carried"


@immutable
class Paradox:
    """The army is not carried because its convoy is part of a paradox (Szykman's rule, DATC 4.A.2)."""

    knot: tuple[Province, ...]
    outcome: ClassVar[Outcome] = Outcome.DISRUPTED
    code: ClassVar[str] = "paradox"


@immutable
class KnotFails:
    """The order fails because a knot of orders has no single solution and no rule unties it (DATC 5.B.9)."""

    knot: tuple[Province, ...]
    outcome: ClassVar[Outcome] = Outcome.BOUNCES
    code: ClassVar[str] = "knot_fails"


@immutable
class SupportGiven:
    """The support counts."""

    outcome: ClassVar[Outcome] = Outcome.SUCCEEDS
    code: ClassVar[str] = "support_given"


@immutable
class CutBy:
    """The support is cut by an attack from elsewhere than the place it is directed at."""

    by: Province
    outcome: ClassVar[Outcome] = Outcome.CUT
    code: ClassVar[str] = "cut_by"


@immutable
class CutByDislodgement:
    """The support is cut because the unit it is directed against dislodged the supporter."""

    by: Province
    outcome: ClassVar[Outcome] = Outcome.CUT
    code: ClassVar[str] = "cut_by_dislodgement"


@immutable
class ConvoyGiven:
    """The fleet carries: it was not dislodged."""

    outcome: ClassVar[Outcome] = Outcome.SUCCEEDS
    code: ClassVar[str] = "convoy_given"


@immutable
class ConvoyDislodged:
    """The fleet was dislodged and carries nothing."""

    by: Province
    outcome: ClassVar[Outcome] = Outcome.DISRUPTED
    code: ClassVar[str] = "convoy_dislodged"


@immutable
class Void:
    """The order is not possible, or matches nothing that was ordered; `about` is the other province concerned."""

    why: VoidWhy
    about: Province | None = None
    outcome: ClassVar[Outcome] = Outcome.VOID

    @property
    def code(self) -> str:
        """The code of the sentence and of the clause."""
        return f"void_{self.why}"


Reason: TypeAlias = (
    Holds
    | Withstands
    | Beleaguered
    | Overcome
    | Moves
    | Prevails
    | Dislodges
    | RingTurns
    | Prevented
    | Resisted
    | ChainBounce
    | LostHeadToHead
    | OwnUnit
    | OwnConvoy
    | RouteBroken
    | NotCarried
    | Paradox
    | KnotFails
    | SupportGiven
    | CutBy
    | CutByDislodgement
    | ConvoyGiven
    | ConvoyDislodged
    | Void
)


# Reasons that say nothing of their own stand for every order that they fit.
HOLDS = Holds()
MOVES_ALONE = Moves(ALONE)
SUPPORT_GIVEN = SupportGiven()
CONVOY_GIVEN = ConvoyGiven()


def reason_codes() -> tuple[str, ...]:
    """Every code that a reason can have, for checking that each has a phrase and a clause."""
    classes = [cls for cls in Reason.__args__ if cls is not Void]
    return (*(cls.code for cls in classes), *(f"void_{why}" for why in VoidWhy))


@immutable
class Knot:
    """Orders that depend on each other in a circle and have no single solution of their own."""

    kind: Literal["ring", "paradox", "open"]
    units: tuple[Province, ...]


@immutable
class Ruling:
    """The judgement of one order.

    `order` is the order as settled (coast and route filled in where the rules do that); None where nothing was
    ordered. `dislodged_by` is the province from which the attacker came that dislodged the unit, else None.
    """

    unit: Unit
    order: UnitOrder | None
    reason: Reason
    dislodged_by: Province | None = None

    @property
    def outcome(self) -> Outcome:
        """The outcome, read off the reason."""
        return self.reason.outcome

    @property
    def succeeds(self) -> bool:
        """Return whether the order was carried out."""
        return self.reason.outcome is Outcome.SUCCEEDS

    @property
    def ends_at(self) -> Location:
        """Where the unit stands after the moves; where it stood if it was dislodged."""
        return self.order.to if isinstance(self.order, Move) and self.succeeds else self.unit.at
