"""Every case file: read, judged, compared with what its author expects."""

from __future__ import annotations

import pytest
from case_files import case_paths, doubts, faults, judged, load

PATHS = case_paths("datc", "clauses", "judge", "world")


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_case(path):
    file = load(path)
    case = file.case()
    assert file.parts
    for part in file.parts:
        assert faults(case, part) == []
    if not any(what == "notices" for part in file.parts for what, _ in part.lines):
        assert doubts(case, judged(case, case.rules)) == []
