"""What kind of words these are: an order, something meant as one, or talk."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.model.position import ARMY, FLEET
from tianshen.reading.words.lexer import TokenKind
from tianshen.reading.words.word_classes import (
    ADJUSTMENT_HEADS,
    ADJUSTMENT_VERBS,
    DENIAL_WORDS,
    LIST_NOUNS,
    LOOSE_LEADING_WORDS,
    NAMES,
    ORDER_VERBS,
    TALK_WORDS,
    TEXT_KINDS,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.model.position import Power
    from tianshen.reading.words.lexer import Token

_BEFORE_CHANGE = NAMES | LOOSE_LEADING_WORDS | {WordClass.LINE_WORD}
_SLIPS = 3  # strange characters that an order with an arrow may hold beyond what is known
_FEW = 6  # words of a short order
_BOTH_SPOILT = 3  # words of an order with both names misspelt
_SHORT = 10  # characters of a short order in Chinese
_SHORTEST = 2  # characters of the shortest name


def has_any(tokens: Sequence[Token], *classes: WordClass) -> bool:
    """Whether one of the tokens is of one of the classes and cannot be a place or unit instead."""
    for token in tokens:  # asked of every sentence many times over
        found = token.classes
        if not found.isdisjoint(classes) and found.isdisjoint(NAMES):
            return True
    return False


def is_talk(tokens: Sequence[Token], power: Power | None = None) -> bool:
    """Whether words that are no order are plainly talk: they address someone, ask, promise, deny or tell.

    What begins with a unit and denies or doubts (`柏林陆军不移动`) is not plain: it may be meant as an order. What
    `power` says of another (`德国基尔舰队答应支援`) is plain: it could give no order.
    """
    if has_any(tokens, WordClass.TELLING, WordClass.EXAMPLE) or _only_tells(tokens) or _is_others(tokens, power):
        return True
    return has_any(tokens, *DENIAL_WORDS, *TALK_WORDS) and not _begins_plainly(tokens)


def is_bargain(tokens: Sequence[Token]) -> bool:
    """Whether a sentence with a condition is part of a negotiation rather than an order: it says who does what."""
    words = [token for token in tokens if not token.has(WordClass.DISLODGED)]
    if has_any(words, WordClass.TELLING, WordClass.EXAMPLE):
        return True
    first = next((index for index, token in enumerate(tokens) if token.has(WordClass.CONDITION)), len(tokens))
    lead = tokens[:first]
    if (
        begins_with_unit(lead, misspelt=False)
        and has_strong_verb(lead)
        and not has_any(lead, *TALK_WORDS, *DENIAL_WORDS)
    ):
        return False  # an order with a condition behind it
    if has_any(words, *TALK_WORDS):
        return True
    return has_any(tokens, WordClass.FIRST_PERSON) and not any(token.has(WordClass.UNIT) for token in tokens)


def _begins_plainly(tokens: Sequence[Token]) -> bool:
    """Whether the words begin with a unit and say so: by a unit word, or by a verb that is no everyday syllable."""
    if (
        _is_letter(tokens[0])
        and len(tokens) <= _FEW + _SLIPS
        and any(token.has(WordClass.PLACE) for token in tokens[1:])
    ):
        return True
    mine = tokens[0].has(WordClass.FIRST_PERSON)  # what I say of my unit is an order only with a verb of orders
    says_so = has_strong_verb(tokens) or (not mine and any(token.has(WordClass.UNIT) for token in tokens))
    return says_so and begins_with_unit(tokens, misspelt=False)


def _is_letter(token: Token) -> bool:
    """Whether it is a unit letter, a capital one: a small a is an article."""
    return token.capital and len(token.text) == 1 and not token.is_han and token.has(WordClass.UNIT)


def _only_tells(tokens: Sequence[Token]) -> bool:
    """Whether the words end with a verb that has nothing behind it but a particle: what is done, not to be done."""
    if len(tokens) < 2 or not tokens[-1].has(WordClass.PARTICLE) or tokens[-1].has(WordClass.DITTO):
        return False
    return tokens[-2].is_of(ORDER_VERBS) and not tokens[-2].is_of(NAMES)


def _is_others(tokens: Sequence[Token], power: Power | None) -> bool:
    """Whether the words begin with the name of a power that is not the writer's."""
    named = tokens[0].value(WordClass.POWER) if tokens else None
    return named is not None and power is not None and named != power


def begins_with_unit(tokens: Sequence[Token], *, misspelt: bool = True) -> bool:
    """Whether the words begin with a unit or a place as an order does; `misspelt` counts unknown places too."""
    index = 0
    while index < len(tokens) and tokens[index].is_of(LOOSE_LEADING_WORDS) and not tokens[index].is_of(NAMES):
        index += 1
    if index >= len(tokens):
        return False
    first = tokens[index]
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if first.has(WordClass.PLACE):
        return True
    if following is None:
        return False
    if first.has(WordClass.UNIT):
        return following.has(WordClass.PLACE) or following.kind in (TokenKind.UNKNOWN, TokenKind.OPEN)
    if first.has(WordClass.POWER):
        return following.has(WordClass.UNIT, WordClass.PLACE)
    return misspelt and _is_misspelt_unit(first, following)


def _is_misspelt_unit(before: Token, unit: Token) -> bool:
    """Whether an unknown word stands right before an army or a fleet: most likely a misspelt place."""
    if before.kind is not TokenKind.UNKNOWN or not unit.glued or len(before.text) < _SHORTEST:
        return False
    return unit.value(WordClass.UNIT) in (ARMY, FLEET)


def is_order_like(tokens: Sequence[Token]) -> bool:
    """Whether the words look like an order, so that failing to read them must be reported.

    A verb of several characters needs a place or a unit beside it and few strange words; a verb of one character, or
    an arrow, needs the words to begin like an order. So does whatever stands in brackets.
    """
    words = [token for token in tokens if token.kind in TEXT_KINDS]
    if not words:
        return False
    if words[0].is_of(LIST_NOUNS):
        return True
    if len(tokens) == 2 and tokens[0].is_of(ADJUSTMENT_VERBS) and tokens[1].kind is TokenKind.COLON:
        return True
    begins = begins_with_unit(tokens)
    if begins and _is_changed(words):
        return True
    if tokens[0].kind is TokenKind.OPEN and not begins_with_unit(tokens[1:]):
        return False
    named = any(token.has(WordClass.PLACE) for token in words)
    unit = any(token.has(WordClass.UNIT) for token in words)
    if begins and named and unit:
        return True
    if _letter_unit(words) or _says_all(words) or _mostly_places(words):
        return True
    strange = sum(len(token.text) for token in words if token.kind is TokenKind.UNKNOWN)
    known = sum(len(token.text) for token in words) - strange
    if has_strong_verb(words) and (named or _misspelt_unit(words)) and strange <= known:
        return True
    arrow = any(token.kind is TokenKind.ARROW for token in tokens[1:-1])
    if arrow and len(words) <= _BOTH_SPOILT and _misspelt_unit(words[:2]):
        return True
    if arrow and named and strange <= known + _SLIPS:
        return True
    verb = arrow or any(token.is_of(ORDER_VERBS) and not token.has(WordClass.LOOSE) for token in words)
    return verb and (begins or (named and unit)) and strange <= known


def _is_changed(words: Sequence[Token]) -> bool:
    """Whether one place is changed for another (`柏林改成普鲁士`)."""
    index = 0
    while index < len(words) and words[index].is_of(_BEFORE_CHANGE):
        index += 1
    if not index or index >= len(words) or not words[index].has(WordClass.CHANGE):
        return False
    rest = words[index + 1 :][:_FEW]
    return not rest or any(word.has(WordClass.PLACE) for word in rest)


def names_only(tokens: Sequence[Token]) -> bool:
    """Whether nothing but places and units stands here: part of an order, but which?"""
    marks = (TokenKind.COMMA, TokenKind.STOP, TokenKind.OPEN, TokenKind.CLOSE)
    classes = (WordClass.PLACE, WordClass.UNIT, WordClass.COAST, WordClass.AND)
    named = all(token.has(*classes) or token.kind in marks for token in tokens)
    return named and any(token.has(WordClass.PLACE) for token in tokens)


def _misspelt_unit(words: Sequence[Token]) -> bool:
    """Whether a misspelt place with its unit word stands among the words."""
    return any(_is_misspelt_unit(before, unit) for before, unit in pairwise(words))


def _letter_unit(words: Sequence[Token]) -> bool:
    """Whether few words hold a unit letter right before a place (`Retret F Mao`), or before one strange word alone."""
    if len(words) > _FEW:
        return False
    pairs = [(a, b) for a, b in pairwise(words) if _is_letter(a)]
    if len(words) == 2 and pairs and words[1].kind is TokenKind.UNKNOWN:
        return True
    return any(place.has(WordClass.PLACE) for _, place in pairs)


def _mostly_places(words: Sequence[Token]) -> bool:
    """Whether at least half of a few Latin words are places: a list whose head is spoilt."""
    places = sum(word.has(WordClass.PLACE) for word in words)
    return len(words) <= _FEW + _SLIPS and places > 1 and len(words) <= 2 * places and not words[0].is_han


def _says_all(words: Sequence[Token]) -> bool:
    """Whether a few words with a unit word and a verb of orders say an order whose place is spoilt (`罗舰马队解散`)."""
    if sum(len(word.text) for word in words) > _SHORT or not has_strong_verb(words):
        return False
    return any(word.is_han and word.value(WordClass.UNIT) in (ARMY, FLEET) for word in words)


def has_verb(tokens: Sequence[Token]) -> bool:
    """Whether a verb of orders stands among the tokens."""
    return any(token.is_of(ORDER_VERBS) and not token.is_of(NAMES) for token in tokens)


def has_strong_verb(tokens: Sequence[Token]) -> bool:
    """Whether a verb of orders that is no everyday syllable stands among the tokens."""
    return any(
        len(token.text) > 1 and token.is_of(ORDER_VERBS) and not token.has(WordClass.PLACE, WordClass.LOOSE)
        for token in tokens
    )


def asks(tokens: Sequence[Token]) -> bool:
    """Whether the sentence is a question by its words: a particle counts only at its end."""
    questions = [index for index, token in enumerate(tokens) if token.has(WordClass.QUESTION)]
    last = len(tokens) - 1
    while last >= 0 and (tokens[last].kind not in TEXT_KINDS or tokens[last].has(WordClass.ENDING)):
        last -= 1
    return any(len(tokens[index].text) > 1 or index >= last for index in questions)


def opens_list(tokens: Sequence[Token]) -> bool:
    """Whether the tokens begin with a word that opens a list or an adjustment."""
    return bool(tokens) and len(tokens[0].text) > 1 and tokens[0].is_of(ADJUSTMENT_HEADS)
