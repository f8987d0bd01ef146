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

    def __contains__(self, said: Statement) -> bool:
        return said.place in self.back or said.place in self.replaced

    def why(self, said: Statement) -> LeftOutWhy:
        """How the words lost their force."""
        return "voided" if said.place in self.back else "replaced"


def withdrawn_in(sheets: Sequence[Submission]) -> Withdrawn:
    """What the sheets, in the sequence in which they were sent, take back of each other and of themselves."""
    reader = _WithdrawalReader()
    for sheet in sheets:
        reader.read(sheet)
    return reader.found


class _WithdrawalReader:
    """Keeps what still counts, so that nothing is looked at twice: earlier sheets, and words of the present one."""

    def __init__(self) -> None:
        self.found = Withdrawn()
        self._earlier: list[tuple[Submission, list[Statement]]] = []
        self._here: list[Statement] = []

    def read(self, sheet: Submission) -> None:
        """Reads one sheet from top to bottom."""
        self._here = []
        last = max((at for at, said in enumerate(sheet.said) if said.gives_orders), default=-1)
        for at, said in enumerate(sheet.said):
            if said.directive is Directive.VOID_PREVIOUS:
                self._take_previous_back(said)
            elif said.directive is Directive.VOID_ABOVE:
                self._take_back(self._here)
                for _, words in self._earlier:
                    self._take_back(words)
                self._earlier.clear()
            elif said.directive is Directive.REPLACE_ALL:
                self._replace(sheet, said, followed=at < last)
            else:
                self._here.append(said)
        if self._here:
            self._earlier.append((sheet, self._here))

    def _take_back(self, words: list[Statement]) -> None:
        self.found.back.update(_places(words))
        words.clear()

    def _replace(self, sheet: Submission, said: Statement, *, followed: bool) -> None:
        """The post counts alone; where orders follow, the words take back what stands on lines above them in it too."""
        if not sheet.gives_orders:
            self.found.alone.append((sheet, said))
            return
        if followed:
            beside = [words for words in self._here if words.where.line == said.where.line]
            self._take_back([words for words in self._here if words.where.line != said.where.line])
            self._here = beside
        kept = []
        for earlier, words in self._earlier:
            if followed or not sheet.continues(earlier):
                self.found.replaced.update(_places(words))
            else:
                kept.append((earlier, words))
        self._earlier = kept

    def _take_previous_back(self, directive: Statement) -> None:
        """The order before in the same post, with the others on its line; else the post before."""
        while self._here and not _is_taken_back(self._here[-1]):
            self._here.pop()
        if self._here:
            line = self._here[-1].where.line
            place = self._here[-1].place
            whole_line = line != directive.where.line
            while self._here and (self._here[-1].place == place or (whole_line and self._here[-1].where.line == line)):
                self.found.back.add(self._here.pop().place)
            return
        while self._earlier:
            _, words = self._earlier.pop()
            live = [said for said in words if _is_taken_back(said)]
            self.found.back.update(_places(live))
            if live:
                return


def _is_taken_back(said: Statement) -> bool:
    """Whether words about the line before can mean it."""
    return said.may_give or said.directive is Directive.HOLD_ALL


def _places(said: Iterable[Statement]) -> set[int]:
    return {item.place for item in said}
