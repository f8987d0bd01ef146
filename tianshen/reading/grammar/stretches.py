"""What the grammar makes of a text: every character in one stretch, none left over, none twice.

`read_text.read_stretches(source, span, context)` returns a list of them, in the sequence of the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from tianshen.locale.lexicon import Lexicon
    from tianshen.model.board import Board
    from tianshen.model.orders import Build, Disband, Named, Order
    from tianshen.model.position import Position, Power
    from tianshen.model.turns import Turn
    from tianshen.notices import Notice
    from tianshen.text.source import Span


@dataclass(frozen=True, slots=True)
class HeadingStretch:
    """A heading: from here on orders belong to `power`, or are decrees (`game_master`).

    `turn` is set where the heading names one. A heading that names a turn alone (`power` None, not `game_master`)
    leaves the power as it was.
    """

    span: Span
    power: Power | None
    game_master: bool = False
    turn: Turn | None = None


@dataclass(frozen=True, slots=True)
class OrderStretch:
    """An order that was read, with notices about how (a corrected slip, a wrong unit word, a superfluous coast).

    Several orders given in the same words (伦敦、爱丁堡互相支援) follow each other and share one span. `own` is the
    unit that the order is for, as it stands, or as it was written where none stands.
    """

    span: Span
    order: Order
    notices: tuple[Notice, ...] = ()
    own: Named | None = None


@dataclass(frozen=True, slots=True)
class ListStretch:
    """A build or disband list: its entries in the order written, each with its own span."""

    span: Span
    kind: Literal["builds", "disbands"]
    entries: tuple[tuple[Build | Disband, Span], ...]
    notices: tuple[Notice, ...] = ()


class Directive(StrEnum):
    """Words about orders rather than orders."""

    REPLACE_ALL = "replace_all"  # this post counts alone: 以此为准, 重新下令
    VOID_ABOVE = "void_above"  # what stands above in this post, and earlier posts, is taken back: 以上作废
    VOID_PREVIOUS = "void_previous"  # the line before is taken back: 上一条作废
    REST_UNCHANGED = "rest_unchanged"  # a patch: 其余不变
    HOLD_ALL = "hold_all"  # every unit without another order holds: 全军待命


@dataclass(frozen=True, slots=True)
class DirectiveStretch:
    """A directive of the player."""

    span: Span
    directive: Directive


@dataclass(frozen=True, slots=True)
class ChatStretch:
    """Talk: gives no order and hides none."""

    span: Span


@dataclass(frozen=True, slots=True)
class DecreeStretch:
    """A line of the game master's own, under a heading of his: for `tianshen.reading.decrees`."""

    span: Span


@dataclass(frozen=True, slots=True)
class MarkStretch:
    """Numbering, punctuation and markup between the other stretches: says nothing, needs no notice."""

    span: Span


@dataclass(frozen=True, slots=True)
class UnreadableStretch:
    """Something that looks like an order and cannot be read; its notices (level error) say why, with candidates."""

    span: Span
    notices: tuple[Notice, ...]


Stretch: TypeAlias = (
    HeadingStretch
    | OrderStretch
    | ListStretch
    | DirectiveStretch
    | ChatStretch
    | DecreeStretch
    | MarkStretch
    | UnreadableStretch
)


@dataclass(frozen=True, slots=True)
class GrammarContext:
    """What the grammar reads against: the position decides which unit is meant, `power` whose orders these are.

    `power` is None where no heading, post or player says; `game_master` where the words are the game master's own.
    """

    board: Board
    position: Position
    lexicon: Lexicon
    power: Power | None = None
    game_master: bool = False
