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
_LONGEST_JOIN = 4  # lines that one order may be broken over
_LONGEST_LIST = 40  # lines that one list may take


def read_stretches(source: Source, span: Span, context: GrammarContext) -> list[Stretch]:
    """Everything between the ends of `span` as stretches, in the sequence of the text.

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
        self._clerk = LineReader(source, self._normalised, context)
        self._master = context.game_master
        self._numerals = context.lexicon.numerals
        self._tokens: list[Token] = []
        self._pieces: list[LinePart] = []
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
                self._clerk.section = None
                self._joined = _LONGEST_LIST
            return
        if solid[0].text.startswith(">") and not (len(solid) > 1 and solid[1].glued):
            self._pieces.append(LinePart(PartKind.CHAT, solid))
            return
        for part in parts_by_heading(solid):
            self._part(part, mentions=_ADDRESS in tokens[0].text)

    def _part(self, solid: list[Token], *, mentions: bool) -> None:
        """A line, or what of it stands under one heading; `mentions` says that it begins by addressing someone."""
        at = skip_numbering(solid, 0, self._numerals)
        marks = [LinePart(PartKind.MARK, solid[:at])] if at else []
        heading = None if mentions else read_heading(solid, at, self._numerals)
        if heading is not None or self._master:
            self._pieces.extend(marks)
            marks = []
        if heading is not None:
            self._head(solid[at : heading.last], heading)
            at = heading.last
        if self._master:
            if at < len(solid):
                self._pieces.append(LinePart(PartKind.DECREE, solid[at:]))
            return
        self._words(solid[at:], marks, fresh=heading is not None)

    def _head(self, tokens: list[Token], heading: Heading) -> None:
        if heading.power is not None or heading.game_master:
            self._clerk.enter(heading.power)
            self._master = heading.game_master
        self._clerk.section = WordClass.RETREAT if heading.turn is None and _tells_retreats(tokens) else None
        span = self._normalised.span(tokens[0].start, tokens[-1].end)
        made = HeadingStretch(span, heading.power, heading.game_master, heading.turn)
        self._pieces.append(LinePart(PartKind.HEADING, tokens, (made,)))

    def _words(self, solid: list[Token], marks: list[LinePart], *, fresh: bool) -> None:
        """What stands behind heading and numbering; `marks` is the numbering, swallowed where the line is a rest."""
        pieces = None if fresh or not solid else self._continued(solid)
        if pieces is None:
            self._joined = 1
            self._clerk.above = self._above(solid)
            pieces = [*marks, *self._clerk.pieces(solid)]
        self._pieces.extend(pieces)

    def _above(self, solid: list[Token]) -> list[LinePart]:
        """What stands on the line above, from its last heading on: what `同上` points at."""
        above: list[LinePart] = []
        for piece in reversed(self._pieces):
            if not solid or piece.tokens[-1].line + 1 < solid[0].line or piece.kind is PartKind.HEADING:
                break
            above.append(piece)
        return above[::-1]

    def _continued(self, solid: list[Token]) -> list[LinePart] | None:
        """The line as the rest of the order or list before it, which is taken back and read anew with it."""
        last = self._pieces[-1] if self._pieces else None
        if last is None or last.kind not in (PartKind.ORDER, PartKind.UNREADABLE) or self._joined >= _LONGEST_LIST:
            return None
        if last.tokens[-1].line + 1 != solid[0].line:
            return None
        rest = self._rest_of_line(last)
        if any(token.kind is not TokenKind.COMMA for token in rest) or (
            not last.listed and self._joined >= _LONGEST_JOIN
        ):
            return None
        if not (last.unfinished or last.listed or rest or self._goes_on(solid[0])):
            return None
        before = [*last.tokens, *rest]
        section = self._clerk.section
        alone = self._clerk.pieces(solid)
        self._clerk.section = section
        if alone and alone[0].kind is PartKind.ORDER and not self._dangles(last, alone[0]):
            return None
        joined = self._clerk.order_over([*before, *solid], len(before))
        if joined is None:
            if rest and last.kind is PartKind.ORDER and names_only(solid):
                self._pieces[-1] = self._clerk.cut_short(last)
            return None
        piece, used = joined
        if last.kind is PartKind.ORDER and piece.kind is not PartKind.ORDER and used < len(last.tokens) + len(solid):
            return None  # a whole order, and below it words that only begin with a place
        self._pieces.pop()
        self._joined += 1
        return [piece, *self._clerk.pieces(solid[used - len(before) :])]

    def _rest_of_line(self, last: LinePart) -> list[Token]:
        """What stands behind the piece on its line, noise left out."""
        rest: list[Token] = []
        for token in reversed(self._tokens):
            if token.line > last.tokens[-1].line:
                continue
            if token.start < last.tokens[-1].end:
                break
            if token.kind not in UNREAD_KINDS:
                rest.append(token)
        return rest[::-1]

    def _goes_on(self, token: Token) -> bool:
        """Whether a line that begins so has no subject of its own."""
        if token.kind is TokenKind.ARROW:
            return True
        return token.is_of(VERBS_AFTER_LINE_BREAK) and not token.is_of(NAMES) and len(token.text) > 1

    def _dangles(self, last: LinePart, alone: LinePart) -> bool:
        """`F NWG S GeF` before `NTH-Edi`: the first line ends in a unit word, the second names a place without one."""
        return last.unfinished and last.tokens[-1].has(WordClass.UNIT) and not alone.tokens[0].has(WordClass.UNIT)

    # from pieces to stretches

    def _stretches(self) -> list[Stretch]:
        stretches: list[Stretch] = []
        loose: list[Token] = []
        tokens = iter(self._tokens)
        token = next(tokens, None)
        for piece in self._pieces:
            start, end = piece.tokens[0].start, piece.tokens[-1].end
            while token is not None and token.start < start:
                loose.append(token)
                token = next(tokens, None)
            self._flush(loose, stretches)
            while token is not None and token.start < end:
                token = next(tokens, None)
            stretches.extend(self._of(piece))
        while token is not None:
            loose.append(token)
            token = next(tokens, None)
        self._flush(loose, stretches)
        return self._talk_joined(stretches)

    def _talk_joined(self, stretches: list[Stretch]) -> list[Stretch]:
        """Talk on one line as one stretch, with the marks in it."""
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
        """What no piece holds: marks, one stretch for each line; words among them are talk."""
        for _, group in groupby(loose, key=lambda token: token.line):
            line = list(group)
            span = self._normalised.span(line[0].start, line[-1].end)
            words = any(token.kind in TEXT_KINDS or token.text[0].isalpha() for token in line)
            stretches.append(ChatStretch(span) if words else MarkStretch(span))
        loose.clear()

    def _of(self, piece: LinePart) -> list[Stretch]:
        span = self._normalised.span(piece.tokens[0].start, piece.tokens[-1].end)
        if piece.kind is PartKind.CHAT:
            return [ChatStretch(span)]
        if piece.kind is PartKind.DECREE:
            return [DecreeStretch(span)]
        if piece.kind is PartKind.MARK:
            return [MarkStretch(span)]
        if piece.kind is PartKind.DIRECTIVE and piece.directive is not None:
            return [DirectiveStretch(span, piece.directive)]
        if piece.kind is PartKind.UNREADABLE:
            return [UnreadableStretch(span, piece.notices)]
        return list(piece.stretches)


def _tells_retreats(tokens: list[Token]) -> bool:
    """Whether a heading says that what stands below it are retreats: `俄国撤退：`."""
    return any(token.has(WordClass.RETREAT) and len(token.text) > 1 for token in tokens)
