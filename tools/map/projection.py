"""From degrees to the board's pixels: an equal-area projection, bent so that crowded regions get more room.

Lambert's azimuthal equal-area projection around `CENTRE`; then a radial compression (the rim shrinks, the middle
grows); then a few bell-shaped lenses where provinces are tiny; then the place on the canvas.
"""

import math

import numpy as np

WIDTH, HEIGHT = 1600, 1450
CENTRE = (14.0, 49.0)
EARTH_RADIUS = 6371.0
COMPRESSION = 3000.0  # km
PIXELS_PER_KM = 0.408  # in the middle, before lenses
CANVAS_CENTRE = (740, 840)

# longitude, latitude, strength, width in pixels
LENSES = (
    (3.9, 51.2, 0.50, 72),  # Low Countries
    (11.2, 55.8, 0.36, 75),  # Denmark
    (20.6, 41.5, 0.36, 85),  # Albania, Serbia, Greece
    (-2.3, 53.9, 0.44, 108),  # Great Britain
    (-4.2, 57.1, 0.45, 60),  # Scotland
    (12.3, 43.3, 0.34, 95),  # Italy
    (15.0, 48.6, 0.20, 100),  # Vienna, Bohemia
    (12.0, 47.2, 0.34, 52),  # Tyrolia
    (28.6, 40.6, 0.26, 70),  # the Straits
    (-5.6, 36.0, 0.75, 34),  # Gibraltar
)


def _equal_area(lon, lat):
    lon, lat = np.radians(np.asarray(lon, float)), np.radians(np.asarray(lat, float))
    lon0, lat0 = map(math.radians, CENTRE)
    c = 1 + math.sin(lat0) * np.sin(lat) + math.cos(lat0) * np.cos(lat) * np.cos(lon - lon0)
    k = np.sqrt(2 / np.maximum(c, 1e-9))
    x = EARTH_RADIUS * k * np.cos(lat) * np.sin(lon - lon0)
    y = EARTH_RADIUS * k * (math.cos(lat0) * np.sin(lat) - math.sin(lat0) * np.cos(lat) * np.cos(lon - lon0))
    return x, y


def _before_lenses(lon, lat):
    x, y = _equal_area(lon, lat)
    shrink = 1 / np.sqrt(1 + (np.hypot(x, y) / COMPRESSION) ** 2)
    return CANVAS_CENTRE[0] + x * shrink * PIXELS_PER_KM, CANVAS_CENTRE[1] - y * shrink * PIXELS_PER_KM


_CENTRES = [(*(float(v) for v in _before_lenses(lon, lat)), k, s) for lon, lat, k, s in LENSES]


def project(lon, lat):
    """Arrays of degrees to arrays of pixels."""
    x, y = _before_lenses(lon, lat)
    dx, dy = np.zeros_like(x), np.zeros_like(y)
    for cx, cy, strength, sigma in _CENTRES:
        weight = strength * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * sigma * sigma))
        dx = dx + (x - cx) * weight
        dy = dy + (y - cy) * weight
    return x + dx, y + dy


def place(lon, lat):
    """One point in degrees to pixels."""
    x, y = project(np.array([lon]), np.array([lat]))
    return float(x[0]), float(y[0])
