"""One planar network of all borders, each smoothed or roughened once, so that neighbours share the same points."""

import itertools
import math
from collections import Counter

import numpy as np
import shapely
from projection import HEIGHT, WIDTH
from seas import SCENERY
from shapely import STRtree
from shapely.geometry import LineString, Point
from shapely.ops import linemerge, polygonize, unary_union
from shapes import FRAME, GRID, clean, polygons, roughened, rounded, snap

LAKE = "~L"
FINAL_GRID = 0.1  # pixels


class Owners:
    """Who owns a point, before the borders are smoothed."""

    def __init__(self, land, scenery, seas, lakes):
        self.parts = [(p, part) for p, shape in land.items() for part in polygons(shape.intersection(FRAME))]
        self.parts += [(SCENERY, part) for part in polygons(unary_union(scenery).intersection(FRAME))]
        self.parts += [(sea, part) for sea, shape in seas.items() for part in polygons(shape)]
        self.parts += [(LAKE, lake) for lake in lakes]
        self.tree = STRtree([part for _, part in self.parts])
        self.wet = {*seas, LAKE}

    def at(self, x, y):
        """The owner of a point, or None."""
        point = Point(x, y)
        return next((self.parts[i][0] for i in self.tree.query(point) if self.parts[i][1].contains(point)), None)

    def beside(self, line):
        """The owners to the left and right of a line, by a vote of its five longest pieces."""
        left, right = Counter(), Counter()
        points = np.array(line.coords)
        lengths = np.hypot(*(np.diff(points, axis=0).T))
        for k in np.argsort(-lengths)[:5]:
            (x0, y0), (x1, y1) = points[k], points[k + 1]
            length = lengths[k]
            if length == 0:
                continue
            nx, ny = -(y1 - y0) / length * 0.04, (x1 - x0) / length * 0.04
            mx, my = (x0 + x1) / 2, (y0 + y1) / 2
            left[self.at(mx + nx, my + ny)] += 1
            right[self.at(mx - nx, my - ny)] += 1
        return left.most_common(1)[0][0], right.most_common(1)[0][0]

    def of_face(self, face):
        """The owner of the largest part of a face."""
        shares = {}
        for i in self.tree.query(face):
            owner, part = self.parts[i]
            shares[owner] = shares.get(owner, 0) + part.intersection(face).area
        return max(shares, key=shares.get)

    def is_dry(self, owner):
        """Whether the owner is land."""
        return owner is not None and owner not in self.wet


def smooth(land, scenery, seas, lakes, random):
    """Every owner's final polygons, on a grid of a tenth of a pixel."""
    owners = Owners(land, scenery, seas, lakes)
    merged = linemerge(shapely.union_all([snap(part.boundary) for _, part in owners.parts], grid_size=GRID))
    arcs = list(merged.geoms) if merged.geom_type != "LineString" else [merged]
    lines = [line for line in (_treated(arc, owners, random) for arc in arcs) if line is not None]
    faces, specks = {}, []
    for face in polygonize(shapely.union_all(lines, grid_size=FINAL_GRID)):
        inside = face.representative_point()
        if face.area < 3.0 or owners.at(inside.x, inside.y) is None:
            specks.append(face)
        else:
            faces.setdefault(owners.of_face(face), []).append(face)
    final = {owner: clean(unary_union(parts)) for owner, parts in faces.items()}
    for speck in specks:
        best = max(
            final,
            key=lambda o: final[o].boundary.intersection(speck.boundary).length if final[o].intersects(speck) else 0,
        )
        final[best] = clean(unary_union([final[best], speck]))
    return final


def _treated(arc, owners, random):
    left, right = owners.beside(arc)
    points = [tuple(point) for point in arc.coords]
    if all(min(abs(x), abs(x - WIDTH)) < 0.02 or min(abs(y), abs(y - HEIGHT)) < 0.02 for x, y in points):
        return LineString(points)
    if left == right and left is not None and arc.length > 1.0:
        return None  # a line inside one owner
    if owners.is_dry(left) and owners.is_dry(right):
        return LineString(_land_border(points, random))
    if not owners.is_dry(left) and not owners.is_dry(right):
        return LineString(points).simplify(0.12)
    coast = list(LineString(points).simplify(0.5).coords)
    return LineString(points if points[0] == points[-1] and len(coast) < 5 else coast)


def _land_border(points, random):
    lengths = np.hypot(*np.diff(np.array(points), axis=0).T)
    if lengths.max() > 7 and lengths.mean() > 4.0:  # straight pieces between towns
        line = list(LineString(points).simplify(1.2).coords)
        line = rounded(line, 2) if len(line) > 2 else line
        line = roughened(list(LineString(line).simplify(0.6).coords), random)
        return list(LineString(rounded(line)).simplify(0.22).coords)
    line = []  # a real border with some straight pieces
    for a, b in itertools.pairwise(points):
        piece = roughened([a, b], random, 0.08) if math.dist(a, b) > 7 else [a, b]
        line += piece[(1 if line else 0) :]
    line = list(LineString(line).simplify(0.5).coords)
    if len(line) > 2 and points[0] != points[-1]:
        line = list(LineString(rounded(line)).simplify(0.2).coords)
    return line
