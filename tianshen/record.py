"""Everything about one turn, ready to be reported: the only input of every report; JSON for other programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tianshen.judge.turn_result import TurnResult
    from tianshen.model.board import Board
    from tianshen.model.position import Power
    from tianshen.model.rules import RuleSet
    from tianshen.reading.result import Reading


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One turn as played: what was sent, what was decided.

    `game` is the game's name (empty for a case), `players` the name shown for each power, `version` counts the
    publications of this turn from 1, `commitment` is the SHA-256 of the secret of the lots (empty without one),
    `secret` is set only when the game is over.
    """

    board: Board
    rules: RuleSet
    reading: Reading
    result: TurnResult
    game: str = ""
    players: Mapping[Power, str] | None = None
    version: int = 1
    commitment: str = ""
    secret: str = ""
