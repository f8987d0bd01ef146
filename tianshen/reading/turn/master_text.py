"""The game master's own text: headings tell whose orders follow, decrees are put aside."""

from __future__ import annotations

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
from tianshen.reading.ownership import power_of, same_season
from tianshen.reading.posts.post import PostKind
from tianshen.reading.revision.standing_orders import Question
from tianshen.reading.turn.attribution import where_of
from tianshen.reading.turn.collected import HeadedSection
from tianshen.text.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tianshen.model.position import Power
    from tianshen.reading.grammar.stretches import Stretch
    from tianshen.reading.revision.submission import Statement
    from tianshen.reading.turn.attribution import AttributedPost
    from tianshen.reading.turn.collected import Collected


_COLONS = ":："
_LONGEST_NAME = 24


def read_master_text(ledger: Collected, mail: AttributedPost, stretches: Sequence[Stretch], *, alone: bool) -> None:
    """Reads text in which headings, and players' names as headings, tell whose orders follow.

    Each begins a sheet of its own. `alone`: there are no posts in the paste, so that orders under no heading can only
    be the game master's.
    """
    section = HeadedSection(None, mail.post.author, where_of(mail))
    loose: list[Statement] = []
    calls = list(mail.post.calls)
    for stretch in _governed(ledger, mail, stretches):
        while calls and calls[0][0].start < stretch.span.start:
            span, name = calls.pop(0)
            loose.extend(_closed(ledger, mail, section))
            where = mail.source.where(span)
            section = HeadedSection(
                ledger.context.nicknames[name], name, where, turn=section.turn, heading=section.heading
            )
        if isinstance(stretch, HeadingStretch):
            loose.extend(_closed(ledger, mail, section))
            section = _under(ledger, mail, section, stretch)
        elif mail.post.calls and _is_name(mail, stretch):
            loose.extend(_closed(ledger, mail, section))
            where = mail.source.where(stretch.span)
            section = HeadedSection(None, where.quote.rstrip(_COLONS), where, turn=section.turn, stranger=True)
        else:
            ledger.word(mail, stretch, section)
    loose.extend(_closed(ledger, mail, section))
    _loose(ledger, mail, loose, alone=alone and mail.post.kind is PostKind.OWN)


def _is_name(mail: AttributedPost, stretch: Stretch) -> bool:
    """Whether a line has the form in which players' names stand before what they say: it may be somebody else's."""
    if not isinstance(stretch, ChatStretch):
        return False
    where = mail.source.where(stretch.span)
    alone = mail.source.line_text(where.line).strip() == where.quote.strip()
    return alone and len(where.quote) <= _LONGEST_NAME and where.quote.rstrip()[-1] in _COLONS


def _under(ledger: Collected, mail: AttributedPost, before: HeadedSection, heading: HeadingStretch) -> HeadedSection:
    """The section that begins with a heading; one that names a turn alone leaves the power as it was."""
    where = mail.source.where(heading.span)
    ledger.namesake(where.quote, where, as_author=False)
    section = HeadedSection(before.power, before.author, where, turn=before.turn, heading=where)
    if heading.power is not None:
        section.power, section.author = heading.power, mail.post.author
    if heading.turn is not None:
        section.turn = None if same_season(heading.turn, ledger.context.position.turn) else heading.turn
    return section


def _closed(ledger: Collected, mail: AttributedPost, section: HeadedSection) -> list[Statement]:
    """The section as a sheet; what it says without a heading is handed back."""
    said = ledger.settled(section)
    if section.stranger:
        giving = [item for item in said if item.may_give]
        for item in giving:
            ledger.leave_out(item, None, section.author, "stranger")
        if giving:
            ledger.note(Level.WARNING, Code.AUTHOR_UNKNOWN, section.where, author=section.author)
        return []
    if section.power is None:
        return said
    ledger.sheet(mail, section, said)
    return []


def _governed(ledger: Collected, mail: AttributedPost, stretches: Sequence[Stretch]) -> Iterator[Stretch]:
    """The stretches without decrees, which are put aside.

    A decree on the line of its heading reaches on only where the next line is plainly one too; below a heading that
    stands alone, everything up to the next heading is one.
    """
    power: Power | None = None
    index = 0
    while index < len(stretches):
        stretch = stretches[index]
        index += 1
        if isinstance(stretch, HeadingStretch) and stretch.game_master:
            stop = index
            while stop < len(stretches) and isinstance(stretches[stop], DecreeStretch | MarkStretch):
                stop += 1
            run = [item for item in stretches[index:stop] if isinstance(item, DecreeStretch)]
            rest = _decreed(ledger, mail, stretch, run)
            if rest:
                span = Span(rest[0].span.start, rest[-1].span.end)
                yield from ledger.stretches(mail.words, span, power)
            index = stop
            continue
        if isinstance(stretch, HeadingStretch) and stretch.power is not None:
            power = stretch.power
        yield stretch


def _decreed(
    ledger: Collected, mail: AttributedPost, heading: HeadingStretch, run: Sequence[DecreeStretch]
) -> list[DecreeStretch]:
    """Puts the lines of a decree aside; hands back those behind a one-line decree that are none."""
    where = mail.source.where(heading.span)
    ledger.namesake(where.quote, where, as_author=False)
    line = where.line
    one_line = bool(run) and mail.source.line_of(run[0].span.start) == line
    for at, item in enumerate(run):
        if one_line and mail.source.line_of(item.span.start) > line and not names_decree(mail.words, item.span):
            return list(run[at:])
        ledger.decrees.append(DecreeLine(item.span, mail.source, mail.words, mail.base + item.span.start))
    return []


def _loose(ledger: Collected, mail: AttributedPost, said: Sequence[Statement], *, alone: bool) -> None:
    """Orders under no heading: whose they are is told by the place, but only where no posts stand around them."""
    giving = [item for item in said if item.may_give]
    if not giving:
        return
    if not alone:
        for item in giving:
            ledger.leave_out(item, None, mail.post.author, "unowned")
        ledger.ask(Code.ORDER_UNOWNED, giving[0].where, None, giving)
        return
    by_power, unowned = _by_place(ledger, said)
    for item in unowned:
        _ask_about(ledger, mail, item)
    powers = [power for power in ledger.context.board.powers if any(i.gives_orders for i in by_power.get(power, ()))]
    for power in powers:
        ledger.sheet(mail, HeadedSection(power, mail.post.author, giving[0].where), by_power[power])
    if powers:
        ledger.note(Level.WARNING, Code.NO_HEADING, giving[0].where, powers=tuple(powers))


def _by_place(ledger: Collected, said: Sequence[Statement]) -> tuple[dict[Power, list[Statement]], list[Statement]]:
    """The words by the power whose unit or home they name, and orders that name none's; directives go to all."""
    by_power: dict[Power, list[Statement]] = {}
    unowned = []
    for item in said:
        named = {power_of(order, ledger.context) for order, _ in item.orders()}
        owners = [power for power in ledger.context.board.powers if power in named or item.directive]
        for power in owners:
            by_power.setdefault(power, []).append(item)
        if item.may_give and not owners:
            unowned.append(item)
    return by_power, unowned


def _ask_about(ledger: Collected, mail: AttributedPost, item: Statement) -> None:
    ledger.leave_out(item, None, mail.post.author, "unowned")
    if isinstance(item.stretch, UnreadableStretch):
        ledger.questions.extend(Question(notice, None, frozenset()) for notice in item.stretch.notices)
    else:
        ledger.ask(Code.ORDER_UNOWNED, item.where, None, [item])
