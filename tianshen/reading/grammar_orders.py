"""One order from its words: who, what, where to. Holds no word of any language; the sorts of the lexicon say it all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import Sort
from tianshen.notices import Code
from tianshen.reading import drafts
from tianshen.reading.drafts import Draft, PlaceRef, UnitRef
from tianshen.reading.grammar_lists import read_build, read_led_list, read_retreat_entries, read_retreat_tail
from tianshen.reading.lexer import Mark

if TYPE_CHECKING:
    from tianshen.reading.cursor import Cursor

_LEADS = (Sort.FIRST_PERSON, Sort.LEAD, Sort.ADVERB, Sort.LABEL, Sort.PARTICLE)
_LINKS = frozenset({"、", "&", "+"})
RETREAT_SIGN = ">"


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
    if cursor.sees(*_LEADS) and not _is_led_list(cursor):
        cursor.skip(*_LEADS)
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
    return _acts(cursor, _subjects(cursor, unit))


def _waive(cursor: Cursor) -> list[drafts.Body]:
    """`放弃生产`: only where nothing follows that is given up (`放弃柏林` is talk)."""
    cursor.at += 1
    alone = cursor.token() is None or cursor.sees_mark(Mark.COMMA, Mark.OPEN) or cursor.sees(Sort.ENDING)
    return [drafts.Waive()] if alone else []


def _is_led_list(cursor: Cursor) -> bool:
    """A word that may open a list (补充) and is followed by what belongs into one."""
    return cursor.sees(Sort.BUILD, Sort.DISBAND) and cursor.sees(Sort.UNIT, Sort.PLACE, ahead=1)


def _subjects(cursor: Cursor, unit: UnitRef) -> tuple[UnitRef, ...]:
    units = [unit]
    while True:
        here = cursor.at
        token = cursor.token()
        if token is None or not (token.text in _LINKS or token.has(Sort.AND)):
            break
        cursor.at += 1
        following = cursor.unit()
        if following is None:
            cursor.at = here
            break
        units.append(following)
    return tuple(units)


def _led_by_verb(cursor: Cursor) -> list[drafts.Body]:
    """`Hold A Ber`, `Move A Ber to Mun`."""
    verb = cursor.take(Sort.HOLD, Sort.MOVE)
    if verb is None:
        return []
    cursor.skip(Sort.PARTICLE)
    unit = cursor.unit()
    if unit is None or unit.kind is None:
        return []
    if verb.has(Sort.HOLD):
        return [drafts.Hold((unit,))]
    return _move(cursor, unit) if _sees_move(cursor) else []


def _acts(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """What the units do; the head stands behind them."""
    cursor.skip(Sort.ADVERB, Sort.PARTICLE)
    if cursor.take(Sort.CHANGE):
        return _changed(cursor, units)
    if cursor.sees_mark(Mark.COLON):
        cursor.at += 1
        if cursor.sees(Sort.PLACE) and not cursor.sees(Sort.MOVE, Sort.VIA):
            cursor.fail(Code.ORDER_UNREADABLE)
            return []
    if cursor.sees_mark(Mark.ARROW) and _sees_verb(cursor, ahead=1):
        cursor.at += 1
    return _act(cursor, units)


def _act(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    cursor.skip(Sort.ADVERB)
    if cursor.take(Sort.MUTUAL):
        if len(units) < 2:
            cursor.fail(Code.ORDER_INCOMPLETE, cursor.at - 1, cursor.at)
            return []
        return [drafts.Mutual(units)]
    if cursor.take(Sort.HOLD):
        cursor.skip(Sort.HOLD, Sort.ADVERB)
        helpers = _helpers(cursor, units[0], None) if len(units) == 1 else []
        return [drafts.Hold(units), *helpers, *_retreats(cursor, units)]
    if cursor.take(Sort.SUPPORT):
        return _support(cursor, units)
    if cursor.take(Sort.DISBAND):
        return [drafts.Disband(units)]
    if cursor.sees(Sort.CONVOY):
        here = cursor.at
        cursor.at += 1
        convoy = _convoy(cursor, units)
        if convoy or not cursor.tokens[here].has(Sort.BY_SEA):
            return convoy
        cursor.at = here
    return _single_act(cursor, units)


def _single_act(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """What only one unit at a time can be told to do."""
    if len(units) > 1:
        cursor.fail(Code.ORDER_UNREADABLE)
        return []
    unit = units[0]
    if cursor.sees(Sort.RETREAT, Sort.RETREAT_IF):
        return read_retreat_entries(cursor, unit)
    if cursor.sees(Sort.BUILD):
        return read_build(cursor, unit)
    if cursor.sees(Sort.VIA, Sort.BY_SEA):
        return _by_route(cursor, unit)
    if _sees_move(cursor):
        return _move(cursor, unit)
    if cursor.sees_mark(Mark.OPEN) and cursor.sees(Sort.HOLD, ahead=1) and cursor.sees_mark(Mark.CLOSE, ahead=2):
        cursor.at += 3
        return [drafts.Hold((unit,))]
    cursor.fail(Code.ORDER_INCOMPLETE)
    return []


def _changed(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """`巴黎那条改成…`: what follows is an order without its subject, or a whole one of the same unit."""
    cursor.take_mark(Mark.COLON)
    here = cursor.at
    whole = cursor.unit()
    if whole is not None and len(units) == 1 and whole.place.locations == units[0].place.locations:
        return _acts(cursor, (whole,))
    cursor.at = here
    return _act(cursor, units)


def _sees_move(cursor: Cursor, ahead: int = 0) -> bool:
    return cursor.sees(Sort.MOVE, Sort.TOWARD, ahead=ahead) or cursor.sees_mark(Mark.ARROW, ahead=ahead)


def _sees_verb(cursor: Cursor, ahead: int) -> bool:
    sorts = (Sort.HOLD, Sort.SUPPORT, Sort.CONVOY, Sort.DISBAND, Sort.VIA, Sort.MOVE, Sort.RETREAT)
    return cursor.sees(*sorts, ahead=ahead) and not cursor.sees(Sort.PLACE, ahead=ahead)


def _move(cursor: Cursor, unit: UnitRef) -> list[drafts.Body]:
    """A move whose verb stands under the head, with what may hang on it: a route, helpers, a retreat list."""
    sign = cursor.token()
    stops = _stops(cursor)
    if not stops:
        return []
    chain, to = stops[:-1], stops[-1]
    by_sea = bool(chain)
    tail = _route_tail(cursor)
    if tail is not None:
        by_sea = True
        chain = (*chain, *tail)
    move = drafts.Move(unit, to, by_sea, chain)
    helpers = _helpers(cursor, unit, to)
    plain = sign is not None and sign.text != RETREAT_SIGN
    retreats = read_retreat_tail(cursor, unit, signed=plain)
    return [move, *helpers, *retreats]


def _retreats(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    return read_retreat_tail(cursor, units[0], signed=True) if len(units) == 1 else []


def _stops(cursor: Cursor) -> tuple[PlaceRef, ...]:
    """The places behind a move verb: the target, or a chain of dashes with the target last."""
    toward = _take_move(cursor)
    place = cursor.place(wanted=True)
    if place is None:
        return ()
    if toward:
        cursor.skip(Sort.PARTICLE)
        cursor.skip(Sort.MOVE)
    stops = [place]
    while cursor.sees_mark(Mark.ARROW) and not _is_retreat_sign(cursor):
        here = cursor.at
        cursor.at += 1
        following = cursor.place(wanted=True)
        if following is None:
            cursor.at = here
            if cursor.sees_mark(Mark.ARROW) and cursor.at + 1 < cursor.end:
                return ()
            break
        stops.append(following)
    return tuple(stops)


def _take_move(cursor: Cursor) -> bool:
    """Moves the head over the move verb in all its parts (`移动 到`, `→`); whether it only said in which direction."""
    only_toward = True
    while True:
        if cursor.take(Sort.MOVE) or cursor.take_mark(Mark.ARROW):
            only_toward = False
        elif not cursor.take(Sort.TOWARD):
            break
    if not only_toward:
        cursor.skip(Sort.PARTICLE)
    return only_toward


def _is_retreat_sign(cursor: Cursor) -> bool:
    token = cursor.token()
    return token is not None and token.text == RETREAT_SIGN and not token.glued


def _route_tail(cursor: Cursor) -> tuple[PlaceRef, ...] | None:
    """A route behind the target: `VIA`, `VIA ENG MAO`, `（经英吉利海峡）`, `（海运）`; None if there is none."""
    here = cursor.at
    bracket = cursor.take_mark(Mark.OPEN) is not None
    if cursor.take(Sort.VIA, Sort.BY_SEA):
        places = _route(cursor)
        cursor.skip(Sort.CONVOY, Sort.BY_SEA)
        if not bracket or cursor.take_mark(Mark.CLOSE):
            return places
    cursor.at = here
    return None


def _route(cursor: Cursor) -> tuple[PlaceRef, ...]:
    """The seas behind `经` or `VIA`, however they are parted."""
    places: list[PlaceRef] = []
    while True:
        here = cursor.at
        if places:
            _take_link(cursor)
        else:
            cursor.skip(Sort.CONVOY)
        place = cursor.place()
        if place is None or _begins_order(cursor):
            cursor.at = here
            return tuple(places)
        cursor.take(Sort.UNIT) if not cursor.sees(Sort.PLACE, ahead=1) else None
        places.append(place)


def _take_link(cursor: Cursor) -> None:
    token = cursor.token()
    if token is not None and (token.mark is Mark.COMMA or token.has(Sort.VIA, Sort.AND, Sort.BY_SEA)):
        cursor.at += 1


def _begins_order(cursor: Cursor) -> bool:
    """Whether the place just read is the subject of a new order rather than one more sea."""
    if cursor.sees_mark(Mark.ARROW):
        return False
    return cursor.sees(Sort.HOLD, Sort.SUPPORT) and not cursor.sees(Sort.PLACE)


def _by_route(cursor: Cursor, unit: UnitRef) -> list[drafts.Body]:
    """`伦敦陆军 经 英吉利海峡 移动 布瑞斯特`: the route first, then the target."""
    cursor.take(Sort.VIA, Sort.BY_SEA)
    cursor.skip(Sort.VIA, Sort.BY_SEA)
    places = _route(cursor)
    cursor.skip(Sort.UNIT, Sort.CONVOY, Sort.BY_SEA)
    if not _sees_move(cursor):
        cursor.fail(Code.ORDER_INCOMPLETE)
        return []
    stops = _stops(cursor)
    if not stops:
        return []
    if _sees_move(cursor) and not _is_retreat_sign(cursor):
        more = _stops(cursor)
        if not more:
            return []
        stops = (*stops, *more)
    move = drafts.Move(unit, stops[-1], True, (*places, *stops[:-1]))
    return [move, *_helpers(cursor, unit, stops[-1]), *read_retreat_tail(cursor, unit, signed=True)]


def _support(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    cursor.skip(Sort.SUPPORT, Sort.ADVERB, Sort.PARTICLE, Sort.LEAD)
    if cursor.sees(Sort.DITTO):
        cursor.fail(Code.ORDER_DITTO)
        return []
    bracket = cursor.take_mark(Mark.OPEN) is not None
    of = cursor.unit(wanted=True)
    if of is None:
        return []
    to = _supported_target(cursor)
    if to is None or (bracket and not cursor.take_mark(Mark.CLOSE)):
        return []
    target = to[0] if to else None
    return [drafts.Support(units, of, target), *_retreats(cursor, units)]


def _supported_target(cursor: Cursor) -> tuple[PlaceRef, ...] | None:
    """Where the supported unit goes: one place, none for a hold, None if it cannot be read."""
    cursor.skip(Sort.ADVERB)
    if cursor.sees_mark(Mark.OPEN) and cursor.sees(Sort.HOLD, ahead=1) and cursor.sees_mark(Mark.CLOSE, ahead=2):
        cursor.at += 3
        return ()
    if cursor.sees_mark(Mark.ARROW) and cursor.sees(Sort.HOLD, ahead=1):
        cursor.at += 1
    if cursor.take(Sort.HOLD):
        return ()
    if cursor.sees(Sort.VIA, Sort.BY_SEA):
        cursor.skip(Sort.VIA, Sort.BY_SEA)
        _route(cursor)
        if not _sees_move(cursor):
            cursor.fail(Code.ORDER_INCOMPLETE)
            return None
    if not _sees_move(cursor) or _is_retreat_sign(cursor):
        return ()
    stops = _stops(cursor)
    if not stops:
        return None
    _route_tail(cursor)
    return stops[-1:]


def _convoy(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    cursor.skip(Sort.CONVOY, Sort.ADVERB, Sort.PARTICLE)
    if cursor.sees(Sort.DITTO):
        cursor.fail(Code.ORDER_DITTO)
        return []
    bracket = cursor.take_mark(Mark.OPEN) is not None
    of = cursor.unit(wanted=True)
    if of is None:
        return []
    if cursor.sees(Sort.VIA, Sort.BY_SEA):
        cursor.skip(Sort.VIA, Sort.BY_SEA)
        _route(cursor)
    if not _sees_move(cursor):
        cursor.fail(Code.ORDER_INCOMPLETE)
        return []
    stops = _stops(cursor)
    if not stops:
        return []
    _route_tail(cursor)
    if bracket and not cursor.take_mark(Mark.CLOSE):
        return []
    return [drafts.Convoy(units, of, stops[-1]), *_retreats(cursor, units)]


def _helpers(cursor: Cursor, unit: UnitRef, to: PlaceRef | None) -> list[drafts.Body]:
    """`A→B（C支援）`, `（C、D支援，E运输）`: helpers in brackets behind a move, or behind a hold (`to` None)."""
    here = cursor.at
    if not cursor.take_mark(Mark.OPEN):
        return []
    found: list[drafts.Body] = []
    while True:
        first = cursor.unit()
        units = _subjects(cursor, first) if first is not None else ()
        if not units:
            break
        cursor.skip(Sort.ADVERB)
        mover = replace(unit, other=unit.other)
        if cursor.take(Sort.SUPPORT):
            found.append(drafts.Support(units, mover, to))
        elif to is not None and cursor.take(Sort.CONVOY):
            found.append(drafts.Convoy(units, mover, to))
        else:
            break
        if cursor.take_mark(Mark.CLOSE):
            return found
        if not cursor.take_mark(Mark.COMMA, Mark.SEMICOLON):
            break
    cursor.at = here
    return []
