"""Games as the saved games of the PyPI package `diplomacy` (version 1.1): our records written in its format.

That package knows separate phases only. A turn played with advance orders becomes as many phases as it had decisions:
moves, retreats, adjustments. The result is plain data, in canonical ids; nothing of the package is needed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from tianshen.judge.retreats import legal_retreats
from tianshen.judge.ruling import Outcome
from tianshen.model.canonical import canonical
from tianshen.model.orders import Move
from tianshen.model.position import Position
from tianshen.model.turns import Phase, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tianshen.judge.turn_result import Retreat, TurnResult
    from tianshen.model.board import Board
    from tianshen.model.position import Power, Province
    from tianshen.model.rules import RuleSet
    from tianshen.record.turn_record import TurnRecord

MAP = "standard"
OVER = "COMPLETED"  # the name of the phase behind the last one of a game that is over
_SUFFIX = {Phase.MOVES: "M", Phase.RETREATS: "R", Phase.ADJUSTMENTS: "A"}
_RESULTS = {Outcome.BOUNCES: "bounce", Outcome.CUT: "cut", Outcome.VOID: "void", Outcome.DISRUPTED: "disrupted"}
_WON = "Victory by: "
_Told = TypeVar("_Told")
_RULES = ("NO_PRESS", "POWER_CHOICE")


@dataclass(frozen=True, slots=True)
class SavedPhase:
    """One phase: the board at its beginning, the orders of each power, and what became of each unit.

    `orders` is None for the phase that is still to be played, and for the board at the end of a game, which has
    `winners`.
    """

    position: Position
    orders: Mapping[Power, Sequence[str]] | None
    results: Mapping[str, Sequence[str]]
    winners: Sequence[Power] | None = None

    @property
    def name(self) -> str:
        """The name of the phase: `S1901M`, `F1901R`, `W1901A`."""
        turn = self.position.turn
        return f"{turn.season}{turn.year}{_SUFFIX[turn.phase]}" if self.winners is None else OVER


def saved_game(
    game_id: str, board: Board, rules: RuleSet, records: Sequence[TurnRecord], now: Position
) -> dict[str, object]:
    """Return the game up to the position that is to be played now, or that it ended with, as a saved game."""
    phases = [phase for record in records for phase in _phases(record)]
    victory = records[-1].result.victory if records else None
    winners = victory.winners if victory is not None and victory.is_final else None
    phases.append(SavedPhase(_able_to_retreat(board, rules, now), None, {}, winners))
    standing: dict[Province, Power] = {}
    written: list[dict[str, object]] = []
    for phase in phases:
        if not written:
            standing.update(_homes(board))
        standing.update({province: unit.power for province, unit in phase.position.units.items()})
        written.append(_phase(game_id, board, rules, phase, standing))
    return {"id": game_id, "map": MAP, "rules": list(_RULES), "phases": written}


def _homes(board: Board) -> dict[Province, Power]:
    return {home: power for power in board.powers for home in board.homes_of(power)}


def _phases(record: TurnRecord) -> Iterator[SavedPhase]:
    result = record.result
    position = result.before
    if position.turn.phase is Phase.MOVES:
        yield SavedPhase(position, _move_orders(record), _move_results(result))
        position = _after_moves(result)
    # units with no place to go are off the board at once
    able = [retreat for retreat in result.retreats if retreat.options]
    if able:
        yield _retreat_phase(record.board, position, able)
    if result.position.turn.year > position.turn.year:
        yield from _adjustment_phase(record)


def _retreat_phase(board: Board, position: Position, able: Sequence[Retreat]) -> SavedPhase:
    units = {retreat.unit for retreat in able}
    position = replace(position, dislodged=tuple(item for item in position.dislodged if item.unit in units))
    results = {str(retreat.unit): ["disband"] if retreat.to is None else [] for retreat in able}
    return SavedPhase(position, _retreat_orders(board, able), results)


def _adjustment_phase(record: TurnRecord) -> Iterator[SavedPhase]:
    """Yield the phase, unless nobody has anything to build or disband."""
    winter = _before_adjustments(record)
    if any(_builds(record.board, winter, power)["count"] for power in record.board.powers):
        done = {str(item.unit): [""] for item in record.result.adjustments if item.unit is not None}
        yield SavedPhase(winter, _adjustment_orders(record), done)


def _move_orders(record: TurnRecord) -> dict[Power, list[str]]:
    orders: dict[Power, list[str]] = {power: [] for power in record.board.powers}
    for ruling in record.result.rulings.values():
        order = ruling.order
        if order is not None:
            plain = replace(order, route=()) if isinstance(order, Move) else order
            orders[ruling.unit.power].append(canonical(plain, record.result.before))
    return orders


def _move_results(result: TurnResult) -> dict[str, list[str]]:
    results = {}
    for ruling in result.rulings.values():
        codes = [_RESULTS[ruling.outcome]] if ruling.outcome in _RESULTS else []
        results[str(ruling.unit)] = codes + (["dislodged"] if ruling.dislodged_by is not None else [])
    return results


def _after_moves(result: TurnResult) -> Position:
    """Return the board after the moves, before the retreats."""
    step = Step.SPRING_RETREATS if result.before.turn.step is Step.SPRING else Step.FALL_RETREATS
    units = {}
    for ruling in result.rulings.values():
        if ruling.dislodged_by is None:
            unit = replace(ruling.unit, at=ruling.ends_at)
            units[unit.province] = unit
    return Position(result.before.turn.at(step), units, result.before.centres, result.dislodged, result.standoffs)


def _able_to_retreat(board: Board, rules: RuleSet, position: Position) -> Position:
    able = [
        item
        for item in position.dislodged
        if legal_retreats(board, rules.options, item, position.units, position.standoffs)
    ]
    return replace(position, dislodged=tuple(able))


def _retreat_orders(board: Board, retreats: Sequence[Retreat]) -> dict[Power, list[str]]:
    orders: dict[Power, list[str]] = {power: [] for power in board.powers}
    for retreat in retreats:
        words = f"{retreat.unit} D" if retreat.to is None else f"{retreat.unit} R {retreat.to}"
        orders[retreat.unit.power].append(words)
    return orders


def _before_adjustments(record: TurnRecord) -> Position:
    """Return the board in Winter, before anybody builds or disbands."""
    result = record.result
    if result.before.turn.phase is Phase.ADJUSTMENTS:
        return result.before
    units = dict(result.position.units)
    for item in result.adjustments:
        if item.unit is not None and item.kind == "build":
            del units[item.unit.province]
        elif item.unit is not None:
            units[item.unit.province] = item.unit
    return Position(result.before.turn.at(Step.WINTER), units, result.position.centres)


def _adjustment_orders(record: TurnRecord) -> dict[Power, list[str]]:
    orders: dict[Power, list[str]] = {power: [] for power in record.board.powers}
    for item in record.result.adjustments:
        if item.unit is None:
            orders[item.power].append("WAIVE")
        else:
            orders[item.power].append(f"{item.unit} {'B' if item.kind == 'build' else 'D'}")
    return orders


def _phase(
    game_id: str, board: Board, rules: RuleSet, phase: SavedPhase, influence: Mapping[Province, Power]
) -> dict[str, object]:
    position, name = phase.position, phase.name

    def by_power(told: Callable[[Power], _Told]) -> dict[str, _Told]:
        return {power.upper(): told(power) for power in board.powers}

    state = {
        "timestamp": 0,
        "zobrist_hash": "0",
        "note": f"{_WON}{', '.join(power[:3].upper() for power in phase.winners)}" if phase.winners else "",
        "name": name,
        "units": by_power(lambda power: _units(position, power)),
        "retreats": by_power(lambda power: _retreats(board, rules, position, power)),
        "centers": by_power(position.centres_of),
        "homes": by_power(lambda power: sorted(board.homes_of(power))),
        "influence": by_power(lambda power: [place for place, owner in influence.items() if owner == power]),
        "civil_disorder": by_power(lambda _: 0),
        "builds": by_power(lambda power: _builds(board, position, power)),
        "game_id": game_id,
        "map": MAP,
        "rules": list(_RULES),
    }
    orders = by_power(lambda power: None if phase.orders is None else list(phase.orders[power]))
    results = {unit: list(codes) for unit, codes in phase.results.items()}
    return {"name": name, "state": state, "orders": orders, "results": results, "messages": []}


def _units(position: Position, power: Power) -> list[str]:
    beaten = [f"*{item.unit}" for item in position.dislodged if item.unit.power == power]
    return [*map(str, position.units_of(power)), *beaten]


def _retreats(board: Board, rules: RuleSet, position: Position, power: Power) -> dict[str, list[str]]:
    return {
        str(item.unit): sorted(legal_retreats(board, rules.options, item, position.units, position.standoffs))
        for item in position.dislodged
        if item.unit.power == power
    }


def _builds(board: Board, position: Position, power: Power) -> dict[str, object]:
    if position.turn.phase is not Phase.ADJUSTMENTS:
        return {"count": 0, "homes": []}
    count = position.balance_of(power)
    homes = sorted(board.free_homes(power, position.units, position.centres)) if count > 0 else []
    return {"count": min(count, len(homes)) if count > 0 else count, "homes": homes}
