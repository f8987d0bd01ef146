"""Every command on poor consoles, in every language; no colours anywhere; narrow terminals; usage errors."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tianshen.cli.main import main
from tianshen.cli.terminal.help_commands import COMMANDS
from tianshen.text.display_width import text_width

ROOT = Path(__file__).parents[2]
POSTS = "英国：\n伦敦舰队 移动 北海\n利物浦陆军 移动 大西洋\n大家好 😀 ✓ ♞ 加油\n"
CALLS = (
    ["new", "另一局"],
    ["paste", "帖子.txt"],
    ["check"],
    ["check", "--talk"],
    ["check", "--receipt", "英国"],
    ["resolve", "--anyway"],
    ["status"],
    ["report", "-f", "markdown"],
    ["why", "LON", "1901春"],
    ["map", "-o", "图.svg"],
    ["excel"],
    ["season", "."],
    ["judge", "局面.txt", "--why", "LON"],
    ["translate", "帖子.txt", "-t", "de"],
    ["verify"],
    ["export", "-o", "存档.json"],
    ["export"],
    ["import", "别人.json", "导入"],
    ["demo", "."],
)
SAVED = '{"map": "standard", "phases": [{"name": "S1901M", "state": {"units": {}, "centers": {}}, "orders": {}}]}'


@pytest.fixture
def told(game, on_console):
    """Runs a command on a console with that encoding; gives its status and what was shown, decoded."""
    (game / "帖子.txt").write_text(POSTS, encoding="utf-8")
    (game / "局面.txt").write_text("局面 1903年秋\n英国：伦敦舰队\n\n英国：\n伦敦舰队 移动 北海\n", encoding="utf-8")
    (game / "别人.json").write_text(SAVED, encoding="utf-8")

    def call(*args, encoding):
        status, out, err = on_console(*args, encoding=encoding)
        return status, (out + err).decode(encoding)

    return call


@pytest.mark.parametrize(
    ("encoding", "lang"), [("gbk", "zh"), ("ascii", "zh"), ("ascii", "en"), ("cp437", "de"), ("gb18030", "zh")]
)
def test_every_command_speaks_to_poor_consoles(told, encoding, lang):
    assert {call[0] for call in CALLS} == set(COMMANDS)
    for call in CALLS:
        for args in ([*call, "--lang", lang], [call[0], "--help", "--lang", lang]):
            status, shown = told(*args, encoding=encoding)
            assert status in (0, 1), (args, shown)
            assert shown or call[:2] == ["export", "-o"], args
            assert "Traceback" not in shown, args
            assert not {"\x1b", "\ufffd"} & set(shown), args
            for words in ("内部出错", "internal error", "Interner Fehler"):
                assert words not in shown, (args, shown)


def test_what_a_console_lacks_is_written_by_its_number(told):
    _, shown = told("paste", "帖子.txt", encoding="gbk")
    assert "利物浦陆军" in shown
    _, shown = told("check", "--talk", encoding="gbk")
    assert "大家好 <U+1F600> <U+2713> <U+265E> 加油" in shown
    _, shown = told("check", "--lang", "en", encoding="ascii")
    assert "<U+5927><U+897F><U+6D0B>" in shown
    assert "?" not in re.sub(r"\?(?:$|\s|[”\"])", "", shown, flags=re.MULTILINE)


@pytest.fixture
def environment(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    return monkeypatch


COLOURS = [{"NO_COLOR": "1"}, {"FORCE_COLOR": "1"}, {"CLICOLOR_FORCE": "1", "TTY_COMPATIBLE": "1"}]


@pytest.mark.parametrize("colours", COLOURS, ids=lambda colours: next(iter(colours)))
def test_nothing_is_coloured(game, environment, colours):
    for name, value in {**colours, "TERM": "xterm-256color"}.items():
        environment.setenv(name, value)
    done = subprocess.run([sys.executable, "-m", "tianshen", "status"], cwd=game, capture_output=True, check=True)
    assert "国家" in done.stdout.decode()
    assert b"\x1b" not in done.stdout + done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize("columns", [40, 100])
def test_a_terminal_gets_what_fits_and_no_escapes(game, environment, columns):
    import pty

    for name, value in {"TERM": "xterm-256color", "COLUMNS": str(columns), "LC_ALL": "C.UTF-8"}.items():
        environment.setenv(name, value)
    settings = (game / "game.toml").read_text("utf-8").replace("法国 = []", f'法国 = ["{"很长的名字" * 9}"]')
    (game / "game.toml").write_text(settings, encoding="utf-8")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "tianshen", "status"], cwd=game, stdin=theirs, stdout=theirs, stderr=theirs
    ):
        os.close(theirs)
        shown = b""
        while piece := _read(ours):
            shown += piece
    os.close(ours)
    assert b"\x1b" not in shown
    table = [line for line in shown.decode().splitlines() if line.startswith(" ")]
    assert any("法国" in line for line in table)
    assert max(text_width(line.rstrip()) for line in table) <= columns


def _read(descriptor):
    try:
        return os.read(descriptor, 4096)
    except OSError:  # the other side is closed
        return b""


# wrong calls

ENGLISH = re.compile(r"[A-Za-z]+(?: [A-Za-z]+){2,}")
CHINESE = re.compile(r"[\u4e00-\u9fff]")
NEEDED = {"new": ["文件夹"], "why": ["单位"], "map": ["文件"], "season": ["文件夹"], "judge": ["文件"]}
NEEDED |= {"import": ["文件", "文件夹"]}
VALUES = [
    ["new", "g", "--rules", "chess"],
    ["report", "-f", "word"],
    ["map", "-o", "x.gif"],
    ["map", "-o", "x.svg", "--kind", "oil"],
    ["translate", "-t", "fr"],
    ["translate", "--names", "old"],
    ["export", "--format", "x"],
    ["check", "1901夏"],
    ["check", "--receipt", "火星"],
    ["resolve", "-"],
    ["paste", "帖子.txt", "--encoding", "klingon"],
    ["why", "LON", "1901夏"],
]
WRONG = [
    *([name, "--xyz"] for name in COMMANDS),
    *([name, "--lan", "zh"] for name in COMMANDS),
    *([name, "--lang"] for name in COMMANDS),
    *([name, "-q"] for name in COMMANDS),
    *([name, "--help=1"] for name in COMMANDS),
    *([name] for name in NEEDED),
    *([name, "a", "b", "c", "d"] for name in COMMANDS if name not in ("season", "judge", "translate", "verify")),
    *VALUES,
    ["nwe"],
    [""],
    ["--xyz"],
    ["--lang"],
    ["--lang", "fr", "check"],
    ["--version=1"],
    ["check", "--json=1"],
    ["map", "-o"],
]


@pytest.mark.parametrize("call", WRONG, ids=" ".join)
def test_a_wrong_call_is_told_in_one_language(game, capsys, call):
    (game / "帖子.txt").write_text(POSTS, encoding="utf-8")
    for lang, other in (("zh", ENGLISH), ("en", CHINESE), ("de", CHINESE)):
        before = [] if call[:1] == ["--lang"] else [f"--lang={lang}"]
        assert main([*before, *call]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert 1 <= err.count("\n") <= 2
        if before or lang == "zh":
            told = err.replace(" ".join(call), "").replace("tianshen " + call[0], "tianshen")
            for word in call:
                told = told.replace(word, "") if word else told
            assert not other.findall(told), err


@pytest.mark.parametrize(("command", "names"), NEEDED.items())
def test_what_is_lacking_is_called_by_its_name(game, capsys, command, names):
    for given, name in enumerate(names):
        assert main([command, *["x"] * given]) == 2
        assert name in capsys.readouterr().err


def test_the_system_is_not_quoted_in_english(game, capsys, monkeypatch):
    def refused(self, *_args, **_more):
        raise OSError(5, "Input/output error", str(self))

    monkeypatch.setattr(Path, "read_bytes", refused)
    assert main(["judge", "x.txt"]) == 1
    assert main(["check"]) == 1
    assert not ENGLISH.findall(capsys.readouterr().err)
