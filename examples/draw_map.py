"""Draws a turn: the orders, what came of them, or the board as it stands; SVG or PNG by the ending of the name.

python examples/draw_map.py OUT.svg [results|orders|position|blank]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

import tianshen as ts
from tianshen.locale.names import load_names
from tianshen.reports.picture.drawing import picture_png, picture_svg

if TYPE_CHECKING:
    from tianshen.reports.picture.drawing import PictureKind

ORDERS = """\
德国：
慕尼黑陆军 移动 伯干第
法国：
巴黎陆军 移动 伯干第
马赛陆军 支援 巴黎陆军 移动 伯干第
英国：
伦敦舰队 移动 北海
"""


def main(arguments: list[str]) -> None:
    """Writes the picture of the first Spring under the orders above."""
    target = Path(arguments[0])
    kind = cast("PictureKind", arguments[1] if len(arguments) > 1 else "results")
    board = ts.load_board()
    reading = ts.read_orders(ORDERS, board.start)
    turn = ts.adjudicate(board.start, reading.orders, reading=reading)
    svg = picture_svg(turn, load_names("zh", "modern"), kind=kind)
    target.write_bytes(picture_png(svg) if target.suffix == ".png" else svg.encode())


if __name__ == "__main__":
    main(sys.argv[1:])
