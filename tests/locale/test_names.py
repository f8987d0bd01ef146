"""Names in three languages, as the order page writes them."""

import pytest

from tianshen.errors import DataError
from tianshen.locale import names as names_module
from tianshen.locale.names import languages, load_names
from tianshen.locale.template import TemplateFault, filled
from tianshen.model.board import load_board
from tianshen.model.orders import Build, Named
from tianshen.model.position import Unit
from tianshen.model.turns import parse_turn


def test_every_language_names_every_province_power_and_turn():
    board = load_board()
    for lang in languages():
        for name_set in ("house", "modern"):
            names = load_names(lang, name_set)
            assert {names.province(p) for p in board.provinces} - {""}
            assert len({names.province(p) for p in board.provinces}) == 75
            assert len({names.power(p) for p in board.powers}) == 7


def test_chinese_has_two_name_sets():
    assert load_names("zh").province("BRE") == "布瑞斯特"
    assert load_names("zh", "modern").province("BRE") == "布雷斯特"
    assert load_names("zh").province("TRI") == "粹斯特"
    assert load_names("zh", "modern").province("NAP") == "那不勒斯"


@pytest.mark.parametrize(
    ("lang", "full", "short", "unit"),
    [
        ("zh", "西班牙（北岸）", "西班牙（北岸）", "西班牙（北岸）舰队"),
        ("en", "Spain (nc)", "Spa/nc", "F Spain (nc)"),
        ("de", "Spanien (nc)", "Spa/nc", "F Spanien (nc)"),
    ],
)
def test_locations_and_units(lang, full, short, unit):
    names = load_names(lang)
    assert names.location("SPA/NC") == full
    assert names.short("SPA/NC") == short
    for what in (Unit("france", "F", "SPA/NC"), Named("F", "SPA/NC"), Build("F", "SPA/NC")):
        assert names.unit(what) == unit


@pytest.mark.parametrize(
    ("code", "words", "file"),
    [
        ("S1901", "1901年春季", "1901春"),
        ("S1901R", "1901年春季撤退", "1901春撤退"),
        ("F1901", "1901年秋季", "1901秋"),
        ("F1901R", "1901年秋季撤退", "1901秋撤退"),
        ("W1901", "1901年冬季", "1901冬"),
    ],
)
def test_turns_in_chinese(code, words, file):
    names = load_names("zh")
    assert names.turn(parse_turn(code)) == words
    assert names.turn_file(parse_turn(code)) == file


def test_filling_never_reads_a_value_as_a_template():
    assert filled("{a} {b}", a="{b}", b="x") == "{b} x"
    with pytest.raises(TemplateFault):
        filled("{no} {a", a="x")


def test_unknown_language_and_name_set():
    with pytest.raises(KeyError):
        load_names("xx")
    with pytest.raises(KeyError):
        load_names("zh", "old")


def test_broken_words_are_named(monkeypatch):
    whole = names_module.read_toml

    def broken(*parts):
        table = whole(*parts)
        table.get("powers", {}).pop("turkey", None)
        return table

    monkeypatch.setattr(names_module, "read_toml", broken)
    with pytest.raises(DataError, match=r"locales/de/words.toml: powers\.turkey\.name"):
        load_names.__wrapped__("de")
