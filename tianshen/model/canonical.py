"""Orders in canonical ids, the form of the JSON record: `A LON - BRE VIA ENG MAO`. No language."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

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
    Waive,
)

if TYPE_CHECKING:
    from tianshen.model.orders import Order
    from tianshen.model.position import Position, Province


def canonical(order: Order, position: Position) -> str:
    """Return the order in canonical ids; its unit as it stands in the position (an army if none stands there)."""
    match order:
        case Hold(unit):
            return f"{_unit(position, unit)} H"
        case Move(unit, to, by_sea, route):
            via = " ".join(("", "VIA", *route)) if by_sea else ""
            return f"{_unit(position, unit)} - {to}{via}"
        case SupportHold(unit, of):
            return f"{_unit(position, unit)} S {_named(of)}"
        case SupportMove(unit, of, to):
            return f"{_unit(position, unit)} S {_named(of)} - {to}"
        case Convoy(unit, of, to):
            return f"{_unit(position, unit)} C {_named(of)} - {to}"
        case RetreatList(unit, entries):
            return f"{_unit(position, unit)} R {', '.join(entries)}"
        case Build() | Disband():
            return str(order)
        case Waive():
            return "WAIVE"
        case _:
            assert_never(order)


def _unit(position: Position, province: Province) -> str:
    unit = position.unit_meant(province)
    return str(unit) if unit is not None else f"A {province}"


def _named(unit: Named) -> str:
    return f"{unit.kind} {unit.at}"
