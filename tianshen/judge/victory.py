"""How a game ends: solo, last turn, ties and extensions, draws, stalemate (房规 1.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.judge.turn_result import Clock, Victory
from tianshen.model.turns import Step, Turn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tianshen.model.board import Board
    from tianshen.model.position import Power, Province
    from tianshen.model.rules import Options


def clock_at(turn: Turn, options: Options) -> Clock:
    """Return the clock of a position without history: an extension is told by the year (game-folder page)."""
    last = options.last_turn
    if last is None or turn.year <= last.year or options.tie_extension_years < 1:
        return Clock()
    used = min(options.max_extensions, -(-(turn.year - last.year) // options.tie_extension_years))
    return Clock(used, Turn(last.year + used * options.tie_extension_years, Step.FALL))


def after_fall(
    board: Board,
    options: Options,
    year: int,
    owners: Mapping[Province, Power],
    alliances: Mapping[str, Sequence[Power]],
    clock: Clock,
) -> tuple[Victory | None, Clock]:
    """Return whether the game ends after the Fall of that year, by the centres owned now; and the clock from then on.

    In the years of an extension only a solo ends it early (rules page, `tie_extension_years`).
    """
    counts = centre_counts(board, owners)
    solo = _owning_centres(counts, options.solo_centres)
    if len(solo) == 1:
        return Victory("solo", solo, counts), clock
    if solo and (clock.until is None or year >= clock.until.year):
        return _extend_or_share(options, year, solo, counts, clock)
    end = clock.until or options.last_turn
    if end is not None and year >= end.year:
        leaders = _leading_sides(board, counts, alliances)
        return _after_last_turn(options, year, leaders, counts, clock)
    if _is_stalemate(options, year, clock):
        return Victory("draw", _owning_centres(counts), counts), clock
    return None, clock


def by_decree(
    board: Board, owners: Mapping[Province, Power], alliances: Mapping[str, Sequence[Power]], draw: tuple[Power, ...]
) -> Victory:
    """Return the end that the game master laid down: a draw of the named powers, else the leading side wins."""
    counts = centre_counts(board, owners)
    if draw:
        return Victory("draw", draw, counts)
    return Victory("ended", _members(_leading_sides(board, counts, alliances), counts), counts)


def centre_counts(board: Board, owners: Mapping[Province, Power]) -> dict[Power, int]:
    """How many centres each power owns, in the sequence of the board's powers."""
    counts = dict.fromkeys(board.powers, 0)
    for owner in owners.values():
        counts[owner] += 1
    return counts


def _after_last_turn(
    options: Options, year: int, leaders: Sequence[tuple[Power, ...]], counts: Mapping[Power, int], clock: Clock
) -> tuple[Victory, Clock]:
    members = _members(leaders, counts)
    if len(leaders) == 1:
        return Victory("last_turn", members, counts), clock
    return _extend_or_share(options, year, members, counts, clock)


def _extend_or_share(
    options: Options, year: int, winners: tuple[Power, ...], counts: Mapping[Power, int], clock: Clock
) -> tuple[Victory, Clock]:
    if clock.extensions < options.max_extensions and options.tie_extension_years > 0:
        until = Turn(year + options.tie_extension_years, Step.FALL)
        return Victory("extended", (), counts, until), Clock(clock.extensions + 1, until, clock.quiet_since)
    return Victory("shared", winners, counts), clock


def _leading_sides(
    board: Board, counts: Mapping[Power, int], alliances: Mapping[str, Sequence[Power]]
) -> list[tuple[Power, ...]]:
    """Return the sides with most centres: an alliance counts as the sum of its members, any other power for itself."""
    sides = _sides(board, alliances)
    sums = [sum(counts[power] for power in side) for side in sides]
    return [side for side, total in zip(sides, sums, strict=True) if total == max(sums)]


def _sides(board: Board, alliances: Mapping[str, Sequence[Power]]) -> list[tuple[Power, ...]]:
    allied = {member for members in alliances.values() for member in members}
    sides = [tuple(power for power in board.powers if power in members) for members in alliances.values()]
    return sides + [(power,) for power in board.powers if power not in allied]


def _owning_centres(counts: Mapping[Power, int], least: int = 1) -> tuple[Power, ...]:
    return tuple(power for power, count in counts.items() if count >= least)


def _members(sides: Sequence[tuple[Power, ...]], counts: Mapping[Power, int]) -> tuple[Power, ...]:
    """Return the members of the sides that own a centre, in the sequence of the board's powers."""
    return tuple(power for power in _owning_centres(counts) if any(power in side for side in sides))


def _is_stalemate(options: Options, year: int, clock: Clock) -> bool:
    return (
        options.stalemate_years is not None
        and clock.quiet_since is not None
        and year - clock.quiet_since >= options.stalemate_years
    )
