"""Makes what the test of the example game compares with: the plan as the judge sees it, and what really happened.

    python tools/example_game/expect.py REAL_GAMES

REAL_GAMES is the collection of recorded games, one JSON object a phase and line, packed with gzip. Two files come
out: `expected.json`, the outcome of every turn of the plan (the reader takes no part in it), and `record.json`, the
positions that were recorded when the game was first played.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from build import GAME
from plan import orders_of, read_plan, turns

from tianshen.game.settings import read_settings
from tianshen.judge.whole_turn import judge_turn
from tianshen.model.board import load_board
from tianshen.model.canonical import canonical
from tianshen.model.orders import Hold
from tianshen.model.turns import Phase, parse_turn
from tianshen.text.source import decode

if TYPE_CHECKING:
    from tianshen.judge.turn_result import TurnResult
    from tianshen.model.position import Position

RECORDED = "webdip-444641"
TESTS = Path(__file__).parents[2] / "tests" / "examples"


def main(real_games: str) -> None:
    """Writes both files."""
    _write("expected.json", {str(turn): _told(result) for turn, result in _played()})
    _write("record.json", _recorded(real_games))


def _write(name: str, turns_told: dict[str, Any]) -> None:
    rows = [f"{json.dumps(turn)}: {json.dumps(told, separators=(',', ':'))}" for turn, told in turns_told.items()]
    (TESTS / name).write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def _played() -> list[tuple[Any, TurnResult]]:
    board = load_board()
    settings = read_settings(decode((GAME / "game.toml").read_bytes(), "game.toml"))
    position, clock = board.start, None
    results = []
    for turn in turns():
        sheets = read_plan(turn)
        orders = orders_of(sheets.values(), sheets.keys())
        result = judge_turn(board, settings.rules, position, orders, secret=settings.secret, clock=clock)
        results.append((turn, result))
        position, clock = result.position, result.clock
    return results


def _told(result: TurnResult) -> dict[str, Any]:
    before = result.before
    dislodged = {item.unit.province for item in result.dislodged}
    return {
        "orders": {
            str(ruling.unit): [
                canonical(ruling.order or Hold(province), before),
                str(ruling.outcome),
                province in dislodged,
            ]
            for province, ruling in sorted(result.rulings.items())
        },
        "retreats": sorted([str(item.unit), item.to, item.by] for item in result.retreats),
        "adjustments": [[a.power, a.kind, str(a.unit) if a.unit else None, a.by] for a in result.adjustments],
        "captures": [[c.centre, c.previous, c.owner] for c in result.captures],
        "lots": [[lot.purpose, list(lot.candidates), lot.drawn] for lot in result.lots],
        "victory": [result.victory.kind, list(result.victory.winners)] if result.victory else None,
        "next": _position(result.position),
    }


def _position(position: Position) -> dict[str, Any]:
    return {
        "units": sorted([unit.power, str(unit)] for unit in position.units.values()),
        "centres": dict(sorted(position.centres.items())),
    }


def _recorded(real_games: str) -> dict[str, Any]:
    told = {}
    with gzip.open(real_games, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["game"] == RECORDED and row["phase"] != "COMPLETED":
                turn = parse_turn(row["phase"])
                if turn.phase is Phase.MOVES and turn <= parse_turn("S1909"):
                    told[str(turn)] = {
                        "units": sorted([u[0].lower(), _unit(u)] for u in row["units"]),
                        "centres": {place.upper(): owner.lower() for place, owner in sorted(row["centers"].items())},
                    }
    return told


def _unit(unit: list[str]) -> str:
    _, kind, place, coast = unit
    return f"{kind} {place.upper()}" + (f"/{coast.upper()}" if coast else "")


if __name__ == "__main__":
    main(sys.argv[1])
