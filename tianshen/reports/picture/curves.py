"""Lines between places: bent around what stands in the way, cut short at tokens, waved for the sea. Points only."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tianshen.reports.picture.markup import Point

Track = list["Point"]

_PIECES = 48
# Bends to try, as shares of the distance, the gentlest first.
_BENDS = (0.1, -0.1, 0.18, -0.18, 0.28, -0.28, 0.4, -0.4)
_CLEARANCE = 27.0
_NEAR = 0.75  # of the distance from the middle: the strongest bend and its ends lie within it
_GAIN = 0.5  # pixels that a stronger bend has to keep clearer, lest lines swing out for nothing
_ENDS = 4  # points at either end that count for no obstacle: there the line leaves its own unit
_STEPS = 16  # from stop to stop: enough for the eye to see a curve


def bent(start: Point, end: Point, bend: float) -> Track:
    """Return an arc from start to end; a positive bend swings to the right on the screen, seen along the way."""
    (x0, y0), (x2, y2) = start, end
    x1, y1 = (x0 + x2) / 2 - (y2 - y0) * bend, (y0 + y2) / 2 + (x2 - x0) * bend
    track = []
    for i in range(_PIECES + 1):
        t = i / _PIECES
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        track.append((a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2))
    return track


def around(start: Point, end: Point, obstacles: Iterable[Point]) -> Track:
    """Return the gentlest arc that keeps clear of the obstacles, or the one that comes least close to them."""
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    reach = math.dist(start, end) * _NEAR + _CLEARANCE
    near = [p for p in obstacles if math.dist(p, middle) < reach and p not in (start, end)]
    best: tuple[float, Track] | None = None
    for bend in _BENDS:
        track = bent(start, end, bend)
        nearness = _nearness(track, near)
        if best is None or nearness < best[0] - _GAIN:
            best = (nearness, track)
        if nearness == 0:
            break
    assert best is not None
    return best[1]


def _nearness(track: Track, obstacles: Iterable[Point]) -> float:
    """Return how far the track comes too close to the obstacles, in pixels over all of them."""
    inner = track[_ENDS:-_ENDS]
    return sum(max(0.0, _CLEARANCE - min(math.dist(p, q) for q in inner)) for p in obstacles)


def through(stops: Sequence[Point]) -> Track:
    """Return a smooth line through all stops (Catmull-Rom)."""
    padded = [stops[0], *stops, stops[-1]]
    track = [stops[0]]
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for i in range(1, _STEPS + 1):
            t = i / _STEPS
            track.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
    return track


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)


def clipped(track: Track, at_start: float, at_end: float) -> Track:
    """Return the track without what lies within the given distances of its ends; never less than its middle."""
    first, last = 0, len(track) - 1
    while first < last - 2 and math.dist(track[first], track[0]) < at_start:
        first += 1
    while last > first + 2 and math.dist(track[last], track[-1]) < at_end:
        last -= 1
    return track[first : last + 1]


def length(track: Track) -> float:
    """How long the track is, in pixels."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(track))


def along(track: Track, share: float) -> tuple[Point, Point]:
    """Return the point at a share of the length, and the direction there as a unit vector."""
    goal = length(track) * share
    for a, b in itertools.pairwise(track):
        step = math.dist(a, b)
        if step and goal <= step:
            t = goal / step
            return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t), ((b[0] - a[0]) / step, (b[1] - a[1]) / step)
        goal -= step
    a, b = track[-2], track[-1]
    step = math.dist(a, b) or 1.0
    return b, ((b[0] - a[0]) / step, (b[1] - a[1]) / step)


def waved(track: Track, height: float = 4.2, wave: float = 22.0) -> Track:
    """Return the track as a wavy line that is straight at both ends."""
    total = length(track)
    steps = max(8, int(total / 2.75))
    waves = max(1, round(total / wave))
    out = []
    for i, (point, direction) in enumerate(_walk(track, steps)):
        share = i / steps
        calm = min(1.0, share * total / 16, (1 - share) * total / 22)
        shift = height * calm * math.sin(2 * math.pi * waves * share)
        out.append((point[0] - direction[1] * shift, point[1] + direction[0] * shift))
    return out


def _walk(track: Track, steps: int) -> Iterable[tuple[Point, Point]]:
    """Points at equal distances along the track, with directions."""
    total = length(track)
    index, before = 0, 0.0
    for i in range(steps + 1):
        goal = total * i / steps
        while index < len(track) - 2 and before + math.dist(track[index], track[index + 1]) < goal:
            before += math.dist(track[index], track[index + 1])
            index += 1
        a, b = track[index], track[index + 1]
        step = math.dist(a, b) or 1.0
        t = min(1.0, (goal - before) / step)
        yield (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t), ((b[0] - a[0]) / step, (b[1] - a[1]) / step)


def ring(at: Point, radius: float, waves: int = 0, height: float = 2.4) -> Track:
    """Return a closed ring, wavy if `waves` is given; the last point is the first."""
    out = []
    for i in range(97):
        angle = 2 * math.pi * i / 96
        r = radius + (height * math.sin(waves * angle) if waves else 0.0)
        out.append((at[0] + r * math.cos(angle), at[1] + r * math.sin(angle)))
    return out


def burst(at: Point, outer: float, inner: float, points: int) -> Track:
    """Return the corners of a star."""
    out = []
    for i in range(2 * points):
        radius = inner if i % 2 else outer
        angle = math.pi * i / points - math.pi / 2
        out.append((at[0] + radius * math.cos(angle), at[1] + radius * math.sin(angle)))
    return out
