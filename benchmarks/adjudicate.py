"""How fast movement turns are adjudicated, beside the PyPI packages `diplomacy` and `pydip`.

`python benchmarks/adjudicate.py [--env FOLDER] [--rounds N]`. The two packages run in an environment of their own,
which is made in FOLDER if it is not there. Each adjudicator does the whole on the 200 turns of `phases.json`: position
built, orders set, adjudicated, results in hand. The time of a turn is its best of all rounds; printed is the mean over
the turns.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
import venv
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

import ours  # noqa: E402
import phases  # noqa: E402

from tianshen.model.board import load_board  # noqa: E402

PACKAGES = ("diplomacy==1.1.2", "pydip")
WANTED = {"diplomacy": 10, "pydip": 2}
DEFAULT_ENV = HERE / ".venv"


def time_ours(rounds: int) -> list[float]:
    """The best time of each turn."""
    runs = [ours.prepared(phase) for phase in phases.load()]
    best = [float("inf")] * len(runs)
    for _ in range(rounds):
        for number, run in enumerate(runs):
            begun = time.perf_counter()
            run()
            best[number] = min(best[number], time.perf_counter() - begun)
    return best


def environment(folder: Path) -> Path:
    """The Python of the environment with the two packages, made where it is missing."""
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        print(f"making an environment in {folder} …")
        venv.create(folder, with_pip=True)
        # Both need pkg_resources, which newer setuptools no longer has.
        subprocess.run([python, "-m", "pip", "install", "-q", "setuptools<81", *PACKAGES], check=True)
    return python


def time_other(python: Path, name: str, rounds: int) -> list[float]:
    """The best time of each turn with the package of that name."""
    names = json.dumps({province.id: province.name for province in load_board().provinces.values()})
    command = [python, "-W", "ignore", HERE / "others.py", name, str(rounds), names]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    found: list[float] = json.loads(run.stdout.splitlines()[-1])
    return found


def main() -> int:
    """Prints the table; status 1 if a ratio falls short of what is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env", type=Path, default=DEFAULT_ENV)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    python = environment(options.env)
    own = statistics.mean(time_ours(options.rounds))
    units = statistics.mean(len(phase.units) for phase in phases.load())
    print(f"{len(phases.load())} turns, {units:.1f} units each on average")
    print(f"{'':12}{'µs a turn':>12}{'ratio':>9}{'wanted':>9}")
    print(f"{ours.NAME:12}{own * 1e6:12.0f}")
    short = False
    for name, wanted in WANTED.items():
        other = statistics.mean(time_other(python, name, max(3, options.rounds // 4)))
        short = short or other / own < wanted
        print(f"{name:12}{other * 1e6:12.0f}{other / own:9.1f}{wanted:9}")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
