"""Prints how far apart the powers' colours look to normal and to colour-blind eyes.

usage: python tools/map/check_colours.py             distances in CIE Lab of the closest pairs
       python tools/map/check_colours.py IN.png OUT.png deut|prot|trit      a picture as such eyes see it

Colour blindness is simulated after Machado, Oliveira and Fernandes (2009), severity 1.
"""

import itertools
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))
from tianshen.reports.picture_style import INKS, LAND, SEA, TINTS

EYES = {
    "norm": np.eye(3),
    "deut": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "prot": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "trit": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(values):
    """Linear light from sRGB values of 0 to 1."""
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lab(light):
    """CIE Lab of linear light."""
    xyz = TO_XYZ @ np.clip(light, 0, 1) / np.array([0.9505, 1, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def seen(colour, eye):
    """Lab of a colour as an eye sees it."""
    return lab(np.array(EYES[eye]) @ linear(np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])))


def report():
    """Prints the five closest pairs of each palette for each eye."""
    for title, palette in (("tints", {**TINTS, "land": LAND, "sea": SEA}), ("inks", INKS)):
        for eye in EYES:
            pairs = sorted(
                (round(float(np.linalg.norm(seen(palette[a], eye) - seen(palette[b], eye))), 1), a, b)
                for a, b in itertools.combinations(palette, 2)
            )
            print(title, eye, "; ".join(f"{a}-{b} {d}" for d, a, b in pairs[:5]))


def simulate(source, target, eye):
    """Writes a picture as an eye sees it."""
    from PIL import Image

    light = linear(np.asarray(Image.open(source).convert("RGB")) / 255)
    changed = np.clip(light @ np.array(EYES[eye]).T, 0, 1)
    back = np.where(changed <= 0.0031308, changed * 12.92, 1.055 * changed ** (1 / 2.4) - 0.055)
    Image.fromarray((back * 255).round().astype("uint8")).save(target)


if __name__ == "__main__":
    report() if len(sys.argv) == 1 else simulate(*sys.argv[1:4])
