"""Which order counts: later over earlier, lists whole, what players take back, and what the settings say of doubles.

Players may revise their orders without limit before the deadline (房规 1.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.model.orders import Hold, RetreatList, UnitOrder
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


def choose_orders(power: Power, submissions: Sequence[Submission], context: TurnContext) -> StandingOrders:
    """Return what counts of the submissions of one power, which are applied in the sequence of their ranks."""
    standing = StandingOrders(power, context)
    ordered = sorted(submissions, key=lambda submission: submission.rank)
    withdrawn = withdrawn_in(ordered)
    for submission in ordered:
        if context.revision == "set" and submission.gives_orders and not submission.has(Directive.REST_UNCHANGED):
            _replace_earlier(standing, submission)
        applier = SubmissionApplier(standing, submission, withdrawn)
        applier.apply()
        if context.revision == "unit":
            _point_out_kept(standing, submission, applier.ordered)
        if applier.holds_all is not None:
            _hold_all(standing, submission, applier.holds_all, applier.ordered)
    _fill_with_holds(standing)
    _ask_alone(standing, withdrawn)
    return standing


def _replace_earlier(standing: StandingOrders, submission: Submission) -> None:
    """Let a post count alone, as under `set`; point out the units that had an order and are not in it."""
    orders = [order for statement in submission.statements for order, _ in statement.orders()]
    mentioned = {order.unit for order in orders if isinstance(order, UnitOrder | RetreatList)}
    gone = sorted(standing.replace_earlier(submission) - mentioned)
    if gone and not submission.has(Directive.HOLD_ALL):
        standing.note(Level.WARNING, Code.SET_SHORTER, submission.where, submission, units=standing.named(gone))


def _point_out_kept(standing: StandingOrders, submission: Submission, ordered: Collection[Province]) -> None:
    """Tell that, under `unit`, the units that a later post does not mention keep their orders."""
    if not ordered or submission.has(Directive.REST_UNCHANGED):
        return
    kept = sorted(
        unit
        for unit, entry in standing.moves.items()
        if unit not in ordered and not submission.continues(entry.submission)
    )
    if kept:
        standing.note(Level.WARNING, Code.POST_PARTIAL, submission.where, submission, units=standing.named(kept))


def _hold_all(
    standing: StandingOrders, submission: Submission, statement: Statement, ordered: Collection[Province]
) -> None:
    """Hold every unit without an order (`全军待命`); ask whether it is meant against earlier posts too."""
    standing.holding = StandingOrder(Hold(""), statement.where, submission, statement.place)
    kept = sorted(
        unit
        for unit, entry in standing.moves.items()
        if unit not in ordered and not isinstance(entry.order, Hold) and entry.submission is not submission
    )
    if kept:
        standing.ask(Code.HOLD_ALL_UNCLEAR, statement.where, submission, kept, units=standing.named(kept))


def _fill_with_holds(standing: StandingOrders) -> None:
    entry = standing.holding
    if entry is None or standing.context.phase is not Phase.MOVES:
        return
    for unit in standing.context.position.units_of(standing.power):
        hold = StandingOrder(Hold(unit.province), entry.where, entry.submission, entry.place)
        standing.moves.setdefault(unit.province, hold)


def _ask_alone(standing: StandingOrders, withdrawn: Withdrawn) -> None:
    """Ask about a post that says only that something replaces everything, unless all was then sent anew."""
    for submission, statement in withdrawn.alone:
        if statement in withdrawn:
            continue
        rank = submission.rank
        old = sorted(unit for unit, entry in standing.moves.items() if entry.submission.rank < rank)
        if old or any(entry.submission.rank < rank for entry in standing.listed()):
            units = standing.named(old)
            standing.ask(Code.DIRECTIVE_ALONE, statement.where, submission, old or None, units=units)
