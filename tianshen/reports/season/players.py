"""Who played what over many games: seats joined to players, whatever nickname they used, and their tallies."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tianshen.text.nicknames import plain_nickname

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.model.position import Power
    from tianshen.reports.workbook.summary import GameSummary, Seat


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One player's time with one power in one game; `player` is the player's number from 1, None for nobody known.

    `last` tells whether the player holds the power still, or held it to the end; `first_here` whether it is the
    player's first seat in this game.
    """

    game: int
    power: Power
    seat: Seat
    player: int | None
    last: bool
    first_here: bool
    missed: int


@dataclass(frozen=True, slots=True)
class Player:
    """A player: the number in the formulas, the nickname shown, and all nicknames used."""

    number: int
    name: str
    names: tuple[str, ...]


def players_of(summaries: Sequence[GameSummary]) -> tuple[list[Player], list[SeatLine]]:
    """All players in the sequence in which they first appear, and all seats, game by game.

    Nicknames that some game's settings list together belong to one player; of them the one most often shown is the
    player's name, of equals the earliest.
    """
    taken = _seats_taken(summaries)
    groups = _groups([seat.names for _, _, seat, _ in taken])
    players = _players_by_group([seat for _, _, seat, _ in taken if seat.names], groups)
    lines = []
    met: set[tuple[int, int]] = set()
    for game, power, seat, last in taken:
        number = players[groups[plain_nickname(seat.shown)]].number if seat.names else None
        first = number is not None and (game, number) not in met
        if number is not None:
            met.add((game, number))
        missed = sum(seat.holds(turn) for turn in summaries[game].missed.get(power, ()))
        lines.append(SeatLine(game, power, seat, number, last, first, missed))
    return list(players.values()), lines


def _seats_taken(summaries: Sequence[GameSummary]) -> list[tuple[int, Power, Seat, bool]]:
    """Return every seat with its game, its power and whether it is the last one of that power."""
    return [
        (game, power, seat, seat is summary.seats[power][-1])
        for game, summary in enumerate(summaries)
        for power in summary.powers
        for seat in summary.seats[power]
    ]


def _players_by_group(seats: Sequence[Seat], groups: dict[str, str]) -> dict[str, Player]:
    """Return the player of each group of nicknames, in the sequence of their first seats."""
    shown: dict[str, Counter[str]] = {}
    used: dict[str, dict[str, None]] = {}
    for seat in seats:
        group = groups[plain_nickname(seat.shown)]
        shown.setdefault(group, Counter())[seat.shown] += 1
        used.setdefault(group, {}).update(dict.fromkeys(seat.names))
    return {
        group: Player(number, names.most_common(1)[0][0], tuple(used[group]))
        for number, (group, names) in enumerate(shown.items(), 1)
    }


def _groups(names: Sequence[tuple[str, ...]]) -> dict[str, str]:
    """For each plain nickname the one that stands for all that belong together."""
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while parent[name] != name:
            name = parent[name]
        return name

    for listed in names:
        plain = [plain_nickname(name) for name in listed]
        for name in plain:
            parent.setdefault(name, name)
        for name in plain[1:]:
            parent[root(name)] = root(plain[0])
    return {name: root(name) for name in parent}
