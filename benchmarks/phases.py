"""The turns of `phases.json`, taken apart: what every adjudicator starts from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Phase:
    """One movement turn.

    `units`: power, kind, location. `orders`: power, location of the unit, verb (`H`, `-`, `S`, `C`), the other unit as
    kind and location, target, whether by sea. `texts`: orders by power as they stand in the file.
    """

    units: tuple[tuple[str, str, str], ...]
    orders: tuple[tuple[str, str, str, tuple[str, str], str, bool], ...]
    texts: dict[str, list[str]]
    standing: dict[str, list[str]]


def load() -> list[Phase]:
    """All turns of the file."""
    rows = json.loads((Path(__file__).parent / "phases.json").read_text(encoding="utf-8"))
    return [_phase(row["units"], row["orders"]) for row in rows]


def _phase(units: dict[str, list[str]], orders: dict[str, list[str]]) -> Phase:
    return Phase(
        tuple((power, text[0], text[2:]) for power, texts in units.items() for text in texts),
        tuple(_order(power, text) for power, texts in orders.items() for text in texts),
        orders,
        units,
    )


def _order(power: str, text: str) -> tuple[str, str, str, tuple[str, str], str, bool]:
    words = text.split()
    verb, rest = words[2], words[3:]
    of, to, by_sea = ("", ""), "", rest[-1:] == ["VIA"]
    if verb == "-":
        to = rest[0]
    elif verb in ("S", "C"):
        of = (rest[0], rest[1])
        to = rest[3] if len(rest) > 3 else ""
    return power, words[1], verb, of, to, by_sea
