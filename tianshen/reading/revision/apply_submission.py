"""One sheet taken onto the desk: its orders one by one, against what stands there from earlier sheets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tianshen.model.orders import DISBAND, Build, Disband, Hold, Move, RetreatList, UnitOrder, Waive
from tianshen.model.position import province_of
from tianshen.model.turns import Phase
from tianshen.notices import Code, Level
from tianshen.reading.grammar.stretches import Directive, ListStretch, UnreadableStretch
from tianshen.reading.ownership import first_unit, power_of
from tianshen.reading.result import LeftOut
from tianshen.reading.revision.standing_orders import Question, StandingOrder
from tianshen.reading.revision.suggestions import suggested_orders

if TYPE_CHECKING:
    from typing import Literal

    from tianshen.model.orders import Order
    from tianshen.model.position import Province
    from tianshen.reading.revision.standing_orders import StandingOrders
    from tianshen.reading.revision.submission import Statement, Submission
    from tianshen.reading.revision.withdrawn import Withdrawn

    ListName = Literal["builds", "disbands"]


_MANY = 40  # questions about one power after which no ways out are looked for


class SubmissionApplier:
    """Takes one sheet; `ordered` are the units that it gives an order."""

    def __init__(self, desk: StandingOrders, sheet: Submission, void: Withdrawn) -> None:
        self._desk = desk
        self._context = desk.context
        self._sheet = sheet
        self._void = void
        self._listed: set[str] = set()  # lists that this sheet has written as lists
        self._begun: set[str] = set()  # lists that have an entry from this sheet
        self.ordered: dict[Province, StandingOrder] = {}
        self._doubled: set[Province] = set()  # units that hold because they were ordered twice
        self._retreating: set[Province] = set()
        self.holds_all: Statement | None = None

    def take(self) -> None:
        """Takes everything that is said, from top to bottom."""
        for said in self._sheet.said:
            if said in self._void:
                self._take_back(said)
            elif said.directive is Directive.HOLD_ALL:
                self.holds_all = said
            elif isinstance(said.stretch, UnreadableStretch):
                self._unreadable(said, said.stretch)
            elif isinstance(said.stretch, ListStretch):
                self._list(said, said.stretch)
            else:
                for order, where in said.orders():
                    self._order(StandingOrder(order, where, self._sheet, said.place, said.notices))

    def _take_back(self, said: Statement) -> None:
        why = self._void.why(said)
        for order, where in said.orders():
            self._desk.leave_out(StandingOrder(order, where, self._sheet, said.place), why)
        if isinstance(said.stretch, UnreadableStretch):
            left = LeftOut(self._desk.power, self._sheet.author, said.where, why)
            self._desk.left_out.append((said.place, left))

    def _unreadable(self, said: Statement, stretch: UnreadableStretch) -> None:
        """An error; what was ordered before stays in force until the game master settles it."""
        unit = first_unit(said.where.quote, self._context)
        units = frozenset({unit} if unit and self._context.owner(unit) == self._desk.power else ())
        many = len(self._desk.questions) > _MANY
        settle = () if many else suggested_orders(said.where.quote, stretch, self._desk.power, self._context)
        for notice in stretch.notices:
            data = {"power": self._desk.power, "author": self._sheet.author or "", "settle": settle, **notice.data}
            self._desk.questions.append(Question(replace(notice, data=data), self._desk.power, units))

    # where an order belongs

    def _order(self, entry: StandingOrder) -> None:
        order, context = entry.order, self._context
        if context.phase is Phase.RETREATS:
            order = _as_retreat(order)
            entry = replace(entry, order=order)
        if isinstance(order, UnitOrder) and context.phase is Phase.MOVES:
            self._move(entry, order.unit)
        elif isinstance(order, RetreatList) and context.takes_retreats:
            self._retreat(entry, order.unit)
        elif isinstance(order, Waive) and context.takes_adjustments:
            self._waive(entry)
        elif isinstance(order, Build) and context.takes_adjustments:
            self._single(entry, "builds")
        elif isinstance(order, Disband) and context.takes_adjustments:
            self._disband(entry, order)
        else:
            self._desk.leave_out(entry, "wrong_phase")
            turn = str(context.position.turn)
            self._desk.note(Level.WARNING, Code.ORDER_WRONG_PHASE, entry.where, self._sheet, turn=turn)

    def _owned(self, entry: StandingOrder, province: Province) -> bool:
        """Whether the power's own unit takes orders there; a notice if not."""
        owner = power_of(entry.order, self._context)
        if owner == self._desk.power:
            return True
        desk = self._desk
        if owner is not None:
            desk.leave_out(entry, "other_power")
            data = {"province": province, "owner_power": owner}
            desk.note(Level.WARNING, Code.ORDER_OTHER_POWER, entry.where, self._sheet, **data)
            return False
        desk.leave_out(entry, "no_unit")
        standing = self._context.phase is Phase.RETREATS and province in self._context.position.units
        code = Code.ORDER_NOT_DISLODGED if standing else Code.ORDER_NO_UNIT
        desk.note(Level.WARNING, code, entry.where, self._sheet, province=province)
        return False

    # moves and retreats

    def _move(self, entry: StandingOrder, unit: Province) -> None:
        if not self._owned(entry, unit):
            return
        desk = self._desk
        before = desk.moves.get(unit)
        if unit in self.ordered and before is not None:
            entry = self._twice(before, entry, unit)
        elif before is not None:
            desk.leave_out(before, "replaced")
            self._check_sequence(before, entry, unit)
        self.ordered[unit] = desk.moves[unit] = entry

    def _twice(self, before: StandingOrder, entry: StandingOrder, unit: Province) -> StandingOrder:
        """What counts of two orders for one unit in one post."""
        desk = self._desk
        units = desk.named([unit])
        if unit in self._doubled:
            desk.leave_out(entry, "repeated")
            return before
        if desk.context.repeated == "last" or before.order == entry.order:
            desk.leave_out(before, "replaced")
            level = Level.INFO if before.order == entry.order else Level.WARNING
            desk.note(level, Code.ORDERED_TWICE, entry.where, self._sheet, units=units)
            return entry
        self._doubled.add(unit)
        desk.leave_out(before, "repeated")
        desk.leave_out(entry, "repeated")
        desk.note(Level.WARNING, Code.ORDERED_TWICE_HOLDS, entry.where, self._sheet, units=units)
        return replace(entry, order=Hold(unit), notices=())

    def _check_sequence(self, before: StandingOrder, entry: StandingOrder, unit: Province) -> None:
        """Where one of two posts tells no time, which of them is later rests on their places in the paste."""
        known = before.sheet.dated == entry.sheet.dated
        if not known and before.order != entry.order:
            units = self._desk.named([unit])
            self._desk.note(Level.WARNING, Code.SEQUENCE_UNKNOWN, entry.where, self._sheet, units=units)

    def _retreat(self, entry: StandingOrder, unit: Province) -> None:
        if not self._owned(entry, unit):
            return
        desk = self._desk
        before = desk.retreats.get(unit)
        if before is not None:
            desk.leave_out(before, "replaced")
            if unit in self._retreating:
                units = desk.named([unit])
                desk.note(Level.WARNING, Code.ORDERED_TWICE, entry.where, self._sheet, units=units)
            else:
                self._check_sequence(before, entry, unit)
        self._retreating.add(unit)
        desk.retreats[unit] = entry

    # builds and disbands

    def _list(self, said: Statement, stretch: ListStretch) -> None:
        name = stretch.kind
        entries = [StandingOrder(order, where, self._sheet, said.place) for order, where in said.orders()]
        if not self._context.takes_adjustments:
            for entry in entries:
                self._desk.leave_out(entry, "wrong_phase")
            turn = str(self._context.position.turn)
            self._desk.note(Level.WARNING, Code.ORDER_WRONG_PHASE, said.where, self._sheet, turn=turn)
            return
        if name in self._listed:
            self._clear(name, None)
            self._desk.note(Level.WARNING, Code.LIST_TWICE, said.where, self._sheet)
        self._listed.add(name)
        for index, entry in enumerate(entries):
            noticed = replace(entry, notices=said.notices if not index else ())
            if isinstance(entry.order, Disband):
                self._disband(noticed, entry.order)
            else:
                self._single(noticed, name)

    def _disband(self, entry: StandingOrder, order: Disband) -> None:
        """A disband; in Winter a unit of the power must stand there, before that only the judge can tell."""
        if self._context.phase is not Phase.ADJUSTMENTS or self._owned(entry, province_of(order.at)):
            self._single(entry, "disbands")

    def _single(self, entry: StandingOrder, name: ListName) -> None:
        """An entry joins the list of its own post; the list of an earlier post gives way."""
        if name not in self._begun:
            self._clear(name, entry)
        self._begun.add(name)
        self._desk.list_of(name).append(entry)
        if name == "builds":
            self._desk.waive = None

    def _waive(self, entry: StandingOrder) -> None:
        """Takes builds back; in a separate Winter only those of earlier posts, for there it names one unused build."""
        self._clear("builds", entry if self._context.phase is Phase.ADJUSTMENTS else None)
        if self._desk.waive is not None:
            self._desk.leave_out(self._desk.waive, "replaced")
        self._desk.waive = entry

    def _clear(self, name: ListName, coming: StandingOrder | None) -> None:
        """Takes the list away; with an entry that is coming, only what stands in it from earlier posts."""
        desk = self._desk
        entries = desk.list_of(name)
        kept = [entry for entry in entries if coming is not None and self._sheet.continues(entry.sheet)]
        old = [entry for entry in entries if coming is None or not self._sheet.continues(entry.sheet)]
        for entry in old:
            desk.leave_out(entry, "replaced")
        if old and coming is not None and self._sheet.has(Directive.REST_UNCHANGED) and name not in self._listed:
            desk.ask(Code.LIST_PATCHED, coming.where, self._sheet, None)
        entries[:] = kept


def _as_retreat(order: Order) -> Order:
    """In a retreat turn a move is a retreat, and a disband that of the dislodged unit."""
    if isinstance(order, Move) and not order.by_sea:
        return RetreatList(order.unit, (order.to,))
    if isinstance(order, Disband):
        return RetreatList(province_of(order.at), (DISBAND,))
    return order
