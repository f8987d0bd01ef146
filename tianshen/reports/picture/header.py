"""The strip above the map: title, and the centre table as one cell for each power, most centres first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tianshen.reports.picture import style
from tianshen.reports.picture.font import picture_font
from tianshen.reports.picture.markup import circle, element, group, moved, text
from tianshen.reports.picture.unit_symbols import star

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tianshen.locale.names import Names
    from tianshen.model.board import Board
    from tianshen.model.position import Power, Province

_MARGIN = 14.0
_BASELINE = 45.0
_TITLE, _GAME = 34.0, 30.0
_GAP = 8.0  # between cells and below them
_MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class HeaderCell:
    """A row of the centre table; `change` is None where nothing is compared."""

    power: Power
    count: int
    change: int | None = None
    player: str = ""
    has_won: bool = False


def standings(
    board: Board,
    centres: Mapping[Province, Power],
    before: Mapping[Province, Power] | None,
    players: Mapping[Power, str],
    winners: Sequence[Power] = (),
) -> list[HeaderCell]:
    """All powers, most centres first; powers with the same number in the sequence of the board."""
    owned = list(centres.values())
    was = None if before is None else list(before.values())
    rows = [
        HeaderCell(
            power,
            owned.count(power),
            None if was is None else owned.count(power) - was.count(power),
            players.get(power, ""),
            power in winners,
        )
        for power in board.powers
    ]
    return sorted(rows, key=lambda row: -row.count)


def header_height(rows: Sequence[HeaderCell]) -> int:
    """How high the strip is."""
    return style.TITLE_HEIGHT + (_table_height(rows) if rows else 0)


def _table_height(rows: Sequence[HeaderCell]) -> int:
    return style.TABLE_HEIGHT + (style.PLAYERS_HEIGHT if any(row.player for row in rows) else 0)


def header(width: float, title: str, game: str, rows: Sequence[HeaderCell], names: Names) -> str:
    """Return the strip as markup: `title` on the left, the game's name on the right, cut to the room."""
    font = picture_font()
    room = width - 2 * _MARGIN
    left = font.fitted(font.shown(title), _TITLE, room)
    right = font.fitted(font.shown(game), _GAME, room - font.width(left, _TITLE) - 40) if game else ""
    parts = [
        element("rect", "", width=width, height=header_height(rows), fill=style.PAPER),
        text(left, (_MARGIN + 4, _BASELINE), _TITLE, fill=style.INK, stroke=style.INK, stroke_width=0.8),
    ]
    if right:
        parts.append(text(right, (width - _MARGIN - 4, _BASELINE), _GAME, fill=style.QUIET, text_anchor="end"))
    if rows:
        cell_width = (room - _GAP * (len(rows) - 1)) / len(rows)
        for i, row in enumerate(rows):
            cell = _cell(row, cell_width, _table_height(rows) - _GAP, names)
            parts.append(moved(cell, (_MARGIN + i * (cell_width + _GAP), style.TITLE_HEIGHT)))
    return "".join(parts)


def _cell(row: HeaderCell, width: float, height: float, names: Names) -> str:
    font = picture_font()
    colour = style.ink(row.power)
    box = element("rect", "", width=width, height=height, rx=8, fill=style.tint(row.power), fill_opacity=0.5)
    edge = element("rect", "", width=width, height=height, rx=8, fill="none", stroke=colour, stroke_width=2.4)
    badge = circle((36, 38), 26, fill=colour, stroke=style.CASING, stroke_width=2) + text(
        names.power_short(row.power), (36, 49), 30, fill=style.on_ink(row.power), text_anchor="middle"
    )
    count = str(row.count)
    parts = [
        box,
        badge,
        text(font.fitted(names.power(row.power), 21, width - 78), (72, 29), 21, fill=style.INK),
        text(count, (72, 68), 40, fill=style.INK, stroke=style.INK, stroke_width=0.8),
    ]
    if row.change:
        at = (80 + font.width(count, 40), 66)
        parts.append(text(_signed(row.change), at, 26, fill=_shade(row.change)))
    if row.has_won:
        parts.append(star((width - 26, 54), 17))
    if row.player:
        player = font.fitted(font.shown(row.player), 19, width - 24)
        parts.append(text(player, (12, 91), 19, fill=style.INK))
    return group([*parts, edge], **({"opacity": 0.45} if row.count == 0 else {}))


def _signed(change: int) -> str:
    return f"+{change}" if change > 0 else f"{_MINUS}{-change}"


def _shade(change: int) -> str:
    return "#14632c" if change > 0 else style.FAILURE
