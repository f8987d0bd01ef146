from __future__ import annotations

import pytest

from tianshen.cli.main import main


def told(capsys, *args):
    status = main(args)
    out, err = capsys.readouterr()
    assert out == ""
    return status, err


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["nwe"], "没有 nwe 这个命令。可用的有：new。"),
        (["new"], "少了「文件夹」"),
        (["new", "a", "b", "c"], "多出来的内容：b c"),
        (["new", "--nmae", "x"], "没有 --nmae 这个选项。是不是 --name"),
        (["new", "-x"], "没有 -x 这个选项"),
        (["new", "a", "--name"], "选项 --name 的用法不对"),
        (["new", "a", "--rules", "chess"], "「--rules」的值 chess 不行"),
        (["new", "a", "--lang", "fr"], "「--lang」的值 fr 不行"),
        (["--nothing"], "没有 --nothing 这个选项"),
    ],
)
def test_a_wrong_call_is_told_in_a_line_and_ends_with_2(capsys, tmp_path, monkeypatch, args, words):
    monkeypatch.chdir(tmp_path)
    status, err = told(capsys, *args)
    assert status == 2
    assert words in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_complaints_come_in_the_language_that_was_asked_for(capsys):
    assert told(capsys, "nwe", "--lang", "en")[1].startswith("Error: There is no command nwe.")
    assert told(capsys, "nwe", "--lang=de")[1].startswith("Fehler: Den Befehl nwe gibt es nicht.")


def test_the_version_is_shown(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.strip() == "0.1.0"


def test_an_argument_cannot_steer_the_terminal(capsys):
    err = told(capsys, "\x1b[2J\u202e")[1]
    assert "\x1b" not in err
    assert "<U+001B>[2J<U+202E>" in err
