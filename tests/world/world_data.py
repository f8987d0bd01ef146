"""The collected facts beside the checkout, turned into positions and orders. Skips visibly where they are missing."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tianshen.model.orders import (
    DISBAND,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Named,
    RetreatList,
    SupportHold,
    SupportMove,
    TurnOrders,
    UnitOrder,
)
from tianshen.model.position import Position, Unit
from tianshen.model.turns import Turn, parse_turn

if TYPE_CHECKING:
    from tianshen.model.board import Board

DATA = Path(__file__).parents[3] / "shared" / "data"

Row = dict[str, Any]


def rows(name: str) -> list[Row]:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"{name} is not beside this checkout")
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def location(place: str, coast: str | None = None) -> str:
    place = place.upper()
    return f"{place[:3]}/{coast.upper()}" if coast else place


def unit(cells: list[str | None]) -> Unit:
    power, kind, place, coast = cells
    assert power is not None
    assert place is not None
    return Unit(power.lower(), "A" if kind == "A" else "F", location(place, coast))


def turn_of(row: Row) -> Turn:
    """The turn of a record; case records tell only the phase, and one kind of game writes Winter as Fall."""
    phase = row.get("phase", "M")
    if len(phase) == 1:
        phase = {"M": "S1901M", "R": "S1901R", "A": "W1901A"}[phase]
    return parse_turn(f"W{phase[1:]}" if phase.endswith("A") else phase)


def position(row: Row) -> Position:
    units = [unit(cells) for cells in row["units"]]
    return Position(
        turn_of(row),
        {u.province: u for u in units},
        {centre.upper(): power.lower() for centre, power in (row.get("centers") or {}).items()},
    )


def moves(row: Row, board: Position) -> dict[str, UnitOrder]:
    """The movement orders for the units that stand on the board; orders for another power's unit are left out."""
    found: dict[str, UnitOrder] = {}
    for order in row["orders"]:
        province = order["loc"][:3].upper()
        standing = board.units.get(province)
        if standing is not None and order.get("power", "").lower() in ("", standing.power):
            found[province] = _order(order, province, board)
    return found


def _order(order: Row, province: str, board: Position) -> UnitOrder:
    kind = order["type"]
    if kind == "hold":
        return Hold(province)
    if kind == "move":
        return Move(
            province,
            location(order["to"], order.get("coast")),
            bool(order.get("via")),
            tuple(sea.upper() for sea in order.get("path", ())),
        )
    target = order["of"][:3].upper()
    other = board.units.get(target)
    of = Named(other.kind, other.at) if other else Named("A", target)
    if kind == "convoy":
        return Convoy(province, of, location(order["to"]))
    if order.get("to"):
        return SupportMove(province, of, location(order["to"], order.get("coast")))
    return SupportHold(province, of)


def retreats(row: Row) -> dict[str, RetreatList]:
    found = {}
    for order in row["orders"]:
        province = order["loc"][:3].upper()
        if order["type"] == "disband":
            found[province] = RetreatList(province, (DISBAND,))
        elif order["type"] in ("retreat", "move"):
            found[province] = RetreatList(province, (location(order["to"], order.get("coast")),))
    return found


def adjustments(row: Row, board: Position, facts: Board) -> TurnOrders:
    builds: dict[str, tuple[Build, ...]] = {}
    disbands: dict[str, tuple[Disband, ...]] = {}
    for order in row["orders"]:
        place = location(order["loc"], order.get("coast"))
        if order["type"] == "build":
            power = (order.get("power") or facts.provinces[place[:3]].home_of or "").lower()
            builds[power] = (*builds.get(power, ()), Build(order["unit"], place))
        elif order["type"] == "disband":
            power = (order.get("power") or board.units[place[:3]].power).lower()
            disbands[power] = (*disbands.get(power, ()), Disband(order.get("unit", "A"), place))
    return TurnOrders(builds=builds, disbands=disbands)


def stand(board: Position) -> list[str]:
    return sorted(f"{u.power} {u}" for u in board.units.values())


def listed(cells: list[list[str | None]]) -> list[str]:
    return sorted(f"{u.power} {u}" for u in map(unit, cells))
