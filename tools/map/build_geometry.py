"""Writes maps/standard.geometry.json: the shapes of the standard board. See README.md in this folder.

usage: python tools/map/build_geometry.py COUNTRIES_JSON
"""

import json
import random
import sys
import tomllib
from pathlib import Path

import numpy as np
import shapely
from arcs import encode
from land import divide_land
from natural_earth import load_countries
from network import LAKE, smooth
from projection import HEIGHT, WIDTH, place
from seas import SCENERY, divide_seas
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapes import polygons

HERE = Path(__file__).parent
TARGET = HERE.parents[1] / "maps" / "standard.geometry.json"


def build(countries_file):
    """The geometry as plain data, ready to be written."""
    seeds = tomllib.loads((HERE / "seeds.toml").read_text(encoding="utf-8"))
    land, scenery = divide_land(load_countries(countries_file), seeds)
    land, scenery, seas, lakes = divide_seas(land, scenery, seeds)
    final = smooth(land, scenery, seas, lakes, random.Random(1901))
    shapes = {owner: [_rings(part) for part in polygons(shape)] for owner, shape in final.items()}
    arcs, kinds, coded, sides = encode(shapes, {*seas, LAKE})
    scenery_shapes, lake_shapes = coded.pop(SCENERY), coded.pop(LAKE, [])
    return {
        "size": [WIDTH, HEIGHT],
        "provinces": dict(sorted(coded.items())),
        "scenery": scenery_shapes,
        "lakes": lake_shapes,
        "coasts": _plain({coast: place(*point) for coast, point in seeds["coasts"].items()}),
        "straits": sorted(i for i, owners in sides.items() if set(owners) == {"DEN", "SWE"}),
        **_decoration(seeds["decoration"], shapes["CON"]),
        "kinds": kinds,
        "arcs": arcs,
    }


def _rings(polygon):
    return [[(round(x, 1), round(y, 1)) for x, y in ring.coords] for ring in (polygon.exterior, *polygon.interiors)]


def _decoration(lines, constantinople):
    province = shapely.make_valid(MultiPolygon([Polygon(part[0], part[1:]) for part in constantinople])).buffer(1.0)
    channels = []
    for key in ("channels_bosporus", "channels_dardanelles"):
        inside = LineString([place(*point) for point in lines[key]]).intersection(province)
        channels.append(list(max(getattr(inside, "geoms", [inside]), key=lambda part: part.length).coords))
    meridians = [[place(lon, lat) for lat in np.arange(20, 84, 2)] for lon in range(-60, 101, 10)]
    parallels = [[place(lon, lat) for lon in np.arange(-70, 105, 3)] for lat in range(20, 85, 10)]
    return _plain(
        {
            "channels": channels,
            "canal": [place(*point) for point in lines["canal"]],
            "graticule": meridians + parallels,
        }
    )


def _plain(value):
    """The value with every number rounded to a tenth."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return round(float(value), 1)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    text = json.dumps(build(sys.argv[1]), separators=(",", ":"))
    TARGET.write_text(text.replace('],"', '],\n"').replace('},"', '},\n"') + "\n", encoding="utf-8")
    print(f"{TARGET}: {TARGET.stat().st_size} bytes")
