"""The shapes of a board and where names, units and centres stand on it. Loaded from `maps/`, checked, never changed.

The shapes are our own work, made from public-domain outlines; `tools/map` says how. Coordinates are pixels of the map,
the origin at its upper left corner.
"""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from tianshen.errors import DataError
from tianshen.model.position import province_of
from tianshen.resources import data_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tianshen.model.position import Location, Province
    from tianshen.reports.picture.markup import Point

    Arc = tuple[int, ...]
    Box = tuple[float, float, float, float]
    Parts = Sequence[Sequence[Sequence[int]]]

LAND_BORDER, SEA_BORDER, COAST, FRAME = "b", "s", "c", "f"


@dataclass(frozen=True)
class Geometry:
    """The shapes of a board.

    An arc is a border between two neighbours: its first point and then differences, in tenths of a pixel. `provinces`
    lists for each its polygons, each of these its rings (the first one outside, others are holes), each of these its
    arcs in sequence; `~n` is arc n backwards. `kinds` has a letter for each arc.
    """

    width: int
    height: int
    arcs: tuple[Arc, ...]
    kinds: str
    provinces: Mapping[Province, Parts]
    scenery: Parts
    lakes: Parts
    coasts: Mapping[Location, Point]
    straits: tuple[int, ...]
    channels: tuple[tuple[Point, ...], ...]
    canal: tuple[Point, ...]
    graticule: tuple[tuple[Point, ...], ...]

    def outline(self, parts: Parts) -> str:
        """Path data of a shape, in tenths of a pixel."""
        return "".join(self._ring(ring) for part in parts for ring in part)

    def lines(self, kind: str) -> str:
        """Path data of all borders of a kind, in tenths of a pixel, each once."""
        return "".join(self.line(i) for i, letter in enumerate(self.kinds) if letter == kind)

    def line(self, arc: int) -> str:
        """Path data of one border, in tenths of a pixel."""
        x, y, *steps = self.arcs[arc]
        return f"M{x} {y}l{_pairs(steps)}"

    def rings(self, parts: Parts) -> list[list[Point]]:
        """Return the rings of a shape as points in pixels; first and last point of a ring are the same."""
        return [self._points(ring) for part in parts for ring in part]

    def holds(self, province: Province, at: Point) -> bool:
        """Return whether the point lies in the province."""
        x, y = at
        inside = False
        for ring in self.rings(self.provinces[province]):
            for (x0, y0), (x1, y1) in itertools.pairwise(ring):
                if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                    inside = not inside
        return inside

    def _ring(self, numbers: Sequence[int]) -> str:
        first = self._directed(numbers[0])
        steps = [step for i in numbers for step in self._directed(i)[2:]]
        return f"M{first[0]} {first[1]}l{_pairs(steps)}z"

    def _points(self, numbers: Sequence[int]) -> list[Point]:
        points: list[Point] = []
        for i in numbers:
            x, y, *steps = self._directed(i)
            if not points:
                points.append((x / 10, y / 10))
            for dx, dy in zip(steps[::2], steps[1::2], strict=True):
                x, y = x + dx, y + dy
                points.append((x / 10, y / 10))
        return points

    def _directed(self, number: int) -> Arc:
        if number >= 0:
            return self.arcs[number]
        x, y, *steps = self.arcs[~number]
        back = [-step for pair in zip(steps[-2::-2], steps[::-2], strict=True) for step in pair]
        return (x + sum(steps[::2]), y + sum(steps[1::2]), *back)


@dataclass(frozen=True, slots=True)
class Label:
    """How a name is written: its lines, its size, the middle of the block."""

    lines: tuple[str, ...]
    size: float
    at: Point


@dataclass(frozen=True)
class Layout:
    """Where everything stands for one language and name set; `legend` is the corner that names keep clear of."""

    labels: Mapping[Province, Label]
    units: Mapping[Province, Point]
    centres: Mapping[Province, Point]
    coasts: Mapping[Location, Point]
    legend: Box

    def anchor(self, location: Location) -> Point:
        """Where a unit at that location is drawn; for impassable land, where its name is written."""
        if location in self.coasts:
            return self.coasts[location]
        province = province_of(location)
        return self.units[province] if province in self.units else self.labels[province].at


_BROKEN = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)


def has_shapes(board: str) -> bool:
    """Return whether a picture of the board with that name can be drawn."""
    return data_file("maps", f"{board}.geometry.json").is_file()


@cache
def load_geometry(board: str = "standard") -> Geometry:
    """Return the shapes of the board with that name; raise `DataError` when the file is missing or broken."""
    path = f"{board}.geometry.json"
    data = _read(path)
    try:
        width, height = data["size"]
        geometry = Geometry(
            width,
            height,
            tuple(tuple(arc) for arc in data["arcs"]),
            data["kinds"],
            data["provinces"],
            data["scenery"],
            data["lakes"],
            {coast: _point(at) for coast, at in data["coasts"].items()},
            tuple(data["straits"]),
            tuple(_line(line) for line in data["channels"]),
            _line(data["canal"]),
            tuple(_line(line) for line in data["graticule"]),
        )
        matching = len(geometry.kinds) == len(geometry.arcs)
    except _BROKEN as error:
        raise DataError(f"maps/{path}", [f"{type(error).__name__}: {error}"]) from error
    if not matching:
        raise DataError(f"maps/{path}", ["kinds: not one letter for each arc"])
    return geometry


@cache
def load_layout(lang: str, name_set: str, board: str = "standard") -> Layout:
    """Return the places for one language and name set; raise `DataError` for a missing or broken file."""
    path = f"{board}.labels.json"
    data = _read(path)
    try:
        rows = data["sets"].get(f"{lang}.{name_set}") or data["sets"][lang]
        return Layout(
            {p: Label(tuple(row["lines"]), row["size"], _point(row["at"])) for p, row in rows.items()},
            {p: _point(row["unit"]) for p, row in rows.items() if "unit" in row},
            {p: _point(row["centre"]) for p, row in rows.items() if "centre" in row},
            load_geometry(board).coasts,
            tuple(data["legend"]),
        )
    except _BROKEN as error:
        raise DataError(f"maps/{path}", [f"{lang}.{name_set}: {type(error).__name__}: {error}"]) from error


def _read(name: str) -> dict[str, Any]:
    try:
        data = json.loads(data_file("maps", name).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(f"maps/{name}", [str(error)]) from error
    if not isinstance(data, dict):
        raise DataError(f"maps/{name}", ["not a table"])
    return data


def _point(pair: Sequence[float]) -> Point:
    x, y = pair
    return float(x), float(y)


def _line(points: Sequence[Sequence[float]]) -> tuple[Point, ...]:
    return tuple(_point(point) for point in points)


def _pairs(steps: Sequence[int]) -> str:
    """Differences as path data: a sign separates numbers by itself."""
    text = " ".join(map(str, steps))
    return text.replace(" -", "-")
