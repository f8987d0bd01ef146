"""Whole games made for the tests: random orders, judged by the real judge, with players who miss turns."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tianshen.judge.turn_result import Victory
from tianshen.judge.whole_turn import judge_turn
from tianshen.model.board import load_board
from tianshen.model.orders import Build, Decrees, Disband, Hold, Move, Named, RetreatList, SupportHold, TurnOrders
from tianshen.model.position import ARMY, Position, province_of
from tianshen.model.rules import load_rules
from tianshen.model.turns import Step, Turn
from tianshen.notices import Where
from tianshen.reading.result import Given, Missing, Reading
from tianshen.record.turn_record import TurnRecord
from tianshen.reports.workbook.summary import GameFacts, GameSummary, Seat, summarise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tianshen.model.board import Board
    from tianshen.model.orders import UnitOrder
    from tianshen.model.position import Unit

PLAYERS = {
    "england": ("海上霸主",),
    "france": ("小马", "小马的小号"),
    "germany": ("铁血宰相",),
    "italy": ("威尼斯商人",),
    "austria": ("双头鹰",),
    "russia": ("北极熊",),
    "turkey": ("苏丹",),
}


def facts(name: str = "第三届强权外交", **changes: object) -> GameFacts:
    """The settings of a made game."""
    board = load_board()
    given = {"name": name, "board": board, "rules": load_rules(), "start": board.start, "players": PLAYERS} | changes
    return GameFacts(**given)  # type: ignore[arg-type]


def game(seed: int, turns: int = 40, **changes: object) -> tuple[GameSummary, list[TurnRecord]]:
    """A game with random orders, until it ends or so many turns are played."""
    about = facts(**changes)
    rng = random.Random(seed)
    position, clock = about.start, None
    records: list[TurnRecord] = []
    for _ in range(turns):
        reading = _reading(about.board, position, rng)
        result = judge_turn(
            about.board, about.rules, position, reading.orders, alliances=about.alliances, secret="s", clock=clock
        )
        over = result.victory is not None and result.victory.kind != "extended"
        secret = "geheim" if over else ""
        records.append(TurnRecord(about.board, about.rules, reading, result, about.name, None, 1, "c" * 64, secret))
        if over:
            break
        position, clock = result.position, result.clock
    return summarise(about, records), records


def _reading(board: Board, position: Position, rng: random.Random) -> Reading:
    moves: dict[str, UnitOrder] = {}
    retreats, builds, disbands, missing = {}, {}, {}, {}
    given = []
    for power in board.powers:
        units = position.units_of(power)
        if units and rng.random() < 0.08:
            missing[power] = Missing(tuple(unit.province for unit in units), nothing_sent=True)
            continue
        for unit in units:
            order = _order(board, position, unit, rng)
            moves[unit.province] = order
            given.append(Given(power, order, Where("t.txt", len(given) + 1, 1, f"{unit} …"), "somebody"))
            if rng.random() < 0.6:
                places = _reach(board, unit)
                rng.shuffle(places)
                retreats[unit.province] = RetreatList(unit.province, tuple(places[:2]))
        builds[power] = tuple(Build(ARMY, home) for home in board.homes_of(power))
        if rng.random() < 0.5:
            disbands[power] = tuple(Disband(unit.kind, unit.at) for unit in units[:2])
    decrees = Decrees(voided=frozenset(list(moves)[:1])) if rng.random() < 0.15 else Decrees()
    return Reading(TurnOrders(moves, retreats, builds, disbands, decrees), tuple(given), (), missing)


def _reach(board: Board, unit: Unit) -> list[str]:
    if unit.kind == ARMY:
        return sorted(board.army_reach[unit.province])
    return sorted(place for places in board.fleet_reach[unit.at].values() for place in places)


def _order(board: Board, position: Position, unit: Unit, rng: random.Random) -> UnitOrder:
    places = _reach(board, unit)
    dice = rng.random()
    if dice < 0.1:
        return Hold(unit.province)
    if dice < 0.2:
        other = rng.choice(list(position.units.values()))
        return SupportHold(unit.province, Named(other.kind, other.at))
    wanted = [
        place
        for place in places
        if board.provinces[province_of(place)].is_centre and position.centres.get(province_of(place)) != unit.power
    ]
    return Move(unit.province, rng.choice(wanted or places))


def ended(
    counts: Sequence[int], years: Sequence[int | None], victory: Victory | None = None, **changes: object
) -> GameSummary:
    """A game that ended in 1908 with these counts, in which powers lost their last centre in these years."""
    about = facts(**changes)
    powers = about.board.powers
    centres = list(about.board.centres)
    final: dict[str, str] = {}
    for power, count in zip(powers, counts, strict=True):
        final |= {centres.pop(): power for _ in range(count)}
    owners: list[Mapping[str, str]] = [about.start.centres]
    for year in range(1901, 1909):
        owned = dict(final)
        places = iter(sorted(final))
        for power, out in zip(powers, years, strict=True):
            if out is not None and year < out:
                owned[next(places)] = power
        owners.append(owned)
    return GameSummary(
        about,
        Position(Turn(1909, Step.SPRING), {}, final),
        {power: (Seat(power, about.players.get(power, ()), about.start.turn),) for power in powers},
        tuple(range(1901, 1909)),
        tuple(owners),
        dict.fromkeys(powers, ()),
        victory or Victory("ended", (powers[list(counts).index(max(counts))],), {}),
        None,
        Turn(1908, Step.FALL),
    )


def random_ending(rng: random.Random, **changes: object) -> GameSummary:
    """An ending with random counts: often with ties, powers that are out, now and then a solo or an agreed draw."""
    living = rng.randint(2, 7)
    counts = [34 // living] * living if rng.random() < 0.25 else [1] * living
    lucky = rng.randrange(living)
    while sum(counts) < 34 and counts[0] != 34 // living:
        counts[lucky if rng.random() < 0.45 else rng.randrange(living)] += 1
    counts += [0] * (7 - living)
    rng.shuffle(counts)
    years = [None if count else rng.randint(1902, 1908) for count in counts]
    victory = None
    if max(counts) < 18 and rng.random() < 0.2:
        powers = load_board().powers
        alive = [power for power, count in zip(powers, counts, strict=True) if count]
        victory = Victory("draw", tuple(alive[: rng.randint(1, len(alive))]), {})
    return ended(counts, years, victory, **changes)
