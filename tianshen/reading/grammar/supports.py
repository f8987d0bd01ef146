"""Supports and convoys: whom a unit helps, and where that one goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.notices import Code
from tianshen.reading.grammar import drafts
from tianshen.reading.grammar.lists import read_retreat_tail
from tianshen.reading.grammar.moves import LINKS, is_retreat_sign, read_route, read_route_tail, read_stops, sees_move
from tianshen.reading.words.lexer import TokenKind
from tianshen.reading.words.near_names import NameMatch
from tianshen.reading.words.word_classes import GOING

if TYPE_CHECKING:
    from tianshen.reading.grammar.cursor import Cursor
    from tianshen.reading.grammar.drafts import PlaceRef, UnitRef


def ends(cursor: Cursor, ahead: int = 0) -> bool:
    """Return whether the clause ends under the head, or some tokens ahead, but for polite words."""
    token = cursor.token(ahead)
    return token is None or (token.kind is TokenKind.COMMA and token.text not in LINKS) or token.has(WordClass.ENDING)


def pass_own_place(cursor: Cursor, unit: UnitRef) -> None:
    """Move the head over the place where the unit stands, named once more: `驻守 柏林`."""
    here = cursor.at
    place = cursor.place()
    if place is None or place.locations != unit.place.locations or cursor.sees(WordClass.UNIT):
        cursor.at = here


def read_support_for(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """`为柏林陆军移动西里西亚提供支援`: what is supported stands before the verb."""
    here = cursor.at
    cursor.at += 1
    of = cursor.unit()
    stops: tuple[PlaceRef, ...] = ()
    if of is not None:
        cursor.skip(WordClass.PARTICLE)
        stops = read_stops(cursor) if sees_move(cursor) else ()
        cursor.skip(WordClass.PARTICLE, WordClass.ADVERB)
        if cursor.take(WordClass.SUPPORT):
            return [drafts.SupportDraft(units, of, stops[-1] if stops else None), *read_own_retreats(cursor, units)]
    cursor.at = here
    return []


def read_carried(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """`英吉利海峡舰队把威尔士陆军运到布瑞斯特`: what is carried stands before the verb."""
    here = cursor.at
    cursor.skip(WordClass.LEAD)
    of = cursor.unit()
    if of is not None and cursor.take(WordClass.CONVOY) and sees_move(cursor):
        stops = read_stops(cursor)
        if stops:
            return [drafts.ConvoyDraft(units, of, stops[-1])]
    cursor.at = here
    return []


def read_own_retreats(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """Read the retreat list after the order of a single unit, if one stands there."""
    return read_retreat_tail(cursor, units[0], signed=True) if len(units) == 1 else []


def read_support(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """Whom the units support, and where to; the head stands behind the verb."""
    cursor.skip(WordClass.SUPPORT, WordClass.ADVERB, WordClass.PARTICLE, WordClass.LEAD)
    cursor.take_kind(TokenKind.COLON)
    that = _that(cursor, units, carries=False)
    if that:
        return that
    if cursor.sees(WordClass.HOLD) and cursor.sees(WordClass.PLACE, WordClass.UNIT, WordClass.PARTICLE, ahead=1):
        cursor.at += 1
        cursor.skip(WordClass.PARTICLE)
    bracket = cursor.take_kind(TokenKind.OPEN) is not None
    of = cursor.unit(wanted=True)
    if of is None:
        return []
    to = _supported_target(cursor, of)
    if to is None or (bracket and not cursor.take_kind(TokenKind.CLOSE)):
        return []
    target = to[0] if to else None
    return [drafts.SupportDraft(units, of, target), *read_own_retreats(cursor, units)]


def _that(cursor: Cursor, units: tuple[UnitRef, ...], *, carries: bool) -> list[drafts.Body]:
    """`支援上述移动`, `，慕尼黑支援`: what is supported or carried is what the order before is about."""
    here = cursor.at
    named = cursor.take(WordClass.DITTO, WordClass.SAME) is not None
    if named:
        cursor.skip(WordClass.PARTICLE, WordClass.MOVE)
    if ends(cursor) and all(unit.place.how is not NameMatch.POWER for unit in units):
        return [drafts.SupportPrevious(units, carries, named)]
    if named:
        cursor.fail(Code.ORDER_DITTO, here, cursor.at)
    cursor.at = here
    return []


def _supported_target(cursor: Cursor, of: UnitRef) -> tuple[PlaceRef, ...] | None:
    """Read where the supported unit goes: one place, none for a hold, None if it cannot be read."""
    cursor.skip(WordClass.ADVERB, WordClass.PARTICLE)
    if cursor.take_wrapped(WordClass.HOLD):
        return ()
    if (cursor.sees_kind(TokenKind.ARROW) or cursor.sees(WordClass.MOVE)) and cursor.sees(WordClass.HOLD, ahead=1):
        cursor.at += 1
    if cursor.take(WordClass.HOLD):
        pass_own_place(cursor, of)
        return ()
    trouble = _trouble_before_target(cursor)
    if trouble is not None:
        cursor.fail(trouble)
        return None
    if not sees_move(cursor) or is_retreat_sign(cursor):
        return ()
    stops = read_stops(cursor)
    if not stops:
        return None
    read_route_tail(cursor)
    return stops[-1:]


def _trouble_before_target(cursor: Cursor) -> Code | None:
    """Read the route that may stand before the target; return what is wrong with the words there, if anything."""
    if cursor.sees(WordClass.VIA, WordClass.BY_SEA):
        cursor.skip(WordClass.VIA, WordClass.BY_SEA)
        read_route(cursor)
        if not sees_move(cursor):
            return Code.ORDER_INCOMPLETE
    apart = cursor.sees_kind(TokenKind.COMMA) and cursor.sees(*GOING, WordClass.VIA, ahead=1)
    return Code.ORDER_UNREADABLE if apart else None


def read_convoy(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """Whom the units carry, and where to; the head stands behind the verb."""
    cursor.skip(WordClass.CONVOY, WordClass.ADVERB, WordClass.PARTICLE)
    cursor.take_kind(TokenKind.COLON)
    that = _that(cursor, units, carries=True)
    if that:
        return that
    bracket = cursor.take_kind(TokenKind.OPEN) is not None
    of = cursor.unit(wanted=True)
    if of is None:
        return []
    if cursor.sees(WordClass.VIA, WordClass.BY_SEA):
        cursor.skip(WordClass.VIA, WordClass.BY_SEA)
        read_route(cursor)
    if not sees_move(cursor):
        cursor.fail(Code.ORDER_INCOMPLETE)
        return []
    stops = read_stops(cursor)
    if not stops:
        return []
    read_route_tail(cursor)
    if bracket and not cursor.take_kind(TokenKind.CLOSE):
        return []
    return [drafts.ConvoyDraft(units, of, stops[-1]), *read_own_retreats(cursor, units)]
