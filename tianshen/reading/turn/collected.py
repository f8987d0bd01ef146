"""Where everything goes that is read from posts: sheets, what is left out, notices, questions, decrees."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from tianshen.notices import Code, Level, Notice
from tianshen.reading.grammar.read_text import read_stretches
from tianshen.reading.grammar.stretches import (
    ChatStretch,
    DirectiveStretch,
    ListStretch,
    OrderStretch,
    UnreadableStretch,
)
from tianshen.reading.ownership import power_of, unit_of
from tianshen.reading.posts.post import NotOwnWords, PostKind
from tianshen.reading.result import LeftOut
from tianshen.reading.revision.standing_orders import Question
from tianshen.reading.revision.submission import Statement, Submission
from tianshen.reading.revision.suggestions import SHOWN
from tianshen.reading.turn.hidden_orders import Talk

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tianshen.model.position import Power
    from tianshen.model.turns import Turn
    from tianshen.notices import Where
    from tianshen.reading.decrees import DecreeLine
    from tianshen.reading.grammar.stretches import Stretch
    from tianshen.reading.result import LeftOutWhy
    from tianshen.reading.turn.attribution import AttributedPost
    from tianshen.reading.turn_context import TurnContext
    from tianshen.text.source import Source, Span

MATTERS = OrderStretch | ListStretch | DirectiveStretch | UnreadableStretch


@dataclass(slots=True)
class HeadedSection:
    """What stands under one heading, or in one post, while it is read.

    `turn` is set where a heading names a turn that is not being played, `other` where it names a power that is not the
    author's, `stranger` where the words come under a name that nobody knows.
    """

    power: Power | None
    author: str | None
    where: Where | None = None
    said: list[Statement] = field(default_factory=list)
    turn: Turn | None = None
    other: Power | None = None
    heading: Where | None = None
    stranger: bool = False


@dataclass
class Collected:
    """What all posts together say. Left-out words come with their places in the whole input."""

    context: TurnContext
    sheets: list[Submission] = field(default_factory=list)
    left_out: list[tuple[int, LeftOut]] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    decrees: list[DecreeLine] = field(default_factory=list)
    talk: list[Talk] = field(default_factory=list)
    strangers: set[str] = field(default_factory=set)
    namesakes: set[tuple[str, bool]] = field(default_factory=set)
    unchecked: set[tuple[int, int, str | None]] = field(default_factory=set)

    def stretches(self, source: Source, span: Span, power: Power | None) -> list[Stretch]:
        """The words of the span as the grammar sees them."""
        return read_stretches(source, span, self.context.grammar(power))

    def said(
        self, mail: AttributedPost, stretch: OrderStretch | ListStretch | DirectiveStretch | UnreadableStretch
    ) -> Statement:
        """A stretch that matters, with its places."""
        entries = stretch.entries if isinstance(stretch, ListStretch) else ()
        return Statement(
            stretch,
            mail.source.where(stretch.span),
            mail.base + stretch.span.start,
            tuple(mail.source.where(span) for _, span in entries),
        )

    def note(self, level: Level, code: Code, where: Where | None, **data: object) -> None:
        """Something to tell the game master; data that is None is left away."""
        held = {key: value for key, value in data.items() if value is not None}
        self.notices.append(Notice(level, code, where, held))

    def leave_out(self, said: Statement, power: Power | None, author: str | None, why: LeftOutWhy) -> None:
        """Each order of it is left out; words that were not read as one are left out as such."""
        for order, where in said.orders():
            self.left_out.append((said.place, LeftOut(power, author, where, why, order)))
        if isinstance(said.stretch, UnreadableStretch):
            self.left_out.append((said.place, LeftOut(power, author, said.where, why)))

    def ask(self, code: Code, where: Where, power: Power | None, asked: Sequence[Statement], **data: object) -> None:
        """A question about the orders in these words; a decree that gives them would settle it."""
        orders = tuple(order for said in asked for order, _ in said.orders())
        units = [unit_of(order) for order in orders]
        lists = any(unit is None for unit in units)
        data = {"power": power, "settle": orders[:SHOWN], **data}
        held = {key: value for key, value in data.items() if value is not None}
        about = None if lists else frozenset(unit for unit in units if unit is not None)
        self.questions.append(Question(Notice(Level.ERROR, code, where, held), power, about))

    @cached_property
    def _namesakes(self) -> Mapping[str, str]:
        return self.context.namesakes

    def namesake(self, text: str, where: Where, *, as_author: bool) -> None:
        """Tells, once, that a heading or an author is called what somebody else is called too."""
        if not self._namesakes:
            return
        context = self.context
        key = context.heading_key(text)
        name = self._namesakes.get(key)
        if name is None or (key, as_author) in self.namesakes:
            return
        self.namesakes.add((key, as_author))
        code = Code.AUTHOR_NAMESAKE if as_author else Code.HEADING_NAMESAKE
        other = context.lexicon.power(key)
        self.note(Level.WARNING, code, where, name=name, power=context.nicknames[name], other_power=other)

    def word(self, mail: AttributedPost, stretch: Stretch, section: HeadedSection) -> None:
        """A stretch joins its section; talk is noted."""
        if isinstance(stretch, MATTERS):
            section.said.append(self.said(mail, stretch))
        elif isinstance(stretch, ChatStretch):
            where = mail.source.where(stretch.span)
            self.note(Level.INFO, Code.CHAT, where, author=section.author, power=section.power)
            if section.power is not None and section.other is None and section.turn is None:
                self.talk.append(Talk(section.power, section.author, where))

    def settled(self, section: HeadedSection) -> list[Statement]:
        """What counts of a section, which is empty then; the rest is left out, with a notice."""
        said, section.said = section.said, []
        giving = [item for item in said if item.may_give]
        if section.turn is None and section.other is None:
            return said
        if not giving:
            return []
        where = section.heading or giving[0].where
        for item in giving:
            self.leave_out(item, section.power, section.author, "other_turn" if section.turn else "other_power")
        if section.turn is not None:
            self.ask(Code.HEADING_OTHER_TURN, where, section.power, giving, turn=str(section.turn))
            return []
        data = {"author": section.author, "other_power": section.other}
        own = [item for item in giving if any(power_of(o, self.context) == section.power for o, _ in item.orders())]
        if own:
            self.ask(Code.HEADING_UNFITTING, where, section.power, own, **data)
        else:
            self.note(Level.WARNING, Code.HEADING_OTHER_POWER, where, power=section.power, **data)
        return []

    def sheet(self, mail: AttributedPost, section: HeadedSection, said: Sequence[Statement]) -> None:
        """What one power sent, as a sheet, with what there is to say about how it came."""
        if not said or section.power is None:
            return
        sheet = Submission(
            section.power, section.author, tuple(said), mail.rank, mail.dated, mail.batch, section.where, mail.own
        )
        self.sheets.append(sheet)
        if not sheet.gives_orders:
            return
        data = {"author": section.author, "power": section.power}
        if mail.post.kind is PostKind.REPLY:
            self.note(Level.WARNING, Code.SUB_REPLY, section.where, **data)
        unknown = mail.post.kind is not PostKind.OWN and self.context.deadline is not None and not mail.dated
        if unknown and (mail.base, mail.post.page, section.author) not in self.unchecked:
            self.unchecked.add((mail.base, mail.post.page, section.author))
            self.note(Level.WARNING, Code.TIME_UNCHECKED, section.where, time=mail.shown_time, **data)
        if self.context.since is not None and mail.dated and mail.rank[0] <= self.context.since:
            self.note(Level.WARNING, Code.POST_BEFORE_TURN, section.where, time=mail.shown_time, **data)
        blank = next(iter(mail.post.parts(NotOwnWords.ENDED_BY_BLANK)), None)
        if blank is not None and any(item.place > mail.base + blank.start for item in said):
            self.note(Level.WARNING, Code.QUOTE_ENDED_BY_BLANK, mail.source.where(blank), **data)
