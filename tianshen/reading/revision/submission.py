"""What is said, submission by submission: what one power sent in one post, or under one heading."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias

from tianshen.reading.grammar.stretches import (
    Directive,
    DirectiveStretch,
    ListStretch,
    OrderStretch,
    UnreadableStretch,
)

if TYPE_CHECKING:
    from tianshen.model.orders import Order
    from tianshen.model.position import Power
    from tianshen.notices import Notice, Where

# When a submission counts as sent; among equals its floor, then its place in the paste.
Rank: TypeAlias = tuple[datetime, int, int]


@dataclass(frozen=True, slots=True)
class Statement:
    """A stretch that matters, and where it stands; `place` is its rank in the sequence of the whole input."""

    stretch: OrderStretch | ListStretch | DirectiveStretch | UnreadableStretch
    where: Where
    place: int
    entries: tuple[Where, ...] = ()  # of a list

    @property
    def directive(self) -> Directive | None:
        """The directive that this is, None if it is something else."""
        return self.stretch.directive if isinstance(self.stretch, DirectiveStretch) else None

    @property
    def gives_orders(self) -> bool:
        """Return whether it is an order or a list."""
        return isinstance(self.stretch, OrderStretch | ListStretch)

    @property
    def may_give(self) -> bool:
        """Return whether it is an order or a list, or looks as if it should be one."""
        return self.gives_orders or isinstance(self.stretch, UnreadableStretch)

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What there is to say about how it was read."""
        return () if isinstance(self.stretch, DirectiveStretch) else self.stretch.notices

    def orders(self) -> list[tuple[Order, Where]]:
        """Return the orders in it, each with the player's own words."""
        if isinstance(self.stretch, OrderStretch):
            return [(self.stretch.order, self.where)]
        if isinstance(self.stretch, ListStretch):
            return [(entry, where) for (entry, _), where in zip(self.stretch.entries, self.entries, strict=True)]
        return []


@dataclass(frozen=True, slots=True)
class Submission:
    """What one power sent at one time.

    `dated` says that the time is known; `batch` joins messages of one chat; `own` that the game master pasted it under
    a heading.
    """

    power: Power
    author: str | None
    statements: tuple[Statement, ...]
    rank: Rank
    dated: bool = False
    batch: int = 0
    where: Where | None = None
    own: bool = False

    @property
    def gives_orders(self) -> bool:
        """Return whether there is an order or a list in it."""
        return any(statement.gives_orders for statement in self.statements)

    @property
    def sender(self) -> dict[str, object]:
        """The power, and the author if one is named, as notices tell them."""
        return {"power": self.power, "author": self.author} if self.author else {"power": self.power}

    def continues(self, other: Submission) -> bool:
        """Return whether both are one post: the same one, or messages of a chat sent in a row."""
        return self is other or (self.batch == other.batch and not self.own and not other.own)

    def has(self, directive: Directive) -> bool:
        """Return whether the directive is among the statements."""
        return any(statement.directive is directive for statement in self.statements)
