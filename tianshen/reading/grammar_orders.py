"""One order from its words: who, what, where to. Holds no word of any language; the sorts of the lexicon say it all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.locale.lexicon import Sort
from tianshen.notices import Code
from tianshen.reading import drafts
from tianshen.reading.drafts import Draft, How, PlaceRef, UnitRef
from tianshen.reading.grammar_lists import (
    read_build,
    read_led_list,
    read_retreat_entries,
    read_retreat_tail,
    read_retreat_toward,
)
from tianshen.reading.grammar_many import read_together
from tianshen.reading.grammar_moves import (
    LINKS,
    is_retreat_sign,
    read_by_route,
    read_helpers,
    read_move,
    read_route,
    read_route_tail,
    read_stops,
    read_subjects,
    sees_move,
)
from tianshen.reading.lexer import Mark

if TYPE_CHECKING:
    from tianshen.reading.cursor import Cursor
    from tianshen.reading.lexer import Token

_AFTER_COMMA = (Sort.MOVE, Sort.SUPPORT, Sort.CONVOY, Sort.HOLD, Sort.VIA)
_LEADS = (Sort.FIRST_PERSON, Sort.LEAD, Sort.ADVERB, Sort.LABEL, Sort.PARTICLE, Sort.OPENER, Sort.NEXT)
_OLD = (Sort.NEGATION, Sort.VIA, Sort.FROM, Sort.EARLIER, Sort.LABEL, Sort.ADVERB, Sort.PARTICLE)
_EQUALS = "="
_LONGEST_OLD = 12  # tokens of an order that is replaced in the same breath
_ONE: frozenset[Sort] = frozenset()


def read_orders(cursor: Cursor, *, wanted: bool = False) -> tuple[Draft, ...]:
    """The order that begins under the head, with those hung on it (A→B（C支援）); none if it cannot be read.

    `wanted` allows misspelt names. The head then stands behind it; `cursor.trouble` says why nothing was read.
    """
    first = cursor.at
    found = _read(cursor, wanted=wanted)
    if not found:
        cursor.at = first
        return ()
    return tuple(Draft(body, first, cursor.at) for body in found)


def _read(cursor: Cursor, *, wanted: bool) -> list[drafts.Body]:
    first = cursor.token()
    found = _spoilt_opening(cursor) if wanted else []
    if found:
        return found
    _skip_leads(cursor)
    if first is not None and first.has(Sort.FIRST_PERSON) and cursor.sees(Sort.WAIVE):
        return []
    if cursor.sees(Sort.WAIVE):
        return _waive(cursor)
    start = cursor.at
    led = read_led_list(cursor)
    if led:
        return led
    cursor.at = start
    led = _led_by_verb(cursor)
    if led:
        return led
    cursor.at = start
    unit = cursor.unit(wanted=wanted)
    if unit is None:
        return []
    return _acts(cursor, read_subjects(cursor, unit))


def _spoilt_opening(cursor: Cursor) -> list[drafts.Body]:
    """An order whose misspelt place begins with a character that is talk elsewhere: `那不勒撕舰队…`."""
    here = cursor.at
    following = cursor.token(1)
    if cursor.sees(Sort.OPENER) and following is not None and following.glued and _is_scrap(following):
        unit = cursor.unit(wanted=True)
        if unit is not None and unit.place.is_clear:
            return _acts(cursor, (unit,))
    cursor.at = here
    cursor.trouble = None
    return []


def _is_scrap(token: Token) -> bool:
    """Whether it may be a piece of a misspelt name: an unknown word, or a character that names nothing alone."""
    named = token.has(Sort.PLACE, Sort.UNIT, Sort.POWER, Sort.FIRST_PERSON)
    return token.mark is Mark.UNKNOWN or (len(token.text) == 1 and token.is_han and not named)


def _skip_leads(cursor: Cursor) -> None:
    """Moves the head over what may stand before an order: talk, labels, a season (no letter, which may be a unit)."""
    while not _is_led_list(cursor):
        token = cursor.token()
        season = token is not None and token.is_han and token.has(Sort.SEASON, Sort.TURN)
        if not (season or cursor.sees(*_LEADS)):
            return
        cursor.at += 1


def _waive(cursor: Cursor) -> list[drafts.Body]:
    """`放弃生产`: only where nothing follows that is given up (`放弃柏林` is talk)."""
    cursor.at += 1
    alone = cursor.token() is None or cursor.sees_mark(Mark.COMMA, Mark.OPEN) or cursor.sees(Sort.ENDING)
    return [drafts.Waive()] if alone else []


def _is_led_list(cursor: Cursor) -> bool:
    """A word that may open a list (补充) and is followed by what belongs into one."""
    return cursor.sees(Sort.BUILD, Sort.DISBAND) and cursor.sees(Sort.UNIT, Sort.PLACE, ahead=1)


def _led_by_verb(cursor: Cursor) -> list[drafts.Body]:
    """`Hold A Ber`, `Move A Ber to Mun`."""
    verb = cursor.take(Sort.HOLD, Sort.MOVE)
    if verb is None or verb.has(Sort.LOOSE):
        return []
    cursor.skip(Sort.PARTICLE)
    listed = verb.has(Sort.HOLD) and verb.is_han and cursor.take_mark(Mark.COLON) is not None
    unit = cursor.unit()
    if unit is None or (unit.kind is None and not listed):
        return []
    if verb.has(Sort.HOLD):
        return [drafts.Hold(read_subjects(cursor, unit) if listed else (unit,))]
    return read_move(cursor, unit) if sees_move(cursor) else []


def _acts(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """What the units do; the head stands behind them."""
    carried = _carries(cursor, units) if cursor.sees(Sort.LEAD) else []
    if carried:
        return carried
    changed = _replaced(cursor, units)
    if changed:
        return changed
    start = cursor.at
    cursor.skip(Sort.ADVERB, Sort.PARTICLE)
    spread = cursor.tokens[start : cursor.at]
    manner = frozenset(sort for sort in (Sort.EACH, Sort.BOTH) if any(token.has(sort) for token in spread))
    if cursor.sees(Sort.SAME) and _ends(cursor, 1):
        cursor.at += 1
        return [drafts.Same(units)]
    if cursor.take(Sort.CHANGE):
        return _changed(cursor, units)
    if cursor.sees_mark(Mark.COLON):
        cursor.at += 1
        if cursor.sees(Sort.PLACE) and not cursor.sees(Sort.MOVE, Sort.VIA):
            cursor.fail(Code.ORDER_UNREADABLE)
            return []
    if _sees_verb(cursor, ahead=1) and (cursor.sees_mark(Mark.ARROW) or cursor.tokens[cursor.at].text == _EQUALS):
        cursor.at += 1
    if cursor.sees_mark(Mark.OPEN) and cursor.sees(Sort.SUPPORT, ahead=1):
        cursor.at += 2
        found = _support(cursor, units)
        return found if cursor.take_mark(Mark.CLOSE) else []
    if cursor.sees_mark(Mark.COMMA) and units[-1].kind is not None and cursor.sees(*_AFTER_COMMA, ahead=1):
        cursor.at += 1
    return _act(cursor, units, manner)


def _ends(cursor: Cursor, ahead: int = 0) -> bool:
    """Whether the clause ends under the head, or some tokens ahead, but for polite words."""
    token = cursor.token(ahead)
    return token is None or (token.mark is Mark.COMMA and token.text not in LINKS) or token.has(Sort.ENDING)


def _replaced(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """`由移动西里西亚改为移动普鲁士`: what the units should have done before stands in front of what they do now."""
    here, end = cursor.at, cursor.end
    limit = min(end, here + _LONGEST_OLD)
    stop = here
    while stop < limit and not cursor.tokens[stop].has(Sort.CHANGE):
        if cursor.tokens[stop].mark is Mark.COMMA and not cursor.sees(Sort.CHANGE, ahead=stop + 1 - here):
            return []
        stop += 1
    if stop in (here, limit) or not cursor.tokens[stop].has(Sort.CHANGE):
        return []
    cursor.end = stop
    cursor.skip(*_OLD)
    told = cursor.at > here and cursor.at == stop
    acts = not told and bool(_act(cursor, units))
    cursor.skip(Sort.PARTICLE)
    cursor.take_mark(Mark.COMMA)
    whole = (told or acts) and cursor.at == stop
    cursor.end = end
    cursor.at = stop + 1
    found = _changed(cursor, units) if whole else []
    if not found:
        cursor.at = here
    return found


def _act(cursor: Cursor, units: tuple[UnitRef, ...], manner: frozenset[Sort] = _ONE) -> list[drafts.Body]:
    cursor.skip(Sort.ADVERB)
    if cursor.take(Sort.MUTUAL):
        if len(units) < 2:
            cursor.fail(Code.ORDER_INCOMPLETE, cursor.at - 1, cursor.at)
            return []
        return [drafts.Mutual(units)]
    if cursor.take(Sort.HOLD):
        cursor.skip(Sort.HOLD, Sort.ADVERB)
        _own_place(cursor, units[0])
        helpers = read_helpers(cursor, units[0], None) if len(units) == 1 else []
        return [drafts.Hold(units), *helpers, *_retreats(cursor, units)]
    if cursor.take(Sort.SUPPORT):
        return _support(cursor, units)
    if cursor.sees(Sort.FOR):
        support = _supports_for(cursor, units)
        if support:
            return support
    if cursor.sees(Sort.DISBAND) and (_is_long(cursor) or cursor.at + 1 == cursor.end):
        cursor.at += 1
        return [drafts.Disband(units)]
    if cursor.sees(Sort.CONVOY):
        here = cursor.at
        cursor.at += 1
        convoy = _convoy(cursor, units)
        if convoy or not cursor.tokens[here].has(Sort.BY_SEA):
            return convoy
        cursor.at = here
    if len(units) > 1:
        return read_together(cursor, units, manner)
    return _single_act(cursor, units[0])


def _is_long(cursor: Cursor) -> bool:
    """Whether the word under the head is more than a single letter."""
    token = cursor.token()
    return token is not None and (token.is_han or len(token.text) > 1)


def _single_act(cursor: Cursor, unit: UnitRef) -> list[drafts.Body]:
    """What mostly one unit at a time is told to do."""
    if cursor.sees(Sort.RETREAT, Sort.RETREAT_IF):
        return read_retreat_entries(cursor, unit)
    if cursor.sees(Sort.FALL_BACK):
        if cursor.retreats:
            return read_retreat_entries(cursor, unit)
        cursor.fail(Code.ORDER_DOUBTFUL)
        return []
    if cursor.sees(Sort.BUILD):
        return read_build(cursor, unit)
    if cursor.sees(Sort.VIA, Sort.BY_SEA):
        return read_by_route(cursor, unit)
    if cursor.sees_mark(Mark.OPEN) and cursor.sees(Sort.VIA, ahead=1):
        return read_by_route(cursor, unit)
    if sees_move(cursor):
        return read_retreat_toward(cursor, unit) or read_move(cursor, unit)
    if cursor.sees_mark(Mark.OPEN) and cursor.sees(Sort.HOLD, ahead=1) and cursor.sees_mark(Mark.CLOSE, ahead=2):
        cursor.at += 3
        return [drafts.Hold((unit,))]
    cursor.fail(Code.ORDER_INCOMPLETE)
    return []


def _own_place(cursor: Cursor, unit: UnitRef) -> None:
    """Moves the head over the place where the unit stands, named once more: `驻守 柏林`."""
    here = cursor.at
    place = cursor.place()
    if place is None or place.locations != unit.place.locations or cursor.sees(Sort.UNIT):
        cursor.at = here


def _supports_for(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
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
            return [drafts.Support(units, of, stops[-1] if stops else None), *_retreats(cursor, units)]
    cursor.at = here
    return []


def _carries(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
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


def _changed(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """`巴黎那条改成…`: what follows is an order without its subject, or a whole one of the same unit."""
    cursor.take_mark(Mark.COLON)
    here = cursor.at
    whole = cursor.unit()
    if whole is not None and len(units) == 1 and whole.place.locations == units[0].place.locations:
        return _acts(cursor, (whole,))
    cursor.at = here
    to = cursor.place()
    if to is not None and len(units) == 1 and (_ends(cursor) or cursor.sees_mark(Mark.OPEN)):
        return [drafts.Move(units[0], to, unsaid=True)]
    cursor.at = here
    return _act(cursor, units)


def _sees_verb(cursor: Cursor, ahead: int) -> bool:
    sorts = (Sort.HOLD, Sort.SUPPORT, Sort.CONVOY, Sort.DISBAND, Sort.VIA, Sort.MOVE, Sort.RETREAT)
    return cursor.sees(*sorts, ahead=ahead) and not cursor.sees(Sort.PLACE, ahead=ahead)


def _retreats(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    return read_retreat_tail(cursor, units[0], signed=True) if len(units) == 1 else []


def _support(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
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
    return [drafts.Support(units, of, target), *_retreats(cursor, units)]


def _that(cursor: Cursor, units: tuple[UnitRef, ...], *, carries: bool) -> list[drafts.Body]:
    """`支援上述移动`, `，慕尼黑支援`: what is supported or carried is what the order before is about."""
    here = cursor.at
    named = cursor.take(Sort.DITTO, Sort.SAME) is not None
    if named:
        cursor.skip(Sort.PARTICLE, Sort.MOVE)
    if _ends(cursor) and all(unit.place.how is not How.POWER for unit in units):
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
        _own_place(cursor, of)
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


def _convoy(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
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
    return [drafts.Convoy(units, of, stops[-1]), *_retreats(cursor, units)]
