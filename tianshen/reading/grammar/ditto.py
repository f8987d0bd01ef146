"""Orders that point at the one before them: the same once more, or a support of what it is about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tianshen.model.orders import Convoy, Hold, Move, Named, SupportHold, SupportMove
from tianshen.model.position import ARMY, FLEET, province_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.model.board import Board
    from tianshen.model.orders import Order
    from tianshen.model.position import Position, Province, Unit


@dataclass(frozen=True, slots=True)
class PrecedingOrders:
    """The orders before: `near` those right before on the same line or else on the line above.

    `beside` are those right before on the same line, `line` all on the same line.
    """

    near: Sequence[Order] = ()
    beside: Sequence[Order] = ()
    line: Sequence[Order] = ()


NO_ORDERS = PrecedingOrders()


def same_as_previous(before: Sequence[Order], own: Province) -> Order | None:
    """Return the order before, for another unit; None where there is none or it is not clear what is meant.

    Two moves to one place may be meant as a move and its support: that is not clear.
    """
    found: set[Order] = set()
    for order in before:
        if not isinstance(order, (Hold, SupportHold, SupportMove, Convoy)):
            return None
        found.add(replace(order, unit=own))
    if len(found) != 1:
        return None
    order = found.pop()
    itself = isinstance(order, (SupportHold, SupportMove, Convoy)) and order.of.province == own
    return None if itself else order


def support_of_previous(
    before: Sequence[Order], own: Unit, position: Position, board: Board, *, carries: bool
) -> Order | None:
    """Return the support, or the convoy, of what the order before is about; None where that is not clear.

    A support that the unit cannot give is not what was meant.
    """
    order = _subject(before)
    mover = position.units.get(order.unit) if order is not None else None
    if order is None or mover is None or mover == own:
        return None
    if carries:
        return _convoy(order, own, mover)
    support = _support(order, own, mover)
    target = province_of(support.to) if isinstance(support, SupportMove) else support.of.province
    return support if support.of.province != own.province and board.can_reach(own, target) else None


def _support(order: Hold | Move | SupportMove | SupportHold, own: Unit, mover: Unit) -> SupportMove | SupportHold:
    """Return the support by `own` of the mover's order, or of whatever that one supports."""
    match order:
        case Move():
            return SupportMove(own.province, Named(mover.kind, mover.at), order.to)
        case Hold():
            return SupportHold(own.province, Named(mover.kind, mover.at))
        case _:
            return replace(order, unit=own.province)


def only_one(line: Sequence[Order], own: Unit, position: Position, board: Board) -> bool:
    """Return whether the unit could support no more than one of the moves: else what is left out may be any of them."""
    moves = [order for order in line if isinstance(order, Move)]
    return sum(support_of_previous([move], own, position, board, carries=False) is not None for move in moves) <= 1


def _convoy(order: Order, own: Unit, mover: Unit) -> Convoy | None:
    if not isinstance(order, Move) or own.kind != FLEET or mover.kind != ARMY:
        return None
    return Convoy(own.province, Named(ARMY, mover.at), order.to)


def _subject(before: Sequence[Order]) -> Hold | Move | SupportMove | SupportHold | None:
    """Return the one order that others may point at: the move where helpers stand beside it."""
    moves = [order for order in before if isinstance(order, Move)]
    others = [order for order in before if isinstance(order, (Hold, SupportMove, SupportHold))]
    if moves:
        return moves[0] if len(moves) == 1 else None
    return others[0] if len(others) == 1 else None
