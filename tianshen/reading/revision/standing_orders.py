"""What counts so far of all that one power sent, and what the game master should know of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from tianshen.notices import Level, Notice
from tianshen.reading.result import LeftOut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tianshen.model.orders import Order
    from tianshen.model.position import Power, Province
    from tianshen.notices import Code, Where
    from tianshen.reading.result import LeftOutWhy
    from tianshen.reading.revision.submission import Submission
    from tianshen.reading.turn_context import TurnContext

ListName: TypeAlias = Literal["builds", "disbands"]


@dataclass(frozen=True, slots=True)
class Question:
    """An error that the game master settles by a decree on all of `units`; by one on builds or disbands for None.

    Empty `units`: nobody can tell which unit the words are about.
    """

    notice: Notice
    power: Power | None
    units: frozenset[Province] | None


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """An order that counts so far, with the submission it came in and its place in the text."""

    order: Order
    where: Where
    submission: Submission
    place: int
    notices: tuple[Notice, ...] = ()


def _filtered(
    orders: dict[Province, StandingOrder], stays: Callable[[StandingOrder], bool]
) -> dict[Province, StandingOrder]:
    return {unit: entry for unit, entry in orders.items() if stays(entry)}


@dataclass(slots=True)
class StandingOrders:
    """The orders of one power. `builds` and `disbands` are None where none were sent; `waive` is a waived build.

    `holding` is what holds every unit that has no order.
    """

    power: Power
    context: TurnContext
    moves: dict[Province, StandingOrder] = field(default_factory=dict)
    retreats: dict[Province, StandingOrder] = field(default_factory=dict)
    builds: list[StandingOrder] | None = None
    disbands: list[StandingOrder] | None = None
    waive: StandingOrder | None = None
    holding: StandingOrder | None = None
    left_out: list[tuple[int, LeftOut]] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    def entries(self) -> list[StandingOrder]:
        """Return everything that counts."""
        waive = [self.waive] if self.waive else []
        return [*self.moves.values(), *self.retreats.values(), *self.listed(), *waive]

    def listed(self) -> list[StandingOrder]:
        """Return the entries of the lists of builds and disbands."""
        return [*(self.builds or ()), *(self.disbands or ())]

    def list_of(self, name: ListName) -> list[StandingOrder]:
        """Return the list of that kind, an empty one if there was none."""
        if name == "builds":
            self.builds = [] if self.builds is None else self.builds
            return self.builds
        self.disbands = [] if self.disbands is None else self.disbands
        return self.disbands

    def replace_earlier(self, submission: Submission) -> set[Province]:
        """Leave out everything that is not of the same post; return the units that lose their move."""

        def stays(entry: StandingOrder | None) -> bool:
            return entry is not None and submission.continues(entry.submission)

        for entry in self.entries():
            if not stays(entry):
                self.leave_out(entry, "replaced")
        units = set(self.moves)
        self.moves = _filtered(self.moves, stays)
        self.retreats = _filtered(self.retreats, stays)
        self.waive = self.waive if stays(self.waive) else None
        self.holding = self.holding if stays(self.holding) else None
        self.builds = list(filter(stays, self.builds or ())) or ([] if self.waive else None)
        self.disbands = list(filter(stays, self.disbands or ())) or None
        return units - set(self.moves)

    def overrule(self, units: Iterable[Province], *, moves: bool) -> None:
        """Leave out the moves, or else the retreats, of these units, of which a decree speaks."""
        orders = self.moves if moves else self.retreats
        for unit in [unit for unit in orders if unit in units]:
            self.leave_out(orders.pop(unit), "decree")

    def leave_out(self, entry: StandingOrder, why: LeftOutWhy) -> None:
        """Record that an order does not count after all."""
        left = LeftOut(self.power, entry.submission.author, entry.where, why, entry.order)
        self.left_out.append((entry.place, left))

    def note(self, level: Level, code: Code, where: Where | None, submission: Submission, **data: object) -> None:
        """Tell the game master something about this power."""
        self.notices.append(Notice(level, code, where, {**submission.sender, **data}))

    def ask(
        self,
        code: Code,
        where: Where | None,
        submission: Submission,
        about: Iterable[Province] | None,
        **data: object,
    ) -> None:
        """Ask the game master about these units, or about the lists for None."""
        notice = Notice(Level.ERROR, code, where, {**submission.sender, **data})
        self.questions.append(Question(notice, self.power, None if about is None else frozenset(about)))

    def named(self, provinces: Iterable[Province]) -> tuple[str, ...]:
        """Return the units that take orders in these provinces, in canonical ids."""
        units = map(self.context.position.ordered_unit, provinces)
        return tuple(str(unit) for unit in units if unit is not None)
