"""What a whole game comes to, computed from its records: the input of the workbook and of the season table."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from tianshen.model.turns import Step
from tianshen.reports.scoring.scores import HOUSE, PowerScore

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tianshen.judge.turn_result import Victory
    from tianshen.model.board import Board
    from tianshen.model.position import Position, Power, Province
    from tianshen.model.rules import RuleSet
    from tianshen.model.turns import Turn
    from tianshen.record.turn_record import TurnRecord

Ending: TypeAlias = Literal["solo", "won", "shared", "drawn", "survived", "eliminated", "playing", "absent"]
EXTENDED = "extended"
DRAW = "draw"


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What the settings say of a game. `scoring` names the systems to be shown, the first one counts.

    `players` and `replacements` (from that turn on) give each power's nicknames, the first is shown.
    """

    name: str
    board: Board
    rules: RuleSet
    start: Position
    players: Mapping[Power, tuple[str, ...]] = field(default_factory=dict)
    replacements: Mapping[Turn, Mapping[Power, tuple[str, ...]]] = field(default_factory=dict)
    alliances: Mapping[str, tuple[Power, ...]] = field(default_factory=dict)
    scoring: tuple[str, ...] = (HOUSE,)


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's time with one power: all nicknames, the first turn, and the first turn after it (None: still)."""

    power: Power
    names: tuple[str, ...]
    since: Turn
    until: Turn | None = None

    @property
    def shown(self) -> str:
        """The nickname that is shown; empty where nobody is known."""
        return self.names[0] if self.names else ""

    def holds(self, turn: Turn) -> bool:
        """Return whether that turn falls into the player's time."""
        return self.since <= turn and (self.until is None or turn < self.until)


@dataclass(frozen=True)
class GameSummary:
    """A game up to its last resolved turn.

    `years` are those whose Fall is settled; `owners` has one entry more, the first for the start. `missed` lists for
    each power the turns in which it sent nothing. `victory` is None while the game goes on, `extended` tells until
    when it was extended.
    """

    facts: GameFacts
    position: Position
    seats: Mapping[Power, tuple[Seat, ...]]
    years: tuple[int, ...] = ()
    owners: tuple[Mapping[Province, Power], ...] = ()
    missed: Mapping[Power, tuple[Turn, ...]] = field(default_factory=dict)
    victory: Victory | None = None
    extended: Turn | None = None
    last_turn: Turn | None = None

    @property
    def powers(self) -> tuple[Power, ...]:
        """The powers in the map's sequence."""
        return self.facts.board.powers

    @property
    def first_year(self) -> int:
        """The year in which the game began."""
        return self.facts.start.turn.year

    @property
    def last_year(self) -> int:
        """The last year whose Fall is settled; the first year before that."""
        return self.years[-1] if self.years else self.first_year

    @cached_property
    def counts(self) -> Mapping[Power, tuple[int, ...]]:
        """For each power its centres at the start and after each settled year."""
        return {
            power: tuple(sum(owner == power for owner in owned.values()) for owned in self.owners)
            for power in self.powers
        }

    def centres(self, power: Power) -> int:
        """How many centres the power owns now."""
        return self.counts[power][-1]

    def eliminated(self, power: Power) -> int | None:
        """Return the year in which the power lost its last centre; the first year where it never had one; else None."""
        counts = self.counts[power]
        if counts[-1]:
            return None
        owned = [index for index, count in enumerate(counts) if count]
        return self.years[owned[-1]] if owned else self.first_year

    def ending(self, power: Power) -> Ending:
        """How the game ended for the power."""
        if self.victory and power in self.victory.winners:
            if self.victory.kind == DRAW:
                return "drawn"
            if len(self.victory.winners) > 1:
                return "shared"
            return "solo" if self.victory.kind == "solo" else "won"
        if not self.centres(power) and not self.position.units_of(power):
            return "eliminated" if any(self.counts[power]) else "absent"
        return "survived" if self.victory else "playing"

    def alliance_of(self, power: Power) -> str:
        """Return the name of the power's alliance; empty for none."""
        return next((name for name, members in self.facts.alliances.items() if power in members), "")

    def shares_draw(self, power: Power) -> bool:
        """Return whether the power counts as a member of the draw: as declared, else whoever owns a centre."""
        if self.victory and self.victory.kind == DRAW:
            return power in self.victory.winners
        return self.centres(power) > 0

    @cached_property
    def standing(self) -> PowerScore:
        """What the scoring systems look at."""
        return PowerScore(
            tuple(self.centres(power) for power in self.powers),
            tuple(self.eliminated(power) or 0 for power in self.powers),
            tuple(self.shares_draw(power) for power in self.powers),
            self.first_year,
            self.last_year,
            self.facts.rules.options.solo_centres,
        )


def summarise(facts: GameFacts, records: Sequence[TurnRecord]) -> GameSummary:
    """Return the summary of a game from its records, oldest first; without records, that of its start."""
    years, owners = _settled_years(facts, records)
    last = records[-1].result if records else None
    extension = _last_end(records, extended=True)
    return GameSummary(
        facts,
        last.position if last else facts.start,
        {power: _seats(facts, power) for power in facts.board.powers},
        years,
        owners,
        {power: _missed_turns(records, power) for power in facts.board.powers},
        _last_end(records, extended=False),
        extension.until if extension else None,
        last.before.turn if last else None,
    )


def _missed_turns(records: Sequence[TurnRecord], power: Power) -> tuple[Turn, ...]:
    """Return the turns in which the power sent nothing."""
    return tuple(
        record.result.before.turn
        for record in records
        if (missing := record.reading.missing.get(power)) and missing.nothing_sent
    )


def _last_end(records: Sequence[TurnRecord], *, extended: bool) -> Victory | None:
    """Return how the game ended, or with `extended` the last decision to play on instead; None for neither."""
    ends = [record.result.victory for record in records if record.result.victory]
    return next((end for end in reversed(ends) if (end.kind == EXTENDED) is extended), None)


def _settled_years(
    facts: GameFacts, records: Sequence[TurnRecord]
) -> tuple[tuple[int, ...], tuple[Mapping[Province, Power], ...]]:
    """Return the years whose centres were counted, and the owners at the start and after each of them."""
    owners: dict[int, Mapping[Province, Power]] = {}
    for record in records:
        before, after = record.result.before.turn, record.result.position.turn
        if before.step >= Step.FALL and after != before.at(Step.FALL_RETREATS):
            owners[before.year] = record.result.position.centres  # a Winter's in place of its Fall's
    return tuple(owners), (facts.start.centres, *owners.values())


def _seats(facts: GameFacts, power: Power) -> tuple[Seat, ...]:
    changes = [(facts.start.turn, facts.players.get(power, ()))]
    for turn in sorted(facts.replacements):
        names = facts.replacements[turn].get(power)
        if names and turn <= facts.start.turn:
            changes = [(facts.start.turn, names)]
        elif names:
            changes.append((turn, names))
    ends = [*(turn for turn, _ in changes[1:]), None]
    return tuple(Seat(power, names, since, until) for (since, names), until in zip(changes, ends, strict=True))
