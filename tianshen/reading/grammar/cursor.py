"""A reading head over the tokens of a line, and the phrases that name places and units."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.model.position import province_of
from tianshen.notices import Code
from tianshen.reading.grammar.drafts import PlaceRef, Trouble, UnitRef
from tianshen.reading.words.lexer import TokenKind
from tianshen.reading.words.near_names import NameMatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tianshen.locale.lexicon import Lexicon
    from tianshen.model.board import Board
    from tianshen.model.position import Province
    from tianshen.reading.words.lexer import Token
    from tianshen.reading.words.near_names import NameFinder

_DASHES = ("-", "—", "–")
_LONGEST_GAP = 8  # tokens that an unknown name may have been cut into


class Cursor:
    """Reads phrases from token to token. A phrase that is not there leaves the head where it was.

    `retreats` says that it is a retreat turn. `trouble` is the fault found farthest to the right so far: the best
    answer to why the words cannot be read.
    """

    def __init__(
        self, tokens: Sequence[Token], lexicon: Lexicon, board: Board, finder: NameFinder, *, retreats: bool = False
    ) -> None:
        self.tokens = tokens
        self.lexicon = lexicon
        self.board = board
        self.finder = finder
        self.at = 0
        self.end = len(tokens)
        self.retreats = retreats
        self.trouble: Trouble | None = None

    def token(self, ahead: int = 0) -> Token | None:
        """Return the token under the head, or some tokens ahead; None after the last."""
        index = self.at + ahead
        return self.tokens[index] if index < self.end else None

    def sees(self, *classes: WordClass, ahead: int = 0) -> bool:
        """Return whether the token there may be of one of these classes."""
        index = self.at + ahead
        return index < self.end and not self.tokens[index].classes.isdisjoint(classes)

    def sees_kind(self, *marks: TokenKind, ahead: int = 0) -> bool:
        """Return whether the token there is one of these signs."""
        token = self.token(ahead)
        return token is not None and token.kind in marks

    def take(self, *classes: WordClass) -> Token | None:
        """Take the token under the head if it is of one of these classes; the head moves on."""
        if self.at >= self.end or self.tokens[self.at].classes.isdisjoint(classes):
            return None
        self.at += 1
        return self.tokens[self.at - 1]

    def take_kind(self, *marks: TokenKind) -> Token | None:
        """Take the token under the head if it is one of these signs; the head moves on."""
        token = self.token()
        if token is None or token.kind not in marks:
            return None
        self.at += 1
        return token

    def take_wrapped(self, *classes: WordClass) -> Token | None:
        """Take a word of these classes that stands in brackets; the head moves on after them."""
        wrapped = self.sees_kind(TokenKind.OPEN) and self.sees(*classes, ahead=1)
        if not wrapped or not self.sees_kind(TokenKind.CLOSE, ahead=2):
            return None
        self.at += 3
        return self.tokens[self.at - 2]

    def skip(self, *classes: WordClass) -> None:
        """Move the head over all tokens of these classes."""
        while self.at < self.end and not self.tokens[self.at].classes.isdisjoint(classes):
            self.at += 1

    def fail(self, code: Code, first: int | None = None, last: int | None = None, **data: object) -> None:
        """Note why the words cannot be read; the fault farthest to the right is kept."""
        first = self.at if first is None else first
        last = self.at + 1 if last is None else last
        unfinished = first >= self.end
        if self.trouble is None or first > self.trouble.first:
            self.trouble = Trouble(code, first, min(last, self.end), data, unfinished)

    # places

    def place(self, *, wanted: bool = False) -> PlaceRef | None:
        """Read a place with its coast; `wanted` says that one must stand here: a misspelt one is looked for."""
        first = self.at
        ref = self._bare_place(wanted=wanted) or self._wrapped_place()
        if ref is None:
            self.at = first
            if wanted:
                self.fail(Code.ORDER_INCOMPLETE if self.at >= self.end else Code.NAME_UNKNOWN)
            return None
        ref = self.with_coast(replace(ref, first=first, last=self.at))
        self.skip(WordClass.LINE_WORD)
        return ref

    def _wrapped_place(self) -> PlaceRef | None:
        """Read a place in brackets, as the rules' own pattern has it: `[普鲁士]`."""
        if not self.take_kind(TokenKind.OPEN):
            return None
        ref = self._bare_place(wanted=False)
        if ref is None:
            return None
        ref = self.with_coast(ref)
        return ref if self.take_kind(TokenKind.CLOSE) else None

    def _bare_place(self, *, wanted: bool) -> PlaceRef | None:
        token = self.token()
        if token is None:
            return None
        places = token.values(WordClass.PLACE)
        if places:
            self.at += 1
            self._gloss(places)
            return PlaceRef(places, self.at - 1, self.at)
        if token.has(WordClass.OFF_BOARD):
            self.at += 1
            return PlaceRef((), self.at - 1, self.at, NameMatch.OFF_BOARD)
        if not wanted:
            return None
        gap = self._unknown_place()
        if gap is None and token.has(WordClass.POWER) and not token.has(WordClass.UNIT) and len(token.text) > 1:
            self.at += 1
            return PlaceRef((), self.at - 1, self.at, NameMatch.POWER)
        return gap

    def _gloss(self, places: tuple[str, ...]) -> None:
        """Move the head over the same place in brackets: `Barents(巴伦兹海)`."""
        token = self.token(1)
        if not self.sees_kind(TokenKind.OPEN) or not self.sees_kind(TokenKind.CLOSE, ahead=2) or token is None:
            return
        if token.values(WordClass.PLACE) == places:
            self.at += 3

    def _unknown_place(self) -> PlaceRef | None:
        """Read a misspelt name: the longest run of unknown and one-character words here that is near one name."""
        token = self.token()
        if token is None or not _may_begin_gap(token):
            return None
        found = self._nearest_place(token)
        if found is not None:
            self.at = found.last
        elif token.kind is TokenKind.UNKNOWN:
            self.fail(Code.NAME_UNKNOWN)
        return found

    def _nearest_place(self, first: Token) -> PlaceRef | None:
        """Return the place that the longest run is near; the candidates where a shorter run is near another one."""
        found: PlaceRef | None = None
        for last, text in self._gap_texts(first):
            guess = self.finder.guess(text)
            if guess is None or (guess.how is NameMatch.UNKNOWN and found is not None):
                continue
            if found is not None and found.is_clear and found.locations != guess.locations:
                return PlaceRef((*found.locations, *guess.locations), self.at, last, NameMatch.UNKNOWN)
            found = PlaceRef(guess.locations, self.at, last, guess.how)
        return found

    def _gap_texts(self, first: Token) -> Iterator[tuple[int, str]]:
        """Yield end and text of each run from here that may be a misspelt name, the shortest first."""
        text = ""
        unknown = False
        for index in range(self.at, min(self.at + _LONGEST_GAP, self.end)):
            piece = self.tokens[index]
            if index > self.at and not _may_continue_gap(first, piece):
                return
            text += ("" if piece.glued or index == self.at or piece.is_han else " ") + piece.text
            unknown = unknown or piece.kind is TokenKind.UNKNOWN or piece.has(WordClass.PLACE)
            if unknown:
                yield index + 1, text

    def with_coast(self, ref: PlaceRef) -> PlaceRef:
        """Return the place with the coast that stands under the head, if one does."""
        first = self.at
        coast = self._coast(ref)
        if coast is None:
            self.at = first
            return ref
        provinces = tuple(dict.fromkeys(province_of(location) for location in ref.locations))
        places = provinces if len(provinces) == 1 else ref.locations  # the coast settles whether spn is spa or spa/nc
        return replace(ref, locations=places, coast=coast, coast_first=first, last=self.at)

    def _coast(self, ref: PlaceRef) -> str | None:
        """Read a coast word in any form: `（北岸）`, `/nc`, `北岸`, `的北岸`, `北` right after a split province."""
        if self.take_kind(TokenKind.OPEN) is not None:
            coast = self._coast_word()
            return coast if coast is not None and self.take_kind(TokenKind.CLOSE) else None
        if self.take_kind(TokenKind.SLASH):
            return self._coast_word()
        split = self._is_split(ref)
        if split and self._coast_apart():
            self.at += 1
        if split and self._sees_glued_coast():
            return self._coast_word()
        self.skip(WordClass.PARTICLE)
        token = self.take(WordClass.COAST)
        return _coast_value(token) if token is not None else None

    def _coast_word(self) -> str | None:
        token = self.take(WordClass.COAST, WordClass.COAST_SHORT)
        return _coast_value(token) if token is not None else None

    def _sees_glued_coast(self) -> bool:
        """Return whether a short coast word is written together with the name before it: `西班牙北`."""
        token = self.token()
        return token is not None and token.has(WordClass.COAST_SHORT) and token.is_han and token.glued

    def _coast_apart(self) -> bool:
        """Return whether a dash, or a comma with nothing else behind it, parts the coast from its place."""
        if self.sees_kind(TokenKind.ARROW) and self.tokens[self.at].text in _DASHES:
            return self.sees(WordClass.COAST, ahead=1)
        alone = self.token(2) is None or self.sees_kind(TokenKind.COMMA, ahead=2)
        return self.sees_kind(TokenKind.COMMA) and self.sees(WordClass.COAST, ahead=1) and alone

    def _is_split(self, ref: PlaceRef) -> bool:
        return bool(ref.locations) and province_of(ref.locations[0]) in self.split_provinces

    @cached_property
    def split_provinces(self) -> frozenset[Province]:
        """The provinces with more than one coast."""
        return frozenset(facts.id for facts in self.board.provinces.values() if facts.coasts)

    # units

    def unit(self, *, wanted: bool = False) -> UnitRef | None:
        """Read a unit: place and unit word in either sequence, nationality and coast where people put them."""
        first = self.at
        ref = self._unit(wanted=wanted) or self._wrapped_unit(first)
        if ref is None:
            self.at = first
            return None
        self._own_origin(ref)
        return replace(ref, first=first, last=self.at)

    def _own_origin(self, ref: UnitRef) -> None:
        """Move the head over the unit's place named once more: `挪威陆军从挪威…`."""
        here = self.at
        place = self._bare_place(wanted=False) if self.take(WordClass.FROM) else None
        if place is None or place.locations != ref.place.locations:
            self.at = here

    def _wrapped_unit(self, first: int) -> UnitRef | None:
        """Read a unit in brackets with its unit word: `【柏林陆军】`."""
        self.at = first
        if not self.take_kind(TokenKind.OPEN):
            return None
        ref = self._unit(wanted=False)
        return ref if ref is not None and ref.kind is not None and self.take_kind(TokenKind.CLOSE) else None

    def _unit(self, *, wanted: bool) -> UnitRef | None:
        power = self._nationality()
        self.skip(WordClass.FROM)
        kind = word = self._unit_word()
        if word is not None:
            power = power or self._nationality()
            self._skip_to_place()
        start = self.at
        place = self._unit_place(wanted=wanted, named=word is not None)
        if place is None:
            return None
        power = power or self._nationality_in_brackets()
        if word is None:
            kind = self._unit_word_after(place)
        power = power or self._nationality_in_brackets()
        place = self._with_coast_after(place)
        self.skip(WordClass.LINE_WORD)
        ref = UnitRef(place, start, self.at, kind, power)
        if kind is None and place.how is NameMatch.EXACT:
            ref = replace(ref, maybe_power=self._maybe_power(place))
        return replace(ref, other=self._other_cut(ref)) if word is None else ref

    def _skip_to_place(self) -> None:
        """Move the head from a unit word to the place after it: `舰队：伦敦`, `A von Ber`."""
        if self.sees_kind(TokenKind.COLON) and self.sees(WordClass.PLACE, ahead=1):
            self.at += 1
        self.skip(WordClass.FROM, WordClass.PARTICLE)

    def _unit_place(self, *, wanted: bool, named: bool) -> PlaceRef | None:
        """Read the place of a unit, in brackets too if the unit word stands before it (`named`)."""
        bracket = named and self.take_kind(TokenKind.OPEN) is not None
        place = self.place(wanted=wanted or named)
        if place is None or not bracket:
            return place
        if not self.take_kind(TokenKind.CLOSE):
            return None
        return self.with_coast(replace(place, last=self.at)) if place.coast is None else place

    def _nationality(self) -> str | None:
        """Read the power that stands before a unit: `法国巴黎陆军`, `法国的 巴黎`."""
        token = self.token()
        if token is None or not token.has(WordClass.POWER) or self._is_other_name(token):
            return None
        following = 2 if self.sees(WordClass.PARTICLE, WordClass.FROM, ahead=1) else 1
        after = self.token(following)
        if after is None or not (after.has(WordClass.UNIT, WordClass.PLACE) or after.kind is TokenKind.UNKNOWN):
            return None
        self.at += following
        return token.value(WordClass.POWER)

    def _is_other_name(self, token: Token) -> bool:
        """Return whether a word for a power is rather the unit or place that it may be too."""
        if token.has(WordClass.UNIT):
            return True
        before_unit = self.sees(WordClass.UNIT, ahead=1) and self.sees(WordClass.PLACE, ahead=2)
        return token.has(WordClass.PLACE) and not before_unit

    def _nationality_in_brackets(self) -> str | None:
        if (
            self.sees_kind(TokenKind.OPEN)
            and self.sees(WordClass.POWER, ahead=1)
            and self.sees_kind(TokenKind.CLOSE, ahead=2)
        ):
            token = self.token(1)
            if token is not None and not token.has(WordClass.UNIT, WordClass.COAST_SHORT):
                self.at += 3
                return token.value(WordClass.POWER)
        return None

    def _unit_word(self) -> str | None:
        article = (
            self.sees(WordClass.UNIT) and self.sees(WordClass.UNIT, ahead=1) and not self.sees(WordClass.PLACE, ahead=1)
        )
        if article and len(self.tokens[self.at].text) == 1 < len(self.tokens[self.at + 1].text):
            self.at += 1  # a fleet, a boat
        token = self.take(WordClass.UNIT)
        return token.value(WordClass.UNIT) if token else None

    def _unit_word_after(self, place: PlaceRef) -> str | None:
        """Take the unit word after the place just read, in brackets or not: `柏林陆军`, `柏林（陆军）`."""
        first = self.at
        wrapped = self.take_wrapped(WordClass.UNIT)
        if wrapped is not None:
            return wrapped.value(WordClass.UNIT)
        self.skip(WordClass.PARTICLE)
        token = self.token()
        if token is None or not token.has(WordClass.UNIT) or self._begins_another_unit(token, place):
            self.at = first
            return None
        self.at += 1
        return token.value(WordClass.UNIT)

    def _begins_another_unit(self, token: Token, place: PlaceRef) -> bool:
        """Return True for a letter between two places (`Bur A Mun`), unless it is glued to a Chinese name before it."""
        if token.is_han:
            return False
        before = self.tokens[place.last - 1]
        return self.sees(WordClass.PLACE, ahead=1) and not (before.is_han and token.glued)

    def _with_coast_after(self, place: PlaceRef) -> PlaceRef:
        if place.coast is not None:
            return place
        with_coast = self.with_coast(place)
        return replace(place, coast=with_coast.coast, coast_first=with_coast.coast_first)

    def _maybe_power(self, place: PlaceRef) -> str | None:
        """Return the power whose adjective also names this place (`English`); its usual abbreviation is the place."""
        token = self.tokens[place.first]
        return None if token.text.upper() in place.locations else token.value(WordClass.POWER)

    def _other_cut(self, ref: UnitRef) -> UnitRef | None:
        """Return the same characters as another name with another unit word: 挪威海军 is 挪威海+军 and 挪威+海军."""
        place, unit = self.tokens[ref.place.first], self.tokens[ref.place.first + 1 : ref.last][:1]
        if not unit or not unit[0].has(WordClass.UNIT) or not unit[0].glued or not (place.is_han and unit[0].is_han):
            return None
        joined = place.text + unit[0].text
        cuts = (cut for cut in range(1, len(joined)) if cut != len(place.text))
        return next((other for cut in cuts if (other := self._cut_at(ref, joined, cut)) is not None), None)

    def _cut_at(self, ref: UnitRef, joined: str, cut: int) -> UnitRef | None:
        """Return the unit as the characters name it when they are cut there; None where they name none."""
        names = self._senses(joined[:cut], WordClass.PLACE)
        kinds = self._senses(joined[cut:], WordClass.UNIT)
        return replace(ref, place=replace(ref.place, locations=names), kind=kinds[0]) if names and kinds else None

    def _senses(self, text: str, word_class: WordClass) -> tuple[str, ...]:
        return tuple(sense.value for sense in self.lexicon.senses(text) if sense.word_class is word_class)


def _coast_value(token: Token) -> str | None:
    return token.value(WordClass.COAST) or token.value(WordClass.COAST_SHORT)


def _may_begin_gap(token: Token) -> bool:
    if token.kind is TokenKind.UNKNOWN:
        return token.text[0].isalpha()
    return token.kind is TokenKind.WORD and token.is_han and len(token.text) == 1


def _may_continue_gap(first: Token, piece: Token) -> bool:
    if piece.kind not in (TokenKind.UNKNOWN, TokenKind.WORD):
        return False
    if first.is_han:
        return piece.glued and piece.is_han and not (piece.kind is TokenKind.WORD and _is_solid(piece))
    return not piece.is_han and piece.kind is TokenKind.UNKNOWN


def _is_solid(piece: Token) -> bool:
    """Return whether a word of several characters ends a name: all but part of a name (大西洋, 地中海)."""
    return len(piece.text) > 1 and len(piece.values(WordClass.PLACE)) < 2
