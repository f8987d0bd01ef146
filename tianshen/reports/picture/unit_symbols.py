"""Units as drawn: a disc for an army, a boat for a fleet, with the power's letter; and what has happened to them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tianshen.model.position import ARMY
from tianshen.reports.picture import style
from tianshen.reports.picture.curves import burst, ring
from tianshen.reports.picture.font import picture_font
from tianshen.reports.picture.markup import circle, element, moved, path, polyline, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tianshen.locale.names import Names
    from tianshen.model.position import Power, Unit
    from tianshen.reports.picture.geometry import Geometry, Label, Layout
    from tianshen.reports.picture.markup import Point
    from tianshen.reports.picture.scene import SceneUnit

_HULL = "M-22.5,-8L-17,-5H17L22.5,-8C21,6 15,15.5 6,15.5H-6C-15,15.5 -21,6 -22.5,-8Z"
_MAST = "M-1.2,-5V-19L11,-14.5L1.2,-10.5V-5Z"
_ASIDE = 42.0  # pixels from the place of the unit that came in
_SMALL = 0.8

# What speaks against a place aside, weighed in pixels of overlap with another unit.
_SPOTS = 16  # directions to try; more would not be told apart
_NEIGHBOURHOOD = 4 * _ASIDE  # units farther off can never overlap
_APART = 48.0  # pixels between two units, so that their rings do not touch
_ABROAD = 12  # outside of its own province: as bad as an overlap of that many pixels
_COVERED_NAME = 8  # covering a name is less bad than leaving the province
_ARROW = 60.0  # pixels before the place: the part of the attacker's arrow that has to stay visible
_ARROW_CLEARANCE, _ARROW_SHARE = 70.0, 4  # nearness to the arrow weighs a quarter: an arrow shows through
_MARGIN, _MARGIN_WEIGHT = 36.0, 4  # nearness to the edge weighs most: nothing of a unit may be cut off
_NAME_CLEARANCE = 24.0  # the radius of a small unit with its ring
_BETTER = 1e-6  # below this two places are equally good, and the first stays on every machine

DEFINITIONS = "".join(
    element("g", parts, id=name)
    for name, parts in (
        (
            "army",
            circle((0, 0), 18.4, fill=style.INK) + circle((0, 0), 17.2, fill=style.CASING) + circle((0, 0), 15.2),
        ),
        (
            "fleet",
            path(_HULL + _MAST, fill=style.INK, stroke=style.INK, stroke_width=5, stroke_linejoin="round")
            + path(_HULL + _MAST, fill=style.CASING, stroke=style.CASING, stroke_width=2.8, stroke_linejoin="round")
            + path(_HULL + _MAST),
        ),
    )
)


def token(unit: Unit, names: Names) -> str:
    """Return a unit around the origin."""
    return body(unit.power, unit.kind, names)


def body(power: Power, kind: str, names: Names) -> str:
    """Return an army or a fleet of a power around the origin."""
    is_army = kind == ARMY
    size, baseline = (20.0, 7.2) if is_army else (16.5, 11.4)
    letter = text(names.power_short(power), (0, baseline), size, fill=style.on_ink(power), text_anchor="middle")
    return f'<use href="#{"army" if is_army else "fleet"}" fill="{style.ink(power)}"/>{letter}'


def piece(what: SceneUnit, at: Point, names: Names) -> str:
    """Return a unit at its place, marked with what has happened to it."""
    shape = token(what.unit, names)
    if what.state == "stands":
        return moved(shape, at)
    if what.state == "built":
        return moved(gold_ring() + shape + star((17, -17)), at)
    if what.state == "disbanded":
        return moved(element("g", shape, opacity=0.6) + disband_cross(), at)
    small = element("g", shape, transform=f"scale({_SMALL})")
    if what.state == "dislodged":
        return moved(dislodged_ring() + small, at)
    if what.state == "fled":
        return moved(dislodged_ring() + element("g", small, opacity=0.6), at)
    return moved(dislodged_ring() + element("g", small, opacity=0.6) + disband_cross(), at)


def dislodged_ring() -> str:
    """Return the jagged ring around a unit that was driven out."""
    return path(
        polyline(burst((0, 0), 27.0, 21.0, 14), closed=True),
        fill="#fff3c4",
        stroke=style.FAILURE,
        stroke_width=2.4,
        stroke_linejoin="round",
    )


def gold_ring() -> str:
    """Return the ring around a new unit."""
    return path(polyline(ring((0, 0), 22.5), closed=True), fill="none", stroke=style.GOLD, stroke_width=4)


def star(at: Point, radius: float = 11.0) -> str:
    """Return the star of a new unit."""
    return path(
        polyline(burst(at, radius, radius * 0.45, 5), closed=True),
        fill=style.GOLD,
        stroke=style.GOLD_EDGE,
        stroke_width=1.6,
        stroke_linejoin="round",
    )


def disband_cross() -> str:
    """Return the crossed badge on a unit that leaves the board; its letter can still be read."""
    return circle((17, -15), 11.5, fill=style.INK, stroke=style.CASING, stroke_width=2) + path(
        "M12.5,-19.5L21.5,-10.5M21.5,-19.5L12.5,-10.5", stroke=style.CASING, stroke_width=3.4, stroke_linecap="round"
    )


def cross(at: Point, radius: float, colour: str = style.FAILURE) -> str:
    """Return a cross with a white edge."""
    x, y = at
    data = polyline([(x - radius, y - radius), (x + radius, y + radius)]) + polyline(
        [(x + radius, y - radius), (x - radius, y + radius)]
    )
    return path(data, stroke=style.CASING, stroke_width=8, stroke_linecap="round", fill="none") + path(
        data, stroke=colour, stroke_width=4.4, stroke_linecap="round", fill="none"
    )


def places(pieces: Sequence[SceneUnit], layout: Layout, geometry: Geometry) -> list[Point]:
    """Where each piece is drawn: at its anchor, or aside of it for those whose place was taken."""
    taken = [layout.anchor(item.unit.at) for item in pieces if not item.is_aside]
    out = []
    for item in pieces:
        at = layout.anchor(item.unit.at)
        if item.is_aside:
            at = _aside(item, at, taken, layout, geometry)
            taken.append(at)
        out.append(at)
    return out


def _aside(item: SceneUnit, anchor: Point, taken: Iterable[Point], layout: Layout, geometry: Geometry) -> Point:
    """Return the best spot around the anchor: clear of others, in the province, not in the attacker's way."""
    others = [point for point in taken if point != anchor and math.dist(point, anchor) < _NEIGHBOURHOOD]
    best: tuple[float, Point] | None = None
    for i in range(_SPOTS):
        angle = 2 * math.pi * i / _SPOTS
        at = (anchor[0] + _ASIDE * math.cos(angle), anchor[1] + _ASIDE * math.sin(angle))
        cost = sum(max(0.0, _APART - math.dist(at, point)) for point in others)
        cost += 0 if geometry.holds(item.unit.province, at) else _ABROAD
        cost += _name_cost(at, layout)
        cost += _arrow_cost(item, at, anchor, layout)
        cost += _edge_cost(at, geometry)
        if best is None or cost < best[0] - _BETTER:
            best = (cost, at)
    assert best is not None
    return best[1]


def _name_cost(at: Point, layout: Layout) -> int:
    return _COVERED_NAME * sum(_hides(at, label) for label in layout.labels.values())


def _arrow_cost(item: SceneUnit, at: Point, anchor: Point, layout: Layout) -> float:
    if item.attacker is None or item.attacker not in layout.units:
        return 0.0
    arrow = _towards(anchor, layout.units[item.attacker], _ARROW)
    return max(0.0, _ARROW_CLEARANCE - math.dist(at, arrow)) / _ARROW_SHARE


def _edge_cost(at: Point, geometry: Geometry) -> float:
    margin = min(at[0], at[1], geometry.width - at[0], geometry.height - at[1])
    return max(0.0, _MARGIN - margin) * _MARGIN_WEIGHT


def _hides(at: Point, label: Label) -> bool:
    """Return whether a unit there would cover part of the name."""
    width = max(picture_font().width(line, label.size) for line in label.lines)
    height = len(label.lines) * label.size
    dx = max(0.0, abs(at[0] - label.at[0]) - width / 2)
    dy = max(0.0, abs(at[1] - label.at[1]) - height / 2)
    return math.hypot(dx, dy) < _NAME_CLEARANCE


def _towards(start: Point, end: Point, distance: float) -> Point:
    share = distance / (math.dist(start, end) or 1.0)
    return (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
