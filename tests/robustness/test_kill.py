"""Real runs, really killed, looked at from outside: a few of the kills that `tools/kill.py` makes by hand."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from effort import CHANCE, EFFORT

pytestmark = pytest.mark.long

SCRIPT = Path(__file__).parents[2] / "tools" / "kill.py"


@pytest.mark.skipif(os.name == "nt" or not SCRIPT.exists(), reason="needs SIGKILL, and the script of the checkout")
def test_killed_runs_leave_old_or_new_and_are_completed_by_the_next(tmp_path):
    kills, seed = 3 * EFFORT, CHANCE.randrange(2**32)
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--kills", str(kills), "--seed", str(seed), "--only", "resolve", "paste"],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    told = done.stdout.decode()
    assert done.returncode == 0, told + done.stderr.decode()
    assert told.count(" 0 faults") == 2
    assert list(tmp_path.iterdir()) == []
