"""Where everything goes that is read from posts: submissions, what is left out, notices, questions, decrees."""

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
from tianshen.reading.ownership import power_of, same_season, unit_of
from tianshen.reading.posts.post import NotOwnWords, PostKind
from tianshen.reading.result import LeftOut
from tianshen.reading.revision.standing_orders import Question
from tianshen.reading.revision.submission import Statement, Submission
from tianshen.reading.revision.suggestions import SHOWN
from tianshen.reading.turn.hidden_orders import Talk

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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
    statements: list[Statement] = field(default_factory=list)
    turn: Turn | None = None
    other: Power | None = None
    heading: Where | None = None
    stranger: bool = False

    def name_turn(self, turn: Turn | None, now: Turn) -> None:
        """Take note of the turn that a heading names, if any; the one being played is set by default."""
        if turn is not None:
            self.turn = None if same_season(turn, now) else turn


@dataclass
class Collected:
    """What all posts together say. Left-out words come with their places in the whole input."""

    context: TurnContext
    submissions: list[Submission] = field(default_factory=list)
    left_out: list[tuple[int, LeftOut]] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    decrees: list[DecreeLine] = field(default_factory=list)
    talk: list[Talk] = field(default_factory=list)
    strangers: set[str] = field(default_factory=set)
    namesakes: set[tuple[str, bool]] = field(default_factory=set)
    unchecked: set[tuple[int, int, str | None]] = field(default_factory=set)

    def stretches(self, source: Source, span: Span, power: Power | None) -> list[Stretch]:
        """Return the words of the span as the grammar sees them."""
        return read_stretches(source, span, self.context.grammar(power))

    def sent_by(self, power: Power) -> list[Submission]:
        """Return what the power sent."""
        return [submission for submission in self.submissions if submission.power == power]

    def note(self, level: Level, code: Code, where: Where | None, **data: object) -> None:
        """Tell the game master something; data that is None is omitted."""
        self.notices.append(Notice(level, code, where, _told(data)))

    def leave_out(
        self, statements: Iterable[Statement], power: Power | None, author: str | None, why: LeftOutWhy
    ) -> None:
        """Leave out each order; words that were not read as one are left out as such."""
        for statement in statements:
            for order, where in statement.orders():
                self.left_out.append((statement.place, LeftOut(power, author, where, why, order)))
            if isinstance(statement.stretch, UnreadableStretch):
                self.left_out.append((statement.place, LeftOut(power, author, statement.where, why)))

    def ask(self, code: Code, where: Where, power: Power | None, asked: Sequence[Statement], **data: object) -> None:
        """Ask about the orders in these statements; a decree that gives them would settle the question."""
        orders = tuple(order for statement in asked for order, _ in statement.orders())
        units = frozenset(unit_of(order) for order in orders)
        about = None if None in units else frozenset(unit for unit in units if unit is not None)
        notice = Notice(Level.ERROR, code, where, _told({"power": power, "settle": orders[:SHOWN], **data}))
        self.questions.append(Question(notice, power, about))

    @cached_property
    def _namesakes(self) -> Mapping[str, str]:
        return self.context.namesakes

    def namesake(self, text: str, where: Where, *, as_author: bool) -> None:
        """Warn, once, that a heading or an author is called what somebody else is called too."""
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

    def add(self, post: AttributedPost, stretch: Stretch, section: HeadedSection) -> None:
        """Add a stretch that matters to its section; take note of talk."""
        if isinstance(stretch, MATTERS):
            section.statements.append(_statement(post, stretch))
        elif isinstance(stretch, ChatStretch):
            where = post.source.where(stretch.span)
            self.note(Level.INFO, Code.CHAT, where, author=section.author, power=section.power)
            if section.power is not None and section.other is None and section.turn is None:
                self.talk.append(Talk(section.power, section.author, where))

    def close(self, section: HeadedSection) -> list[Statement]:
        """Empty the section and return what counts of it; the rest is left out, with a notice."""
        statements, section.statements = section.statements, []
        if section.turn is None and section.other is None:
            return statements
        giving = [statement for statement in statements if statement.may_give]
        if giving:
            self._leave_out_section(section, giving)
        return []

    def _leave_out_section(self, section: HeadedSection, giving: Sequence[Statement]) -> None:
        power, where = section.power, section.heading or giving[0].where
        self.leave_out(giving, power, section.author, "other_turn" if section.turn else "other_power")
        if section.turn is not None:
            self.ask(Code.HEADING_OTHER_TURN, where, power, giving, turn=str(section.turn))
            return
        data = {"author": section.author, "other_power": section.other}
        own = [item for item in giving if any(power_of(order, self.context) == power for order, _ in item.orders())]
        if own:
            self.ask(Code.HEADING_UNFITTING, where, power, own, **data)
        else:
            self.note(Level.WARNING, Code.HEADING_OTHER_POWER, where, power=power, **data)

    def submit(self, post: AttributedPost, section: HeadedSection, statements: Sequence[Statement]) -> None:
        """Add what one power sent as a submission, with notices about how it came."""
        if not statements or section.power is None:
            return
        submission = Submission(
            section.power, section.author, tuple(statements), post.rank, post.dated, post.batch, section.where, post.own
        )
        self.submissions.append(submission)
        if submission.gives_orders:
            self._note_origin(post, submission)

    def _note_origin(self, post: AttributedPost, submission: Submission) -> None:
        data = {"author": submission.author, "power": submission.power}
        if post.pasted.kind is PostKind.REPLY:
            self.note(Level.WARNING, Code.SUB_REPLY, submission.where, **data)
        self._check_time(post, submission)
        marked = post.pasted.marked
        blank = next((part.span for part in marked if part.why is NotOwnWords.ENDED_BY_BLANK), None)
        if blank is not None and any(item.place > post.base + blank.start for item in submission.statements):
            self.note(Level.WARNING, Code.QUOTE_ENDED_BY_BLANK, post.source.where(blank), **data)

    def _check_time(self, post: AttributedPost, submission: Submission) -> None:
        """Warn of a time that nobody can check (once for each author on a page), or that lies before the turn."""
        data = {"time": post.shown_time, "author": submission.author, "power": submission.power}
        if post.dated:
            if self.context.since is not None and post.rank[0] <= self.context.since:
                self.note(Level.WARNING, Code.POST_BEFORE_TURN, submission.where, **data)
        elif post.pasted.kind is not PostKind.OWN and self.context.deadline is not None:
            key = (post.base, post.pasted.page, submission.author)
            if key not in self.unchecked:
                self.note(Level.WARNING, Code.TIME_UNCHECKED, submission.where, **data)
            self.unchecked.add(key)


def statements_in(post: AttributedPost, stretches: Iterable[Stretch]) -> list[Statement]:
    """Return the stretches that matter as statements."""
    return [_statement(post, stretch) for stretch in stretches if isinstance(stretch, MATTERS)]


def _statement(
    post: AttributedPost, stretch: OrderStretch | ListStretch | DirectiveStretch | UnreadableStretch
) -> Statement:
    entries = stretch.entries if isinstance(stretch, ListStretch) else ()
    return Statement(
        stretch,
        post.source.where(stretch.span),
        post.base + stretch.span.start,
        tuple(post.source.where(span) for _, span in entries),
    )


def _told(data: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in data.items() if value is not None}
