"""What counts so far of all that one power sent, and what the game master should know of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from tianshen.model.turns import Phase
from tianshen.notices import Level, Notice
from tianshen.reading.result import LeftOut

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tianshen.model.orders import Order
    from tianshen.model.position import Power, Province
    from tianshen.notices import Code, Where
    from tianshen.reading.result import LeftOutWhy
    from tianshen.reading.revision.submission import Submission
    from tianshen.reading.turn_context import TurnContext


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
    """An order that counts so far, with the sheet it came in and its place in the text."""

    order: Order
    where: Where
    sheet: Submission
    place: int
    notices: tuple[Notice, ...] = ()


@dataclass(slots=True)
class StandingOrders:
    """The orders of one power. `builds` and `disbands` are None where none were sent; `waive` is a waived build."""

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
        """Everything that counts."""
        waive = [self.waive] if self.waive else []
        return [*self.moves.values(), *self.retreats.values(), *(self.builds or ()), *(self.disbands or ()), *waive]

    def list_of(self, name: Literal["builds", "disbands"]) -> list[StandingOrder]:
        """The list of that kind; an empty one is made where there is none."""
        if name == "builds":
            self.builds = [] if self.builds is None else self.builds
            return self.builds
        self.disbands = [] if self.disbands is None else self.disbands
        return self.disbands

    def leave_out(self, entry: StandingOrder, why: LeftOutWhy) -> None:
        """An order that does not count after all."""
        left = LeftOut(self.power, entry.sheet.author, entry.where, why, entry.order)
        self.left_out.append((entry.place, left))

    def note(self, level: Level, code: Code, where: Where | None, sheet: Submission, **data: object) -> None:
        """Something to tell the game master about this power."""
        self.notices.append(Notice(level, code, where, self._held(sheet, data)))

    def ask(
        self, code: Code, where: Where | None, sheet: Submission, about: Iterable[Province] | None, **data: object
    ) -> None:
        """A question to the game master."""
        notice = Notice(Level.ERROR, code, where, self._held(sheet, data))
        self.questions.append(Question(notice, self.power, None if about is None else frozenset(about)))

    def _held(self, sheet: Submission, data: dict[str, object]) -> dict[str, object]:
        return {"power": self.power, **({"author": sheet.author} if sheet.author else {}), **data}

    def named(self, provinces: Iterable[Province]) -> tuple[str, ...]:
        """The units that take orders in these provinces, in canonical ids."""
        position = self.context.position
        table = position.units
        if self.context.phase is Phase.RETREATS:
            table = {item.unit.province: item.unit for item in position.dislodged}
        return tuple(str(table[province]) for province in provinces if province in table)
