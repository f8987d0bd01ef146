"""Writes the case files under `tests/datc/` from collected DATC cases: `python tools/datc_cases.py datc.jsonl`.

The collection (one JSON object a line) holds facts: units, orders, and what several adjudicators agree on. Where the
two versions of the DATC have the same board and orders there is one file, with the expectation of the later one; a
board that version 3.0 changed keeps its older form in a file of its own. Run by hand; the files it wrote are kept.
"""

from __future__ import annotations

import itertools
import json
import re
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from tianshen.judge.movement import Movement, judge_movement
from tianshen.model.board import load_board
from tianshen.model.orders import Convoy, Hold, Move, Named, SupportHold, SupportMove, UnitOrder
from tianshen.model.position import Position, Unit
from tianshen.model.rules import Options, load_rules
from tianshen.model.turns import parse_turn

BOARD = load_board()
RULES = load_rules("standard")
TARGET = Path(__file__).parents[1] / "tests" / "datc"
Row = dict[str, Any]

# The converted 2.4 files of the first three record what the DATC does not say; the last two are not from the DATC.
LEFT_OUT = {"2.4/6.F.8", "2.4/6.F.17", "2.4/6.G.8"} | {"2.4/Zach.A", "2.4/Zach.B"}
# Titles in our own words, for boards that only version 2.4 has.
TITLES = {
    "6.A.5.old": "carried to where it stands",
    "6.A.10.old": "support of a move beyond reach",
    "6.F.14#2": "a convoy for a fleet beside a paradox",
    "6.F.22.extended": "second-order paradox with a third convoy",
    "6.J.9.part1": "civil disorder, army and fleet at the same coast",
    "6.J.9.part2": "civil disorder, army and fleet at different coasts",
}
# What the reader remarks on, as it should.
NOTICES = {
    "6.A.6": "order_other_power",
    "6.B.10": "coast_wrong",
    "6.B.11": "coast_wrong",
    "6.H.1-retreats": "order_wrong_phase",
    "6.H.2-retreats": "order_wrong_phase",
    "6.H.3-retreats": "order_wrong_phase",
    "6.H.4-retreats": "order_not_dislodged",
    "6.J.1": "order_no_unit",
}
# What the outcomes of the program that labelled the collection are called here.
OUTCOMES = {"bounce": "bounces", "void": "void", "cut": "cut", "no convoy": "disrupted", "disrupted": "disrupted"}


def shown(place: str, coast: str | None = None) -> str:
    """`spa`, `nc` as `Spa/nc`, the way people write it."""
    name = place[:3].capitalize()
    return f"{name}/{coast}" if coast else name


def unit_text(cells: list[Any]) -> str:
    _, kind, place, coast = cells
    return f"{kind} {shown(place, coast)}"


def identifier(cells: list[Any]) -> str:
    _, kind, place, coast = cells
    return f"{kind} {place.upper()}" + (f"/{coast.upper()}" if coast else "")


def power_name(power: str) -> str:
    return power.capitalize()


def lines_of_units(row: Row) -> list[str]:
    powers = dict.fromkeys(cells[0] for cells in row["units"])
    return [
        f"{power_name(p)}: " + ", ".join(unit_text(cells) for cells in row["units"] if cells[0] == p) for p in powers
    ]


def kind_at(row: Row, place: str) -> str:
    """The unit that stands there, as it is written; an army if none does."""
    found = [*row.get("dislodged", []), *row["units"]]
    cells = next((cells for cells in found if cells[2] == place[:3]), None)
    return unit_text(cells) if cells else f"A {shown(place)}"


def order_text(row: Row, order: Row) -> str:
    here = kind_at(row, order["loc"])
    if order.get("unit") and not any(cells[2] == order["loc"][:3] for cells in row["units"] + row.get("dislodged", [])):
        here = f"{order['unit']} {shown(order['loc'])}"
    if order.get("ordered_coast"):
        here = f"{here[0]} {shown(order['loc'], order['ordered_coast'])}"
    kind = order["type"]
    if kind == "hold":
        return f"{here} H"
    if kind == "disband":
        return f"Disband {here}" if row["phase"] == "A" else f"Retreat {here}: disband"
    if kind == "build":
        return f"Build {order['unit']} {shown(order['loc'], order.get('coast'))}"
    to = order.get("to")
    target = shown(to[:3], order.get("coast") or (to[4:] if len(to) > 3 else None)) if to else ""
    if kind in ("move", "retreat") and row["phase"] == "R":
        return f"Retreat {here} - {target}"
    if kind in ("move", "retreat"):
        seas = " VIA" if order.get("via") else ""
        return f"{here} - {target}{seas}"
    of = kind_at(row, order["of"])
    if kind == "convoy":
        return f"{here} C {of} - {target}"
    return f"{here} S {of} - {target}" if to else f"{here} S {of}"


def lines_of_orders(row: Row) -> list[str]:
    powers = dict.fromkeys(order["power"] for order in row["orders"])
    found = []
    for power in powers:
        found += ["", f"{power_name(power)}:"]
        found += [order_text(row, order) for order in row["orders"] if order["power"] == power]
    return found


def model_position(row: Row) -> Position:
    units = [
        Unit(power.lower(), "A" if kind == "A" else "F", place.upper() + (f"/{coast.upper()}" if coast else ""))
        for power, kind, place, coast in row["units"]
    ]
    return Position(parse_turn("S1901"), {unit.province: unit for unit in units}, {})


def model_orders(row: Row, position: Position) -> dict[str, UnitOrder]:
    found: dict[str, UnitOrder] = {}
    for order in row["orders"]:
        here = order["loc"][:3].upper()
        unit = position.units.get(here)
        if unit is None or unit.power != order["power"].lower():
            continue
        to, coast = order.get("to") or "", order.get("coast")
        target = to.upper() if not coast else f"{to[:3].upper()}/{coast.upper()}"
        if order["type"] == "hold":
            found[here] = Hold(here)
        elif order["type"] == "move":
            found[here] = Move(here, target, bool(order.get("via")))
        else:
            other = position.units.get(order["of"][:3].upper())
            of = Named(other.kind, other.at) if other else Named("A", order["of"][:3].upper())
            if order["type"] == "convoy":
                found[here] = Convoy(here, of, target)
            else:
                found[here] = SupportMove(here, of, target) if target else SupportHold(here, of)
    return found


def movement_lines(row: Row) -> list[str]:
    """One line for each unit: outcome where the collection tells it, and whether it was dislodged."""
    expect = row["expect"]
    if "post" not in expect:
        return [
            f"{identifier(cells)}: {'succeeds' if expect['results'][cells[2]] == 'succeeds' else 'fails'}"
            for cells in row["units"]
            if cells[2] in expect["results"]
        ]
    post = {identifier(cells) + cells[0] for cells in expect["post"]}
    gone_by_record = {cells[2] for cells in expect.get("dislodged", ())}
    orders = {order["loc"][:3]: order for order in row["orders"] if owns(row, order)}
    lines = []
    for cells in row["units"]:
        order = orders.get(cells[2])
        moved = order is not None and order["type"] == "move"
        arrived = moved and arrives(row, cells, order, post)
        gone = not arrived and (identifier(cells) + cells[0] not in post or cells[2] in gone_by_record)
        facts = [outcome(row, cells, order, arrived), "dislodged" if gone else ""]
        lines.append(f"{identifier(cells)}: {', '.join(filter(None, facts))}".rstrip())
    powers = dict.fromkeys(cells[0] for cells in row["units"])
    for power in powers:
        stays = sorted(
            identifier(cells) for cells in expect["post"] if cells[0] == power and not is_gone(row, cells, lines)
        )
        lines.append(f"after {power.lower()}: {', '.join(stays) or 'none'}")
    return lines


def is_gone(row: Row, cells: list[Any], lines: list[str]) -> bool:
    """Whether the record leaves a unit on the board that it also calls dislodged."""
    return cells in row["units"] and any(
        line.startswith(f"{identifier(cells)}:") and line.endswith("dislodged") for line in lines
    )


def owns(row: Row, order: Row) -> bool:
    return any(cells[2] == order["loc"][:3] and cells[0] == order["power"] for cells in row["units"])


def arrives(row: Row, cells: list[Any], order: Row, post: set[str]) -> bool:
    moves = row["expect"].get("moves")
    if moves is not None:
        return bool(moves.get(order["loc"][:3]) == "succeeds")
    power, kind, place, _ = cells
    stays = any(kept.startswith(f"{kind} {place.upper()}") and kept.endswith(power) for kept in post)
    there = any(kept.startswith(f"{kind} {order['to'][:3].upper()}") and kept.endswith(power) for kept in post)
    return there and not stays


def outcome(row: Row, cells: list[Any], order: Row | None, arrived: bool) -> str:
    labels = [label for label in row["expect"].get("order_results", {}).get(cells[2], []) if label != "dislodged"]
    if order is None or order["type"] == "hold":
        return "succeeds"
    if order["type"] == "move" and (arrived or labels or "moves" in row["expect"]):
        return "succeeds" if arrived else OUTCOMES.get(labels[0] if labels else "", "fails")
    if order["type"] == "move":
        return "fails" if order["to"][:3] not in [cells[2] for cells in row["expect"]["post"]] else ""
    if labels == ["ok"]:
        return "succeeds"
    if labels == ["cut"]:
        return "cut"
    # That program calls a support void that cannot help against an own unit, or whose convoy comes too late; the case
    # says nothing then.
    return ""


def movement_case(row: Row, title: str) -> str:
    head = ["Position Spring 1901", f"# DATC {row['id']}: {title}", "Rules standard", *lines_of_units(row)]
    lines = [*head, *lines_of_orders(row), "", "==== expect", *movement_lines(row), *elsewhere(row)]
    return "\n".join([*lines, ""])


def elsewhere(row: Row) -> list[str]:
    """What comes out otherwise under the other rule sets, and which of their options makes it so.

    The DATC does not speak of these; the second judge of `tests/judge/oracle.py` checks them.
    """
    standard = results(row, RULES.options)
    lines = []
    for name in ("tianshen", "classic", "judge"):
        found = results(row, load_rules(name).options)
        if found != standard:
            lines += ["", f"==== expect {name}", f"# because of {', '.join(causes(row, name))}"]
            lines += [
                f"{unit}: {result}"
                for unit, result in found.items()
                if result != standard[unit] or result.endswith("dislodged")
            ]
    return lines


def results(row: Row, options: Options) -> dict[str, str]:
    position = model_position(row)
    movement = judge_movement(BOARD, options, position, model_orders(row, position))
    return {
        str(ruling.unit): ruling.outcome + (", dislodged" if ruling.dislodged_by else "")
        for ruling in movement.rulings.values()
    }


def causes(row: Row, name: str) -> list[str]:
    """The fewest options of the rule set that alone bring about its result."""
    options = load_rules(name).options
    wanted = results(row, options)
    changed = [f.name for f in fields(Options) if getattr(options, f.name) != getattr(RULES.options, f.name)]
    for count in range(1, len(changed) + 1):
        for names in itertools.combinations(changed, count):
            if results(row, replace(RULES.options, **{key: getattr(options, key) for key in names})) == wanted:
                return list(names)
    raise AssertionError(row["id"])


def retreat_case(row: Row, title: str) -> str:
    """The retreat phase; stand-offs and the attackers' origins come from the movement that the record tells."""
    movement = previous(row)
    head = ["Position Spring 1901 retreats", f"# DATC {row['id']}: {title}", "Rules standard", *lines_of_units(row)]
    for cells in row["dislodged"]:
        item = next((d for d in movement.dislodged if d.unit.province == cells[2].upper()), None)
        origin = item.attacker_from if item else attacker_by_record(row, cells[2])
        sea = " (by sea)" if item and item.by_sea else ""
        head.append(f"Dislodged {power_name(cells[0])}: {unit_text(cells)} from {shown(origin)}{sea}")
    if movement.standoffs:
        head.append("Standoff " + ", ".join(shown(place) for place in sorted(movement.standoffs)))
    lines = []
    for cells in row["dislodged"]:
        order = next((o for o in row["orders"] if o["loc"][:3] == cells[2] and o["power"] == cells[0]), None)
        place = retreat_place(row, cells, order)
        lines.append(f"{identifier(cells)}: dislodged, to {place}")
    for power in dict.fromkeys(cells[0] for cells in [*row["units"], *row["dislodged"]]):
        stays = sorted(identifier(cells) for cells in row["expect"]["post"] if cells[0] == power)
        lines.append(f"after {power.lower()}: {', '.join(stays) or 'none'}")
    return "\n".join([*head, *lines_of_orders(row), "", "==== expect", *lines, ""])


def retreat_place(row: Row, cells: list[Any], order: Row | None) -> str:
    """Where the unit stands afterwards, if its order took it there."""
    if order is None or order["type"] not in ("move", "retreat"):
        return "nowhere"
    before = [other for other in row["units"] if other[0] == cells[0]]
    for after in row["expect"]["post"]:
        if after[0] == cells[0] and after not in before and after[2] == order["to"][:3]:
            return identifier(after)[2:]
    return "nowhere"


def previous(row: Row) -> Movement:
    """The movement before a retreat phase, judged again from the orders that the record tells."""
    orders = [result["order"] for result in row["previous_results"]]
    units = []
    for result in row["previous_results"]:
        order = result["order"]
        coast = order.get("ordered_coast")
        if (row["id"], order["loc"]) == ("2.4/6.H.16", "mao"):
            order["coast"] = "nc"  # the record lost the coast that the DATC names
        units.append([order["power"], order["unit"], order["loc"][:3], coast or coast_before(row, order)])
    board = {"units": units, "orders": orders, "phase": "M"}
    position = model_position(board)
    return judge_movement(BOARD, RULES.options, position, model_orders(board, position))


def attacker_by_record(row: Row, place: str) -> str:
    """Where the move began that the record calls successful; one record garbles the support for it."""
    moves = (result["order"] for result in row["previous_results"] if result["result"] == "success")
    return next(str(order["loc"]) for order in moves if order["type"] == "move" and order["to"][:3] == place)


def coast_before(row: Row, order: Row) -> str | None:
    fleets = (cells for cells in [*row["dislodged"], *row["units"]] if cells[1] == order["unit"] == "F")
    return next((cells[3] for cells in fleets if cells[2] == order["loc"][:3]), None)


def winter_case(row: Row, title: str) -> str:
    owners = {centre.upper(): power for centre, power in row["centers"].items()}
    head = ["Position Winter 1901", f"# DATC {row['id']}: {title}", "Rules standard", *lines_of_units(row)]
    for power in dict.fromkeys(owners.values()):
        centres = sorted(centre for centre, owner in owners.items() if owner == power)
        head.append(f"Centres {power_name(power)}: " + ", ".join(shown(centre.lower()) for centre in centres))
    nobody = [p.id for p in BOARD.provinces.values() if p.home_of and p.id not in owners]
    head.append("Centres none: " + ", ".join(shown(centre.lower()) for centre in sorted(nobody)))
    expect = row["expect"]
    powers = dict.fromkeys(cells[0] for cells in [*row["units"], *(expect.get("post") or [])])
    powers |= dict.fromkeys(order["power"] for order in row["orders"])
    lines = []
    for power in powers:
        lines += winter_lines(row, power)
    return "\n".join([*head, *lines_of_orders(row), "", "==== expect", *lines, ""])


def winter_lines(row: Row, power: str) -> list[str]:
    expect = row["expect"]
    if "post" in expect:
        built = [cells for cells in expect["post"] if cells[0] == power and cells not in row["units"]]
        gone = [cells for cells in row["units"] if cells[0] == power and cells not in expect["post"]]
    else:
        built = [cells for cells in expect.get("builds", []) if cells[0] == power]
        gone = [cells for cells in expect.get("disbanded", []) if cells[0] == power]
    kept = [cells for cells in row["units"] if cells[0] == power and cells not in gone]
    after = sorted(identifier(cells) for cells in [*kept, *built])
    lines = [f"built {power.lower()}: " + (", ".join(sorted(map(identifier, built))) or "none")]
    lines.append(f"disbanded {power.lower()}: " + (", ".join(sorted(map(identifier, gone))) or "none"))
    return [*lines, f"after {power.lower()}: {', '.join(after) or 'none'}"]


def key_of(row: Row) -> str:
    """What makes two cases the same: phase, units, centres and orders."""
    units = sorted(map(str, [*row["units"], *row.get("dislodged", [])]))
    orders = sorted(
        str([order.get(name) or "" for name in ("power", "loc", "type", "of", "to", "coast", "via")])
        for order in row["orders"]
    )
    return str([row["phase"], units, sorted((row.get("centers") or {}).items()), orders])


def main() -> None:
    """Reads the collection that the first argument names and writes one file per case."""
    rows = [json.loads(line) for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    titles = {row["id"]: row["title"] for row in rows if row["edition"] == "3.0"}
    seen: set[str] = set()
    TARGET.mkdir(parents=True, exist_ok=True)
    for row in sorted(rows, key=lambda row: row["edition"] != "3.0"):
        if row["edition"] not in ("3.0", "2.4") or row["id"] in LEFT_OUT or key_of(row) in seen:
            continue
        seen.add(key_of(row))
        number = row["id"].removeprefix("2.4/")
        title = TITLES.get(number) or titles[number.removesuffix(".mod")]
        write = {"M": movement_case, "R": retreat_case, "A": winter_case}[row["phase"]]
        suffix = "-retreats" if row["phase"] == "R" else "" if row["edition"] == "3.0" else "-v2.4"
        name = re.sub(r"[^A-Za-z0-9.]", "-", number) + suffix
        text = write(row, title)
        if name in NOTICES:
            first, part, rest = text.partition("\n\n==== expect ")
            text = f"{first.rstrip()}\nnotices: {NOTICES[name]}\n{part}{rest}"
        (TARGET / f"{name}.case").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
