"""A text as stretches: headings, orders, lists, directives, talk, what cannot be read; nothing dropped in silence."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.reading.grammar.disambiguate import disambiguated
from tianshen.reading.grammar.headings import Heading, parts_by_heading, read_heading, skip_numbering
from tianshen.reading.grammar.line_parts import LinePart, PartKind
from tianshen.reading.grammar.line_reader import LineReader
from tianshen.reading.grammar.order_likeness import names_only
from tianshen.reading.grammar.stretches import (
    ChatStretch,
    DecreeStretch,
    DirectiveStretch,
    GrammarContext,
    HeadingStretch,
    MarkStretch,
    UnreadableStretch,
)
from tianshen.reading.words.lexer import Lexer, Token, TokenKind
from tianshen.reading.words.word_classes import (
    NAMES,
    TEXT_KINDS,
    UNREAD_KINDS,
    VERBS_AFTER_LINE_BREAK,
)
from tianshen.text.source import Span

if TYPE_CHECKING:
    from tianshen.reading.grammar.stretches import Stretch
    from tianshen.text.source import Source

_ADDRESS = "@"  # in front of a nickname or a power: a mention, no heading
_LONGEST_JOIN = 4  # lines that one order may be broken over: more are orders of their own
_LONGEST_LIST = 40  # lines that one list may take: more than there are units, and reading stays linear


def read_stretches(source: Source, span: Span, context: GrammarContext) -> list[Stretch]:
    """Return everything between the ends of `span` as stretches, in the sequence of the text.

    Every character that is neither blank nor invisible belongs to exactly one stretch; stretches that share a span are
    several orders in the same words. `context` gives the power to which the first words belong; headings change it.
    """
    return _TextReader(source, span, context).read()


class _TextReader:
    """Reads one text line by line; remembers the last order or list, which may go on in the next line."""

    def __init__(self, source: Source, span: Span, context: GrammarContext) -> None:
        self._source = source
        self._normalised = context.lexicon.normaliser.normalise(source.text[span.start : span.end], span.start)
        self._lexer = Lexer(context.lexicon, self._normalised, source.text)
        self._reader = LineReader(source, self._normalised, context)
        self._master = context.game_master
        self._numerals = context.lexicon.numerals
        self._tokens: list[Token] = []
        self._parts: list[LinePart] = []
        self._joined = 0

    def read(self) -> list[Stretch]:
        text = self._normalised.text
        start = number = 0
        while start <= len(text):
            end = text.find("\n", start)
            end = len(text) if end < 0 else end
            self._line(self._lexer.line(start, end, number))
            start = end + 1
            number += 1
        return self._stretches()

    def _line(self, tokens: list[Token]) -> None:
        self._tokens.extend(tokens)
        solid = disambiguated([token for token in tokens if token.kind not in UNREAD_KINDS])
        if not solid:
            if not tokens:
                self._reader.section = None
                self._joined = _LONGEST_LIST
            return
        if solid[0].text.startswith(">") and not (len(solid) > 1 and solid[1].glued):
            self._parts.append(LinePart(PartKind.CHAT, solid))
            return
        for part in parts_by_heading(solid):
            self._part(part, mentions=_ADDRESS in tokens[0].text)

    def _part(self, solid: list[Token], *, mentions: bool) -> None:
        """Read a line, or its part under one heading; `mentions` says that it begins by addressing someone."""
        at = skip_numbering(solid, 0, self._numerals)
        marks = [LinePart(PartKind.MARK, solid[:at])] if at else []
        heading = None if mentions else read_heading(solid, at, self._numerals)
        if heading is not None or self._master:
            self._parts.extend(marks)
            marks = []
        if heading is not None:
            self._head(solid[at : heading.last], heading)
            at = heading.last
        if self._master:
            if at < len(solid):
                self._parts.append(LinePart(PartKind.DECREE, solid[at:]))
            return
        self._words(solid[at:], marks, fresh=heading is not None)

    def _head(self, tokens: list[Token], heading: Heading) -> None:
        if heading.power is not None or heading.game_master:
            self._reader.enter(heading.power)
            self._master = heading.game_master
        self._reader.section = WordClass.RETREAT if heading.turn is None and _announces_retreats_below(tokens) else None
        span = self._normalised.span(tokens[0].start, tokens[-1].end)
        made = HeadingStretch(span, heading.power, heading.game_master, heading.turn)
        self._parts.append(LinePart(PartKind.HEADING, tokens, (made,)))

    def _words(self, solid: list[Token], marks: list[LinePart], *, fresh: bool) -> None:
        """Read what follows heading and numbering; `marks` is the numbering, dropped if the line continues another."""
        parts = None if fresh or not solid else self._continued(solid)
        if parts is None:
            self._joined = 1
            self._reader.above = self._above(solid)
            parts = [*marks, *self._reader.parts(solid)]
        self._parts.extend(parts)

    def _above(self, solid: list[Token]) -> list[LinePart]:
        """Return what stands on the line above, after its last heading: what `同上` points at."""
        above: list[LinePart] = []
        for part in reversed(self._parts):
            if not solid or part.tokens[-1].line + 1 < solid[0].line or part.kind is PartKind.HEADING:
                break
            above.append(part)
        return above[::-1]

    def _continued(self, solid: list[Token]) -> list[LinePart] | None:
        """Read the line as the rest of the order or list above, which is read anew with it; None if it is none."""
        last = self._parts[-1] if self._parts else None
        if last is None or not self._is_right_above(last, solid):
            return None
        rest = self._rest_of_line(last)
        if not self._may_go_on(last, rest, solid[0]) or self._stands_alone(last, solid):
            return None
        before = [*last.tokens, *rest]
        joined = self._reader.order_over([*before, *solid], len(before))
        whole = last.kind is PartKind.ORDER
        if joined is None:
            if whole and rest and names_only(solid):
                self._parts[-1] = self._reader.cut_short(last)
            return None
        part, used = joined
        if whole and part.kind is not PartKind.ORDER and used < len(last.tokens) + len(solid):
            return None  # below it stand words that only begin with a place
        self._parts.pop()
        self._joined += 1
        return [part, *self._reader.parts(solid[used - len(before) :])]

    def _is_right_above(self, last: LinePart, solid: list[Token]) -> bool:
        if last.kind not in (PartKind.ORDER, PartKind.UNREADABLE) or self._joined >= _LONGEST_LIST:
            return False
        return last.tokens[-1].line + 1 == solid[0].line

    def _may_go_on(self, last: LinePart, rest: list[Token], first: Token) -> bool:
        """Return whether a part, with nothing but commas in the `rest` of its line, may go on with the next line."""
        if any(token.kind is not TokenKind.COMMA for token in rest):
            return False
        if last.listed:
            return True
        return self._joined < _LONGEST_JOIN and (last.unfinished or bool(rest) or _has_no_subject(first))

    def _stands_alone(self, last: LinePart, solid: list[Token]) -> bool:
        """Return whether the line begins with an order of its own."""
        section = self._reader.section
        alone = self._reader.parts(solid)
        self._reader.section = section
        return bool(alone) and alone[0].kind is PartKind.ORDER and not _leaves_unit_word(last, alone[0])

    def _rest_of_line(self, last: LinePart) -> list[Token]:
        """Return what follows the part on its line, noise left out."""
        rest: list[Token] = []
        for token in reversed(self._tokens):
            if token.line > last.tokens[-1].line:
                continue
            if token.start < last.tokens[-1].end:
                break
            if token.kind not in UNREAD_KINDS:
                rest.append(token)
        return rest[::-1]

    # from parts to stretches

    def _stretches(self) -> list[Stretch]:
        stretches: list[Stretch] = []
        loose: list[Token] = []
        tokens = iter(self._tokens)
        token = next(tokens, None)
        for part in self._parts:
            start, end = part.tokens[0].start, part.tokens[-1].end
            while token is not None and token.start < start:
                loose.append(token)
                token = next(tokens, None)
            self._flush(loose, stretches)
            while token is not None and token.start < end:
                token = next(tokens, None)
            stretches.extend(self._of(part))
        while token is not None:
            loose.append(token)
            token = next(tokens, None)
        self._flush(loose, stretches)
        return self._talk_joined(stretches)

    def _talk_joined(self, stretches: list[Stretch]) -> list[Stretch]:
        """Return the stretches with the talk on one line as one of them, with the marks in it."""
        joined: list[Stretch] = []
        before = -1  # the last one that is no mark
        for stretch in stretches:
            last = joined[before] if before >= 0 else None
            if (
                isinstance(stretch, ChatStretch)
                and isinstance(last, ChatStretch)
                and self._source.line_of(last.span.start) == self._source.line_of(stretch.span.start)
            ):
                joined[before:] = [ChatStretch(Span(last.span.start, stretch.span.end))]
                continue
            if not isinstance(stretch, MarkStretch):
                before = len(joined)
            joined.append(stretch)
        return joined

    def _flush(self, loose: list[Token], stretches: list[Stretch]) -> None:
        """Add what no part holds: marks, one stretch for each line; words among them are talk."""
        for _, group in groupby(loose, key=lambda token: token.line):
            line = list(group)
            span = self._normalised.span(line[0].start, line[-1].end)
            words = any(token.kind in TEXT_KINDS or token.text[0].isalpha() for token in line)
            stretches.append(ChatStretch(span) if words else MarkStretch(span))
        loose.clear()

    def _of(self, part: LinePart) -> list[Stretch]:
        span = self._normalised.span(part.tokens[0].start, part.tokens[-1].end)
        if part.kind is PartKind.CHAT:
            return [ChatStretch(span)]
        if part.kind is PartKind.DECREE:
            return [DecreeStretch(span)]
        if part.kind is PartKind.MARK:
            return [MarkStretch(span)]
        if part.kind is PartKind.DIRECTIVE and part.directive is not None:
            return [DirectiveStretch(span, part.directive)]
        if part.kind is PartKind.UNREADABLE:
            return [UnreadableStretch(span, part.notices)]
        return list(part.stretches)


def _has_no_subject(token: Token) -> bool:
    """Return whether a line that begins so has no subject of its own."""
    if token.kind is TokenKind.ARROW:
        return True
    return token.is_of(VERBS_AFTER_LINE_BREAK) and not token.is_of(NAMES) and len(token.text) > 1


def _leaves_unit_word(last: LinePart, alone: LinePart) -> bool:
    """Return whether a unit word ends the first line and the second names a place: `F NWG S GeF` before `NTH-Edi`."""
    return last.unfinished and last.tokens[-1].has(WordClass.UNIT) and not alone.tokens[0].has(WordClass.UNIT)


def _announces_retreats_below(tokens: list[Token]) -> bool:
    """Return whether a heading says that what stands below it are retreats: `俄国撤退：`."""
    return any(token.has(WordClass.RETREAT) and len(token.text) > 1 for token in tokens)
