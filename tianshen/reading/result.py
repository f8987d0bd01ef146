"""What reading a turn's text gives: the orders that count, everything that does not, and every doubt."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from tianshen.model.orders import Build, Disband, RetreatList, TurnOrders, Waive

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tianshen.model.orders import Order
    from tianshen.model.position import Power, Province
    from tianshen.notices import Notice, Where

LeftOutWhy: TypeAlias = Literal[
    "late",  # posted after the deadline
    "edited_late",  # edited after the deadline
    "quoted",
    "replaced",  # a later order for the same unit, or a later list
    "repeated",  # ordered twice in one post under `repeated = "hold"`
    "voided",  # the post itself, or a later one, takes it back
    "other_power",  # an order for a unit of another power
    "no_unit",  # no unit stands there
    "stranger",  # the author plays no power
    "struck",  # struck through
    "report",  # from one of the program's own reports
    "decree",  # overridden by the game master
    "wrong_phase",  # builds in spring, moves in winter
    "other_turn",  # under a heading that names another turn
    "signature",
    "unowned",  # in no post and under no heading
]


@dataclass(frozen=True, slots=True)
class Given:
    """One order as a player (or the game master, `decree`) gave it, and as it was understood.

    `where.quote` is the player's own words. `author` is the name that the forum shows, None for a plain heading.
    """

    power: Power
    order: Order
    where: Where
    author: str | None = None
    decree: bool = False

    @property
    def text(self) -> str:
        """The player's own words."""
        return self.where.quote

    @property
    def is_move(self) -> bool:
        """Return whether this is the order of a unit for the moves: no retreat list and no adjustment."""
        return not isinstance(self.order, RetreatList | Build | Disband | Waive)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Words that give no order that counts, and why; `order` is None where nothing was read from them."""

    power: Power | None
    author: str | None
    where: Where
    why: LeftOutWhy
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """What a power has not sent: `units` without an order, whether it sent nothing at all, and lists it lacks.

    `retreats` are the units without a retreat list (only where retreats are ordered in advance);
    `builds` and `disbands` say that a list is lacking in a turn that asks for one.
    """

    units: tuple[Province, ...] = ()
    nothing_sent: bool = False
    retreats: tuple[Province, ...] = ()
    builds: bool = False
    disbands: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was read for one turn.

    `given` are the orders that count, one each for `orders.moves`, `orders.retreats` and every entry of the build and
    disband lists, in the sequence of the text. Notices are in the sequence of the text too.
    """

    orders: TurnOrders = field(default_factory=TurnOrders)
    given: tuple[Given, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    missing: Mapping[Power, Missing] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()

    @property
    def given_moves(self) -> Mapping[Province, Given]:
        """The order for the moves of each unit that has one, as it was given."""
        return {unit: given for given in self.given if given.is_move and (unit := given.order.unit) is not None}
