"""Writes `benchmarks/phases.json`: movement turns of real games with about thirty units, from a collection of games.

`python tools/benchmark_phases.py real_games.jsonl.gz`; one turn from each place in the games where the board is full,
spread evenly over the games. Run by hand; the file it wrote is kept.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parents[1] / "benchmarks" / "phases.json"
COUNT = 200
FEWEST = 28

Row = dict[str, Any]


def place(name: str, coast: str | None = None) -> str:
    """`SPA/NC` for `spa`, `nc`."""
    return name.upper() + (f"/{coast.upper()}" if coast else "")


def unit_text(row: Row, name: str) -> str:
    """The unit that stands there, in canonical ids; an army if none does."""
    for _, kind, where, coast in row["units"]:
        if where == name[:3]:
            return f"{kind} {place(where, coast if kind == 'F' else None)}"
    return f"A {name.upper()}"


def order_text(row: Row, order: Row) -> str:
    """The order in canonical ids: `A LON - BRE VIA`, `F ENG C A LON - BRE`."""
    here = unit_text(row, order["loc"])
    if order["type"] == "hold":
        return f"{here} H"
    to = place(order["to"], order.get("coast")) if order.get("to") else ""
    if order["type"] == "move":
        return f"{here} - {to}" + (" VIA" if order.get("via") else "")
    letter = {"support": "S", "convoy": "C"}[order["type"]]
    return f"{here} {letter} {unit_text(row, order['of'])}" + (f" - {to}" if to else "")


def phase(row: Row) -> Row:
    """One movement turn: units and orders by power, both in canonical ids."""
    powers = sorted({cells[0] for cells in row["units"]})
    units = {p.lower(): [unit_text(row, cells[2]) for cells in row["units"] if cells[0] == p] for p in powers}
    orders = {p.lower(): [order_text(row, order) for order in row["orders"] if order["power"] == p] for p in powers}
    return {"turn": row["phase"].rstrip("M"), "units": units, "orders": orders}


def main() -> None:
    """Picks the turns and writes them, one a line."""
    with gzip.open(sys.argv[1], "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    full = [row for row in rows if row["phase"].endswith("M") and len(row["units"]) >= FEWEST]
    chosen = [full[len(full) * number // COUNT] for number in range(COUNT)]
    lines = ",\n".join(json.dumps(phase(row), separators=(",", ":")) for row in chosen)
    TARGET.write_text(f"[\n{lines}\n]\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
