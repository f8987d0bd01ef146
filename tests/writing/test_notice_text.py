"""Sentences for notices: names for ids, other people's words as they are, nothing read as a template."""

import pytest

from tianshen.locale.template import parse_template
from tianshen.model.orders import Named
from tianshen.model.position import Unit
from tianshen.model.turns import parse_turn
from tianshen.notices import Code, Level, Notice, Where
from tianshen.writing.language import Language
from tianshen.writing.notice_text import notice_text, shortened


class Book:
    """A phrasebook with one sentence for every notice."""

    def __init__(self, text):
        self.sections = {"notices": {str(code): parse_template(text) for code in Code}}


def told(text, where=None, lang="zh", **data):
    language = Language(lang)
    vars(language)["phrases"] = Book(text)
    return notice_text(Notice(Level.ERROR, Code.FILE_EMPTY, where, data), language)


@pytest.mark.parametrize(
    ("key", "value", "shown"),
    [
        ("power", "england", "英国"),
        ("powers", ("england", "france"), "英国、法国"),
        ("other_power", "russia", "俄国"),
        ("province", "BRE", "布瑞斯特"),
        ("candidate_provinces", ["FIN", "HOL"], "芬兰、荷兰"),
        ("location", "SPA/NC", "西班牙（北岸）"),
        ("unit", "F STP/SC", "圣彼得堡（南岸）舰队"),
        ("unit", Unit("england", "F", "LON"), "伦敦舰队"),
        ("thing", Named("A", "LON"), "伦敦陆军"),
        ("turn", "F1901", "1901年秋季"),
        ("when", parse_turn("S1902"), "1902年春季"),
        ("coast", "NC", "北岸"),
        ("kind", "A", "陆军"),
        ("count", 3, "3"),
        ("powers", frozenset({"france", "england"}), "英国、法国"),
    ],
)
def test_ids_are_shown_by_their_names(key, value, shown):
    assert told(f"x{{{key}}}y", **{key: value}) == f"x{shown}y"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("power", "不列颠"),
        ("province", "LONx"),
        ("province", "Lon"),
        ("location", "SPA/XX"),
        ("unit", "X LON"),
        ("unit", "LON"),
        ("turn", "1901春"),
        ("coast", "西"),
        ("kind", "潜艇"),
        ("word", "LON"),
    ],
)
def test_what_is_no_id_is_shown_as_it_is(key, value):
    assert told(f"{{{key}}}", **{key: value}) == value


def test_the_place_can_be_named():
    where = Where("1901春.txt", 3, 5, "{power}<b>")
    assert told("{file}:{line}:{column} {quote}", where) == "1901春.txt:3:5 {power}<b>"


def test_other_peoples_words_are_never_a_template():
    assert told("{word} {power}", word="{power}", power="england") == "{power} 英国"


def test_a_value_that_is_missing_leaves_its_name():
    assert told("{file} {power}<，{quote}>") == "{file} {power}"


@pytest.mark.parametrize("lang", ["zh", "en", "de"])
def test_every_code_can_be_told_with_data_of_any_kind(lang):
    language = Language(lang)
    for code in Code:
        data = dict.fromkeys(language.phrases.names("notices", code), "甲")
        assert "甲" in notice_text(Notice(Level.INFO, code, None, data), language) or not data


def test_of_very_long_words_the_beginning_is_shown():
    assert shortened("字" * 300) == "字" * 300
    assert shortened("字" * 301) == "字" * 299 + "…"
    endless = "牙" * 100_000
    assert len(told("{quote}{value}", Where("x", 1, 1, endless), value=endless)) == 600
