"""The upper half of a case file, and a custom start: turn, rules, units, centres, dislodged units, stand-offs."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass, load_lexicon
from tianshen.locale.wordlist import case_language
from tianshen.model.position import ARMY, FLEET, Dislodged, Position, Unit, UnitKind, province_of
from tianshen.model.rules import OptionFault, load_rules, option_names, rule_set_names
from tianshen.model.turns import Phase
from tianshen.notices import Code, Level, Notice
from tianshen.reading.grammar.cursor import Cursor
from tianshen.reading.grammar.headings import read_turn_words
from tianshen.reading.words.lexer import Lexer, TokenKind
from tianshen.reading.words.near_names import NameMatch, name_finder
from tianshen.reading.words.word_classes import (
    BRACKETS,
    ITEM_BREAKS,
    UNREAD_KINDS,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tianshen.model.board import Board
    from tianshen.model.position import Location, Power, Province
    from tianshen.model.rules import RuleSet
    from tianshen.model.turns import Turn
    from tianshen.reading.grammar.drafts import PlaceRef, UnitRef
    from tianshen.reading.words.lexer import Token
    from tianshen.text.source import Source, Span

_SHOWN = 3  # places that a fault offers
_FEWEST_ALLIES = 2


class PositionReader:
    """Reads a position line by line; afterwards its parts stand in the attributes, its faults in `notices`.

    `position` is None where the faults leave nothing to build on. The board is that of the line with the map, which
    may name one of `maps`.
    """

    def __init__(self, source: Source, board: Board, maps: Sequence[str]) -> None:
        self._source = source
        self.board = board
        self._maps = maps
        self._lexicon = load_lexicon(board.name)
        self._finder = name_finder(self._lexicon)
        self.notices: list[Notice] = []
        self.position: Position | None = None
        self.rules: RuleSet = load_rules()
        self.alliances: list[tuple[Power, ...]] = []
        self.lang = "zh"
        self._turn: Turn | None = None
        self._units: dict[Province, Unit] = {}
        self._named: set[Power] = set()
        self._centres: dict[Province, Power | None] = {}
        self._dislodged: dict[Province, Dislodged] = {}
        self._standoffs: dict[Province, Sequence[Token]] = {}
        self._retreat_lines: list[Sequence[Token]] = []

    def read(self, span: Span) -> None:
        """Read the lines of the span, and check the whole."""
        text = self._source.text[span.start : span.end]
        self._normalised = self._lexicon.normaliser.normalise(text, span.start)
        lexer = Lexer(self._lexicon, self._normalised, self._source.text)
        start = 0
        for line in self._normalised.text.split("\n"):
            end = start + len(line)
            tokens = [t for t in lexer.line(start, end) if t.kind not in UNREAD_KINDS]
            comment = line.lstrip().startswith(("#", "//"))
            if tokens and not comment:
                self._line(tokens)
            start = end + 1
        self._finish(span)
        self.notices.sort(key=lambda notice: (notice.where.line, notice.where.column) if notice.where else (0, 0))

    def _line(self, tokens: Sequence[Token]) -> None:
        keyword = tokens[0].value(WordClass.CASE) or ""
        if self._turn is None and not self._first_line(tokens, keyword):
            return
        if keyword == "rules":
            self._rules(tokens)
        elif keyword in _KEYWORDS:
            _KEYWORDS[keyword](self, tokens[_after_keyword(tokens) :], tokens)
        elif keyword != "position":
            self._unit_line(tokens)

    def _first_line(self, tokens: Sequence[Token], keyword: str) -> bool:
        """Read the turn from the first line; return whether it is there: without it nothing else is looked at."""
        if keyword != "position":
            if not any(notice.code is Code.CASE_NO_POSITION for notice in self.notices):
                self._fault(Code.CASE_NO_POSITION, tokens)
            return False
        self.lang = case_language(tokens[0].text)
        start = _after_keyword(tokens)
        turn, end = read_turn_words(tokens, start, self._lexicon.numerals) or (self.board.start.turn, 0)
        if end < len(tokens) or turn < self.board.start.turn:
            self._fault(Code.CASE_TURN_UNREADABLE, tokens[start:] or tokens)
        self._turn = turn
        return True

    def _map_line(self, rest: Sequence[Token], tokens: Sequence[Token]) -> None:
        if self._words_after(tokens) != [self.board.name]:
            self._fault(Code.CASE_MAP_UNKNOWN, rest or tokens, names=tuple(self._maps))

    # units

    def _unit_line(self, tokens: Sequence[Token]) -> None:
        power, rest = self._power(tokens)
        if power is None:
            return
        if power in self._named:
            self._fault(Code.CASE_POWER_TWICE, tokens[:1], power=power)
        self._named.add(power)
        if self._says_none(rest):
            return
        for ref, words in self._unit_refs(rest):
            unit = self._unit(power, ref, words)
            if unit is None:
                continue
            if unit.province in self._units:
                self._fault(Code.CASE_PROVINCE_TWICE, words, province=unit.province)
            else:
                self._units[unit.province] = unit

    def _power(self, tokens: Sequence[Token]) -> tuple[Power | None, Sequence[Token]]:
        """Return the power before the colon, and what follows the colon."""
        colon = _colon(tokens)
        if colon < 1:
            self._fault(Code.CASE_LINE_UNKNOWN, tokens)
            return None, ()
        powers = {value for token in tokens[:colon] for value in token.values(WordClass.POWER)}
        if len(powers) != 1 or colon > 1:
            self._fault(Code.CASE_POWER_UNKNOWN, tokens[:colon])
            return None, ()
        return powers.pop(), tokens[colon + 1 :]

    def _says_none(self, tokens: Sequence[Token]) -> bool:
        return not tokens or (len(tokens) == 1 and tokens[0].value(WordClass.CASE) == "none")

    def _unit_refs(self, tokens: Sequence[Token]) -> list[tuple[UnitRef, Sequence[Token]]]:
        """Return the units of a list, each with its words; one that cannot be read is a fault and hides no other."""
        found = []
        for words in _items(tokens):
            cursor = self._cursor(words)
            while cursor.at < len(words):
                first = cursor.at
                ref = cursor.unit(wanted=True)
                if ref is None or ref.kind not in (ARMY, FLEET) or cursor.at == first:
                    self._fault(Code.CASE_UNIT_UNREADABLE, words[first:])
                    break
                found.append((ref, words[first : cursor.at]))
        return found

    def _cursor(self, tokens: Sequence[Token]) -> Cursor:
        return Cursor(tokens, self._lexicon, self.board, self._finder)

    def _unit(self, power: Power, ref: UnitRef, words: Sequence[Token]) -> Unit | None:
        location = self._location(ref.place, words)
        if location is None:
            return None
        kind: UnitKind = ARMY if ref.kind == ARMY else FLEET
        province = province_of(location)
        possible = self.board.locations(province, kind)
        if not possible:
            code = Code.CASE_ARMY_AT_SEA if kind == ARMY else Code.CASE_FLEET_INLAND
            self._fault(code, words, province=province)
            return None
        coast = ref.place.coast or location[4:]
        if len(possible) == 1:
            if coast:
                self._notice(Level.INFO, Code.COAST_SUPERFLUOUS, words, province=province)
            return Unit(power, kind, province)
        if f"{province}/{coast}" not in possible:
            self._fault(Code.CASE_COAST_UNKNOWN if coast else Code.CASE_COAST_MISSING, words, locations=possible)
            return None
        return Unit(power, kind, f"{province}/{coast}")

    def _location(self, ref: PlaceRef, words: Sequence[Token]) -> Location | None:
        if (
            ref.how is NameMatch.EXACT
            and len(ref.locations) == 1
            and province_of(ref.locations[0]) in self.board.provinces
        ):
            return ref.locations[0]
        several = ref.how is NameMatch.EXACT and len(ref.locations) > 1
        code = Code.NAME_AMBIGUOUS if several else Code.CASE_PROVINCE_UNKNOWN
        self._fault(code, words, locations=ref.locations[:_SHOWN])
        return None

    # the other lines

    def _words_after(self, tokens: Sequence[Token]) -> list[str]:
        """Return the words after the first word of a line and its colon, as they stand there."""
        return self._normalised.text[tokens[0].end : tokens[-1].end].replace(":", " ", 1).split()

    def _rules(self, tokens: Sequence[Token]) -> None:
        """Read `规则 tianshen coast_unstated=only …`; the words are taken from the text as they stand."""
        name, *changes = self._words_after(tokens) or [""]
        if name not in rule_set_names():
            self._fault(Code.CASE_RULES_UNKNOWN, tokens[1:] or tokens, names=rule_set_names())
            return
        rules = load_rules(name)
        wrong: set[str] = set()  # each is told once: there may be thousands, and each would quote the line
        for change in changes:
            key, _, value = change.partition("=")
            try:
                rules = rules.with_options({key: value})
            except OptionFault as fault:
                if key in wrong:
                    continue
                wrong.add(key)
                if key in option_names():
                    self._fault(Code.CASE_OPTION_WRONG, tokens, name=key, value=value, allowed=fault.allowed)
                else:
                    self._fault(Code.CASE_OPTION_UNKNOWN, self._words_of(tokens, key), names=option_names())
        self.rules = rules

    def _words_of(self, tokens: Sequence[Token], text: str) -> Sequence[Token]:
        at = self._normalised.text.find(text, tokens[0].end, tokens[-1].end)
        first = bisect_left(tokens, at, key=lambda token: token.start)
        last = bisect_left(tokens, at + len(text), key=lambda token: token.start)
        return tokens[first:last] if at >= 0 and first < last else tokens

    def _centre_line(self, rest: Sequence[Token], tokens: Sequence[Token]) -> None:
        owner: Power | None = None
        if rest and self._says_none(rest[:1]):
            rest = rest[_after_keyword(rest) :]
        else:
            owner, rest = self._power(rest or tokens)
            if owner is None:
                return
        if self._says_none(rest):
            return
        for province, words in self._places(rest):
            if not self.board.provinces[province].is_centre:
                self._fault(Code.CASE_NOT_CENTRE, words, province=province)
            elif province in self._centres:
                self._fault(Code.CASE_CENTRE_TWICE, words, province=province)
            else:
                self._centres[province] = owner

    def _places(self, tokens: Sequence[Token]) -> list[tuple[Province, Sequence[Token]]]:
        found = []
        for words in _items(tokens):
            cursor = self._cursor(words)
            while cursor.at < len(words):
                first = cursor.at
                ref = cursor.place(wanted=True)
                if ref is None or cursor.at == first:
                    self._fault(Code.CASE_PROVINCE_UNKNOWN, words[first:], locations=())
                    break
                location = self._location(ref, words[first : cursor.at])
                if location is not None:
                    found.append((province_of(location), words[first : cursor.at]))
        return found

    def _alliance(self, rest: Sequence[Token], tokens: Sequence[Token]) -> None:
        members: list[Power] = []
        for token in rest[_colon(rest) + 1 :]:
            power = token.value(WordClass.POWER)
            if power is not None:
                if power in members or any(power in other for other in self.alliances):
                    self._fault(Code.CASE_ALLY_TWICE, [token], power=power)
                members.append(power)
            elif token.kind is not TokenKind.COMMA and not token.has(WordClass.AND):
                self._fault(Code.CASE_POWER_UNKNOWN, [token])
        if len(members) < _FEWEST_ALLIES:
            self._fault(Code.CASE_ALLIANCE_SHORT, tokens)
        self.alliances.append(tuple(members))

    def _dislodged_line(self, rest: Sequence[Token], tokens: Sequence[Token]) -> None:
        self._retreat_lines.append(tokens)
        power, rest = self._power(rest or tokens)
        if power is None:
            return
        for words in _items(rest):
            self._dislodged_item(power, words)

    def _dislodged_item(self, power: Power, words: Sequence[Token]) -> None:
        cursor = self._cursor(words)
        ref = cursor.unit(wanted=True)
        if ref is None or ref.kind not in (ARMY, FLEET):
            self._fault(Code.CASE_UNIT_UNREADABLE, words)
            return
        named = words[: cursor.at]
        unit = self._unit(power, ref, named)
        attacker = self._attacker(words[cursor.at :], named)
        if attacker is None or unit is None:
            return
        if unit.province in self._dislodged:
            self._fault(Code.CASE_PROVINCE_TWICE, named, province=unit.province)
        else:
            self._dislodged[unit.province] = Dislodged(unit, *attacker)

    def _attacker(self, came: Sequence[Token], named: Sequence[Token]) -> tuple[Province, bool] | None:
        """Return where the attacker came from, and whether by sea; None, a fault, if that is not said."""
        if len(came) < 2 or came[0].value(WordClass.CASE) != "from":
            self._fault(Code.CASE_ATTACKER_MISSING, named)
            return None
        by_sea = any(token.value(WordClass.CASE) == "by_sea" or token.has(WordClass.BY_SEA) for token in came[1:])
        places = self._places([t for t in came[1:] if not (t.has(WordClass.BY_SEA) or t.kind in BRACKETS)])
        return (places[0][0], by_sea) if places else None

    def _standoff_line(self, rest: Sequence[Token], tokens: Sequence[Token]) -> None:
        self._retreat_lines.append(tokens)
        self._standoffs.update(self._places(rest))

    # the whole

    def _finish(self, span: Span) -> None:
        if self._turn is None:
            if not self.notices:
                where = self._source.where(span)
                self.notices.append(Notice(Level.ERROR, Code.CASE_NO_POSITION, where))
            return
        self._check_retreats(self._turn)
        owners = {p.id: p.home_of for p in self.board.provinces.values() if p.home_of} | self._centres
        centres = {centre: owner for centre, owner in owners.items() if owner is not None}
        dislodged = tuple(self._dislodged.values())
        self.position = Position(self._turn, self._units, centres, dislodged, frozenset(self._standoffs))

    def _check_retreats(self, turn: Turn) -> None:
        """Find lines that only a retreat turn may have, and stand-offs where a unit stands."""
        if turn.phase is not Phase.RETREATS:
            for tokens in self._retreat_lines:
                self._fault(Code.CASE_NOT_RETREATS, tokens)
        for province, words in self._standoffs.items():
            if province in self._units:
                self._fault(Code.CASE_STANDOFF_TAKEN, words, province=province)

    def _fault(self, code: Code, tokens: Sequence[Token], **data: object) -> None:
        self._notice(Level.ERROR, code, tokens, **data)

    def _notice(self, level: Level, code: Code, tokens: Sequence[Token], **data: object) -> None:
        where = self._source.where(self._normalised.span(tokens[0].start, tokens[-1].end))
        self.notices.append(Notice(level, code, where, data))


_KEYWORDS: dict[str, Callable[[PositionReader, Sequence[Token], Sequence[Token]], None]] = {
    "map": PositionReader._map_line,
    "centres": PositionReader._centre_line,
    "alliance": PositionReader._alliance,
    "dislodged": PositionReader._dislodged_line,
    "standoff": PositionReader._standoff_line,
}


def _colon(tokens: Sequence[Token]) -> int:
    """Return the index of the first colon, -1 without one."""
    return next((index for index, token in enumerate(tokens) if token.kind is TokenKind.COLON), -1)


def _after_keyword(tokens: Sequence[Token]) -> int:
    """Return the index after the first word of a line and its colon."""
    return 2 if len(tokens) > 1 and tokens[1].kind is TokenKind.COLON else 1


def _items(tokens: Sequence[Token]) -> list[Sequence[Token]]:
    """Return the elements of a list: what commas, semicolons and stops part, empty ones left out."""
    items: list[Sequence[Token]] = []
    start = 0
    for index, token in enumerate(tokens):
        if token.kind in ITEM_BREAKS or token.has(WordClass.AND):
            items.append(tokens[start:index])
            start = index + 1
    items.append(tokens[start:])
    return [item for item in items if item]
