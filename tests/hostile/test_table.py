"""The table in `docs/hostile.md` and the tests beside this file tell the same."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "hostile.md"


def test_every_row_has_its_test_and_every_test_its_row():
    rows = re.findall(r"^\| .* \| `(test_\w+)` \|$", PAGE.read_text(encoding="utf-8"), re.M)
    tests = [
        name
        for path in (HERE / "test_hostile_names.py", HERE / "test_hostile_orders.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M)
    ]
    assert rows == tests
