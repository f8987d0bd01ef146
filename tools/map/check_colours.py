"""Prints how far apart the powers' colours look to normal and to colour-blind eyes.

usage: python tools/map/check_colours.py             distances in CIE Lab of the closest pairs
       python tools/map/check_colours.py IN.png OUT.png deut|prot|trit      a picture as such eyes see it

Colour blindness is simulated after Machado, Oliveira and Fernandes (2009), severity 1.
"""

import itertools
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from tianshen.reports.picture.style import INKS, LAND, SEA, TINTS

EYES = {
    "norm": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deut": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "prot": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "trit": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)
PALETTES = {"tints": {**TINTS, "land": LAND, "sea": SEA}, "inks": INKS}


def seen(colour, eye):
    """CIE Lab of a colour `#rrggbb` as an eye sees it."""
    light = [_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5)]
    light = [min(1.0, max(0.0, value)) for value in _times(EYES[eye], light)]
    x, y, z = (_bent(value / white) for value, white in zip(_times(_TO_XYZ, light), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _linear(value):
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _bent(value):
    return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116


def closest(palette, eye):
    """All pairs of a palette, the closest first: distance and the two names."""
    return sorted(
        (math.dist(seen(palette[a], eye), seen(palette[b], eye)), a, b) for a, b in itertools.combinations(palette, 2)
    )


def report():
    """Prints the five closest pairs of each palette for each eye."""
    for title, palette in PALETTES.items():
        for eye in EYES:
            print(title, eye, "; ".join(f"{a}-{b} {d:.1f}" for d, a, b in closest(palette, eye)[:5]))


def simulate(source, target, eye):
    """Writes a picture as an eye sees it."""
    import numpy as np
    from PIL import Image

    values = np.asarray(Image.open(source).convert("RGB")) / 255
    light = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    changed = np.clip(light @ np.array(EYES[eye]).T, 0, 1)
    back = np.where(changed <= 0.0031308, changed * 12.92, 1.055 * changed ** (1 / 2.4) - 0.055)
    Image.fromarray((back * 255).round().astype("uint8")).save(target)


if __name__ == "__main__":
    report() if len(sys.argv) == 1 else simulate(*sys.argv[1:4])
