"""Writes docs/board.png: the results of the turn in board.txt, a Fall from the middle of a game that was played.

usage: python tools/map/draw_board.py
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from tianshen.judge.whole_turn import judge_turn  # noqa: E402
from tianshen.locale.names import load_names  # noqa: E402
from tianshen.locale.word_table import load_words  # noqa: E402
from tianshen.model.board import load_board  # noqa: E402
from tianshen.reading.case.case_file import read_case  # noqa: E402
from tianshen.record.turn_record import TurnRecord  # noqa: E402
from tianshen.reports.picture.drawing import picture_png, picture_svg  # noqa: E402
from tianshen.text.source import decode  # noqa: E402


def main():
    """Reads, judges and draws the turn."""
    case = read_case(decode((HERE / "board.txt").read_bytes(), "board.txt"))
    board = load_board()
    result = judge_turn(board, case.rules, case.position, case.reading.orders, secret="board")
    record = TurnRecord(board, case.rules, case.reading, result, load_words("zh", "picture")("title", "description"))
    if record.needs_attention:
        raise SystemExit(record.notices)
    target = ROOT / "docs" / "board.png"
    target.write_bytes(picture_png(picture_svg(record, load_names("zh", "house"))))
    print(f"{target}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
