"""Powers are told apart by colour as well, also by colour-blind eyes."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tianshen.model.board import load_board
from tianshen.reports.picture.style import CASING, INKS, LAND, ON_INK, TINTS, pale, tint

_PATH = Path(__file__).parents[2] / "tools" / "map" / "check_colours.py"
_SPEC = importlib.util.spec_from_file_location("check_colours", _PATH)
colours = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(colours)


def test_lab_of_known_colours():
    assert colours.seen("#ffffff", "norm") == pytest.approx((100, 0, 0), abs=0.5)
    assert colours.seen("#000000", "norm") == pytest.approx((0, 0, 0), abs=0.5)
    assert colours.seen("#ff0000", "norm") == pytest.approx((53.2, 80.1, 67.2), abs=0.5)


@pytest.mark.parametrize("eye", ["norm", "deut", "prot", "trit"])
@pytest.mark.parametrize(("palette", "least"), [("tints", 9), ("inks", 15)])
def test_no_two_colours_look_alike(palette, least, eye):
    distance, a, b = colours.closest(colours.PALETTES[palette], eye)[0]
    assert distance > least, (a, b)


def test_letters_can_be_read_on_their_colour():
    for power in load_board().powers:
        lightness = [colours.seen(colour, "norm")[0] for colour in (INKS[power], ON_INK[power])]
        assert abs(lightness[0] - lightness[1]) > 35, power


def test_pale_land_lies_between_its_tint_and_plain_land():
    for power, colour in TINTS.items():
        pale_one = colours.seen(pale(colour), "norm")
        ends = sorted((colours.seen(colour, "norm")[0], colours.seen(LAND, "norm")[0]))
        assert ends[0] < pale_one[0] < ends[1], power


def test_nobodys_land_is_plain():
    assert tint(None) == tint("nobody") == LAND
    assert CASING == "#ffffff"
