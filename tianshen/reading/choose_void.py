"""What players take back themselves: `以上作废`, `上一条作废`, `以此为准`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tianshen.reading.stretches import Directive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.reading.choose_sheets import Said, Sheet
    from tianshen.reading.result import LeftOutWhy


@dataclass(slots=True)
class Voided:
    """The places of words that no longer count: taken back, or replaced by a post that counts alone.

    `alone` are the places of directives that replace everything in posts that give no order.
    """

    back: set[int] = field(default_factory=set)
    replaced: set[int] = field(default_factory=set)
    alone: list[tuple[Sheet, Said]] = field(default_factory=list)

    def __contains__(self, said: Said) -> bool:
        return said.place in self.back or said.place in self.replaced

    def why(self, said: Said) -> LeftOutWhy:
        """How the words lost their force."""
        return "voided" if said.place in self.back else "replaced"


def voided(sheets: Sequence[Sheet]) -> Voided:
    """What the sheets, in the sequence in which they were sent, take back of each other and of themselves."""
    found = Voided()
    for index, sheet in enumerate(sheets):
        for at, said in enumerate(sheet.said):
            if said.directive is Directive.VOID_PREVIOUS:
                _previous(sheets, index, at, found)
            elif said.directive is Directive.VOID_ABOVE:
                found.back.update(_places(sheet.said[:at]))
                found.back.update(place for earlier in sheets[:index] for place in _places(earlier.said))
            elif said.directive is Directive.REPLACE_ALL:
                _replace(sheets, index, at, found)
    return found


def _replace(sheets: Sequence[Sheet], index: int, at: int, found: Voided) -> None:
    """The post counts alone; between two orders of the post the words take back what stands above them."""
    sheet = sheets[index]
    if not sheet.gives_orders:
        found.alone.append((sheet, sheet.said[at]))
        return
    before, after = sheet.said[:at], sheet.said[at:]
    if any(said.gives_orders for said in after):
        found.back.update(_places(before))
    for earlier in sheets[:index]:
        if any(said.gives_orders for said in after) or not sheet.continues(earlier):
            found.replaced.update(_places(earlier.said))


def _previous(sheets: Sequence[Sheet], index: int, at: int, found: Voided) -> None:
    """The words right before: the order before in the same post, else the post before."""
    for said in reversed(sheets[index].said[:at]):
        if said.may_give and said not in found:
            line = said.where.line
            same_line = line == sheets[index].said[at].where.line
            found.back.add(said.place)
            found.back.update(
                other.place
                for other in sheets[index].said[:at]
                if other.may_give and other.where.line == line and not same_line
            )
            return
    for sheet in reversed(sheets[:index]):
        live = [said for said in sheet.said if said.may_give and said not in found]
        if live:
            found.back.update(said.place for said in live)
            return


def _places(said: Sequence[Said]) -> set[int]:
    return {item.place for item in said}
