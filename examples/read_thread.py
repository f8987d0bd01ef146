"""Reads a page of a forum, copied as text, and says what each order was understood to be.

    python examples/read_thread.py [PAGE.txt]

Without a page, the first turn of the shipped game. Who plays what is learnt from the authors' nicknames below.
"""

from __future__ import annotations

import sys
from pathlib import Path

import tianshen as ts
from tianshen.locale.names import load_names
from tianshen.reading.turn.turn_reader import read_turn
from tianshen.reading.turn_context import TurnContext
from tianshen.text.source import decode
from tianshen.writing.notation import write_order

PAGE = Path(__file__).parent / "three-way-tie" / "1901春.txt"
PLAYERS = {
    "england": ("雾港老船长",),
    "france": ("蜗牛不加蒜",),
    "germany": ("黑啤加盐",),
    "italy": ("通心粉提督",),
    "austria": ("蓝色多瑙河边",),
    "russia": ("西伯利亞特快",),
    "turkey": ("烤肉转转转",),
}


def main(arguments: list[str]) -> None:
    """Prints one line for each order that counts, with its source, and then every notice."""
    page = Path(arguments[0]) if arguments else PAGE
    board = ts.load_board()
    context = TurnContext(board, board.start, ts.load_rules().options, players=PLAYERS)
    reading = read_turn(decode(page.read_bytes(), page.name), context)
    english = load_names("en")
    for given in reading.given:
        order = write_order(given.order, board.start, english)
        print(f"{given.power:8} {order:24} {page.name}:{given.where.line}  {given.text}")
    for notice in reading.notices:
        print(f"{notice.level.value}: {ts.phrase(notice, 'zh')}")


if __name__ == "__main__":
    main(sys.argv[1:])
