"""Orders as words: the inverse of the grammar. Whatever can be read can be written, in every language."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, assert_never

from tianshen.model.board import STANDARD, load_board
from tianshen.model.canonical import canonical
from tianshen.model.orders import (
    DISBAND,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    RetreatList,
    SupportHold,
    SupportMove,
    Waive,
)
from tianshen.model.position import ARMY
from tianshen.model.rules import load_rules, option_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.locale.names import Names
    from tianshen.model.orders import Named, Order
    from tianshen.model.position import Location, Position, Power, Province
    from tianshen.model.rules import RuleSet

__all__ = ["canonical", "write_list", "write_order", "write_position"]


def write_order(order: Order, position: Position, names: Names) -> str:
    """Return the order in the canonical form of the names' language; its unit as it stands in the position."""
    match order:
        case Hold(unit):
            return names.fill("hold", unit=_own(unit, position, names))
        case Move():
            return _move(order, position, names)
        case SupportHold(unit, of):
            return names.fill("support_hold", unit=_own(unit, position, names), of=_named(of, names))
        case SupportMove(unit, of, to) | Convoy(unit, of, to):
            template = "convoy" if isinstance(order, Convoy) else "support_move"
            own = _own(unit, position, names)
            return names.fill(template, unit=own, of=_named(of, names), to=names.short(to))
        case RetreatList(unit, entries):
            return names.fill("retreat", unit=_own(unit, position, names), entries=_listed(entries, names))
        case Build(kind, at):
            unit_words = names.short_unit(kind, at)
            return names.fill("build", place=names.short(at), kind=names.kind(kind), unit=unit_words)
        case Disband(kind, at):
            return names.fill("disband", unit=names.short_unit(kind, at))
        case Waive():
            return names.fill("waive")
        case _:
            assert_never(order)


def write_list(entries: Sequence[Build | Disband], names: Names) -> str:
    """Return a build or disband list (房规 2.3.2): `优先建造：威尼斯舰队、罗马陆军`. Needs at least one entry."""
    template = "builds" if isinstance(entries[0], Build) else "disbands"
    return names.fill(template, entries=names.join(names.short_unit(entry.kind, entry.at) for entry in entries))


def _move(order: Move, position: Position, names: Names) -> str:
    unit = _own(order.unit, position, names)
    to = names.short(order.to)
    if not order.by_sea:
        return names.fill("move", unit=unit, to=to)
    if not order.route:
        return names.fill("by_sea", unit=unit, to=to)
    seas = "".join(names.fill("route_step", sea=names.short(sea)) for sea in order.route)
    return names.fill("route", unit=unit, seas=seas, to=to)


def _own(province: Province, position: Position, names: Names) -> str:
    unit = position.unit_meant(province)
    if unit is None:
        return names.short_unit(ARMY, province)
    return names.short_unit(unit.kind, unit.at)


def _named(of: Named, names: Names) -> str:
    return names.short_unit(of.kind, of.at)


def _listed(entries: Sequence[Location], names: Names) -> str:
    return names.join(names.fill("disband_entry") if entry == DISBAND else names.short(entry) for entry in entries)


def write_position(
    position: Position, rules: RuleSet, alliances: Sequence[Sequence[Power]], powers: Sequence[Power], names: Names
) -> str:
    """Return the upper half of a case file, from which `read_case` gives the same position, rules and alliances.

    The names are those of the board on which the position stands.
    """
    lines = [names.fill("position", turn=names.turn(position.turn))]
    if names.board != STANDARD:
        lines.append(names.fill("map", map=names.board))
    lines.append(names.fill("rules", rules=_rules(rules)))
    lines.extend(
        names.fill("alliance", powers=names.join(names.power(power) for power in allied)) for allied in alliances
    )
    lines += _unit_lines(position, powers, names)
    lines += _centre_lines(position, powers, names)
    return "\n".join([*lines, *_retreat_lines(position, names)])


def _unit_lines(position: Position, powers: Sequence[Power], names: Names) -> list[str]:
    lines = []
    for power in powers:
        units = [names.short_unit(unit.kind, unit.at) for unit in position.units_of(power)]
        if units:
            lines.append(names.fill("units", power=names.power(power), units=names.join(units)))
    return lines


def _centre_lines(position: Position, powers: Sequence[Power], names: Names) -> list[str]:
    lines = []
    for power in powers:
        centres = [names.short(centre) for centre in position.centres_of(power)]
        if centres:
            lines.append(names.fill("centres", power=names.power(power), centres=names.join(centres)))
    free = [
        home for power in powers for home in load_board(names.board).homes_of(power) if home not in position.centres
    ]
    if free:
        nobody = names.fill("nobody")
        lines.append(names.fill("centres", power=nobody, centres=names.join(names.short(home) for home in free)))
    return lines


def _rules(rules: RuleSet) -> str:
    usual = load_rules(rules.name).options
    changed = [
        f"{field.name}={option_text(getattr(rules.options, field.name))}"
        for field in fields(usual)
        if getattr(rules.options, field.name) != getattr(usual, field.name)
    ]
    return " ".join([rules.name, *changed])


def _retreat_lines(position: Position, names: Names) -> list[str]:
    lines = []
    for item in position.dislodged:
        unit = item.unit
        lines.append(
            names.fill(
                "dislodged_by_sea" if item.by_sea else "dislodged",
                power=names.power(unit.power),
                unit=names.short_unit(unit.kind, unit.at),
                province=names.short(item.attacker_from),
            )
        )
    if position.standoffs:
        provinces = names.join(names.short(province) for province in sorted(position.standoffs))
        lines.append(names.fill("standoff", provinces=provinces))
    return lines
