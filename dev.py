"""Everything a fresh machine needs, with Python alone: `dev.py demo`, `dev.py test`; it names what else there is.

Makes a virtual environment in `.venv` (once), installs the project into it, and runs the rest there. `oldest` and
`exchange` have environments of their own.
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
COVERED = ("judge", "reading", "game")  # rooms whose tests must take this share of their branches
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
    """The interpreter of a virtual environment."""
    return place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def run(*command: object, cwd: Path = ROOT) -> None:
    """Runs a command and stops the script with its exit status if it fails."""
    status = subprocess.run([str(part) for part in command], cwd=cwd, check=False).returncode
    if status:
        sys.exit(status)


def pip(place: Path, *arguments: object) -> None:
    """Installs into an environment, quietly."""
    run(python_in(place), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments)


def environment(place: Path) -> Path:
    """The interpreter of a virtual environment, which is there now."""
    if not python_in(place).exists():
        venv.create(place, with_pip=True)
    return python_in(place)


def project() -> dict[str, Any]:
    """What pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def prepared() -> Path:
    """The interpreter of `.venv`, with the project and its tools installed."""
    python = environment(ENVIRONMENT)
    pip(ENVIRONMENT, "--editable", ROOT, *project()["dependency-groups"]["dev"])
    return python


def demo(arguments: list[str]) -> None:
    """Plays the shipped game from its pasted posts and prints the last report."""
    run(prepared(), "-m", "tianshen", "demo", *arguments, cwd=Path.cwd())


def test(arguments: list[str]) -> None:
    """Formatting, lint, types, tests, coverage of branches; with arguments, the tests alone."""
    python = prepared()
    if arguments:
        run(python, *TESTS, *arguments)
        return
    for check in CHECKS:
        run(python, *check)
    run(python, *TESTS, *(f"--cov=tianshen/{room}" for room in COVERED), "--cov-branch", "--cov-report=")
    for room in COVERED:
        run(
            python,
            "-m",
            "coverage",
            "report",
            f"--include=tianshen/{room}/*",
            f"--fail-under={LEAST}",
            "--skip-covered",
        )


def oldest(arguments: list[str]) -> None:
    """The tests with the oldest dependencies that pyproject.toml allows."""
    python = environment(OLDEST)
    facts = project()
    pins = [re.sub(r">=([\w.]+)[^;]*", r"==\1", needed) for needed in facts["project"]["dependencies"]]
    tools = [
        tool for tool in facts["dependency-groups"]["dev"] if tool.startswith(("pytest", "hypothesis", "jsonschema"))
    ]
    pip(OLDEST, "--editable", ROOT, *pins, *tools)
    run(python, *TESTS, *(arguments or (f"tests/{room}" for room in TOUCHED)))


def exchange(_: list[str]) -> None:
    """Makes the environment with the PyPI package `diplomacy`, for the tests that exchange games with it."""
    environment(EXCHANGE)
    pip(EXCHANGE, *project()["dependency-groups"]["exchange"])


def docs(arguments: list[str]) -> None:
    """Builds the pages of the library in `api-pages`; a warning is an error."""
    target = arguments[0] if arguments else ROOT / "api-pages"
    run(prepared(), "-W", "error", "-m", "pdoc", "--docformat", "google", "--output-directory", target, *PUBLIC)


def wheel(_: list[str]) -> None:
    """Builds the wheel and tries it on its own: installed in a fresh environment, used in an empty folder."""
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


COMMANDS = {"demo": demo, "test": test, "wheel": wheel, "docs": docs, "oldest": oldest, "exchange": exchange}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"python dev.py {'|'.join(COMMANDS)}")
    COMMANDS[sys.argv[1]](sys.argv[2:])
