"""What players take back themselves: `以上作废`, `上一条作废`, `以此为准`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tianshen.reading.grammar.stretches import Directive

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tianshen.reading.result import LeftOutWhy
    from tianshen.reading.revision.submission import Statement, Submission


@dataclass(slots=True)
class Withdrawn:
    """The places of words that no longer count: taken back, or replaced by a post that counts alone.

    `alone` are directives that replace everything, in posts that give no order.
    """

    back: set[int] = field(default_factory=set)
    replaced: set[int] = field(default_factory=set)
    alone: list[tuple[Submission, Statement]] = field(default_factory=list)

    def __contains__(self, statement: Statement) -> bool:
        return statement.place in self.back or statement.place in self.replaced

    def why(self, statement: Statement) -> LeftOutWhy:
        """Return how the words lost their force."""
        return "voided" if statement.place in self.back else "replaced"


def withdrawn_in(submissions: Sequence[Submission]) -> Withdrawn:
    """Return what the submissions, in the sequence of sending, take back of each other and of themselves."""
    reader = _WithdrawalReader()
    for submission in submissions:
        reader.read(submission)
    return reader.found


class _WithdrawalReader:
    """Keeps what still counts, so that nothing is looked at twice: earlier submissions, and the present one so far."""

    def __init__(self) -> None:
        self.found = Withdrawn()
        self._earlier: list[tuple[Submission, list[Statement]]] = []
        self._here: list[Statement] = []

    def read(self, submission: Submission) -> None:
        """Read one submission from top to bottom."""
        self._here = []
        last = max((at for at, statement in enumerate(submission.statements) if statement.gives_orders), default=-1)
        for at, statement in enumerate(submission.statements):
            if statement.directive is Directive.VOID_PREVIOUS:
                self._take_previous_back(statement)
            elif statement.directive is Directive.VOID_ABOVE:
                self._take_back(self._here)
                for _, statements in self._earlier:
                    self._take_back(statements)
                self._earlier.clear()
            elif statement.directive is Directive.REPLACE_ALL:
                self._replace(submission, statement, followed=at < last)
            else:
                self._here.append(statement)
        if self._here:
            self._earlier.append((submission, self._here))

    def _take_back(self, statements: list[Statement]) -> None:
        self.found.back.update(_places(statements))
        statements.clear()

    def _replace(self, submission: Submission, statement: Statement, *, followed: bool) -> None:
        """Let the post count alone; if orders follow the directive, lines above it in the post are taken back too."""
        if not submission.gives_orders:
            self.found.alone.append((submission, statement))
            return
        if followed:
            line = statement.where.line
            self._take_back([other for other in self._here if other.where.line != line])
            self._here = [other for other in self._here if other.where.line == line]
        kept = []
        for earlier, statements in self._earlier:
            if followed or not submission.continues(earlier):
                self.found.replaced.update(_places(statements))
            else:
                kept.append((earlier, statements))
        self._earlier = kept

    def _take_previous_back(self, directive: Statement) -> None:
        """Take back the order before in the same post, with the others on its line; else the post before."""
        while self._here and not _can_be_taken_back(self._here[-1]):
            self._here.pop()
        if self._here:
            self._take_line_back(self._here[-1], directive)
        else:
            self._take_post_back()

    def _take_line_back(self, last: Statement, directive: Statement) -> None:
        """Take back the last statement, and what else stands on its line if that is not the directive's own."""
        line = last.where.line if last.where.line != directive.where.line else None
        while self._here and (self._here[-1].place == last.place or self._here[-1].where.line == line):
            self.found.back.add(self._here.pop().place)

    def _take_post_back(self) -> None:
        """Take back the last earlier post that says anything to take back."""
        while self._earlier:
            _, statements = self._earlier.pop()
            live = [statement for statement in statements if _can_be_taken_back(statement)]
            self.found.back.update(_places(live))
            if live:
                return


def _can_be_taken_back(statement: Statement) -> bool:
    """Return whether words about the line before can mean this statement."""
    return statement.may_give or statement.directive is Directive.HOLD_ALL


def _places(statements: Iterable[Statement]) -> set[int]:
    return {statement.place for statement in statements}
