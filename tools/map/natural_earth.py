"""Country outlines from the TopoJSON file of the npm package `world-atlas` (Natural Earth, public domain)."""

import json
from pathlib import Path

import numpy as np
from shapely import make_valid
from shapely.geometry import Polygon
from shapely.ops import unary_union

BOUNDS = (-80, 5, 120, 86)  # west, south, east, north


def load_countries(path):
    """Country name to its geometry in degrees, for the countries that come near the board."""
    topology = json.loads(Path(path).read_text(encoding="utf-8"))
    arcs = _arcs(topology)
    parts = {}
    for item in topology["objects"]["countries"]["geometries"]:
        if item["type"] is None or "arcs" not in item:
            continue
        name = item["properties"]["name"]
        for rings in item["arcs"] if item["type"] == "MultiPolygon" else [item["arcs"]]:
            outline = _polygon(arcs, rings, wraps=name == "Russia")
            if outline is not None:
                parts.setdefault(name, []).append(outline)
    return {name: unary_union(polygons) for name, polygons in parts.items()}


def _arcs(topology):
    scale, translate = topology["transform"]["scale"], topology["transform"]["translate"]
    return [np.cumsum(np.array(arc), axis=0) * scale + translate for arc in topology["arcs"]]


def _polygon(arcs, rings, *, wraps):
    """One polygon, or None outside the bounds; `wraps`: it is stitched over the antimeridian and is unwrapped."""
    lines = [_ring(arcs, ids) for ids in rings]
    if wraps:
        lines = [[[x + 360 if x < -100 else x, y] for x, y in line] for line in lines]
    if len(lines[0]) < 4:
        return None
    xs, ys = zip(*lines[0], strict=True)
    west, south, east, north = BOUNDS
    if max(xs) < west or min(xs) > east or max(ys) < south or min(ys) > north:
        return None
    return make_valid(Polygon(lines[0], [line for line in lines[1:] if len(line) >= 4]))


def _ring(arcs, ids):
    points = []
    for i in ids:
        arc = arcs[i] if i >= 0 else arcs[~i][::-1]
        points.extend(arc[(1 if points else 0) :].tolist())
    return points
