"""Writes maps/standard.labels.json: where names, units and centres stand, for each language and name set.

usage: python tools/map/place_labels.py [SET…]      e.g. zh.house en; all sets when none is named

Each province is searched for the spots that keep its name, its unit and its centre apart from each other, from its
borders and from what already stands nearby; land first, small provinces before large ones, then the seas.
"""

import json
import math
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shapely
from fontTools.ttLib import TTFont
from raster import Owners, load_shapes

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TARGET = ROOT / "maps" / "standard.labels.json"
ARMY, FLEET, CENTRE = 19.0, 22.0, 10.5  # radii that are kept free
# The corner that the legend covers: left, top, right, bottom.
LEGEND = (1200.0, 0.0, 1600.0, 312.0)
MARGIN = 14.0
LINE = 1.12  # line height in font sizes
SIZES = {"zh": (22, 21, 20, 19, 18, 17, 16, 15, 14), "latin": (20, 19, 18, 17, 16, 15, 14, 13, 12)}


@dataclass(frozen=True)
class Label:
    """A way to write a name: its lines, its size, and the box it fills."""

    lines: tuple[str, ...]
    size: float
    width: float
    height: float


class Ruler:
    """Text widths in the font of the picture."""

    def __init__(self, path):
        font = TTFont(path)
        self.cmap, self.advances = font.getBestCmap(), font["hmtx"]

    def width(self, text, size):
        """The width of a line in pixels."""
        return sum(self.advances[self.cmap[ord(character)]][0] for character in text) * size / 1000


def label_sets():
    """Set name to province names: zh.house, zh.modern, en, de."""
    sets = {}
    for folder in sorted((ROOT / "locales").iterdir()):
        path = folder / "names.standard.toml"
        if not path.is_file():
            continue
        for province, row in tomllib.loads(path.read_text(encoding="utf-8"))["provinces"].items():
            for key in ("name", "house", "modern"):
                if key in row:
                    name = folder.name if key == "name" else f"{folder.name}.{key}"
                    sets.setdefault(name, {})[province] = row[key]
    return sets


def ways(name, ruler, sizes, lines_wanted=None):
    """All ways to write the name, few lines and large type first."""
    splits = [(name,)]
    if name.isascii() or " " in name or not "\u4e00" <= name[0] <= "\u9fff":
        words = name.split(" ")
        splits += [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
        if len(words) == 3:
            splits.append(tuple(words))
    else:
        if len(name) > 3:
            half = math.ceil(len(name) / 2)
            splits.append((name[:half], name[half:]))
        if len(name) in (3, 4):
            splits.append(tuple(name))
    for lines in splits:
        if lines_wanted and len(lines) != lines_wanted:
            continue
        for size in sizes:
            width = max(ruler.width(line, size) for line in lines)
            yield Label(lines, size, width + 4, len(lines) * size * LINE + 2)


class Placer:
    """Places one name set; `taken` grows as provinces are done."""

    def __init__(self, board, shapes, owners, coasts, ruler):
        self.board, self.shapes, self.owners, self.coasts, self.ruler = board, shapes, owners, coasts, ruler
        self.boxes = [LEGEND]
        self.discs = [(x, y, FLEET) for x, y in coasts.values()]
        self.unit = ARMY

    def place(self, province, name, sizes, hints):
        """The layout of one province, which is then taken."""
        row = self.board["provinces"].get(province, {"kind": "land"})
        self.unit = ARMY if row["kind"] == "land" else FLEET
        area = self._main_part(province)
        spots, clear = self._spots(area)
        centre = np.array(area.centroid.coords[0])
        units = None if province not in self.board["provinces"] else self._units(spots, clear, centre, hints)
        marks = self._marks(spots, clear, hints) if row.get("centre") else None
        best = None
        for label in ways(name, self.ruler, sizes, hints.get("lines")):
            for score, at in self._labels(label, spots, centre, province, row["kind"] == "sea", hints):
                found = self._fit(label, at, score, units, marks)
                if best is None or found[0] > best[0]:
                    best = (*found, label, at)
        return self._take(best)

    def _take(self, best):
        score, unit, mark, label, at = best
        half_w, half_h = label.width / 2, label.height / 2
        self.boxes.append((at[0] - half_w, at[1] - half_h, at[0] + half_w, at[1] + half_h))
        out = {"lines": list(label.lines), "size": label.size, "at": _tenths(at)}
        if unit is not None:
            out["unit"] = _tenths(unit)
            self.discs.append((*unit, self.unit))
        if mark is not None:
            out["centre"] = _tenths(mark)
            self.discs.append((*mark, CENTRE))
        return out, score

    def _main_part(self, province):
        inside = shapely.box(MARGIN, MARGIN, self.owners.width - MARGIN, self.owners.height - MARGIN)
        parts = shapely.get_parts(self.shapes[province].intersection(inside))
        main = max((part for part in parts if part.geom_type == "Polygon"), key=lambda part: part.area)
        return shapely.Polygon(main.exterior, [ring for ring in main.interiors if shapely.Polygon(ring).area > 60])

    @staticmethod
    def _spots(area):
        x0, y0, x1, y1 = area.bounds
        step = max(2.5, math.sqrt((x1 - x0) * (y1 - y0)) / 70)
        xs, ys = np.meshgrid(np.arange(x0, x1, step), np.arange(y0, y1, step))
        points = shapely.points(xs.ravel(), ys.ravel())
        shapely.prepare(area)
        points = points[shapely.contains(area, points)]
        return shapely.get_coordinates(points), shapely.distance(points, area.boundary)

    def _units(self, spots, clear, centre, hints):
        """Candidate places for the unit, with their scores."""
        if "unit" in hints:
            return np.array([hints["unit"]]), np.array([10.0])
        score = np.minimum(2.0 * (clear - ARMY), 10) + np.minimum(4.0 * (clear - ARMY), 0)
        score -= 0.03 * np.hypot(*(spots - centre).T)
        score -= self._crowding(spots, self.unit)
        order = np.argsort(-score)[:500]
        return spots[order], score[order]

    def _marks(self, spots, clear, hints):
        if "centre" in hints:
            return np.array([hints["centre"]]), np.array([10.0])
        score = 2.0 * np.minimum(clear - CENTRE, 3) - self._crowding(spots, CENTRE)
        order = np.argsort(-score)[:400]
        return spots[order], score[order]

    def _crowding(self, spots, radius):
        """A penalty for every disc or box already placed that a disc at each spot would touch."""
        penalty = np.zeros(len(spots))
        for x, y, other in self.discs:
            gap = np.hypot(spots[:, 0] - x, spots[:, 1] - y) - radius - other
            penalty += np.where(gap < 1, 12 * (1 - np.minimum(gap, 1)), 0)
        for box in self.boxes:
            gap = _gap_to_box(spots, box) - radius
            penalty += np.where(gap < 1, 12 * (1 - np.minimum(gap, 1)), 0)
        return penalty

    def _labels(self, label, spots, centre, province, is_sea, hints):
        """The best places for the middle of the label, with their scores."""
        places = np.array([hints["at"]]) if "at" in hints else spots
        if not is_sea and "at" not in hints:  # a name on the coast may begin or end at sea
            aside = np.array([label.width * 0.25, 0])
            places = np.vstack([spots, spots + aside, spots - aside])
        own, foreign = self.owners.shares(places, label.width, label.height, province, is_sea=is_sea)
        wide = self.owners.shares(places, label.width + 10, label.height + 8, province, is_sea=is_sea)
        score = 60 * own - 160 * foreign + 10 * wide[0] - 30 * wide[1]
        score += 1.6 * label.size - 2.5 * len(label.lines) - 0.02 * np.hypot(*(places - centre).T)
        score -= 7 if len(label.lines) > 2 else 0  # one character a line is hard to read
        score -= self._label_crowding(label, places)
        return [(score[i], places[i]) for i in np.argsort(-score)[:25]]

    def _label_crowding(self, label, places):
        half = np.array([label.width, label.height]) / 2
        penalty = np.zeros(len(places))
        for x0, y0, x1, y1 in self.boxes:
            overlap_x = np.minimum(places[:, 0] + half[0], x1) - np.maximum(places[:, 0] - half[0], x0)
            overlap_y = np.minimum(places[:, 1] + half[1], y1) - np.maximum(places[:, 1] - half[1], y0)
            penalty += np.where((overlap_x > -3) & (overlap_y > -2), 60 + 2 * np.minimum(overlap_x, overlap_y), 0)
        for x, y, radius in self.discs:
            gap = np.hypot(
                np.maximum(np.abs(places[:, 0] - x) - half[0], 0), np.maximum(np.abs(places[:, 1] - y) - half[1], 0)
            )
            penalty += np.where(gap < radius + 1, 30 + 3 * (radius - gap), 0)
        out_x = np.maximum(MARGIN - (places[:, 0] - half[0]), places[:, 0] + half[0] - self.owners.width + MARGIN)
        out_y = np.maximum(MARGIN - (places[:, 1] - half[1]), places[:, 1] + half[1] - self.owners.height + MARGIN)
        return penalty + 20 * np.maximum(np.maximum(out_x, out_y), 0)

    def _fit(self, label, at, score, units, marks):
        """The best unit and centre for a label: total score, unit, centre."""
        half_w, half_h = label.width / 2, label.height / 2
        box = (at[0] - half_w, at[1] - half_h, at[0] + half_w, at[1] + half_h)
        if units is None:
            return score, None, None
        places, scores = units
        gap = _gap_to_box(places, box) - self.unit
        total = scores + 2.0 * np.minimum(gap, 4) + np.where(gap < 1, 14 * (gap - 1), 0)
        i = int(np.argmax(total))
        if marks is None:
            return score + total[i], places[i], None
        best = None
        for j in np.argsort(-total)[:12]:
            to_unit = np.hypot(*(marks[0] - places[j]).T) - self.unit - CENTRE
            to_box = _gap_to_box(marks[0], box) - CENTRE
            worth = marks[1] + 1.0 * np.minimum(np.minimum(to_unit, to_box), 4) - 0.015 * np.hypot(*(marks[0] - at).T)
            worth += np.where(to_unit < 1, 14 * (to_unit - 1), 0) + np.where(to_box < 1, 14 * (to_box - 1), 0)
            k = int(np.argmax(worth))
            if best is None or score + total[j] + worth[k] > best[0]:
                best = (score + total[j] + worth[k], places[j], marks[0][k])
        return best


def _gap_to_box(points, box):
    x0, y0, x1, y1 = box
    dx = np.maximum(np.maximum(x0 - points[:, 0], points[:, 0] - x1), 0)
    dy = np.maximum(np.maximum(y0 - points[:, 1], points[:, 1] - y1), 0)
    return np.hypot(dx, dy)


def _tenths(point):
    return [round(float(value), 1) for value in point]


def main(wanted):
    """Places the wanted sets and writes them beside those that are there already."""
    geometry, shapes = load_shapes(ROOT / "maps" / "standard.geometry.json")
    board = tomllib.loads((ROOT / "maps" / "standard.toml").read_text(encoding="utf-8"))
    hints = tomllib.loads((HERE / "hints.toml").read_text(encoding="utf-8"))
    owners = Owners(geometry["size"], shapes, {p for p, row in board["provinces"].items() if row["kind"] == "sea"})
    ruler = Ruler(ROOT / "maps" / "fonts" / "TianshenSans.ttf")
    layouts = json.loads(TARGET.read_text(encoding="utf-8"))["sets"] if TARGET.is_file() else {}
    for name, names in label_sets().items():
        if wanted and name not in wanted:
            continue
        placer = Placer(board, shapes, owners, geometry["coasts"], ruler)
        sizes = SIZES["zh" if name.startswith("zh") else "latin"]
        kinds = {p: row["kind"] for p, row in board["provinces"].items()}
        order = sorted(names, key=lambda p: (kinds.get(p) == "sea", shapes[p].area))
        out = {}
        for province in order:
            given = {**hints.get("all", {}).get(province, {}), **hints.get(name, {}).get(province, {})}
            out[province], score = placer.place(province, names[province], sizes, given)
            if score < 85:
                print(f"{name} {province} {names[province]}: tight ({score:.0f})")
        layouts[name] = dict(sorted(out.items()))
    write(layouts)


def write(layouts):
    """Writes one line for each province."""
    blocks = []
    for name, layout in sorted(layouts.items()):
        rows = ",\n".join(
            f'  "{p}": {json.dumps(row, ensure_ascii=False, separators=(",", ":"))}' for p, row in layout.items()
        )
        blocks.append(f'"{name}": {{\n{rows}\n}}')
    legend = json.dumps([round(v) for v in LEGEND])
    sets = ",\n".join(blocks)
    TARGET.write_text(f'{{\n"legend": {legend},\n"sets": {{\n{sets}\n}}\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    main(set(sys.argv[1:]))
