"""Everything that was pasted for one turn, read: the orders that count, what does not and why, what is missing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from tianshen.locale.lexicon import WordClass
from tianshen.model.orders import Build, Disband, RetreatList, TurnOrders, UnitOrder
from tianshen.model.turns import Phase
from tianshen.notices import Level
from tianshen.reading.decrees import read_decrees
from tianshen.reading.posts.thread import read_thread
from tianshen.reading.result import Given, Reading
from tianshen.reading.revision.choice import choose_orders
from tianshen.reading.revision.missing import missing_of
from tianshen.reading.turn.attribution import attribute_posts
from tianshen.reading.turn.deceptive_text import lookalikes, turned_lines
from tianshen.reading.turn.hidden_orders import hidden_order_notices
from tianshen.reading.turn.misplaced_posts import misplaced_post_notices
from tianshen.reading.turn.notice_limit import limited
from tianshen.reading.turn.player_posts import read_posts
from tianshen.reading.turn_context import TurnContext
from tianshen.text.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tianshen.model.position import Power
    from tianshen.notices import Notice
    from tianshen.reading.decrees import Decreed
    from tianshen.reading.revision.standing_orders import Question, StandingOrder, StandingOrders

T = TypeVar("T", Build, Disband)

__all__ = ["TurnContext", "read_turn"]


def read_turn(sources: Source | Sequence[Source], context: TurnContext) -> Reading:
    """Return what the sources, in their sequence, say for the turn of the context's position."""
    sources = [sources] if isinstance(sources, Source) else list(sources)
    known = frozenset(context.nicknames)
    called = frozenset(name for name in known if not _is_heading(name, context))
    threads = [read_thread(source, context.forum, known, context.seam, called) for source in sources]
    posts, notices = attribute_posts(threads, context)
    notices.extend(misplaced_post_notices(posts, context))
    collected = read_posts(posts, context)
    decreed = read_decrees(collected.decrees, context)
    standing = {power: choose_orders(power, collected.sent_by(power), context) for power in context.board.powers}
    for orders in standing.values():
        _overrule(orders, decreed)
    for thread in threads:
        notices.extend(thread.notices)
    notices.extend((*collected.notices, *decreed.notices))
    notices.extend(_notices(collected.questions, standing, decreed))
    missing = {power: lacks for power, orders in standing.items() if (lacks := missing_of(orders, decreed))}
    given = _given(standing.values(), decreed)
    notices.extend(hidden_order_notices(collected.talk, missing, given, context))
    notices.extend(lookalikes(given, context.lexicon.lookalikes))
    for source in sources:
        notices.extend(turned_lines(source))
    left_out = [*collected.left_out, *(left for orders in standing.values() for left in orders.left_out)]
    return Reading(
        _turn_orders(standing, decreed),
        given,
        tuple(left for _, left in sorted(left_out, key=lambda placed: placed[0])),
        missing,
        limited(notices, sources),
    )


def _is_heading(name: str, context: TurnContext) -> bool:
    """Return whether the nickname is also what a power or the game master is called: then it is their heading."""
    lexicon = context.lexicon
    key = context.heading_key(name)
    return lexicon.is_game_master(key) or any(sense.word_class is WordClass.POWER for sense in lexicon.senses(key))


def _overrule(standing: StandingOrders, decreed: Decreed) -> None:
    """Leave out what a decree replaces."""
    standing.overrule(decreed.moves, moves=True)
    retreats: set[str] = {*decreed.retreats}
    if standing.context.phase is Phase.RETREATS:
        retreats.update(decreed.disbands, decreed.voided)
    standing.overrule(retreats, moves=False)
    overruled: list[StandingOrder] = []
    if standing.power in decreed.waived | decreed.struck:
        overruled.extend((*(standing.builds or ()), *([standing.waive] if standing.waive else ())))
        standing.builds, standing.waive = None, None
    if standing.power in decreed.struck:
        overruled.extend(standing.disbands or ())
        standing.disbands = None
    for entry in overruled:
        standing.leave_out(entry, "decree")


def _notices(
    questions: Sequence[Question], standing: Mapping[Power, StandingOrders], decreed: Decreed
) -> Iterator[Notice]:
    """Yield what there is to say about the powers' orders, then all questions."""
    for orders in standing.values():
        yield from orders.notices
        for entry in orders.entries():
            yield from (replace(notice, data={**entry.submission.sender, **notice.data}) for notice in entry.notices)
    for question in (*questions, *(question for orders in standing.values() for question in orders.questions)):
        settled = _is_settled(question, standing.get(question.power) if question.power else None, decreed)
        yield replace(question.notice, level=Level.INFO) if settled else question.notice


def _is_settled(question: Question, standing: StandingOrders | None, decreed: Decreed) -> bool:
    """Return whether decrees settle the question; if nobody knows of which unit it speaks, all units need orders."""
    units = question.units
    if standing is not None and units is not None and not units:
        own = {unit.province for unit in standing.context.position.units_of(standing.power)}
        spoken = {*decreed.moves, *decreed.voided}
        return own <= spoken.union(standing.moves) and not own.isdisjoint(spoken)
    return decreed.settles(question.power, units)


def _turn_orders(standing: Mapping[Power, StandingOrders], decreed: Decreed) -> TurnOrders:
    entries = [entry.order for orders in standing.values() for entry in orders.entries()]
    moves = {order.unit: order for order in entries if isinstance(order, UnitOrder)}
    retreats = {order.unit: order for order in entries if isinstance(order, RetreatList)}
    builds = _listed(Build, {power: orders.builds for power, orders in standing.items()})
    disbands = _listed(Disband, {power: orders.disbands for power, orders in standing.items()})
    builds |= dict.fromkeys(sorted(decreed.waived), ())
    return TurnOrders({**moves, **decreed.moves}, retreats, builds, disbands, decreed.decrees())


def _listed(kind: type[T], lists: Mapping[Power, list[StandingOrder] | None]) -> dict[Power, tuple[T, ...]]:
    """Return the orders of the lists that were sent."""
    sent = {power: entries for power, entries in lists.items() if entries is not None}
    return {
        power: tuple(entry.order for entry in entries if isinstance(entry.order, kind))
        for power, entries in sent.items()
    }


def _given(standing: Iterable[StandingOrders], decreed: Decreed) -> tuple[Given, ...]:
    given = [
        (entry.place, Given(orders.power, entry.order, entry.where, entry.submission.author))
        for orders in standing
        for entry in orders.entries()
    ]
    return tuple(order for _, order in sorted([*given, *decreed.given], key=lambda placed: placed[0]))
