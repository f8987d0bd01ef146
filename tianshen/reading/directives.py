"""Words about orders: what a player says of all that he sent, what he takes back, and which orders follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.locale.lexicon import Sort
from tianshen.reading.grammar.talk import has_any
from tianshen.reading.lexer import Mark
from tianshen.reading.stretches import Directive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.reading.lexer import Token

_POLITE = (Sort.PARTICLE, Sort.ENDING, Sort.LABEL, Sort.LINE_WORD)
_WITH_RETREATS = (Sort.RETREAT, Sort.RETREAT_IF, Sort.LABEL, Sort.PARTICLE, Sort.FIRST_PERSON, Sort.ALL, Sort.REST)
_LONGEST_HEAD = 5  # words
_SHORTEST_HEAD = 2  # characters
_KINDS = (Sort.SUPPORT, Sort.MOVE, Sort.CONVOY, Sort.HOLD)
_OTHERWISE = (Sort.PLACE, Sort.UNIT, Sort.BUILD, Sort.DISBAND, Sort.RETREAT, Sort.DIRECTIVE)
_DRESS = (Mark.COLON, Mark.COMMA, Mark.OPEN, Mark.CLOSE)


def directive_of(clause: Sequence[Token]) -> Directive | None:
    """The directive that a clause consists of, whatever polite words stand beside it."""
    words = [token for token in clause if token.mark is not Mark.COLON and not token.has(*_POLITE)]
    values = {token.value(Sort.DIRECTIVE) for token in words if token.has(Sort.DIRECTIVE)}
    if len(values) == 1 and all(token.has(Sort.DIRECTIVE) for token in words):
        return Directive(values.pop() or "")
    core = [token for token in words if not token.has(Sort.ADVERB, Sort.UNIT)]
    if 2 <= len(core) <= 3 and all(t.has(Sort.ALL, Sort.REST) for t in core[:-1]) and core[-1].has(Sort.HOLD):
        return Directive.HOLD_ALL
    if len(core) == 2 and core[0].has(Sort.REST) and core[1].has(Sort.UNCHANGED):
        return Directive.REST_UNCHANGED
    earlier = {token.value(Sort.EARLIER) for token in core if token.has(Sort.EARLIER)}
    whole = (Directive.REPLACE_ALL, Directive.VOID_ABOVE)
    cancels = bool(core) and (core[-1].has(Sort.CANCEL) or core[-1].value(Sort.DIRECTIVE) in whole)
    if earlier and cancels and all(token.has(Sort.EARLIER, Sort.ALL) for token in core[:-1]):
        return Directive.VOID_ABOVE if earlier == {"above"} else Directive.REPLACE_ALL
    return None


def takes_back(clause: Sequence[Token]) -> bool:
    """Whether a clause that is no directive takes something back: an order, or what was sent before."""
    if not has_any(clause, Sort.CANCEL):
        return False
    named = any(token.has(Sort.LABEL) for token in clause)
    if not named and all(token.has(Sort.FALL_BACK) for token in clause if token.has(Sort.CANCEL)):
        return False  # a unit falls back
    return named or any(token.has(Sort.PLACE, Sort.EARLIER) or token.mark is Mark.NUMBER for token in clause)


def section_of(tokens: Sequence[Token]) -> tuple[Sort | None, int]:
    """The kind of orders that the first words of a sentence announce, and the token behind them.

    Retreats where nothing else stands in the sentence (`若被击退，撤退如下：`); other orders there (`【支援】`), or
    before a colon (`支援：`).
    """
    words = [token for token in tokens if token.mark not in _DRESS]
    if len(words) == 1 and _kind_of(words[0]) is not None:
        return _kind_of(words[0]), len(tokens)
    if len(tokens) > 1 and tokens[1].mark is Mark.COLON and _kind_of(tokens[0]) not in (None, Sort.HOLD):
        return _kind_of(tokens[0]), 2
    retreats = any(token.has(Sort.RETREAT) and len(token.text) > 1 for token in words)
    if not retreats and tokens[-1].mark is Mark.COLON:
        retreats = any(token.has(Sort.RETREAT_IF) for token in words)
    if retreats and len(words) <= _LONGEST_HEAD and all(token.has(*_WITH_RETREATS) for token in words):
        return Sort.RETREAT, len(tokens)
    return None, 0


def _kind_of(token: Token) -> Sort | None:
    """The kind of orders that a word stands for which can mean nothing else."""
    if not token.is_han or len(token.text) < _SHORTEST_HEAD or token.has(*_OTHERWISE):
        return None
    return next((sort for sort in _KINDS if token.has(sort)), None)
