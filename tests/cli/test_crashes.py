"""Killed anywhere, a run leaves every file old or new, no input changed, and the next run completes what it began."""

from __future__ import annotations

import os
import secrets
import shutil

import pytest
from folder_contents import contents

from tianshen.cli.main import main
from tianshen.game import workbooks
from tianshen.game.folder import Folder

SPRING = "英国：\n伦敦舰队 移动 北海\n利物浦陆军 移动 约克\n法国：\n巴黎陆军 移动 伯干第\n"
FALL = "英国：\n北海舰队 运输 约克陆军 移动 挪威\n约克陆军 经 北海 移动 挪威\n"


class Killed(BaseException):
    """The process is gone; nothing of the program may catch this."""


def kill_after(monkeypatch, writes):
    """The process ends when it has written so many files."""
    whole = Folder.write
    count = 0

    def write(self, name, data):
        nonlocal count
        if count == writes:
            raise Killed
        count += 1
        whole(self, name, data)

    monkeypatch.setattr(Folder, "write", write)


@pytest.fixture
def no_books(monkeypatch):
    """Workbooks take long to make and are none of the matter here."""
    monkeypatch.setattr(workbooks, "build_workbook", lambda summary, records, **more: repr(len(records)).encode())
    monkeypatch.setattr(workbooks, "read_inputs", lambda data: workbooks.NOTHING_KEPT)


@pytest.fixture
def played(game, run):
    (game / "1901春.txt").write_text(SPRING, encoding="utf-8")
    assert run("resolve").status == 0
    (game / "1901秋.txt").write_text(FALL, encoding="utf-8")
    return game


def copy_of(folder, tmp_path_factory):
    other = tmp_path_factory.mktemp("copy") / "game"
    shutil.copytree(folder, other)
    return other


def writes_of(folder, args, monkeypatch):
    """How many writes the command makes, and what the folder holds afterwards."""
    names = []
    whole = Folder.write
    with monkeypatch.context() as patch:
        patch.setattr(Folder, "write", lambda self, name, data: (names.append(name), whole(self, name, data)))
        assert main([*args, "--game", str(folder)]) == 0
    return len(names), contents(folder)


def crash_everywhere(folder, args, tmp_path_factory, monkeypatch):
    old = contents(folder)
    count, new = writes_of(copy_of(folder, tmp_path_factory), args, monkeypatch)
    assert count >= 3
    for step in range(count):
        place = copy_of(folder, tmp_path_factory)
        with monkeypatch.context() as patch:
            kill_after(patch, step)
            with pytest.raises(Killed):
                main([*args, "--game", str(place)])
        found = contents(place)
        for name, data in found.items():
            assert data in (old.get(name), new.get(name)), (step, name)
        for name in ("1901春.txt", "1901秋.txt", "game.toml"):
            assert found[name] == old[name]
        yield place, new


def test_resolve_killed_at_any_write_is_completed_by_the_next_run(no_books, played, tmp_path_factory, monkeypatch):
    for place, new in crash_everywhere(played, ["resolve"], tmp_path_factory, monkeypatch):
        if contents(place) != new:
            assert main(["resolve", "--game", str(place)]) == 0
        assert contents(place) == new


def test_reseal_killed_at_any_write_is_completed_by_the_next_run(no_books, played, run, tmp_path_factory, monkeypatch):
    assert run("resolve").status == 0
    (played / "1901春.txt").write_text(SPRING.replace("约克", "威尔士"), encoding="utf-8")
    for place, new in crash_everywhere(played, ["resolve", "--reseal"], tmp_path_factory, monkeypatch):
        if contents(place) != new:
            assert main(["resolve", "--reseal", "--game", str(place)]) == 0
        assert contents(place) == new


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user whom the file system can refuse")
def test_a_read_only_folder_is_told_and_can_still_be_read(played, run):
    played.chmod(0o500)
    try:
        for command in (["resolve"], ["paste", "game.toml"], ["excel"]):
            answer = run(*command)
            assert answer.status == 1
            assert "权限" in answer.err
        for command in ("check", "status", "report"):
            assert run(command).status == 0
    finally:
        played.chmod(0o700)


def test_a_full_disk_is_told_and_seals_nothing(played, run, monkeypatch):
    import errno

    from tianshen.game import folder as folder_module

    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    (played / "积分.xlsx").unlink()
    before = contents(played)
    monkeypatch.setattr(folder_module.os, "fsync", full)
    for command in (["resolve"], ["paste", "game.toml"], ["excel"], ["report", "-o", "x.txt"], ["map", "-o", "x.svg"]):
        answer = run(*command)
        assert "磁盘已满" in answer.err, command
        assert answer.status == 1
        assert contents(played) == before


def test_a_folder_that_vanishes_is_told(played, run, tmp_path):
    answer = run("status", "--game", tmp_path / "gone")
    assert answer.status == 1
    assert "gone" in answer.err


def test_an_import_killed_at_any_write_is_completed_by_the_next_one(no_books, played, run, tmp_path, monkeypatch):
    assert run("export", "-f", "diplomacy", "-o", tmp_path / "saved.json").status == 0
    call = ["import", str(tmp_path / "saved.json")]
    monkeypatch.setattr(secrets, "token_hex", lambda size: "5" * size)
    assert run(*call, tmp_path / "whole").status == 0
    new = contents(tmp_path / "whole")
    writes = len(new)
    for step in sorted({0, 1, 2, writes // 2, writes - 2, writes - 1}):
        place = tmp_path / f"killed-{step}"
        with monkeypatch.context() as patch:
            kill_after(patch, step)
            with pytest.raises(Killed):
                main([*call, str(place)])
        assert all(data == new[name] for name, data in contents(place).items()), step
        assert run(*call, place).status == 0
        assert contents(place) == new, step
    assert run(*call, tmp_path / "whole").status == 1
