"""Records and pixels for the tests of the picture."""

from __future__ import annotations

import io
from importlib.resources import as_file

import resvg_py
from PIL import Image
from scripted import BOARD, played

from tianshen.model.rules import load_rules
from tianshen.reading.result import Reading
from tianshen.record.turn_record import TurnRecord
from tianshen.reports.picture.font import FAMILY, PNG_FONT
from tianshen.resources import data_file

# A turn in which nearly everything happens that can happen in a turn.
BUSY = """
    austria: A SER - BUL; F ALB S A SER - GRE; A GAL S A VIE - BUD; A VIE - BUD; A TRI - TYR
    england: A YOR - NWY VIA NTH; F NTH C A YOR - NWY; F NWG S A YOR - NWY; F ENG C A PAR - BEL; F SKA - SWE
    france: A BUR - BEL; F MAO - POR; A SPA H; A PAR - PIC; F BRE - MAO
    germany: A KIE S A MUN; F DEN S F HEL; A RUH - BEL; A MUN - TYR; F HEL H; A SIL - WAR
    italy: F ION C A APU - TUN; A APU - TUN VIA ION; A VEN - TRI; F TYS S F ION; A TYR S A VEN - TRI
    russia: F BOT - SWE; A UKR - GAL; A RUM S A UKR - GAL; A WAR S A UKR - GAL; A STP - NWY
    turkey: A BUL - GRE; F BLA - SEV; A SMY - ARM; F AEG S A BUL - GRE; A CON
"""
BUSY_CENTRES = {
    "austria": "VIE BUD TRI SER GRE",
    "england": "LON EDI LVP NWY BEL",
    "france": "PAR MAR BRE SPA POR",
    "germany": "BER KIE MUN DEN HOL",
    "italy": "ROM NAP VEN TUN",
    "russia": "MOS WAR STP SEV RUM SWE",
    "turkey": "ANK CON SMY BUL",
}


def record(script, turn="S1902", *, rules="tianshen", game="", players=None, version=1, **more):
    """A record of the turn as judged."""
    result = played(script, rules, turn=turn, **more)
    return TurnRecord(BOARD, load_rules(rules), Reading(), result, game, players, version)


def busy(**more):
    return record(BUSY, "F1902", centres=BUSY_CENTRES, retreats={"GAL": "BUD BOH"}, builds={"russia": "A MOS"}, **more)


def drawn(svg, width=None):
    """The pixels of any SVG, drawn with the picture's own font."""
    with as_file(data_file(*PNG_FONT)) as font:
        png = resvg_py.svg_to_bytes(
            svg_string=svg, font_files=[str(font)], font_family=FAMILY, skip_system_fonts=True, width=width
        )
    return Image.open(io.BytesIO(bytes(png))).convert("RGB")


def sheet(parts, width=120, height=80):
    """A small SVG of some parts around its middle, on white."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="{FAMILY}">'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
        f'<g transform="translate({width / 2} {height / 2})">{parts}</g></svg>'
    )


def near(colour, wanted, tolerance=40):
    """Whether a pixel has about the colour `#rrggbb`."""
    return all(abs(value - int(wanted[i : i + 2], 16)) <= tolerance for value, i in zip(colour, (1, 3, 5), strict=True))


def count(image, wanted, box=None, tolerance=40):
    """How many pixels of the image, or of a box in it, have about that colour."""
    part = image.crop(tuple(round(v) for v in box)) if box else image
    return sum(near(colour, wanted, tolerance) * n for n, colour in part.getcolors(part.width * part.height))


def pixels_of(image):
    """All pixels, row by row."""
    data = image.tobytes()
    return [tuple(data[i : i + 3]) for i in range(0, len(data), 3)]
