"""Words about orders: what a player says of all that he sent, what he takes back, and which orders follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.reading.grammar.order_likeness import has_any
from tianshen.reading.grammar.stretches import Directive
from tianshen.reading.words.lexer import TokenKind
from tianshen.reading.words.word_classes import ADJUSTMENT_VERBS, BRACKETS, DIRECTIVE_WRAPPING, NAMES, RETREAT_VERBS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.reading.words.lexer import Token

_TO_WHOM = {WordClass.LABEL, WordClass.PARTICLE, WordClass.FIRST_PERSON, WordClass.ALL, WordClass.REST}
_RETREAT_HEADING = RETREAT_VERBS | _TO_WHOM
_LONGEST_HEADING = 5  # words: `我若被击退，撤退如下`
_SHORTEST_HEADING = 2  # characters: one alone is an everyday syllable
_SECTION_VERBS = (WordClass.SUPPORT, WordClass.MOVE, WordClass.CONVOY, WordClass.HOLD)  # the first that fits counts
_NO_SECTION = NAMES | ADJUSTMENT_VERBS | {WordClass.RETREAT, WordClass.DIRECTIVE}
_WRAPPING_SIGNS = BRACKETS | {TokenKind.COLON, TokenKind.COMMA}
_UNITS = (2, 3)  # words of `全军待命` and of `其余全部待命`
_WHOLE = (Directive.REPLACE_ALL, Directive.VOID_ABOVE)


def directive_of(clause: Sequence[Token]) -> Directive | None:
    """Return the directive that a clause consists of, whatever polite words stand beside it."""
    words = [token for token in clause if not _is_wrapping(token)]
    values = {token.value(WordClass.DIRECTIVE) for token in words}
    if len(values) == 1 and None not in values:
        return Directive(values.pop() or "")
    core = [token for token in words if not token.has(WordClass.ADVERB, WordClass.UNIT)]
    if _holds_all(core):
        return Directive.HOLD_ALL
    if _leaves_rest(core):
        return Directive.REST_UNCHANGED
    return _cancelled(core) if core else None


def _is_wrapping(token: Token) -> bool:
    return token.kind is TokenKind.COLON or token.is_of(DIRECTIVE_WRAPPING)


def _holds_all(words: Sequence[Token]) -> bool:
    """Return whether all units, or all the others, are told to hold."""
    if len(words) not in _UNITS or not words[-1].has(WordClass.HOLD):
        return False
    return all(token.has(WordClass.ALL, WordClass.REST) for token in words[:-1])


def _leaves_rest(words: Sequence[Token]) -> bool:
    """Return whether the words are `其余不变`."""
    return len(words) == 2 and words[0].has(WordClass.REST) and words[1].has(WordClass.UNCHANGED)


def _cancelled(words: Sequence[Token]) -> Directive | None:
    """Return what is taken back where all that was sent earlier is: `之前的全部作废`, `以上作废`."""
    *named, verb = words
    earlier = {token.value(WordClass.EARLIER) for token in words if token.has(WordClass.EARLIER)}
    cancels = verb.has(WordClass.CANCEL) or verb.value(WordClass.DIRECTIVE) in _WHOLE
    if not earlier or not cancels or not all(token.has(WordClass.EARLIER, WordClass.ALL) for token in named):
        return None
    return Directive.VOID_ABOVE if earlier == {"above"} else Directive.REPLACE_ALL


def takes_back(clause: Sequence[Token]) -> bool:
    """Return whether a clause that is no directive takes something back: an order, or what was sent before."""
    if not has_any(clause, WordClass.CANCEL):
        return False
    if any(token.has(WordClass.LABEL) for token in clause):
        return True
    if all(token.has(WordClass.FALL_BACK) for token in clause if token.has(WordClass.CANCEL)):
        return False  # a unit falls back
    return any(token.has(WordClass.PLACE, WordClass.EARLIER) or token.kind is TokenKind.NUMBER for token in clause)


def section_of(tokens: Sequence[Token]) -> tuple[WordClass | None, int]:
    """Return the kind of orders that the first words of a sentence announce, and the index after them.

    Retreats where nothing else stands in the sentence (`若被击退，撤退如下：`); other orders there (`【支援】`), or
    before a colon (`支援：`).
    """
    words = [token for token in tokens if token.kind not in _WRAPPING_SIGNS]
    if len(words) == 1:
        alone = _section_verb(words[0])
        if alone is not None:
            return alone, len(tokens)
    if len(tokens) > 1 and tokens[1].kind is TokenKind.COLON:
        announced = _section_verb(tokens[0])
        if announced not in (None, WordClass.HOLD):
            return announced, 2
    if _announces_retreats(tokens, words):
        return WordClass.RETREAT, len(tokens)
    return None, 0


def _announces_retreats(tokens: Sequence[Token], words: Sequence[Token]) -> bool:
    """Return whether nothing is said but that retreats follow; a condition alone says so only before a colon."""
    if len(words) > _LONGEST_HEADING or not all(token.is_of(_RETREAT_HEADING) for token in words):
        return False
    if any(token.has(WordClass.RETREAT) and len(token.text) > 1 for token in words):
        return True
    return tokens[-1].kind is TokenKind.COLON and any(token.has(WordClass.RETREAT_IF) for token in words)


def _section_verb(token: Token) -> WordClass | None:
    """Return the kind of orders that a word stands for which can mean nothing else."""
    if not token.is_han or len(token.text) < _SHORTEST_HEADING or token.is_of(_NO_SECTION):
        return None
    return next((word_class for word_class in _SECTION_VERBS if token.has(word_class)), None)
