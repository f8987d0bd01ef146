"""One submission applied: its orders one by one, against what stands from earlier submissions."""

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
    from tianshen.model.orders import Order
    from tianshen.model.position import Province
    from tianshen.notices import Where
    from tianshen.reading.revision.standing_orders import ListName, StandingOrders
    from tianshen.reading.revision.submission import Statement, Submission
    from tianshen.reading.revision.withdrawn import Withdrawn

# Questions about one power after which no orders are suggested: reading the words anew takes time, and nobody who
# writes nonsense in bulk is helped by it.
_MOST_WITH_SUGGESTIONS = 40


class SubmissionApplier:
    """Applies one submission; `ordered` are the units that it gives an order, `holds_all` its `全军待命`."""

    def __init__(self, standing: StandingOrders, submission: Submission, withdrawn: Withdrawn) -> None:
        self._standing = standing
        self._context = standing.context
        self._submission = submission
        self._withdrawn = withdrawn
        self._listed: set[str] = set()  # lists that it has written as lists
        self._begun: set[str] = set()  # lists that have an entry from it
        self.ordered: dict[Province, StandingOrder] = {}
        self._doubled: set[Province] = set()  # units that hold because they were ordered twice
        self._retreating: set[Province] = set()
        self.holds_all: Statement | None = None

    def apply(self) -> None:
        """Apply everything that is said, from top to bottom."""
        for statement in self._submission.statements:
            if statement in self._withdrawn:
                self._take_back(statement)
            elif statement.directive is Directive.HOLD_ALL:
                self.holds_all = statement
            elif isinstance(statement.stretch, UnreadableStretch):
                self._unreadable(statement, statement.stretch)
            elif isinstance(statement.stretch, ListStretch):
                self._list(statement, statement.stretch)
            else:
                for entry in self._entries(statement):
                    self._add(replace(entry, notices=statement.notices))

    def _entries(self, statement: Statement) -> list[StandingOrder]:
        return [StandingOrder(order, where, self._submission, statement.place) for order, where in statement.orders()]

    def _take_back(self, statement: Statement) -> None:
        why = self._withdrawn.why(statement)
        for entry in self._entries(statement):
            self._standing.leave_out(entry, why)
        if isinstance(statement.stretch, UnreadableStretch):
            left = LeftOut(self._standing.power, self._submission.author, statement.where, why)
            self._standing.left_out.append((statement.place, left))

    def _unreadable(self, statement: Statement, stretch: UnreadableStretch) -> None:
        """Ask about it; what was ordered before stays in force until the game master settles the question."""
        unit = first_unit(statement.where.quote, self._context)
        units = frozenset({unit} if unit and self._context.owner(unit) == self._standing.power else ())
        many = len(self._standing.questions) > _MOST_WITH_SUGGESTIONS
        settle = () if many else suggested_orders(statement.where.quote, stretch, self._standing.power, self._context)
        for notice in stretch.notices:
            data = {
                "power": self._standing.power,
                "author": self._submission.author or "",
                "settle": settle,
                **notice.data,
            }
            self._standing.questions.append(Question(replace(notice, data=data), self._standing.power, units))

    # where an order belongs

    def _add(self, entry: StandingOrder) -> None:
        if self._context.phase is Phase.RETREATS:
            entry = replace(entry, order=_as_retreat(entry.order))
        order = entry.order
        if not self._context.takes(order):
            self._standing.leave_out(entry, "wrong_phase")
            self._note_wrong_phase(entry.where)
        elif isinstance(order, UnitOrder):
            self._move(entry, order.unit)
        elif isinstance(order, RetreatList):
            self._retreat(entry, order.unit)
        elif isinstance(order, Waive):
            self._waive(entry)
        elif isinstance(order, Build):
            self._single(entry, "builds")
        else:
            self._disband(entry, order)

    def _warn(self, code: Code, where: Where, **data: object) -> None:
        self._standing.note(Level.WARNING, code, where, self._submission, **data)

    def _note_wrong_phase(self, where: Where) -> None:
        self._warn(Code.ORDER_WRONG_PHASE, where, turn=str(self._context.position.turn))

    def _is_own(self, entry: StandingOrder, province: Province) -> bool:
        """Return whether the power's own unit takes orders there; leave the order out if not."""
        owner = power_of(entry.order, self._context)
        if owner == self._standing.power:
            return True
        if owner is not None:
            self._standing.leave_out(entry, "other_power")
            self._warn(Code.ORDER_OTHER_POWER, entry.where, province=province, owner_power=owner)
            return False
        self._standing.leave_out(entry, "no_unit")
        stands = self._context.phase is Phase.RETREATS and province in self._context.position.units
        self._warn(Code.ORDER_NOT_DISLODGED if stands else Code.ORDER_NO_UNIT, entry.where, province=province)
        return False

    # moves and retreats

    def _move(self, entry: StandingOrder, unit: Province) -> None:
        if not self._is_own(entry, unit):
            return
        standing = self._standing
        before = standing.moves.get(unit)
        if unit in self.ordered and before is not None:
            entry = self._twice(before, entry, unit)
        elif before is not None:
            standing.leave_out(before, "replaced")
            self._check_sequence(before, entry, unit)
        self.ordered[unit] = standing.moves[unit] = entry

    def _twice(self, before: StandingOrder, entry: StandingOrder, unit: Province) -> StandingOrder:
        """Return what counts of two orders for one unit in one post."""
        standing = self._standing
        if unit in self._doubled:
            standing.leave_out(entry, "repeated")
            return before
        if standing.context.repeated == "last" or before.order == entry.order:
            standing.leave_out(before, "replaced")
            level = Level.INFO if before.order == entry.order else Level.WARNING
            units = standing.named([unit])
            standing.note(level, Code.ORDERED_TWICE, entry.where, self._submission, units=units)
            return entry
        self._doubled.add(unit)
        standing.leave_out(before, "repeated")
        standing.leave_out(entry, "repeated")
        self._warn(Code.ORDERED_TWICE_HOLDS, entry.where, units=standing.named([unit]))
        return replace(entry, order=Hold(unit), notices=())

    def _check_sequence(self, before: StandingOrder, entry: StandingOrder, unit: Province) -> None:
        """Warn if one of two posts tells no time: which of them is later then rests on their places in the paste."""
        known = before.submission.dated == entry.submission.dated
        if not known and before.order != entry.order:
            self._warn(Code.SEQUENCE_UNKNOWN, entry.where, units=self._standing.named([unit]))

    def _retreat(self, entry: StandingOrder, unit: Province) -> None:
        if not self._is_own(entry, unit):
            return
        standing = self._standing
        before = standing.retreats.get(unit)
        if before is not None:
            standing.leave_out(before, "replaced")
            if unit in self._retreating:
                self._warn(Code.ORDERED_TWICE, entry.where, units=standing.named([unit]))
            else:
                self._check_sequence(before, entry, unit)
        self._retreating.add(unit)
        standing.retreats[unit] = entry

    # builds and disbands

    def _list(self, statement: Statement, stretch: ListStretch) -> None:
        name = stretch.kind
        entries = self._entries(statement)
        if not self._context.takes_adjustments:
            for entry in entries:
                self._standing.leave_out(entry, "wrong_phase")
            self._note_wrong_phase(statement.where)
            return
        if name in self._listed:
            self._clear(name, None)
            self._warn(Code.LIST_TWICE, statement.where)
        self._listed.add(name)
        for index, entry in enumerate(entries):
            noticed = replace(entry, notices=statement.notices if not index else ())
            if isinstance(entry.order, Disband):
                self._disband(noticed, entry.order)
            else:
                self._single(noticed, name)

    def _disband(self, entry: StandingOrder, order: Disband) -> None:
        """Add a disband; in Winter a unit of the power must stand there, before that only the judge can tell."""
        if self._context.phase is not Phase.ADJUSTMENTS or self._is_own(entry, province_of(order.at)):
            self._single(entry, "disbands")

    def _single(self, entry: StandingOrder, name: ListName) -> None:
        """Add an entry to the list of its own post; the list of an earlier post gives way."""
        if name not in self._begun:
            self._clear(name, entry)
        self._begun.add(name)
        self._standing.list_of(name).append(entry)
        if name == "builds":
            self._standing.waive = None

    def _waive(self, entry: StandingOrder) -> None:
        """Take builds back; in a separate Winter only those of earlier posts, for there it names one unused build."""
        self._clear("builds", entry if self._context.phase is Phase.ADJUSTMENTS else None)
        if self._standing.waive is not None:
            self._standing.leave_out(self._standing.waive, "replaced")
        self._standing.waive = entry

    def _clear(self, name: ListName, coming: StandingOrder | None) -> None:
        """Clear the list; with an entry that is coming, only of what stands in it from earlier posts."""
        standing, submission = self._standing, self._submission
        kept = []
        entries = standing.list_of(name)
        for entry in entries:
            if coming is not None and submission.continues(entry.submission):
                kept.append(entry)
            else:
                standing.leave_out(entry, "replaced")
        patched = coming is not None and len(kept) < len(entries) and name not in self._listed
        if coming is not None and patched and submission.has(Directive.REST_UNCHANGED):
            standing.ask(Code.LIST_PATCHED, coming.where, submission, None)
        entries[:] = kept


def _as_retreat(order: Order) -> Order:
    """Return the order as a retreat turn means it: a move is a retreat, a disband that of the dislodged unit."""
    if isinstance(order, Move) and not order.by_sea:
        return RetreatList(order.unit, (order.to,))
    if isinstance(order, Disband):
        return RetreatList(province_of(order.at), (DISBAND,))
    return order
