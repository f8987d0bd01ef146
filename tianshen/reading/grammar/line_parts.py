"""The parts of a line, and how drafts become orders in them, with their places in the source."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass
from tianshen.model.orders import Build, Disband, RetreatList, UnitOrder
from tianshen.notices import Code, Level, Notice
from tianshen.reading.grammar import drafts
from tianshen.reading.grammar.ditto import NO_ORDERS, PrecedingOrders
from tianshen.reading.grammar.drafts import Draft, Trouble
from tianshen.reading.grammar.resolver import Resolver, ResolverRemark
from tianshen.reading.grammar.stretches import HeadingStretch, ListStretch, OrderStretch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.locale.normalise import Normalised
    from tianshen.model.orders import Named, Order
    from tianshen.model.position import Power
    from tianshen.reading.grammar.stretches import Directive, GrammarContext, Stretch
    from tianshen.reading.words.lexer import Token
    from tianshen.text.source import Source, Span


class PartKind(StrEnum):
    """What a part of a line is."""

    HEADING = "heading"
    ORDER = "order"
    DIRECTIVE = "directive"
    CHAT = "chat"
    MARK = "mark"
    DECREE = "decree"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class LinePart:
    """A run of tokens that is one thing.

    `unfinished`: it stops where more was expected; `listed`: more entries may follow on the next line.
    """

    kind: PartKind
    tokens: Sequence[Token]
    stretches: tuple[Stretch, ...] = ()
    notices: tuple[Notice, ...] = ()
    directive: Directive | None = None
    unfinished: bool = False
    listed: bool = False


def orders_of(parts: Sequence[LinePart]) -> tuple[Order, ...]:
    """Return the orders of parts, lists left out; none if one of them cannot be read."""
    if any(part.kind is PartKind.UNREADABLE for part in parts):
        return ()
    stretches = (stretch for part in parts if part.kind is PartKind.ORDER for stretch in part.stretches)
    return tuple(stretch.order for stretch in stretches if isinstance(stretch, OrderStretch))


class StretchBuilder:
    """Makes parts of what was read: orders resolved against the position, with their places in the source."""

    def __init__(self, source: Source, normalised: Normalised, context: GrammarContext) -> None:
        self._source = source
        self._normalised = normalised
        self._resolver = Resolver(context)

    def enter(self, context: GrammarContext) -> None:
        """Resolve orders in this context from here on."""
        self._resolver = Resolver(context)

    def order(
        self,
        tokens: Sequence[Token],
        found: Sequence[Draft],
        first: int,
        last: int,
        before: PrecedingOrders = NO_ORDERS,
    ) -> LinePart:
        """Return the drafts as orders, all in the words from token `first` to `last`; unreadable if one has no meaning.

        `before` are the orders that they may point at.
        """
        words = tokens[first:last]
        stretches: list[OrderStretch | ListStretch] = []
        span = self._span(words)
        listed = False
        for draft in found:
            settled = self._resolver.resolve(draft, before)
            if isinstance(settled, Trouble):
                return self.unreadable(tokens, first, last, settled)
            made, remarks = settled
            notices = tuple(self._notice(tokens, remark) for remark in remarks)
            body = draft.body
            if isinstance(body, (drafts.BuildDraft, drafts.DisbandDraft)) and body.listed:
                stretches.append(self._list(tokens, span, body, made, notices))
                listed = True
            else:
                stretches.extend(
                    OrderStretch(span, order, notices if not i else (), self._own_of(order))
                    for i, order in enumerate(made)
                )
        stretches[0] = replace(stretches[0], notices=(*self._slips(words), *stretches[0].notices))
        return LinePart(PartKind.ORDER, words, tuple(stretches), listed=listed)

    def _own_of(self, order: Order) -> Named | None:
        """Return the unit that was ordered, where the order is for one."""
        return self._resolver.owns.get(order.unit) if isinstance(order, (UnitOrder, RetreatList)) else None

    def _slips(self, words: Sequence[Token]) -> tuple[Notice, ...]:
        """Return notices of the words that were corrected."""
        return tuple(
            self._notice(words, ResolverRemark(Level.WARNING, Code.WORD_CORRECTED, index, index + 1, {"text": right}))
            for index, token in enumerate(words)
            if (right := token.value(WordClass.SLIP)) is not None
        )

    def heading(self, tokens: Sequence[Token], power: Power) -> LinePart:
        """Return the words that say whose orders follow as a heading."""
        return LinePart(PartKind.HEADING, tokens, (HeadingStretch(self._span(tokens), power),))

    def unreadable(self, tokens: Sequence[Token], first: int, last: int, trouble: Trouble) -> LinePart:
        """Return the words from token `first` to `last` as something that looks like an order and cannot be read."""
        remark = ResolverRemark(Level.ERROR, trouble.code, trouble.first, trouble.last, trouble.data)
        notice = self._notice(tokens, remark)
        return LinePart(PartKind.UNREADABLE, tokens[first:last], notices=(notice,), unfinished=trouble.unfinished)

    def doubted(self, part: LinePart) -> LinePart:
        """Return an order as one that may not have been meant; any other part as it is."""
        if part.kind is not PartKind.ORDER:
            return part
        count = len(part.tokens)
        return self.unreadable(part.tokens, 0, count, Trouble(Code.ORDER_DOUBTFUL, 0, count))

    def _list(
        self,
        tokens: Sequence[Token],
        span: Span,
        body: drafts.BuildDraft | drafts.DisbandDraft,
        made: Sequence[Order],
        notices: tuple[Notice, ...],
    ) -> ListStretch:
        entries = [
            (order, self._span(tokens[ref.first : ref.last]))
            for order, ref in zip(made, body.entries, strict=True)
            if isinstance(order, (Build, Disband))
        ]
        return ListStretch(
            span, "builds" if isinstance(body, drafts.BuildDraft) else "disbands", tuple(entries), notices
        )

    def _span(self, tokens: Sequence[Token]) -> Span:
        return self._normalised.span(tokens[0].start, tokens[-1].end)

    def _notice(self, tokens: Sequence[Token], remark: ResolverRemark) -> Notice:
        first = min(remark.first, len(tokens) - 1)
        last = max(min(remark.last, len(tokens)), first + 1)
        return Notice(remark.level, remark.code, self._source.where(self._span(tokens[first:last])), remark.data)
