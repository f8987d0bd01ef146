"""The drawn board agrees with the rules: who touches whom, which coasts a fleet can follow, nothing left over."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from itertools import combinations, pairwise

import pytest

from tianshen.errors import DataError
from tianshen.model.board import load_board
from tianshen.model.position import province_of
from tianshen.reports.picture import geometry as picture_geometry
from tianshen.reports.picture.geometry import COAST, FRAME, LAND_BORDER, SEA_BORDER, load_geometry, load_layout

BOARD = load_board()
MAP = load_geometry()


def sides():
    """For each border, what lies beside it; scenery and lakes count as one each."""
    table = defaultdict(list)
    shapes = {**MAP.provinces, "scenery": MAP.scenery, "lakes": MAP.lakes}
    for owner, parts in shapes.items():
        for number in (n for part in parts for ring in part for n in ring):
            table[number if number >= 0 else ~number].append(owner)
    return table


SIDES = sides()


def points(arc):
    x, y, *steps = MAP.arcs[arc]
    out = [(x, y)]
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = x + dx, y + dy
        out.append((x, y))
    return out


def length(arc):
    return sum(math.dist(a, b) for a, b in pairwise(points(arc))) / 10


def shared():
    """For each pair of provinces, the borders that they share."""
    table = defaultdict(list)
    for arc, owners in SIDES.items():
        if len(set(owners)) == 2 and set(owners) <= set(BOARD.provinces):
            table[frozenset(owners)].append(arc)
    return table


SHARED = shared()
RULED = {frozenset((a, b)) for a, others in BOARD.neighbours.items() for b in others}


def test_every_border_has_two_sides_or_is_the_frame():
    assert len(SIDES) == len(MAP.arcs)
    assert {len(owners) for owners in SIDES.values()} == {1, 2}
    for arc, owners in SIDES.items():
        assert (MAP.kinds[arc] == FRAME) == (len(owners) == 1)


def test_kinds_of_borders_tell_land_from_water():
    wet = {*BOARD.seas, "lakes"}
    expected = {0: LAND_BORDER, 1: COAST, 2: SEA_BORDER}
    for arc, owners in SIDES.items():
        if len(owners) == 2:
            assert MAP.kinds[arc] == expected[sum(owner in wet for owner in owners)]


def test_provinces_that_the_rules_join_share_a_border_that_can_be_seen():
    assert len(RULED) == 206
    lengths = {pair: sum(map(length, SHARED.get(pair, ()))) for pair in RULED}
    shortest = min(lengths, key=lengths.get)
    assert lengths[shortest] >= 10, (sorted(shortest), lengths[shortest])


def test_no_other_provinces_share_a_border():
    assert set(SHARED) == RULED


def test_no_other_provinces_come_near_each_other():
    """No corner touches either: 1.5 pixels lie between any two that the rules do not join."""
    cells = defaultdict(list)
    for arc in SIDES:
        for a, b in pairwise(points(arc)):
            for x in range(min(a[0], b[0]) // 100, max(a[0], b[0]) // 100 + 1):
                for y in range(min(a[1], b[1]) // 100, max(a[1], b[1]) // 100 + 1):
                    cells[x, y].append((arc, a, b))
    strangers = {
        frozenset((p, q)) for p, q in combinations(sorted(BOARD.provinces), 2) if frozenset((p, q)) not in RULED
    }
    at_corner = defaultdict(set)
    for arc, owners in SIDES.items():
        for end in (points(arc)[0], points(arc)[-1]):
            at_corner[end].update(owners)
    for corner, owners in at_corner.items():
        for pair in combinations(sorted(owners & set(BOARD.provinces)), 2):
            assert frozenset(pair) not in strangers, (corner, pair)
    for arc, owners in SIDES.items():
        for x, y in points(arc):
            for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
                for other, a, b in cells.get((x // 100 + dx, y // 100 + dy), ()):
                    pairs = {frozenset((p, q)) for p in owners for q in SIDES[other]} & strangers
                    if pairs and not set(owners) & set(SIDES[other]):
                        assert distance((x, y), a, b) > 15, pairs


def distance(point, a, b):
    (x, y), (ax, ay), (bx, by) = point, a, b
    square = (bx - ax) ** 2 + (by - ay) ** 2
    t = max(0, min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square)) if square else 0
    return math.dist((x, y), (ax + t * (bx - ax), ay + t * (by - ay)))


def test_coasts_that_a_fleet_can_follow_meet_at_sea():
    """Rome and Apulia touch, but no sea has a corner where they meet; Rome and Naples have one."""
    corners = defaultdict(set)
    for arc, owners in SIDES.items():
        for sea in set(owners) & BOARD.seas:
            corners[points(arc)[0]].add(sea)
            corners[points(arc)[-1]].add(sea)
    sailed = {frozenset((province_of(a), province_of(b))) for a, b in BOARD.fleet_edges}
    for pair in RULED:
        if not pair <= BOARD.coastal:
            continue
        seas = set()
        for arc in SHARED[pair]:
            for end in (points(arc)[0], points(arc)[-1]):
                seas |= corners[end]
        both = {sea for sea in seas if all(sea in BOARD.sea_neighbours[province] for province in pair)}
        assert bool(both) == (pair in sailed), (sorted(pair), both)


def test_the_shapes_cover_the_whole_map_once():
    total = 0.0
    for parts in (*MAP.provinces.values(), MAP.scenery, MAP.lakes):
        for part in parts:
            areas = [abs(area(ring)) for ring in MAP.rings([part])]
            total += areas[0] - sum(areas[1:])
    assert total == pytest.approx(MAP.width * MAP.height, abs=0.5)


def area(ring):
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise(ring)) / 2


def test_every_province_is_drawn_and_nothing_else():
    assert set(MAP.provinces) == set(BOARD.provinces) | BOARD.impassable
    assert set(MAP.coasts) == {location for location in BOARD.fleet_locations if "/" in location}


def test_outlines_close_and_borders_run_both_ways():
    for province, parts in MAP.provinces.items():
        for ring in MAP.rings(parts):
            assert ring[0] == ring[-1], province
    assert MAP.outline(MAP.provinces["POR"]).startswith("M")
    assert MAP.outline(MAP.provinces["POR"]).endswith("z")


def test_a_point_is_in_one_province_alone():
    at = load_layout("en", "house").units["PAR"]
    assert [province for province in MAP.provinces if MAP.holds(province, at)] == ["PAR"]


def test_broken_map_data_is_named(monkeypatch):
    load_geometry.cache_clear()
    monkeypatch.setattr(picture_geometry, "_read", lambda name: json.loads('{"size": [10, 10]}'))
    with pytest.raises(DataError, match=r"standard\.geometry\.json"):
        load_geometry()
    monkeypatch.undo()
    load_geometry.cache_clear()
    with pytest.raises(DataError, match=r"nowhere\.geometry\.json"):
        load_geometry("nowhere")
    with pytest.raises(DataError, match=r"xx\.house"):
        load_layout("xx", "house")
