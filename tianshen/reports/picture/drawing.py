"""The picture of the board, as SVG and as PNG.

    svg = picture_svg(record, names, kind="results")
    png = picture_png(svg)

`picture_svg` takes a `TurnRecord` or a `Position`, and `names` from `load_names`: they settle the language and the name
set. Kinds:

- `results` (records): the board after the turn, the way that each unit came, and what became of every order;
- `orders` (records): the board before the turn, with every order as given;
- `position`: the board as it stands; of a record, the one after the turn;
- `blank`: the map alone, with nobody on it.

The SVG is a string that needs nothing else: no font, no style sheet, no script. The same input gives the same string,
byte for byte. It is 1600 pixels wide. All text that came from people (the game's name, the players' names) is escaped;
a character that the picture's font lacks is shown as a square, and `unshown` lists those.
"""

from __future__ import annotations

import base64
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from tianshen.errors import InputError
from tianshen.locale.word_table import load_words
from tianshen.model.board import load_board
from tianshen.model.position import Position
from tianshen.notices import Code
from tianshen.reports.picture import style
from tianshen.reports.picture.drawn_orders import OrderPlan, draw_orders
from tianshen.reports.picture.font import FAMILY, SVG_FONT, picture_font
from tianshen.reports.picture.geometry import has_shapes, load_geometry, load_layout
from tianshen.reports.picture.ground import centre_marks, ground, land_colours, province_labels
from tianshen.reports.picture.header import header, header_height, standings
from tianshen.reports.picture.legend import legend
from tianshen.reports.picture.markup import element, escaped, group, moved
from tianshen.reports.picture.png import picture_png
from tianshen.reports.picture.scene import Scene, orders_scene, position_scene, results_scene
from tianshen.reports.picture.unit_symbols import DEFINITIONS, piece, places
from tianshen.resources import data_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tianshen.locale.names import Names
    from tianshen.model.board import Board
    from tianshen.model.position import Power
    from tianshen.record.turn_record import TurnRecord
    from tianshen.reports.picture.geometry import Geometry
    from tianshen.reports.picture.header import HeaderCell
    from tianshen.reports.picture.markup import Point
    from tianshen.reports.picture.scene import SceneUnit

__all__ = ["PictureKind", "picture_png", "picture_svg", "unshown"]

PictureKind: TypeAlias = Literal["orders", "results", "position", "blank"]
_FALLBACKS = "'Noto Sans CJK SC','Microsoft YaHei','PingFang SC',sans-serif"


def picture_svg(
    what: TurnRecord | Position,
    names: Names,
    *,
    kind: PictureKind = "results",
    game: str = "",
    players: Mapping[Power, str] | None = None,
) -> str:
    """Return the picture as SVG.

    `game` and `players` (the name shown for each power) are taken from a record; give them with a position. Raises
    `ValueError` for the orders or results of a mere position, `InputError` (`picture_no_shapes`) for a board that
    has no shapes, `DataError` where the map's data is broken.
    """
    if isinstance(what, Position):
        board, position, record = load_board(names.board), what, None
        if kind in ("orders", "results"):
            raise ValueError(f"{kind} of a position")
    else:
        board, position, record = what.board, what.result.position, what
        game, players = game or what.game, players or what.players
    if not has_shapes(board.name):
        raise InputError.single(Code.PICTURE_NO_SHAPES, name=board.name)
    scene = _scene(record, position, kind)
    geometry = load_geometry(board.name)
    title = _title(record, position, names, kind)
    rows = [] if kind == "blank" else _table(board, record, scene, kind, players or {})
    top = header(geometry.width, title, game, rows, names)
    return _document(
        geometry, top, header_height(rows), _board(board, geometry, scene, names), f"{title} {game}", names
    )


def unshown(text: str) -> str:
    """Return the characters of a name that the picture shows as a square, each once."""
    font = picture_font()
    return "".join(c for c in font.lacking(text) if font.shown(c) and not c.isspace())


def _scene(record: TurnRecord | None, position: Position, kind: PictureKind) -> Scene:
    if kind == "blank":
        return Scene({})
    if record is not None and kind == "orders":
        return orders_scene(record)
    if record is not None and kind == "results":
        return results_scene(record)
    return position_scene(position)


def _table(
    board: Board, record: TurnRecord | None, scene: Scene, kind: PictureKind, players: Mapping[Power, str]
) -> list[HeaderCell]:
    if record is None or kind != "results":
        return standings(board, scene.centres, None, players)
    victory = record.result.victory
    winners = victory.winners if victory else ()
    return standings(board, scene.centres, record.result.before.centres, players, winners)


def _title(record: TurnRecord | None, position: Position, names: Names, kind: PictureKind) -> str:
    words = load_words(names.lang, "picture")
    if kind == "blank":
        return words("kinds", kind)
    turn = position.turn if record is None or kind == "position" else record.result.before.turn
    parts = [names.turn(turn), words("kinds", kind)]
    if record is not None and kind == "results" and record.version > 1:
        parts.append(words("title", "version", version=str(record.version)))
    return " · ".join(parts)


def _board(board: Board, geometry: Geometry, scene: Scene, names: Names) -> str:
    layout = load_layout(names.lang, names.name_set, board.name)
    spots = places(scene.pieces, layout, geometry)
    sheets = draw_orders(scene, OrderPlan(scene, spots, layout))
    return "".join(
        [
            ground(geometry, board, land_colours(board, scene.centres)),
            group(sheets.supports),
            group(sheets.moves),
            province_labels(board, layout, names),
            centre_marks(board, layout, names, scene.centres, scene.gained),
            group(piece(item, spot, names) for item, spot in sorted(zip(scene.pieces, spots, strict=True), key=_depth)),
            group(sheets.marks),
            legend(layout.legend, scene, names, load_words(names.lang, "picture")),
        ]
    )


def _depth(placed: tuple[SceneUnit, Point]) -> bool:
    """Pieces that were driven aside lie under those that took their place."""
    return not placed[0].is_aside


def _document(geometry: Geometry, top: str, top_height: int, board: str, title: str, names: Names) -> str:
    width, height = geometry.width, geometry.height + top_height
    frame = _rim(width, height, 2.5, style.FRAME, 5) + _rim(width, height, 6.5, style.PAPER, 2)
    description = load_words(names.lang, "picture")("title", "description")
    content = "".join(
        [
            element("title", escaped(f"{description} {picture_font().shown(title)}")),
            f"<style>@font-face{{font-family:'{FAMILY}';src:url(data:font/woff2;base64,{_embedded_font()})}}</style>",
            element("defs", DEFINITIONS),
            moved(board, (0, top_height)),
            top,
            frame,
        ]
    )
    return element(
        "svg",
        content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        font_family=f"'{FAMILY}',{_FALLBACKS}",
        lang=names.lang,
    )


def _rim(width: float, height: float, inset: float, colour: str, stroke_width: float) -> str:
    return element(
        "rect",
        "",
        x=inset,
        y=inset,
        width=width - 2 * inset,
        height=height - 2 * inset,
        fill="none",
        stroke=colour,
        stroke_width=stroke_width,
    )


@cache
def _embedded_font() -> str:
    return base64.b64encode(data_file(*SVG_FONT).read_bytes()).decode("ascii")
