"""Headings: whose orders follow, and for which turn; numbering and labels in front of orders."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.model.turns import Step, Turn
from tianshen.reading.words.lexer import TokenKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.model.position import Power
    from tianshen.reading.words.lexer import Token

_SEASONS = {"spring": Step.SPRING, "fall": Step.FALL, "winter": Step.WINTER}
_RETREATS = {Step.SPRING: Step.SPRING_RETREATS, Step.FALL: Step.FALL_RETREATS}
_FIRST_CENTURY = 1900  # years written with two digits
_VERB_SENSES = (
    WordClass.RETREAT,
    WordClass.DISBAND,
    WordClass.FIRST_PERSON,
    WordClass.UNIT,
    WordClass.PLACE,
    WordClass.SUPPORT,
)
_NICKNAME = 12  # characters of the longest nickname that a heading may hold outside brackets
_BULLETS = ("-", "–", "—", "👉")
_LISTED = (WordClass.BUILD, WordClass.DISBAND, WordClass.RETREAT, WordClass.RETREAT_IF, WordClass.HOLD)
_DATE = (TokenKind.NUMBER, TokenKind.ARROW, TokenKind.STOP, TokenKind.SLASH, TokenKind.COMMA)
_TIME = (TokenKind.NUMBER, TokenKind.COLON, TokenKind.ARROW, TokenKind.SLASH, TokenKind.STOP)
_NUMBER_SIGNS = (TokenKind.STOP, TokenKind.COMMA, TokenKind.CLOSE, TokenKind.COLON)
_HEADS = (WordClass.POWER, WordClass.GAME_MASTER, WordClass.SEASON)  # no heading is without one of these
_LABELS = (
    WordClass.LABEL,
    WordClass.PARTICLE,
    WordClass.FIRST_PERSON,
    WordClass.TURN,
    WordClass.SEASON,
    WordClass.CHANGE,
    WordClass.YEAR,
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading from the token where it was looked for to `last` (excluded)."""

    last: int
    power: Power | None
    game_master: bool
    turn: Turn | None


def read_heading(tokens: Sequence[Token], at: int, numerals: str) -> Heading | None:
    """Read the heading that begins at a token: `英国：`, `【法国】`, `01-S 英国：`, `英国（玩家甲）`."""
    if all(token.classes.isdisjoint(_HEADS) for token in tokens):
        return None
    return _HeadingReader(tokens, at, numerals).read()


class _HeadingReader:
    """Collects power and turn from the words of a heading; gives up at the first word that belongs into none.

    `strangers` counts the characters that mean nothing here (a nickname): a heading may hold a few of them only if it
    ends with a colon at the end of its line, or names power and turn. `safe` is what a bracket so far would be as a
    heading alone.
    """

    def __init__(self, tokens: Sequence[Token], at: int, numerals: str) -> None:
        self._tokens = tokens
        self._numerals = numerals
        self._at = at
        self._powers: set[Power] = set()
        self._master = False
        self._turn: Turn | None = None
        self._strangers = 0
        self._open = False
        self._safe: Heading | None = None

    def read(self) -> Heading | None:
        """Return the heading, if there is one."""
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if token.kind is TokenKind.COLON and self._collected:
                return self._with_colon()
            if self._ends_at_directive(token):
                return self._heading(self._at)
            if not self._word(token) and not self._bracket(token):
                return self._until_safe()
        return self._heading(self._at) if self._is_whole() else self._until_safe()

    def _ends_at_directive(self, token: Token) -> bool:
        """Return whether a directive follows a power that stands there alone: `英国 以此为准`."""
        return token.has(WordClass.DIRECTIVE) and bool(self._powers) and not self._strangers and not self._open

    def _is_whole(self) -> bool:
        """Return whether a line may end as a heading: with nothing strange in it, or power and turn beside a name."""
        dated = bool(self._powers and self._turn and self._strangers <= _NICKNAME)
        return not self._open and (dated or not self._strangers)

    @property
    def _collected(self) -> bool:
        return bool(self._powers or self._master or self._turn)

    def _word(self, token: Token) -> bool:
        """Take a word of a heading; return whether it was one."""
        version = self._is_version(token)
        if not version and self._take_turn():
            return True
        if self._continues_letter(token) or not self._collect(token, version=version):
            return False
        self._at += 1
        return True

    def _take_turn(self) -> bool:
        found = read_turn_words(self._tokens, self._at, self._numerals) if self._turn is None else None
        if found is not None:
            self._turn, self._at = found
        return found is not None

    def _continues_letter(self, token: Token) -> bool:
        """Return whether a letter goes on from another one: `RE:` is no Russia and no England."""
        before = self._tokens[self._at - 1] if self._at else None
        return before is not None and token.glued and _is_letter(token) and _is_letter(before)

    def _collect(self, token: Token, *, version: bool) -> bool:
        """Note what a word says; return whether it may stand in a heading."""
        numbered = self._is_numbered_label(token)
        if names_power(token):
            self._powers.update(token.values(WordClass.POWER))
        elif token.has(WordClass.GAME_MASTER):
            self._master = True
        elif token.kind is TokenKind.UNKNOWN and not numbered and not self._open:
            self._strangers += len(token.text)
        else:
            return numbered or version or _is_label(token) or self._is_sign(token)
        return True

    def _is_numbered_label(self, token: Token) -> bool:
        """Return whether it is the number of the label before it: `命令二`."""
        before = self._tokens[self._at - 1] if self._at else None
        return before is not None and before.has(WordClass.LABEL) and is_number(token, self._numerals)

    def _is_version(self, token: Token) -> bool:
        """Return whether it is the number of a version or of a game (`v2`, `DC478`)."""
        return token.kind is TokenKind.NUMBER and token.glued and self._at > 0 and self._strangers > 0

    def _is_sign(self, token: Token) -> bool:
        """Return whether it is the colon of a label (`国家：法国`), or a dash that only adorns the line."""
        if token.kind is TokenKind.COLON:
            return self._at > 0 and not self._strangers
        return token.kind is TokenKind.ARROW and ">" not in token.text and self._at in (0, len(self._tokens) - 1)

    def _bracket(self, token: Token) -> bool:
        """Take the sign of a bracket, or skip one that holds a nickname; return whether it was one."""
        if token.kind is TokenKind.CLOSE and self._open:
            self._open = False
            self._at += 1
            if not self._strangers:
                self._safe = self._heading(self._at)
            return True
        if token.kind is not TokenKind.OPEN or self._open:
            return False
        close = _behind_bracket(self._tokens, self._at)
        inside = self._tokens[self._at + 1 : close - 1]
        if all(_belongs(piece) for piece in inside):
            self._open = True
            self._at += 1
            return True
        if self._collected:
            self._at = close
        return self._collected

    def _with_colon(self) -> Heading | None:
        last = self._at + 1
        if self._open or (self._strangers and (last < len(self._tokens) or self._strangers > _NICKNAME)):
            return self._until_safe()
        return self._heading(last)

    def _until_safe(self) -> Heading | None:
        if self._safe is None:
            return None
        last = self._safe.last
        colon = last < len(self._tokens) and self._tokens[last].kind is TokenKind.COLON
        return replace(self._safe, last=last + colon)

    def _heading(self, last: int) -> Heading | None:
        if len(self._powers) + self._master > 1 or not self._collected:
            return None
        return Heading(last, next(iter(self._powers), None), self._master, self._turn)


def _belongs(token: Token) -> bool:
    """Return whether the word may stand in the brackets of a heading without being a nickname."""
    return (
        names_power(token)
        or token.has(WordClass.GAME_MASTER, WordClass.SEASON)
        or _is_label(token)
        or token.kind in _DATE
    )


def _is_label(token: Token) -> bool:
    return token.has(*_LABELS, WordClass.PHASE, WordClass.LINE_WORD) and not token.has(WordClass.PLACE, WordClass.UNIT)


def parts_by_heading(tokens: list[Token]) -> list[list[Token]]:
    """Cut a line that begins with `法国：` before each further `德国：` in it."""
    named = [
        index
        for index in range(len(tokens) - 1)
        if tokens[index + 1].kind is TokenKind.COLON and names_power(tokens[index])
    ]
    starts = named if named and named[0] == 0 else [0]
    return [tokens[start:end] for start, end in pairwise([*starts, len(tokens)])]


def _is_letter(token: Token) -> bool:
    return len(token.text) == 1 and token.text.isascii() and token.text.isalpha()


def names_power(token: Token) -> bool:
    """Return whether the word names one power and can be nothing else in an order."""
    return token.has(WordClass.POWER) and not token.has(*_VERB_SENSES) and len(set(token.values(WordClass.POWER))) == 1


def _behind_bracket(tokens: Sequence[Token], index: int) -> int:
    for stop in range(index + 1, min(index + 30, len(tokens))):
        if tokens[stop].kind is TokenKind.CLOSE:
            return stop + 1
    return len(tokens)


def read_turn_words(tokens: Sequence[Token], at: int, numerals: str) -> tuple[Turn, int] | None:
    """Read the turn named from a token on, and the token after it: `1901年秋季撤退`, `01-S`, `F1901R`."""
    index = at
    season = _season(tokens, index)
    if season is not None:
        year = _year(tokens, index + 1, numerals)
        if year is None:
            return None
        number, index = year
    else:
        year = _year(tokens, index, numerals)
        if year is None:
            return None
        number, index = year
        if index < len(tokens) and tokens[index].kind in (TokenKind.ARROW, TokenKind.STOP, TokenKind.SLASH):
            index += 1
        season = _season(tokens, index)
        if season is None:
            return None
        index += 1
    return _with_phase(tokens, index, Turn(number, season))


def _with_phase(tokens: Sequence[Token], index: int, turn: Turn) -> tuple[Turn, int]:
    here = index
    while here < len(tokens) and (
        tokens[here].has(WordClass.TURN) or tokens[here].kind is TokenKind.COMMA or tokens[here].kind is TokenKind.ARROW
    ):
        here += 1
    if here < len(tokens) and tokens[here].has(WordClass.PHASE):
        if tokens[here].value(WordClass.PHASE) == "retreats" and turn.step in _RETREATS:
            return turn.at(_RETREATS[turn.step]), here + 1
        if tokens[here].value(WordClass.PHASE) == "moves":
            return turn, here + 1
    return turn, index


def _season(tokens: Sequence[Token], index: int) -> Step | None:
    value = tokens[index].value(WordClass.SEASON) if index < len(tokens) else None
    return _SEASONS[value] if value is not None else None


def _year(tokens: Sequence[Token], index: int, numerals: str) -> tuple[int, int] | None:
    digits = ""
    while index < len(tokens) and len(digits) < 4:
        piece = _digits(tokens[index], numerals)
        if not piece:
            break
        digits += piece
        index += 1
    if len(digits) not in (2, 4):
        return None
    while index < len(tokens) and tokens[index].has(WordClass.YEAR):
        index += 1
    number = int(digits)
    return (number if len(digits) == 4 else _FIRST_CENTURY + number), index


def _digits(token: Token, numerals: str) -> str:
    """Return the token as digits; Chinese figures are read one by one, a letter o among them is a nought."""
    if token.kind is TokenKind.NUMBER and token.text.isascii():
        return token.text
    if token.kind is not TokenKind.UNKNOWN or len(token.text) > 4:
        return ""
    found = ["0" if char == "o" else str(numerals.find(char)) for char in token.text]
    return "".join(found) if all(len(digit) == 1 for digit in found) and numerals else ""


def skip_numbering(tokens: Sequence[Token], at: int, numerals: str) -> int:
    """Return the index after a list number or bullet that begins at a token; `at` itself if there is none."""
    if at >= len(tokens):
        return at
    if tokens[at].kind is TokenKind.ARROW and tokens[at].text in _BULLETS:
        return at + 1 if at + 1 < len(tokens) and not tokens[at + 1].glued else at
    if read_turn_words(tokens, at, numerals) is not None:
        return at
    if _is_lettered(tokens, at):
        return at + 2 if tokens[at + 1].glued else at
    skip = _skip_bracketed_number if tokens[at].kind is TokenKind.OPEN else _skip_plain_number
    return skip(tokens, at, numerals)


def _is_lettered(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a letter with a bracket stands before more words: `a) 伦敦舰队…`."""
    return at + 2 < len(tokens) and _is_letter(tokens[at]) and tokens[at + 1].kind is TokenKind.CLOSE


def _skip_bracketed_number(tokens: Sequence[Token], at: int, numerals: str) -> int:
    """Return the index after `(1)`, or `at`."""
    inside = tokens[at + 1 : at + 3]
    closed = len(inside) == 2 and is_number(inside[0], numerals) and inside[1].kind is TokenKind.CLOSE
    return at + 3 if closed else at


def _skip_plain_number(tokens: Sequence[Token], at: int, numerals: str) -> int:
    """Return the index after `1.`, `1、`, `1)`, `1：`, or after a bare figure right before a unit; else `at`."""
    if at + 1 >= len(tokens) or not is_number(tokens[at], numerals):
        return at
    after = tokens[at + 1]
    if after.kind in _NUMBER_SIGNS:
        return at + 2
    bare = tokens[at].kind is TokenKind.NUMBER and after.has(WordClass.PLACE, WordClass.UNIT)
    return at + 1 if bare else at


def is_number(token: Token | None, numerals: str) -> bool:
    """Return whether the token may number something: a short number, or figures in Chinese."""
    if token is None:
        return False
    if token.kind is TokenKind.NUMBER:
        return len(token.text) <= 3
    return token.kind is TokenKind.UNKNOWN and len(token.text) <= 3 and set(token.text) <= set(numerals)


def skip_label(tokens: Sequence[Token], at: int, end: int, numerals: str) -> int:
    """Return the index after a known label with its colon or in brackets (`更正：`, `【最终版】`); `at` without one."""
    if at < end and tokens[at].kind is TokenKind.OPEN:
        return _skip_bracketed_label(tokens, at, end)
    index = _behind_time(tokens, at, end)
    while index < end and (tokens[index].has(*_LABELS) or is_number(tokens[index], numerals)):
        index += 1
    return index + 1 if at < index < end and tokens[index].kind is TokenKind.COLON else at


def _skip_bracketed_label(tokens: Sequence[Token], at: int, end: int) -> int:
    close = _behind_bracket(tokens, at)
    inside = tokens[at + 1 : close - 1]
    labelled = any(token.has(*_LABELS) for token in inside)
    known = all(token.has(*_LABELS) or token.kind in _TIME for token in inside)
    return close if close < end and labelled and known else at


def _behind_time(tokens: Sequence[Token], at: int, end: int) -> int:
    """Return the index after a time of day that stands there (`21:35`); `at` without one."""
    marks = [token.kind for token in tokens[at : min(at + 3, end)]]
    return at + 3 if marks == [TokenKind.NUMBER, TokenKind.COLON, TokenKind.NUMBER] else at


def unknown_label(tokens: Sequence[Token], at: int, end: int) -> int:
    """Return the index after an unknown label with its colon (`小马：`); `at` if there is none."""
    for index in range(at, min(end, at + 12)):
        if tokens[index].kind is TokenKind.COLON:
            names = any(
                token.has(WordClass.PLACE, WordClass.UNIT, WordClass.BUILD_LIST, WordClass.DISBAND_LIST)
                for token in tokens[at:index]
            )
            verbs = any(token.has(*_LISTED) for token in tokens[at:index])
            return at if names or verbs or index == at else index + 1
    return at
