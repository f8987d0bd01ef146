"""Where a unit goes: targets, chains of seas, routes before or behind the target, and what hangs on a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.notices import Code
from tianshen.reading.grammar import drafts
from tianshen.reading.grammar.lists import read_retreat_tail
from tianshen.reading.words.lexer import TokenKind
from tianshen.reading.words.word_classes import SIGNATURE_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.reading.grammar.cursor import Cursor
    from tianshen.reading.grammar.drafts import PlaceRef, UnitRef
    from tianshen.reading.words.lexer import Token

LINKS = frozenset({"、", "&", "+"})
RETREAT_SIGN = ">"
_HYPHEN = "-"  # alone it says where a unit goes
_DASHES = "-—–―─"
_LONGEST_SIGNATURE = 4


def read_subjects(cursor: Cursor, unit: UnitRef) -> tuple[UnitRef, ...]:
    """Return the unit just read with those joined to it by `、` or `和`."""
    units = [unit]
    while True:
        here = cursor.at
        token = cursor.token()
        if token is None or not (token.text in LINKS or token.has(WordClass.AND)):
            break
        cursor.at += 1
        following = cursor.unit()
        if following is None:
            cursor.at = here
            break
        units.append(following)
    return tuple(units)


def sees_move(cursor: Cursor) -> bool:
    """Return whether a verb or sign of moving stands under the head."""
    return cursor.sees(WordClass.MOVE, WordClass.TOWARD) or cursor.sees_kind(TokenKind.ARROW)


def is_retreat_sign(cursor: Cursor) -> bool:
    """Return whether the sign that opens a retreat list behind an order stands under the head."""
    token = cursor.token()
    return token is not None and token.text == RETREAT_SIGN and not token.glued


def read_move(cursor: Cursor, unit: UnitRef) -> list[drafts.Body]:
    """Read a move whose verb stands under the head, with what may hang on it: a route, helpers, a retreat list."""
    sign = cursor.token()
    stops = read_stops(cursor)
    if not stops:
        return []
    chain, to = stops[:-1], stops[-1]
    tail = read_route_tail(cursor)
    by_sea = bool(chain) or tail is not None
    signed = sign is not None and sign.text != RETREAT_SIGN
    return _moved(cursor, drafts.MoveDraft(unit, to, by_sea, (*chain, *(tail or ()))), signed=signed)


def read_by_route(cursor: Cursor, unit: UnitRef) -> list[drafts.Body]:
    """Read `伦敦陆军 经 英吉利海峡 移动 布瑞斯特`: the route first, then the target."""
    places = _leading_route(cursor)
    if places is None:
        cursor.fail(Code.ORDER_INCOMPLETE)
        return []
    stops = read_stops(cursor)
    if stops and sees_move(cursor) and not is_retreat_sign(cursor):
        more = read_stops(cursor)
        stops = (*stops, *more) if more else ()
    if not stops:
        return []
    return _moved(cursor, drafts.MoveDraft(unit, stops[-1], True, (*places, *stops[:-1])), signed=True)


def _leading_route(cursor: Cursor) -> tuple[PlaceRef, ...] | None:
    """Read the seas before the verb, none where only `海运` stands there; None unless a move follows."""
    bracket = cursor.take_kind(TokenKind.OPEN) is not None
    named = not cursor.sees(WordClass.BY_SEA)
    cursor.skip(WordClass.VIA, WordClass.BY_SEA)
    places = read_route(cursor)
    cursor.skip(WordClass.CONVOY, WordClass.BY_SEA, WordClass.PARTICLE, *((WordClass.UNIT,) if places else ()))
    closed = not bracket or cursor.take_kind(TokenKind.CLOSE) is not None
    return places if closed and sees_move(cursor) and (places or not named) else None


def _moved(cursor: Cursor, move: drafts.MoveDraft, *, signed: bool) -> list[drafts.Body]:
    helpers = read_helpers(cursor, move.unit, move.to)
    carriers = tuple(unit.place for body in helpers if isinstance(body, drafts.ConvoyDraft) for unit in body.units)
    if carriers and not move.by_sea:
        move = drafts.MoveDraft(move.unit, move.to, True, carriers)
    return [move, *helpers, *read_retreat_tail(cursor, move.unit, signed=signed)]


def read_stops(cursor: Cursor) -> tuple[PlaceRef, ...]:
    """Read the places after a move verb: the target, or a chain of dashes with the target last."""
    toward = _take_move(cursor)
    place = cursor.place(wanted=True)
    if place is None:
        return ()
    if toward:
        cursor.skip(WordClass.PARTICLE)
        cursor.skip(WordClass.MOVE)
    stops = [place]
    while cursor.sees_kind(TokenKind.ARROW) and not is_retreat_sign(cursor) and not signs_off(cursor.tokens, cursor.at):
        here = cursor.at
        cursor.at += 1
        following = cursor.place(wanted=True)
        if following is None:
            cursor.at = here
            if cursor.at + 1 < cursor.end:
                return ()
            break
        stops.append(following)
    if cursor.sees(WordClass.LINE_WORD):
        cursor.skip(WordClass.LINE_WORD)
    return tuple(stops)


def _take_move(cursor: Cursor) -> bool:
    """Move the head over the move verb in all its parts (`移动 到`, `→`); return whether it only said where to."""
    only_toward = True
    while True:
        if cursor.take(WordClass.MOVE) or cursor.take_kind(TokenKind.ARROW):
            only_toward = False
            cursor.take_kind(TokenKind.COLON)
        elif not cursor.take(WordClass.TOWARD):
            break
    if not only_toward:
        cursor.skip(WordClass.PARTICLE)
    return only_toward


def read_route_tail(cursor: Cursor) -> tuple[PlaceRef, ...] | None:
    """Read a route after the target: `VIA`, `VIA ENG MAO`, `（经英吉利海峡）`, `，经英吉利海峡`; None without one."""
    here = cursor.at
    if cursor.take_wrapped(WordClass.CONVOY):
        return ()
    bracket = cursor.take_kind(TokenKind.OPEN) is not None
    if not bracket and cursor.sees_kind(TokenKind.COMMA) and cursor.sees(WordClass.VIA, ahead=1):
        cursor.at += 1
    if cursor.take(WordClass.VIA, WordClass.BY_SEA):
        places = read_route(cursor)
        cursor.skip(WordClass.UNIT, WordClass.CONVOY, WordClass.BY_SEA)
        if not sees_move(cursor) and (not bracket or cursor.take_kind(TokenKind.CLOSE)):
            return places
    cursor.at = here
    return None


def read_route(cursor: Cursor) -> tuple[PlaceRef, ...]:
    """Read the seas after `经` or `VIA`, however they are parted."""
    places: list[PlaceRef] = []
    while True:
        here = cursor.at
        if places:
            _take_link(cursor)
        else:
            cursor.skip(WordClass.CONVOY, WordClass.PARTICLE)
        place = cursor.place()
        if place is None or (places and _begins_order(cursor)):
            cursor.at = here
            return tuple(places)
        if cursor.sees(WordClass.UNIT) and not cursor.sees(WordClass.PLACE, ahead=1):
            cursor.at += 1
        places.append(place)


def _take_link(cursor: Cursor) -> None:
    token = cursor.token()
    if token is not None and (
        token.kind is TokenKind.COMMA or token.has(WordClass.VIA, WordClass.AND, WordClass.BY_SEA)
    ):
        cursor.at += 1


def _begins_order(cursor: Cursor) -> bool:
    """Return whether the place just read is the subject of a new order rather than one more sea."""
    if cursor.sees_kind(TokenKind.ARROW):
        return False
    return cursor.sees(WordClass.HOLD, WordClass.SUPPORT, WordClass.UNIT) and not cursor.sees(WordClass.PLACE)


def read_helpers(cursor: Cursor, unit: UnitRef, to: PlaceRef | None) -> list[drafts.Body]:
    """Read helpers in brackets after a move, or after a hold (`to` None): `A→B（C支援）`, `（C、D支援，E运输）`."""
    here = cursor.at
    if not cursor.take_kind(TokenKind.OPEN):
        return _named_helpers(cursor, unit, to, here)
    found: list[drafts.Body] = []
    if cursor.sees(WordClass.SUPPORT) and cursor.sees_kind(TokenKind.COLON, ahead=1):
        found = _named_helpers(cursor, unit, to, cursor.at)
        if found and cursor.take_kind(TokenKind.CLOSE):
            return found
    else:
        while (helper := _helper(cursor, unit, to)) is not None:
            found.append(helper)
            if cursor.take_kind(TokenKind.CLOSE):
                return found
            if not cursor.take_kind(TokenKind.COMMA, TokenKind.SEMICOLON):
                break
    cursor.at = here
    return []


def _helper(cursor: Cursor, unit: UnitRef, to: PlaceRef | None) -> drafts.Body | None:
    """Read what one helper, or several together, do for the unit."""
    cursor.skip(WordClass.VIA)
    first = cursor.unit()
    units = read_subjects(cursor, first) if first is not None else ()
    if not units:
        return None
    cursor.skip(WordClass.ADVERB)
    if cursor.take(WordClass.SUPPORT):
        return drafts.SupportDraft(units, unit, to)
    if to is not None and cursor.take(WordClass.CONVOY):
        return drafts.ConvoyDraft(units, unit, to)
    return None


def _named_helpers(cursor: Cursor, unit: UnitRef, to: PlaceRef | None, here: int) -> list[drafts.Body]:
    """`支援：慕尼黑、鲁尔` behind a move."""
    if cursor.take(WordClass.SUPPORT) and cursor.take_kind(TokenKind.COLON):
        first = cursor.unit()
        if first is not None:
            return [drafts.SupportDraft(read_subjects(cursor, first), unit, to)]
    cursor.at = here
    return []


def signs_off(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a dash stands there with nothing but a label, a polite word or the writer's power behind it."""
    rest = tokens[at + 1 : at + 2 + _LONGEST_SIGNATURE]
    dash = tokens[at].text != _HYPHEN and not tokens[at].text.strip(_DASHES)
    if dash and 0 < len(rest) <= _LONGEST_SIGNATURE:
        named = any(token.has(WordClass.POWER, WordClass.LABEL, WordClass.ENDING) for token in rest)
        return named and all(
            token.has(*SIGNATURE_WORDS) and not token.has(WordClass.PLACE, WordClass.UNIT) for token in rest
        )
    return False
