"""One order from its words: who, what, where to. It knows word classes, never words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.notices import Code
from tianshen.reading.grammar import drafts
from tianshen.reading.grammar.drafts import Draft, UnitRef
from tianshen.reading.grammar.lists import read_build, read_led_list, read_retreat_entries, read_retreat_toward
from tianshen.reading.grammar.moves import read_by_route, read_helpers, read_move, read_subjects, sees_move
from tianshen.reading.grammar.shared_orders import read_together
from tianshen.reading.grammar.supports import (
    ends,
    pass_own_place,
    read_carried,
    read_convoy,
    read_own_retreats,
    read_support,
    read_support_for,
)
from tianshen.reading.words.lexer import TokenKind
from tianshen.reading.words.word_classes import LEADING_WORDS, VERBS_AFTER_COMMA, VERBS_AFTER_SIGN

if TYPE_CHECKING:
    from tianshen.reading.grammar.cursor import Cursor
    from tianshen.reading.words.lexer import Token

_OLD = (
    WordClass.NEGATION,
    WordClass.VIA,
    WordClass.FROM,
    WordClass.EARLIER,
    WordClass.LABEL,
    WordClass.ADVERB,
    WordClass.PARTICLE,
)
_EQUALS = "="
_LONGEST_OLD = 12  # tokens of an order that is replaced in the same breath
_ONE: frozenset[WordClass] = frozenset()


def read_one_order(cursor: Cursor, *, wanted: bool = False) -> tuple[Draft, ...]:
    """Read the order that begins under the head, with those hung on it (A→B（C支援）); none if it is unreadable.

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
    if first is not None and first.has(WordClass.FIRST_PERSON) and cursor.sees(WordClass.WAIVE):
        return []
    if cursor.sees(WordClass.WAIVE):
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
    """Read an order whose misspelt place begins with a character that is talk elsewhere: `那不勒撕舰队…`."""
    here = cursor.at
    following = cursor.token(1)
    if cursor.sees(WordClass.OPENER) and following is not None and following.glued and _is_scrap(following):
        unit = cursor.unit(wanted=True)
        if unit is not None and unit.place.is_clear:
            return _acts(cursor, (unit,))
    cursor.at = here
    cursor.trouble = None
    return []


def _is_scrap(token: Token) -> bool:
    """Return whether it may be a piece of a misspelt name: an unknown word, or a character that names nothing alone."""
    named = token.has(WordClass.PLACE, WordClass.UNIT, WordClass.POWER, WordClass.FIRST_PERSON)
    return token.kind is TokenKind.UNKNOWN or (len(token.text) == 1 and token.is_han and not named)


def _skip_leads(cursor: Cursor) -> None:
    """Move the head over what may stand before an order: talk, labels, a season (no letter, which may be a unit)."""
    while not _is_led_list(cursor):
        token = cursor.token()
        season = token is not None and token.is_han and token.has(WordClass.SEASON, WordClass.TURN)
        if not (season or cursor.sees(*LEADING_WORDS)):
            return
        cursor.at += 1


def _waive(cursor: Cursor) -> list[drafts.Body]:
    """`放弃生产`: only where nothing follows that is given up (`放弃柏林` is talk)."""
    cursor.at += 1
    alone = cursor.token() is None or cursor.sees_kind(TokenKind.COMMA, TokenKind.OPEN) or cursor.sees(WordClass.ENDING)
    return [drafts.WaiveDraft()] if alone else []


def _is_led_list(cursor: Cursor) -> bool:
    """Return whether a word that may open a list (补充) is followed by what belongs into one."""
    return cursor.sees(WordClass.BUILD, WordClass.DISBAND) and cursor.sees(WordClass.UNIT, WordClass.PLACE, ahead=1)


def _led_by_verb(cursor: Cursor) -> list[drafts.Body]:
    """Read `Hold A Ber`, `Move A Ber to Mun`, `驻守：柏林、慕尼黑`."""
    verb = cursor.take(WordClass.HOLD, WordClass.MOVE)
    if verb is None or verb.has(WordClass.LOOSE):
        return []
    cursor.skip(WordClass.PARTICLE)
    holds = verb.has(WordClass.HOLD)
    listed = holds and verb.is_han and cursor.take_kind(TokenKind.COLON) is not None
    unit = cursor.unit()
    if unit is None or (unit.kind is None and not listed):
        return []
    if not holds:
        return read_move(cursor, unit) if sees_move(cursor) else []
    return [drafts.HoldDraft(read_subjects(cursor, unit) if listed else (unit,))]


def _acts(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """Read what the units do; the head stands after them."""
    found = (read_carried(cursor, units) if cursor.sees(WordClass.LEAD) else []) or _replaced(cursor, units)
    if found:
        return found
    manner = _take_manner(cursor)
    if cursor.sees(WordClass.SAME) and ends(cursor, 1):
        cursor.at += 1
        return [drafts.SameAsPrevious(units)]
    if cursor.take(WordClass.CHANGE):
        return _changed(cursor, units)
    if cursor.take_kind(TokenKind.COLON) and _sees_bare_place(cursor):
        cursor.fail(Code.ORDER_UNREADABLE)
        return []
    _skip_sign_before_verb(cursor)
    if cursor.sees_kind(TokenKind.OPEN) and cursor.sees(WordClass.SUPPORT, ahead=1):
        return _bracketed_support(cursor, units)
    _skip_comma_before_verb(cursor, units)
    return _act(cursor, units, manner)


def _bracketed_support(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """Read `慕尼黑陆军（支援柏林陆军）`; the head stands on the bracket."""
    cursor.at += 2
    found = read_support(cursor, units)
    return found if cursor.take_kind(TokenKind.CLOSE) else []


def _take_manner(cursor: Cursor) -> frozenset[WordClass]:
    """Move the head over adverbs; return those that say how several units share what follows: 都, 分别."""
    start = cursor.at
    cursor.skip(WordClass.ADVERB, WordClass.PARTICLE)
    spread = cursor.tokens[start : cursor.at]
    return frozenset(manner for manner in (WordClass.EACH, WordClass.BOTH) if any(word.has(manner) for word in spread))


def _sees_bare_place(cursor: Cursor) -> bool:
    return cursor.sees(WordClass.PLACE) and not cursor.sees(WordClass.MOVE, WordClass.VIA)


def _skip_sign_before_verb(cursor: Cursor) -> None:
    """Move the head over an arrow or `=` that a verb follows: `柏林→支援慕尼黑`."""
    if _sees_verb(cursor, ahead=1) and (cursor.sees_kind(TokenKind.ARROW) or cursor.tokens[cursor.at].text == _EQUALS):
        cursor.at += 1


def _skip_comma_before_verb(cursor: Cursor, units: tuple[UnitRef, ...]) -> None:
    """Move the head over the comma of `柏林陆军，移动慕尼黑`."""
    if cursor.sees_kind(TokenKind.COMMA) and units[-1].kind is not None and cursor.sees(*VERBS_AFTER_COMMA, ahead=1):
        cursor.at += 1


def _replaced(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """Read `由移动西里西亚改为移动普鲁士`: what the units should have done stands before what they do now."""
    here, end = cursor.at, cursor.end
    stop = _change_ahead(cursor)
    if stop is None:
        return []
    cursor.end = stop
    cursor.skip(*_OLD)
    told = cursor.at > here and cursor.at == stop
    acts = not told and bool(_act(cursor, units))
    cursor.skip(WordClass.PARTICLE)
    cursor.take_kind(TokenKind.COMMA)
    whole = (told or acts) and cursor.at == stop
    cursor.end = end
    cursor.at = stop + 1
    found = _changed(cursor, units) if whole else []
    if not found:
        cursor.at = here
    return found


def _change_ahead(cursor: Cursor) -> int | None:
    """Return where the word of change (改为) stands that follows old orders from here; None without one near by."""
    here = cursor.at
    for stop in range(here, min(cursor.end, here + _LONGEST_OLD)):
        if cursor.tokens[stop].has(WordClass.CHANGE):
            return stop if stop > here else None
        if cursor.tokens[stop].kind is TokenKind.COMMA and not cursor.sees(WordClass.CHANGE, ahead=stop + 1 - here):
            return None
    return None


def _act(cursor: Cursor, units: tuple[UnitRef, ...], manner: frozenset[WordClass] = _ONE) -> list[drafts.Body]:
    cursor.skip(WordClass.ADVERB)
    if cursor.take(WordClass.MUTUAL):
        return _mutual(cursor, units)
    if cursor.take(WordClass.HOLD):
        return _hold(cursor, units)
    if cursor.take(WordClass.SUPPORT):
        return read_support(cursor, units)
    found = read_support_for(cursor, units) if cursor.sees(WordClass.FOR) else []
    if found:
        return found
    if _sees_disband(cursor):
        cursor.at += 1
        return [drafts.DisbandDraft(units)]
    convoy = _convoy(cursor, units) if cursor.sees(WordClass.CONVOY) else None
    if convoy is not None:
        return convoy
    return read_together(cursor, units, manner) if len(units) > 1 else _single_act(cursor, units[0])


def _sees_disband(cursor: Cursor) -> bool:
    """Return whether a word of disbanding stands there; a single letter only at the end."""
    return cursor.sees(WordClass.DISBAND) and (_is_long(cursor) or cursor.at + 1 == cursor.end)


def _mutual(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """`慕尼黑、鲁尔互相支援`: the head stands after the verb."""
    if len(units) > 1:
        return [drafts.MutualSupportDraft(units)]
    cursor.fail(Code.ORDER_INCOMPLETE, cursor.at - 1, cursor.at)
    return []


def _hold(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """`柏林陆军 驻守（慕尼黑支援）`: the head stands after the verb."""
    cursor.skip(WordClass.HOLD, WordClass.ADVERB)
    pass_own_place(cursor, units[0])
    helpers = read_helpers(cursor, units[0], None) if len(units) == 1 else []
    return [drafts.HoldDraft(units), *helpers, *read_own_retreats(cursor, units)]


def _convoy(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body] | None:
    """Read a convoy; None where the verb means that the unit itself goes by sea."""
    here = cursor.at
    cursor.at += 1
    convoy = read_convoy(cursor, units)
    if convoy or not cursor.tokens[here].has(WordClass.BY_SEA):
        return convoy
    cursor.at = here
    return None


def _is_long(cursor: Cursor) -> bool:
    """Return whether the word under the head is more than a single letter."""
    token = cursor.token()
    return token is not None and (token.is_han or len(token.text) > 1)


def _single_act(cursor: Cursor, unit: UnitRef) -> list[drafts.Body]:
    """Read what mostly one unit at a time is told to do."""
    if cursor.sees(WordClass.RETREAT, WordClass.RETREAT_IF):
        return read_retreat_entries(cursor, unit)
    if cursor.sees(WordClass.FALL_BACK):
        if cursor.retreats:
            return read_retreat_entries(cursor, unit)
        cursor.fail(Code.ORDER_DOUBTFUL)
        return []
    if cursor.sees(WordClass.BUILD):
        return read_build(cursor, unit)
    if _sees_route(cursor):
        return read_by_route(cursor, unit)
    if sees_move(cursor):
        return read_retreat_toward(cursor, unit) or read_move(cursor, unit)
    if cursor.take_wrapped(WordClass.HOLD):
        return [drafts.HoldDraft((unit,))]
    cursor.fail(Code.ORDER_INCOMPLETE)
    return []


def _sees_route(cursor: Cursor) -> bool:
    bracketed = cursor.sees_kind(TokenKind.OPEN) and cursor.sees(WordClass.VIA, ahead=1)
    return bracketed or cursor.sees(WordClass.VIA, WordClass.BY_SEA)


def _changed(cursor: Cursor, units: tuple[UnitRef, ...]) -> list[drafts.Body]:
    """`巴黎那条改成…`: what follows is an order without its subject, or a whole one of the same unit."""
    cursor.take_kind(TokenKind.COLON)
    here = cursor.at
    whole = cursor.unit()
    if whole is not None and len(units) == 1 and whole.place.locations == units[0].place.locations:
        return _acts(cursor, (whole,))
    cursor.at = here
    to = cursor.place()
    if to is not None and len(units) == 1 and (ends(cursor) or cursor.sees_kind(TokenKind.OPEN)):
        return [drafts.MoveDraft(units[0], to, unsaid=True)]
    cursor.at = here
    return _act(cursor, units)


def _sees_verb(cursor: Cursor, ahead: int) -> bool:
    return cursor.sees(*VERBS_AFTER_SIGN, ahead=ahead) and not cursor.sees(WordClass.PLACE, ahead=ahead)
