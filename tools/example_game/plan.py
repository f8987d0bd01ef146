"""The moves of the example game as canonical orders, one file a turn: `plan/S1901.txt`.

A power's name stands on a line of its own, its orders below it as the JSON record writes them: `A YOR - BEL VIA NTH`,
`F NWY R BAR, disband` (where it would retreat to), `B F EDI, A LVP` and `D F CLY` (build and disband lists).
What follows `#` is a remark.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tianshen.model.orders import (
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
)
from tianshen.model.turns import Turn, parse_turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tianshen.model.orders import Order

FOLDER = Path(__file__).parent / "plan"


@dataclass(frozen=True)
class Sheet:
    """What one power wants in one turn."""

    moves: dict[str, Order] = field(default_factory=dict)
    retreats: dict[str, RetreatList] = field(default_factory=dict)
    builds: tuple[Build, ...] = ()
    disbands: tuple[Disband, ...] = ()
    kinds: dict[str, tuple[str, str]] = field(default_factory=dict)  # province -> kind and location of its unit


def turns() -> list[Turn]:
    """All turns of the game."""
    return sorted(parse_turn(path.stem) for path in FOLDER.glob("*.txt"))


def read_plan(turn: Turn) -> dict[str, Sheet]:
    """The sheets of all powers in that turn."""
    sheets: dict[str, Sheet] = {}
    power = ""
    for raw in (FOLDER / f"{turn}.txt").read_text(encoding="utf-8").splitlines():
        line = raw.partition("#")[0].strip()
        if line and line.islower():
            power = line
            sheets[power] = Sheet()
        elif line:
            sheets[power] = _add(sheets[power], line)
    return sheets


def orders_of(sheets: Iterable[Sheet], names: Iterable[str]) -> TurnOrders:
    """The sheets as the judge takes them."""
    orders = TurnOrders({}, {}, {}, {})
    for name, sheet in zip(names, sheets, strict=True):
        orders.moves.update(sheet.moves)
        orders.retreats.update(sheet.retreats)
        if sheet.builds:
            orders.builds[name] = sheet.builds
        if sheet.disbands:
            orders.disbands[name] = sheet.disbands
    return orders


def _add(sheet: Sheet, line: str) -> Sheet:
    if line.startswith(("B ", "D ")):
        entries = [_named(entry) for entry in line[2:].split(", ")]
        if line[0] == "B":
            return Sheet(sheet.moves, sheet.retreats, tuple(Build(*e) for e in entries), sheet.disbands, sheet.kinds)
        return Sheet(sheet.moves, sheet.retreats, sheet.builds, tuple(Disband(*e) for e in entries), sheet.kinds)
    kind, at, verb, *rest = line.split(" ", 3)
    sheet.kinds[at[:3]] = (kind, at)
    tail = rest[0] if rest else ""
    if verb == "R":
        sheet.retreats[at[:3]] = RetreatList(at[:3], tuple(tail.split(", ")))
    else:
        sheet.moves[at[:3]] = _move(at[:3], verb, tail)
    return sheet


def _move(unit: str, verb: str, tail: str) -> Order:
    if verb == "H":
        return Hold(unit)
    if verb == "-":
        to, by_sea, route = tail.partition(" VIA")
        return Move(unit, to, bool(by_sea), tuple(route.split()))
    of, _, to = tail.partition(" - ")
    named = Named(*_named(of))
    if verb == "C":
        return Convoy(unit, named, to)
    return SupportMove(unit, named, to) if to else SupportHold(unit, named)


def _named(text: str) -> tuple[str, str]:
    kind, at = text.split(" ")
    return kind, at
