"""Everything a fresh machine needs, with Python alone: `dev.py demo`, `dev.py test`, `dev.py wheel`.

Makes a virtual environment in `.venv` (once), installs the project into it, and runs the rest there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
WHEEL_LIMIT = 3_000_000
CHECKS = (
    ("-m", "ruff", "format", "--check", "."),
    ("-m", "ruff", "check", "."),
    ("-m", "mypy"),
    ("-m", "mypy", "examples"),
    ("-m", "pytest", "--numprocesses", "auto"),
)


def python_in(environment: Path) -> Path:
    """The interpreter of a virtual environment."""
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def run(*command: object, cwd: Path = ROOT) -> None:
    """Runs a command and stops the script with its exit status if it fails."""
    status = subprocess.run([str(part) for part in command], cwd=cwd, check=False).returncode
    if status:
        sys.exit(status)


def pip(environment: Path, *arguments: object) -> None:
    """Installs into an environment, quietly."""
    run(python_in(environment), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments)


def prepared() -> Path:
    """The interpreter of `.venv`, with the project and its tools installed."""
    if not python_in(ENVIRONMENT).exists():
        venv.create(ENVIRONMENT, with_pip=True)
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    pip(ENVIRONMENT, "--editable", ROOT, *groups["dev"])
    return python_in(ENVIRONMENT)


def demo(arguments: list[str]) -> None:
    """Plays the shipped game from its pasted posts and prints the last report."""
    run(prepared(), "-m", "tianshen", "demo", *arguments, cwd=Path.cwd())


def test(arguments: list[str]) -> None:
    """Formatting, lint, types, tests; with arguments, the tests alone."""
    python = prepared()
    for check in CHECKS if not arguments else CHECKS[-1:]:
        run(python, *check, *arguments)


def wheel(_: list[str]) -> None:
    """Builds the wheel, installs it in a fresh environment, and plays the shipped game in an empty folder."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        run(prepared(), "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", place, ROOT)
        (built,) = place.glob("*.whl")
        if built.stat().st_size > WHEEL_LIMIT:
            sys.exit(f"{built.name}: {built.stat().st_size} bytes, more than {WHEEL_LIMIT}")
        fresh, empty = place / "fresh", place / "empty"
        venv.create(fresh, with_pip=True)
        empty.mkdir()
        pip(fresh, built)
        for arguments in (["--help"], ["demo", "demo"], ["status", "--game", "demo"], ["verify", "--game", "demo"]):
            run(python_in(fresh), "-I", "-m", "tianshen", *arguments, cwd=empty)


COMMANDS = {"demo": demo, "test": test, "wheel": wheel}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"python dev.py {'|'.join(COMMANDS)}")
    COMMANDS[sys.argv[1]](sys.argv[2:])
