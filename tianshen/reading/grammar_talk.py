"""What kind of words these are: an order, something meant as one, or talk."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import Sort
from tianshen.model.position import ARMY, FLEET
from tianshen.reading.lexer import Mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.model.position import Power
    from tianshen.reading.lexer import Token

_VERBS = (
    Sort.HOLD,
    Sort.MOVE,
    Sort.SUPPORT,
    Sort.CONVOY,
    Sort.RETREAT,
    Sort.BUILD,
    Sort.BUILD_LIST,
    Sort.DISBAND,
    Sort.DISBAND_LIST,
    Sort.MUTUAL,
    Sort.BY_SEA,
)
_LEADS = (Sort.LEAD, Sort.ADVERB, Sort.LABEL, Sort.PARTICLE, Sort.FROM, Sort.AND)
_SHORTEST = 2  # characters of the shortest name
_TALK = (Sort.PERSON, Sort.REQUEST, Sort.EXAMPLE, Sort.TELLING)
_DOUBT = (Sort.NEGATION, Sort.INTENT, Sort.RESULT, Sort.FIRST_PERSON)


def has_any(tokens: Sequence[Token], *sorts: Sort) -> bool:
    """Whether one of the tokens is of one of the sorts and cannot be a place or unit instead."""
    return any(token.has(*sorts) and not token.has(Sort.PLACE, Sort.UNIT) for token in tokens)


def is_talk(tokens: Sequence[Token], power: Power | None = None) -> bool:
    """Whether words that are no order are plainly talk: they address someone, ask, promise, deny or tell.

    What begins with a unit and denies or doubts (`柏林陆军不移动`) is not plain: it may be meant as an order. What
    `power` says of another (`德国基尔舰队答应支援`) is plain: it could give no order.
    """
    if has_any(tokens, *_TALK) or _only_tells(tokens) or _is_others(tokens, power):
        return True
    return has_any(tokens, *_DOUBT) and not _begins_plainly(tokens)


def is_bargain(tokens: Sequence[Token]) -> bool:
    """Whether a sentence with a condition is part of a negotiation rather than an order: it says who does what."""
    if has_any(tokens, *_TALK):
        return True
    return has_any(tokens, Sort.FIRST_PERSON) and not any(token.has(Sort.UNIT) for token in tokens)


def _begins_plainly(tokens: Sequence[Token]) -> bool:
    """Whether the words begin with a unit and say so: by a unit word, or by a verb that is no everyday syllable."""
    return begins_with_unit(tokens, misspelt=False) and (
        any(token.has(Sort.UNIT) for token in tokens) or has_strong_verb(tokens)
    )


def _only_tells(tokens: Sequence[Token]) -> bool:
    """Whether the words end with a verb that has nothing behind it but a particle: what is done, not to be done."""
    if len(tokens) < 2 or not tokens[-1].has(Sort.PARTICLE):
        return False
    return tokens[-2].has(*_VERBS) and not tokens[-2].has(Sort.PLACE, Sort.UNIT)


def _is_others(tokens: Sequence[Token], power: Power | None) -> bool:
    """Whether the words begin with the name of a power that is not the writer's."""
    named = tokens[0].value(Sort.POWER) if tokens else None
    return named is not None and power is not None and named != power


def begins_with_unit(tokens: Sequence[Token], *, misspelt: bool = True) -> bool:
    """Whether the words begin with a unit or a place as an order does; `misspelt` counts unknown places too."""
    index = 0
    while index < len(tokens) and tokens[index].has(*_LEADS) and not tokens[index].has(Sort.PLACE, Sort.UNIT):
        index += 1
    if index >= len(tokens):
        return False
    first = tokens[index]
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if first.has(Sort.PLACE):
        return True
    if following is None:
        return False
    if first.has(Sort.UNIT):
        return following.has(Sort.PLACE) or following.mark in (Mark.UNKNOWN, Mark.OPEN)
    if first.has(Sort.POWER):
        return following.has(Sort.UNIT, Sort.PLACE)
    return misspelt and _is_misspelt_unit(first, following)


def _is_misspelt_unit(before: Token, unit: Token) -> bool:
    """Whether an unknown word stands right before an army or a fleet: most likely a misspelt place."""
    if before.mark is not Mark.UNKNOWN or not unit.glued or len(before.text) < _SHORTEST:
        return False
    return unit.value(Sort.UNIT) in (ARMY, FLEET)


def is_order_like(tokens: Sequence[Token]) -> bool:
    """Whether the words look like an order, so that failing to read them must be reported.

    A verb of several characters needs a place or a unit beside it and few strange words; a verb of one character, or
    an arrow, needs the words to begin like an order. So does whatever stands in brackets.
    """
    words = [token for token in tokens if token.mark in (Mark.WORD, Mark.UNKNOWN)]
    if not words:
        return False
    if words[0].has(Sort.BUILD_LIST, Sort.DISBAND_LIST):
        return True
    if len(tokens) == 2 and tokens[0].has(Sort.BUILD, Sort.DISBAND) and tokens[1].mark is Mark.COLON:
        return True
    begins = begins_with_unit(tokens)
    if tokens[0].mark is Mark.OPEN and not begins_with_unit(tokens[1:]):
        return False
    named = any(token.has(Sort.PLACE) for token in words)
    unit = any(token.has(Sort.UNIT) for token in words)
    if begins and named and unit:
        return True
    strange = sum(len(token.text) for token in words if token.mark is Mark.UNKNOWN)
    known = sum(len(token.text) for token in words) - strange
    if has_strong_verb(words) and (named or _misspelt_unit(words)) and strange <= known:
        return True
    arrow = any(token.mark is Mark.ARROW for token in tokens[1:-1])
    verb = arrow or any(token.has(*_VERBS) for token in words)
    return verb and (begins or (named and unit)) and strange <= known


def names_only(tokens: Sequence[Token]) -> bool:
    """Whether nothing but places and units stands here: part of an order, but which?"""
    marks = (Mark.COMMA, Mark.STOP, Mark.OPEN, Mark.CLOSE)
    sorts = (Sort.PLACE, Sort.UNIT, Sort.COAST, Sort.AND)
    named = all(token.has(*sorts) or token.mark in marks for token in tokens)
    return named and any(token.has(Sort.PLACE) for token in tokens)


def _misspelt_unit(words: Sequence[Token]) -> bool:
    """Whether a misspelt place with its unit word stands among the words."""
    return any(_is_misspelt_unit(before, unit) for before, unit in pairwise(words))


def has_verb(tokens: Sequence[Token]) -> bool:
    """Whether a verb of orders stands among the tokens."""
    return any(token.has(*_VERBS) and not token.has(Sort.PLACE, Sort.UNIT) for token in tokens)


def has_strong_verb(tokens: Sequence[Token]) -> bool:
    """Whether a verb of orders that is no everyday syllable stands among the tokens."""
    return any(len(token.text) > 1 and token.has(*_VERBS) and not token.has(Sort.PLACE) for token in tokens)


def asks(tokens: Sequence[Token]) -> bool:
    """Whether the sentence is a question by its words: a particle counts only at its end."""
    questions = [index for index, token in enumerate(tokens) if token.has(Sort.QUESTION)]
    last = len(tokens) - 1
    while last >= 0 and (tokens[last].mark not in (Mark.WORD, Mark.UNKNOWN) or tokens[last].has(Sort.ENDING)):
        last -= 1
    return any(len(tokens[index].text) > 1 or index >= last for index in questions)


def opens_list(tokens: Sequence[Token]) -> bool:
    """Whether the tokens begin with a word that opens a list or an adjustment."""
    return (
        bool(tokens)
        and len(tokens[0].text) > 1
        and tokens[0].has(Sort.BUILD_LIST, Sort.DISBAND_LIST, Sort.BUILD, Sort.DISBAND, Sort.RETREAT, Sort.WAIVE)
    )
