"""Packed data with anything changed in it is loaded or refused with its name: maps, rules, words, forums and so on."""

from __future__ import annotations

import json
import sys
import tomllib
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from material import broken, effort

from tianshen.cli.terminal.help_words import load_help
from tianshen.errors import DataError
from tianshen.game.file_names import _table as load_folder_names
from tianshen.locale import lexicon
from tianshen.locale.names import load_names
from tianshen.locale.phrasebook import load_phrases
from tianshen.locale.word_table import load_words
from tianshen.locale.wordlist import load_wordlist
from tianshen.model import rules
from tianshen.model.board import load_board
from tianshen.reading.decrees import _patterns
from tianshen.reading.posts.forum import _floors, load_forum, load_marks
from tianshen.reading.posts.times import load_times, time_hint
from tianshen.reports.document.target import load_target
from tianshen.reports.picture import geometry as picture_geometry
from tianshen.reports.scoring import scores
from tianshen.resources import data_file, read_toml

TABLES = {
    "board": (("maps", "standard.toml"), lambda: load_board.__wrapped__()),
    "words": (("locales", "zh", "words.toml"), lambda: load_wordlist.__wrapped__()),
    "names": (("locales", "en", "names.standard.toml"), lambda: load_wordlist.__wrapped__()),
    "lookalikes": (("locales", "lookalikes.toml"), lambda: load_wordlist.__wrapped__()),
    "names to write": (("locales", "zh", "names.standard.toml"), lambda: load_names.__wrapped__("zh")),
    "words to write": (("locales", "de", "words.toml"), lambda: load_names.__wrapped__("de")),
    "phrases": (("locales", "en", "phrases.toml"), lambda: load_phrases.__wrapped__("en")),
    "decrees": (("locales", "zh", "decrees.toml"), lambda: [_patterns.__wrapped__(k) for k in KINDS]),
    "forum": (("locales", "forums", "discuz.toml"), lambda: load_forum.__wrapped__("discuz")),
    "forum with tails": (("locales", "forums", "tieba.toml"), lambda: load_forum.__wrapped__("tieba")),
    "marks": (("locales", "forums", "common", "marks.toml"), lambda: (load_marks.__wrapped__(), _floors.__wrapped__())),
    "times": (
        ("locales", "forums", "common", "times.toml"),
        lambda: [f.__wrapped__() for f in (load_times, time_hint)],
    ),
    "target": (("locales", "posts", "discuz.toml"), lambda: load_target.__wrapped__("discuz")),
    "help": (("locales", "zh", "help.toml"), lambda: load_help.__wrapped__("zh")),
    "folder": (("locales", "folder.toml"), lambda: load_folder_names.__wrapped__()),
    "picture words": (("locales", "zh", "picture.toml"), lambda: load_words.__wrapped__("zh", "picture")),
    "workbook words": (("locales", "zh", "workbook.toml"), lambda: load_words.__wrapped__("zh", "workbook")),
}
KINDS = tuple(read_toml("locales", "zh", "decrees.toml"))


whole = cache(lambda path: read_toml(*path))


@contextmanager
def replaced(path, table):
    """While this lasts, the packed table at that path is the one given, whoever reads it."""
    readers = [
        m for n, m in sys.modules.items() if n.startswith("tianshen") and getattr(m, "read_toml", None) is read_toml
    ]
    for module in readers:
        module.read_toml = lambda *parts: table if parts == path else read_toml(*parts)
    try:
        yield
    finally:
        for module in readers:
            module.read_toml = read_toml


@pytest.mark.parametrize("name", TABLES)
@effort(8, shrink=False)
@given(data=st.data())
def test_tables(name, data):
    path, load = TABLES[name]
    with replaced(path, broken(data.draw, whole(path))):
        try:
            load()
        except DataError as error:
            assert error.faults
            assert error.path


@pytest.mark.parametrize("name", TABLES)
def test_tables_that_are_not_broken(name):
    path, load = TABLES[name]
    with replaced(path, read_toml(*path)):
        load()


@effort(6, shrink=False)
@given(data=st.data())
def test_words_are_made_into_a_lexicon(data):
    path = ("locales", "zh", "words.toml")
    with replaced(path, broken(data.draw, whole(path))):
        try:
            wordlist = load_wordlist.__wrapped__()
        except DataError:
            return
    lexicon.load_wordlist = lambda *_: wordlist
    try:
        assert lexicon.load_lexicon.__wrapped__().cut("柏林陆军移动普鲁士")
    except DataError as error:
        assert error.faults
    finally:
        lexicon.load_wordlist = load_wordlist


@pytest.mark.parametrize(
    ("module", "load"),
    [(rules, lambda: [rules.load_rules(name) for name in rules.rule_set_names()]),
     (scores, lambda: scores.default_rates.__wrapped__())],
    ids=["rules", "scoring"],
)  # fmt: skip
@effort(10, shrink=False)
@given(data=st.data())
def test_tables_inside_the_package(module, load, data):
    def loads(text):
        return broken(data.draw, tomllib.loads(text))

    caches = [value for value in vars(module).values() if hasattr(value, "cache_clear")]
    module.tomllib = SimpleNamespace(loads=loads, TOMLDecodeError=tomllib.TOMLDecodeError)
    try:
        for cached in caches:
            cached.cache_clear()
        load()
    except DataError as error:
        assert error.faults
    finally:
        module.tomllib = tomllib
        for cached in caches:
            cached.cache_clear()


@pytest.mark.parametrize(
    ("file", "load"),
    [("standard.geometry.json", lambda: picture_geometry.load_geometry.__wrapped__()),
     ("standard.labels.json", lambda: picture_geometry.load_layout.__wrapped__("zh", "house"))],
    ids=["geometry", "labels"],
)  # fmt: skip
@effort(8, shrink=False)
@given(data=st.data())
def test_shapes(file, load, data):
    def broken_file(*parts):
        if parts != ("maps", file):
            return data_file(*parts)
        table = broken(data.draw, json.loads(data_file(*parts).read_text(encoding="utf-8")))
        return SimpleNamespace(read_text=lambda encoding: json.dumps(table))

    picture_geometry.data_file = broken_file
    try:
        load()
    except DataError as error:
        assert error.faults
    finally:
        picture_geometry.data_file = data_file
