"""Killed or robbed of its folder at any moment, a command leaves every file old or new, and says what is wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from effort import some

from tianshen.cli.main import main
from tianshen.game import outputs

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SPRING = "英国：\n伦敦舰队 移动 北海\n利物浦陆军 移动 约克\n法国：\n巴黎陆军 移动 伯干第\n"
FALL = "英国：\n北海舰队 运输 约克陆军 移动 挪威\n约克陆军 经 北海 移动 挪威\n"
POST = "法国：\n伯干第陆军 移动 慕尼黑\n"
COMMANDS = {"resolve": ["resolve"], "paste": ["paste", "post"], "excel": ["excel"]}

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be forked and killed")


def contents(folder):
    """Every file but locks, unfinished ones and pictures, which the doomed runs do not really draw."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file() and not path.name.startswith(".tianshen") and path.suffix != ".png"
    }


@pytest.fixture(scope="module", autouse=True)
def no_pictures():
    """Drawing takes a second and touches no file of the game."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outputs, "picture_png", lambda svg: b"\x89PNG")
        yield


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """A game with one turn published and another one to be played; its workbook is gone."""
    folder = tmp_path_factory.mktemp("doomed") / "game"
    assert main(["new", str(folder), "--name", "局"]) == 0
    (folder / "1901春.txt").write_text(SPRING, encoding="utf-8")
    assert main(["resolve", "--game", str(folder)]) == 0
    (folder / "1901秋.txt").write_text(FALL, encoding="utf-8")
    (folder / "积分.xlsx").unlink()
    (folder.parent / "post").write_text(POST, encoding="utf-8")
    return folder


def doomed(fate, game, copies, moments, command):
    """What became of each run."""
    copies.mkdir(exist_ok=True)
    call = [
        sys.executable,
        str(HERE / "doomed.py"),
        fate,
        str(game),
        str(copies),
        ",".join(map(str, moments)),
        *command,
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    done = subprocess.run(call, cwd=game.parent, capture_output=True, env=environment, check=False, timeout=3600)
    assert done.returncode == 0, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


@pytest.fixture(scope="module", params=COMMANDS)
def command(request):
    return COMMANDS[request.param]


@pytest.fixture(scope="module")
def whole(game, command, tmp_path_factory):
    """The command as it runs when nothing happens."""
    (run,) = doomed("count", game, tmp_path_factory.mktemp("whole"), [0], command)
    assert run["status"] in (0, 1), run["told"]
    return run


def test_killed_anywhere_leaves_old_or_new_and_the_next_run_completes_it(game, whole, tmp_path, command):
    old, new = contents(game), contents(whole["folder"])
    assert old != new
    runs = doomed("kill", game, tmp_path / "killed", some(list(range(1, whole["count"] + 1)), 8), command)
    assert [run["status"] for run in runs] == [-signal.SIGKILL] * len(runs)
    for run in runs:
        found = contents(run["folder"])
        for name in {*old, *new}:
            assert found.get(name) in (old.get(name), new.get(name)), (run["moment"], name)
        if found != new:
            assert main([*command_in(game, command), "--game", run["folder"]]) == whole["status"]
        assert contents(run["folder"]) == new


def command_in(game, command):
    return [str(game.parent / "post") if word == "post" else word for word in command]


def test_a_folder_that_vanishes_at_any_moment_is_told(game, whole, tmp_path, command):
    runs = doomed("vanish", game, tmp_path / "gone", some(list(range(1, whole["count"] + 1)), 8), command)
    for run in runs:
        assert "Traceback" not in run["told"]
        assert "内部出错" not in run["told"]
        assert run["status"] in (0, 1)
        assert run["told"].strip()
        assert not contents(run["folder"]) or run["status"] == 1, run["told"]
