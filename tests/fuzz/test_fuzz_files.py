"""Settings, saved games, seals and published records with anything changed in them are understood or refused."""

from __future__ import annotations

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from material import bent, broken, effort
from outcomes import check_notices

from tianshen.errors import InputError
from tianshen.game.creation import copy_example
from tianshen.game.file_names import SEALS, SETTINGS
from tianshen.game.opened_game import open_game
from tianshen.game.publish import publish
from tianshen.game.replay import after, judge_current, read_current, replay
from tianshen.game.saved_games.exporting import saved_game
from tianshen.game.saved_games.importing import files_of, read_saved_game
from tianshen.game.seal_check import seal_faults, seal_remarks
from tianshen.game.settings import read_settings
from tianshen.game.toml_lines import with_quoted_keys
from tianshen.resources import data_file
from tianshen.text.source import source_of

TURNS = 2


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """The folder of a game with some turns published."""
    path = tmp_path_factory.mktemp("game")
    copy_example(path)
    for _ in range(TURNS):
        game = open_game(path)
        course = replay(game)
        record = judge_current(game, course, read_current(game, course), 1)
        with game.folder.alone():
            publish(game, after(course, record), "zh", None)
    return path


def settings_texts():
    """The shipped settings of every language, and of the example."""
    names = [("locales", lang, SETTINGS_FILE) for lang in ("zh", "en", "de")]
    texts = [data_file(*name).read_text(encoding="utf-8") for name in names]
    return (*texts, data_file("examples", "three-way-tie", SETTINGS).read_text(encoding="utf-8"))


SETTINGS_FILE = "settings.toml"


@effort(80)
@given(st.data())
def test_bent_settings(data):
    source = source_of(bent(data.draw, data.draw(st.sampled_from(settings_texts()))), "game.toml")
    try:
        read_settings(source)
    except InputError as error:
        assert error.notices
        check_notices(error.notices, source)


@effort(60)
@given(st.data())
def test_settings_with_other_values(data):
    table = broken(data.draw, tomllib.loads(with_quoted_keys(settings_texts()[-1])))
    source = source_of("\n".join(_toml(table)), "game.toml")
    try:
        read_settings(source)
    except InputError as error:
        assert error.notices
        check_notices(error.notices, source)


def _toml(table, path=()):
    """A table as lines; what TOML has no word for is left out."""
    inner = {key: value for key, value in table.items() if isinstance(value, dict)}
    if path:
        yield f"[{'.'.join(json.dumps(key, ensure_ascii=False) for key in path)}]"
    for key, value in table.items():
        if key not in inner and value is not None:
            yield f"{json.dumps(key, ensure_ascii=False)} = {_value(value)}"
    for key, value in inner.items():
        yield from _toml(value, (*path, key))


def _value(value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float | int):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(_value(item) for item in value if item is not None and not isinstance(item, dict))}]"
    return json.dumps(str(value), ensure_ascii=False)


@pytest.fixture(scope="module")
def saved(published):
    game = open_game(published)
    course = replay(game)
    whole = saved_game("x", game.board, game.settings.rules, course.records, course.position)
    return json.loads(json.dumps(whole))


@effort(80)
@given(st.data())
def test_saved_games_with_other_values(saved, data):
    source = source_of(json.dumps(broken(data.draw, saved)), "saved.json")
    try:
        intake = read_saved_game(source)
    except InputError as error:
        assert error.notices
        check_notices(error.notices, source)
        return
    assert files_of(intake, "start = 1\n")


@effort(25)
@given(st.data())
def test_seals_and_records_with_other_values(published, data):
    files = [published / SEALS, *sorted(published.rglob("*.json"))[:TURNS]]
    path = data.draw(st.sampled_from(files))
    before = path.read_bytes()
    text = before.decode()
    changed = json.dumps(broken(data.draw, json.loads(text))) if data.draw(st.booleans()) else bent(data.draw, text)
    path.write_bytes(changed.encode("utf-8", "surrogatepass"))
    try:
        game = open_game(published)
        course = replay(game)
        notices = [*seal_faults(game, course, "zh"), *seal_remarks(game, course)]
        check_notices(notices, source_of(changed, path.name))
    except InputError as error:
        assert error.notices
    finally:
        path.write_bytes(before)


def test_what_is_untouched_is_right(published):
    game = open_game(published)
    assert seal_faults(game, replay(game), "zh") == []
