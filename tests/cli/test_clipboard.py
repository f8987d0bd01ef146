from __future__ import annotations

import os
import stat

import pytest

from tianshen.cli.terminal import clipboard, console

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the programs here are shell scripts")


@pytest.fixture
def programs(monkeypatch, tmp_path):
    """A folder of programs that stand for the clipboard of a Linux desktop."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.setattr(clipboard, "_PATIENCE", 3600)  # however slow the machine
    monkeypatch.setattr(clipboard.sys, "platform", "linux")
    monkeypatch.setattr(clipboard, "_READERS", {"linux": (("fake-paste",), ("other-paste", "-o"))})
    monkeypatch.setattr(clipboard, "_WRITERS", {"linux": (("fake-copy",),)})

    def make(name, script):
        path = folder / name
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IEXEC)

    return make


@pytest.fixture
def at_a_keyboard(monkeypatch):
    monkeypatch.setattr(console, "has_piped_input", lambda: False)


def test_the_clipboard_is_pasted(game, run, programs, at_a_keyboard):
    programs("fake-paste", "printf '英国：\\n伦敦舰队 移动 北海'")
    answer = run("paste")
    assert answer.status == 0
    assert "剪贴板" in answer.err
    assert (game / "1901春.txt").read_text(encoding="utf-8") == "英国：\n伦敦舰队 移动 北海"


def test_a_program_that_fails_is_passed_over(game, run, programs, at_a_keyboard):
    programs("fake-paste", "exit 1")
    programs("other-paste", "printf '英国：\\n伦敦舰队 驻守'")
    assert run("paste").status == 0


def test_an_empty_clipboard_is_told(game, run, programs, at_a_keyboard):
    programs("fake-paste", "true")
    answer = run("paste")
    assert answer.status == 1
    assert "剪贴板" in answer.err
    assert (game / "1901春.txt").read_bytes() == b""


def test_no_clipboard_is_told_with_a_way_out(game, run, programs, at_a_keyboard):
    answer = run("paste")
    assert answer.status == 1
    assert "tianshen paste 文件" in answer.err


def test_a_report_is_copied(game, run, programs, tmp_path):
    assert run("resolve").status == 0
    programs("fake-copy", f"cat > '{tmp_path}/copied'")
    answer = run("report", "--copy")
    assert answer.status == 0
    assert "已复制" in answer.err
    assert (tmp_path / "copied").read_text(encoding="utf-8") + "\n" == answer.out


def test_a_report_that_cannot_be_copied_is_still_shown(game, run, programs):
    assert run("resolve").status == 0
    answer = run("report", "--copy")
    assert answer.status == 1
    assert "1901年春季" in answer.out
    assert "没有复制。请加 -o 文件" in answer.err
