"""What lies under the units: water, land in its owners' colours, borders, names, supply centres."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tianshen.reports.picture import style
from tianshen.reports.picture.geometry import COAST, LAND_BORDER, SEA_BORDER, load_geometry
from tianshen.reports.picture.markup import circle, element, group, moved, number, path, polyline, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tianshen.locale.names import Names
    from tianshen.model.board import Board
    from tianshen.model.position import Power, Province
    from tianshen.reports.picture.geometry import Geometry, Label, Layout
    from tianshen.reports.picture.markup import Point

LINE = 1.12  # line height of labels, in font sizes
COAST_LABEL = 12.5
_TENTHS = "scale(.1)"
_HATCH = (
    '<pattern id="closed" width="70" height="70" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    f'<rect width="70" height="70" fill="{style.IMPASSABLE}"/>'
    f'<path d="M0,0V70" stroke="{style.IMPASSABLE_STROKE}" stroke-width="22"/></pattern>'
)


@cache
def _water(board: str) -> str:
    """Sea, graticule, shallows and the borders at sea; the same in every picture of a board."""
    geometry = load_geometry(board)
    coast = geometry.lines(COAST)
    parts = [
        element("rect", "", width=geometry.width, height=geometry.height, fill=style.SEA),
        path(
            "".join(polyline(line) for line in geometry.graticule),
            fill="none",
            stroke=style.GRATICULE,
            stroke_width=1,
        ),
        element("defs", path(coast, id="coast", stroke_linejoin="round", fill="none") + _HATCH),
    ]
    for width, colour in zip((260, 170, 90), style.SHALLOWS, strict=True):
        parts.append(_scaled(f'<use href="#coast" stroke="{colour}" stroke-width="{width}"/>'))
    parts.append(_scaled(path(geometry.lines(SEA_BORDER), fill="none", stroke=style.SEA_LINE, stroke_width=15)))
    return "".join(parts)


@cache
def _outline(board: str, province: Province) -> str:
    geometry = load_geometry(board)
    return geometry.outline(geometry.provinces[province])


@cache
def _edges(board: str) -> str:
    """Lakes, borders on land, coasts, and the narrow waters that only separate."""
    geometry = load_geometry(board)
    parts = [
        path(geometry.outline(geometry.lakes), fill=style.LAKE),
        path(geometry.lines(LAND_BORDER), fill="none", stroke=style.BORDER, stroke_width=13, stroke_linejoin="round"),
        f'<use href="#coast" stroke="{style.COAST}" stroke-width="17"/>',
    ]
    for arc in geometry.straits:
        parts.append(path(geometry.line(arc), fill="none", stroke=style.COAST, stroke_width=54))
        parts.append(path(geometry.line(arc), fill="none", stroke=style.LAKE, stroke_width=32))
    narrow = []
    for channel in geometry.channels:
        narrow.append(path(polyline(channel), fill="none", stroke=style.BORDER, stroke_width=5))
        narrow.append(path(polyline(channel), fill="none", stroke=style.LAKE, stroke_width=3))
    narrow.append(
        path(polyline(geometry.canal), fill="none", stroke=style.SEA_LINE, stroke_width=2.2, stroke_dasharray="4 2.5")
    )
    return _scaled("".join(parts)) + "".join(narrow)


def _scaled(parts: str) -> str:
    return element("g", parts, transform=_TENTHS)


def land_colours(board: Board, centres: Mapping[Province, Power]) -> dict[Province, str]:
    """Return the colour of every land province.

    A centre has its owner's colour. Other land of a homeland is pale in the colour of its power, as long as that power
    owns a centre at all; the rules know no owner of land without a centre.
    """
    alive = set(centres.values())
    colours = {}
    for province, facts in board.provinces.items():
        if facts.ground == "sea":
            continue
        colours[province] = style.LAND
        if facts.is_centre:
            colours[province] = style.tint(centres.get(province))
        elif facts.homeland_of in alive:
            colours[province] = style.pale(style.tint(facts.homeland_of))
    return colours


def ground(geometry: Geometry, board: Board, colours: Mapping[Province, str]) -> str:
    """Water and land with all borders."""
    land = [path(_outline(board.name, province), fill=colour) for province, colour in colours.items()]
    land.append(path(geometry.outline(geometry.scenery), fill=style.SCENERY))
    hatched = "".join(
        path(_outline(board.name, province), transform=_TENTHS, fill="url(#closed)")
        for province in sorted(board.impassable)
    )
    return _water(board.name) + _scaled("".join(land)) + hatched + _edges(board.name)


def province_labels(board: Board, layout: Layout, names: Names) -> str:
    """Return the names of all provinces and coasts, seas in blue and slanted."""
    sea: list[str] = []
    land: list[str] = []
    for province, label in layout.labels.items():
        if province in board.seas:
            sea.extend(_label(label))
        else:
            land.extend(_label(label))
    land.extend(
        text(names.coast(location[4:]), (x, y + COAST_LABEL * 0.36), COAST_LABEL)
        for location, (x, y) in layout.coasts.items()
    )
    halo: dict[str, str | float] = {
        "paint_order": "stroke",
        "stroke_width": 3.2,
        "stroke_linejoin": "round",
        "text_anchor": "middle",
    }
    return group(sea, fill=style.SEA_INK, stroke=style.SEA, **halo) + group(
        land, fill=style.INK, stroke=style.PAPER, stroke_opacity=0.85, **halo
    )


def _label(label: Label) -> Iterator[str]:
    x, y = label.at
    for i, line in enumerate(label.lines):
        offset = (i - (len(label.lines) - 1) / 2) * label.size * LINE
        yield text(line, (x, y + offset + label.size * 0.36), label.size)


def centre_marks(
    board: Board, layout: Layout, names: Names, centres: Mapping[Province, Power], gained: frozenset[Province]
) -> str:
    """All supply centres; an owned one bears its owner's letter, one of `gained` a golden ring."""
    return "".join(
        centre_mark(
            at,
            centres.get(province),
            names,
            is_home=board.provinces[province].home_of is not None,
            is_gained=province in gained,
        )
        for province, at in layout.centres.items()
    )


def centre_mark(at: Point, owner: Power | None, names: Names, *, is_home: bool, is_gained: bool = False) -> str:
    """One supply centre: square for a home centre, round for another."""
    radius = style.CENTRE_RADIUS
    parts = []
    if is_gained:
        parts.append(circle((0, 0), radius + 4.5, fill=style.GOLD, stroke=style.GOLD_EDGE, stroke_width=1.2))
    fill = style.ink(owner) if owner else style.CASING
    rim: dict[str, str | float] = {"fill": fill, "stroke": style.CASING if owner else style.INK, "stroke_width": 1.8}
    if is_home:
        side = radius * 1.8
        corner = number(-side / 2)
        parts.append(element("rect", "", x=corner, y=corner, width=side, height=side, rx=2.5, **rim))
    else:
        parts.append(circle((0, 0), radius, **rim))
    if owner:
        letter = names.power_short(owner)
        parts.append(text(letter, (0, 4.4), 12, fill=style.on_ink(owner), text_anchor="middle"))
    else:
        parts.append(circle((0, 0), 3, fill=style.INK))
    return moved("".join(parts), at)
