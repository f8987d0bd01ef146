"""The pages for people are true: what they show runs, what there is they tell, where they point there is something."""

from __future__ import annotations

import doctest
import importlib.util
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tianshen.api
import tianshen.reports.scoring.scores
from tianshen.cli.main import main
from tianshen.cli.terminal.help_commands import COMMANDS
from tianshen.game import outputs
from tianshen.game.settings import forum_names
from tianshen.model.rules import load_rules, option_names, rule_set_names
from tianshen.reports.document.target import formats
from tianshen.reports.scoring.scores import system_names

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
GUIDE = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
SOURCE = re.compile(r"\btianshen/[\w/]+\.py\b")
DOTTED = re.compile(r"\btianshen(?:\.[A-Za-z_]\w*)+")
OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")


def sessions():
    spec = importlib.util.spec_from_file_location("sessions", ROOT / "tools" / "guide" / "sessions.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["sessions"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


SESSIONS = sessions()


def called(page):
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("name", ["guide.md", "lots.md"])
@pytest.mark.long
def test_whoever_follows_the_page_sees_what_it_shows(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", SESSIONS.WIDTH)
    monkeypatch.setattr(outputs, "picture_png", lambda svg: b"\x89PNG")
    played = list(SESSIONS.play((ROOT / "docs" / name).read_text(encoding="utf-8")))
    assert len(played) >= 5
    wrong = [
        f"docs/{name}:{step.line}: > {step.what}\n{real}"
        for step, real in played
        if not SESSIONS.same(step.answer, real)
    ]
    assert not wrong, "\n\n".join(wrong) + "\n\npython tools/guide/sessions.py --write " + f"docs/{name}"


@pytest.mark.parametrize(
    ("shown", "real", "fits"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n…\nd\n", "a\nb\nc\nd\n", True),
        ("a\n…\nd\n", "a\nd\n", True),
        ("…\n", "a\nb\n", True),
        ("a\n", "a\nb\n", False),
        ("a\n…\nd\n", "a\nb\nc\nd\ne\n", False),
        ("a.c\n", "abc\n", False),
    ],
)
def test_what_is_left_out_is_all_that_may_differ(shown, real, fits):
    assert SESSIONS.same(shown, real) is fits


def test_a_reader_is_told_in_which_file_to_write():
    """The comments that name the file for this test are invisible on the page."""
    pieces = re.split(r"^<!-- \w+: (\S+) -->\n", GUIDE, flags=re.MULTILINE)
    for before, path in zip(pieces[::2], pieces[1::2], strict=False):
        name = path.rpartition("/")[2]
        paragraphs = [
            part for part in re.sub(r"^```.*?^```$", "", before, flags=re.M | re.S).split("\n\n") if part.strip()
        ]
        assert any(f"`{name}`" in part for part in paragraphs[-2:]) or name == "game.toml", f"{name}: {paragraphs[-1]}"


@pytest.mark.parametrize("module", [tianshen.api, tianshen.reports.scoring.scores], ids=lambda module: module.__name__)
def test_examples_in_docstrings(module):
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("name", ["developers.md", "lots.md"])
def test_examples_in_pages(name):
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    blocks = [block for block in re.findall(r"^```python\n(.*?)^```", text, re.M | re.S) if block.startswith(">>>")]
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        test = doctest.DocTestParser().get_doctest(block, names, name, name, 0)
        runner = doctest.DocTestRunner(verbose=False)
        told: list[str] = []
        runner.run(test, out=told.append, clear_globs=False)
        names |= test.globs
        assert not told, "".join(told)


def test_the_program_in_the_readme(capsys):
    (block,) = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    exec(block, {})
    assert "2.1.1(二)" in capsys.readouterr().out


def test_commands_that_pages_name_exist():
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in re.findall(r"^```(?:console|powershell|sh)?\n(.*?)^```", text, re.M | re.S):
            for command in re.findall(r"^(?:> )?tianshen ([a-z]+)", block, re.M):
                assert command in COMMANDS, f"{called(page)}: tianshen {command}"
        for command in re.findall(r"`tianshen ([a-z]+)[ `]", text):
            assert command in COMMANDS, f"{called(page)}: tianshen {command}"


def options_of(capsys, command):
    assert main([*command, "--help"]) == 0
    return set(OPTION.findall(capsys.readouterr().out))


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_and_option_is_in_the_guide(capsys, command):
    section = GUIDE.split("## 所有命令")[1].split("\n## ")[0]
    head = section.split("| 命令 |")[0]
    (row,) = re.findall(rf"^\| `{command or 'tianshen'}(?:`| ).*$", section, re.M)
    missing = options_of(capsys, [command] if command else []) - set(OPTION.findall(head + row))
    assert not missing


def test_every_setting_is_in_the_guide():
    section = GUIDE.split("## 所有设置")[1].split("\n## ")[0]
    template = (ROOT / "locales" / "zh" / "settings.toml").read_text(encoding="utf-8")
    keys = set(re.findall(r"^(?:# )?\[?([a-z_]+)(?:\]$| = )", template, re.M))
    assert len(keys) > len(option_names())
    told = set(re.findall(r"^\| `\[?([a-z_]+)\]?` \|", section, re.M))
    assert told >= keys | set(option_names())
    for value in (*rule_set_names(), *formats(), *forum_names()):
        assert f"`{value}`" in section, value


@pytest.mark.parametrize("option", option_names())
def test_the_guide_gives_the_values_of_every_option(option):
    (row,) = re.findall(rf"^\| `{option}` \|(.*)\|$", GUIDE, re.M)
    shown = [cell.strip().strip("`") for cell in row.split("|")[:4]]
    for name, value in zip(("tianshen", "classic", "judge", "standard"), shown, strict=True):
        rules = load_rules(name)
        assert rules.with_options({option: value}).options == rules.options, name


def test_every_scoring_system_is_described():
    text = (ROOT / "docs" / "scoring.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([a-z_]+)` \|", text, re.M)) == set(system_names())


def anchors(page):
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=called)
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for link in LINK.findall(re.sub(r"`[^`\n]*`", "", text)):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=called)
def test_modules_that_a_page_names_exist(page):
    text = page.read_text(encoding="utf-8")
    assert [path for path in SOURCE.findall(text) if not (ROOT / path).is_file()] == []
    assert [name for name in DOTTED.findall(text) if not is_there(name)] == []


def is_there(name):
    """Return whether a dotted name is a module, or something in one."""
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def test_pictures_are_small_and_used():
    pictures = list((ROOT / "docs" / "guide").iterdir())
    assert len(pictures) >= 3
    for picture in pictures:
        assert picture.stat().st_size < 100_000
        assert f"](guide/{picture.name})" in GUIDE


def run_example(name, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / name), *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_example_adjudicate():
    out = run_example("adjudicate.py")
    assert "disrupted" in out
    assert "england  A LON  F NTH" in out


def test_example_read_thread():
    lines = run_example("read_thread.py").splitlines()
    assert any(line.startswith("austria  F Tri - Alb") and "的里雅斯特舰队" in line for line in lines)


def test_example_draw_map(tmp_path):
    run_example("draw_map.py", tmp_path / "map.svg", "orders")
    assert "勃艮第" in (tmp_path / "map.svg").read_text(encoding="utf-8")


@pytest.mark.long
def test_example_score_season(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(outputs, "picture_png", lambda svg: b"\x89PNG")
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "game"]) == 0
    out = run_example("score_season.py", tmp_path / "table.xlsx", tmp_path / "game")
    assert "turkey\t9.00\t35.84\t7009.00" in out
    assert (tmp_path / "table.xlsx").read_bytes().startswith(b"PK")
