"""Every case file: read, judged, compared with what its author expects."""

from __future__ import annotations

import pytest
from case_files import case_paths, faults, load

PATHS = case_paths("datc", "clauses", "world")


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_case(path):
    file = load(path)
    case = file.case()
    assert file.parts
    for part in file.parts:
        assert faults(case, part) == []
