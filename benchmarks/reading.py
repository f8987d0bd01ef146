"""How the reader does: lines read right, asked about and read wrong over the corpus; a long page beside start-up.

Lines and pages with their right readings lie under `tests/reading/lines` and `tests/threads/pages`; this script counts
them with the code that tests them. Ends with status 1 where a line is read wrong, or a page of 200 posts takes longer
than the wanted number of program starts.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / "reading"), str(ROOT / "tests" / "threads")]

import test_lines as lines  # noqa: E402
import test_pages as pages  # noqa: E402

from tianshen.model.board import load_board  # noqa: E402
from tianshen.model.rules import load_rules  # noqa: E402
from tianshen.reading.case.case_file import read_case  # noqa: E402
from tianshen.reading.turn.turn_reader import TurnContext, read_turn  # noqa: E402
from tianshen.text.source import source_of  # noqa: E402

POSTS = 200
ROUNDS = 3
STARTS = 5  # a page of 200 posts may take as long as the program takes to start so many times


def count_lines() -> tuple[int, int, int, int]:
    """Lines read right, asked about as they should be, asked about though readable, and read wrong."""
    right = asked = needless = wrong = 0
    for path in sorted(lines.LINES.glob("*.txt")):
        for head, rows in lines.blocks(path):
            position = read_case(source_of("\n".join(head) + "\n")).position
            for _, text, wanted in rows:
                found = lines.reading_of(text, position)
                if lines.agrees(found, wanted):
                    asked += any(part.startswith("error") for part in found)
                    right += not any(part.startswith("error") for part in found)
                elif any(part.startswith("error") for part in found):
                    needless += 1
                else:
                    wrong += 1
    return right, asked, needless, wrong


def long_page() -> str:
    """A page of 200 posts in the form of a forum, seven players revising their orders again and again."""
    orders = (
        ("英国", "伦敦舰队 移动 北海\n爱丁堡舰队 移动 挪威海\n利物浦陆军 移动 约克"),
        ("法国", "布雷斯特→中大西洋；巴黎陆军 支援 马赛→勃艮第；马赛陆军进勃艮第"),
        ("德国", "F Kie-Den, A Mun-Ruh, A Ber-Kie"),
        ("意大利", "1. 威尼斯陆军 固守\n2. 罗马陆军 进入 阿普利亚\n3. 那不勒斯舰队 到 爱奥尼亚海"),
        ("奥匈", "維也納陸軍 移動 加利西亞，布達佩斯陸軍 移動 塞爾維亞，的里雅斯特艦隊 移動 阿爾巴尼亞"),
        ("俄国", "塞瓦斯托波尔舰队 移动 黑海\n圣彼得堡（南岸）舰队 移动 波的尼亚湾\n今天先这样，大家晚安"),
        ("土耳其", "安卡拉舰队打黑海\n君士坦丁堡陆军 进 保加利亚\n士麦那陆军 去 君士坦丁堡"),
    )
    page = []
    for number in range(POSTS):
        power, text = orders[number % len(orders)]
        clock = f"2026-12-{1 + number // 100} {number // 10 % 10 + 10}:{number % 10}{number % 6}:00"
        page.append(f"{power}玩家 发表于 {clock} | 只看该作者\n{text}\n")
    return "\n".join(page)


def main() -> int:
    """Prints the figures; 1 where one falls short."""
    right, asked, needless, wrong = count_lines()
    total = right + asked + needless + wrong
    print(f"lines {total}: right {right}, asked {asked}, asked needlessly {needless}, wrong {wrong}")
    print(f"pages with their readings: {len(pages.PAGES)}")
    board = load_board()
    players = {power: [f"{name}玩家"] for power, name in zip(board.powers, lines_names(), strict=True)}
    context = TurnContext(board, board.start, load_rules().options, players=players)
    source = source_of(long_page())
    seconds, given = best(lambda: len(read_turn(source, context).given))
    start, _ = best(
        lambda: (
            subprocess.run(
                [sys.executable, "-m", "tianshen", "--version"], check=True, stdout=subprocess.DEVNULL
            ).returncode
        )
    )
    print(
        f"a page of {POSTS} posts: {seconds * 1000:.0f} ms, {given} orders count; {seconds / start:.1f} program starts"
    )
    return int(wrong > 0 or seconds > STARTS * start)


def lines_names() -> tuple[str, ...]:
    """The powers as the page names them, in the sequence of the board."""
    return ("英国", "法国", "德国", "意大利", "奥匈", "俄国", "土耳其")


def best(run) -> tuple[float, int]:
    """The shortest time of some rounds, and what the run returned."""
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        result = run()
        times.append(time.perf_counter() - begin)
    return min(times), result


if __name__ == "__main__":
    sys.exit(main())
