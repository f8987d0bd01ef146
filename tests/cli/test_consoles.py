"""Whatever the console: other encodings, pipes, narrow terminals, hostile text; and no traceback ever."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tianshen.text.display_width import text_width

ROOT = Path(__file__).parents[2]
HOSTILE = (
    "英国：\n伦敦舰队 移动 北海\x1b[31m\x1b]0;owned\n"
    "法国：\n巴黎陆军 移动 伯干第 ✓ 😀 \u202e海北\n"
    "德国：\n柏林陆军 移动 基儿\x1b[2J= cmd|' /C calc'!A0 {0} %s %(x)s [b]x[/b] [/北岸] :warning: [link=http://x]x[/link]\n"
    "今天天气[red]很好[/red] :smile: {file} \u202e\u2066\n"
)


@pytest.fixture
def told(game, on_console):
    """Runs a command in the game, on a console with that encoding."""
    return on_console


CALLS = (["check"], ["check", "--json"], ["check", "--talk"], ["status"], ["resolve", "--anyway"], ["report"],
         ["report", "-f", "html"], ["report", "--whole"], ["why", "LON"], ["verify"], ["export"], ["--help"],
         ["check", "--help"], ["nwe"], ["judge", "1901春.txt"])  # fmt: skip


@pytest.mark.parametrize("encoding", ["gbk", "ascii", "cp437", "utf-8", "utf-16-le"])
def test_every_command_speaks_to_any_console(game, told, encoding):
    (game / "1901春.txt").write_bytes(HOSTILE.encode())
    for call in CALLS:
        status, out, err = told(*call, encoding=encoding)
        assert status in (0, 1, 2)
        shown = out.decode(encoding) + err.decode(encoding)
        assert shown
        assert "Traceback" not in shown
        assert "内部出错" not in shown


def test_marks_and_names_survive_a_gbk_console(game, told):
    (game / "1901春.txt").write_text("英国：\n伦敦舰队 移动 北海\n", encoding="utf-8")
    for call in (["check"], ["status"], ["resolve"], ["report"], ["why", "LON"]):
        _, out, err = told(*call, encoding="gbk")
        assert b"?" not in out + err, call


def test_json_is_whole_in_any_encoding(game, told):
    (game / "1901春.txt").write_text("大家好 😀 今天天气不错\n", encoding="utf-8")
    for encoding in ("gbk", "ascii", "utf-8"):
        _, out, _ = told("check", "--json", encoding=encoding)
        quotes = [notice["quote"] for notice in json.loads(out.decode(encoding))["notices"]]
        assert any("😀" in quote for quote in quotes)


def test_player_text_cannot_steer_the_terminal_or_become_markup(game, told):
    (game / "1901春.txt").write_bytes(HOSTILE.encode())
    shown = ""
    for call in CALLS:
        if "--json" not in call and "export" not in call:
            _, out, err = told(*call)
            text = (out + err).decode()
            assert not {"\x1b", "\x07", "\u202e", "\u2066"} & set(text), call
            shown += text
    for words in ("[b]x[/b]", ":warning:", "[red]", ":smile:", "{0} %s %(x)s"):
        assert words in shown


def test_a_nickname_cannot_steer_the_terminal(game, told):
    settings = (game / "game.toml").read_text("utf-8").replace("英国 = []", '英国 = ["[red]\\u001b[31m[/red]\\u202e"]')
    (game / "game.toml").write_text(settings, encoding="utf-8")
    for command in ("status", "check"):
        assert "[red]<U+001B>[31m[/red]<U+202E>" in told(command)[1].decode()


def test_a_nickname_or_name_of_a_game_begins_no_line_of_its_own(game, told):
    settings = (game / "game.toml").read_text("utf-8").replace("法国 = []", '法国 = ["小\\n【英国】马"]')
    settings = settings.replace('name = "第三局"', 'name = "第\\n三局"')
    (game / "game.toml").write_text(settings, encoding="utf-8")
    for command in ("status", "check"):
        lines = told(command)[1].decode().splitlines()
        assert lines[0].startswith("第<U+000A>三局")
        assert any("小<U+000A>【英国】马" in line for line in lines)
        assert sum(line.startswith("【英国】") for line in lines) == (command == "check")


def test_words_over_several_lines_stand_on_one_line_of_a_complaint(game, told):
    (game / "1901春.txt").write_text("法国：\n巴黎陆军 移动\n大西洋\n", encoding="utf-8")
    for line in told("check")[2].decode().splitlines():
        assert line.startswith(("1901春.txt:", "    ")), line


@pytest.mark.parametrize("columns", ["20", "40", "300"])
def test_tables_bear_any_width(game, told, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    status, out, _ = told("status")
    assert status == 0
    table = [line for line in out.decode().splitlines() if line.startswith(" ")]
    assert table
    assert max(text_width(line) for line in table) <= 120


def test_results_and_talk_go_apart(game, told):
    (game / "1901春.txt").write_text("英国：\n伦敦舰队 移动 大西洋\n", encoding="utf-8")
    status, out, err = told("check")
    assert status == 1
    assert "错误" in err.decode()
    assert "错误" not in out.decode()
    assert "【英国】" in out.decode()


def program(*args, cwd, **more):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **more.pop("environment", {})}
    environment.pop("PYTHONIOENCODING", None)
    return subprocess.Popen(
        [sys.executable, "-m", "tianshen", *args],
        cwd=cwd,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )


def test_what_is_piped_is_utf_8_in_any_locale(game):
    process = program("paste", cwd=game, environment={"LC_ALL": "C"})
    out, err = process.communicate("英国：\n伦敦舰队 移动 大西洋\n".encode())
    assert "【英国】" in out.decode("utf-8")
    assert "大西洋" in err.decode("utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have Unicode names whatever the locale")
def test_a_locale_that_cannot_name_the_files_is_told(game):
    environment = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    process = program("check", cwd=game, environment=environment)
    _, err = process.communicate()
    assert process.returncode == 1
    assert "PYTHONUTF8=1" in err.decode("utf-8")


def test_standard_input_that_is_not_text_is_told(game):
    process = program("paste", "-", cwd=game)
    _, err = process.communicate(bytes(range(256)))
    assert process.returncode == 1
    assert "标准输入:1:1: 错误" in err.decode("utf-8")
    assert (game / "1901春.txt").read_bytes() == b""


def test_a_reader_that_goes_away_is_no_error(game):
    process = program("status", cwd=game)
    process.stdout.close()
    process.stdin.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0
    process.stderr.close()


MODULES = ("jieba", "openpyxl", "pypinyin", "rapidfuzz", "rich", "PIL", "resvg_py")


def test_help_loads_nothing_heavy(tmp_path):
    code = (
        "import sys; from tianshen.cli.main import main; main(['--help']); main(['check', '--help']); main(['nwe']); "
        f"sys.exit(' '.join(module for module in {MODULES!r} if module in sys.modules) or 0)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
