"""How long the program takes to start, and to replay a whole game: `python benchmarks/startup.py [--rounds N]`.

Starting is measured as processor time of whole processes, best of N: every command on a small game beside `python -c
pass`, and beside a process that only imports what the command cannot do without; wanted is no more than twice that for
help and for judging. The replay is that of the game under `examples/`, in a process that has started.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
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
# What a command cannot do without: Typer loads its adapters (and with them pydantic) to call any command, reading
# Chinese needs jieba, a workbook openpyxl, a picture as PNG what draws it.
HELP = "typer"
CALL = "typer, typer._adapters"
READ = f"{CALL}, jieba"
BOOK = f"{READ}, openpyxl"
DRAW = f"{BOOK}, resvg_py, PIL.Image"
WANTED = 2
RESOLVE = ("resolve", "--anyway")


@dataclass(frozen=True)
class Command:
    """A call, what it needs, and whether its time is held to what is wanted. It is made in a game of two turns."""

    arguments: tuple[str, ...]
    needs: str
    is_held: bool = False
    writes: bool = False

    @property
    def name(self) -> str:
        """As it is printed."""
        return self.arguments[0]


# `demo` and `import` resolve whole games: they are no measure of a start.
COMMANDS = (
    Command(("--help",), HELP, is_held=True),
    Command(("new", "new"), CALL, writes=True),
    Command(("paste", "post"), READ, writes=True),
    Command(("check",), READ),
    Command(RESOLVE, DRAW, writes=True),
    Command(("status",), f"{READ}, rich.table"),
    Command(("report",), READ),
    Command(("why", "LON"), READ),
    Command(("map", "-o", "x.svg"), READ, writes=True),
    Command(("excel",), BOOK, writes=True),
    Command(("season", "."), BOOK, writes=True),
    Command(("judge", "full-board.case"), READ, is_held=True),
    Command(("translate", "post"), READ),
    Command(("verify",), READ),
    Command(("export",), READ),
)


def processor_time(*arguments: str, rounds: int, game: Path | None = None, afresh: bool = False) -> float:
    """The least processor time of a Python process with these arguments, in seconds; `afresh` in a copy of the game."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    best = float("inf")
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as name:
            place = Path(name) / "game" if afresh else game
            if afresh and game is not None:
                shutil.copytree(game, Path(name) / "game")
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            run = subprocess.run(
                [sys.executable, *arguments],
                cwd=place,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            )
            assert run.returncode == 0, run.stderr.decode(errors="replace")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        best = min(best, spent)
    return best


def small_game(folder: Path) -> Path:
    """The first turns of the example, one of them resolved."""
    game = folder / "game"
    game.mkdir()
    example = ROOT / "examples" / "three-way-tie"
    for path in (example / "game.toml", *sorted(example.glob("*.txt"))[:2]):
        shutil.copy(path, game)
    (game / "full-board.case").write_text(FULL_BOARD, encoding="utf-8")
    (game / "post").write_text("英国：\n伦敦舰队 移动 北海\n", encoding="utf-8")
    processor_time("-m", "tianshen", *RESOLVE, rounds=1, game=game)
    return game


def replay_time(rounds: int) -> tuple[int, float]:
    """How many turns the example has, and the least time in which they are read and judged again."""
    from tianshen.game.opened_game import open_game
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
    nothing = processor_time("-c", "pass", rounds=rounds)
    needed = {needs: processor_time("-c", f"import {needs}", rounds=rounds) for needs in {c.needs for c in COMMANDS}}
    start = 0.0
    with tempfile.TemporaryDirectory() as folder:
        game = small_game(Path(folder))
        print(f"{'':12}{'ms':>8}{'python -c pass':>18}{'ratio':>8}{'its needs alone':>18}{'ratio':>8}{'wanted':>8}")
        for command in COMMANDS:
            call = ("-m", "tianshen", *command.arguments)
            own = processor_time(*call, rounds=rounds, game=game, afresh=command.writes)
            alone = needed[command.needs]
            late = late or (command.is_held and own / alone > WANTED)
            start = own if command.name == "judge" else start
            figures = f"{nothing * 1e3:18.0f}{own / nothing:8.1f}{alone * 1e3:18.0f}{own / alone:8.1f}"
            print(f"{command.name:12}{own * 1e3:8.0f}{figures}{WANTED if command.is_held else '':>8}", flush=True)
    turns, replayed = replay_time(max(3, rounds // 3))
    late = late or replayed > start
    print(f"replay of {turns} turns: {replayed * 1e3:.0f} ms (not longer than judging one board, {start * 1e3:.0f} ms)")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
