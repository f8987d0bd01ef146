"""No command loads a heavy library that it can do without."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tianshen.cli.terminal.help_commands import COMMANDS

ROOT = Path(__file__).parents[2]
HEAVY = {"jieba", "openpyxl", "pydantic", "rich", "PIL", "resvg_py", "pypinyin", "rapidfuzz", "xml", "urllib.request"}
ALWAYS = {"pydantic"}  # Typer brings it for whatever has parameters
READS_CHINESE = ALWAYS | {"jieba"}
WORKBOOK = {"openpyxl", "PIL", "xml"}  # openpyxl brings the other two
CASE = "局面 1903年秋\n英国：伦敦舰队\n\n英国：\n伦敦舰队 移动 北海\n"
ENGLISH = "Position Fall 1903\nEngland: F Lon\n\nEngland:\nF Lon - Nth\n"

# The calls, what each may load, and its status; `GAME` is a game of which one turn is published.
CALLS = [
    ("--help", set(), 0),
    ("--version", set(), 0),
    ("resolve --help", ALWAYS, 0),
    ("new NEW", ALWAYS, 0),
    ("status --game NOWHERE", ALWAYS, 1),
    ("judge CASE", READS_CHINESE, 0),
    ("judge ENGLISH", ALWAYS, 0),
    ("translate CASE", READS_CHINESE, 0),
    ("paste POST", READS_CHINESE, 0),
    ("check", READS_CHINESE, 0),
    ("status", READS_CHINESE | {"rich"}, 0),
    ("why 伦敦 1901春", READS_CHINESE, 0),
    ("report", READS_CHINESE, 0),
    ("map -o MAP.svg", READS_CHINESE, 0),
    ("verify", READS_CHINESE, 0),
    ("export", READS_CHINESE, 0),
    ("excel", READS_CHINESE | WORKBOOK, 0),
    ("season GAME -o SEASON", READS_CHINESE | WORKBOOK, 0),
]
NEED_ALL = {"import", "demo"}  # as does `resolve` where it is not only asked for help

# A process for each call, all of them forked where nothing but the program itself is loaded.
FORKS = """
import contextlib, io, json, os, sys
from tianshen.cli.main import main
for call in json.loads(sys.argv[1]):
    child = os.fork()
    if not child:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            status = main(call)
        sys.__stdout__.write(json.dumps([status, list(sys.modules)]) + "\\n")
        sys.__stdout__.flush()
        os._exit(0)
    os.waitpid(child, 0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be forked")
@pytest.mark.long
def test_nothing_heavy_is_loaded_for_nothing(game, run, tmp_path_factory):
    away = tmp_path_factory.mktemp("away")
    (game / "1901春.txt").write_text("英国：\n伦敦舰队 移动 北海\n", encoding="utf-8")
    assert run("resolve").status == 0
    for name, text in (("CASE", CASE), ("ENGLISH", ENGLISH), ("POST", "法国：\n巴黎陆军 移动 伯干第\n")):
        (away / name).write_text(text, encoding="utf-8")
    calls = [
        [
            str(game if part == "GAME" else away / part) if part.removesuffix(".svg").isupper() else part
            for part in parts
        ]
        for parts in (call.split() for call, _, _ in CALLS)
    ]
    done = subprocess.run(
        [sys.executable, "-c", FORKS, json.dumps(calls)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert len(answers) == len(CALLS)
    for (call, allowed, status), (found, modules) in zip(CALLS, answers, strict=True):
        assert found == status, call
        assert HEAVY.intersection(modules) <= allowed, call


def test_every_command_is_in_the_table():
    assert {call.split()[0] for call, _, _ in CALLS} >= set(COMMANDS) - NEED_ALL
