"""Words and signs whose sense only their neighbours settle, put right before the line is cut into sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.reading.words.lexer import TokenKind
from tianshen.reading.words.word_classes import (
    ADJUSTMENT_VERBS,
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

_FAR = 40  # tokens that are looked at to either side: more than any one order has, and reading stays linear
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
    """The tokens of a line, each with the one sense that its neighbours leave it; as many as before.

    A condition around a unit (`若西班牙舰队被击退，撤退到马赛`) opens a retreat list; what parts the choices of a list
    is no condition; a semicolon before something that only belongs to what stands before it is a comma.
    """
    tokens = list(tokens)
    for index, token in enumerate(tokens):
        if token.has(WordClass.DISLODGED):
            _condition_around(tokens, index)
    for index, token in enumerate(tokens):
        if token.has(WordClass.NEXT) and token.has(WordClass.CONDITION) and _is_in_list(tokens, index):
            tokens[index] = _as(token, WordClass.NEXT)
        elif token.kind in SENTENCE_BREAKS and token.text != "!" and _belongs_behind(tokens, index):
            tokens[index] = replace(token, kind=TokenKind.COMMA)
    return tokens


def _as(token: Token, word_class: WordClass) -> Token:
    return replace(token, senses=(), classes=frozenset({word_class}))


# a retreat on condition


def _condition_around(tokens: list[Token], at: int) -> None:
    """Makes the word at `at`, which says that a unit is dislodged, open a retreat list if one follows."""
    start, conditions = _before(tokens, at)
    if start is None:
        return
    between = _behind(tokens, at, told=bool(conditions) or tokens[at].has(WordClass.CONDITION))
    if between is None:
        return
    unit = any(token.has(WordClass.PLACE) for token in tokens[start:at])
    tokens[at] = _as(tokens[at], WordClass.RETREAT_IF)
    for index in (*conditions, *between):
        tokens[index] = _as(tokens[index], WordClass.ADVERB if unit or index > at else WordClass.RETREAT_IF)


def _before(tokens: Sequence[Token], at: int) -> tuple[int | None, list[int]]:
    """Where the words about the unit begin, and which of them are conditions; None if there is more than a unit."""
    start = at
    depth = 0
    while start and (tokens[start - 1].is_of(_ABOUT_DISLODGED) or tokens[start - 1].kind in BRACKETS):
        depth += (tokens[start - 1].kind is TokenKind.CLOSE) - (tokens[start - 1].kind is TokenKind.OPEN)
        if depth < 0:
            break
        start -= 1
    conditions = [index for index in range(start, at) if tokens[index].has(WordClass.CONDITION)]
    clean = not start or tokens[start - 1].kind in _BEFORE_CONDITION
    if not clean:
        return (conditions[-1], conditions[-1:]) if conditions else (None, [])
    return start, conditions


def _behind(tokens: Sequence[Token], at: int, *, told: bool) -> list[int] | None:
    """The words between the word and the retreat behind it; None if none follows.

    `told` says that a condition stands before: without one, a verb of moving needs more than itself to be a retreat.
    """
    sure = tokens[at].value(WordClass.DISLODGED) == "surely"
    index = at + 1
    between: list[int] = []
    comma = False
    while index < len(tokens):
        token = tokens[index]
        if token.is_of(FALLING_BACK) and len(token.text) > (0 if token.is_han else 1):
            return between
        goes = token.is_of(GOING) or token.kind in ARROW_OR_COLON
        if goes and sure:
            return between if told or comma or between else None
        if token.kind is TokenKind.COMMA and not comma:
            comma = True
        elif token.is_of(_AFTER_COMMA if comma else _AFTER_DISLODGED):
            between.append(index)
        else:
            return None
        index += 1
    return None


# lists


def _is_in_list(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word of a list stands before, in the same sentence."""
    for token in reversed(tokens[max(at - _FAR, 0) : at]):
        if token.kind in SENTENCE_BREAKS:
            return False
        if token.is_of(LIST_HEADS) and not token.is_of(NAMES):
            return True
    return False


def _belongs_behind(tokens: Sequence[Token], at: int) -> bool:
    """Whether what stands behind a semicolon or a stop can only be the rest of what stands before it."""
    if tokens[at].kind is TokenKind.STOP and at and tokens[at - 1].kind is TokenKind.NUMBER:
        return False
    before = _sentence_before(tokens, at)
    segment = _sentence_behind(tokens, at)
    if not before or not segment:
        return False
    if before[0].is_of(LIST_NOUNS) or _is_headed_list(before):
        return _are_entries(segment)
    if segment[0].has(WordClass.RETREAT_IF):
        return any(token.has(WordClass.PLACE) for token in before) and _has_no_unit(segment)
    return segment[0].has(WordClass.NEXT) and len(segment) > 1 and _has_no_unit(segment[1:])


def _sentence_before(tokens: Sequence[Token], at: int) -> Sequence[Token]:
    """The words of the sentence that ends there, if it is not too long to look at."""
    start = at
    while start and not _parts(tokens, start - 1):
        start -= 1
        if at - start > _FAR:
            return ()
    return tokens[start:at]


def _sentence_behind(tokens: Sequence[Token], at: int) -> Sequence[Token]:
    """The words of the sentence that begins behind it, if it is not too long to look at."""
    end = at + 1
    while end < len(tokens) and not _parts(tokens, end):
        end += 1
        if end - at > _FAR:
            return ()
    return tokens[at + 1 : end]


def _parts(tokens: Sequence[Token], at: int) -> bool:
    """Whether the sign parts sentences rather than a number from what it numbers."""
    return tokens[at].kind in SENTENCE_BREAKS and not (at and tokens[at - 1].kind is TokenKind.NUMBER)


def _is_headed_list(tokens: Sequence[Token]) -> bool:
    """Whether it begins like `建造：`."""
    return len(tokens) > 1 and tokens[0].is_of(ADJUSTMENT_VERBS) and tokens[1].kind is TokenKind.COLON


def _are_entries(segment: Sequence[Token]) -> bool:
    """Whether nothing but units with their unit words stands here, numbered or not."""
    if not any(token.has(WordClass.PLACE) for token in segment) or not any(
        token.has(WordClass.UNIT) for token in segment
    ):
        return False
    return all(token.is_of(_ENTRY_WORDS) or token.kind in _ENTRY_SIGNS for token in segment)


def _has_no_unit(segment: Sequence[Token]) -> bool:
    """Whether the first place here is a target: no unit word beside it, no verb or sign behind it."""
    index = 0
    while index < len(segment) and (
        (segment[index].is_of(_BEFORE_TARGET) and not segment[index].is_of(NAMES))
        or segment[index].kind in (TokenKind.COMMA, TokenKind.COLON)
    ):
        index += 1
    if index >= len(segment) or not segment[index].has(WordClass.PLACE):
        return False
    behind = segment[index + 1 : index + 2]
    return not behind or behind[0].kind is TokenKind.COMMA or behind[0].has(WordClass.ENDING, WordClass.AND)
