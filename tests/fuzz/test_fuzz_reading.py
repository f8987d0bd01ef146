"""Whatever is pasted is read or refused: no crash, the same twice, every notice with a place and a sentence."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from material import PLAYERS, effort, piles
from outcomes import check_reading


@effort(40)
@given(st.binary(max_size=60))
def test_any_bytes(raw):
    check_reading(raw, PLAYERS, phases=1)


@effort(40)
@given(st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")), st.booleans())
def test_any_text(raw, wide):
    check_reading(b"\xff\xfe" + raw.decode("utf-8", "ignore").encode("utf-16-le") if wide else raw, {}, phases=2)


@effort(90)
@given(piles())
def test_words_in_any_sequence_without_players(text):
    check_reading(text.encode("utf-8", "surrogatepass"), {})


@effort(90)
@given(piles())
def test_words_in_any_sequence_with_players(text):
    check_reading(text.encode("utf-8", "surrogatepass"), PLAYERS)
