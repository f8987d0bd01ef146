"""Orders as drawn: arrows for moves, thin lines for supports, waves for convoys, and marks for what failed.

A solid line was carried out (or is only ordered, in a picture without results), a dashed one was not.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tianshen.judge.ruling import Outcome
from tianshen.model.orders import Convoy, Move, SupportHold, SupportMove
from tianshen.reports.picture import style
from tianshen.reports.picture.curves import along, around, bent, burst, clipped, ring, through, waved
from tianshen.reports.picture.markup import circle, group, path, polyline
from tianshen.reports.picture.unit_symbols import cross

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.model.position import Location, Unit
    from tianshen.reports.picture.curves import Track
    from tianshen.reports.picture.geometry import Layout
    from tianshen.reports.picture.markup import Point
    from tianshen.reports.picture.scene import Deed, Flight, Scene

AT_TOKEN = 23.0  # where a line begins and ends at a token
AT_BURST = 17.0
MOVE_WIDTH, SUPPORT_WIDTH, RETREAT_WIDTH = 5.0, 2.8, 4.0
_DASHES, _THIN_DASHES, _DOTS = "10 6", "7 5", "2.5 5.5"


@dataclass
class OrderLayers:
    """The drawn parts by layer, from the bottom up."""

    supports: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)


class OrderPlan:
    """Where everything of a scene stands, and the ways between."""

    def __init__(self, scene: Scene, spots: Sequence[Point], layout: Layout) -> None:
        self.layout = layout
        self.spots = list(spots)
        self.standing: dict[Unit, Point] = {}
        for piece, spot in zip(scene.pieces, spots, strict=True):
            if piece.unit not in self.standing or piece.is_aside:
                self.standing[piece.unit] = spot
        self.bursts = {layout.anchor(province) for province in scene.standoffs}
        self.moved = {
            deed.unit for deed in scene.deeds if isinstance(deed.order, Move) and deed.outcome is Outcome.SUCCEEDS
        }
        self.ways = {
            deed.unit.province: self._way(deed, deed.order) for deed in scene.deeds if isinstance(deed.order, Move)
        }

    def start(self, unit: Unit) -> Point:
        """Where the unit's order begins: at the unit, or where it stood before it left."""
        if unit in self.standing and unit not in self.moved:
            return self.standing[unit]
        return self.layout.anchor(unit.at)

    def at(self, location: Location, fallback: Unit | None = None) -> Point:
        """Where a unit named by an order stands now, or would stand."""
        anchor = self.layout.anchor(location)
        return self.start(fallback) if fallback is not None else anchor

    def is_taken(self, point: Point) -> bool:
        """Return whether a piece stands there."""
        return any(math.dist(point, spot) < 12 for spot in self.spots)

    def margin(self, point: Point) -> float:
        """How far from the point a line that leads there ends."""
        if self.is_taken(point):
            return AT_TOKEN
        return AT_BURST if point in self.bursts else 4.0

    def _way(self, deed: Deed, order: Move) -> Track:
        start, end = self.start(deed.unit), self.layout.anchor(order.to)
        if deed.route:
            return through([start, *(self.layout.anchor(sea) for sea in deed.route), end])
        return around(start, end, self.spots)


def draw_orders(scene: Scene, plan: OrderPlan) -> OrderLayers:
    """All orders and retreats of a scene."""
    sheets = OrderLayers()
    units = {deed.unit.province: deed.unit for deed in scene.deeds}
    for deed in scene.deeds:
        order = deed.order
        if isinstance(order, Move):
            _draw_move(deed, plan, sheets)
        elif isinstance(order, SupportMove | Convoy):
            _draw_for_move(deed, order, plan, sheets)
        elif isinstance(order, SupportHold):
            supported = units.get(order.of.province)
            end = plan.start(supported) if supported else plan.layout.anchor(order.of.at)
            _draw_support(deed, plan, end, AT_TOKEN, sheets)
        else:
            sheets.marks.append(stand(plan.start(deed.unit), style.ink(deed.unit.power), is_ordered=order is not None))
    for flight in scene.flights:
        _draw_flight(flight, plan, sheets)
    for province in scene.standoffs:
        sheets.marks.append(standoff(plan.layout.anchor(province)))
    return sheets


def _draw_move(deed: Deed, plan: OrderPlan, sheets: OrderLayers) -> None:
    way = plan.ways[deed.unit.province]
    colour = style.ink(deed.unit.power)
    start, end = way[0], way[-1]
    track = clipped(way, AT_TOKEN if plan.is_taken(start) else 0.0, plan.margin(end))
    sheets.moves.append(move_arrow(track, colour, deed.outcome, by_sea=deed.by_sea))
    if deed.unit in plan.moved:
        sheets.moves.append(origin_dot(track[0], colour))
    sheets.marks.extend(_failure(track, deed.outcome))


def _draw_for_move(deed: Deed, order: SupportMove | Convoy, plan: OrderPlan, sheets: OrderLayers) -> None:
    """Draw a support or convoy to the middle of the move, or of its ghost if it was not ordered."""
    if deed.matches:
        way = plan.ways[order.of.province]
    else:
        way = bent(plan.layout.anchor(order.of.at), plan.layout.anchor(order.to), 0.1)
        sheets.supports.append(ghost(clipped(way, AT_TOKEN, AT_TOKEN), style.ink(deed.unit.power)))
    if isinstance(order, SupportMove):
        _draw_support(deed, plan, along(way, 0.5)[0], 0.0, sheets)
        return
    at = plan.start(deed.unit)
    sheets.supports.append(convoy_ring(at, style.ink(deed.unit.power), deed.outcome))
    if not deed.matches:
        _draw_support(deed, plan, along(way, 0.5)[0], 0.0, sheets, is_marked=False)
    if deed.outcome is Outcome.DISRUPTED:
        sheets.marks.append(cross((at[0] + 20, at[1] - 20), 6.5))
    elif deed.outcome is Outcome.VOID:
        sheets.marks.append(void_mark((at[0] + 20, at[1] - 20)))


def _draw_support(
    deed: Deed, plan: OrderPlan, end: Point, margin: float, sheets: OrderLayers, *, is_marked: bool = True
) -> None:
    start = plan.start(deed.unit)
    track = clipped(around(start, end, plan.spots), AT_TOKEN, margin)
    sheets.supports.append(support_line(track, style.ink(deed.unit.power), deed.outcome))
    if is_marked:
        sheets.marks.extend(_failure(track, deed.outcome))


def _draw_flight(flight: Flight, plan: OrderPlan, sheets: OrderLayers) -> None:
    start = plan.standing.get(flight.unit, plan.layout.anchor(flight.unit.at))
    end = plan.layout.anchor(flight.to)
    track = clipped(around(start, end, plan.spots), 27.0, plan.margin(end))
    sheets.moves.append(retreat_arrow(track, style.ink(flight.unit.power)))


def _failure(track: Track, outcome: Outcome | None) -> list[str]:
    at, direction = along(track, 0.5)
    if outcome in (Outcome.BOUNCES, Outcome.DISRUPTED):
        return [cross(along(track, 0.62)[0], 6.5)]
    if outcome is Outcome.CUT:
        return [cut_mark(at, direction)]
    if outcome is Outcome.VOID:
        return [void_mark(at)]
    return []


def move_arrow(track: Track, colour: str, outcome: Outcome | None, *, by_sea: bool = False) -> str:
    """Return a move along the track: wavy by sea, dashed where it failed, thin where it was void."""
    is_void = outcome is Outcome.VOID
    width = 3.2 if is_void else MOVE_WIDTH
    dashes = _DASHES if outcome not in (None, Outcome.SUCCEEDS) else ""
    return _arrow(waved(track) if by_sea else track, colour, width, 11.0 if is_void else 14.0, dashes)


def retreat_arrow(track: Track, colour: str) -> str:
    """Return a retreat: dotted."""
    return _arrow(track, colour, RETREAT_WIDTH, 13.0, _DOTS)


def ghost(track: Track, colour: str) -> str:
    """Return a move that was supported or carried but not ordered: thin and dotted."""
    return group([_arrow(track, colour, 2.2, 9.0, "2 5")], opacity=0.75)


def _arrow(track: Track, colour: str, width: float, head: float, dashes: str) -> str:
    tip = track[-1]
    k = len(track) - 1
    while k > 0 and math.dist(track[k], tip) < head:
        k -= 1
    base = track[k]
    far = math.dist(base, tip) or 1.0
    ux, uy = (tip[0] - base[0]) / far, (tip[1] - base[1]) / far
    base = (tip[0] - ux * head, tip[1] - uy * head)
    half = head * 0.6
    corners = [
        tip,
        (base[0] - uy * half, base[1] + ux * half),
        (base[0] + ux * head * 0.22, base[1] + uy * head * 0.22),
        (base[0] + uy * half, base[1] - ux * half),
    ]
    line = polyline([*track[: k + 1], (base[0] + ux * head * 0.3, base[1] + uy * head * 0.3)])
    tip_data = polyline(corners, closed=True)
    dashing = {"stroke_dasharray": dashes} if dashes else {}
    return group(
        [
            path(line, stroke=style.CASING, stroke_width=width + 3.2, stroke_linecap="round"),
            path(tip_data, fill=style.CASING, stroke=style.CASING, stroke_width=3.4),
            path(line, stroke=colour, stroke_width=width, **dashing),
            path(tip_data, fill=colour),
        ],
        fill="none",
        stroke_linejoin="round",
    )


def support_line(track: Track, colour: str, outcome: Outcome | None) -> str:
    """Return a support: a thin line with a dot at its end."""
    dashing = {"stroke_dasharray": _THIN_DASHES} if outcome not in (None, Outcome.SUCCEEDS) else {}
    data = polyline(track)
    return group(
        [
            path(data, stroke=style.CASING, stroke_width=SUPPORT_WIDTH + 3, stroke_linecap="round", fill="none"),
            path(data, stroke=colour, stroke_width=SUPPORT_WIDTH, fill="none", **dashing),
            circle(track[-1], 5.2, fill=colour, stroke=style.CASING, stroke_width=1.6),
        ]
    )


def convoy_ring(at: Point, colour: str, outcome: Outcome | None) -> str:
    """Return the waves around a fleet that carries an army."""
    dashing = {"stroke_dasharray": "6 4"} if outcome not in (None, Outcome.SUCCEEDS) else {}
    data = polyline(ring(at, 29.0, 11), closed=True)
    return path(data, fill="none", stroke=style.CASING, stroke_width=5.4) + path(
        data, fill="none", stroke=colour, stroke_width=2.8, **dashing
    )


def origin_dot(at: Point, colour: str) -> str:
    """Where a unit came from."""
    return circle(at, 6.6, fill=colour, stroke=style.CASING, stroke_width=1.8)


def stand(at: Point, colour: str, *, is_ordered: bool) -> str:
    """Return the bar under a unit that holds; of dots under one that has no order."""
    data = polyline([(at[0] - 14, at[1] + 24), (at[0] + 14, at[1] + 24)])
    dashing = {} if is_ordered else {"stroke_dasharray": "0.1 7"}
    return path(data, stroke=style.CASING, stroke_width=8, stroke_linecap="round") + path(
        data, stroke=colour, stroke_width=4.4, stroke_linecap="round", **dashing
    )


def cut_mark(at: Point, direction: Point) -> str:
    """Two strokes across a support."""
    ux, uy = direction
    strokes = ""
    for shift in (-3.4, 3.4):
        x, y = at[0] + ux * shift, at[1] + uy * shift
        dx, dy = -uy * 8.5 + ux * 3.5, ux * 8.5 + uy * 3.5
        strokes += polyline([(x - dx, y - dy), (x + dx, y + dy)])
    return path(strokes, stroke=style.CASING, stroke_width=7, stroke_linecap="round", fill="none") + path(
        strokes, stroke=style.FAILURE, stroke_width=3.4, stroke_linecap="round", fill="none"
    )


def void_mark(at: Point) -> str:
    """Return a barred circle."""
    x, y = at
    reach = 8.0 * math.sqrt(0.5)
    return circle(at, 8.0, fill=style.CASING, stroke=style.CASING, stroke_width=6) + group(
        [circle(at, 8.0), path(polyline([(x - reach, y + reach), (x + reach, y - reach)]))],
        fill="none",
        stroke=style.VOID,
        stroke_width=3,
    )


def standoff(at: Point) -> str:
    """Return the burst in a province that several wanted and nobody got."""
    return path(
        polyline(burst(at, 16.0, 9.0, 10), closed=True),
        fill="#ffd23f",
        stroke=style.FAILURE,
        stroke_width=2.2,
        stroke_linejoin="round",
    )
