"""Shared-arc coding: every border stored once, in whole tenths of a pixel, as differences."""

import itertools


def encode(shapes, wet):
    """Arcs, their kinds, and every shape as polygons of rings of arc numbers (`~n` for arc n backwards).

    `shapes` maps owners to polygons of rings of points; `wet` are the owners that are water. A kind is one letter:
    c coast, b border on land, s border at sea, f the frame.
    """
    coder = _Coder(shapes)
    coded = {
        owner: [[coder.ring(ring, owner) for ring in part] for part in parts] for owner, parts in coder.ints.items()
    }
    kinds = "".join(_kind([owner in wet for owner in coder.sides[i]]) for i in range(len(coder.arcs)))
    return [_differences(arc) for arc in coder.arcs], kinds, coded, coder.sides


def _kind(sides):
    if len(sides) == 1:
        return "f"
    return "s" if all(sides) else "c" if any(sides) else "b"


def _differences(arc):
    out = [*arc[0]]
    for (x0, y0), (x1, y1) in itertools.pairwise(arc):
        out += [x1 - x0, y1 - y0]
    return out


class _Coder:
    def __init__(self, shapes):
        self.ints = {
            owner: [[[(round(x * 10), round(y * 10)) for x, y in ring] for ring in part] for part in parts]
            for owner, parts in shapes.items()
        }
        self.arcs = []
        self.sides = {}
        self._index = {}
        self._nodes = self._find_nodes()

    def _find_nodes(self):
        """Points at which more than two borders meet."""
        beside = {}
        for parts in self.ints.values():
            for ring in (ring for part in parts for ring in part):
                for a, b in itertools.pairwise(ring):
                    beside.setdefault(a, set()).add(b)
                    beside.setdefault(b, set()).add(a)
        return {point for point, others in beside.items() if len(others) != 2}

    def ring(self, ring, owner):
        """A closed ring as arc numbers; one without nodes is one arc, always stored in the same direction."""
        ring = ring[:-1]
        nodes = [i for i, point in enumerate(ring) if point in self._nodes]
        first = nodes[0] if nodes else min(range(len(ring)), key=lambda i: ring[i])
        ring = [*ring[first:], *ring[:first], ring[first]]
        if not nodes:
            area = sum(a[0] * b[1] - b[0] * a[1] for a, b in itertools.pairwise(ring))
            return [~self._number(ring[::-1], owner)] if area < 0 else [self._number(ring, owner)]
        cuts = [i for i, point in enumerate(ring) if point in self._nodes or i in (0, len(ring) - 1)]
        return [self._number(ring[a : b + 1], owner) for a, b in itertools.pairwise(cuts)]

    def _number(self, points, owner):
        key, backwards = tuple(points), tuple(reversed(points))
        if backwards in self._index:
            number, reference = self._index[backwards], ~self._index[backwards]
        else:
            number = reference = self._index.setdefault(key, len(self.arcs))
            if number == len(self.arcs):
                self.arcs.append(points)
        self.sides.setdefault(number, []).append(owner)
        return reference
