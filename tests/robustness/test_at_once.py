"""Several runs at once, and a clock that cannot be trusted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tianshen.cli.commands import resolve as resolving
from tianshen.cli.main import main
from tianshen.game import outputs
from tianshen.game.folder import Folder

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LOCK = ".tianshen.lock"
HANGS = 3600  # seconds after which something hangs, however slow the machine


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.setattr(outputs, "picture_png", lambda svg: b"\x89PNG")
    folder = tmp_path / "game"
    assert main(["new", str(folder), "--name", "局"]) == 0
    (folder / "1901春.txt").write_text("英国：\n伦敦舰队 移动 北海\n", encoding="utf-8")
    return folder


def sealed(game):
    return list(json.loads((game / "game.lock.json").read_text(encoding="utf-8"))["turns"])


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def program(game, *args):
    return subprocess.Popen(
        [sys.executable, str(HERE / "program.py"), *args, "--game", str(game)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
    )


def waits_for(process, path):
    """Whether the process has opened that file."""
    try:
        return any(entry.readlink() == path for entry in Path(f"/proc/{process.pid}/fd").iterdir())
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs to see what a process has opened")
def test_of_three_runs_that_would_resolve_the_same_turn_one_does(game):
    with Folder(game).alone():
        processes = [program(game, "resolve") for _ in range(3)]
        end = time.monotonic() + HANGS
        while not all(waits_for(process, game / LOCK) for process in processes) and time.monotonic() < end:
            time.sleep(0.01)
    told = [process.communicate()[1].decode("utf-8") for process in processes]
    assert sorted(process.returncode for process in processes) == [0, 1, 1]
    assert sealed(game) == ["S1901"]
    assert [text for text in told if "另一个 tianshen 已经结算" in text] == [
        text for text, process in zip(told, processes, strict=True) if process.returncode
    ]


@pytest.mark.long
def test_parallel_pastes_and_a_resolve_lose_nothing(game):
    (game / "1901春.txt").unlink()
    posts = {f"p{number}.post": f"英国：\n伦敦舰队 驻守 // 第{number}次\n".encode() * 50 for number in range(8)}
    for name, data in posts.items():
        (game / name).write_bytes(data)
    processes = [program(game, "paste", str(game / name)) for name in posts] + [program(game, "resolve")]
    for process in processes:
        process.communicate()
    assert {process.returncode for process in processes} <= {0, 1}
    together = b"".join((game / name).read_bytes() for name in ("1901春.txt", "1901秋.txt"))
    for data in posts.values():
        assert together.count(data) == 1
    assert main(["verify", "--game", str(game)]) == 0


@pytest.mark.parametrize("command", [["resolve"], ["resolve", "--undo"], ["resolve", "--reseal"]])
def test_a_run_that_had_to_wait_for_another_one_does_nothing(game, monkeypatch, capsys, command):
    assert main(["resolve", "--game", str(game)]) == 0
    alone = Folder.alone

    @contextmanager
    def waiting(folder):
        monkeypatch.setattr(Folder, "alone", alone)
        assert main([*command[:1], "--game", str(game)]) == 0
        with alone(folder) as notices:
            yield notices

    monkeypatch.setattr(Folder, "alone", waiting)
    capsys.readouterr()
    assert main([*command, "--game", str(game)]) == 1
    assert "另一个 tianshen 已经结算" in capsys.readouterr().err
    assert sealed(game) == ["S1901", "F1901"]


def test_the_lock_of_a_process_that_is_gone_holds_nobody_up(game):
    process = program(game, "excel")
    process.kill()
    process.wait()
    process.stderr.close()
    (game / LOCK).write_bytes(b"99999999\n")
    assert main(["resolve", "--game", str(game)]) == 0


@pytest.mark.parametrize("obstacle", ["folder", "loop"])
def test_what_cannot_be_locked_is_told(game, capsys, obstacle):
    if obstacle == "folder":
        (game / LOCK).unlink(missing_ok=True)
        (game / LOCK).mkdir()
    else:
        (game / LOCK).unlink(missing_ok=True)
        (game / LOCK).symlink_to(LOCK)
    before = contents(game)
    assert main(["resolve", "--game", str(game)]) == 1
    err = capsys.readouterr().err
    assert err.startswith("错误：")
    assert str(game) in err
    assert contents(game) == before


class Jumping:
    """A clock that stands somewhere else whenever it is asked."""

    def __init__(self, *years: int) -> None:
        self.years = list(years)

    def today(self) -> date:
        return date(self._year(), 2, 28)

    def now(self, zone: object) -> datetime:
        return datetime(self._year(), 2, 28, tzinfo=UTC)

    def _year(self) -> int:
        self.years.append(self.years.pop(0))
        return self.years[0]


@pytest.mark.parametrize("years", [(1970,), (9999,), (2038, 1, 2026)])
def test_a_jumping_clock_changes_nothing_that_is_written(game, tmp_path, monkeypatch, years):
    other = tmp_path / "other"
    other.mkdir()
    for path in game.iterdir():
        (other / path.name).write_bytes(path.read_bytes())
    assert main(["resolve", "--game", str(game)]) == 0
    with monkeypatch.context() as patch:
        patch.setattr(resolving, "date", Jumping(*years))
        patch.setattr(resolving, "datetime", Jumping(*years))
        patch.setattr(time, "time", lambda: float(years[0]))
        assert main(["resolve", "--game", str(other)]) == 0
    assert contents(other) == contents(game)


def test_files_from_the_future_are_read(game):
    for name in ("1901春.txt", "game.toml"):
        os.utime(game / name, (2**33, 2**33))
    assert main(["resolve", "--game", str(game)]) == 0
    os.utime(game / "game.lock.json", (0, 0))
    assert main(["verify", "--game", str(game)]) == 0
