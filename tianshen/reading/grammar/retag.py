"""Words and signs whose sense only their neighbours settle, put right before the line is cut into sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import Sort
from tianshen.reading.lexer import Mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.reading.lexer import Token

_SUBJECT = (
    *(Sort.PLACE, Sort.UNIT, Sort.COAST, Sort.COAST_SHORT, Sort.POWER, Sort.FROM, Sort.LINE_WORD),
    *(Sort.FIRST_PERSON, Sort.PARTICLE, Sort.CONDITION, Sort.ADVERB, Sort.LEAD, Sort.OPENER),
)
_BETWEEN = (Sort.CONDITION, Sort.ADVERB, Sort.PARTICLE)
_ASKED = (Sort.CONDITION, Sort.ADVERB, Sort.REQUEST, Sort.LEAD, Sort.FIRST_PERSON)
_FALLS_BACK = (Sort.RETREAT, Sort.FALL_BACK, Sort.DISBAND)
_GOES = (Sort.MOVE, Sort.TOWARD)
_LISTS = (Sort.RETREAT, Sort.RETREAT_IF, Sort.BUILD_LIST, Sort.DISBAND_LIST, Sort.BUILD, Sort.DISBAND)
_ENTRY = (Sort.PLACE, Sort.UNIT, Sort.COAST, Sort.COAST_SHORT, Sort.NEXT, Sort.AND, Sort.PARTICLE, Sort.ADVERB)
_ENTRY_MARKS = (Mark.NUMBER, Mark.COMMA, Mark.OPEN, Mark.CLOSE, Mark.SLASH)
_FAR = 40  # tokens that are looked at to either side
_PARTING = (Mark.SEMICOLON, Mark.STOP)
_TO_RETREAT = (Sort.RETREAT_IF, Sort.RETREAT, Sort.FALL_BACK, Sort.MOVE, Sort.TOWARD, Sort.ADVERB, Sort.LEAD)


def settled(tokens: list[Token]) -> list[Token]:
    """The tokens of a line, each with the one sense that its neighbours leave it; as many as before.

    A condition around a unit (`若西班牙舰队被击退，撤退到马赛`) opens a retreat list; what parts the choices of a list
    is no condition; a semicolon before something that only belongs to what stands before it is a comma.
    """
    tokens = list(tokens)
    for index, token in enumerate(tokens):
        if token.has(Sort.DISLODGED):
            _condition_around(tokens, index)
    for index, token in enumerate(tokens):
        if token.has(Sort.NEXT) and token.has(Sort.CONDITION) and _is_in_list(tokens, index):
            tokens[index] = _as(token, Sort.NEXT)
        elif token.mark in _PARTING and token.text != "!" and _belongs_behind(tokens, index):
            tokens[index] = replace(token, mark=Mark.COMMA)
    return tokens


def _as(token: Token, sort: Sort) -> Token:
    return replace(token, senses=(), sorts=frozenset({sort}))


# a retreat on condition


def _condition_around(tokens: list[Token], at: int) -> None:
    """Makes the word at `at`, which says that a unit is dislodged, open a retreat list if one follows."""
    start, conditions = _before(tokens, at)
    if start is None:
        return
    between = _behind(tokens, at, told=bool(conditions) or tokens[at].has(Sort.CONDITION))
    if between is None:
        return
    unit = any(token.has(Sort.PLACE) for token in tokens[start:at])
    tokens[at] = _as(tokens[at], Sort.RETREAT_IF)
    for index in (*conditions, *between):
        tokens[index] = _as(tokens[index], Sort.ADVERB if unit or index > at else Sort.RETREAT_IF)


def _before(tokens: Sequence[Token], at: int) -> tuple[int | None, list[int]]:
    """Where the words about the unit begin, and which of them are conditions; None if there is more than a unit."""
    start = at
    depth = 0
    while start and (tokens[start - 1].has(*_SUBJECT) or tokens[start - 1].mark in (Mark.OPEN, Mark.CLOSE)):
        depth += (tokens[start - 1].mark is Mark.CLOSE) - (tokens[start - 1].mark is Mark.OPEN)
        if depth < 0:
            break
        start -= 1
    conditions = [index for index in range(start, at) if tokens[index].has(Sort.CONDITION)]
    clean = not start or tokens[start - 1].mark in (Mark.COMMA, Mark.COLON, Mark.OPEN, *_PARTING)
    if not clean:
        return (conditions[-1], conditions[-1:]) if conditions else (None, [])
    return start, conditions


def _behind(tokens: Sequence[Token], at: int, *, told: bool) -> list[int] | None:
    """The words between the word and the retreat behind it; None if none follows.

    `told` says that a condition stands before: without one, a verb of moving needs more than itself to be a retreat.
    """
    sure = tokens[at].value(Sort.DISLODGED) == "surely"
    index = at + 1
    between: list[int] = []
    comma = False
    while index < len(tokens):
        token = tokens[index]
        if token.has(*_FALLS_BACK) and len(token.text) > (0 if token.is_han else 1):
            return between
        goes = token.has(*_GOES) or token.mark in (Mark.ARROW, Mark.COLON)
        if goes and sure:
            return between if told or comma or between else None
        if token.mark is Mark.COMMA and not comma:
            comma = True
        elif token.has(*(_ASKED if comma else (*_BETWEEN, Sort.REQUEST))):
            between.append(index)
        else:
            return None
        index += 1
    return None


# lists


def _is_in_list(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word of a list stands before, in the same sentence."""
    for token in reversed(tokens[max(at - _FAR, 0) : at]):
        if token.mark in _PARTING:
            return False
        if token.has(*_LISTS) and not token.has(Sort.PLACE, Sort.UNIT):
            return True
    return False


def _belongs_behind(tokens: Sequence[Token], at: int) -> bool:
    """Whether what stands behind a semicolon or a stop can only be the rest of what stands before it."""
    if tokens[at].mark is Mark.STOP and at and tokens[at - 1].mark is Mark.NUMBER:
        return False
    before = _sentence_before(tokens, at)
    segment = _sentence_behind(tokens, at)
    if not before or not segment:
        return False
    if before[0].has(Sort.BUILD_LIST, Sort.DISBAND_LIST) or _is_headed_list(before):
        return _are_entries(segment)
    if segment[0].has(Sort.RETREAT_IF):
        return any(token.has(Sort.PLACE) for token in before) and _has_no_unit(segment)
    return segment[0].has(Sort.NEXT) and len(segment) > 1 and _has_no_unit(segment[1:])


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
    return tokens[at].mark in _PARTING and not (at and tokens[at - 1].mark is Mark.NUMBER)


def _is_headed_list(tokens: Sequence[Token]) -> bool:
    """Whether it begins like `建造：`."""
    return len(tokens) > 1 and tokens[0].has(Sort.BUILD, Sort.DISBAND) and tokens[1].mark is Mark.COLON


def _are_entries(segment: Sequence[Token]) -> bool:
    """Whether nothing but units with their unit words stands here, numbered or not."""
    if not any(token.has(Sort.PLACE) for token in segment) or not any(token.has(Sort.UNIT) for token in segment):
        return False
    return all(token.has(*_ENTRY) or token.mark in (*_ENTRY_MARKS, Mark.STOP) for token in segment)


def _has_no_unit(segment: Sequence[Token]) -> bool:
    """Whether the first place here is a target: no unit word beside it, no verb or sign behind it."""
    index = 0
    while index < len(segment) and (
        (segment[index].has(*_TO_RETREAT) and not segment[index].has(Sort.PLACE, Sort.UNIT))
        or segment[index].mark in (Mark.COMMA, Mark.COLON)
    ):
        index += 1
    if index >= len(segment) or not segment[index].has(Sort.PLACE):
        return False
    behind = segment[index + 1 : index + 2]
    return not behind or behind[0].mark is Mark.COMMA or behind[0].has(Sort.ENDING, Sort.AND)
