"""The legend in the upper right corner of the map: a sample and a word for everything that the picture shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.judge.ruling import Outcome
from tianshen.model.orders import Convoy, Hold, Move, SupportHold, SupportMove
from tianshen.reports.picture import drawn_orders as drawn
from tianshen.reports.picture import style
from tianshen.reports.picture.curves import bent
from tianshen.reports.picture.font import picture_font
from tianshen.reports.picture.ground import centre_mark
from tianshen.reports.picture.markup import element, group, moved, text
from tianshen.reports.picture.unit_symbols import body, cross, disband_cross, dislodged_ring, gold_ring, star

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tianshen.locale.names import Names
    from tianshen.locale.word_table import WordTable
    from tianshen.model.position import Power
    from tianshen.reports.picture.curves import Track
    from tianshen.reports.picture.geometry import Box
    from tianshen.reports.picture.scene import Deed, Scene

LEGEND = (
    *("army", "fleet", "home_centre", "centre", "captured", "move", "fails", "sea", "support", "cut", "void", "ghost"),
    *("convoy", "hold", "unordered", "standoff", "dislodged", "retreat", "built", "disbanded"),
)
_PITCH, _PAD, _SIZE = 28.0, 8.0, 16.0
_SAMPLE = 54.0  # width of a sample
_COLOUR = "#3d3d40"
_POWER = "germany"
_ALWAYS = ("home_centre", "centre")


def shown_keys(scene: Scene) -> list[str]:
    """Return the entries of the legend that a scene calls for, in the legend's sequence."""
    keys = set(_ALWAYS)
    for deed in scene.deeds:
        keys.update(_deed_keys(deed))
    keys.update(_piece_keys(scene))
    seen = {"retreat": scene.flights, "standoff": scene.standoffs, "captured": scene.gained}
    keys.update(key for key, found in seen.items() if found)
    return [key for key in LEGEND if key in keys]


def _piece_keys(scene: Scene) -> set[str]:
    states = {piece.state for piece in scene.pieces}
    keys = {"army", "fleet"} if scene.pieces else set()
    keys.update(state for state in ("built", "disbanded") if state in states)
    if states & {"dislodged", "fled", "crushed"}:
        keys.add("dislodged")
    if "crushed" in states:
        keys.add("disbanded")
    return keys


def _deed_keys(deed: Deed) -> set[str]:
    order, outcome = deed.order, deed.outcome
    keys = set()
    if isinstance(order, Move):
        keys.add("sea" if deed.by_sea else "move")
    elif isinstance(order, SupportHold | SupportMove):
        keys.add("support")
    elif isinstance(order, Convoy):
        keys.add("convoy")
    else:
        keys.add("hold" if isinstance(order, Hold) else "unordered")
    if not deed.matches:
        keys.add("ghost")
    if outcome in (Outcome.BOUNCES, Outcome.DISRUPTED):
        keys.add("fails")
    elif outcome in (Outcome.CUT, Outcome.VOID):
        keys.add(str(outcome))
    return keys


def legend(box: Box, scene: Scene, names: Names, words: WordTable) -> str:
    """Return the legend as markup, in two columns at the right edge of its box."""
    keys = shown_keys(scene)
    left, top, right, _ = box
    rows = (len(keys) + 1) // 2
    width, height = right - left - 14, rows * _PITCH + 2 * _PAD
    column = width / 2
    parts = [
        element(
            "rect",
            "",
            width=width,
            height=height,
            rx=10,
            fill=style.PAPER,
            fill_opacity=0.96,
            stroke=style.FRAME,
            stroke_width=2.4,
        )
    ]
    font = picture_font()
    for i, key in enumerate(keys):
        x, y = _PAD + column * (i // rows), _PAD + _PITCH * (i % rows + 0.5)
        sample = _centre(key, names, scene) if "centre" in key else _SAMPLES[key](names)
        word = font.fitted(words("legend", key), _SIZE, column - _SAMPLE - 2 * _PAD)
        parts.append(moved(sample + text(word, (_SAMPLE + 8, _SIZE * 0.36), _SIZE, fill=style.INK), (x, y)))
    return moved("".join(parts), (left, top + 14))


def _centre(key: str, names: Names, scene: Scene) -> str:
    owner = _shown(names) if scene.centres else None
    return centre_mark((_SAMPLE / 2, 0), owner, names, is_home=key == "home_centre")


def _shown(names: Names) -> Power:
    """Whose units and centres the samples are; on boards without that power the first one's."""
    return _POWER if _POWER in names.powers else next(iter(names.powers))


def _line() -> Track:
    return bent((4, 0), (_SAMPLE - 4, 0), 0.0)


def _in_middle(parts: str, scale: float = 0.62) -> str:
    return element("g", parts, transform=f"translate({_SAMPLE / 2:.0f} 0) scale({scale})")


def _sample_unit(kind: str) -> Callable[[Names], str]:
    def draw(names: Names) -> str:
        return _in_middle(body(_shown(names), kind, names))

    return draw


def _dislodged(names: Names) -> str:
    return _in_middle(dislodged_ring() + body(_shown(names), "A", names), 0.46)


def _built(names: Names) -> str:
    return _in_middle(gold_ring() + body(_shown(names), "A", names) + star((17, -17)), 0.52)


def _disbanded(names: Names) -> str:
    return _in_middle(group([body(_shown(names), "A", names)], opacity=0.55) + disband_cross(), 0.56)


def _failing(_: Names) -> str:
    line = _line()
    return drawn.move_arrow(line, _COLOUR, Outcome.BOUNCES) + cross((31, 0), 6.0)


def _void(_: Names) -> str:
    return drawn.move_arrow(_line(), _COLOUR, Outcome.VOID) + drawn.void_mark((27, 0))


def _cut(_: Names) -> str:
    return drawn.support_line(_line(), _COLOUR, Outcome.CUT) + drawn.cut_mark((27, 0), (1, 0))


def _convoy(names: Names) -> str:
    return _in_middle(drawn.convoy_ring((0, 0), _COLOUR, None) + body(_shown(names), "F", names), 0.42)


_SAMPLES: Mapping[str, Callable[[Names], str]] = {
    "army": _sample_unit("A"),
    "fleet": _sample_unit("F"),
    "captured": lambda names: centre_mark((_SAMPLE / 2, 0), _shown(names), names, is_home=False, is_gained=True),
    "move": lambda _: drawn.move_arrow(_line(), _COLOUR, None),
    "fails": _failing,
    "sea": lambda _: drawn.move_arrow(_line(), _COLOUR, None, by_sea=True),
    "support": lambda _: drawn.support_line(_line(), _COLOUR, None),
    "cut": _cut,
    "void": _void,
    "ghost": lambda _: drawn.ghost(_line(), _COLOUR),
    "convoy": _convoy,
    "hold": lambda _: drawn.stand((_SAMPLE / 2, -24), _COLOUR, is_ordered=True),
    "unordered": lambda _: drawn.stand((_SAMPLE / 2, -24), _COLOUR, is_ordered=False),
    "standoff": lambda _: _in_middle(drawn.standoff((0, 0)), 0.75),
    "dislodged": _dislodged,
    "retreat": lambda _: drawn.retreat_arrow(_line(), _COLOUR),
    "built": _built,
    "disbanded": _disbanded,
}
