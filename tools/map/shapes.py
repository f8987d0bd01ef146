"""Small operations on polygons and lines that every step of the build uses."""

import itertools
import math

import numpy as np
import shapely
from projection import HEIGHT, WIDTH, project
from shapely.geometry import MultiPolygon, box

GRID = 0.01  # pixels
FRAME = box(0, 0, WIDTH, HEIGHT)


def polygons(shape):
    """The polygons of any geometry, as a flat list."""
    if shape is None or shape.is_empty:
        return []
    if shape.geom_type == "Polygon":
        return [shape]
    return [polygon for part in getattr(shape, "geoms", []) for polygon in polygons(part)]


def clean(shape):
    """The valid polygons of a geometry as one multipolygon."""
    return MultiPolygon(polygons(shapely.make_valid(shape)))


def snap(shape):
    """The geometry on the fine grid."""
    return shapely.set_precision(shape, GRID)


def to_pixels(shape):
    """A geometry in degrees as one in pixels."""
    return shapely.transform(shape, lambda points: np.column_stack(project(points[:, 0], points[:, 1])))


def rounded(points, times=1):
    """An open line with its corners cut (Chaikin); its ends stay."""
    for _ in range(times):
        out = [points[0]]
        for (x0, y0), (x1, y1) in itertools.pairwise(points):
            out += [(x0 * 0.75 + x1 * 0.25, y0 * 0.75 + y1 * 0.25), (x0 * 0.25 + x1 * 0.75, y0 * 0.25 + y1 * 0.75)]
        out.append(points[-1])
        points = out
    return points


def roughened(points, random, amplitude=0.11, shortest=4.5):
    """A line with its straight pieces displaced at their middles again and again, as natural borders look."""
    out = [points[0]]

    def split(a, b, depth):
        length = math.dist(a, b)
        if length < shortest or depth > 6:
            out.append(b)
            return
        shift = max(-0.2 * length, min(0.2 * length, random.gauss(0, amplitude) * length))
        middle = (
            (a[0] + b[0]) / 2 - (b[1] - a[1]) / length * shift,
            (a[1] + b[1]) / 2 + (b[0] - a[0]) / length * shift,
        )
        split(a, middle, depth + 1)
        split(middle, b, depth + 1)

    for a, b in itertools.pairwise(points):
        split(a, b, 0)
    return out
