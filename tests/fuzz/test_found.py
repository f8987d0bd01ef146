"""Inputs that once broke something, or that a fuzzer found worth keeping: each is read or refused like any other.

The name begins with what the bytes are: `turn-`, `case-`, `settings-`, `saved-` or `seals-`. `tools/fuzz.py` writes
what it finds into this folder.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from material import PLAYERS
from outcomes import CHECKS

FOUND = sorted(path for path in (Path(__file__).parent / "found").iterdir() if "-" in path.name)


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_found(path):
    kind, _, _ = path.name.partition("-")
    CHECKS[kind](path.read_bytes())


def test_every_kind_is_there():
    assert {path.name.partition("-")[0] for path in FOUND} == set(CHECKS)
    assert PLAYERS
