"""Everything that was pasted for one turn, read: the orders that count, what does not and why, what is missing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import Sort
from tianshen.model.orders import Build, Disband, RetreatList, TurnOrders, UnitOrder
from tianshen.model.turn import Phase
from tianshen.notices import Level
from tianshen.reading.choose.choice import choose
from tianshen.reading.choose.missing import missing
from tianshen.reading.decrees import read_decrees
from tianshen.reading.posts.thread import read_thread
from tianshen.reading.result import Given, Reading
from tianshen.reading.turn.context import TurnContext
from tianshen.reading.turn.looks import lookalikes, turned_lines
from tianshen.reading.turn.mail import sort_out
from tianshen.reading.turn.notices import told
from tianshen.reading.turn.pages import out_of_place
from tianshen.reading.turn.talk import doubts_about_talk
from tianshen.reading.turn.words import read_words
from tianshen.text import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tianshen.model.position import Power
    from tianshen.notices import Notice
    from tianshen.reading.choose.desk import Desk, Entry, Question
    from tianshen.reading.decrees import Decreed

__all__ = ["TurnContext", "read_turn"]


def read_turn(sources: Source | Sequence[Source], context: TurnContext) -> Reading:
    """What the sources, in their sequence, say for the turn of the context's position."""
    sources = [sources] if isinstance(sources, Source) else list(sources)
    known = frozenset(context.nicknames)
    called = known - {name for name in known if _is_heading(name, context)}
    threads = [read_thread(source, context.forum, known, context.seam, called) for source in sources]
    mails, notices = sort_out(threads, context)
    notices.extend(out_of_place(mails, context))
    gathered = read_words(mails, context)
    decreed = read_decrees(gathered.decrees, context)
    powers = dict.fromkeys(sheet.power for sheet in gathered.sheets)
    desks = {
        power: choose(power, [sheet for sheet in gathered.sheets if sheet.power == power], context)
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
        if (lacks := missing(power, desks.get(power), decreed, context)) is not None
    }
    given = _given(desks, decreed)
    notices.extend(doubts_about_talk(gathered.talk, lacking, given, context))
    notices.extend(lookalikes(given, context.lexicon.lookalikes))
    notices.extend(notice for source in sources for notice in turned_lines(source))
    return Reading(
        _orders(desks, decreed),
        given,
        tuple(left for _, left in sorted(left_out, key=lambda item: item[0])),
        lacking,
        told(notices, sources),
    )


def _is_heading(name: str, context: TurnContext) -> bool:
    """Whether the nickname is also what a power or the game master is called: then it is their heading."""
    lexicon = context.lexicon
    key = context.heading_key(name)
    return lexicon.is_game_master(key) or any(sense.sort is Sort.POWER for sense in lexicon.senses(key))


def _overrule(desk: Desk, decreed: Decreed) -> None:
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


def _told(entry: Entry) -> Iterable[Notice]:
    """What there is to say about how an order that counts was read, with whose it is."""
    data = {"power": entry.sheet.power, **({"author": entry.sheet.author} if entry.sheet.author else {})}
    return (replace(notice, data={**data, **notice.data}) for notice in entry.notices)


def _answered(question: Question, decreed: Decreed, desks: Mapping[Power, Desk], context: TurnContext) -> Notice:
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


def _orders(desks: Mapping[Power, Desk], decreed: Decreed) -> TurnOrders:
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


def _given(desks: Mapping[Power, Desk], decreed: Decreed) -> tuple[Given, ...]:
    given = [
        (entry.place, Given(desk.power, entry.order, entry.where, entry.sheet.author))
        for desk in desks.values()
        for entry in desk.entries()
    ]
    return tuple(item for _, item in sorted([*given, *decreed.given], key=lambda pair: pair[0]))
