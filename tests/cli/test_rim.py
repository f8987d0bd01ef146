"""What nobody foresaw still ends in a sentence and an exit status."""

from __future__ import annotations

import pytest

from tianshen.cli import main as rim
from tianshen.cli.commands import status
from tianshen.cli.main import main
from tianshen.errors import DataError
from tianshen.writing import language


def fail_with(monkeypatch, error):
    def fail(path):
        raise error

    monkeypatch.setattr(status, "open_game", fail)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError("odd"), "程序内部出错（ValueError: odd）"),
        (RecursionError(), "程序内部出错"),
        (MemoryError(), "程序内部出错"),
        (OSError(5, "Input/output error", "x.txt"), "系统拒绝了对 x.txt 的操作：EIO"),
        (OSError("odd"), "odd"),
        (DataError("maps/standard.toml", ["a: b"]), "程序自带的数据文件 maps/standard.toml 坏了：a: b"),
        (UnicodeEncodeError("ascii", "春", 0, 1, "x"), "PYTHONUTF8=1"),
    ],
)
def test_any_error_is_a_line_and_status_1(capsys, monkeypatch, error, words):
    fail_with(monkeypatch, error)
    assert main(["status"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("错误：")
    assert words in err
    assert err.count("\n") == 1


def test_an_interrupted_run_says_nothing(capsys, monkeypatch):
    fail_with(monkeypatch, KeyboardInterrupt())
    assert main(["status"]) == 130
    assert capsys.readouterr().err == ""


def test_a_developer_may_ask_for_the_traceback(monkeypatch):
    fail_with(monkeypatch, ValueError("odd"))
    monkeypatch.setenv("TIANSHEN_TRACEBACK", "1")
    with pytest.raises(ValueError, match="odd"):
        main(["status"])


def test_broken_sentences_are_told_without_sentences(capsys, monkeypatch):
    def broken(lang):
        raise DataError("locales/zh/phrases.toml", ["no sentence"])

    monkeypatch.setattr(language, "load_phrases", broken)
    assert main(["nwe"]) == 2
    assert "locales/zh/phrases.toml: no sentence" in capsys.readouterr().err


def test_the_program_ends_the_process_with_its_status(monkeypatch):
    monkeypatch.setattr(rim.sys, "argv", ["tianshen", "nwe"])
    with pytest.raises(SystemExit) as ended:
        rim.run()
    assert ended.value.code == 2
