"""A line by sentences and clauses: which are orders, which are meant as such, which are talk."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import Sort
from tianshen.model.turn import Phase
from tianshen.notices import Code
from tianshen.reading.directives import directive_of, section_of, takes_back
from tianshen.reading.ditto import NOTHING, Before
from tianshen.reading.grammar.clauses import Sentence, sentences_of
from tianshen.reading.grammar.cursor import Cursor
from tianshen.reading.grammar.drafts import Build, Disband, Draft, Hold, Move, Retreat, Same, Support, That, Trouble
from tianshen.reading.grammar.headings import names_power, skip_label, skip_numbering, unknown_label
from tianshen.reading.grammar.lists import read_retreat_entries
from tianshen.reading.grammar.moves import read_subjects
from tianshen.reading.grammar.orders import read_orders
from tianshen.reading.grammar.pieces import Kind, Piece, Writer, orders_of
from tianshen.reading.grammar.talk import (
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
from tianshen.reading.lexer import Mark
from tianshen.reading.names import name_finder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tianshen.locale.fold import Folded
    from tianshen.model.position import Power
    from tianshen.reading.lexer import Token
    from tianshen.reading.stretches import Context
    from tianshen.text import Source

_NEAR = 40  # pieces of a line that may be meant where an object is left out
_ASIDES = "([<"
_PROMPT = (Sort.NEGATION, Sort.REQUEST, Sort.INTENT, Sort.PERSON, Sort.EXAMPLE)


class Clerk:
    """Sorts the words of lines into pieces, for one power at a time.

    `section` is set below a line that only says what follows: retreats, supports, other orders. `above` is what
    stands on the line above.
    """

    def __init__(self, source: Source, folded: Folded, context: Context) -> None:
        self._context = context
        self._numerals = context.lexicon.numerals
        self._finder = name_finder(context.lexicon)
        self._writer = Writer(source, folded, context)
        self.section: Sort | None = None
        self._on_line: Sort | None = None
        self._led = context.power is None
        self.above: Sequence[Piece] = ()
        self._beside: list[Piece] = []

    def enter(self, power: Power | None) -> None:
        """From here on orders belong to this power."""
        self._led = power is None
        self._belong_to(power)

    def _belong_to(self, power: Power | None) -> None:
        self._context = replace(self._context, power=power)
        self._writer.enter(self._context)

    def pieces(self, tokens: Sequence[Token]) -> list[Piece]:
        """The pieces of one line; together with the marks between them they make up all its tokens."""
        self._on_line = None
        found = [] if names_only(tokens) and self.section is None else self._sentences(tokens)
        if names_only(tokens) and all(piece.kind is Kind.CHAT for piece in found):
            trouble = Trouble(Code.ORDER_INCOMPLETE, len(tokens), len(tokens), unfinished=True)
            return [self._writer.unreadable(tokens, 0, len(tokens), trouble)]
        return found

    def _sentences(self, tokens: Sequence[Token]) -> list[Piece]:
        found: list[Piece] = []
        self._beside = []
        remark = next((i for i, token in enumerate(tokens) if token.mark is Mark.REMARK), len(tokens))
        for sentence, ending in sentences_of(tokens[:remark]):
            found.extend(self._sentence(sentence, ending))
        if remark < len(tokens):
            found.append(Piece(Kind.CHAT, tokens[remark:]))
        return found

    def order_over(self, tokens: Sequence[Token], boundary: int) -> tuple[Piece, int] | None:
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

    def cut_short(self, piece: Piece) -> Piece:
        """An order behind which more names follow on the next line: what they are to it cannot be told."""
        count = len(piece.tokens)
        return self._writer.unreadable(piece.tokens, 0, count, Trouble(Code.ORDER_LEFTOVER, 0, count))

    def _cursor(self, tokens: Sequence[Token]) -> Cursor:
        retreats = self._context.position.turn.phase is Phase.RETREATS
        return Cursor(tokens, self._context.lexicon, self._context.board, self._finder, retreats=retreats)

    # sentences

    def _sentence(self, tokens: Sequence[Token], ending: Mark | None) -> list[Piece]:
        if not tokens:
            return []
        if has_any(tokens, Sort.CONDITION):
            return [self._meant_or_talk(tokens, Code.ORDER_CONDITIONAL, talk=is_bargain(tokens))]
        if ending is Mark.ASK or asks(tokens):
            return [self._meant_or_talk(tokens, Code.ORDER_DOUBTFUL, talk=self._is_talk(tokens))]
        if tokens[0].has(Sort.EXAMPLE) and not tokens[0].has(Sort.PLACE):
            return [Piece(Kind.CHAT, tokens)]
        section, at = section_of(tokens)
        found: list[Piece] = [Piece(Kind.MARK, tokens[:at])] if section is not None else []
        if section is not None and at == len(tokens):
            self.section = section
        elif section is not None:
            self._on_line = section
        reading = Sentence(tokens, self._cursor(tokens))
        while at < len(tokens):
            end = reading.clause_end(at)
            at = self._clause(reading, at, end, found)
            if at < len(tokens) and tokens[at].mark is Mark.COMMA:
                at += 1
        if ending is not None and found and found[-1].unfinished:
            found[-1] = replace(found[-1], unfinished=False)
        return [self._writer.doubted(piece) for piece in found] if _is_prompted(found) else found

    def _is_talk(self, tokens: Sequence[Token]) -> bool:
        return is_talk(tokens, self._context.power)

    def _meant_or_talk(self, tokens: Sequence[Token], code: Code, *, talk: bool) -> Piece:
        """A sentence that as a whole gives no order: an error if it looks like one and is no plain talk."""
        reading = Sentence(tokens, self._cursor(tokens))
        meant = any(is_order_like(tokens[start:end]) for start, end in reading.clauses())
        if not meant or talk:
            return Piece(Kind.CHAT, tokens)
        return self._writer.unreadable(tokens, 0, len(tokens), Trouble(code, 0, len(tokens)))

    def _clause(self, reading: Sentence, at: int, end: int, found: list[Piece]) -> int:
        """Reads one clause into `found`; where the next one begins (lists may reach beyond the clause's own end)."""
        tokens = reading.tokens
        if at + 2 < end and tokens[at].has(Sort.DIRECTIVE) and tokens[at + 1].mark is Mark.COLON:
            found.append(Piece(Kind.DIRECTIVE, tokens[at : at + 2], directive=directive_of(tokens[at : at + 2])))
            return at + 2
        clause = tokens[at:end]
        if not clause:
            return end
        directive = directive_of(clause)
        if directive is not None:
            found.append(Piece(Kind.DIRECTIVE, clause, directive=directive))
            return end
        if takes_back(clause) and not has_any(clause, Sort.PERSON):
            found.append(self._writer.unreadable(tokens, at, end, Trouble(Code.ORDER_DOUBTFUL, at, end)))
            return end
        start = skip_label(tokens, skip_numbering(tokens, at, self._numerals), end, self._numerals)
        label = unknown_label(tokens, start, end)
        meant = is_order_like(tokens[label:end])
        if label > start:
            found.append(self._labelled(clause, label - at, wanted=meant))
            return end
        if start > at:
            found.append(Piece(Kind.MARK, tokens[at:start]))
        return self._bracketed(reading, start, end, found, wanted=meant or has_strong_verb(tokens[start:end]))

    def _labelled(self, clause: Sequence[Token], label: int, *, wanted: bool) -> Piece:
        if wanted and not self._is_talk(clause):
            return self._writer.unreadable(clause, 0, len(clause), Trouble(Code.LABEL_UNKNOWN, 0, label))
        return Piece(Kind.CHAT, clause)

    def _bracketed(self, reading: Sentence, at: int, end: int, found: list[Piece], *, wanted: bool) -> int:
        """A clause that stands as a whole in `「」` or `【】` is read like one without; one in `()` may be an aside."""
        tokens = reading.tokens
        whole = at < end and tokens[at].mark is Mark.OPEN and reading.closing(at) == end
        inside = tokens[at + 1 : end - 1] if whole else ()
        if not inside or inside[0].mark is Mark.OPEN:
            return self._orders(reading, at, end, found, wanted=wanted)
        if tokens[at].text in _ASIDES:
            found.append(self._meant_or_talk(tokens[at:end], Code.ORDER_DOUBTFUL, talk=self._is_talk(inside)))
            return end
        found.append(Piece(Kind.MARK, tokens[at : at + 1]))
        found.extend(self._sentence(inside, None))
        found.append(Piece(Kind.MARK, tokens[end - 1 : end]))
        return end

    def _orders(self, reading: Sentence, at: int, end: int, found: list[Piece], *, wanted: bool) -> int:
        """Reads the orders that stand one behind the other from a token on, with the remarks between them."""
        tokens = reading.tokens
        first = True
        while at < end:
            token = tokens[at]
            if token.mark is Mark.COMMA or (not first and token.mark is Mark.SLASH):
                at += 1
                first = True
                continue
            if not first and token.mark is Mark.OPEN:
                close = reading.closing(at)
                found[-1:] = self._remarked(reading, found[-1], at, close)
                at = close
            elif not first and reading.only_ends(at):
                behind = reading.clause_end(at)
                found.append(Piece(Kind.CHAT, tokens[at:behind]))
                at = behind
            elif not first and token.has(Sort.ENDING):
                found.append(Piece(Kind.CHAT, tokens[at : at + 1]))
                at += 1
            elif not first and token.mark is Mark.NUMBER:
                behind = reading.behind_number(at)
                found.append(Piece(Kind.MARK, tokens[at:behind]))
                at = behind
            elif not first and token.mark in (Mark.ARROW, Mark.COLON) and reading.is_flourish(at):
                found.append(Piece(Kind.MARK, tokens[at:]))
                at = len(tokens)
            else:
                at = self._order(reading, at, found, wanted=wanted)
            first = False
        return at

    def _order(self, reading: Sentence, at: int, found: list[Piece], *, wanted: bool) -> int:
        tokens = reading.tokens
        drafts = self._read(reading, at, wanted=wanted)
        behind = reading.cursor.at
        listing = bool(drafts) and isinstance(drafts[-1].body, (Retreat, Build, Disband))
        if drafts and isinstance(drafts[-1].body, Move) and reading.offers_other(behind):
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
            found.append(Piece(Kind.CHAT, rest))
        return end

    def _conditional(self, reading: Sentence, at: int, behind: int, found: list[Piece]) -> int:
        """A move with another one to choose from: nothing is chosen."""
        end = reading.clause_end(min(behind + 1, len(reading.tokens)))
        trouble = Trouble(Code.ORDER_CONDITIONAL, at, end)
        self._beside.append(self._writer.unreadable(reading.tokens, at, end, trouble))
        found.append(self._beside[-1])
        return end

    def _lead_retreats(self, tokens: Sequence[Token], at: int, drafts: Sequence[Draft]) -> None:
        """Below `撤退：西班牙舰队→马赛` the other arrows on the line are retreats too."""
        colon = at + 1 < len(tokens) and tokens[at + 1].mark is Mark.COLON
        if colon and tokens[at].has(Sort.RETREAT, Sort.RETREAT_IF) and isinstance(drafts[-1].body, Retreat):
            self._on_line = Sort.RETREAT

    def _goes_on_well(self, reading: Sentence, drafts: Sequence[Draft], behind: int, *, listing: bool) -> bool:
        """Whether the words right behind an order, or behind a list, are an order too; else they may belong to it."""
        tokens = reading.tokens
        if behind >= len(tokens):
            return True
        comma = tokens[behind].mark is Mark.COMMA
        start = behind + comma
        body = drafts[-1].body
        bare = isinstance(body, Support) and body.to is None and tokens[behind - 1].has(Sort.PLACE, Sort.UNIT)
        if bare and not comma and reading.begins_apart(start):
            return False  # what stands behind a blank may be where the supported unit goes
        begins = opens_list(tokens[start : start + 1]) or reading.begins_order(start, plainly=not comma)
        if (comma and not listing) or not begins:
            return True
        found = self._read(reading, start, wanted=True)
        entry = listing and reading.links(behind) and any(isinstance(draft.body, Disband) for draft in found)
        return bool(found) and not entry and reading.ends_well(reading.cursor.at)

    def _owned(self, tokens: Sequence[Token], drafts: tuple[Draft, ...], at: int, behind: int) -> Iterator[Piece]:
        """The order; where no heading says whose it is, a power in front of it does, for what follows as well."""
        power = tokens[at].value(Sort.POWER)
        before = self._before() if any(isinstance(draft.body, (Same, That)) for draft in drafts) else NOTHING
        piece = self._writer.order(tokens, drafts, at, behind, before)
        leads = self._led and piece.kind is Kind.ORDER and names_power(tokens[at])
        if power is not None and leads and behind > at + 2:
            start = at + 2 if tokens[at + 1].has(Sort.PARTICLE) else at + 1
            yield self._writer.heading(tokens[at:start], power)
            self._belong_to(power)
            piece = self._writer.order(tokens, drafts, start, behind, before)
        self._beside.append(piece)
        yield piece

    def _before(self) -> Before:
        last = orders_of(self._beside[-1:])
        return Before(last if self._beside else orders_of(self.above), last, orders_of(self._beside[-_NEAR:]))

    def _remarked(self, reading: Sentence, order: Piece, at: int, close: int) -> list[Piece]:
        """An order with the remark in brackets behind it; the remark is an error if it looks like one more order.

        The same order once more, in other words or another language, is a harmless remark; another order for the same
        unit puts both in doubt.
        """
        tokens = reading.tokens
        inside = tokens[at + 1 : close - 1]
        if not (is_order_like(inside) or (has_verb(inside) and any(token.has(Sort.PLACE) for token in inside))):
            return [order, Piece(Kind.CHAT, tokens[at:close])]
        first, second = _orders_of(order), _orders_of(self._alone(inside))
        if first and first == second:
            return [order, Piece(Kind.CHAT, tokens[at:close])]
        if first and second and getattr(first[0], "unit", None) == getattr(second[0], "unit", None):
            order = self._writer.doubted(order)
        return [order, self._writer.unreadable(tokens, at, close, Trouble(Code.ORDER_DOUBTFUL, at, close))]

    def _alone(self, tokens: Sequence[Token]) -> Piece:
        """The one order that the tokens consist of; talk if they are anything else."""
        reading = Sentence(tokens, self._cursor(tokens))
        drafts = self._read(reading, 0, wanted=True)
        if not drafts or reading.cursor.at < len(tokens):
            return Piece(Kind.CHAT, tokens)
        return self._writer.order(tokens, drafts, 0, len(tokens))

    def _read(self, reading: Sentence, at: int, *, wanted: bool) -> tuple[Draft, ...]:
        cursor = reading.cursor
        cursor.at = at
        cursor.trouble = None
        section = self._on_line or self.section
        if section is Sort.RETREAT:
            unit = cursor.unit(wanted=wanted)
            listed = unit is not None and not (unit.kind is None and cursor.sees_mark(Mark.COMMA))
            if listed and self._on_line and cursor.sees(Sort.MOVE):
                cursor.fail(Code.ORDER_DOUBTFUL, at, len(reading.tokens))
                return ()
            bodies = read_retreat_entries(cursor, unit) if unit is not None and listed else []
            if bodies and reading.ends_well(cursor.at):
                return tuple(Draft(body, at, cursor.at) for body in bodies)
            cursor.at = at
        found = _holds(reading, at) if section is Sort.HOLD else ()
        found = found or read_orders(cursor, wanted=wanted)
        if section is Sort.SUPPORT and any(isinstance(draft.body, Move) for draft in found):
            cursor.fail(Code.ORDER_DOUBTFUL, at, cursor.at)
            return ()
        return found


def _holds(reading: Sentence, at: int) -> tuple[Draft, ...]:
    """Units alone below `【驻守】`."""
    cursor = reading.cursor
    unit = cursor.unit()
    units = read_subjects(cursor, unit) if unit is not None else ()
    if units and (cursor.token() is None or cursor.sees_mark(Mark.COMMA)):
        return (Draft(Hold(units), at, cursor.at),)
    cursor.at = at
    return ()


def _is_prompted(found: Sequence[Piece]) -> bool:
    """Whether talk before the first order of a sentence puts it in doubt (`我建议，柏林陆军移动慕尼黑`)."""
    for piece in found:
        if piece.kind is Kind.ORDER:
            return False
        if piece.kind is Kind.CHAT and has_any(piece.tokens, *_PROMPT):
            return True
    return False


def _orders_of(piece: Piece) -> list[object]:
    return [getattr(stretch, "order", stretch) for stretch in piece.stretches]
