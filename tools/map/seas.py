"""The water: what the land leaves free, divided by hand-drawn lines into the seas of the board."""

import shapely
from projection import place
from shapely import STRtree
from shapely.geometry import LineString, MultiPolygon, Point
from shapely.ops import polygonize, unary_union
from shapes import FRAME, GRID, clean, polygons, rounded, snap

SMALLEST_LAKE = 120.0  # square pixels
SCENERY = "~N"


def divide_seas(land, scenery, seeds):
    """Land and scenery as one exact cover, the seas by province, and the lakes."""
    land, scenery, water = _exact_cover(land, scenery)
    lines = [LineString(rounded([place(*point) for point in line], 3)) for line in seeds["sea_lines"].values()]
    net = shapely.union_all([water.boundary, *lines], grid_size=GRID)
    faces = [face for face in polygonize(net) if water.intersects(face.representative_point())]
    owner = _owners(faces, seeds)
    lakes = []
    found = {}
    for i, face in enumerate(faces):
        if i not in owner:
            beside = _longest_neighbour(face, {j: faces[j] for j in owner}, least=0.5)
            if beside is None:
                lakes.append(face)
            else:
                found[i] = owner[beside]
    owner.update(found)
    parts = {}
    for i, sea in owner.items():
        parts.setdefault(sea, []).append(faces[i])
    seas = {sea: clean(unary_union(shapes)) for sea, shapes in parts.items()}
    for puddle in lakes:  # left by the closings
        if puddle.area < SMALLEST_LAKE:
            shore = _longest_neighbour(puddle, land, least=-1.0)
            land[shore] = clean(unary_union([land[shore], puddle]))
    return land, scenery, seas, [lake for lake in lakes if lake.area >= SMALLEST_LAKE]


def _exact_cover(land, scenery):
    """Everything noded on one grid and every face given to its owner, so that neighbours share their borders."""
    parts = [(p, part) for p, shape in land.items() for part in polygons(shape)] + [(SCENERY, s) for s in scenery]
    tree = STRtree([part for _, part in parts])
    net = shapely.union_all([snap(part.boundary) for _, part in parts] + [FRAME.boundary], grid_size=GRID)
    cover, water, slivers = {}, [], []
    for face in polygonize(net):
        inside = face.representative_point()
        if not FRAME.contains(inside):
            continue
        hits = [parts[i][0] for i in tree.query(inside, predicate="intersects")]
        if hits:
            cover.setdefault(hits[0], []).append(face)
        elif face.area < 6 or face.area / max(face.length, 1) < 0.15:
            slivers.append(face)
        else:
            water.append(face)
    joined = {p: unary_union(faces) for p, faces in cover.items()}
    for sliver in slivers:
        best = max(joined, key=lambda p: joined[p].intersection(sliver).length if joined[p].intersects(sliver) else 0)
        joined[best] = unary_union([joined[best], sliver])
    rest = polygons(joined.pop(SCENERY))
    return {p: clean(shape) for p, shape in joined.items()}, rest, MultiPolygon(water)


def _owners(faces, seeds):
    owner = {}
    for sea, points in seeds["sea_seeds"].items():
        for point in points:
            mark = Point(place(*point))
            hit = next((i for i, face in enumerate(faces) if face.contains(mark)), None)
            if hit is None:
                raise SystemExit(f"sea seed on land: {sea} {point}")
            if owner.setdefault(hit, sea) != sea:
                raise SystemExit(f"two seas in one face: {sea} and {owner[hit]}")
    return owner


def _longest_neighbour(face, others, *, least):
    """The key of the shape that shares the longest border with the face, if longer than `least`."""
    best, longest = None, least
    for key, other in others.items():
        length = face.boundary.intersection(other.boundary).length if face.intersects(other) else 0
        if length > longest:
            best, longest = key, length
    return best
