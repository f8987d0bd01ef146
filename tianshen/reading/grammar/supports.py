"""Supports and convoys: whom a unit helps, and where that one goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.locale.lexicon import Sort
from tianshen.notices import Code
from tianshen.reading.grammar import drafts
from tianshen.reading.grammar.drafts import How
from tianshen.reading.grammar.lists import read_retreat_tail
from tianshen.reading.grammar.moves import LINKS, is_retreat_sign, read_route, read_route_tail, read_stops, sees_move
from tianshen.reading.lexer import Mark

if TYPE_CHECKING:
    from tianshen.reading.grammar.cursor import Cursor
    from tianshen.reading.grammar.drafts import PlaceRef, UnitRef


def ends(cursor: Cursor, ahead: int = 0) -> bool:
    """Whether the clause ends under the head, or some tokens ahead, but for polite words."""
    token = cursor.token(ahead)
    return token is None or (token.mark is Mark.COMMA and token.text not in LINKS) or token.has(Sort.ENDING)


def pass_own_place(cursor: Cursor, unit: UnitRef) -> None:
    """Moves the head over the place where the unit stands, named once more: `驻守 柏林`."""
    here = cursor.at
    place = cursor.place()
    if place is None or place.locations != unit.place.locations or cursor.sees(Sort.UNIT):
        cursor.at = here


def read_support_for(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """`为柏林陆军移动西里西亚提供支援`: what is supported stands before the verb."""
    here = cursor.at
    cursor.at += 1
    of = cursor.unit()
    stops: tuple[PlaceRef, ...] = ()
    if of is not None:
        cursor.skip(Sort.PARTICLE)
        stops = read_stops(cursor) if sees_move(cursor) else ()
        cursor.skip(Sort.PARTICLE, Sort.ADVERB)
        if cursor.take(Sort.SUPPORT):
            return [drafts.Support(units, of, stops[-1] if stops else None), *read_own_retreats(cursor, units)]
    cursor.at = here
    return []


def read_carried(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """`英吉利海峡舰队把威尔士陆军运到布瑞斯特`: what is carried stands before the verb."""
    here = cursor.at
    cursor.skip(Sort.LEAD)
    of = cursor.unit()
    if of is not None and cursor.take(Sort.CONVOY) and sees_move(cursor):
        stops = read_stops(cursor)
        if stops:
            return [drafts.Convoy(units, of, stops[-1])]
    cursor.at = here
    return []


def read_own_retreats(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """The retreat list behind the order of a single unit, if one stands there."""
    return read_retreat_tail(cursor, units[0], signed=True) if len(units) == 1 else []


def read_support(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """Whom the units support, and where to; the head stands behind the verb."""
    cursor.skip(Sort.SUPPORT, Sort.ADVERB, Sort.PARTICLE, Sort.LEAD)
    cursor.take_mark(Mark.COLON)
    that = _that(cursor, units, carries=False)
    if that:
        return that
    if cursor.sees(Sort.HOLD) and cursor.sees(Sort.PLACE, Sort.UNIT, Sort.PARTICLE, ahead=1):
        cursor.at += 1
        cursor.skip(Sort.PARTICLE)
    bracket = cursor.take_mark(Mark.OPEN) is not None
    of = cursor.unit(wanted=True)
    if of is None:
        return []
    to = _supported_target(cursor, of)
    if to is None or (bracket and not cursor.take_mark(Mark.CLOSE)):
        return []
    target = to[0] if to else None
    return [drafts.Support(units, of, target), *read_own_retreats(cursor, units)]


def _that(cursor: Cursor, units: tuple[UnitRef, ...], *, carries: bool) -> list[drafts.Body]:
    """`支援上述移动`, `，慕尼黑支援`: what is supported or carried is what the order before is about."""
    here = cursor.at
    named = cursor.take(Sort.DITTO, Sort.SAME) is not None
    if named:
        cursor.skip(Sort.PARTICLE, Sort.MOVE)
    if ends(cursor) and all(unit.place.how is not How.POWER for unit in units):
        return [drafts.That(units, carries, named)]
    if named:
        cursor.fail(Code.ORDER_DITTO, here, cursor.at)
    cursor.at = here
    return []


def _supported_target(cursor: Cursor, of: UnitRef) -> tuple[PlaceRef, ...] | None:
    """Where the supported unit goes: one place, none for a hold, None if it cannot be read."""
    cursor.skip(Sort.ADVERB, Sort.PARTICLE)
    if cursor.sees_mark(Mark.OPEN) and cursor.sees(Sort.HOLD, ahead=1) and cursor.sees_mark(Mark.CLOSE, ahead=2):
        cursor.at += 3
        return ()
    if (cursor.sees_mark(Mark.ARROW) or cursor.sees(Sort.MOVE)) and cursor.sees(Sort.HOLD, ahead=1):
        cursor.at += 1
    if cursor.take(Sort.HOLD):
        pass_own_place(cursor, of)
        return ()
    if cursor.sees(Sort.VIA, Sort.BY_SEA):
        cursor.skip(Sort.VIA, Sort.BY_SEA)
        read_route(cursor)
        if not sees_move(cursor):
            cursor.fail(Code.ORDER_INCOMPLETE)
            return None
    if cursor.sees_mark(Mark.COMMA) and cursor.sees(Sort.MOVE, Sort.VIA, Sort.TOWARD, ahead=1):
        cursor.fail(Code.ORDER_UNREADABLE)
        return None
    if not sees_move(cursor) or is_retreat_sign(cursor):
        return ()
    stops = read_stops(cursor)
    if not stops:
        return None
    read_route_tail(cursor)
    return stops[-1:]


def read_convoy(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """Whom the units carry, and where to; the head stands behind the verb."""
    cursor.skip(Sort.CONVOY, Sort.ADVERB, Sort.PARTICLE)
    cursor.take_mark(Mark.COLON)
    that = _that(cursor, units, carries=True)
    if that:
        return that
    bracket = cursor.take_mark(Mark.OPEN) is not None
    of = cursor.unit(wanted=True)
    if of is None:
        return []
    if cursor.sees(Sort.VIA, Sort.BY_SEA):
        cursor.skip(Sort.VIA, Sort.BY_SEA)
        read_route(cursor)
    if not sees_move(cursor):
        cursor.fail(Code.ORDER_INCOMPLETE)
        return []
    stops = read_stops(cursor)
    if not stops:
        return []
    read_route_tail(cursor)
    if bracket and not cursor.take_mark(Mark.CLOSE):
        return []
    return [drafts.Convoy(units, of, stops[-1]), *read_own_retreats(cursor, units)]
