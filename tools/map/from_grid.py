"""Makes the picture of a new map from a drawing in letters: each province a patch of squares.

python tools/map/from_grid.py ford drawing.txt        writes maps/ford.geometry.json and maps/ford.labels.json

The drawing is a text of lines with as many province ids each, blanks between them; `...` is land of nobody:

    LON LON LON ENG ENG
    PIC PIC BRE BRE ENG

Provinces that touch in the game should touch here; nothing checks that. Names are put where the first square of a
province's middle is, so a province should have a square of its own to each side if its name is long.
"""

import json
import sys
from itertools import pairwise
from pathlib import Path

from tianshen.locale.names import NAME_SETS, languages, load_names
from tianshen.model.board import load_board

MAPS = Path(__file__).resolve().parents[2] / "maps"
WIDTH, LEGEND = 1600, 320
NOBODY = "..."
SIDES = ((0, 0, 1, 0, 0, -1), (1, 0, 1, 1, 1, 0), (1, 1, 0, 1, 0, 1), (0, 1, 0, 0, -1, 0))  # from, to, neighbour


def read_grid(text, board):
    """The province of each square, by column and row, and how many columns and rows there are."""
    rows = [line.split() for line in text.splitlines() if line.strip()]
    known = {*board.provinces, *board.impassable, NOBODY}
    wrong = [f"{word} in line {y}" for y, row in enumerate(rows, 1) for word in row if word not in known]
    if len({len(row) for row in rows}) != 1:
        wrong.append("the lines differ in length")
    missing = known - {NOBODY} - {word for row in rows for word in row}
    wrong.extend(f"{province} is nowhere" for province in sorted(missing))
    if wrong:
        sys.exit("; ".join(wrong))
    return {(x, y): word for y, row in enumerate(rows) for x, word in enumerate(row)}, len(rows[0]), len(rows)


def sides_of(squares, province):
    """The edges of a province, as pairs of corners, the province on the right hand."""
    for (x, y), owner in squares.items():
        if owner != province:
            continue
        for x0, y0, x1, y1, dx, dy in SIDES:
            if squares.get((x + dx, y + dy)) != province:
                yield (x + x0, y + y0), (x + x1, y + y1)


def rings_of(edges):
    """The edges as closed rings, each a list of corners whose first and last are the same."""
    following = {}
    for start, end in edges:
        following.setdefault(start, []).append(end)
    while following:
        ring = [min(following)]
        while len(ring) < 2 or ring[-1] != ring[0]:
            choices = following[ring[-1]]
            ring.append(choices.pop())
            if not choices:
                del following[ring[-2]]
        yield ring


def kind_of(a, b, board):
    """The letter of a border: frame, coast, at sea, on land."""
    if a is None or b is None:
        return "f"
    seas = (a in board.seas) + (b in board.seas)
    return "bcs"[seas]


def geometry_of(board, squares, cell, size):
    """The shapes; every side of a square that is a border is an arc of its own."""
    arcs, kinds, number, provinces = [], [], {}, {}

    def arc(start, end, mine, other):
        if (end, start) in number:
            return ~number[end, start]
        number[start, end] = len(arcs)
        steps = [10 * cell * v for v in (*start, end[0] - start[0], end[1] - start[1])]
        arcs.append(steps)
        kinds.append(kind_of(mine, other, board))
        return number[start, end]

    for province in sorted({*squares.values()}):
        parts = []
        for ring in rings_of(sides_of(squares, province)):
            parts.append([[arc(a, b, province, across(squares, a, b)) for a, b in pairwise(ring)]])
        provinces[province] = parts
    return {
        "size": size,
        "provinces": {province: parts for province, parts in provinces.items() if province != NOBODY},
        "scenery": provinces.get(NOBODY, []),
        "arcs": arcs,
        "kinds": "".join(kinds),
        "coasts": coasts_of(board, squares, cell),
        **{key: [] for key in ("lakes", "straits", "channels", "canal", "graticule")},
    }


def across(squares, start, end):
    """What lies on the left hand of an edge; None beyond the rim."""
    for x0, y0, x1, y1, dx, dy in SIDES:
        if (x1 - x0, y1 - y0) == (end[0] - start[0], end[1] - start[1]):
            return squares.get((start[0] - x0 + dx, start[1] - y0 + dy))
    raise ValueError(start, end)


def coasts_of(board, squares, cell):
    """Where a fleet on each coast stands: beside the squares that only this coast touches."""
    spots = {}
    for location in (place for place in board.fleet_locations if "/" in place):
        reached = set(board.fleet_reach[location])
        edges = [e for e in sides_of(squares, location[:3]) if across(squares, *e) in reached]
        if not edges:
            sys.exit(f"{location} touches none of its neighbours")
        (x0, y0), (x1, y1) = edges[len(edges) // 2]
        inward = ((y0 - y1) * 0.22, (x1 - x0) * 0.22)
        spots[location] = [
            round(cell * ((a + b) / 2 + c), 1) for a, b, c in zip((x0, y0), (x1, y1), inward, strict=True)
        ]
    return spots


def middle(squares, province):
    """The square of a province that lies nearest to its middle."""
    own = [at for at, owner in squares.items() if owner == province]
    x, y = (sum(values) / len(own) for values in zip(*own, strict=True))
    return min(own, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)


def labels_of(board, squares, cell, size):
    """For each language and name set the places of names, units and centres."""
    sets = {}
    for lang, name_set in ((lang, name_set) for lang in languages() for name_set in NAME_SETS):
        names = load_names(lang, name_set, board.name)
        rows = {}
        for province in (*board.provinces, *sorted(board.impassable)):
            x, y = middle(squares, province)
            at = [round(cell * (x + 0.5), 1), round(cell * (y + 0.25), 1)]
            lines = names.province(province).split()
            rows[province] = {"lines": lines, "size": max(12, min(20, cell // 6)), "at": at}
            if province in board.provinces:
                rows[province]["unit"] = [at[0], round(cell * (y + 0.65), 1)]
            if province in board.centres:
                rows[province]["centre"] = [round(cell * (x + 0.15), 1), round(cell * (y + 0.65), 1)]
        sets[f"{lang}.{name_set}"] = rows
    return {"legend": [WIDTH - 400, size[1] - LEGEND, WIDTH, size[1]], "sets": sets}


def main(name, drawing):
    """Writes the two files."""
    board = load_board(name)
    squares, columns, rows = read_grid(Path(drawing).read_text(encoding="utf-8"), board)
    cell = WIDTH // columns
    size = [WIDTH, rows * cell + LEGEND]
    for kind, data in (
        ("geometry", geometry_of(board, squares, cell, size)),
        ("labels", labels_of(board, squares, cell, size)),
    ):
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        (MAPS / f"{name}.{kind}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
