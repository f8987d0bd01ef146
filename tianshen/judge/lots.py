"""Draws that nobody can predict and everybody can check (rules page, Lots)."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tianshen.judge.turn_result import Lot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.model.turns import Turn

SEPARATOR = "|"


def commitment(secret: str) -> str:
    """Return what is published before the first draw: the SHA-256 of the secret, in hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()


def ticket(secret: str, turn: Turn, purpose: str, candidate: str) -> str:
    """Return the number that a candidate draws.

    HMAC-SHA-256 of `turn|purpose|candidate` under the secret, in hexadecimal.
    """
    message = SEPARATOR.join((str(turn), purpose, candidate))
    return hmac.new(secret.encode(), message.encode(), hashlib.sha256).hexdigest()


@dataclass(slots=True)
class Urn:
    """The draws of one turn; `lots` lists those made so far."""

    secret: str
    turn: Turn
    lots: list[Lot] = field(default_factory=list)

    def order(self, purpose: str, candidates: Sequence[str]) -> list[str]:
        """Return the candidates by their tickets, lowest first; does not count as a draw."""
        return sorted(candidates, key=lambda candidate: (ticket(self.secret, self.turn, purpose, candidate), candidate))

    def draw(self, purpose: str, candidates: Sequence[str]) -> str:
        """Return the first of the candidates by ticket; listed in `lots` unless there was only one candidate."""
        drawn = self.order(purpose, candidates)[0]
        if len(candidates) > 1:
            self.lots.append(Lot(purpose, tuple(sorted(candidates)), drawn))
        return drawn
