"""Every case file: read, judged, compared with what its author expects."""

from __future__ import annotations

import pytest
from case_files import case_paths, doubts, faults, judged, load

from tianshen.reading.case.case_file import read_case
from tianshen.text.source import source_of

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


def test_what_is_expected_is_no_part_of_the_orders():
    """`tianshen judge` may be pointed at any case file, whole as it is."""
    for path in PATHS[::25]:
        whole = read_case(source_of(path.read_text(encoding="utf-8"), path.name))
        case = load(path).case()
        assert (whole.position, whole.reading.orders, whole.reading.notices) == (
            case.position,
            case.reading.orders,
            case.reading.notices,
        )
