"""Names, units and centres keep clear of each other on every map that can be drawn."""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations, pairwise

import pytest

from tianshen.locale.names import languages, load_names
from tianshen.model.board import load_board
from tianshen.reports.picture.font import picture_font
from tianshen.reports.picture.geometry import load_geometry, load_layout
from tianshen.reports.picture.ground import COAST_LABEL, LINE
from tianshen.reports.picture.style import CENTRE_RADIUS

BOARD = load_board()
MAP = load_geometry()
SETS = [("zh", "house"), ("zh", "modern"), ("en", "house"), ("de", "house")]
MARGIN = 8  # inside the frame
STEP = 4  # pixels between the rows and columns at which land is looked up

both = pytest.mark.parametrize(("lang", "name_set"), SETS)


def layout_and_names(lang, name_set):
    return load_layout(lang, name_set), load_names(lang, name_set)


def box_of(label):
    """What the letters cover: left, top, right, bottom."""
    width = max(picture_font().width(line, label.size) for line in label.lines)
    height = ((len(label.lines) - 1) * LINE + 0.92) * label.size
    x, y = label.at
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def unit_boxes(province, at):
    """What a unit there can cover: a disc's box inland, elsewhere also a boat with its mast."""
    x, y = at
    boxes = [(x - 16, y - 16, x + 16, y + 16)]
    if BOARD.provinces[province].ground != "land":
        boxes += [(x - 23, y - 9, x + 23, y + 4), (x - 14, y + 4, x + 14, y + 17), (x - 3, y - 20, x + 11, y - 9)]
    return boxes


def centre_box(at):
    r = CENTRE_RADIUS
    return at[0] - r, at[1] - r, at[0] + r, at[1] + r


def touch(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def everything(layout, names):
    """Every box on the map: what it is, where it belongs, the box. The name of a coast lies under the unit there."""
    things = [("name", p, box_of(label)) for p, label in layout.labels.items()]
    things += [("unit", p, box) for p, at in layout.units.items() for box in unit_boxes(p, at)]
    things += [("centre", p, centre_box(at)) for p, at in layout.centres.items()]
    for location, at in layout.coasts.items():
        things += [("unit", location, box) for box in unit_boxes(location[:3], at)]
        half = picture_font().width(names.coast(location[4:]), COAST_LABEL) / 2
        things.append(("unit", location, (at[0] - half, at[1] - 6, at[0] + half, at[1] + 6)))
    return things


@cache
def rows():
    """Where each row of pixels crosses land: y to (x, province) in the sequence of x."""
    crossings = {y: [] for y in range(STEP // 2, MAP.height, STEP)}
    for province, parts in MAP.provinces.items():
        for ring in MAP.rings(parts):
            for (x0, y0), (x1, y1) in pairwise(ring):
                low, high = sorted((y0, y1))
                first = math.ceil((low - STEP / 2) / STEP) * STEP + STEP // 2
                for y in range(first, math.ceil(high), STEP):
                    if low <= y < high:
                        crossings[y].append((x0 + (y - y0) * (x1 - x0) / (y1 - y0), province))
    return {y: sorted(found) for y, found in crossings.items()}


def ground_under(box):
    """How many of the points looked up in the box lie in each province."""
    counts = {}
    for y in range(STEP // 2, MAP.height, STEP):
        if not box[1] <= y <= box[3]:
            continue
        edges = {}
        for x, province in rows()[y]:
            edges.setdefault(province, []).append(x)
        for x in range(int(box[0]) + 1, int(box[2]) + 1, STEP):
            for province, marks in edges.items():
                if sum(mark < x for mark in marks) % 2:
                    counts[province] = counts.get(province, 0) + 1
    return counts


def test_there_is_a_layout_for_every_language_and_name_set():
    assert {lang for lang, _ in SETS} == set(languages())


@both
def test_the_labels_say_the_names(lang, name_set):
    layout, names = layout_and_names(lang, name_set)
    written = {p: ("" if lang == "zh" else " ").join(label.lines) for p, label in layout.labels.items()}
    assert written == dict(names.provinces), "run tools/map/place_labels.py"


@both
def test_nothing_on_the_map_touches_anything_else(lang, name_set):
    things = everything(*layout_and_names(lang, name_set))
    assert len(things) > 300
    clashes = {
        f"{a[0]} {a[1]} and {b[0]} {b[1]}" for a, b in combinations(things, 2) if a[:2] != b[:2] and touch(a[2], b[2])
    }
    assert not clashes


@both
def test_nothing_leaves_the_map_or_hides_under_the_legend(lang, name_set):
    layout, names = layout_and_names(lang, name_set)
    for *what, box in everything(layout, names):
        assert box[0] >= MARGIN and box[1] >= 0, what
        assert box[2] <= MAP.width - MARGIN and box[3] <= MAP.height - MARGIN, what
        assert not touch(box, layout.legend), what


@both
def test_names_lie_on_their_own_ground(lang, name_set):
    """Land names may reach out to sea, but hardly over other land; sea names stay in their sea."""
    layout, _ = layout_and_names(lang, name_set)
    for province, label in layout.labels.items():
        counts = ground_under(box_of(label))
        total = sum(counts.values())
        own = counts.get(province, 0) / total
        land = sum(n for p, n in counts.items() if p != province and p not in BOARD.seas) / total
        at_sea = sum(n for p, n in counts.items() if p != province and p in BOARD.seas) / total
        if province in BOARD.seas:
            assert own >= 0.8, (province, counts)
        else:
            assert own >= 0.45, (province, counts)
            assert land <= 0.2, (province, counts)
            assert own > at_sea, (province, counts)


@both
def test_units_and_centres_stand_in_their_provinces(lang, name_set):
    layout, _ = layout_and_names(lang, name_set)
    assert set(layout.units) == set(BOARD.provinces)
    assert set(layout.centres) == set(BOARD.centres)
    for spots in (layout.units, layout.centres, layout.coasts):
        for location, at in spots.items():
            assert MAP.holds(location[:3], at), location


@both
def test_names_are_large_enough_to_read(lang, name_set):
    layout, _ = layout_and_names(lang, name_set)
    smallest = 14 if lang == "zh" else 12
    assert min(label.size for label in layout.labels.values()) >= smallest


def test_every_location_has_an_anchor_even_one_that_no_unit_can_enter():
    layout = load_layout("zh", "house")
    for location in BOARD.fleet_locations:
        assert layout.anchor(location)
    assert layout.anchor("SWI") == layout.labels["SWI"].at
    assert layout.anchor("STP") == layout.units["STP"]
