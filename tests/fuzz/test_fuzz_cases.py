"""Position and case files with anything changed in them are judged or refused."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from material import bent, effort, piles
from outcomes import check_case

CASES = Path(__file__).parent.parent


@cache
def cases():
    """The texts of shipped cases, one in twenty."""
    return tuple(path.read_text(encoding="utf-8") for path in sorted(CASES.rglob("*.case"))[::20])


@effort(80)
@given(st.data())
def test_bent_cases(data):
    check_case(bent(data.draw, data.draw(st.sampled_from(cases()))).encode("utf-8", "surrogatepass"))


@effort(40)
@given(
    st.sampled_from(["Position S1901\n", "局面 1901秋撤退\n", "Position W1905\nRules standard\n"]), piles(), piles(8)
)
def test_positions_of_any_words(first, position, orders):
    check_case(f"{first}{position}\n\n{orders}".encode("utf-8", "surrogatepass"))


@effort(40)
@given(st.binary(max_size=80))
def test_any_bytes(raw):
    check_case(raw)
