"""The words of posts as sheets: whose each order is, and which words give none, with the reason."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from tianshen.notices import Code, Level
from tianshen.reading.decrees import names_decree
from tianshen.reading.grammar.stretches import (
    DecreeStretch,
    DirectiveStretch,
    HeadingStretch,
    ListStretch,
    OrderStretch,
)
from tianshen.reading.ownership import power_of, same_season
from tianshen.reading.posts.post import NotOwnWords, PostKind
from tianshen.reading.result import LeftOut
from tianshen.reading.turn.attribution import where_of
from tianshen.reading.turn.collected import MATTERS, Collected, HeadedSection
from tianshen.reading.turn.master_text import read_master_text
from tianshen.text.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tianshen.notices import Where
    from tianshen.reading.grammar.stretches import Stretch
    from tianshen.reading.result import LeftOutWhy
    from tianshen.reading.revision.submission import Statement
    from tianshen.reading.turn.attribution import AttributedPost
    from tianshen.reading.turn_context import TurnContext
    from tianshen.text.source import Source

_APART: dict[NotOwnWords, LeftOutWhy] = {
    NotOwnWords.QUOTED: "quoted",
    NotOwnWords.UNSURE: "quoted",
    NotOwnWords.STRUCK: "struck",
    NotOwnWords.SIGNATURE: "signature",
}
_NUMBERING = frozenset(".、()（）")
_STOPS = re.compile(r"[\s;；,，.。!！]+")
_WHOLE: dict[str, Code] = {"late": Code.POST_LATE, "edited_late": Code.POST_EDITED_LATE}


def read_posts(mails: Sequence[AttributedPost], context: TurnContext) -> Collected:
    """Everything that the mail says, in the sequence of the text."""
    ledger = Collected(context)
    last = {mail.base: mail for mail in mails if mail.post.kind is PostKind.POST}
    for mail in mails:
        stretches = ledger.stretches(mail.words, mail.post.body, mail.power)
        if mail.why is not None:
            _whole(ledger, mail, stretches)
            continue
        if mail.own:
            read_master_text(ledger, mail, stretches, alone=mail.base not in last and not mail.post.unclear)
        else:
            _player(ledger, mail, stretches, last=last.get(mail.base) is mail and not mail.post.closed)
        _set_apart(ledger, mail)
    return ledger


def _whole(ledger: Collected, mail: AttributedPost, stretches: Sequence[Stretch]) -> None:
    """A post that is left out as a whole."""
    why = mail.why or "stranger"
    author = mail.post.author
    said = [ledger.said(mail, stretch) for stretch in stretches if isinstance(stretch, MATTERS)]
    giving = [item for item in said if item.may_give]
    for item in giving:
        ledger.leave_out(item, mail.power, author, why)
    for where in _decrees_in(ledger, mail, mail.words, stretches, why):
        ledger.note(Level.WARNING, Code.DECREE_IN_POST, where, author=author)
    if why == "stranger":
        _stranger(ledger, mail, giving)
    elif giving and why in _WHOLE:
        data = {"author": author, "power": mail.power, "time": mail.shown_time}
        ledger.note(Level.WARNING, _WHOLE[why], where_of(mail), **data)


def _stranger(ledger: Collected, mail: AttributedPost, giving: Sequence[Statement]) -> None:
    where, author = where_of(mail), mail.post.author or ""
    orders = [item for item in giving if item.gives_orders]
    if mail.post.others and orders:
        ledger.ask(Code.AUTHOR_UNCLEAR, where, None, orders, author=author, names=mail.post.others)
    elif mail.resembles and orders:
        power = ledger.context.nicknames[mail.resembles]
        ledger.ask(Code.AUTHOR_RESEMBLES, where, power, orders, author=author, name=mail.resembles)
    elif orders:
        ledger.note(Level.WARNING, Code.AUTHOR_UNKNOWN, where, author=author)
    elif author not in ledger.strangers:
        ledger.note(Level.INFO, Code.AUTHOR_UNKNOWN, where, author=author)
    ledger.strangers.add(author)


# a player's post


def _player(ledger: Collected, mail: AttributedPost, stretches: Sequence[Stretch], *, last: bool) -> None:
    section = HeadedSection(mail.power, mail.post.author, where_of(mail))
    ledger.namesake(mail.post.author or "", where_of(mail), as_author=True)
    kept: list[Statement] = []
    for stretch in _addressed(ledger, mail, stretches, last=last):
        if isinstance(stretch, HeadingStretch):
            kept.extend(ledger.settled(section))
            _enter(ledger, mail, section, stretch)
        else:
            ledger.word(mail, stretch, section)
    kept.extend(ledger.settled(section))
    ledger.sheet(mail, section, kept)


def _addressed(
    ledger: Collected, mail: AttributedPost, stretches: Sequence[Stretch], *, last: bool
) -> Iterator[Stretch]:
    """The stretches of a player's post, where a heading of the game master's is no more than a form of address.

    What would be a decree is pointed out: at the end of the paste it may be the game master's own.
    """
    run: list[DecreeStretch] = []
    level = Level.ERROR if last else Level.WARNING
    for stretch in [*stretches, None]:
        if isinstance(stretch, DecreeStretch):
            run.append(stretch)
            continue
        for decreed, lines in groupby(run, key=lambda line: _is_decree(ledger, mail, line)):
            spans = [line.span for line in lines]
            inner = ledger.stretches(mail.words, Span(spans[0].start, spans[-1].end), mail.power)
            foreign = [item.span for item in inner if _is_foreign(ledger, mail, item)]
            for span in spans if decreed else foreign:
                ledger.note(level, Code.DECREE_IN_POST, mail.source.where(span), author=mail.post.author)
            yield from () if decreed else inner
        run = []
        if stretch is not None and not (isinstance(stretch, HeadingStretch) and stretch.game_master):
            yield stretch


def _decrees_in(
    ledger: Collected, mail: AttributedPost, words: Source, stretches: Sequence[Stretch], why: LeftOutWhy
) -> list[Where]:
    """Where something stands that would be a decree, or an order by one, if it were the game master's; left out."""
    found = []
    for stretch in stretches:
        if not isinstance(stretch, DecreeStretch):
            continue
        inner = ledger.stretches(words, stretch.span, mail.power)
        if names_decree(words, stretch.span) or any(isinstance(item, OrderStretch | ListStretch) for item in inner):
            where = mail.source.where(stretch.span)
            ledger.left_out.append((mail.base + stretch.span.start, LeftOut(mail.power, mail.post.author, where, why)))
            found.append(where)
    return found


def _is_decree(ledger: Collected, mail: AttributedPost, line: DecreeStretch) -> bool:
    """Whether a line reads like a decree; what a player says of his own orders (`前楼作废`) does not."""
    if not names_decree(mail.words, line.span):
        return False
    inner = ledger.stretches(mail.words, line.span, mail.power)
    return not any(isinstance(item, DirectiveStretch) for item in inner)


def _is_foreign(ledger: Collected, mail: AttributedPost, stretch: Stretch) -> bool:
    """Whether it is an order for another power's unit."""
    return isinstance(stretch, OrderStretch) and power_of(stretch.order, ledger.context) not in (None, mail.power)


def _enter(ledger: Collected, mail: AttributedPost, section: HeadedSection, heading: HeadingStretch) -> None:
    """The section goes on under another heading."""
    section.heading = mail.source.where(heading.span)
    if heading.power is not None:
        section.other = heading.power if heading.power != mail.power else None
    if heading.turn is not None:
        section.turn = None if same_season(heading.turn, ledger.context.position.turn) else heading.turn


# quotes, signatures, what is struck through, reports


def _set_apart(ledger: Collected, mail: AttributedPost) -> None:
    for piece in mail.post.pieces:
        if piece.mark is NotOwnWords.REPORT:
            where = _first_line(mail, piece.span)
            ledger.note(Level.INFO, Code.REPORT_PASSED_OVER, where, author=mail.post.author)
            left = LeftOut(mail.power, mail.post.author, where, "report")
            ledger.left_out.append((mail.base + piece.span.start, left))
            _behind_report(ledger, mail, piece.span)
        elif piece.mark in _APART:
            _apart(ledger, mail, piece.span, piece.mark)


def _behind_report(ledger: Collected, mail: AttributedPost, span: Span) -> None:
    """Asks about orders that stand in or below a report as no report has them: with their lines to themselves."""
    stretches = ledger.stretches(mail.source, span, mail.power)
    said = [ledger.said(mail, stretch) for stretch in stretches if isinstance(stretch, MATTERS)]
    giving = [item for item in said if item.gives_orders and _stands_alone(mail.source, item.where)]
    for item in giving:
        ledger.leave_out(item, mail.power, mail.post.author, "report")
    own = [item for item in giving if _concerns(ledger, mail, item)]
    if own:
        ledger.ask(Code.REPORT_AND_ORDERS, own[0].where, mail.power, own, author=mail.post.author)


def _stands_alone(source: Source, where: Where) -> bool:
    """Whether nothing but numbering stands before the words and nothing but stops behind them on their line."""
    before, _, behind = source.line_text(where.line).partition(where.quote.partition("\n")[0])
    return all(char.isdigit() or char in _NUMBERING for char in "".join(before.split())) and not _STOPS.sub("", behind)


def _apart(ledger: Collected, mail: AttributedPost, span: Span, mark: NotOwnWords) -> None:
    stretches = ledger.stretches(mail.apart, span, mail.power)
    said = [ledger.said(mail, stretch) for stretch in stretches if isinstance(stretch, MATTERS)]
    doubtful = mark in (NotOwnWords.UNSURE, NotOwnWords.SIGNATURE)
    giving = [item for item in said if item.gives_orders or (doubtful and item.may_give)]
    for item in giving:
        ledger.leave_out(item, mail.power, mail.post.author, _APART[mark])
    decreed = _decrees_in(ledger, mail, mail.apart, stretches, _APART[mark])
    data = {"author": mail.post.author}
    own = [item for item in (said if doubtful else giving) if _concerns(ledger, mail, item)]
    if doubtful and own:
        code = Code.QUOTE_END_UNCLEAR if mark is NotOwnWords.UNSURE else Code.SIGNATURE_ORDERS
        ledger.ask(code, own[0].where, mail.power, own, **data)
    elif mark is NotOwnWords.STRUCK and own:
        ledger.note(Level.WARNING, Code.WORDS_STRUCK, own[0].where, power=mail.power, **data)
    elif giving or decreed:
        where = giving[0].where if giving else decreed[0]
        ledger.note(Level.INFO, Code.WORDS_QUOTED, where, power=mail.power, **data)


def _concerns(ledger: Collected, mail: AttributedPost, item: Statement) -> bool:
    """Whether it would be an order of the author's, or take one back."""
    if not item.gives_orders or mail.power is None:
        return True
    return any(power_of(order, ledger.context) in (None, mail.power) for order, _ in item.orders())


def _first_line(mail: AttributedPost, span: Span) -> Where:
    first = mail.source.text[span.start : span.end].partition("\n")[0].rstrip()
    return mail.source.where(Span(span.start, span.start + len(first)))
