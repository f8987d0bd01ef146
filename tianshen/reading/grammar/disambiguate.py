"""Words and signs whose sense depends on their neighbours, settled before the line is cut into sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.reading.grammar.order_likeness import has_place, has_unit_word, is_list_heading
from tianshen.reading.words.lexer import TokenKind
from tianshen.reading.words.word_classes import (
    ARROW_OR_COLON,
    BRACKETS,
    COASTS,
    FALLING_BACK,
    GOING,
    LIST_HEADS,
    LIST_NOUNS,
    NAMES,
    RETREAT_VERBS,
    SENTENCE_BREAKS,
    UNIT_DESCRIPTION,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.reading.words.lexer import Token

_FAR = 40  # tokens that are looked at to either side: more than an order has, and few enough to stay linear
_CONDITIONS = frozenset({WordClass.CONDITION, WordClass.ADVERB})
_ABOUT_DISLODGED = (
    UNIT_DESCRIPTION | _CONDITIONS | {WordClass.FIRST_PERSON, WordClass.PARTICLE, WordClass.LEAD, WordClass.OPENER}
)
_AFTER_DISLODGED = _CONDITIONS | {WordClass.PARTICLE, WordClass.REQUEST}
_AFTER_COMMA = _CONDITIONS | {WordClass.REQUEST, WordClass.LEAD, WordClass.FIRST_PERSON}
_BEFORE_CONDITION = SENTENCE_BREAKS | {TokenKind.COMMA, TokenKind.COLON, TokenKind.OPEN}
_ENTRY_WORDS = NAMES | COASTS | {WordClass.NEXT, WordClass.AND, WordClass.PARTICLE, WordClass.ADVERB}
_ENTRY_SIGNS = BRACKETS | {TokenKind.NUMBER, TokenKind.COMMA, TokenKind.SLASH, TokenKind.STOP}
_BEFORE_TARGET = RETREAT_VERBS | GOING | {WordClass.FALL_BACK, WordClass.ADVERB, WordClass.LEAD}


def disambiguated(tokens: list[Token]) -> list[Token]:
    """Return the tokens of a line, each with the one sense that its neighbours leave it; as many as before.

    A condition around a unit (`若西班牙舰队被击退，撤退到马赛`) opens a retreat list; what parts the choices of a list
    is no condition; a semicolon before something that only belongs to what stands before it is a comma.
    """
    tokens = list(tokens)
    for index, token in enumerate(tokens):
        if token.has(WordClass.DISLODGED):
            _open_retreats(tokens, index)
    for index, token in enumerate(tokens):
        if token.has(WordClass.NEXT) and token.has(WordClass.CONDITION) and _is_in_list(tokens, index):
            tokens[index] = _as(token, WordClass.NEXT)
        elif token.kind in SENTENCE_BREAKS and token.text != "!" and _goes_on(tokens, index):
            tokens[index] = replace(token, kind=TokenKind.COMMA)
    return tokens


def _as(token: Token, word_class: WordClass) -> Token:
    return replace(token, senses=(), classes=frozenset({word_class}))


# a retreat on condition


def _open_retreats(tokens: list[Token], at: int) -> None:
    """Let the word at `at`, which says that a unit is dislodged, open a retreat list if one follows."""
    start, conditions = _before(tokens, at)
    if start is None:
        return
    between = _until_retreat(tokens, at, told=bool(conditions) or tokens[at].has(WordClass.CONDITION))
    if between is None:
        return
    unit = has_place(tokens[start:at])
    tokens[at] = _as(tokens[at], WordClass.RETREAT_IF)
    for index in (*conditions, *between):
        tokens[index] = _as(tokens[index], WordClass.ADVERB if unit or index > at else WordClass.RETREAT_IF)


def _before(tokens: Sequence[Token], at: int) -> tuple[int | None, list[int]]:
    """Return where the words about the unit begin, and which are conditions; None if there is more than a unit."""
    start = _unit_start(tokens, at)
    conditions = [index for index in range(start, at) if tokens[index].has(WordClass.CONDITION)]
    if not start or tokens[start - 1].kind in _BEFORE_CONDITION:
        return start, conditions
    return (conditions[-1], conditions[-1:]) if conditions else (None, [])


def _unit_start(tokens: Sequence[Token], at: int) -> int:
    """Return where the words about the unit begin which end before a token; brackets are closed in them."""
    start = at
    depth = 0
    while start and (tokens[start - 1].is_of(_ABOUT_DISLODGED) or tokens[start - 1].kind in BRACKETS):
        depth += (tokens[start - 1].kind is TokenKind.CLOSE) - (tokens[start - 1].kind is TokenKind.OPEN)
        if depth < 0:
            break
        start -= 1
    return start


def _until_retreat(tokens: Sequence[Token], at: int, *, told: bool) -> list[int] | None:
    """Return the words between the word and the retreat after it; None if none follows.

    `told` says that a condition stands before: without one, a verb of moving needs more than itself to be a retreat.
    """
    sure = tokens[at].value(WordClass.DISLODGED) == "surely"
    between: list[int] = []
    comma = False
    for index in range(at + 1, len(tokens)):
        token = tokens[index]
        if _falls_back(token):
            return between
        if sure and (token.is_of(GOING) or token.kind in ARROW_OR_COLON):
            return between if told or comma or between else None
        if token.kind is TokenKind.COMMA and not comma:
            comma = True
        elif token.is_of(_AFTER_COMMA if comma else _AFTER_DISLODGED):
            between.append(index)
        else:
            return None
    return None


def _falls_back(token: Token) -> bool:
    """Return whether the word tells a unit to retreat or disband; a Latin letter alone does not."""
    return token.is_of(FALLING_BACK) and (token.is_han or len(token.text) > 1)


# lists


def _is_in_list(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a word of a list stands before, in the same sentence."""
    for token in reversed(tokens[max(at - _FAR, 0) : at]):
        if token.kind in SENTENCE_BREAKS:
            return False
        if token.is_of(LIST_HEADS) and not token.is_of(NAMES):
            return True
    return False


def _goes_on(tokens: Sequence[Token], at: int) -> bool:
    """Return whether what follows a semicolon or a stop can only be the rest of what stands before it."""
    numbers = _is_after_number(tokens, at) and tokens[at].kind is TokenKind.STOP
    before = () if numbers else _sentence_before(tokens, at)
    after = _sentence_after(tokens, at) if before else ()
    return bool(after) and _continues(before, after)


def _continues(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Return whether a sentence is the rest of the one before: entries of its list, its retreat, its next choice."""
    if before[0].is_of(LIST_NOUNS) or is_list_heading(before):
        return _are_entries(after)
    if after[0].has(WordClass.RETREAT_IF):
        return has_place(before) and _has_no_unit(after)
    return after[0].has(WordClass.NEXT) and len(after) > 1 and _has_no_unit(after[1:])


def _sentence_before(tokens: Sequence[Token], at: int) -> Sequence[Token]:
    """Return the words of the sentence that ends there; none if it is too long to look at."""
    start = at
    while start and not _parts(tokens, start - 1):
        start -= 1
        if at - start > _FAR:
            return ()
    return tokens[start:at]


def _sentence_after(tokens: Sequence[Token], at: int) -> Sequence[Token]:
    """Return the words of the sentence that begins there; none if it is too long to look at."""
    end = at + 1
    while end < len(tokens) and not _parts(tokens, end):
        end += 1
        if end - at > _FAR:
            return ()
    return tokens[at + 1 : end]


def _parts(tokens: Sequence[Token], at: int) -> bool:
    """Return whether the sign parts sentences rather than a number from what it numbers."""
    return tokens[at].kind in SENTENCE_BREAKS and not _is_after_number(tokens, at)


def _is_after_number(tokens: Sequence[Token], at: int) -> bool:
    return at > 0 and tokens[at - 1].kind is TokenKind.NUMBER


def _are_entries(segment: Sequence[Token]) -> bool:
    """Return whether nothing but units with their unit words stands here, numbered or not."""
    if not has_place(segment) or not has_unit_word(segment):
        return False
    return all(token.is_of(_ENTRY_WORDS) or token.kind in _ENTRY_SIGNS for token in segment)


def _has_no_unit(segment: Sequence[Token]) -> bool:
    """Return whether the first place here is a target: no unit word beside it, no verb or sign after it."""
    index = next((index for index, token in enumerate(segment) if not _leads_to_target(token)), len(segment))
    if index >= len(segment) or not segment[index].has(WordClass.PLACE):
        return False
    after = segment[index + 1 : index + 2]
    return not after or after[0].kind is TokenKind.COMMA or after[0].has(WordClass.ENDING, WordClass.AND)


def _leads_to_target(token: Token) -> bool:
    if token.kind in (TokenKind.COMMA, TokenKind.COLON):
        return True
    return token.is_of(_BEFORE_TARGET) and not token.is_of(NAMES)
