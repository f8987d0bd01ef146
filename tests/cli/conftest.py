"""Commands run as a game master runs them, in a folder of their own; pictures are drawn, but not rendered."""

from __future__ import annotations

import io
import shutil
import sys
from dataclasses import dataclass

import pytest

from tianshen.cli.main import main
from tianshen.game import outputs


@dataclass(frozen=True)
class Answer:
    status: int
    out: str
    err: str


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Runs a command in the temporary folder and gives what it answered."""
    monkeypatch.chdir(tmp_path)

    def call(*args):
        status = main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert "程序内部出错" not in err
        return Answer(status, out, err)

    return call


@pytest.fixture
def on_console(monkeypatch):
    """Runs a command on a console with that encoding; gives its status and the bytes of both streams."""

    def call(*args, encoding="utf-8"):
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2))
        with monkeypatch.context() as patch:
            patch.setenv("PYTHONIOENCODING", encoding)
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            status = main(list(args))
            out.flush()
            err.flush()
        return status, out.buffer.getvalue(), err.buffer.getvalue()

    return call


@pytest.fixture
def quick(monkeypatch):
    """The picture as PNG takes a second; here a few bytes do."""
    monkeypatch.setattr(outputs, "picture_png", lambda svg: b"\x89PNG" + str(len(svg)).encode())


@pytest.fixture(scope="session")
def played_before(tmp_path_factory):
    """Where games lie with which several tests begin."""
    return tmp_path_factory.mktemp("played")


@pytest.fixture
def begin(played_before, tmp_path):
    """Plays a game in the temporary folder for the first test that asks for it; the others get a copy."""

    def call(name, play):
        kept = played_before / name
        if kept.exists():
            shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
        else:
            play()
            shutil.copytree(tmp_path, kept)
        return tmp_path

    return call


@pytest.fixture
def game(run, quick, begin):
    """A new game in the temporary folder."""

    def play():
        assert run("new", ".", "--name", "第三局").status == 0

    return begin("new", play)
