"""The game master's decrees: orders on behalf of a power, orders struck, retreats, disbands, builds, ends of the game.

What a decree says besides orders is data: `locales/<lang>/decrees.toml`. Orders in it are read by the grammar.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from tianshen.errors import DataError
from tianshen.locale.lexicon import WordClass
from tianshen.locale.names import languages
from tianshen.model.orders import Build, Decrees, Disband, Move, RetreatList, Waive
from tianshen.model.position import ARMY, FLEET, province_of
from tianshen.model.turns import Phase
from tianshen.notices import Code, Level, Notice
from tianshen.reading.grammar.read_text import read_stretches
from tianshen.reading.grammar.stretches import ListStretch, MarkStretch, OrderStretch, UnreadableStretch
from tianshen.reading.ownership import power_of
from tianshen.reading.posts.line_patterns import NoTimes, compile_pattern, lines_of
from tianshen.reading.result import Given
from tianshen.reading.words.lexer import Lexer, TokenKind
from tianshen.reading.words.word_classes import (
    COASTS,
    NAMES,
    TEXT_KINDS,
)
from tianshen.resources import read_toml
from tianshen.text.source import Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tianshen.model.orders import Order, UnitOrder
    from tianshen.model.position import Location, Power, Province
    from tianshen.notices import Where
    from tianshen.reading.grammar.stretches import Stretch
    from tianshen.reading.posts.line_patterns import LinePattern, PatternMatch
    from tianshen.reading.turn_context import TurnContext
    from tianshen.text.source import Source

_KINDS = ("ended", "stalemate", "draw", "void", "disband")
_GAPS = {"what": r"(?P<what>.+?)", "years": r"(?P<years>[^\s]{1,8}?)"}
_CLOSING = "。.!！;；,， \t\u3000"
_REMARK = "//"
_BESIDE_NAMES = COASTS | {WordClass.UNIT, WordClass.PARTICLE, WordClass.AND}


@dataclass(frozen=True, slots=True)
class DecreeLine:
    """A line of the game master's own; `place` is its rank in the sequence of the whole input."""

    span: Span
    source: Source
    words: Source
    place: int


@dataclass(slots=True)
class Decreed:
    """All decrees of a turn. `moves` and `waived` are what they put in place of players' orders; `given` by rank."""

    moves: dict[Province, UnitOrder] = field(default_factory=dict)
    voided: set[Province] = field(default_factory=set)
    retreats: dict[Province, Location] = field(default_factory=dict)
    disbands: dict[Province, None] = field(default_factory=dict)
    builds: dict[Power, list[Build]] = field(default_factory=dict)
    waived: set[Power] = field(default_factory=set)
    struck: set[Power] = field(default_factory=set)  # whose builds and disbands are void
    ended: bool = False
    draw: tuple[Power, ...] = ()
    stalemate: bool = False
    given: list[tuple[int, Given]] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)

    def decrees(self) -> Decrees:
        """Return the decrees as the judge takes them."""
        return Decrees(
            frozenset(self.moves),
            frozenset(self.voided),
            dict(self.retreats),
            tuple(self.disbands),
            {power: tuple(builds) for power, builds in self.builds.items()},
            self.ended,
            self.draw,
            self.stalemate,
        )

    def settles(self, power: Power | None, units: frozenset[Province] | None) -> bool:
        """Return whether decrees speak of all these units or, for None, of the power's builds and disbands."""
        if units is None:
            return power in self.builds or power in self.waived or power in self.struck or bool(self.disbands)
        spoken = {*self.moves, *self.voided, *self.retreats, *self.disbands}
        return bool(units) and units <= spoken


def names_decree(words: Source, span: Span) -> bool:
    """Return whether a line says what only the game master can: that orders are void, that the game is over."""
    return any(_found(kind, words, span) is not None for kind in ("void", "ended", "draw", "stalemate"))


def read_decrees(lines: Sequence[DecreeLine], context: TurnContext) -> Decreed:
    """Read what the lines lay down, in their sequence; a later one on the same subject counts.

    A line that cannot be read as a decree, or speaks of a unit that does not stand there, is an error.
    """
    reader = _DecreeReader(context)
    for line in lines:
        reader.read(line)
    return reader.decreed


@cache
def _patterns(kind: str) -> tuple[LinePattern, ...]:
    patterns: list[LinePattern] = []
    for lang in languages():
        path = ("locales", lang, "decrees.toml")
        try:
            patterns.extend(compile_pattern(source, _GAPS.__getitem__) for source in read_toml(*path)[kind])
        except (LookupError, TypeError, ValueError, AttributeError) as error:  # among them `PatternFault`
            raise DataError("/".join(path), [f"{kind}: {error}"]) from error
    return tuple(patterns)


def _found(kind: str, words: Source, span: Span) -> PatternMatch | None:
    text = words.text[span.start : span.end].partition(_REMARK)[0].rstrip(_CLOSING)
    line = replace(lines_of(text, NoTimes())[0], start=span.start)
    return next((found for pattern in _patterns(kind) if (found := pattern.on(line))), None)


class _Fault(Exception):
    """A decree that cannot stand; becomes a notice."""

    def __init__(self, code: Code, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data


class _DecreeReader:
    def __init__(self, context: TurnContext) -> None:
        self._context = context
        self.decreed = Decreed()

    def read(self, line: DecreeLine) -> None:
        """Read one line; a fault in it becomes a notice and leaves everything as it was."""
        try:
            for kind in _KINDS:
                found = _found(kind, line.words, line.span)
                if found is not None:
                    self._word(kind, line, found)
                    return
            self._orders(line)
        except _Fault as fault:
            self.decreed.notices.append(Notice(Level.ERROR, fault.code, self._where(line), fault.data))

    def _where(self, line: DecreeLine, span: Span | None = None) -> Where:
        return line.source.where(span or line.span)

    # words of their own

    def _word(self, kind: str, line: DecreeLine, found: PatternMatch) -> None:
        decreed = self.decreed
        named = found.text("what")
        if kind == "ended":
            decreed.ended = True
        elif kind == "stalemate":
            self._check_years(found.text("years") or "")
            decreed.stalemate = True
        elif kind == "draw":
            powers, _ = self._named(line, found) if named else (self._alive(), [])
            decreed.draw = tuple(powers)
        elif kind == "void":
            self._void(line, *self._named(line, found))
        else:
            powers, places = self._named(line, found)
            if not places:
                raise _Fault(Code.DECREE_UNREADABLE)
            for province in places:
                self._disband(line, self._disband_of(province), powers[0] if powers else None)

    def _check_years(self, said: str) -> None:
        """Raise a fault if the number of years is not that of the rule."""
        numerals = self._context.lexicon.numerals
        years = int(said) if said.isdecimal() else numerals.find(said) if len(said) == 1 else -1
        wanted = self._context.options.stalemate_years
        if years >= 0 and wanted is not None and years != wanted:
            raise _Fault(Code.DECREE_YEARS_DIFFER, years=wanted)

    def _alive(self) -> list[Power]:
        position = self._context.position
        alive = {unit.power for unit in position.units.values()} | set(position.centres.values())
        return [power for power in self._context.board.powers if power in alive]

    def _named(self, line: DecreeLine, found: PatternMatch) -> tuple[list[Power], list[Province]]:
        """Return the powers and provinces in the words of a gap; every other word must be a unit or coast word."""
        start, end = found.bounds("what")
        text = line.words.text
        normalised = self._context.lexicon.normaliser.normalise(text[start:end], start)
        powers: dict[Power, None] = {}
        places: dict[Province, None] = {}
        for token in Lexer(self._context.lexicon, normalised, text).line(0, len(normalised.text)):
            provinces = {province_of(place) for place in token.values(WordClass.PLACE)}
            if len(provinces) > 1:
                raise _Fault(Code.NAME_AMBIGUOUS, locations=tuple(sorted(provinces)))
            if provinces:
                places[provinces.pop()] = None
            elif token.has(WordClass.POWER) and not token.has(WordClass.UNIT):
                powers.update(dict.fromkeys(token.values(WordClass.POWER)))
            elif token.kind in TEXT_KINDS and not token.is_of(_BESIDE_NAMES):
                raise _Fault(Code.DECREE_UNREADABLE)
        if not (powers or places):
            raise _Fault(Code.DECREE_UNREADABLE)
        return list(powers), list(places)

    def _void(self, line: DecreeLine, powers: list[Power], places: list[Province]) -> None:
        for province in places:
            self._check_owner(province, powers[0] if powers else None)
        if not places:
            self.decreed.struck.update(powers)
            units = self._context.position.units
            dislodged = (item.unit for item in self._context.position.dislodged)
            places = [unit.province for unit in (*units.values(), *dislodged) if unit.power in powers]
        self.decreed.voided.update(places)
        for province in places:
            if self.decreed.moves.pop(province, None) is not None:
                self._forget(line, province)

    def _check_owner(self, province: Province, named: Power | None) -> Power:
        """Return the power whose unit stands there; raise a fault if the decree names another."""
        owner = self._context.owner(province)
        if owner is None:
            raise _Fault(Code.DECREE_NOBODY_THERE, province=province)
        if named is not None and named != owner:
            raise _Fault(Code.DECREE_OTHER_POWER, province=province, power=owner)
        return owner

    # orders

    def _orders(self, line: DecreeLine) -> None:
        text = line.words.text[line.span.start : line.span.end].partition(_REMARK)[0]
        named, start = self._first_power(line)
        found = read_stretches(line.words, Span(start, line.span.start + len(text)), self._context.grammar(None))
        stretches = [item for item in found if not isinstance(item, MarkStretch)]
        unreadable = [notice for item in stretches if isinstance(item, UnreadableStretch) for notice in item.notices]
        if unreadable:
            self.decreed.notices.extend(unreadable)
            return
        if not stretches:
            raise _Fault(Code.DECREE_UNREADABLE)
        for item in _only_orders(stretches):
            self.decreed.notices.extend(item.notices)
            for order, span in _orders_in(item):
                self._order(line, order, span, named)

    def _first_power(self, line: DecreeLine) -> tuple[Power | None, int]:
        """Return the power with which the line begins, and where the words after it begin."""
        text = line.words.text
        normalised = self._context.lexicon.normaliser.normalise(text[line.span.start : line.span.end], line.span.start)
        tokens = Lexer(self._context.lexicon, normalised, text).line(0, len(normalised.text))
        powers = set(tokens[0].values(WordClass.POWER)) if tokens and not tokens[0].is_of(NAMES) else set()
        if len(powers) != 1:
            return None, line.span.start
        colon = len(tokens) > 1 and tokens[1].kind is TokenKind.COLON
        return powers.pop(), normalised.span(0, tokens[1 if colon else 0].end).end

    def _order(self, line: DecreeLine, order: Order, span: Span, named: Power | None) -> None:
        context = self._context
        if isinstance(order, Waive):
            if named is None:
                raise _Fault(Code.DECREE_UNREADABLE)
            self.decreed.waived.add(named)
            self._give(line, named, order, span)
        elif isinstance(order, Build):
            self._build(line, order, span, named)
        elif isinstance(order, Disband):
            self._disband(line, order, named)
        elif isinstance(order, RetreatList):
            self._retreat(line, order, span, named)
        elif context.phase is Phase.RETREATS and isinstance(order, Move) and not order.by_sea:
            self._retreat(line, RetreatList(order.unit, (order.to,)), span, named)
        elif context.phase is not Phase.MOVES:
            raise _Fault(Code.DECREE_WRONG_PHASE)
        else:
            self._movement(line, order, span, named)

    def _movement(self, line: DecreeLine, order: UnitOrder, span: Span, named: Power | None) -> None:
        power = self._check_owner(order.unit, named)
        if order.unit in self.decreed.moves:
            self._forget(line, order.unit)
        self.decreed.moves[order.unit] = order
        self.decreed.voided.discard(order.unit)
        self._give(line, power, order, span)

    def _retreat(self, line: DecreeLine, order: RetreatList, span: Span, named: Power | None) -> None:
        if len(order.entries) != 1:
            raise _Fault(Code.DECREE_ONE_RETREAT)
        power = self._check_owner(order.unit, named)
        if order.unit in self.decreed.retreats:
            self._forget(line, order.unit, retreat=True)
        self.decreed.retreats[order.unit] = order.entries[0]
        self._give(line, power, order, span)

    def _build(self, line: DecreeLine, order: Build, span: Span, named: Power | None) -> None:
        home = power_of(order, self._context)
        if home is None:
            raise _Fault(Code.DECREE_NO_HOME, province=province_of(order.at))
        if named is not None and named != home:
            raise _Fault(Code.DECREE_OTHER_POWER, province=province_of(order.at), power=home)
        self.decreed.builds.setdefault(home, []).append(order)
        self._give(line, home, order, span)

    def _disband_of(self, province: Province) -> Disband:
        """Return the disband of whatever stands there; nobody need stand there yet."""
        position = self._context.position
        dislodged = [item.unit for item in position.dislodged if item.unit.province == province]
        unit = dislodged[0] if dislodged else position.units.get(province)
        if unit is not None:
            return Disband(unit.kind, unit.at)
        return Disband(FLEET if province in self._context.board.seas else ARMY, province)

    def _disband(self, line: DecreeLine, order: Disband, named: Power | None) -> None:
        province = province_of(order.at)
        power = power_of(order, self._context)
        if named is not None and power is not None and named != power:
            raise _Fault(Code.DECREE_OTHER_POWER, province=province, power=power)
        if power is None and named is None:
            raise _Fault(Code.DECREE_NOBODY_THERE, province=province)
        self.decreed.disbands[province] = None
        self._give(line, power or named or "", order, line.span)

    def _forget(self, line: DecreeLine, province: Province, *, retreat: bool = False) -> None:
        """Drop an earlier decree on the unit's move, or on its retreat, with a warning."""
        data: Mapping[str, object] = {"province": province}
        self.decreed.notices.append(Notice(Level.WARNING, Code.DECREE_TWICE, self._where(line), data))
        self.decreed.given = [
            (place, given)
            for place, given in self.decreed.given
            if given.order.unit != province or isinstance(given.order, RetreatList) != retreat
        ]

    def _give(self, line: DecreeLine, power: Power, order: Order, span: Span) -> None:
        place = line.place + span.start - line.span.start
        self.decreed.given.append((place, Given(power, order, self._where(line, span), None, decree=True)))


def _only_orders(stretches: Sequence[Stretch]) -> list[OrderStretch | ListStretch]:
    """Return the stretches; raise a fault if one of them is no order."""
    orders = [item for item in stretches if isinstance(item, OrderStretch | ListStretch)]
    if len(orders) < len(stretches):
        raise _Fault(Code.DECREE_UNREADABLE)
    return orders


def _orders_in(item: OrderStretch | ListStretch) -> list[tuple[Order, Span]]:
    return [(item.order, item.span)] if isinstance(item, OrderStretch) else list(item.entries)
