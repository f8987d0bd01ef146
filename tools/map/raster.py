"""Who owns each small square of the board, with sums that answer "how much of this box is mine" at once."""

import json

import numpy as np
import shapely

STEP = 2  # pixels


def load_shapes(path):
    """The geometry file as data, and every province's shape (the impassable one too) as a geometry."""
    geometry = json.loads(path.read_text(encoding="utf-8"))
    arcs = []
    for coded in geometry["arcs"]:
        points = np.cumsum(np.array(coded, dtype=float).reshape(-1, 2), axis=0) / 10
        arcs.append(points.tolist())

    def ring(numbers):
        points = []
        for n in numbers:
            arc = arcs[n] if n >= 0 else arcs[~n][::-1]
            points += arc[(1 if points else 0) :]
        return points

    shapes = {}
    for name, parts in geometry["provinces"].items():
        polygons = [shapely.Polygon(ring(part[0]), [ring(hole) for hole in part[1:]]) for part in parts]
        shapes[name] = shapely.make_valid(shapely.MultiPolygon(polygons))
    return geometry, shapes


class Owners:
    """Shares of boxes: own ground, and foreign ground that a name must not cover."""

    def __init__(self, size, shapes, seas):
        self.width, self.height = size
        self.seas = seas
        xs = np.arange(STEP / 2, self.width, STEP)
        ys = np.arange(STEP / 2, self.height, STEP)
        self.grid = np.full((len(ys), len(xs)), -1)
        self.names = list(shapes)
        for number, shape in enumerate(shapes.values()):
            x0, y0, x1, y1 = (int(v // STEP) for v in shape.bounds)
            window = np.s_[y0 : y1 + 1, x0 : x1 + 1]
            gx, gy = np.meshgrid(xs[window[1]], ys[window[0]])
            shapely.prepare(shape)
            self.grid[window][shapely.contains_xy(shape, gx, gy)] = number
        wet = np.isin(self.grid, [self.names.index(sea) for sea in seas])
        self._land = _sums((self.grid >= 0) & ~wet)
        self._sea = _sums(wet)
        self._own = {}

    def shares(self, places, width, height, province, *, is_sea):
        """For a box around each place: the share that is the province's own, and the share that is foreign.

        For a land province water is neither; for a sea everything else is foreign, scenery is neither.
        """
        if province not in self._own:
            self._own[province] = _sums(self.grid == self.names.index(province))
        own = self._counted(self._own[province], places, width, height)
        land = self._counted(self._land, places, width, height)
        if is_sea:
            return own, land + self._counted(self._sea, places, width, height) - own
        return own, land - own

    def _counted(self, sums, places, width, height):
        rows, columns = self.grid.shape
        x0 = np.clip(((places[:, 0] - width / 2) / STEP).astype(int), 0, columns)
        x1 = np.clip(((places[:, 0] + width / 2) / STEP).astype(int), 0, columns)
        y0 = np.clip(((places[:, 1] - height / 2) / STEP).astype(int), 0, rows)
        y1 = np.clip(((places[:, 1] + height / 2) / STEP).astype(int), 0, rows)
        total = sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0]
        return total / np.maximum(int(width / STEP) * int(height / STEP), 1)


def _sums(mask):
    table = np.zeros((mask.shape[0] + 1, mask.shape[1] + 1), dtype=np.int64)
    table[1:, 1:] = mask.cumsum(axis=0).cumsum(axis=1)
    return table
