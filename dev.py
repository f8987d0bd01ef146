"""Everything a fresh machine needs, with Python alone: `dev.py demo`, `dev.py test`; without a word it lists the rest.

It makes a virtual environment in `.venv` (once), installs the project into it, and runs the rest there. `oldest` and
`exchange` have environments of their own. Whatever tests leave in the temporary folder is removed when they end.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
OLDEST = ROOT / ".venv-oldest"
EXCHANGE = ROOT / ".venv-exchange"
WHEEL_LIMIT = 3_000_000
CHECKS = (
    ("-m", "ruff", "format", "--check", "."),
    ("-m", "ruff", "check", "."),
    ("-m", "mypy"),
    ("-m", "mypy", "examples"),
)
TESTS = ("-m", "pytest", "--numprocesses", "auto")
QUICK, LONG = ("-m", "not long"), ("-m", "long")
COVERED = ("judge", "reading", "game")  # rooms whose tests must take this share of their branches
COVERING = ("cli", "clauses", "datc", "game", "judge", "locale", "reading", "robustness", "threads", "writing")
LEAST = 95
# where a dependency of another age could make a difference; the rest knows none of them
TOUCHED = ("cli", "docs", "examples", "game", "locale", "reading", "record", "reports", "writing")
PUBLIC = (
    "tianshen.api",
    "tianshen.errors",
    "tianshen.notices",
    "tianshen.model",
    "tianshen.judge.ruling",
    "tianshen.judge.turn_result",
    "tianshen.reading.case.case_file",
    "tianshen.reading.result",
    "tianshen.record.turn_record",
    "tianshen.record.json_shape",
)
CASE = "局面 1901年春\n英国：伦敦舰队\n\n英国：\n伦敦舰队 移动 北海\n"
USER = """\
import tianshen as ts

case = ts.read_case("Position Fall 1903\\nEngland: F Lon\\n")
turn = ts.adjudicate(case.position, case.reading.orders, case.rules, alliances=case.alliances)
count: int = len(turn.position.units)
text: str = ts.render(turn, "bbcode", lang="en")
number: int = ts.explain(turn, "F LON")  # type: ignore[assignment]
"""


def python_in(place: Path) -> Path:
    """Return the path of the interpreter of a virtual environment."""
    return place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def run(*command: object, cwd: Path = ROOT) -> None:
    """Run a command and stop the script with its exit status if it fails."""
    status = subprocess.run([str(part) for part in command], cwd=cwd, check=False).returncode
    if status:
        sys.exit(status)


def pip(place: Path, *arguments: object) -> None:
    """Install into an environment, quietly."""
    run(python_in(place), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments)


def environment(place: Path) -> Path:
    """Create the virtual environment if it is missing; return the path of its interpreter."""
    if not python_in(place).exists():
        venv.create(place, with_pip=True)
    return python_in(place)


def project() -> dict[str, Any]:
    """Return what pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def prepared() -> Path:
    """Install the project and its tools into `.venv`; return the path of its interpreter."""
    python = environment(ENVIRONMENT)
    pip(ENVIRONMENT, "--editable", ROOT, *project()["dependency-groups"]["dev"])
    return python


def demo(arguments: list[str]) -> None:
    """Play the shipped game from its pasted posts and print the last report."""
    run(prepared(), "-m", "tianshen", "demo", *arguments, cwd=Path.cwd())


def pytest(python: Path, *arguments: object) -> None:
    """Run tests in a temporary folder of their own, which is removed afterwards with all that they left in it."""
    with tempfile.TemporaryDirectory(prefix="tianshen-tests-", ignore_cleanup_errors=True) as place:
        Path(place).chmod(0o755)  # some tests act for another user, who must get through it
        settings = {**os.environ, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), place)}
        status = subprocess.run(
            [str(part) for part in (python, *TESTS, *arguments)], cwd=ROOT, env=settings, check=False
        ).returncode
    if status:
        sys.exit(status)


def test(arguments: list[str]) -> None:
    """Check formatting, lint and types and run all tests but the long ones; with arguments, run those tests alone."""
    python = prepared()
    if arguments:
        pytest(python, *arguments)
        return
    for check in CHECKS:
        run(python, *check)
    pytest(python, *QUICK)


def long(_: list[str]) -> None:
    """Run the long tests: real kills, fuzzing, whole games, thousands of boards, recalculated workbooks."""
    pytest(prepared(), *LONG)


def coverage(_: list[str]) -> None:
    """Run the tests of the rooms that must be covered, and fail where they take too few branches."""
    python = prepared()
    folders = (f"tests/{room}" for room in COVERING)
    pytest(python, *QUICK, *(f"--cov=tianshen/{room}" for room in COVERED), "--cov-branch", "--cov-report=", *folders)
    for room in COVERED:
        wanted = ("report", f"--include=tianshen/{room}/*", f"--fail-under={LEAST}", "--skip-covered")
        run(python, "-m", "coverage", *wanted)


def oldest(arguments: list[str]) -> None:
    """Run the tests with the oldest dependencies that pyproject.toml allows."""
    python = environment(OLDEST)
    facts = project()
    pins = [re.sub(r">=([\w.]+)[^;]*", r"==\1", needed) for needed in facts["project"]["dependencies"]]
    tools = [
        tool for tool in facts["dependency-groups"]["dev"] if tool.startswith(("pytest", "hypothesis", "jsonschema"))
    ]
    pip(OLDEST, "--editable", ROOT, *pins, *tools)
    pytest(python, *(arguments or (*QUICK, *(f"tests/{room}" for room in TOUCHED))))


def exchange(_: list[str]) -> None:
    """Create the environment with the PyPI package `diplomacy`, for the tests that exchange games with it."""
    environment(EXCHANGE)
    pip(EXCHANGE, *project()["dependency-groups"]["exchange"])


def docs(arguments: list[str]) -> None:
    """Build the pages of the library in `api-pages`; a warning is an error."""
    target = arguments[0] if arguments else ROOT / "api-pages"
    run(prepared(), "-W", "error", "-m", "pdoc", "--docformat", "google", "--output-directory", target, *PUBLIC)


def wheel(_: list[str]) -> None:
    """Build the wheel and try it on its own: installed in a fresh environment, used in an empty folder."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        tools = prepared()
        run(tools, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", place, ROOT)
        (built,) = place.glob("*.whl")
        if built.stat().st_size > WHEEL_LIMIT:
            sys.exit(f"{built.name}: {built.stat().st_size} bytes, more than {WHEEL_LIMIT}")
        fresh, empty = place / "fresh", place / "empty"
        python = environment(fresh)
        empty.mkdir()
        pip(fresh, built)
        (empty / "case.txt").write_text(CASE, encoding="utf-8")
        (empty / "user.py").write_text(USER, encoding="utf-8")
        for words in (
            *("--help", "--help --lang en", "--help --lang de", "judge --help --lang de"),
            *("demo demo", "status --game demo", "verify --game demo --lang en", "excel --game demo"),
            *("judge case.txt --lang de", "judge --json case.txt", "map -o map.png --game demo", "season demo"),
        ):
            run(python, "-I", "-m", "tianshen", *words.split(), cwd=empty)
        for made in ("map.png", "demo/积分.xlsx"):
            if not (empty / made).stat().st_size:
                sys.exit(f"{made} is empty")
        run(python, "-I", "user.py", cwd=empty)
        run(tools, "-m", "mypy", "--strict", "--python-executable", python, "user.py", cwd=empty)


COMMANDS = {command.__name__: command for command in (demo, test, long, coverage, wheel, docs, oldest, exchange)}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        rows = (f"  {name:9} {(command.__doc__ or '').splitlines()[0]}" for name, command in COMMANDS.items())
        sys.exit("\n".join(("python dev.py COMMAND", *rows)))
    COMMANDS[sys.argv[1]](sys.argv[2:])
