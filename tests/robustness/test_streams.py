"""Output that goes nowhere, input that is not there: what can be done is done, the rest is told in a line."""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tianshen.cli.main import main
from tianshen.cli.terminal import console
from tianshen.cli.terminal.text_table import table
from tianshen.errors import InputError
from tianshen.game import outputs

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FULL = Path("/dev/full")
LOST = "错误：输出没有写全：标准输出写不进去（磁盘已满，或接收的一方出错）。请换个地方输出后再试。\n"
POSIX = pytest.mark.skipif(os.name == "nt", reason="needs a shell that can close streams")


@pytest.fixture
def game(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(outputs, "picture_png", lambda svg: b"\x89PNG")
    folder = tmp_path / "game"
    assert main(["new", str(folder), "--name", "局"]) == 0
    (folder / "1901春.txt").write_text("英国：\n伦敦舰队 移动 北海\n", encoding="utf-8")
    capsys.readouterr()
    return folder


def shell(line, *args, cwd):
    """A line of the shell in which `$@` stands for the program with these arguments."""
    return subprocess.run(
        ["sh", "-c", line, "sh", sys.executable, str(HERE / "program.py"), *args],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        check=False,
    )


def sealed(folder):
    seals = folder / "game.lock.json"
    return list(json.loads(seals.read_text(encoding="utf-8"))["turns"]) if seals.exists() else []


@POSIX
@pytest.mark.skipif(not FULL.is_char_device(), reason="needs a device that is always full")
@pytest.mark.parametrize("command", [["status"], ["--help"], ["judge", "--json", "x.case"]])
def test_results_on_a_full_device_are_told_lost(game, command):
    (game / "x.case").write_text("局面 1903年秋\n英国：伦敦舰队\n\n英国：\n伦敦舰队 移动 北海\n", encoding="utf-8")
    done = shell('"$@" >/dev/full', *command, cwd=game)
    assert (done.returncode, done.stderr.decode()) == (1, LOST)


@POSIX
@pytest.mark.parametrize(
    ("line", "command", "status"),
    [
        ('"$@" >&-', ["status"], 0),
        ('"$@" >&- 2>&-', ["resolve"], 0),
        ('"$@" 2>&-', ["judge", "gone"], 1),
        ('"$@" <&-', ["paste"], 1),
        ('"$@" <&- >&- 2>&-', ["resolve"], 0),
    ],
)
def test_closed_streams_are_no_obstacle(game, line, command, status):
    done = shell(line, *command, cwd=game)
    assert done.returncode == status
    assert b"Traceback" not in done.stderr
    assert "内部出错" not in done.stderr.decode()
    assert sealed(game) == (["S1901"] if command == ["resolve"] else [])


@POSIX
@pytest.mark.parametrize("line", ['"$@" 2>&1 | true', '"$@" >/dev/full 2>&1'])
def test_a_turn_is_resolved_although_nobody_listens(game, line):
    if "full" in line and not FULL.is_char_device():
        pytest.skip("needs a device that is always full")
    (game / "1901春.txt").write_text("英国：\n伦敦舰队 移动 北海\n爱丁堡舰队 支援 北海\n" * 9, encoding="utf-8")
    done = shell(line, "resolve", cwd=game)
    assert sealed(game) == ["S1901"]
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr


class Refusing(io.StringIO):
    """A stream that takes nothing."""

    def __init__(self, error):
        super().__init__()
        self.error = error

    def write(self, text):
        raise self.error


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EBADF])
@pytest.mark.parametrize(
    "result",
    [lambda: console.say("x"), lambda: console.emit_json({"x": "伦"}), lambda: table([["x"], ["y"]])],
    ids=["text", "json", "table"],
)
def test_a_result_that_cannot_be_written_is_an_error(monkeypatch, number, result):
    monkeypatch.setattr(sys, "stdout", Refusing(OSError(number, "refused")))
    with pytest.raises(InputError) as caught:
        result()
    assert [str(notice.code) for notice in caught.value.notices] == ["output_lost"]


def test_a_closed_pipe_of_windows_is_a_closed_pipe(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "stdout", Refusing(OSError(errno.EINVAL, "Invalid argument")))
    with pytest.raises(BrokenPipeError):
        console.say("x")
    assert main(["--version"]) == 0


def test_talk_that_nobody_hears_stops_nothing(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stderr", Refusing(OSError(errno.ENOSPC, "full")))
    console.tell(["x"])
    console.say("y")
    assert capsys.readouterr().out == "y\n"


def test_streams_that_are_missing_swallow_all(monkeypatch):
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    console.prepare()
    streams = (sys.stdin, sys.stdout, sys.stderr)
    try:
        console.say("x")
        console.tell(["y"])
        console.finish()
        assert console.read_input("z") == b""
        assert console.has_piped_input()
        assert console.ask("?") == ""
    finally:
        for stream in streams:
            stream.close()


def test_input_that_cannot_be_read_is_told(monkeypatch):
    class Broken:
        def read(self):
            raise OSError(errno.EIO, "Input/output error")

    class Stream:
        buffer = Broken()

    monkeypatch.setattr(sys, "stdin", Stream())
    with pytest.raises(InputError) as caught:
        console.read_input("标准输入")
    assert [(str(notice.code), notice.data) for notice in caught.value.notices] == [
        ("file_unreadable", {"file": "标准输入"})
    ]
