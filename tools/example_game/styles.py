"""A sheet of orders in the handwriting of the player who plays that power; the handwritings are data, `styles.toml`."""

from __future__ import annotations

import random
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tianshen.model.orders import DISBAND, Convoy, Hold, Move, SupportHold, SupportMove
from tianshen.resources import read_toml

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from plan import Sheet

    from tianshen.model.orders import Order
    from tianshen.model.turns import Turn

USUAL = 0.75  # how often a player keeps to the first of several ways of writing


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "styles.toml").read_text(encoding="utf-8"))


@cache
def _names() -> dict[str, Any]:
    provinces: dict[str, Any] = read_toml("locales", "zh", "names.standard.toml")["provinces"]
    return provinces


@cache
def _to_traditional() -> dict[str, str]:
    pairs = read_toml("locales", "zh", "words.toml")["traditional"]["pairs"]
    table: dict[str, str] = {}
    for pair in " ".join(pairs).split():
        table.setdefault(pair[1], pair[0])
    return {simple: full for simple, full in table.items() if simple not in _data()["russia"]["kept"]}


class Hand:
    """One player's handwriting in one turn: deterministic, a little different from turn to turn."""

    def __init__(self, power: str, turn: Turn, sheet: Sheet) -> None:
        self.power = power
        self.sheet = sheet
        self.chance = random.Random(f"{turn} {power}")

    def lines(self, part: str, chosen: Iterable[str] = (), *, without: bool = False) -> list[str]:
        """The lines of one part of the sheet: `moves`, `retreats`, `builds`, `disbands`.

        Of the moves only those of the chosen units, or all but those (`without`).
        """
        style = self._style(lists=part in ("builds", "disbands"))
        if part == "moves":
            return self._moves(set(chosen), without)
        if part == "retreats":
            return [
                self._fill(style, "retreat", unit, entries=self._entries(style, item.entries))
                for unit, item in self.sheet.retreats.items()
            ]
        entries = self.sheet.builds if part == "builds" else self.sheet.disbands
        if not entries:
            return []
        listed = style["join"].join(self._listed(style, entry.kind, entry.at) for entry in entries)
        return [self._pick(style[part]).format(entries=listed)]

    def _moves(self, chosen: set[str], without: bool) -> list[str]:
        lines = []
        for unit, order in self.sheet.moves.items():
            if not chosen or (unit in chosen) != without:
                style = self._style()
                number = style.get("number", "").format(n=len(lines) + 1)
                lines.append(number + self._move(style, unit, order))
        return lines

    def _style(self, *, lists: bool = False) -> dict[str, Any]:
        style: dict[str, Any] = _data()[self.power]
        if "mix" in style:
            style = _data()[style["lists"] if lists else self.chance.choice(style["mix"])]
        return style

    def _move(self, style: dict[str, Any], unit: str, order: Order) -> str:
        match order:
            case Hold():
                return self._fill(style, "hold", unit)
            case Move(_, to, True, route):
                seas = "".join(style["sea"].format(sea=self._place(style, sea)) for sea in route)
                return self._fill(
                    style, "by_sea", unit, to=self._place(style, to), seas=seas.removeprefix(style["join"])
                )
            case Move(_, to):
                return self._fill(style, "move", unit, to=self._place(style, to))
            case SupportHold(_, of):
                return self._fill(style, "support_hold", unit, of=of)
            case SupportMove(_, of, to):
                return self._fill(style, "support_move", unit, of=of, to=self._place(style, to))
            case Convoy(_, of, to):
                return self._fill(style, "convoy", unit, of=of, to=self._place(style, to))
        raise TypeError(order)

    def _fill(self, style: dict[str, Any], key: str, unit: str, **parts: Any) -> str:
        kind, at = self.sheet.kinds[unit]
        of = parts.pop("of", None)
        if of is not None:
            parts |= {"of": self._unit(style, of.kind, of.at), "from": self._place(style, of.at[:3])}
        return self._pick(style[key]).format(unit=self._unit(style, kind, at), place=self._place(style, at), **parts)

    def _pick(self, ways: Sequence[str]) -> str:
        return ways[0] if len(ways) == 1 or self.chance.random() < USUAL else self.chance.choice(ways[1:])

    def _entries(self, style: dict[str, Any], entries: Iterable[str]) -> str:
        name = next(key for key, value in _data().items() if value is style)
        word = _data()["disband_entry"][name]
        return str(style["join"].join(word if e == DISBAND else self._place(style, e) for e in entries))

    def _unit(self, style: dict[str, Any], kind: str, at: str) -> str:
        if len(at) > 3:
            return str(style["fleet_coast"].format(place=self._place(style, at[:3]), coast=style["coasts"][at[4:]]))
        return str(style["unit"].format(kind=style["kinds"][kind], place=self._place(style, at)))

    def _listed(self, style: dict[str, Any], kind: str, at: str) -> str:
        """A unit in a list: there the word for its kind is never left out, since it decides."""
        unit = self._unit(style, kind, at)
        return unit if style["kinds"][kind] in unit else unit + str(style["kinds"][kind])

    def _place(self, style: dict[str, Any], at: str) -> str:
        if len(at) > 3:
            return str(style["coast"].format(place=self._place(style, at[:3]), coast=style["coasts"][at[4:]]))
        if at in style.get("other_names", {}):
            return str(style["other_names"][at])
        match style["names"]:
            case "ids":
                return at.capitalize()
            case "capitals":
                return at
            case "traditional":
                return "".join(_to_traditional().get(char, char) for char in _names()[at]["house"])
            case names:
                return str(_names()[at][names])
