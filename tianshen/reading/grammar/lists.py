"""Lists: where to retreat, what to build, what to disband."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.notices import Code
from tianshen.reading.grammar import drafts
from tianshen.reading.grammar.headings import is_number, skip_numbering
from tianshen.reading.words.lexer import TokenKind
from tianshen.reading.words.word_classes import LIST_HEADS, LIST_NOUNS, RETREAT_VERBS, VERBS_AFTER_LIST

if TYPE_CHECKING:
    from tianshen.reading.grammar.cursor import Cursor
    from tianshen.reading.grammar.drafts import PlaceRef, UnitRef
    from tianshen.reading.words.lexer import Token

_RANK = ">"
_NO_REMARK = (
    *VERBS_AFTER_LIST,
    WordClass.PLACE,
    WordClass.UNIT,
    WordClass.CONDITION,
    WordClass.NEGATION,
    WordClass.CANCEL,
    WordClass.RESULT,
    WordClass.QUESTION,
)


def read_led_list(cursor: Cursor) -> list[drafts.Body]:
    """Read a list with its word first: `优先建造：…`, `Builds: …`, `解散 柏林陆军`, `Retreat A War: Gal, Ukr`."""
    head = cursor.take(*LIST_HEADS)
    if head is None:
        return []
    if len(head.text) == 1 and not head.is_han and not cursor.sees(WordClass.UNIT):
        return []  # a single letter is a verb only right before a unit: D is Deutschland, R is Russia
    return _led_retreat(cursor) if head.has(*RETREAT_VERBS) else _led_adjustment(cursor, head)


def _led_adjustment(cursor: Cursor, head: Token) -> list[drafts.Body]:
    """Read the builds or disbands after the word that leads them."""
    first = cursor.at
    disbands = head.has(WordClass.DISBAND, WordClass.DISBAND_LIST)
    cursor.skip(WordClass.PARTICLE, WordClass.DISBAND if disbands else WordClass.BUILD)
    kind = _kind_for_all(cursor)
    colon = cursor.take_kind(TokenKind.COLON) is not None
    if colon and not disbands and cursor.sees(WordClass.WAIVE) and cursor.token(1) is None:
        cursor.at += 1
        return [drafts.WaiveDraft()]
    entries = _all_of(kind, _unit_entries(cursor, sign=_RANK if disbands else ""))
    if not entries:
        cursor.fail(Code.ORDER_INCOMPLETE, max(first, cursor.at))
        return []
    draft = drafts.DisbandDraft if disbands else drafts.BuildDraft
    return [draft(entries, colon or len(entries) > 1 or head.has(*LIST_NOUNS))]


def _kind_for_all(cursor: Cursor) -> Token | None:
    """Take a unit word right before the colon: `生产陆军：莫斯科、华沙`."""
    named = cursor.sees(WordClass.UNIT) and cursor.sees_kind(TokenKind.COLON, ahead=1)
    return cursor.take(WordClass.UNIT) if named else None


def _all_of(kind: Token | None, entries: tuple[UnitRef, ...]) -> tuple[UnitRef, ...]:
    """Return the entries as units of a kind named once for all (`生产陆军：莫斯科、华沙`); none if one differs."""
    if kind is None:
        return entries
    value = kind.value(WordClass.UNIT)
    if any(entry.kind not in (None, value) for entry in entries):
        return ()
    return tuple(replace(entry, kind=value) for entry in entries)


def _unit_entries(cursor: Cursor, sign: str = "") -> tuple[UnitRef, ...]:
    """Read units parted by commas, signs of rank, numbers or blanks, up to one that is the subject of another order.

    `sign` ranks even units without their unit words.
    """
    entries: list[UnitRef] = []
    while True:
        here = cursor.at
        ranked = bool(entries) and _take_unit_link(cursor, sign)
        skip_rank(cursor)
        unit = cursor.unit(wanted=not entries)
        if unit is None or (ranked and unit.kind is None) or _is_order(cursor, sign, first=not entries):
            cursor.at = here
            return tuple(entries)
        entries.append(unit)


def _take_unit_link(cursor: Cursor, sign: str) -> bool:
    """Move the head over what parts two entries; return True for a sign that ranks only units with unit words."""
    mark = cursor.take_kind(TokenKind.ARROW, TokenKind.SLASH)
    if mark is not None:
        return mark.text != sign
    _skip_remark(cursor)
    _take_comma(cursor)
    return False


def _is_order(cursor: Cursor, sign: str, *, first: bool) -> bool:
    """Return whether the unit just read is the subject of an order rather than an entry."""
    if not first and cursor.sees(*VERBS_AFTER_LIST):
        return True
    return cursor.sees_kind(TokenKind.ARROW) and not _is_ranked(cursor, sign)


def _is_ranked(cursor: Cursor, sign: str) -> bool:
    """Return whether a unit with its unit word follows the arrow: `威尼斯舰队＞罗马陆军` ranks, `威尼斯→罗马` moves."""
    here = cursor.at
    ranks = cursor.tokens[here].text == sign
    cursor.at += 1
    unit = cursor.unit()
    cursor.at = here
    return unit is not None and (ranks or unit.kind is not None)


def _take_comma(cursor: Cursor) -> None:
    if not cursor.take_kind(TokenKind.COMMA):
        cursor.take(WordClass.AND)


def _skip_remark(cursor: Cursor) -> None:
    """Move the head over a remark in brackets between two entries: no names, no verbs, nothing that casts doubt."""
    here = cursor.at
    if not cursor.take_kind(TokenKind.OPEN):
        return
    while cursor.at < cursor.end and not cursor.sees_kind(TokenKind.CLOSE):
        if cursor.sees(*_NO_REMARK):
            break
        cursor.at += 1
    if not cursor.take_kind(TokenKind.CLOSE) or not cursor.sees_kind(TokenKind.COMMA):
        cursor.at = here


def skip_rank(cursor: Cursor) -> None:
    """Move the head over numbers and words that only rank what follows: `1.`, `第二`, `其次`."""
    while True:
        here = cursor.at
        cursor.skip(WordClass.ADVERB, WordClass.NEXT)
        if cursor.sees(WordClass.LABEL) and is_number(cursor.token(1), cursor.lexicon.numerals):
            cursor.at += 2
            cursor.take_kind(TokenKind.COMMA, TokenKind.COLON)
        behind = skip_numbering(cursor.tokens, cursor.at, cursor.lexicon.numerals)
        if behind < cursor.end:
            cursor.at = behind
        if cursor.at == here:
            return


def read_build(cursor: Cursor, place: UnitRef) -> list[drafts.Body]:
    """`威尼斯生产舰队`: the place is read, the verb stands under the head."""
    cursor.skip(WordClass.BUILD, WordClass.PARTICLE)
    where = place.place
    if cursor.sees(WordClass.COAST) and where.coast is None:
        where = cursor.with_coast(where)
    word = cursor.take(WordClass.UNIT)
    if word is not None:
        where = cursor.with_coast(where) if where.coast is None else where
        return [
            drafts.BuildDraft(
                (replace(place, place=where, kind=word.value(WordClass.UNIT), last=cursor.at, other=None),)
            )
        ]
    if place.kind is None:
        cursor.fail(Code.BUILD_KIND_MISSING)
        return []
    return [drafts.BuildDraft((place,))]


def _led_retreat(cursor: Cursor) -> list[drafts.Body]:
    """Read the unit after the word; a bare place is a target without its unit, unless a verb or an arrow follows."""
    conditional = cursor.tokens[cursor.at - 1].has(WordClass.RETREAT_IF)
    cursor.skip(WordClass.RETREAT, WordClass.RETREAT_IF, WordClass.PARTICLE, WordClass.LABEL)
    if not cursor.take_kind(TokenKind.COLON) and conditional:
        cursor.take_kind(TokenKind.COMMA)
    unit = cursor.unit(wanted=True)
    if unit is None:
        return []
    goes_on = cursor.sees(WordClass.RETREAT, WordClass.MOVE, WordClass.TOWARD) or cursor.sees_kind(
        TokenKind.ARROW, TokenKind.COLON
    )
    if cursor.sees_kind(TokenKind.COMMA) or not (goes_on or unit.kind is not None):
        cursor.fail(Code.ORDER_UNREADABLE, unit.first, cursor.at)
        return []
    return read_retreat_entries(cursor, unit)


def read_retreat_toward(cursor: Cursor, unit: UnitRef) -> list[drafts.Body]:
    """`西班牙舰队向马赛撤退`: the target stands between the word of direction and the verb."""
    here = cursor.at
    if cursor.take(WordClass.TOWARD):
        to = cursor.place()
        cursor.skip(WordClass.PARTICLE)
        if to is not None and cursor.sees(WordClass.RETREAT) and cursor.token(1) is None:
            cursor.at += 1
            return [drafts.RetreatDraft(unit, (to,))]
    cursor.at = here
    return []


def read_retreat_entries(cursor: Cursor, unit: UnitRef) -> list[drafts.Body]:
    """`…优先撤退到葡萄牙、西地中海、马赛`: the unit is read; verb, colon or arrow and the entries follow."""
    first = cursor.at
    letter = cursor.tokens[first].text if first < cursor.end and len(cursor.tokens[first].text) == 1 else ""
    if letter.isascii() and letter.isalpha() and not cursor.sees(WordClass.PLACE, ahead=1):
        cursor.fail(Code.ORDER_UNREADABLE)
        return []
    cursor.skip(WordClass.RETREAT_IF)
    cursor.take_kind(TokenKind.COMMA)
    cursor.skip(WordClass.ADVERB, WordClass.LEAD)
    cursor.skip(WordClass.RETREAT, WordClass.FALL_BACK, WordClass.MOVE, WordClass.TOWARD, WordClass.PARTICLE)
    if not cursor.take_kind(TokenKind.COLON):
        cursor.take_kind(TokenKind.ARROW)
    cursor.skip(WordClass.RETREAT, WordClass.MOVE, WordClass.TOWARD)
    entries = _retreat_entries(cursor)
    if not entries:
        cursor.fail(Code.ORDER_INCOMPLETE, max(first, cursor.at))
        return []
    return [drafts.RetreatDraft(unit, entries)]


def _retreat_entries(cursor: Cursor) -> tuple[PlaceRef | None, ...]:
    entries: list[PlaceRef | None] = []
    sign = ""
    while True:
        here = cursor.at
        link = _take_entry_link(cursor) if entries else None
        linked = link is not None
        sign = link.text if link is not None and link.kind is TokenKind.ARROW else ""
        skip_rank(cursor)
        if cursor.sees(WordClass.DISBAND) and (linked or not _is_letter(cursor)):
            cursor.at += 1
            entries.append(None)
            continue
        place = cursor.place(wanted=not entries)
        if place is None or (entries and _is_subject(cursor, sign)):
            cursor.at = here
            return tuple(entries)
        entries.append(place)


def _take_entry_link(cursor: Cursor) -> Token | None:
    return cursor.take_kind(TokenKind.COMMA, TokenKind.ARROW, TokenKind.SLASH) or cursor.take(WordClass.AND)


def _is_letter(cursor: Cursor) -> bool:
    """Return whether a single Latin letter stands under the head."""
    token = cursor.token()
    return token is not None and len(token.text) == 1 and not token.is_han


def _is_subject(cursor: Cursor, sign: str) -> bool:
    """Return whether the place just read, behind this sign of rank if any, begins another order: no more entry."""
    if cursor.sees_kind(TokenKind.COLON):
        return True
    token = cursor.token()
    if token is not None and token.kind is TokenKind.ARROW:
        return token.text != sign
    return cursor.sees(WordClass.UNIT, *VERBS_AFTER_LIST) and not cursor.sees(WordClass.PLACE)


def read_retreat_tail(cursor: Cursor, unit: UnitRef, *, signed: bool) -> list[drafts.Body]:
    """Read a retreat list after an order: `> Din, Dum`, `(retreat: Ber, Kie)`, `，若被击退撤往基尔`.

    `signed` allows the sign alone; not after a move that was itself written with it.
    """
    here = cursor.at
    bracket = cursor.take_kind(TokenKind.OPEN) is not None
    if not bracket and cursor.sees_kind(TokenKind.COMMA) and cursor.sees(*RETREAT_VERBS, ahead=1):
        cursor.at += 1
    if _opens_retreat(cursor, signed=signed):
        found = read_retreat_entries(cursor, unit)
        if found and (not bracket or cursor.take_kind(TokenKind.CLOSE)):
            return found
    cursor.at = here
    return []


def _opens_retreat(cursor: Cursor, *, signed: bool) -> bool:
    token = cursor.token()
    if token is None:
        return False
    return (signed and token.text == _RANK) or (token.has(*RETREAT_VERBS) and not _is_letter(cursor))
