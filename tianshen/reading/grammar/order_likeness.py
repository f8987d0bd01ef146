"""Return whether words are an order, are meant as one, or are talk."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.model.position import ARMY, FLEET
from tianshen.reading.words.lexer import TokenKind
from tianshen.reading.words.word_classes import (
    ADJUSTMENT_HEADS,
    ADJUSTMENT_VERBS,
    BRACKETS,
    DENIAL_WORDS,
    LIST_NOUNS,
    LOOSE_LEADING_WORDS,
    NAMES,
    ORDER_VERBS,
    TALK_WORDS,
    TEXT_KINDS,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tianshen.model.position import Power
    from tianshen.reading.words.lexer import Token

_BEFORE_CHANGE = NAMES | LOOSE_LEADING_WORDS | {WordClass.LINE_WORD}
_CHATTER = DENIAL_WORDS | TALK_WORDS
_NAME_LIST_WORDS = NAMES | {WordClass.COAST, WordClass.AND}
_NAME_LIST_SIGNS = BRACKETS | {TokenKind.COMMA, TokenKind.STOP}
_UNIT_NAME_KINDS = (TokenKind.UNKNOWN, TokenKind.OPEN)  # after a unit word: a misspelt place, or one in brackets
_SLIPS = 3  # strange characters that an order may hold beyond what is known: more make it another sentence
_FEW = 6  # words of a short order: two units with their unit words, a verb and a sign
_FEW_WITH_SLIPS = _FEW + _SLIPS
_BOTH_SPOILT = 3  # words of an order with both names misspelt: name, unit word, name
_SHORT = 10  # characters of a short order in Chinese: two names of three, their unit words and a verb
_SHORTEST = 2  # characters of the shortest name that can be told when it is misspelt


def has_any(tokens: Sequence[Token], *classes: WordClass) -> bool:
    """Return whether one of the tokens is of one of the classes and cannot be a place or unit instead."""
    for token in tokens:  # asked of every sentence many times over
        found = token.classes
        if not found.isdisjoint(classes) and found.isdisjoint(NAMES):
            return True
    return False


def has_place(tokens: Iterable[Token]) -> bool:
    """Return whether one of the tokens may be a place."""
    return any(WordClass.PLACE in token.classes for token in tokens)


def has_unit_word(tokens: Iterable[Token]) -> bool:
    """Return whether one of the tokens may be a unit word."""
    return any(WordClass.UNIT in token.classes for token in tokens)


def after_words(tokens: Sequence[Token], group: frozenset[WordClass]) -> int:
    """Return the index of the first token that is not of the group or may be a place or unit instead."""
    index = 0
    while index < len(tokens) and tokens[index].is_of(group) and not tokens[index].is_of(NAMES):
        index += 1
    return index


def is_talk(tokens: Sequence[Token], power: Power | None = None) -> bool:
    """Return whether words that are not an order are clearly talk: they address someone, ask, promise, deny or tell.

    What begins with a unit and denies or doubts (`柏林陆军不移动`) is not clear: it may be meant as an order. What
    `power` says of another (`德国基尔舰队答应支援`) is clear: it could give no order.
    """
    if has_any(tokens, WordClass.TELLING, WordClass.EXAMPLE) or _only_tells(tokens) or _is_others(tokens, power):
        return True
    return has_any(tokens, *_CHATTER) and not _begins_clearly(tokens)


def is_bargain(tokens: Sequence[Token]) -> bool:
    """Return whether a sentence with a condition is part of a negotiation rather than an order: it says who does what.

    An order with a condition after it is no bargain.
    """
    words = [token for token in tokens if not token.has(WordClass.DISLODGED)]
    if has_any(words, WordClass.TELLING, WordClass.EXAMPLE):
        return True
    first = next((index for index, token in enumerate(tokens) if token.has(WordClass.CONDITION)), len(tokens))
    if _is_plain_order(tokens[:first]):
        return False
    if has_any(words, *TALK_WORDS):
        return True
    return has_any(tokens, WordClass.FIRST_PERSON) and not has_unit_word(tokens)


def _is_plain_order(tokens: Sequence[Token]) -> bool:
    return begins_with_unit(tokens, misspelt=False) and has_strong_verb(tokens) and not has_any(tokens, *_CHATTER)


def _begins_clearly(tokens: Sequence[Token]) -> bool:
    """Return whether the words begin with a unit and say so: by a unit word, or by a verb that is no everyday syllable.

    What I say of my unit is an order only with a verb of orders.
    """
    if _is_unit_letter(tokens[0]) and len(tokens) <= _FEW_WITH_SLIPS and has_place(tokens[1:]):
        return True
    mine = tokens[0].has(WordClass.FIRST_PERSON)
    says_so = has_strong_verb(tokens) or (not mine and has_unit_word(tokens))
    return says_so and begins_with_unit(tokens, misspelt=False)


def _is_unit_letter(token: Token) -> bool:
    """Return whether it is a unit letter, a capital one: a small a is an article."""
    return token.capital and len(token.text) == 1 and not token.is_han and token.has(WordClass.UNIT)


def _only_tells(tokens: Sequence[Token]) -> bool:
    """Return whether the words end with a verb and a particle: what is done, not what is to be done."""
    if len(tokens) < 2 or not tokens[-1].has(WordClass.PARTICLE) or tokens[-1].has(WordClass.DITTO):
        return False
    return tokens[-2].is_of(ORDER_VERBS) and not tokens[-2].is_of(NAMES)


def _is_others(tokens: Sequence[Token], power: Power | None) -> bool:
    """Return whether the words begin with the name of a power that is not the writer's."""
    named = tokens[0].value(WordClass.POWER) if tokens else None
    return named is not None and power is not None and named != power


def begins_with_unit(tokens: Sequence[Token], *, misspelt: bool = True) -> bool:
    """Return whether the words begin with a unit or a place as an order does; `misspelt` counts unknown places too."""
    index = after_words(tokens, LOOSE_LEADING_WORDS)
    if index >= len(tokens):
        return False
    first = tokens[index]
    if first.has(WordClass.PLACE):
        return True
    if index + 1 == len(tokens):
        return False
    following = tokens[index + 1]
    if first.has(WordClass.UNIT):
        return following.has(WordClass.PLACE) or following.kind in _UNIT_NAME_KINDS
    if first.has(WordClass.POWER):
        return following.is_of(NAMES)
    return misspelt and _is_misspelt_unit(first, following)


def _is_misspelt_unit(before: Token, unit: Token) -> bool:
    """Return whether an unknown word stands right before an army or a fleet: most likely a misspelt place."""
    if before.kind is not TokenKind.UNKNOWN or not unit.glued or len(before.text) < _SHORTEST:
        return False
    return unit.value(WordClass.UNIT) in (ARMY, FLEET)


def is_order_like(tokens: Sequence[Token]) -> bool:
    """Return whether the words look like an order, so that failing to read them must be reported.

    A verb of several characters needs a place or a unit beside it and few strange words; a verb of one character, or
    an arrow, needs the words to begin like an order. So does whatever stands in brackets.
    """
    words = [token for token in tokens if token.kind in TEXT_KINDS]
    if not words:
        return False
    if _is_list_head(tokens, words):
        return True
    begins = begins_with_unit(tokens)
    if begins and _is_changed(words):
        return True
    if tokens[0].kind is TokenKind.OPEN and not begins_with_unit(tokens[1:]):
        return False
    return _is_short_order(words) or _names_and_acts(tokens, words, begins=begins)


def _is_list_head(tokens: Sequence[Token], words: Sequence[Token]) -> bool:
    return words[0].is_of(LIST_NOUNS) or (len(tokens) == 2 and is_list_heading(tokens))


def _is_short_order(words: Sequence[Token]) -> bool:
    return _holds_letter_unit(words) or _says_all(words) or _is_mostly_places(words)


def _names_and_acts(tokens: Sequence[Token], words: Sequence[Token], *, begins: bool) -> bool:
    """Return whether the words name a unit and say what it does; `begins` says that they begin with one."""
    named, unit = has_place(words), has_unit_word(words)
    if begins and named and unit:
        return True
    subject = begins or (named and unit)
    strangeness = _strangeness(words)
    arrow = any(token.kind is TokenKind.ARROW for token in tokens[1:-1])
    if arrow and _arrow_acts(words, strangeness, named=named, subject=subject):
        return True
    return strangeness <= 0 and _verb_acts(words, named=named, subject=subject)


def _arrow_acts(words: Sequence[Token], strangeness: int, *, named: bool, subject: bool) -> bool:
    if len(words) <= _BOTH_SPOILT and _has_misspelt_unit(words[:2]):
        return True
    return strangeness <= _SLIPS if named else subject and strangeness <= 0


def _verb_acts(words: Sequence[Token], *, named: bool, subject: bool) -> bool:
    if has_strong_verb(words) and (named or _has_misspelt_unit(words)):
        return True
    return subject and any(word.is_of(ORDER_VERBS) and not word.has(WordClass.LOOSE) for word in words)


def _strangeness(words: Sequence[Token]) -> int:
    """Return how many characters more are in unknown words than in known ones."""
    return sum(len(word.text) if word.kind is TokenKind.UNKNOWN else -len(word.text) for word in words)


def is_list_heading(tokens: Sequence[Token]) -> bool:
    """Return whether the tokens begin like `建造：`."""
    return len(tokens) > 1 and tokens[0].is_of(ADJUSTMENT_VERBS) and tokens[1].kind is TokenKind.COLON


def _is_changed(words: Sequence[Token]) -> bool:
    """Return whether one place is changed for another (`柏林改成普鲁士`)."""
    index = next((index for index, word in enumerate(words) if not word.is_of(_BEFORE_CHANGE)), len(words))
    if not index or index >= len(words) or not words[index].has(WordClass.CHANGE):
        return False
    rest = words[index + 1 :][:_FEW]
    return not rest or has_place(rest)


def names_only(tokens: Sequence[Token]) -> bool:
    """Return whether nothing but places and units stands here: part of an order, but which?"""
    named = all(token.is_of(_NAME_LIST_WORDS) or token.kind in _NAME_LIST_SIGNS for token in tokens)
    return named and has_place(tokens)


def _has_misspelt_unit(words: Sequence[Token]) -> bool:
    """Return whether a misspelt place with its unit word stands among the words."""
    return any(_is_misspelt_unit(before, unit) for before, unit in pairwise(words))


def _holds_letter_unit(words: Sequence[Token]) -> bool:
    """Return whether few words hold a unit letter right before a place (`Retret F Mao`), or before one strange word."""
    if len(words) > _FEW:
        return False
    named = [name for letter, name in pairwise(words) if _is_unit_letter(letter)]
    if len(words) == 2 and named and named[0].kind is TokenKind.UNKNOWN:
        return True
    return has_place(named)


def _is_mostly_places(words: Sequence[Token]) -> bool:
    """Return whether at least half of a few Latin words are places: a list whose heading is misspelt."""
    places = sum(word.has(WordClass.PLACE) for word in words)
    return len(words) <= _FEW_WITH_SLIPS and places > 1 and len(words) <= 2 * places and not words[0].is_han


def _says_all(words: Sequence[Token]) -> bool:
    """Return whether a few words with a unit word and a verb are an order whose place is misspelt (`罗舰马队解散`)."""
    if sum(len(word.text) for word in words) > _SHORT or not has_strong_verb(words):
        return False
    return any(word.is_han and word.value(WordClass.UNIT) in (ARMY, FLEET) for word in words)


def has_verb(tokens: Sequence[Token]) -> bool:
    """Return whether a verb of orders stands among the tokens."""
    return any(token.is_of(ORDER_VERBS) and not token.is_of(NAMES) for token in tokens)


def has_strong_verb(tokens: Sequence[Token]) -> bool:
    """Return whether a verb of orders that is no everyday syllable stands among the tokens."""
    return any(
        len(token.text) > 1 and token.is_of(ORDER_VERBS) and not token.has(WordClass.PLACE, WordClass.LOOSE)
        for token in tokens
    )


def asks(tokens: Sequence[Token]) -> bool:
    """Return whether the sentence is a question by its words: a particle counts only at its end."""
    questions = [index for index, token in enumerate(tokens) if token.has(WordClass.QUESTION)]
    last = len(tokens) - 1
    while last >= 0 and (tokens[last].kind not in TEXT_KINDS or tokens[last].has(WordClass.ENDING)):
        last -= 1
    return any(len(tokens[index].text) > 1 or index >= last for index in questions)


def opens_list(tokens: Sequence[Token]) -> bool:
    """Return whether the tokens begin with a word that opens a list or an adjustment."""
    return bool(tokens) and len(tokens[0].text) > 1 and tokens[0].is_of(ADJUSTMENT_HEADS)
