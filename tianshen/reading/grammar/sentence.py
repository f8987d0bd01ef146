"""A sentence with its brackets matched and its clauses marked off, and where an order in it may end."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.model.position import province_of
from tianshen.reading.grammar.headings import skip_numbering
from tianshen.reading.grammar.moves import signs_off
from tianshen.reading.grammar.order_likeness import (
    after_words,
    begins_with_unit,
    has_any,
    has_place,
    has_verb,
    opens_list,
)
from tianshen.reading.words.lexer import TokenKind
from tianshen.reading.words.word_classes import (
    ADJUSTMENT_VERBS,
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
    from collections.abc import Callable, Iterator, Sequence

    from tianshen.reading.grammar.cursor import Cursor
    from tianshen.reading.words.lexer import Token

_PLACE_WORDS = COASTS | {WordClass.PLACE}
_NO_LAST_WORD = NAMES | {WordClass.BUILD}  # a power or a label that may be part of another order
_OTHER_CHOICE = frozenset({WordClass.NEXT, WordClass.ADVERB})
_END_WORDS = frozenset({WordClass.ENDING, WordClass.DIRECTIVE, WordClass.LABEL})
_LINK = "、"  # parts the members of a list, never clauses
_SMILE = 2  # tokens: `:)`
_LAUGHTER = 3  # letters at least: two may be a slip
_COAST_WORD = 4  # characters of the longest coast word
_ENTRY = 8  # tokens of the longest entry: power, unit word, place, coast in brackets, and a sign or two
_BEGINNING = 4  # tokens that show whether an order begins: power, unit word, place and what stands between
_AFTER_VERB = 2  # tokens after a verb among which the target begins: a particle may stand before it
_NUMBER = 2  # digits of a number in a list
_NAME = 6  # characters of an entry that may be a misspelt name: the longest names have as many
_LATIN_WORD = 3  # Chinese characters that an unknown Latin word counts as


class Sentence:
    """The tokens of one sentence with its brackets matched and its clauses marked off, each found only once."""

    def __init__(self, tokens: Sequence[Token], cursor: Cursor) -> None:
        self.tokens = tokens
        self.cursor = cursor
        self._closing, breaks = _brackets_and_breaks(tokens)
        self._ends: list[int] = []
        for stop in (*breaks, len(tokens)):
            self._ends.extend([stop] * (stop + 1 - len(self._ends)))

    def clause_end(self, at: int) -> int:
        """Return where the clause of the token ends: at a comma outside brackets, or with the sentence."""
        return self._ends[min(at, len(self.tokens))]

    def clauses(self) -> Iterator[tuple[int, int]]:
        """Yield start and end of each clause."""
        at = 0
        while at < len(self.tokens):
            end = max(self.clause_end(at), at)
            yield at, end
            at = end + 1

    def closing(self, at: int) -> int:
        """Return the index after the bracket that opens at a token; the clause's end if it is never closed."""
        return self._closing.get(at, max(self.clause_end(at), at + 1))

    def ends_well(self, at: int, *, listing: bool = False) -> bool:
        """Return whether an order may end before a token: at the end, a comma, a harmless remark, or another order.

        `listing` says that it ends in a list, which a misspelt entry would cut short.
        """
        if at >= len(self.tokens):
            return True
        token = self.tokens[at]
        if token.kind is TokenKind.COMMA:
            return not self._may_go_on(at, listing=listing)
        ends_before = _ENDS_BEFORE.get(token.kind)
        if ends_before is not None:
            return ends_before(self, at)
        if token.is_of(_END_WORDS) or _is_laughter(token):
            return self.only_ends(at)
        rest = self.tokens[at : at + _BEGINNING]
        return _names_unit(rest) or opens_list(rest) or self.begins_apart(at)

    def _ends_before_remark(self, at: int) -> bool:
        """Return whether the brackets that open at a token hold a mere remark.

        It names no more places, casts no doubt, and is no misspelt coast of a province that has several.
        """
        if at not in self._closing:
            return False
        inside = self.tokens[at + 1 : self.closing(at) - 1]
        if all(token.is_of(_PLACE_WORDS) for token in inside) or _casts_doubt(inside):
            return False
        if any(token.has(WordClass.COAST) for token in inside):
            return False
        return not self._follows_split_province(at) or sum(len(token.text) for token in inside) > _COAST_WORD

    def _follows_split_province(self, at: int) -> bool:
        places = self.tokens[at - 1].values(WordClass.PLACE) if at else ()
        return any(province_of(place) in self.cursor.split_provinces for place in places)

    def _ends_before_sign(self, at: int) -> bool:
        return self.is_flourish(at) or signs_off(self.tokens, at)

    def _ends_before_number(self, at: int) -> bool:
        after = self.tokens[self.after_number(at) :][:_BEGINNING]
        return not after or after[0].kind is TokenKind.COMMA or begins_with_unit(after)

    def _ends_before_slash(self, at: int) -> bool:
        return self.begins_apart(at + 1)

    def is_flourish(self, at: int) -> bool:
        """Return whether a wave (`~~`) or a smile (`:)`) ends the sentence there."""
        rest = self.tokens[at : at + _SMILE + 1]
        if rest[0].kind is TokenKind.ARROW:
            return len(rest) == 1
        return len(rest) == _SMILE and rest[1].kind in BRACKETS

    def begins_apart(self, at: int) -> bool:
        """Return whether a place without unit word begins an order: it stands apart and has a verb or a sign."""
        following = self.tokens[at + 1 : at + _BEGINNING]
        if not following or not self.tokens[at].has(WordClass.PLACE) or self._touches_word_before(at):
            return False
        if following[0].kind is TokenKind.ARROW:
            return True
        if following[0].is_of(COASTS) and any(token.kind is TokenKind.ARROW for token in following):
            return True
        return following[0].is_of(VERBS_AFTER_PLACE) and not following[0].has(WordClass.PLACE)

    def _touches_word_before(self, at: int) -> bool:
        before = self.tokens[at - 1] if at else None
        return before is not None and before.end == self.tokens[at].start and before.kind is not TokenKind.SLASH

    def offers_other(self, at: int) -> bool:
        """Return whether another move of the same unit follows a move, to choose from or to make later.

        `，其次加斯科涅`, `，再移动华沙`: no subject of its own, a target.
        """
        start = at + (at < len(self.tokens) and self.tokens[at].kind is TokenKind.COMMA and not self.links(at))
        segment = self.tokens[start : min(max(self.clause_end(start), start), start + _ENTRY)]
        skipped = after_words(segment, _OTHER_CHOICE)
        rest = segment[skipped:]
        if not rest:
            return False
        if any(token.has(WordClass.NEXT) for token in segment[:skipped]):
            return _is_next_choice(rest)
        return start > at and len(rest[0].text) > 1 and _moves_on(rest)

    def after_number(self, at: int) -> int:
        """Return the index after a number within a line and the sign that belongs to it."""
        return max(at + 1, skip_numbering(self.tokens, at, self.cursor.lexicon.numerals))

    def begins_order(self, at: int, *, plainly: bool) -> bool:
        """Return whether words that begin at a token are like an order; `plainly` asks for a unit word."""
        if plainly:
            return _names_unit(self.tokens[at : at + _BEGINNING])
        return _begins_order(self.tokens[at : at + _ENTRY])

    def links(self, at: int) -> bool:
        """Return whether the token parts the members of a list and nothing else."""
        return at < len(self.tokens) and self.tokens[at].text == _LINK

    def only_ends(self, at: int) -> bool:
        """Return whether nothing but polite words, laughter or a label stands from a token to the end of its clause."""
        end = min(self.clause_end(at), at + _ENTRY)
        words = self.tokens[at + signs_off(self.tokens, at) : end]
        spoken = any(token.kind is not TokenKind.ARROW for token in words)
        return spoken and all(_is_last_word(token) for token in words)

    def _may_go_on(self, comma: int, *, listing: bool) -> bool:
        """Return whether what follows a comma may belong to the order before: one more place, known or misspelt."""
        segment = self._segment_after(comma)
        if not segment or _begins_order(segment) or has_any(segment, WordClass.ENDING, WordClass.DIRECTIVE):
            return False
        if self.tokens[comma].text == _LINK or (segment[0].is_of(NAMES) and all(map(_is_name, segment))):
            return True
        if listing:
            return has_place(segment) or not _is_chatter(segment)
        return self._is_misspelt_place(segment)

    def _segment_after(self, comma: int) -> Sequence[Token]:
        """Return what stands between a comma and the next one, as far as an entry may reach."""
        segment = self.tokens[comma + 1 : comma + 1 + _ENTRY]
        return list(takewhile(lambda token: token.kind is not TokenKind.COMMA, segment))

    def _is_misspelt_place(self, segment: Sequence[Token]) -> bool:
        alone = len(segment) == 1 and segment[0].kind is TokenKind.UNKNOWN
        return alone and self.cursor.finder.guess(segment[0].text) is not None


_ENDS_BEFORE: dict[TokenKind, Callable[[Sentence, int], bool]] = {
    TokenKind.OPEN: Sentence._ends_before_remark,
    TokenKind.ARROW: Sentence._ends_before_sign,
    TokenKind.COLON: Sentence._ends_before_sign,
    TokenKind.NUMBER: Sentence._ends_before_number,
    TokenKind.SLASH: Sentence._ends_before_slash,
}


def _brackets_and_breaks(tokens: Sequence[Token]) -> tuple[dict[int, int], list[int]]:
    """Return the index after each bracket by where it opens, and the commas outside brackets that part clauses."""
    closing: dict[int, int] = {}
    opened: list[int] = []
    breaks: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind is TokenKind.OPEN:
            opened.append(index)
        elif token.kind is TokenKind.CLOSE and opened:
            closing[opened.pop()] = index + 1
        elif token.kind is TokenKind.COMMA and token.text != _LINK and not opened:
            breaks.append(index)
    return closing, breaks


def sentences_of(tokens: Sequence[Token]) -> Iterator[tuple[Sequence[Token], TokenKind | None]]:
    """Yield sentences with the sign that ends them; signs inside brackets end none."""
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
    """Return whether the stop belongs to a number before it and to what is numbered so: `2.罗马陆军`."""
    if not at or at + 1 >= len(tokens) or tokens[at].text != ".":
        return False
    number, numbered = tokens[at - 1], tokens[at + 1]
    short = number.kind is TokenKind.NUMBER and len(number.text) <= _NUMBER and tokens[at].glued
    return short and numbered.kind is not TokenKind.NUMBER


def _is_laughter(token: Token) -> bool:
    """Return whether an unknown word is one letter again and again (`hhh`)."""
    return token.kind is TokenKind.UNKNOWN and len(token.text) >= _LAUGHTER and len(set(token.text)) == 1


def _is_last_word(token: Token) -> bool:
    if token.kind is TokenKind.ARROW or _is_laughter(token):
        return True
    return token.is_of(LAST_WORDS) and not token.is_of(_NO_LAST_WORD)


def _moves_on(rest: Sequence[Token]) -> bool:
    """Return whether the words are a verb of moving and a target."""
    return rest[0].has(WordClass.MOVE) and not rest[0].is_of(NAMES) and has_place(rest[1 : 1 + _AFTER_VERB])


def _is_next_choice(rest: Sequence[Token]) -> bool:
    """Return whether the words after `其次` say what the unit before them does."""
    if _moves_on(rest) or rest[0].has(WordClass.HOLD, WordClass.TOWARD):
        return True
    return rest[0].has(WordClass.PLACE) and not _begins_order(rest)


def _casts_doubt(inside: Sequence[Token]) -> bool:
    """Return whether a remark after an order may take it back: a condition, a result, a denial that names places."""
    if has_any(inside, *DOUBT_WORDS):
        return True
    return has_any(inside, WordClass.NEGATION) and (len(inside) == 1 or any(token.is_of(NAMES) for token in inside))


def _is_chatter(segment: Sequence[Token]) -> bool:
    """Return whether a segment is too long, or speaks too much, to be a misspelt entry of a list."""
    strange = [token for token in segment if token.kind is TokenKind.UNKNOWN]
    long = sum(len(token.text) if token.is_han else _LATIN_WORD for token in strange) > _NAME
    return long or has_any(segment, *SPEECH_WORDS)


def _is_name(token: Token) -> bool:
    if token.has(WordClass.PLACE, WordClass.UNIT, WordClass.COAST) or token.kind in BRACKETS:
        return True
    return token.has(WordClass.COAST_SHORT) and token.is_han


def _begins_order(segment: Sequence[Token]) -> bool:
    """Return whether a segment begins like an order of its own: a unit or a place, and then a verb or a sign."""
    segment = segment[after_words(segment, CLAUSE_OPENERS) :]
    if opens_list(segment) or _begins_adjustment(segment):
        return True
    if not begins_with_unit(segment):
        return False
    rest = segment[1:]
    return has_verb(rest) or any(
        token.kind is TokenKind.ARROW or token.has(WordClass.VIA, WordClass.TOWARD) for token in rest
    )


def _begins_adjustment(segment: Sequence[Token]) -> bool:
    """Return whether a Chinese verb of one character and a name begin a segment: `建柏林`."""
    if len(segment) < 2 or not segment[1].is_of(NAMES):
        return False
    return segment[0].is_of(ADJUSTMENT_VERBS) and segment[0].is_han


def _names_unit(tokens: Sequence[Token]) -> bool:
    """Return whether the tokens begin with a unit that is named with its unit word."""
    start = int(bool(tokens) and tokens[0].has(WordClass.POWER) and not tokens[0].is_of(NAMES))
    pair = tokens[start : start + 2]
    if len(pair) < 2:
        return False
    first, second = pair
    if first.has(WordClass.UNIT) and not first.has(WordClass.PLACE):
        return second.has(WordClass.PLACE) or (second.kind is TokenKind.OPEN and len(tokens) > start + 2)
    return first.has(WordClass.PLACE) and second.has(WordClass.UNIT)
