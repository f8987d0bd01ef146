"""A line by sentences and clauses: which are orders, which are meant as orders, which are talk."""

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
    has_place,
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

_NEAR = 40  # parts of a line that may be meant where an object is left out: more would make long lines slow
_ASIDES = "([<"
_LISTS = (RetreatDraft, BuildDraft, DisbandDraft)


class LineReader:
    """Sorts the words of lines into parts, for one power at a time.

    `section` is set below a line that only says what follows: retreats, supports, other orders. `above` is what
    stands on the line above.
    """

    def __init__(self, source: Source, normalised: Normalised, context: GrammarContext) -> None:
        self._context = context
        self._numerals = context.lexicon.numerals
        self._finder = name_finder(context.lexicon)
        self._builder = StretchBuilder(source, normalised, context)
        self.section: WordClass | None = None
        self._on_line: WordClass | None = None
        self._led = context.power is None
        self.above: Sequence[LinePart] = ()
        self._beside: list[LinePart] = []

    def enter(self, power: Power | None) -> None:
        """Let the orders from here on belong to this power."""
        self._led = power is None
        self._belong_to(power)

    def _belong_to(self, power: Power | None) -> None:
        self._context = replace(self._context, power=power)
        self._builder.enter(self._context)

    def parts(self, tokens: Sequence[Token]) -> list[LinePart]:
        """Return the parts of one line; together with the marks between them they make up all its tokens."""
        self._on_line = None
        found = [] if names_only(tokens) and self.section is None else self._sentences(tokens)
        if names_only(tokens) and all(part.kind is PartKind.CHAT for part in found):
            trouble = Trouble(Code.ORDER_INCOMPLETE, len(tokens), len(tokens), unfinished=True)
            return [self._builder.unreadable(tokens, 0, len(tokens), trouble)]
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
        """Return the order that begins with the first token and goes on past `boundary`, and how many tokens it takes.

        It is unreadable and unfinished if it is cut short. Numbering after the boundary is skipped.
        """
        numbered = skip_numbering(tokens, boundary, self._numerals)
        whole = [*tokens[:boundary], *tokens[numbered:]]
        sentence = Sentence(whole, self._cursor(whole))
        found = self._read(sentence, 0, wanted=True)
        trouble = sentence.cursor.trouble
        if not found and trouble is not None and trouble.unfinished:
            return self._builder.unreadable(whole, 0, len(whole), trouble), len(tokens)
        if not found or sentence.cursor.at <= boundary or not sentence.ends_well(sentence.cursor.at):
            return None
        part = self._builder.order(whole, found, 0, sentence.cursor.at)
        return part, sentence.cursor.at + numbered - boundary

    def cut_short(self, part: LinePart) -> LinePart:
        """Return an order as unreadable because names that may belong to it follow on the next line."""
        count = len(part.tokens)
        return self._builder.unreadable(part.tokens, 0, count, Trouble(Code.ORDER_LEFTOVER, 0, count))

    def _cursor(self, tokens: Sequence[Token]) -> Cursor:
        retreats = self._context.position.turn.phase is Phase.RETREATS
        return Cursor(tokens, self._context.lexicon, self._context.board, self._finder, retreats=retreats)

    # sentences

    def _sentence(self, tokens: Sequence[Token], ending: TokenKind | None) -> list[LinePart]:
        if not tokens:
            return []
        whole = self._without_orders(tokens, ending)
        if whole is not None:
            return [whole]
        found, at = self._announced(tokens)
        sentence = Sentence(tokens, self._cursor(tokens))
        while at < len(tokens):
            at = self._clause(sentence, at, sentence.clause_end(at), found)
            at += at < len(tokens) and tokens[at].kind is TokenKind.COMMA
        if ending is not None and found and found[-1].unfinished:
            found[-1] = replace(found[-1], unfinished=False)
        return [self._builder.doubted(part) for part in found] if _is_prompted(found) else found

    def _without_orders(self, tokens: Sequence[Token], ending: TokenKind | None) -> LinePart | None:
        """Return a sentence as one part if it gives no order: on condition, as a question, as an example."""
        if has_any(tokens, WordClass.CONDITION):
            return self._meant_or_talk(tokens, Code.ORDER_CONDITIONAL, talk=is_bargain(tokens))
        if ending is TokenKind.ASK or asks(tokens):
            return self._meant_or_talk(tokens, Code.ORDER_DOUBTFUL, talk=self._is_talk(tokens))
        if tokens[0].has(WordClass.EXAMPLE) and not tokens[0].has(WordClass.PLACE):
            return LinePart(PartKind.CHAT, tokens)
        return None

    def _announced(self, tokens: Sequence[Token]) -> tuple[list[LinePart], int]:
        """Return the words that announce a kind of orders, for the line or for the lines below, and the index after."""
        section, at = section_of(tokens)
        if section is None:
            return [], at
        if at == len(tokens):
            self.section = section
        else:
            self._on_line = section
        return [LinePart(PartKind.MARK, tokens[:at])], at

    def _is_talk(self, tokens: Sequence[Token]) -> bool:
        return is_talk(tokens, self._context.power)

    def _meant_or_talk(self, tokens: Sequence[Token], code: Code, *, talk: bool) -> LinePart:
        """Return a sentence without orders: an error if it looks like one and is not clearly talk."""
        sentence = Sentence(tokens, self._cursor(tokens))
        meant = any(is_order_like(tokens[start:end]) for start, end in sentence.clauses())
        if not meant or talk:
            return LinePart(PartKind.CHAT, tokens)
        return self._builder.unreadable(tokens, 0, len(tokens), Trouble(code, 0, len(tokens)))

    # clauses

    def _clause(self, sentence: Sentence, at: int, end: int, found: list[LinePart]) -> int:
        """Read one clause into `found`; return where the next one begins (lists may reach past the clause's end)."""
        if at == end:
            return end
        tokens = sentence.tokens
        directive = _directive_part(tokens, at, end)
        if directive is not None:
            found.append(directive)
            return at + len(directive.tokens)
        clause = tokens[at:end]
        if takes_back(clause) and not has_any(clause, WordClass.PERSON):
            found.append(self._builder.unreadable(tokens, at, end, Trouble(Code.ORDER_DOUBTFUL, at, end)))
            return end
        start = skip_label(tokens, skip_numbering(tokens, at, self._numerals), end, self._numerals)
        label = unknown_label(tokens, start, end)
        meant = is_order_like(tokens[label:end])
        if label > start:
            found.append(self._labelled(clause, label - at, wanted=meant))
            return end
        if start > at:
            found.append(LinePart(PartKind.MARK, tokens[at:start]))
        return self._bracketed(sentence, start, end, found, wanted=meant or has_strong_verb(tokens[start:end]))

    def _labelled(self, clause: Sequence[Token], label: int, *, wanted: bool) -> LinePart:
        if wanted and not self._is_talk(clause):
            return self._builder.unreadable(clause, 0, len(clause), Trouble(Code.LABEL_UNKNOWN, 0, label))
        return LinePart(PartKind.CHAT, clause)

    def _bracketed(self, sentence: Sentence, at: int, end: int, found: list[LinePart], *, wanted: bool) -> int:
        """Read a clause that as a whole stands in `「」` or `【】` like one without; one in `()` may be an aside."""
        tokens = sentence.tokens
        whole = at < end and tokens[at].kind is TokenKind.OPEN and sentence.closing(at) == end
        inside = tokens[at + 1 : end - 1] if whole else ()
        if not inside or inside[0].kind is TokenKind.OPEN:
            return self._orders(sentence, at, end, found, wanted=wanted)
        if tokens[at].text in _ASIDES:
            found.append(self._meant_or_talk(tokens[at:end], Code.ORDER_DOUBTFUL, talk=self._is_talk(inside)))
            return end
        found.append(LinePart(PartKind.MARK, tokens[at : at + 1]))
        found.extend(self._sentence(inside, None))
        found.append(LinePart(PartKind.MARK, tokens[end - 1 : end]))
        return end

    # orders

    def _orders(self, sentence: Sentence, at: int, end: int, found: list[LinePart], *, wanted: bool) -> int:
        """Read the orders that follow each other from a token on, with the remarks between them."""
        first = True
        while at < end:
            kind = sentence.tokens[at].kind
            if kind is TokenKind.COMMA or (not first and kind is TokenKind.SLASH):
                at += 1
                first = True
                continue
            after = None if first else self._after_order(sentence, at, found)
            at = self._order(sentence, at, found, wanted=wanted) if after is None else after
            first = False
        return at

    def _after_order(self, sentence: Sentence, at: int, found: list[LinePart]) -> int | None:
        """Read what may stand right after an order and is none; return the index after it, None if it is not there."""
        tokens = sentence.tokens
        token = tokens[at]
        if token.kind is TokenKind.OPEN:
            close = sentence.closing(at)
            found[-1:] = self._remarked(sentence, found[-1], at, close)
            return close
        kind = PartKind.MARK
        if sentence.only_ends(at):
            kind, after = PartKind.CHAT, sentence.clause_end(at)
        elif token.has(WordClass.ENDING):
            kind, after = PartKind.CHAT, at + 1
        elif token.kind is TokenKind.NUMBER:
            after = sentence.after_number(at)
        elif token.kind in ARROW_OR_COLON and sentence.is_flourish(at):
            after = len(tokens)
        else:
            return None
        found.append(LinePart(kind, tokens[at:after]))
        return after

    def _order(self, sentence: Sentence, at: int, found: list[LinePart], *, wanted: bool) -> int:
        """Read an order, or what stands in its place, into `found`; return the index after it."""
        tokens, cursor = sentence.tokens, sentence.cursor
        drafts = self._read(sentence, at, wanted=wanted)
        after = cursor.at
        if not drafts:
            return self._unread(sentence, at, sentence.clause_end(at), found, meant=False)
        if isinstance(drafts[-1].body, MoveDraft) and sentence.offers_other(after):
            end = sentence.clause_end(min(after + 1, len(tokens)))  # nothing is chosen
            return self._refuse(sentence, at, end, found, Trouble(Code.ORDER_CONDITIONAL, at, end))
        listing = isinstance(drafts[-1].body, _LISTS)
        if sentence.ends_well(after, listing=listing) and self._is_whole(sentence, drafts, after, listing=listing):
            found.extend(self._owned(tokens, drafts, at, after))
            self._lead_retreats(tokens, at, drafts)
            return after
        end = sentence.clause_end(after)
        cursor.trouble = None
        cursor.fail(Code.ORDER_LEFTOVER, after, end)
        return self._unread(sentence, at, end, found, meant=True)

    def _unread(self, sentence: Sentence, at: int, end: int, found: list[LinePart], *, meant: bool) -> int:
        """Add words that cannot be read: as talk, or as an error if they are meant, or look, like an order."""
        rest = sentence.tokens[at:end]
        if (meant or is_order_like(rest)) and not self._is_talk(rest):
            trouble = sentence.cursor.trouble or Trouble(Code.ORDER_UNREADABLE, at, end)
            return self._refuse(sentence, at, end, found, trouble)
        found.append(LinePart(PartKind.CHAT, rest))
        return end

    def _refuse(self, sentence: Sentence, at: int, end: int, found: list[LinePart], trouble: Trouble) -> int:
        self._beside.append(self._builder.unreadable(sentence.tokens, at, end, trouble))
        found.append(self._beside[-1])
        return end

    def _lead_retreats(self, tokens: Sequence[Token], at: int, drafts: Sequence[Draft]) -> None:
        """Read the other arrows on the line as retreats after `撤退：西班牙舰队→马赛`."""
        colon = at + 1 < len(tokens) and tokens[at + 1].kind is TokenKind.COLON
        if colon and tokens[at].is_of(RETREAT_VERBS) and isinstance(drafts[-1].body, RetreatDraft):
            self._on_line = WordClass.RETREAT

    def _is_whole(self, sentence: Sentence, drafts: Sequence[Draft], after: int, *, listing: bool) -> bool:
        """Return whether the words right after an order, or a list, cannot belong to it: they are an order too."""
        tokens = sentence.tokens
        if after >= len(tokens):
            return True
        comma = tokens[after].kind is TokenKind.COMMA
        start = after + comma
        if not comma and _may_take_target(drafts[-1], tokens[after - 1]) and sentence.begins_apart(start):
            return False
        if comma and not listing:
            return True
        if not opens_list(tokens[start : start + 1]) and not sentence.begins_order(start, plainly=not comma):
            return True
        found = self._read(sentence, start, wanted=True)
        entry = listing and sentence.links(after) and any(isinstance(draft.body, DisbandDraft) for draft in found)
        return bool(found) and not entry and sentence.ends_well(sentence.cursor.at)

    def _owned(self, tokens: Sequence[Token], drafts: tuple[Draft, ...], at: int, after: int) -> Iterator[LinePart]:
        """Yield the order; where no heading says whose it is, a power in front of it does, for what follows as well."""
        power = tokens[at].value(WordClass.POWER)
        points_back = any(isinstance(draft.body, (SameAsPrevious, SupportPrevious)) for draft in drafts)
        before = self._before() if points_back else NO_ORDERS
        part = self._builder.order(tokens, drafts, at, after, before)
        leads = self._led and part.kind is PartKind.ORDER and names_power(tokens[at])
        if power is not None and leads and after > at + 2:
            start = at + 2 if tokens[at + 1].has(WordClass.PARTICLE) else at + 1
            yield self._builder.heading(tokens[at:start], power)
            self._belong_to(power)
            part = self._builder.order(tokens, drafts, start, after, before)
        self._beside.append(part)
        yield part

    def _before(self) -> PrecedingOrders:
        last = orders_of(self._beside[-1:])
        return PrecedingOrders(last if self._beside else orders_of(self.above), last, orders_of(self._beside[-_NEAR:]))

    def _remarked(self, sentence: Sentence, order: LinePart, at: int, close: int) -> list[LinePart]:
        """Return an order and the remark in brackets after it; the remark is an error if it looks like another order.

        The same order once more, in other words or another language, is a harmless remark; another order for the same
        unit puts both in doubt.
        """
        tokens = sentence.tokens
        inside = tokens[at + 1 : close - 1]
        if not (is_order_like(inside) or (has_verb(inside) and has_place(inside))):
            return [order, LinePart(PartKind.CHAT, tokens[at:close])]
        first, second = _orders_of(order), _orders_of(self._alone(inside))
        if first and first == second:
            return [order, LinePart(PartKind.CHAT, tokens[at:close])]
        if first and second and getattr(first[0], "unit", None) == getattr(second[0], "unit", None):
            order = self._builder.doubted(order)
        return [order, self._builder.unreadable(tokens, at, close, Trouble(Code.ORDER_DOUBTFUL, at, close))]

    def _alone(self, tokens: Sequence[Token]) -> LinePart:
        """Return the one order that the tokens consist of; talk if they are anything else."""
        sentence = Sentence(tokens, self._cursor(tokens))
        drafts = self._read(sentence, 0, wanted=True)
        if not drafts or sentence.cursor.at < len(tokens):
            return LinePart(PartKind.CHAT, tokens)
        return self._builder.order(tokens, drafts, 0, len(tokens))

    def _read(self, sentence: Sentence, at: int, *, wanted: bool) -> tuple[Draft, ...]:
        """Read an order from a token on as the section has it; none if there is none, its trouble in the cursor."""
        cursor = sentence.cursor
        cursor.at = at
        cursor.trouble = None
        section = self._on_line or self.section
        if section is WordClass.RETREAT:
            retreats = self._retreats(sentence, at, wanted=wanted)
            if retreats is not None:
                return retreats
            cursor.at = at
        found = _holds(sentence, at) if section is WordClass.HOLD else ()
        found = found or read_one_order(cursor, wanted=wanted)
        if section is WordClass.SUPPORT and any(isinstance(draft.body, MoveDraft) for draft in found):
            cursor.fail(Code.ORDER_DOUBTFUL, at, cursor.at)
            return ()
        return found

    def _retreats(self, sentence: Sentence, at: int, *, wanted: bool) -> tuple[Draft, ...] | None:
        """Return a unit and its retreats below `撤退：`, none if it may be a move instead; None if there is no such."""
        cursor = sentence.cursor
        unit = cursor.unit(wanted=wanted)
        if unit is None or (unit.kind is None and cursor.sees_kind(TokenKind.COMMA)):
            return None
        if self._on_line and cursor.sees(WordClass.MOVE):
            cursor.fail(Code.ORDER_DOUBTFUL, at, len(sentence.tokens))
            return ()
        bodies = read_retreat_entries(cursor, unit)
        if not bodies or not sentence.ends_well(cursor.at):
            return None
        return tuple(Draft(body, at, cursor.at) for body in bodies)


def _directive_part(tokens: Sequence[Token], at: int, end: int) -> LinePart | None:
    """Return the directive that a clause consists of, or that stands before a colon in it."""
    if at + 2 < end and tokens[at].has(WordClass.DIRECTIVE) and tokens[at + 1].kind is TokenKind.COLON:
        end = at + 2
        return LinePart(PartKind.DIRECTIVE, tokens[at:end], directive=directive_of(tokens[at:end]))
    directive = directive_of(tokens[at:end])
    return LinePart(PartKind.DIRECTIVE, tokens[at:end], directive=directive) if directive is not None else None


def _may_take_target(draft: Draft, last: Token) -> bool:
    """Return whether a support names no target: what stands after a blank may be where the supported unit goes."""
    return isinstance(draft.body, SupportDraft) and draft.body.to is None and last.is_of(NAMES)


def _holds(sentence: Sentence, at: int) -> tuple[Draft, ...]:
    """Return units alone as holds: so they are meant below `【驻守】`."""
    cursor = sentence.cursor
    unit = cursor.unit()
    units = read_subjects(cursor, unit) if unit is not None else ()
    if units and (cursor.token() is None or cursor.sees_kind(TokenKind.COMMA)):
        return (Draft(HoldDraft(units), at, cursor.at),)
    cursor.at = at
    return ()


def _is_prompted(found: Sequence[LinePart]) -> bool:
    """Return whether talk before the first order of a sentence puts it in doubt (`我建议，柏林陆军移动慕尼黑`)."""
    for part in found:
        if part.kind is PartKind.ORDER:
            return False
        if part.kind is PartKind.CHAT and has_any(part.tokens, *PROMPT_WORDS):
            return True
    return False


def _orders_of(part: LinePart) -> list[object]:
    return [getattr(stretch, "order", stretch) for stretch in part.stretches]
