"""A sentence with its brackets matched and its clauses marked off, and where an order in it may end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.reading.grammar.headings import skip_numbering
from tianshen.reading.grammar.moves import signs_off
from tianshen.reading.grammar.order_likeness import begins_with_unit, has_any, has_verb, opens_list
from tianshen.reading.words.lexer import TokenKind
from tianshen.reading.words.word_classes import (
    ADJUSTMENT_VERBS,
    ARROW_OR_COLON,
    BRACKETS,
    CLAUSE_OPENERS,
    COASTS,
    DOUBT_WORDS,
    LAST_WORDS,
    NAMES,
    SENTENCE_ENDS,
    SPEECH_WORDS,
    VERBS_AFTER_PLACE,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tianshen.reading.grammar.cursor import Cursor
    from tianshen.reading.words.lexer import Token

_NO_LAST_WORD = NAMES | {WordClass.BUILD}  # a power or a label that may be more
_SMILE = 2  # tokens
_LAUGHTER = 2  # letters, and more
_PLACE_WORDS = COASTS | {WordClass.PLACE}
_LINK = "、"  # parts the members of a list, never clauses
_COAST_WORD = 4  # characters of the longest coast word
_ENTRY = 8  # tokens of the longest entry that is looked at
_NUMBER = 2  # digits of a number in a list
_NAME = 6  # characters of an entry that may be a spoilt name


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
            if token.kind is TokenKind.OPEN:
                opened.append(index)
            elif token.kind is TokenKind.CLOSE and opened:
                self._closing[opened.pop()] = index + 1
            elif token.kind is TokenKind.COMMA and token.text != _LINK and not opened:
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

    def ends_well(self, at: int, *, listing: bool = False) -> bool:
        """Whether an order may end before a token: at the end, a comma, a harmless remark, or another order.

        `listing` says that it ends in a list, which a misspelt entry would cut short.
        """
        tokens = self.tokens
        if at >= len(tokens):
            return True
        if tokens[at].kind is TokenKind.COMMA:
            return not self._may_go_on(at, listing=listing)
        token = tokens[at]
        rest = tokens[at : at + 4]
        if token.kind is TokenKind.OPEN:
            return at in self._closing and self._is_harmless(at)
        if token.kind in ARROW_OR_COLON:
            return self.is_flourish(at) or signs_off(tokens, at)
        if token.kind is TokenKind.NUMBER:
            behind = self.behind_number(at)
            return (
                behind == len(tokens) or tokens[behind].kind is TokenKind.COMMA or begins_with_unit(tokens[behind:][:4])
            )
        if token.kind is TokenKind.SLASH:
            return self.begins_apart(at + 1)
        if token.has(WordClass.ENDING, WordClass.DIRECTIVE, WordClass.LABEL) or _is_laughter(token):
            return self.only_ends(at)
        return _names_unit(rest) or opens_list(rest) or self.begins_apart(at)

    def is_flourish(self, at: int) -> bool:
        """Whether a wave (`~~`) or a smile (`:)`) ends the sentence there."""
        rest = self.tokens[at : at + _SMILE + 1]
        if rest[0].kind is TokenKind.ARROW:
            return len(rest) == 1
        return len(rest) == _SMILE and rest[1].kind in BRACKETS

    def begins_apart(self, at: int) -> bool:
        """Whether a place without unit word, parted from what stands before, begins an order: it has a verb or sign."""
        if at + 1 >= len(self.tokens) or not self.tokens[at].has(WordClass.PLACE):
            return False
        before = self.tokens[at - 1] if at else None
        if before is not None and before.end == self.tokens[at].start and before.kind is not TokenKind.SLASH:
            return False
        following = self.tokens[at + 1 : at + 4]
        if following[0].kind is TokenKind.ARROW:
            return True
        if any(token.kind is TokenKind.ARROW for token in following) and following[0].is_of(COASTS):
            return True
        return following[0].is_of(VERBS_AFTER_PLACE) and not following[0].has(WordClass.PLACE)

    def offers_other(self, at: int) -> bool:
        """Whether what stands behind a move is another move of the same unit to choose, or to follow later.

        `，其次加斯科涅`, `，再移动华沙`: no subject of its own, a target.
        """
        start = at + (at < len(self.tokens) and self.tokens[at].kind is TokenKind.COMMA and not self.links(at))
        rest = self.tokens[start : min(max(self.clause_end(start), start), start + _ENTRY)]
        skipped = 0
        while (
            skipped < len(rest)
            and rest[skipped].has(WordClass.NEXT, WordClass.ADVERB)
            and not rest[skipped].is_of(NAMES)
        ):
            skipped += 1
        follows = any(token.has(WordClass.NEXT) for token in rest[:skipped])
        rest = rest[skipped:]
        if not rest:
            return False
        verb = (
            rest[0].has(WordClass.MOVE) and not rest[0].is_of(NAMES) and any(t.has(WordClass.PLACE) for t in rest[1:3])
        )
        if not follows:
            return verb and start > at and len(rest[0].text) > 1
        return (
            verb
            or rest[0].has(WordClass.HOLD, WordClass.TOWARD)
            or (rest[0].has(WordClass.PLACE) and not _begins_order(rest))
        )

    def behind_number(self, at: int) -> int:
        """The token behind a number within a line and the sign that belongs to it."""
        return max(at + 1, skip_numbering(self.tokens, at, self.cursor.lexicon.numerals))

    def begins_order(self, at: int, *, plainly: bool) -> bool:
        """Whether words that begin at a token are like an order; `plainly` asks for a unit word."""
        return _names_unit(self.tokens[at : at + 4]) if plainly else _begins_order(self.tokens[at : at + _ENTRY])

    def links(self, at: int) -> bool:
        """Whether the token parts the members of a list and nothing else."""
        return at < len(self.tokens) and self.tokens[at].text == _LINK

    def only_ends(self, at: int) -> bool:
        """Whether nothing but polite words, laughter or a label stands from a token to the end of its clause."""
        end = min(self.clause_end(at), at + _ENTRY)
        words = self.tokens[at + signs_off(self.tokens, at) : end]
        spoken = any(token.kind is not TokenKind.ARROW for token in words)
        return spoken and all(
            (t.is_of(LAST_WORDS) and not t.is_of(_NO_LAST_WORD)) or t.kind is TokenKind.ARROW or _is_laughter(t)
            for t in words
        )

    def _is_harmless(self, at: int) -> bool:
        """Whether the brackets that open at a token hold a mere remark: no more places, no doubt, no spoilt coast."""
        inside = self.tokens[at + 1 : self.closing(at) - 1]
        if all(token.is_of(_PLACE_WORDS) for token in inside) or _casts_doubt(inside):
            return False
        if any(token.has(WordClass.COAST) for token in inside):
            return False
        split = any(place[:3] in self._split for place in self.tokens[at - 1].values(WordClass.PLACE)) if at else False
        return not split or sum(len(token.text) for token in inside) > _COAST_WORD

    @property
    def _split(self) -> frozenset[str]:
        return self.cursor.split_provinces

    def _may_go_on(self, comma: int, *, listing: bool) -> bool:
        """Whether what stands behind a comma may belong to the order before it: one more place, known or misspelt."""
        end = comma + 1
        while end < len(self.tokens) and end - comma <= _ENTRY and self.tokens[end].kind is not TokenKind.COMMA:
            end += 1
        segment = self.tokens[comma + 1 : end]
        if not segment or _begins_order(segment) or has_any(segment, WordClass.ENDING, WordClass.DIRECTIVE):
            return False
        if all(_is_name(token) for token in segment) and segment[0].is_of(NAMES):
            return True
        if self.tokens[comma].text == _LINK:
            return True
        if listing:
            return any(token.has(WordClass.PLACE) for token in segment) or not _is_chatter(segment)
        alone = len(segment) == 1 and segment[0].kind is TokenKind.UNKNOWN
        return alone and self.cursor.finder.guess(segment[0].text) is not None


def sentences_of(tokens: Sequence[Token]) -> Iterator[tuple[Sequence[Token], TokenKind | None]]:
    """Sentences with the sign that ends them; signs inside brackets end none."""
    start = depth = 0
    for index, token in enumerate(tokens):
        if token.kind is TokenKind.OPEN:
            depth += 1
        elif token.kind is TokenKind.CLOSE:
            depth = max(depth - 1, 0)
        elif token.kind in SENTENCE_ENDS and not depth and not _numbers(tokens, index):
            yield tokens[start:index], token.kind
            start = index + 1
    yield tokens[start:], None


def _numbers(tokens: Sequence[Token], at: int) -> bool:
    """Whether the stop belongs to a number before it and to what is numbered so behind it: `2.罗马陆军`."""
    if not at or at + 1 >= len(tokens) or tokens[at].text != ".":
        return False
    number, behind = tokens[at - 1], tokens[at + 1]
    short = number.kind is TokenKind.NUMBER and len(number.text) <= _NUMBER and tokens[at].glued
    return short and behind.kind is not TokenKind.NUMBER


def _is_laughter(token: Token) -> bool:
    """Whether an unknown word is one letter again and again (`hhh`)."""
    return token.kind is TokenKind.UNKNOWN and len(token.text) > _LAUGHTER and len(set(token.text)) == 1


def _casts_doubt(inside: Sequence[Token]) -> bool:
    """Whether a remark behind an order may take it back: a condition, a result, a denial that speaks of places."""
    if has_any(inside, *DOUBT_WORDS):
        return True
    return has_any(inside, WordClass.NEGATION) and (len(inside) == 1 or any(token.is_of(NAMES) for token in inside))


def _is_chatter(segment: Sequence[Token]) -> bool:
    """Whether a segment is too long, or speaks too much, to be a spoilt entry of a list."""
    strange = [token for token in segment if token.kind is TokenKind.UNKNOWN]
    long = sum(len(token.text) if token.is_han else 3 for token in strange) > _NAME
    return long or has_any(segment, *SPEECH_WORDS)


def _is_name(token: Token) -> bool:
    named = token.has(WordClass.PLACE, WordClass.UNIT, WordClass.COAST) or (
        token.has(WordClass.COAST_SHORT) and token.is_han
    )
    return named or token.kind in BRACKETS


def _begins_order(segment: Sequence[Token]) -> bool:
    """Whether a segment begins like an order of its own: a unit or a place, and then a verb or a sign."""
    first = 0
    while first < len(segment) and segment[first].is_of(CLAUSE_OPENERS) and not segment[first].is_of(NAMES):
        first += 1
    segment = segment[first:]
    built = len(segment) > 1 and segment[0].is_of(ADJUSTMENT_VERBS) and segment[0].is_han
    if opens_list(segment) or (built and segment[1].is_of(NAMES)):
        return True
    if not begins_with_unit(segment):
        return False
    rest = segment[1:]
    return has_verb(rest) or any(
        token.kind is TokenKind.ARROW or token.has(WordClass.VIA, WordClass.TOWARD) for token in rest
    )


def _names_unit(tokens: Sequence[Token]) -> bool:
    """Whether the tokens begin with a unit that is named with its unit word."""
    if len(tokens) < 2:
        return False
    start = 1 if tokens[0].has(WordClass.POWER) and not tokens[0].is_of(NAMES) else 0
    pair = tokens[start : start + 2]
    if len(pair) < 2:
        return False
    first, second = pair
    if first.has(WordClass.UNIT) and not first.has(WordClass.PLACE):
        return second.has(WordClass.PLACE) or (second.kind is TokenKind.OPEN and len(tokens) > start + 2)
    return first.has(WordClass.PLACE) and second.has(WordClass.UNIT)
