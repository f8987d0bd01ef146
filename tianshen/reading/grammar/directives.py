"""Words about orders: what a player says of all that he sent, what he takes back, and which orders follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.reading.grammar.order_likeness import has_any
from tianshen.reading.grammar.stretches import Directive
from tianshen.reading.words.lexer import TokenKind
from tianshen.reading.words.word_classes import (
    DIRECTIVE_WRAPPING,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.reading.words.lexer import Token

_WITH_RETREATS = (
    WordClass.RETREAT,
    WordClass.RETREAT_IF,
    WordClass.LABEL,
    WordClass.PARTICLE,
    WordClass.FIRST_PERSON,
    WordClass.ALL,
    WordClass.REST,
)
_LONGEST_HEAD = 5  # words
_SHORTEST_HEAD = 2  # characters
_KINDS = (WordClass.SUPPORT, WordClass.MOVE, WordClass.CONVOY, WordClass.HOLD)
_OTHERWISE = (
    WordClass.PLACE,
    WordClass.UNIT,
    WordClass.BUILD,
    WordClass.DISBAND,
    WordClass.RETREAT,
    WordClass.DIRECTIVE,
)
_DRESS = (TokenKind.COLON, TokenKind.COMMA, TokenKind.OPEN, TokenKind.CLOSE)


def directive_of(clause: Sequence[Token]) -> Directive | None:
    """The directive that a clause consists of, whatever polite words stand beside it."""
    words = [token for token in clause if token.kind is not TokenKind.COLON and not token.is_of(DIRECTIVE_WRAPPING)]
    values = {token.value(WordClass.DIRECTIVE) for token in words if token.has(WordClass.DIRECTIVE)}
    if len(values) == 1 and all(token.has(WordClass.DIRECTIVE) for token in words):
        return Directive(values.pop() or "")
    core = [token for token in words if not token.has(WordClass.ADVERB, WordClass.UNIT)]
    if (
        2 <= len(core) <= 3
        and all(t.has(WordClass.ALL, WordClass.REST) for t in core[:-1])
        and core[-1].has(WordClass.HOLD)
    ):
        return Directive.HOLD_ALL
    if len(core) == 2 and core[0].has(WordClass.REST) and core[1].has(WordClass.UNCHANGED):
        return Directive.REST_UNCHANGED
    earlier = {token.value(WordClass.EARLIER) for token in core if token.has(WordClass.EARLIER)}
    whole = (Directive.REPLACE_ALL, Directive.VOID_ABOVE)
    cancels = bool(core) and (core[-1].has(WordClass.CANCEL) or core[-1].value(WordClass.DIRECTIVE) in whole)
    if earlier and cancels and all(token.has(WordClass.EARLIER, WordClass.ALL) for token in core[:-1]):
        return Directive.VOID_ABOVE if earlier == {"above"} else Directive.REPLACE_ALL
    return None


def takes_back(clause: Sequence[Token]) -> bool:
    """Whether a clause that is no directive takes something back: an order, or what was sent before."""
    if not has_any(clause, WordClass.CANCEL):
        return False
    named = any(token.has(WordClass.LABEL) for token in clause)
    if not named and all(token.has(WordClass.FALL_BACK) for token in clause if token.has(WordClass.CANCEL)):
        return False  # a unit falls back
    return named or any(
        token.has(WordClass.PLACE, WordClass.EARLIER) or token.kind is TokenKind.NUMBER for token in clause
    )


def section_of(tokens: Sequence[Token]) -> tuple[WordClass | None, int]:
    """The kind of orders that the first words of a sentence announce, and the token behind them.

    Retreats where nothing else stands in the sentence (`若被击退，撤退如下：`); other orders there (`【支援】`), or
    before a colon (`支援：`).
    """
    words = [token for token in tokens if token.kind not in _DRESS]
    if len(words) == 1 and _kind_of(words[0]) is not None:
        return _kind_of(words[0]), len(tokens)
    if len(tokens) > 1 and tokens[1].kind is TokenKind.COLON and _kind_of(tokens[0]) not in (None, WordClass.HOLD):
        return _kind_of(tokens[0]), 2
    retreats = any(token.has(WordClass.RETREAT) and len(token.text) > 1 for token in words)
    if not retreats and tokens[-1].kind is TokenKind.COLON:
        retreats = any(token.has(WordClass.RETREAT_IF) for token in words)
    if retreats and len(words) <= _LONGEST_HEAD and all(token.has(*_WITH_RETREATS) for token in words):
        return WordClass.RETREAT, len(tokens)
    return None, 0


def _kind_of(token: Token) -> WordClass | None:
    """The kind of orders that a word stands for which can mean nothing else."""
    if not token.is_han or len(token.text) < _SHORTEST_HEAD or token.has(*_OTHERWISE):
        return None
    return next((word_class for word_class in _KINDS if token.has(word_class)), None)
