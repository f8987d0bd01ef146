"""How long the program takes to start, and to replay a whole game: `python benchmarks/startup.py [--rounds N]`.

Starting is measured as processor time of whole processes, best of N, beside a process that only imports what the
command needs; wanted is no more than twice that. The replay is that of the game under `examples/`, in a process that
has started.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

FULL_BOARD = """局面 1901年春
规则 tianshen
英国：伦敦舰队、爱丁堡舰队、利物浦陆军
法国：布瑞斯特舰队、巴黎陆军、马塞陆军
德国：基尔舰队、慕尼黑陆军、柏林陆军
意大利：那布勒斯舰队、罗马陆军、威尼斯陆军
奥匈：粹斯特舰队、布达佩斯陆军、维也纳陆军
俄国：圣彼得堡（南岸）舰队、史瓦施托普舰队、莫斯科陆军、华沙陆军
土耳其：安卡拉舰队、史密尔纳陆军、君士坦丁堡陆军

英国：
伦敦舰队 移动 英吉利海峡
爱丁堡舰队 移动 北海
法国：
布瑞斯特舰队 移动 英吉利海峡
巴黎陆军 移动 伯干第
马塞陆军 支援 巴黎陆军 移动 伯干第
德国：
慕尼黑陆军 移动 伯干第
"""
# What each command cannot do without: Typer loads its adapters (and with them pydantic) to call any command, reading
# Chinese needs jieba.
NEEDS = {"--help": "typer", "judge": "typer, typer._adapters, jieba"}
WANTED = 2


def processor_time(*arguments: str, rounds: int) -> float:
    """The least processor time of a Python process with these arguments, in seconds."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    best = float("inf")
    for _ in range(rounds):
        before = os.times()
        run = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, check=False)
        assert run.returncode == 0, run.stderr.decode(errors="replace")
        after = os.times()
        spent = after.children_user - before.children_user + after.children_system - before.children_system
        best = min(best, spent)
    return best


def replay_time(rounds: int) -> tuple[int, float]:
    """How many turns the example has, and the least time in which they are read and judged again."""
    from tianshen.game.game import open_game
    from tianshen.game.replay import replay

    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "demo"
        command = [sys.executable, "-m", "tianshen", "demo", str(made)]
        subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
        best, turns = float("inf"), 0
        for _ in range(rounds):
            begun = time.process_time()
            turns = len(replay(open_game(made)).records)
            best = min(best, time.process_time() - begun)
    return turns, best


def main() -> int:
    """Prints the table; status 1 if something takes longer than is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    rounds = parser.parse_args().rounds
    late = False
    with tempfile.TemporaryDirectory() as folder:
        case = Path(folder) / "full-board.case"
        case.write_text(FULL_BOARD, encoding="utf-8")
        commands = {"--help": ("-m", "tianshen", "--help"), "judge": ("-m", "tianshen", "judge", str(case))}
        print(f"{'':10}{'ms':>8}{'its needs alone':>18}{'ratio':>8}{'wanted':>8}")
        for name, command in commands.items():
            own = processor_time(*command, rounds=rounds)
            needs = processor_time("-c", f"import {NEEDS[name]}", rounds=rounds)
            late = late or own / needs > WANTED
            print(f"{name:10}{own * 1e3:8.0f}{needs * 1e3:18.0f}{own / needs:8.1f}{WANTED:8}")
        start = processor_time(*commands["judge"], rounds=max(3, rounds // 3))
    turns, replayed = replay_time(max(3, rounds // 3))
    late = late or replayed > start
    print(f"replay of {turns} turns: {replayed * 1e3:.0f} ms (not longer than judging one board, {start * 1e3:.0f} ms)")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
