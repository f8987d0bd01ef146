"""A line by sentences and clauses: which are orders, which are meant as such, which are talk."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.model.turns import Phase
from tianshen.notices import Code
from tianshen.reading.grammar.cursor import Cursor
from tianshen.reading.grammar.directives import directive_of, section_of, takes_back
from tianshen.reading.grammar.ditto import NO_ORDERS, PrecedingOrders
from tianshen.reading.grammar.drafts import (
    BuildDraft,
    DisbandDraft,
    Draft,
    HoldDraft,
    MoveDraft,
    RetreatDraft,
    SameAsPrevious,
    SupportDraft,
    SupportPrevious,
    Trouble,
)
from tianshen.reading.grammar.headings import names_power, skip_label, skip_numbering, unknown_label
from tianshen.reading.grammar.line_parts import LinePart, PartKind, StretchBuilder, orders_of
from tianshen.reading.grammar.lists import read_retreat_entries
from tianshen.reading.grammar.moves import read_subjects
from tianshen.reading.grammar.one_order import read_one_order
from tianshen.reading.grammar.order_likeness import (
    asks,
    has_any,
    has_strong_verb,
    has_verb,
    is_bargain,
    is_order_like,
    is_talk,
    names_only,
    opens_list,
)
from tianshen.reading.grammar.sentence import Sentence, sentences_of
from tianshen.reading.words.lexer import TokenKind
from tianshen.reading.words.near_names import name_finder
from tianshen.reading.words.word_classes import (
    ARROW_OR_COLON,
    NAMES,
    PROMPT_WORDS,
    RETREAT_VERBS,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tianshen.locale.normalise import Normalised
    from tianshen.model.position import Power
    from tianshen.reading.grammar.stretches import GrammarContext
    from tianshen.reading.words.lexer import Token
    from tianshen.text.source import Source

_NEAR = 40  # pieces of a line that may be meant where an object is left out
_ASIDES = "([<"


class LineReader:
    """Sorts the words of lines into pieces, for one power at a time.

    `section` is set below a line that only says what follows: retreats, supports, other orders. `above` is what
    stands on the line above.
    """

    def __init__(self, source: Source, normalised: Normalised, context: GrammarContext) -> None:
        self._context = context
        self._numerals = context.lexicon.numerals
        self._finder = name_finder(context.lexicon)
        self._writer = StretchBuilder(source, normalised, context)
        self.section: WordClass | None = None
        self._on_line: WordClass | None = None
        self._led = context.power is None
        self.above: Sequence[LinePart] = ()
        self._beside: list[LinePart] = []

    def enter(self, power: Power | None) -> None:
        """From here on orders belong to this power."""
        self._led = power is None
        self._belong_to(power)

    def _belong_to(self, power: Power | None) -> None:
        self._context = replace(self._context, power=power)
        self._writer.enter(self._context)

    def pieces(self, tokens: Sequence[Token]) -> list[LinePart]:
        """The pieces of one line; together with the marks between them they make up all its tokens."""
        self._on_line = None
        found = [] if names_only(tokens) and self.section is None else self._sentences(tokens)
        if names_only(tokens) and all(piece.kind is PartKind.CHAT for piece in found):
            trouble = Trouble(Code.ORDER_INCOMPLETE, len(tokens), len(tokens), unfinished=True)
            return [self._writer.unreadable(tokens, 0, len(tokens), trouble)]
        return found

    def _sentences(self, tokens: Sequence[Token]) -> list[LinePart]:
        found: list[LinePart] = []
        self._beside = []
        remark = next((i for i, token in enumerate(tokens) if token.kind is TokenKind.REMARK), len(tokens))
        for sentence, ending in sentences_of(tokens[:remark]):
            found.extend(self._sentence(sentence, ending))
        if remark < len(tokens):
            found.append(LinePart(PartKind.CHAT, tokens[remark:]))
        return found

    def order_over(self, tokens: Sequence[Token], boundary: int) -> tuple[LinePart, int] | None:
        """The order that begins with the first token, if it goes on beyond the boundary; unfinished if cut short.

        Its piece, and how many of the tokens it takes. Numbering behind the boundary is passed over.
        """
        numbered = skip_numbering(tokens, boundary, self._numerals)
        whole = [*tokens[:boundary], *tokens[numbered:]]
        reading = Sentence(whole, self._cursor(whole))
        found = self._read(reading, 0, wanted=True)
        trouble = reading.cursor.trouble
        if not found and trouble is not None and trouble.unfinished:
            return self._writer.unreadable(whole, 0, len(whole), trouble), len(tokens)
        if not found or reading.cursor.at <= boundary or not reading.ends_well(reading.cursor.at):
            return None
        piece = self._writer.order(whole, found, 0, reading.cursor.at)
        return piece, reading.cursor.at + numbered - boundary

    def cut_short(self, piece: LinePart) -> LinePart:
        """An order behind which more names follow on the next line: what they are to it cannot be told."""
        count = len(piece.tokens)
        return self._writer.unreadable(piece.tokens, 0, count, Trouble(Code.ORDER_LEFTOVER, 0, count))

    def _cursor(self, tokens: Sequence[Token]) -> Cursor:
        retreats = self._context.position.turn.phase is Phase.RETREATS
        return Cursor(tokens, self._context.lexicon, self._context.board, self._finder, retreats=retreats)

    # sentences

    def _sentence(self, tokens: Sequence[Token], ending: TokenKind | None) -> list[LinePart]:
        if not tokens:
            return []
        if has_any(tokens, WordClass.CONDITION):
            return [self._meant_or_talk(tokens, Code.ORDER_CONDITIONAL, talk=is_bargain(tokens))]
        if ending is TokenKind.ASK or asks(tokens):
            return [self._meant_or_talk(tokens, Code.ORDER_DOUBTFUL, talk=self._is_talk(tokens))]
        if tokens[0].has(WordClass.EXAMPLE) and not tokens[0].has(WordClass.PLACE):
            return [LinePart(PartKind.CHAT, tokens)]
        section, at = section_of(tokens)
        found: list[LinePart] = [LinePart(PartKind.MARK, tokens[:at])] if section is not None else []
        if section is not None and at == len(tokens):
            self.section = section
        elif section is not None:
            self._on_line = section
        reading = Sentence(tokens, self._cursor(tokens))
        while at < len(tokens):
            end = reading.clause_end(at)
            at = self._clause(reading, at, end, found)
            if at < len(tokens) and tokens[at].kind is TokenKind.COMMA:
                at += 1
        if ending is not None and found and found[-1].unfinished:
            found[-1] = replace(found[-1], unfinished=False)
        return [self._writer.doubted(piece) for piece in found] if _is_prompted(found) else found

    def _is_talk(self, tokens: Sequence[Token]) -> bool:
        return is_talk(tokens, self._context.power)

    def _meant_or_talk(self, tokens: Sequence[Token], code: Code, *, talk: bool) -> LinePart:
        """A sentence that as a whole gives no order: an error if it looks like one and is no plain talk."""
        reading = Sentence(tokens, self._cursor(tokens))
        meant = any(is_order_like(tokens[start:end]) for start, end in reading.clauses())
        if not meant or talk:
            return LinePart(PartKind.CHAT, tokens)
        return self._writer.unreadable(tokens, 0, len(tokens), Trouble(code, 0, len(tokens)))

    def _clause(self, reading: Sentence, at: int, end: int, found: list[LinePart]) -> int:
        """Reads one clause into `found`; where the next one begins (lists may reach beyond the clause's own end)."""
        tokens = reading.tokens
        if at + 2 < end and tokens[at].has(WordClass.DIRECTIVE) and tokens[at + 1].kind is TokenKind.COLON:
            found.append(LinePart(PartKind.DIRECTIVE, tokens[at : at + 2], directive=directive_of(tokens[at : at + 2])))
            return at + 2
        clause = tokens[at:end]
        if not clause:
            return end
        directive = directive_of(clause)
        if directive is not None:
            found.append(LinePart(PartKind.DIRECTIVE, clause, directive=directive))
            return end
        if takes_back(clause) and not has_any(clause, WordClass.PERSON):
            found.append(self._writer.unreadable(tokens, at, end, Trouble(Code.ORDER_DOUBTFUL, at, end)))
            return end
        start = skip_label(tokens, skip_numbering(tokens, at, self._numerals), end, self._numerals)
        label = unknown_label(tokens, start, end)
        meant = is_order_like(tokens[label:end])
        if label > start:
            found.append(self._labelled(clause, label - at, wanted=meant))
            return end
        if start > at:
            found.append(LinePart(PartKind.MARK, tokens[at:start]))
        return self._bracketed(reading, start, end, found, wanted=meant or has_strong_verb(tokens[start:end]))

    def _labelled(self, clause: Sequence[Token], label: int, *, wanted: bool) -> LinePart:
        if wanted and not self._is_talk(clause):
            return self._writer.unreadable(clause, 0, len(clause), Trouble(Code.LABEL_UNKNOWN, 0, label))
        return LinePart(PartKind.CHAT, clause)

    def _bracketed(self, reading: Sentence, at: int, end: int, found: list[LinePart], *, wanted: bool) -> int:
        """A clause that stands as a whole in `「」` or `【】` is read like one without; one in `()` may be an aside."""
        tokens = reading.tokens
        whole = at < end and tokens[at].kind is TokenKind.OPEN and reading.closing(at) == end
        inside = tokens[at + 1 : end - 1] if whole else ()
        if not inside or inside[0].kind is TokenKind.OPEN:
            return self._orders(reading, at, end, found, wanted=wanted)
        if tokens[at].text in _ASIDES:
            found.append(self._meant_or_talk(tokens[at:end], Code.ORDER_DOUBTFUL, talk=self._is_talk(inside)))
            return end
        found.append(LinePart(PartKind.MARK, tokens[at : at + 1]))
        found.extend(self._sentence(inside, None))
        found.append(LinePart(PartKind.MARK, tokens[end - 1 : end]))
        return end

    def _orders(self, reading: Sentence, at: int, end: int, found: list[LinePart], *, wanted: bool) -> int:
        """Reads the orders that stand one behind the other from a token on, with the remarks between them."""
        tokens = reading.tokens
        first = True
        while at < end:
            token = tokens[at]
            if token.kind is TokenKind.COMMA or (not first and token.kind is TokenKind.SLASH):
                at += 1
                first = True
                continue
            if not first and token.kind is TokenKind.OPEN:
                close = reading.closing(at)
                found[-1:] = self._remarked(reading, found[-1], at, close)
                at = close
            elif not first and reading.only_ends(at):
                behind = reading.clause_end(at)
                found.append(LinePart(PartKind.CHAT, tokens[at:behind]))
                at = behind
            elif not first and token.has(WordClass.ENDING):
                found.append(LinePart(PartKind.CHAT, tokens[at : at + 1]))
                at += 1
            elif not first and token.kind is TokenKind.NUMBER:
                behind = reading.after_number(at)
                found.append(LinePart(PartKind.MARK, tokens[at:behind]))
                at = behind
            elif not first and token.kind in ARROW_OR_COLON and reading.is_flourish(at):
                found.append(LinePart(PartKind.MARK, tokens[at:]))
                at = len(tokens)
            else:
                at = self._order(reading, at, found, wanted=wanted)
            first = False
        return at

    def _order(self, reading: Sentence, at: int, found: list[LinePart], *, wanted: bool) -> int:
        tokens = reading.tokens
        drafts = self._read(reading, at, wanted=wanted)
        behind = reading.cursor.at
        listing = bool(drafts) and isinstance(drafts[-1].body, (RetreatDraft, BuildDraft, DisbandDraft))
        if drafts and isinstance(drafts[-1].body, MoveDraft) and reading.offers_other(behind):
            return self._conditional(reading, at, behind, found)
        well = bool(drafts) and reading.ends_well(behind, listing=listing)
        if well and self._goes_on_well(reading, drafts, behind, listing=listing):
            found.extend(self._owned(tokens, drafts, at, behind))
            self._lead_retreats(tokens, at, drafts)
            return behind
        if drafts:
            reading.cursor.trouble = None
            reading.cursor.fail(Code.ORDER_LEFTOVER, behind, reading.clause_end(behind))
        end = reading.clause_end(behind if drafts else at)
        rest = tokens[at:end]
        if (drafts or is_order_like(rest)) and not self._is_talk(rest):
            trouble = reading.cursor.trouble or Trouble(Code.ORDER_UNREADABLE, at, end)
            self._beside.append(self._writer.unreadable(tokens, at, end, trouble))
            found.append(self._beside[-1])
        else:
            found.append(LinePart(PartKind.CHAT, rest))
        return end

    def _conditional(self, reading: Sentence, at: int, behind: int, found: list[LinePart]) -> int:
        """A move with another one to choose from: nothing is chosen."""
        end = reading.clause_end(min(behind + 1, len(reading.tokens)))
        trouble = Trouble(Code.ORDER_CONDITIONAL, at, end)
        self._beside.append(self._writer.unreadable(reading.tokens, at, end, trouble))
        found.append(self._beside[-1])
        return end

    def _lead_retreats(self, tokens: Sequence[Token], at: int, drafts: Sequence[Draft]) -> None:
        """Below `撤退：西班牙舰队→马赛` the other arrows on the line are retreats too."""
        colon = at + 1 < len(tokens) and tokens[at + 1].kind is TokenKind.COLON
        if colon and tokens[at].is_of(RETREAT_VERBS) and isinstance(drafts[-1].body, RetreatDraft):
            self._on_line = WordClass.RETREAT

    def _goes_on_well(self, reading: Sentence, drafts: Sequence[Draft], behind: int, *, listing: bool) -> bool:
        """Whether the words right behind an order, or behind a list, are an order too; else they may belong to it."""
        tokens = reading.tokens
        if behind >= len(tokens):
            return True
        comma = tokens[behind].kind is TokenKind.COMMA
        start = behind + comma
        body = drafts[-1].body
        bare = isinstance(body, SupportDraft) and body.to is None and tokens[behind - 1].is_of(NAMES)
        if bare and not comma and reading.begins_apart(start):
            return False  # what stands behind a blank may be where the supported unit goes
        begins = opens_list(tokens[start : start + 1]) or reading.begins_order(start, plainly=not comma)
        if (comma and not listing) or not begins:
            return True
        found = self._read(reading, start, wanted=True)
        entry = listing and reading.links(behind) and any(isinstance(draft.body, DisbandDraft) for draft in found)
        return bool(found) and not entry and reading.ends_well(reading.cursor.at)

    def _owned(self, tokens: Sequence[Token], drafts: tuple[Draft, ...], at: int, behind: int) -> Iterator[LinePart]:
        """The order; where no heading says whose it is, a power in front of it does, for what follows as well."""
        power = tokens[at].value(WordClass.POWER)
        before = (
            self._before()
            if any(isinstance(draft.body, (SameAsPrevious, SupportPrevious)) for draft in drafts)
            else NO_ORDERS
        )
        piece = self._writer.order(tokens, drafts, at, behind, before)
        leads = self._led and piece.kind is PartKind.ORDER and names_power(tokens[at])
        if power is not None and leads and behind > at + 2:
            start = at + 2 if tokens[at + 1].has(WordClass.PARTICLE) else at + 1
            yield self._writer.heading(tokens[at:start], power)
            self._belong_to(power)
            piece = self._writer.order(tokens, drafts, start, behind, before)
        self._beside.append(piece)
        yield piece

    def _before(self) -> PrecedingOrders:
        last = orders_of(self._beside[-1:])
        return PrecedingOrders(last if self._beside else orders_of(self.above), last, orders_of(self._beside[-_NEAR:]))

    def _remarked(self, reading: Sentence, order: LinePart, at: int, close: int) -> list[LinePart]:
        """An order with the remark in brackets behind it; the remark is an error if it looks like one more order.

        The same order once more, in other words or another language, is a harmless remark; another order for the same
        unit puts both in doubt.
        """
        tokens = reading.tokens
        inside = tokens[at + 1 : close - 1]
        if not (is_order_like(inside) or (has_verb(inside) and any(token.has(WordClass.PLACE) for token in inside))):
            return [order, LinePart(PartKind.CHAT, tokens[at:close])]
        first, second = _orders_of(order), _orders_of(self._alone(inside))
        if first and first == second:
            return [order, LinePart(PartKind.CHAT, tokens[at:close])]
        if first and second and getattr(first[0], "unit", None) == getattr(second[0], "unit", None):
            order = self._writer.doubted(order)
        return [order, self._writer.unreadable(tokens, at, close, Trouble(Code.ORDER_DOUBTFUL, at, close))]

    def _alone(self, tokens: Sequence[Token]) -> LinePart:
        """The one order that the tokens consist of; talk if they are anything else."""
        reading = Sentence(tokens, self._cursor(tokens))
        drafts = self._read(reading, 0, wanted=True)
        if not drafts or reading.cursor.at < len(tokens):
            return LinePart(PartKind.CHAT, tokens)
        return self._writer.order(tokens, drafts, 0, len(tokens))

    def _read(self, reading: Sentence, at: int, *, wanted: bool) -> tuple[Draft, ...]:
        cursor = reading.cursor
        cursor.at = at
        cursor.trouble = None
        section = self._on_line or self.section
        if section is WordClass.RETREAT:
            unit = cursor.unit(wanted=wanted)
            listed = unit is not None and not (unit.kind is None and cursor.sees_kind(TokenKind.COMMA))
            if listed and self._on_line and cursor.sees(WordClass.MOVE):
                cursor.fail(Code.ORDER_DOUBTFUL, at, len(reading.tokens))
                return ()
            bodies = read_retreat_entries(cursor, unit) if unit is not None and listed else []
            if bodies and reading.ends_well(cursor.at):
                return tuple(Draft(body, at, cursor.at) for body in bodies)
            cursor.at = at
        found = _holds(reading, at) if section is WordClass.HOLD else ()
        found = found or read_one_order(cursor, wanted=wanted)
        if section is WordClass.SUPPORT and any(isinstance(draft.body, MoveDraft) for draft in found):
            cursor.fail(Code.ORDER_DOUBTFUL, at, cursor.at)
            return ()
        return found


def _holds(reading: Sentence, at: int) -> tuple[Draft, ...]:
    """Units alone below `【驻守】`."""
    cursor = reading.cursor
    unit = cursor.unit()
    units = read_subjects(cursor, unit) if unit is not None else ()
    if units and (cursor.token() is None or cursor.sees_kind(TokenKind.COMMA)):
        return (Draft(HoldDraft(units), at, cursor.at),)
    cursor.at = at
    return ()


def _is_prompted(found: Sequence[LinePart]) -> bool:
    """Whether talk before the first order of a sentence puts it in doubt (`我建议，柏林陆军移动慕尼黑`)."""
    for piece in found:
        if piece.kind is PartKind.ORDER:
            return False
        if piece.kind is PartKind.CHAT and has_any(piece.tokens, *PROMPT_WORDS):
            return True
    return False


def _orders_of(piece: LinePart) -> list[object]:
    return [getattr(stretch, "order", stretch) for stretch in piece.stretches]
