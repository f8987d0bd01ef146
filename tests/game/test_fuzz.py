"""Any bytes at all: the game master's files are understood or refused with a notice, never anything else."""

from __future__ import annotations

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tianshen.errors import InputError
from tianshen.game.folder import _joined
from tianshen.game.lot_check import evidence_in
from tianshen.game.parse_names import power_named, turn_named
from tianshen.game.saved_games.importing import read_saved_game
from tianshen.game.seals import Seal, published_record, read_seals
from tianshen.game.settings import read_settings
from tianshen.game.toml_lines import key_lines, with_quoted_keys
from tianshen.text.source import decode, source_of

QUICK = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
ANYTHING = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)
PIECES = st.lists(
    st.sampled_from(
        ["[players]", "[options]", "[deadlines]", "英国", "=", '["a"]', '"', "'", '"""', "\n", "{", "}", ".", "#",
         "1901春", "name", "rules", "solo_centres", "18", "[", "]", ",", "\\", "a", " ", "true", "1979-05-27"]
    ),
    max_size=25,
).map("".join)  # fmt: skip


@QUICK
@given(ANYTHING | PIECES)
def test_settings_are_read_or_refused(text):
    try:
        read_settings(source_of(text, "game.toml"))
    except InputError as error:
        assert error.notices


@QUICK
@given(PIECES)
def test_quoting_keys_keeps_lines_and_never_breaks_what_is_valid(text):
    import tomllib

    quoted = with_quoted_keys(text)
    assert quoted.count("\n") == text.count("\n")
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert tomllib.loads(quoted) == expected
    key_lines(quoted)


@QUICK
@given(ANYTHING | JSON.map(json.dumps))
def test_seals_are_read_or_refused(text):
    try:
        read_seals(source_of(text, "game.lock.json"))
    except InputError as error:
        assert error.notices
    assert published_record(source_of(text), Seal(1, "", "")) is None


@QUICK
@given(ANYTHING | JSON.map(json.dumps) | JSON.map(lambda value: json.dumps({"map": "standard", "phases": [value]})))
def test_saved_games_are_read_or_refused(text):
    try:
        read_saved_game(source_of(text, "saved.json"))
    except InputError as error:
        assert error.notices


@QUICK
@given(ANYTHING)
def test_names_and_reports_are_anything(text):
    turn_named(text)
    power_named(text)
    evidence_in([source_of(text)])


ENCODINGS = st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "gb18030"])
TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.just("\n"), min_size=1, max_size=30)


@QUICK
@given(TEXT, ENCODINGS, TEXT, ENCODINGS)
def test_what_is_appended_is_there_and_what_was_there_stays(old, old_encoding, new, new_encoding):
    before, paste = old.encode(old_encoding), new.encode(new_encoding)
    after = _joined(before, paste, "file", "paste", "--- seam ---")
    assert after.startswith(before)
    was, is_now, came = decode(before, "file"), decode(after, "file"), decode(paste, "paste")
    if was.encoding == is_now.encoding:
        assert is_now.text.startswith(was.text)
        assert is_now.text.endswith(f"--- seam ---\n{came.text}")
