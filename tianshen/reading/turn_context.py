"""What a turn's text is read against: the board and its position, the settings, the players, the deadline."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from tianshen.locale.lexicon import load_lexicon
from tianshen.model.orders import RetreatList, UnitOrder
from tianshen.model.turns import Phase
from tianshen.reading.grammar.stretches import GrammarContext

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tianshen.locale.lexicon import Lexicon
    from tianshen.model.board import Board
    from tianshen.model.orders import Order
    from tianshen.model.position import Position, Power, Province
    from tianshen.model.rules import Options


@dataclass(frozen=True)
class TurnContext:
    """Everything that decides what counts.

    `players` are the nicknames of this turn, replacements settled; where nobody is named, headings alone decide.
    `deadline` is aware, as is `since`, the deadline of the turn before; times in posts are those of `zone`. `seam` is
    the line that the program puts between two pastes (empty for none): it must be one that no player can know.
    """

    board: Board
    position: Position
    options: Options
    players: Mapping[Power, Sequence[str]] = field(default_factory=dict)
    deadline: datetime | None = None
    since: datetime | None = None
    zone: tzinfo = UTC
    forum: str = "auto"
    revision: Literal["unit", "set"] = "unit"
    repeated: Literal["last", "hold"] = "last"
    seam: str = ""

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of all languages, with the places and powers of the board."""
        return load_lexicon(self.board.name)

    @property
    def nicknames(self) -> Mapping[str, Power]:
        """The power of each nickname."""
        return {name: power for power, names in self.players.items() for name in names if name.strip()}

    @property
    def namesakes(self) -> Mapping[str, str]:
        """The nicknames that are also what another power or the game master is called, by what they are as headings."""
        return {
            key: name
            for name, power in self.nicknames.items()
            if (key := self.heading_key(name))
            and (self.lexicon.is_game_master(key) or self.lexicon.power(key) not in (None, power))
        }

    def heading_key(self, text: str) -> str:
        """Return a heading or name as the lexicon compares it: without colon, width and case evened out.

        That is no comparison of nicknames (`text.nicknames`): headings must be found among the lexicon's own keys.
        """
        return self.lexicon.normaliser.key(text).strip(" :")

    @property
    def phase(self) -> Phase:
        """Moves, retreats or adjustments."""
        return self.position.turn.phase

    @property
    def takes_retreats(self) -> bool:
        """Return whether retreat orders belong in this turn."""
        return self.phase is Phase.RETREATS or (self.phase is Phase.MOVES and self.options.retreats == "advance")

    @property
    def takes_adjustments(self) -> bool:
        """Return whether builds and disbands belong in this turn."""
        if self.phase is Phase.MOVES:
            return self.position.turn.is_fall_moves and self.options.adjustments == "advance"
        return self.phase is Phase.ADJUSTMENTS

    def takes(self, order: Order) -> bool:
        """Return whether orders of this kind belong in this turn."""
        if isinstance(order, UnitOrder):
            return self.phase is Phase.MOVES
        return self.takes_retreats if isinstance(order, RetreatList) else self.takes_adjustments

    def grammar(self, power: Power | None, *, game_master: bool = False) -> GrammarContext:
        """Return the same for the grammar, with the power to which the first words belong."""
        return GrammarContext(self.board, self.position, self.lexicon, power, game_master)

    def owner(self, province: Province) -> Power | None:
        """Return the power whose unit takes orders there."""
        unit = self.position.ordered_unit(province)
        return unit.power if unit else None
