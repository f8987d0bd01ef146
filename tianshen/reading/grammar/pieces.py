"""Pieces of a line, and how drafts become orders in them, with their places in the source."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import Sort
from tianshen.model.orders import Build, Disband, RetreatList, UnitOrder
from tianshen.notices import Code, Level, Notice
from tianshen.reading.ditto import NOTHING, Before
from tianshen.reading.grammar import drafts
from tianshen.reading.grammar.drafts import Draft, Trouble
from tianshen.reading.resolve import Remark, Resolver
from tianshen.reading.stretches import HeadingStretch, ListStretch, OrderStretch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.locale.fold import Folded
    from tianshen.model.orders import Named, Order
    from tianshen.model.position import Power
    from tianshen.reading.lexer import Token
    from tianshen.reading.stretches import Context, Directive, Stretch
    from tianshen.text import Source, Span


class Kind(StrEnum):
    """What a piece of a line is."""

    HEADING = "heading"
    ORDER = "order"
    DIRECTIVE = "directive"
    CHAT = "chat"
    MARK = "mark"
    DECREE = "decree"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of tokens that is one thing.

    `unfinished`: it stops where more was expected; `listed`: more entries may follow on the next line.
    """

    kind: Kind
    tokens: Sequence[Token]
    stretches: tuple[Stretch, ...] = ()
    notices: tuple[Notice, ...] = ()
    directive: Directive | None = None
    unfinished: bool = False
    listed: bool = False


def orders_of(pieces: Sequence[Piece]) -> tuple[Order, ...]:
    """The orders that pieces give, lists left out; none if one of them cannot be read."""
    if any(piece.kind is Kind.UNREADABLE for piece in pieces):
        return ()
    stretches = (stretch for piece in pieces if piece.kind is Kind.ORDER for stretch in piece.stretches)
    return tuple(stretch.order for stretch in stretches if isinstance(stretch, OrderStretch))


class Writer:
    """Makes pieces of what was read: settles orders against the position, and says where in the source they stand."""

    def __init__(self, source: Source, folded: Folded, context: Context) -> None:
        self._source = source
        self._folded = folded
        self._resolver = Resolver(context)

    def enter(self, context: Context) -> None:
        """From here on orders are settled in this context."""
        self._resolver = Resolver(context)

    def order(
        self, tokens: Sequence[Token], found: Sequence[Draft], first: int, last: int, before: Before = NOTHING
    ) -> Piece:
        """The drafts as orders, all in the words from token `first` to `last`; unreadable if one cannot be settled.

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
            if isinstance(body, (drafts.Build, drafts.Disband)) and body.listed:
                stretches.append(self._list(tokens, span, body, made, notices))
                listed = True
            else:
                stretches.extend(
                    OrderStretch(span, order, notices if not i else (), self._own_of(order))
                    for i, order in enumerate(made)
                )
        stretches[0] = replace(stretches[0], notices=(*self._slips(words), *stretches[0].notices))
        return Piece(Kind.ORDER, words, tuple(stretches), listed=listed)

    def _own_of(self, order: Order) -> Named | None:
        """The unit that was ordered, where the order is for one."""
        return self._resolver.owns.get(order.unit) if isinstance(order, (UnitOrder, RetreatList)) else None

    def _slips(self, words: Sequence[Token]) -> tuple[Notice, ...]:
        """What to check of the words that were read as slips."""
        return tuple(
            self._notice(words, Remark(Level.WARNING, Code.WORD_CORRECTED, index, index + 1, {"text": right}))
            for index, token in enumerate(words)
            if (right := token.value(Sort.SLIP)) is not None
        )

    def heading(self, tokens: Sequence[Token], power: Power) -> Piece:
        """The words that say whose orders follow."""
        return Piece(Kind.HEADING, tokens, (HeadingStretch(self._span(tokens), power),))

    def unreadable(self, tokens: Sequence[Token], first: int, last: int, trouble: Trouble) -> Piece:
        """The words from token `first` to `last` as something that looks like an order and cannot be read."""
        remark = Remark(Level.ERROR, trouble.code, trouble.first, trouble.last, trouble.data)
        notice = self._notice(tokens, remark)
        return Piece(Kind.UNREADABLE, tokens[first:last], notices=(notice,), unfinished=trouble.unfinished)

    def doubted(self, piece: Piece) -> Piece:
        """An order as one that may not have been meant; any other piece as it is."""
        if piece.kind is not Kind.ORDER:
            return piece
        count = len(piece.tokens)
        return self.unreadable(piece.tokens, 0, count, Trouble(Code.ORDER_DOUBTFUL, 0, count))

    def _list(
        self,
        tokens: Sequence[Token],
        span: Span,
        body: drafts.Build | drafts.Disband,
        made: Sequence[Order],
        notices: tuple[Notice, ...],
    ) -> ListStretch:
        entries = [
            (order, self._span(tokens[ref.first : ref.last]))
            for order, ref in zip(made, body.entries, strict=True)
            if isinstance(order, (Build, Disband))
        ]
        return ListStretch(span, "builds" if isinstance(body, drafts.Build) else "disbands", tuple(entries), notices)

    def _span(self, tokens: Sequence[Token]) -> Span:
        return self._folded.span(tokens[0].start, tokens[-1].end)

    def _notice(self, tokens: Sequence[Token], remark: Remark) -> Notice:
        first = min(remark.first, len(tokens) - 1)
        last = max(min(remark.last, len(tokens)), first + 1)
        return Notice(remark.level, remark.code, self._source.where(self._span(tokens[first:last])), remark.data)
