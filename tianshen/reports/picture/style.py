"""Colours and sizes of the picture. `tools/map/check_colours.py` measures the colours for colour-blind eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tianshen.model.position import Power

TITLE_HEIGHT = 62  # the title line above the map
TABLE_HEIGHT, PLAYERS_HEIGHT = 82, 26  # the centre table below it, and more of it where players are named
CENTRE_RADIUS = 9.0

# Tokens and orders of a power, what is written on them, and its land.
INKS: Mapping[Power, str] = {
    "austria": "#b3191a",
    "england": "#1a2a7a",
    "france": "#3aa5e4",
    "germany": "#4d4d4d",
    "italy": "#2b7d45",
    "russia": "#983da0",
    "turkey": "#dd9d1c",
}
ON_INK: Mapping[Power, str] = dict.fromkeys(INKS, "#ffffff") | {"france": "#10202e", "turkey": "#2a1c00"}
TINTS: Mapping[Power, str] = {
    "austria": "#ea8a7c",
    "england": "#7289c6",
    "france": "#92c5ee",
    "germany": "#a19d98",
    "italy": "#8fdfac",
    "russia": "#dc9fc6",
    "turkey": "#f4d06c",
}

LAND = "#f6efdc"
SCENERY = "#e2dccb"
IMPASSABLE = "#d6cdb9"
IMPASSABLE_STROKE = "#bfb59b"
SEA = "#c5dae6"
SHALLOWS = ("#b9d2e1", "#abc9dc", "#9dc0d7")  # along the coast, from the outside in
LAKE = "#b4cfdf"
GRATICULE = "#d6e5ee"
SEA_LINE = "#55819f"
BORDER = "#776a55"
COAST = "#4a4134"
FRAME = "#5a4c36"
PAPER = "#fbf6e8"

INK = "#26211b"
SEA_INK = "#28557a"
QUIET = "#6d6557"
CASING = "#ffffff"
FAILURE = "#d1101b"
VOID = "#5b5b5b"
GOLD = "#ffc81f"
GOLD_EDGE = "#9a5b00"


def ink(power: Power) -> str:
    """Return the strong colour of a power; grey for one that the style does not know."""
    return INKS.get(power, VOID)


def on_ink(power: Power) -> str:
    """Return the colour of letters on the strong colour."""
    return ON_INK.get(power, CASING)


def tint(power: Power | None) -> str:
    """Return the land colour of a power; plain land for nobody's."""
    return TINTS.get(power, LAND) if power else LAND


def pale(colour: str, share: float = 0.45, ground: str = LAND) -> str:
    """Return a colour mixed with the plain land: `share` of it is left."""
    mixed = (round(int(colour[i : i + 2], 16) * share + int(ground[i : i + 2], 16) * (1 - share)) for i in (1, 3, 5))
    return "#" + "".join(f"{value:02x}" for value in mixed)
