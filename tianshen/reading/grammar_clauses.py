"""A sentence with its brackets matched and its clauses marked off, and where an order in it may end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.locale.lexicon import Sort
from tianshen.reading.grammar_talk import begins_with_unit, has_any, opens_list
from tianshen.reading.lexer import Mark

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tianshen.reading.cursor import Cursor
    from tianshen.reading.lexer import Token

_ENDS = (Mark.SEMICOLON, Mark.STOP, Mark.ASK)
_LINK = "、"  # parts the members of a list, never clauses
_COASTS = (Sort.COAST, Sort.COAST_SHORT)
_DOUBT = (Sort.CONDITION, Sort.QUESTION, Sort.RESULT, Sort.CANCEL)
_NAMES = (Sort.PLACE, Sort.UNIT)


class Sentence:
    """The tokens of one sentence with its brackets matched and its clauses marked off, each found only once."""

    def __init__(self, tokens: Sequence[Token], cursor: Cursor) -> None:
        self.tokens = tokens
        self.cursor = cursor
        self._closing: dict[int, int] = {}
        self._ends: list[int] = [0] * (len(tokens) + 1)
        opened: list[int] = []
        breaks: list[int] = []
        for index, token in enumerate(tokens):
            if token.mark is Mark.OPEN:
                opened.append(index)
            elif token.mark is Mark.CLOSE and opened:
                self._closing[opened.pop()] = index + 1
            elif token.mark is Mark.COMMA and token.text != _LINK and not opened:
                breaks.append(index)
        stop = len(tokens)
        self._ends[stop] = stop
        for index in range(len(tokens) - 1, -1, -1):
            if breaks and breaks[-1] == index:
                stop = breaks.pop()
            self._ends[index] = stop

    def clause_end(self, at: int) -> int:
        """Where the clause that the token belongs to ends: at a comma outside brackets, or with the sentence."""
        return self._ends[min(at, len(self.tokens))]

    def clauses(self) -> Iterator[tuple[int, int]]:
        """Start and end of each clause."""
        at = 0
        while at < len(self.tokens):
            end = max(self.clause_end(at), at)
            yield at, end
            at = end + 1

    def closing(self, at: int) -> int:
        """The token behind the bracket that opens at a token; the clause's end if it is never closed."""
        return self._closing.get(at, max(self.clause_end(at), at + 1))

    def ends_well(self, at: int) -> bool:
        """Whether an order may end before a token: at the end, a comma, a harmless remark, or another order."""
        tokens = self.tokens
        if at >= len(tokens):
            return True
        if tokens[at].mark is Mark.COMMA:
            return not self._names_only(at + 1)
        token = tokens[at]
        rest = tokens[at : at + 4]
        if token.mark is Mark.OPEN:
            inside = tokens[at + 1 : self.closing(at) - 1]
            names = all(t.has(Sort.PLACE, *_COASTS) for t in inside)
            return at in self._closing and not names and not _casts_doubt(inside)
        if token.mark is Mark.ARROW and token.text == "~" and at + 1 == len(tokens):
            return True
        if token.mark is Mark.NUMBER:
            return at + 1 == len(tokens) or tokens[at + 1].mark is Mark.COMMA or begins_with_unit(rest[1:])
        if token.has(Sort.ENDING, Sort.DIRECTIVE):
            return True
        return _names_unit(rest) or opens_list(rest)

    def _names_only(self, at: int) -> bool:
        """Whether nothing but a place or a unit stands between commas: one more target, whatever that may mean."""
        tokens = self.tokens
        start = at
        while at < len(tokens) and at - start < 6 and tokens[at].mark is not Mark.COMMA:
            token = tokens[at]
            named = token.has(Sort.PLACE, Sort.UNIT, Sort.COAST) or (token.has(Sort.COAST_SHORT) and token.is_han)
            if not named and token.mark not in (Mark.OPEN, Mark.CLOSE):
                return False
            at += 1
        return at > start and tokens[start].has(Sort.PLACE, Sort.UNIT)


def sentences_of(tokens: Sequence[Token]) -> Iterator[tuple[Sequence[Token], Mark | None]]:
    """Sentences with the sign that ends them; signs inside brackets end none."""
    start = depth = 0
    for index, token in enumerate(tokens):
        if token.mark is Mark.OPEN:
            depth += 1
        elif token.mark is Mark.CLOSE:
            depth = max(depth - 1, 0)
        elif token.mark in _ENDS and not depth:
            yield tokens[start:index], token.mark
            start = index + 1
    yield tokens[start:], None


def _casts_doubt(inside: Sequence[Token]) -> bool:
    """Whether a remark behind an order may take it back: a condition, a result, a denial that speaks of places."""
    if has_any(inside, *_DOUBT):
        return True
    return has_any(inside, Sort.NEGATION) and (len(inside) == 1 or any(token.has(*_NAMES) for token in inside))


def _names_unit(tokens: Sequence[Token]) -> bool:
    """Whether the tokens begin with a unit that is named with its unit word."""
    if len(tokens) < 2:
        return False
    start = 1 if tokens[0].has(Sort.POWER) and not tokens[0].has(Sort.UNIT, Sort.PLACE) else 0
    pair = tokens[start : start + 2]
    if len(pair) < 2:
        return False
    first, second = pair
    if first.has(Sort.UNIT) and not first.has(Sort.PLACE):
        return second.has(Sort.PLACE) or (second.mark is Mark.OPEN and len(tokens) > start + 2)
    return first.has(Sort.PLACE) and second.has(Sort.UNIT)
