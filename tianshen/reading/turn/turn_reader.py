"""Everything that was pasted for one turn, read: the orders that count, what does not and why, what is missing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

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
    from collections.abc import Iterable, Mapping, Sequence

    from tianshen.model.position import Power
    from tianshen.notices import Notice
    from tianshen.reading.decrees import Decreed
    from tianshen.reading.revision.standing_orders import Question, StandingOrder, StandingOrders

__all__ = ["TurnContext", "read_turn"]


def read_turn(sources: Source | Sequence[Source], context: TurnContext) -> Reading:
    """What the sources, in their sequence, say for the turn of the context's position."""
    sources = [sources] if isinstance(sources, Source) else list(sources)
    known = frozenset(context.nicknames)
    called = known - {name for name in known if _is_heading(name, context)}
    threads = [read_thread(source, context.forum, known, context.seam, called) for source in sources]
    mails, notices = attribute_posts(threads, context)
    notices.extend(misplaced_post_notices(mails, context))
    gathered = read_posts(mails, context)
    decreed = read_decrees(gathered.decrees, context)
    powers = dict.fromkeys(sheet.power for sheet in gathered.sheets)
    desks = {
        power: choose_orders(power, [sheet for sheet in gathered.sheets if sheet.power == power], context)
        for power in context.board.powers
        if power in powers
    }
    left_out = list(gathered.left_out)
    for desk in desks.values():
        _overrule(desk, decreed)
        left_out.extend(desk.left_out)
    questions = [*gathered.questions, *(question for desk in desks.values() for question in desk.questions)]
    notices.extend(notice for thread in threads for notice in thread.notices)
    notices.extend((*gathered.notices, *decreed.notices))
    for desk in desks.values():
        notices.extend((*desk.notices, *(notice for entry in desk.entries() for notice in _told(entry))))
    notices.extend(_answered(question, decreed, desks, context) for question in questions)
    lacking = {
        power: lacks
        for power in context.board.powers
        if (lacks := missing_of(power, desks.get(power), decreed, context)) is not None
    }
    given = _given(desks, decreed)
    notices.extend(hidden_order_notices(gathered.talk, lacking, given, context))
    notices.extend(lookalikes(given, context.lexicon.lookalikes))
    notices.extend(notice for source in sources for notice in turned_lines(source))
    return Reading(
        _orders(desks, decreed),
        given,
        tuple(left for _, left in sorted(left_out, key=lambda item: item[0])),
        lacking,
        limited(notices, sources),
    )


def _is_heading(name: str, context: TurnContext) -> bool:
    """Whether the nickname is also what a power or the game master is called: then it is their heading."""
    lexicon = context.lexicon
    key = context.heading_key(name)
    return lexicon.is_game_master(key) or any(sense.word_class is WordClass.POWER for sense in lexicon.senses(key))


def _overrule(desk: StandingOrders, decreed: Decreed) -> None:
    """What a decree replaces is left out."""
    context = desk.context
    for unit in [unit for unit in desk.moves if unit in decreed.moves]:
        desk.leave_out(desk.moves.pop(unit), "decree")
    spoken = {*decreed.retreats, *(decreed.disbands if context.phase is Phase.RETREATS else ())}
    if context.phase is Phase.RETREATS:
        spoken |= decreed.voided
    for unit in [unit for unit in desk.retreats if unit in spoken]:
        desk.leave_out(desk.retreats.pop(unit), "decree")
    if desk.power in decreed.waived | decreed.struck:
        for entry in (*(desk.builds or ()), *([desk.waive] if desk.waive else [])):
            desk.leave_out(entry, "decree")
        desk.builds, desk.waive = None, None
    if desk.power in decreed.struck:
        for entry in desk.disbands or ():
            desk.leave_out(entry, "decree")
        desk.disbands = None


def _told(entry: StandingOrder) -> Iterable[Notice]:
    """What there is to say about how an order that counts was read, with whose it is."""
    data = {"power": entry.sheet.power, **({"author": entry.sheet.author} if entry.sheet.author else {})}
    return (replace(notice, data={**data, **notice.data}) for notice in entry.notices)


def _answered(
    question: Question, decreed: Decreed, desks: Mapping[Power, StandingOrders], context: TurnContext
) -> Notice:
    """The question, or, where decrees have settled it, a remark."""
    power, units = question.power, question.units
    if units is not None and not units and power is not None:
        desk = desks.get(power)
        own = {unit.province for unit in context.position.units_of(power)}
        covered = own <= {*(desk.moves if desk else ()), *decreed.moves, *decreed.voided}
        settled = covered and bool(own & {*decreed.moves, *decreed.voided})
    else:
        settled = decreed.settles(power, units)
    return replace(question.notice, level=Level.INFO) if settled else question.notice


def _orders(desks: Mapping[Power, StandingOrders], decreed: Decreed) -> TurnOrders:
    moves = {unit: e.order for d in desks.values() for unit, e in d.moves.items() if isinstance(e.order, UnitOrder)}
    retreats = {
        unit: e.order for d in desks.values() for unit, e in d.retreats.items() if isinstance(e.order, RetreatList)
    }
    builds = {
        power: tuple(e.order for e in desk.builds if isinstance(e.order, Build))
        for power, desk in desks.items()
        if desk.builds is not None
    }
    disbands = {
        power: tuple(e.order for e in desk.disbands if isinstance(e.order, Disband))
        for power, desk in desks.items()
        if desk.disbands is not None
    }
    builds |= dict.fromkeys(sorted(decreed.waived), ())
    return TurnOrders({**moves, **decreed.moves}, retreats, builds, disbands, decreed.decrees())


def _given(desks: Mapping[Power, StandingOrders], decreed: Decreed) -> tuple[Given, ...]:
    given = [
        (entry.place, Given(desk.power, entry.order, entry.where, entry.sheet.author))
        for desk in desks.values()
        for entry in desk.entries()
    ]
    return tuple(item for _, item in sorted([*given, *decreed.given], key=lambda pair: pair[0]))
