"""From country outlines to the land of each province: divided by nearest town, straits closed, specks dropped."""

import numpy as np
import shapely
from projection import HEIGHT, WIDTH, place
from shapely import STRtree
from shapely.geometry import MultiPoint, MultiPolygon, Point, box
from shapely.ops import unary_union
from shapes import clean, polygons, snap, to_pixels

SMALLEST_ISLAND = 34.0  # square pixels
SMALLEST_SCENERY = 4.0


def divide_land(countries, seeds):
    """Province to its land, and the list of scenery polygons, all in pixels."""
    pixels = _on_canvas(countries)
    scenery = _take_scenery(pixels, seeds)
    pieces = {"PRU": _take_kaliningrad(pixels)}
    for group in seeds["groups"]:
        region = clean(unary_union([pixels[c] for c in group["countries"] if c in pixels]))
        towns = {province: [place(*town) for town in points] for province, points in group["towns"].items()}
        for province, shape in _nearest(region, towns).items():
            pieces.setdefault(province, []).extend(polygons(shape))
    land = {province: clean(unary_union(parts)) for province, parts in pieces.items()}
    for closing in seeds["closings"]:
        _close(land, closing)
    return _without_specks(land, scenery)


def _on_canvas(countries):
    window = box(-75, 8, 115, 85)
    canvas = box(-30, -30, WIDTH + 30, HEIGHT + 30)
    out = {}
    for name, shape in countries.items():
        near = shapely.segmentize(clean(shape.intersection(window)), 0.3)
        if not near.is_empty:
            near = clean(snap(clean(to_pixels(near)))).intersection(canvas)
        if not near.is_empty:
            out[name] = clean(near)
    return out


def _take_scenery(pixels, seeds):
    """Takes neutral countries and scenery islands out of `pixels`, and gives them back as polygons."""
    scenery = []
    marks = [Point(place(*point)) for point in seeds["scenery_islands"]]
    for name in list(pixels):
        if name == "Greece":
            scenery += _take_east_aegean(pixels)
        if name in seeds["neutral"]:
            scenery += polygons(pixels.pop(name))
            continue
        parts = polygons(pixels[name])
        mainland = max(parts, key=lambda part: part.area)
        kept = []
        for part in parts:
            is_scenery = part is not mainland and any(part.distance(mark) < 2.5 for mark in marks)
            (scenery if is_scenery else kept).append(part)
        pixels[name] = MultiPolygon(kept)
    return scenery


def _take_east_aegean(pixels):
    """Greek islands off the Turkish shore would seem to touch Smyrna: they are scenery, the small ones nothing."""
    west, north = place(24.6, 39)[0], place(26, 40.3)[1]
    parts = polygons(pixels["Greece"])
    east = [part for part in parts if part.centroid.x > west and part.centroid.y > north and part.area < 900]
    pixels["Greece"] = MultiPolygon([part for part in parts if part not in east])
    return [part for part in east if part.area > 45]


def _take_kaliningrad(pixels):
    mark = Point(place(21.2, 54.7))
    parts = polygons(pixels["Russia"])
    taken = [part for part in parts if part.distance(mark) < 3]
    pixels["Russia"] = MultiPolygon([part for part in parts if part not in taken])
    return taken


def _nearest(region, towns):
    """The region divided by nearest town: province to its part."""
    owners = [province for province, points in towns.items() for _ in points]
    points = [Point(point) for row in towns.values() for point in row]
    if len(towns) == 1:
        return {owners[0]: region}
    cells = shapely.voronoi_polygons(MultiPoint(points), extend_to=region.buffer(50))
    tree = STRtree(points)
    by_owner = {}
    for cell in cells.geoms:
        inside = cell.representative_point()
        best = min(tree.query(cell, predicate="intersects"), key=lambda i: inside.distance(points[i]))
        by_owner.setdefault(owners[best], []).append(cell)
    return {province: clean(unary_union(parts).intersection(region)) for province, parts in by_owner.items()}


def _close(land, closing):
    """Fills the water narrower than the closing's width inside its box, and gives it to the nearest shore."""
    x, y = place(*closing["at"])
    half, width = closing["half"], closing["width"]
    window = box(x - half, y - half, x + half, y + half)
    near = {
        province: shape.intersection(window)
        for province, shape in land.items()
        if province in closing["provinces"] and shape.intersects(window)
    }
    closed = unary_union(list(near.values())).buffer(width).buffer(-width).intersection(window)
    gap = clean(clean(closed.difference(unary_union(list(land.values())))).buffer(0))
    if gap.is_empty:
        return
    for province, part in _to_shores(gap, near, window).items():
        land[province] = clean(unary_union([land[province], part.buffer(0.02)]))
        for other in land:
            if other != province and land[other].intersects(land[province]):
                land[other] = clean(land[other].difference(land[province]))


def _to_shores(gap, near, window):
    points, owners = [], []
    for province, shape in near.items():
        for ring in shapely.get_parts(shape.boundary):
            for distance in np.arange(0, ring.length, 1.0):
                points.append(ring.interpolate(distance))
                owners.append(province)
    if len(set(owners)) == 1:
        return {owners[0]: gap}
    tree = STRtree(points)
    parts = {}
    for cell in shapely.voronoi_polygons(MultiPoint(points), extend_to=window.buffer(20)).geoms:
        if cell.intersects(gap):
            parts.setdefault(owners[int(tree.nearest(cell.representative_point()))], []).append(cell)
    return {province: clean(unary_union(cells).intersection(gap)) for province, cells in parts.items()}


def _without_specks(land, scenery):
    bodies = polygons(unary_union(list(land.values()) + scenery))
    specks = MultiPolygon([body for body in bodies if body.area < SMALLEST_ISLAND]).buffer(0.05)
    land = {province: clean(snap(clean(shape.difference(specks)))) for province, shape in land.items()}
    rest = polygons(clean(unary_union(scenery).difference(specks)))
    return land, [part for part in rest if part.area > SMALLEST_SCENERY]
