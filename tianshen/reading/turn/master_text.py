"""The game master's own text: headings tell whose orders follow, decrees are put aside."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from tianshen.notices import Code, Level
from tianshen.reading.decrees import DecreeLine, names_decree
from tianshen.reading.grammar.stretches import (
    ChatStretch,
    DecreeStretch,
    HeadingStretch,
    MarkStretch,
    UnreadableStretch,
)
from tianshen.reading.ownership import power_of
from tianshen.reading.posts.post import PostKind
from tianshen.reading.revision.standing_orders import Question
from tianshen.reading.turn.attribution import where_of
from tianshen.reading.turn.collected import HeadedSection
from tianshen.text.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tianshen.model.position import Power
    from tianshen.reading.grammar.stretches import Stretch
    from tianshen.reading.revision.submission import Statement
    from tianshen.reading.turn.attribution import AttributedPost
    from tianshen.reading.turn.collected import Collected


_COLONS = ":："
_LONGEST_NAME = 24  # characters, more than forums allow in a nickname and fewer than most remarks that end in a colon


def read_master_text(collected: Collected, post: AttributedPost, stretches: Sequence[Stretch], *, alone: bool) -> None:
    """Read text in which headings, and players' names as headings, tell whose orders follow.

    Each begins a submission of its own. `alone`: there are no posts in the paste, so that orders under no heading can
    only be the game master's.
    """
    section = HeadedSection(None, post.pasted.author, where_of(post))
    loose: list[Statement] = []
    calls = list(post.pasted.calls)
    for stretch in _without_decrees(collected, post, stretches):
        while calls and calls[0][0].start < stretch.span.start:
            span, name = calls.pop(0)
            loose.extend(_closed(collected, post, section))
            where = post.source.where(span)
            section = HeadedSection(
                collected.context.nicknames[name], name, where, turn=section.turn, heading=section.heading
            )
        if isinstance(stretch, HeadingStretch):
            loose.extend(_closed(collected, post, section))
            section = _under(collected, post, section, stretch)
        elif post.pasted.calls and _is_name(post, stretch):
            loose.extend(_closed(collected, post, section))
            where = post.source.where(stretch.span)
            section = HeadedSection(None, where.quote.rstrip(_COLONS), where, turn=section.turn, stranger=True)
        else:
            collected.add(post, stretch, section)
    loose.extend(_closed(collected, post, section))
    _assign_loose(collected, post, loose, alone=alone and post.pasted.kind is PostKind.OWN)


def _is_name(post: AttributedPost, stretch: Stretch) -> bool:
    """Return whether a line looks like a player's name before his words: it may be somebody else's."""
    if not isinstance(stretch, ChatStretch):
        return False
    where = post.source.where(stretch.span)
    alone = post.source.line_text(where.line).strip() == where.quote.strip()
    return alone and len(where.quote) <= _LONGEST_NAME and where.quote.rstrip()[-1] in _COLONS


def _under(collected: Collected, post: AttributedPost, before: HeadedSection, heading: HeadingStretch) -> HeadedSection:
    """Return the section that begins with a heading; one that names a turn alone leaves the power as it was."""
    where = post.source.where(heading.span)
    collected.namesake(where.quote, where, as_author=False)
    section = HeadedSection(before.power, before.author, where, turn=before.turn, heading=where)
    if heading.power is not None:
        section.power, section.author = heading.power, post.pasted.author
    section.name_turn(heading.turn, collected.context.position.turn)
    return section


def _closed(collected: Collected, post: AttributedPost, section: HeadedSection) -> list[Statement]:
    """Submit what the section says; return it if no heading says whose it is."""
    statements = collected.close(section)
    if section.stranger:
        giving = [statement for statement in statements if statement.may_give]
        collected.leave_out(giving, None, section.author, "stranger")
        if giving:
            collected.note(Level.WARNING, Code.AUTHOR_UNKNOWN, section.where, author=section.author)
        return []
    if section.power is None:
        return statements
    collected.submit(post, section, statements)
    return []


def _without_decrees(collected: Collected, post: AttributedPost, stretches: Sequence[Stretch]) -> Iterator[Stretch]:
    """Yield the stretches without decrees, which are put aside.

    A decree on the line of its heading reaches on only where the next line is plainly one too; below a heading that
    stands alone, everything up to the next heading is one.
    """
    power: Power | None = None
    index = 0
    while index < len(stretches):
        stretch = stretches[index]
        index += 1
        if not isinstance(stretch, HeadingStretch):
            yield stretch
        elif not stretch.game_master:
            power = stretch.power or power
            yield stretch
        else:
            following = (stretches[at] for at in range(index, len(stretches)))
            run = list(takewhile(lambda item: isinstance(item, DecreeStretch | MarkStretch), following))
            index += len(run)
            rest = _put_aside(collected, post, stretch, [item for item in run if isinstance(item, DecreeStretch)])
            if rest:
                span = Span(rest[0].span.start, rest[-1].span.end)
                yield from collected.stretches(post.words, span, power)


def _put_aside(
    collected: Collected, post: AttributedPost, heading: HeadingStretch, run: Sequence[DecreeStretch]
) -> list[DecreeStretch]:
    """Put the lines of a decree aside; return those after a one-line decree that are none."""
    where = post.source.where(heading.span)
    collected.namesake(where.quote, where, as_author=False)
    line = where.line
    one_line = bool(run) and post.source.line_of(run[0].span.start) == line
    for at, item in enumerate(run):
        if one_line and post.source.line_of(item.span.start) > line and not names_decree(post.words, item.span):
            return list(run[at:])
        collected.decrees.append(DecreeLine(item.span, post.source, post.words, post.base + item.span.start))
    return []


def _assign_loose(collected: Collected, post: AttributedPost, statements: Sequence[Statement], *, alone: bool) -> None:
    """Assign orders under no heading by the places they name, but only if no posts stand around them."""
    giving = [statement for statement in statements if statement.may_give]
    if not giving:
        return
    if not alone:
        collected.leave_out(giving, None, post.pasted.author, "unowned")
        collected.ask(Code.ORDER_UNOWNED, giving[0].where, None, giving)
        return
    where = giving[0].where
    by_power, unowned = _by_place(collected, statements)
    for statement in unowned:
        _ask_about(collected, post, statement)
    powers = tuple(power for power in collected.context.board.powers if _gives_orders(by_power.get(power, ())))
    for power in powers:
        collected.submit(post, HeadedSection(power, post.pasted.author, where), by_power[power])
    if powers:
        collected.note(Level.WARNING, Code.NO_HEADING, where, powers=powers)


def _gives_orders(statements: Iterable[Statement]) -> bool:
    return any(statement.gives_orders for statement in statements)


def _by_place(
    collected: Collected, statements: Sequence[Statement]
) -> tuple[dict[Power, list[Statement]], list[Statement]]:
    """Return statements by the power whose unit or home they name (directives by all), and orders that name none's."""
    by_power: dict[Power, list[Statement]] = {}
    unowned = []
    for statement in statements:
        named = {power_of(order, collected.context) for order, _ in statement.orders()}
        owners = [power for power in collected.context.board.powers if power in named or statement.directive]
        for power in owners:
            by_power.setdefault(power, []).append(statement)
        if statement.may_give and not owners:
            unowned.append(statement)
    return by_power, unowned


def _ask_about(collected: Collected, post: AttributedPost, statement: Statement) -> None:
    collected.leave_out([statement], None, post.pasted.author, "unowned")
    if isinstance(statement.stretch, UnreadableStretch):
        collected.questions.extend(Question(notice, None, frozenset()) for notice in statement.stretch.notices)
    else:
        collected.ask(Code.ORDER_UNOWNED, statement.where, None, [statement])
