"""Which order counts: later over earlier, lists whole, what players take back, and what the settings say of doubles.

Everything that is sent is one row of sheets (房规 1.2: players may revise without limit before the deadline).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.model.orders import Hold
from tianshen.model.turns import Phase
from tianshen.notices import Code, Level
from tianshen.reading.grammar.stretches import Directive
from tianshen.reading.revision.apply_submission import SubmissionApplier
from tianshen.reading.revision.standing_orders import StandingOrder, StandingOrders
from tianshen.reading.revision.withdrawn import withdrawn_in

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tianshen.model.position import Power, Province
    from tianshen.reading.revision.submission import Statement, Submission
    from tianshen.reading.revision.withdrawn import Withdrawn
    from tianshen.reading.turn_context import TurnContext


def choose_orders(power: Power, sheets: Sequence[Submission], context: TurnContext) -> StandingOrders:
    """What counts of the sheets of one power; they are taken in the sequence of their ranks."""
    desk = StandingOrders(power, context)
    ordered = sorted(sheets, key=lambda sheet: sheet.rank)
    void = withdrawn_in(ordered)
    for sheet in ordered:
        if context.revision == "set" and sheet.gives_orders and not sheet.has(Directive.REST_UNCHANGED):
            _take_all_away(desk, sheet)
        taker = SubmissionApplier(desk, sheet, void)
        taker.take()
        if context.revision == "unit":
            _point_out_kept(desk, sheet, taker.ordered)
        if taker.holds_all is not None:
            _hold_all(desk, sheet, taker.holds_all, taker.ordered)
    _fill_with_holds(desk)
    _ask_alone(desk, void)
    return desk


def _take_all_away(desk: StandingOrders, sheet: Submission) -> None:
    """Under `set` a post counts alone; units that had an order and are not in it are pointed out."""
    old = [entry for entry in desk.entries() if not sheet.continues(entry.sheet)]
    for entry in old:
        desk.leave_out(entry, "replaced")
    mentioned = {getattr(order, "unit", None) for said in sheet.said for order, _ in said.orders()}
    gone = sorted(unit for unit, entry in desk.moves.items() if entry in old and unit not in mentioned)
    if gone and not sheet.has(Directive.HOLD_ALL):
        desk.note(Level.WARNING, Code.SET_SHORTER, sheet.where, sheet, units=desk.named(gone))
    desk.moves = {unit: entry for unit, entry in desk.moves.items() if entry not in old}
    desk.retreats = {unit: entry for unit, entry in desk.retreats.items() if entry not in old}
    if desk.waive in old:
        desk.waive = None
    builds = [entry for entry in desk.builds or () if entry not in old]
    desk.builds = builds if builds or desk.waive else None
    desk.disbands = [entry for entry in desk.disbands or () if entry not in old] or None
    if desk.holding is not None and not sheet.continues(desk.holding.sheet):
        desk.holding = None


def _point_out_kept(desk: StandingOrders, sheet: Submission, ordered: Collection[Province]) -> None:
    """Under `unit`, the units that a later post does not mention keep their orders; the game master is told."""
    if not ordered or sheet.has(Directive.REST_UNCHANGED):
        return
    kept = sorted(
        unit for unit, entry in desk.moves.items() if unit not in ordered and not sheet.continues(entry.sheet)
    )
    if kept:
        desk.note(Level.WARNING, Code.POST_PARTIAL, sheet.where, sheet, units=desk.named(kept))


def _hold_all(desk: StandingOrders, sheet: Submission, said: Statement, ordered: Collection[Province]) -> None:
    """`全军待命` holds every unit without an order; whether it is meant against earlier posts too is a question."""
    desk.holding = StandingOrder(Hold(""), said.where, sheet, said.place)
    kept = sorted(
        unit
        for unit, entry in desk.moves.items()
        if unit not in ordered and not isinstance(entry.order, Hold) and entry.sheet is not sheet
    )
    if kept:
        desk.ask(Code.HOLD_ALL_UNCLEAR, said.where, sheet, kept, units=desk.named(kept))


def _fill_with_holds(desk: StandingOrders) -> None:
    entry = desk.holding
    if entry is None or desk.context.phase is not Phase.MOVES:
        return
    for unit in desk.context.position.units_of(desk.power):
        if unit.province not in desk.moves:
            desk.moves[unit.province] = StandingOrder(Hold(unit.province), entry.where, entry.sheet, entry.place)


def _ask_alone(desk: StandingOrders, void: Withdrawn) -> None:
    """A post that says only that something replaces everything: a question, unless all was then sent anew."""
    for sheet, said in void.alone:
        if said in void:
            continue
        old = sorted(unit for unit, entry in desk.moves.items() if entry.sheet.rank < sheet.rank)
        lists = [entry for entry in (*(desk.builds or ()), *(desk.disbands or ())) if entry.sheet.rank < sheet.rank]
        if old or lists:
            desk.ask(Code.DIRECTIVE_ALONE, said.where, sheet, old or None, units=desk.named(old))
