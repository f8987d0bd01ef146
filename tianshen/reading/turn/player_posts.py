"""The words of posts as submissions: whose each order is, and which words give none, with the reason."""

from __future__ import annotations

import re
from itertools import filterfalse, groupby
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
from tianshen.reading.ownership import power_of
from tianshen.reading.posts.post import NotOwnWords, PostKind
from tianshen.reading.result import LeftOut
from tianshen.reading.turn.attribution import where_of
from tianshen.reading.turn.collected import Collected, HeadedSection, statements_in
from tianshen.reading.turn.master_text import read_master_text
from tianshen.text.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tianshen.notices import Where
    from tianshen.reading.grammar.stretches import Stretch
    from tianshen.reading.posts.post import MarkedSpan
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
_IN_DOUBT = {NotOwnWords.UNSURE: Code.QUOTE_END_UNCLEAR, NotOwnWords.SIGNATURE: Code.SIGNATURE_ORDERS}
_NUMBERING = frozenset(".、()（）")
_STOPS = re.compile(r"[\s;；,，.。!！]+")
_WHOLE: dict[str, Code] = {"late": Code.POST_LATE, "edited_late": Code.POST_EDITED_LATE}


def read_posts(posts: Sequence[AttributedPost], context: TurnContext) -> Collected:
    """Return everything that the posts say, in the sequence of the text."""
    collected = Collected(context)
    last = {post.base: post for post in posts if post.pasted.kind is PostKind.POST}
    for post in posts:
        stretches = collected.stretches(post.words, post.pasted.body, post.power)
        if post.why is not None:
            _leave_out_post(collected, post, stretches)
            continue
        if post.own:
            read_master_text(collected, post, stretches, alone=post.base not in last and not post.pasted.unclear)
        else:
            _read_player_post(collected, post, stretches, last=last.get(post.base) is post and not post.pasted.closed)
        _set_apart(collected, post)
    return collected


def _leave_out_post(collected: Collected, post: AttributedPost, stretches: Sequence[Stretch]) -> None:
    """Leave out a whole post."""
    why = post.why or "stranger"
    author = post.pasted.author
    giving = [statement for statement in statements_in(post, stretches) if statement.may_give]
    collected.leave_out(giving, post.power, author, why)
    for where in _decrees_in(collected, post, post.words, stretches, why):
        collected.note(Level.WARNING, Code.DECREE_IN_POST, where, author=author)
    if why == "stranger":
        _note_stranger(collected, post, giving)
    elif giving and why in _WHOLE:
        data = {"author": author, "power": post.power, "time": post.shown_time}
        collected.note(Level.WARNING, _WHOLE[why], where_of(post), **data)


def _note_stranger(collected: Collected, post: AttributedPost, giving: Sequence[Statement]) -> None:
    """Ask or tell about an author who plays no power."""
    where, author = where_of(post), post.pasted.author or ""
    orders = [statement for statement in giving if statement.gives_orders]
    if post.pasted.others and orders:
        collected.ask(Code.AUTHOR_UNCLEAR, where, None, orders, author=author, names=post.pasted.others)
    elif post.resembles and orders:
        power = collected.context.nicknames[post.resembles]
        collected.ask(Code.AUTHOR_RESEMBLES, where, power, orders, author=author, name=post.resembles)
    elif orders:
        collected.note(Level.WARNING, Code.AUTHOR_UNKNOWN, where, author=author)
    elif author not in collected.strangers:
        collected.note(Level.INFO, Code.AUTHOR_UNKNOWN, where, author=author)
    collected.strangers.add(author)


# a player's post


def _read_player_post(collected: Collected, post: AttributedPost, stretches: Sequence[Stretch], *, last: bool) -> None:
    section = HeadedSection(post.power, post.pasted.author, where_of(post))
    collected.namesake(post.pasted.author or "", where_of(post), as_author=True)
    kept: list[Statement] = []
    for stretch in _addressed(collected, post, stretches, last=last):
        if isinstance(stretch, HeadingStretch):
            kept.extend(collected.close(section))
            _head_section(collected, post, section, stretch)
        else:
            collected.add(post, stretch, section)
    kept.extend(collected.close(section))
    collected.submit(post, section, kept)


def _addressed(
    collected: Collected, post: AttributedPost, stretches: Sequence[Stretch], *, last: bool
) -> Iterator[Stretch]:
    """Yield the stretches of a player's post; a heading of the game master's is a mere form of address in it.

    What would be a decree is pointed out: at the end of the paste it may be the game master's own.
    """
    level = Level.ERROR if last else Level.WARNING
    for decreed, run in groupby(stretches, key=lambda stretch: _is_decree(collected, post, stretch)):
        if decreed is None:
            yield from filterfalse(_is_master_heading, run)
            continue
        spans = [line.span for line in run]
        inner = [] if decreed else collected.stretches(post.words, Span(spans[0].start, spans[-1].end), post.power)
        foreign = [stretch.span for stretch in inner if _is_foreign(collected, post, stretch)]
        for span in spans if decreed else foreign:
            collected.note(level, Code.DECREE_IN_POST, post.source.where(span), author=post.pasted.author)
        yield from inner


def _is_master_heading(stretch: Stretch) -> bool:
    return isinstance(stretch, HeadingStretch) and stretch.game_master


def _decrees_in(
    collected: Collected, post: AttributedPost, words: Source, stretches: Sequence[Stretch], why: LeftOutWhy
) -> list[Where]:
    """Leave out what would be a decree, or an order by one, if it were the game master's; return where it stands."""
    found = []
    for stretch in stretches:
        if not isinstance(stretch, DecreeStretch):
            continue
        inner = collected.stretches(words, stretch.span, post.power)
        if names_decree(words, stretch.span) or any(isinstance(item, OrderStretch | ListStretch) for item in inner):
            where = post.source.where(stretch.span)
            collected.left_out.append(
                (post.base + stretch.span.start, LeftOut(post.power, post.pasted.author, where, why))
            )
            found.append(where)
    return found


def _is_decree(collected: Collected, post: AttributedPost, line: Stretch) -> bool | None:
    """Return whether a line below a heading of the game master's reads like a decree, None for other stretches.

    What a player says of his own orders (`前楼作废`) does not.
    """
    if not isinstance(line, DecreeStretch):
        return None
    if not names_decree(post.words, line.span):
        return False
    inner = collected.stretches(post.words, line.span, post.power)
    return not any(isinstance(item, DirectiveStretch) for item in inner)


def _is_foreign(collected: Collected, post: AttributedPost, stretch: Stretch) -> bool:
    """Return whether it is an order for another power's unit."""
    return isinstance(stretch, OrderStretch) and power_of(stretch.order, collected.context) not in (None, post.power)


def _head_section(collected: Collected, post: AttributedPost, section: HeadedSection, heading: HeadingStretch) -> None:
    """Let the section go on under another heading."""
    section.heading = post.source.where(heading.span)
    if heading.power is not None:
        section.other = heading.power if heading.power != post.power else None
    section.name_turn(heading.turn, collected.context.position.turn)


# quotes, signatures, what is struck through, reports


def _set_apart(collected: Collected, post: AttributedPost) -> None:
    """Leave out what the author has not written himself; ask about it if it may be his orders all the same."""
    for marked in post.pasted.marked:
        if marked.why is NotOwnWords.REPORT:
            _leave_out_report(collected, post, marked.span)
        elif marked.why in _APART:
            _leave_out_marked(collected, post, marked)


def _leave_out_report(collected: Collected, post: AttributedPost, span: Span) -> None:
    """Leave out a report; ask about orders in or below it on lines of their own, for no report has them."""
    where = _first_line(post, span)
    collected.note(Level.INFO, Code.REPORT_PASSED_OVER, where, author=post.pasted.author)
    collected.left_out.append((post.base + span.start, LeftOut(post.power, post.pasted.author, where, "report")))
    statements = statements_in(post, collected.stretches(post.source, span, post.power))
    giving = [item for item in statements if item.gives_orders and _stands_alone(post.source, item.where)]
    collected.leave_out(giving, post.power, post.pasted.author, "report")
    own = [statement for statement in giving if _concerns(collected, post, statement)]
    if own:
        collected.ask(Code.REPORT_AND_ORDERS, own[0].where, post.power, own, author=post.pasted.author)


def _stands_alone(source: Source, where: Where) -> bool:
    """Return whether only numbering stands before the words, and only stops after them, on their line."""
    before, _, after = source.line_text(where.line).partition(where.quote.partition("\n")[0])
    return all(char.isdigit() or char in _NUMBERING for char in "".join(before.split())) and not _STOPS.sub("", after)


def _leave_out_marked(collected: Collected, post: AttributedPost, marked: MarkedSpan) -> None:
    """Leave out what is quoted, struck through or in a signature; ask about what nobody can tell to be a quote."""
    author, power, why = post.pasted.author, post.power, _APART[marked.why]
    stretches = collected.stretches(post.apart, marked.span, power)
    statements = statements_in(post, stretches)
    question = _IN_DOUBT.get(marked.why)
    giving = [item for item in statements if (item.may_give if question else item.gives_orders)]
    collected.leave_out(giving, power, author, why)
    places = [item.where for item in giving] + _decrees_in(collected, post, post.apart, stretches, why)
    own = [item for item in (statements if question else giving) if _concerns(collected, post, item)]
    if question and own:
        collected.ask(question, own[0].where, power, own, author=author)
    elif marked.why is NotOwnWords.STRUCK and own:
        collected.note(Level.WARNING, Code.WORDS_STRUCK, own[0].where, power=power, author=author)
    elif places:
        collected.note(Level.INFO, Code.WORDS_QUOTED, places[0], power=power, author=author)


def _concerns(collected: Collected, post: AttributedPost, statement: Statement) -> bool:
    """Return whether it would be an order of the author's, or take one back."""
    if not statement.gives_orders or post.power is None:
        return True
    return any(power_of(order, collected.context) in (None, post.power) for order, _ in statement.orders())


def _first_line(post: AttributedPost, span: Span) -> Where:
    first = post.source.text[span.start : span.end].partition("\n")[0].rstrip()
    return post.source.where(Span(span.start, span.start + len(first)))
