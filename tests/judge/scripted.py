"""Turns for tests, written in canonical ids: `england: A LON - BRE VIA ENG; F ENG C A LON - BRE`, one power a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.judge.whole_turn import judge_turn
from tianshen.model.board import load_board
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
    UnitOrder,
)
from tianshen.model.position import Dislodged, Position, Unit
from tianshen.model.rules import RuleSet, load_rules
from tianshen.model.turns import parse_turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tianshen.judge.turn_result import Clock, TurnResult
    from tianshen.model.orders import Decrees
    from tianshen.model.position import UnitKind

BOARD = load_board()


def kind_of(letter: str) -> UnitKind:
    return "A" if letter == "A" else "F"


def unit_order(text: str) -> UnitOrder | None:
    """`A LON H`, `F MAO - SPA/NC`, `A LON - BRE VIA ENG`, `A GAL S A PRU - WAR`, `F ENG C A LON - BRE`; None: bare."""
    words = text.split()
    own, verb, rest = words[1][:3], words[2] if len(words) > 2 else "", words[3:]
    if not verb:
        return None
    if verb == "H":
        return Hold(own)
    if verb == "-":
        return Move(own, rest[0], "VIA" in rest, tuple(rest[2:]))
    of = Named(kind_of(rest[0]), rest[1])
    if verb == "C":
        return Convoy(own, of, rest[3])
    assert verb == "S"
    return SupportMove(own, of, rest[3]) if len(rest) > 2 else SupportHold(own, of)


def read(text: str) -> tuple[dict[str, Unit], dict[str, UnitOrder]]:
    """The units of a script, and the orders of those that have one."""
    units: dict[str, Unit] = {}
    orders: dict[str, UnitOrder] = {}
    for line in filter(str.strip, text.splitlines()):
        power, _, rest = line.partition(":")
        for piece in filter(str.strip, rest.split(";")):
            words = piece.split()
            unit = Unit(power.strip(), kind_of(words[0]), words[1])
            order = unit_order(piece)
            assert unit.province not in units, f"{unit.province} stands there twice"
            units[unit.province] = unit
            if order is not None:
                orders[unit.province] = order
    return units, orders


def rule_set(name: str, options: Mapping[str, object]) -> RuleSet:
    return load_rules(name).with_options(options)


def owners(table: Mapping[str, str]) -> dict[str, str]:
    """`{"england": "LON EDI"}` turned round; centres that no power names are nobody's."""
    return {centre: power for power, centres in table.items() for centre in centres.split()}


def wishes(table: Mapping[str, str]) -> dict[str, tuple[tuple[UnitKind, str], ...]]:
    """`{"italy": "F VEN, A ROM"}` as pairs of kind and place."""
    return {
        power: tuple((kind_of(piece.split()[0]), piece.split()[1]) for piece in text.split(","))
        for power, text in table.items()
    }


def played(
    script: str,
    rules: str = "tianshen",
    *,
    turn: str = "S1901",
    centres: Mapping[str, str] | None = None,
    retreats: Mapping[str, str] | None = None,
    builds: Mapping[str, str] | None = None,
    disbands: Mapping[str, str] | None = None,
    dislodged: Iterable[tuple[str, str, str]] = (),
    standoffs: str = "",
    decrees: Decrees | None = None,
    alliances: Mapping[str, tuple[str, ...]] | None = None,
    secret: str = "secret",
    clock: Clock | None = None,
    options: Mapping[str, object] | None = None,
) -> TurnResult:
    """The turn as judged.

    `retreats` by the unit's province: `{"SPA": "POR WES MAR disband"}`. `dislodged` in a retreat turn: power, unit and
    whence its attacker came, with `*` behind it where that was by sea.
    """
    units, orders = read(script)
    gone = tuple(
        Dislodged(Unit(power, kind_of(unit[0]), unit[2:]), origin.rstrip("*"), origin.endswith("*"))
        for power, unit, origin in dislodged
    )
    position = Position(parse_turn(turn), units, owners(centres or {}), gone, frozenset(standoffs.split()))
    lists = {place: RetreatList(place, tuple(text.split())) for place, text in (retreats or {}).items()}
    given = TurnOrders(
        orders,
        lists,
        {power: tuple(Build(*pair) for pair in pairs) for power, pairs in wishes(builds or {}).items()},
        {power: tuple(Disband(*pair) for pair in pairs) for power, pairs in wishes(disbands or {}).items()},
        **({"decrees": decrees} if decrees is not None else {}),
    )
    return judge_turn(
        BOARD,
        rule_set(rules, options or {}),
        position,
        given,
        alliances=alliances,
        secret=secret,
        clock=clock,
    )


def outcomes(result: TurnResult) -> dict[str, str]:
    """The outcome of each unit's order, `!` behind it where the unit was dislodged."""
    return {
        province: ruling.outcome + ("!" if ruling.dislodged_by else "") for province, ruling in result.rulings.items()
    }


def codes(result: TurnResult) -> dict[str, str]:
    """The reason code of each unit's order."""
    return {province: ruling.reason.code for province, ruling in result.rulings.items()}


def retreated(result: TurnResult) -> dict[str, str]:
    """Where each dislodged unit went and by what: `{"WAR": "GAL list"}`; `-` where it was disbanded."""
    return {r.unit.province: f"{r.to or '-'} {r.by}" for r in result.retreats}


def adjusted(result: TurnResult, power: str) -> list[str]:
    """What was done for a power in Winter: `build F VEN list`."""
    return [
        " ".join(filter(None, (item.kind, str(item.unit or ""), item.by)))
        for item in result.adjustments
        if item.power == power
    ]


def standing(result: TurnResult, power: str) -> list[str]:
    """The power's units at the beginning of the next turn."""
    return sorted(str(unit) for unit in result.position.units_of(power))
