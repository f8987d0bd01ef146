"""The picture's font has everything that the picture says, and what it lacks never vanishes."""

from __future__ import annotations

import struct

import pytest

from tianshen.errors import DataError
from tianshen.locale.names import languages, load_names
from tianshen.locale.word_table import load_words
from tianshen.model.board import load_board
from tianshen.model.turns import Step, Turn
from tianshen.reports.picture import font as module
from tianshen.reports.picture.font import ELLIPSIS, FAMILY, MISSING, PNG_FONT, SVG_FONT, picture_font
from tianshen.resources import data_file

FONT = picture_font()


def said_by_the_map(lang, name_set):
    names, words = load_names(lang, name_set), load_words(lang, "picture")
    texts = [*names.provinces.values(), *names.powers.values(), *names.power_shorts.values(), *names.coasts.values()]
    texts += [*words.sections["kinds"].values(), *words.sections["legend"].values(), words("title", "description")]
    texts += [words("title", "version", version="3")]
    texts += [names.turn(Turn(1901, step)) for step in Step]
    return "".join(texts)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name_set", ["house", "modern"])
def test_the_font_has_all_that_the_map_says(lang, name_set):
    assert FONT.lacking(said_by_the_map(lang, name_set)) == ""


def test_the_font_has_the_characters_that_names_are_made_of():
    usual = "".join(bytes([high, low]).decode("gb2312") for high in range(0xB0, 0xD7) for low in range(0xA1, 0xFF))
    assert len(usual) == 3666
    assert len(FONT.lacking(usual)) < 10
    assert FONT.lacking("第三屆強權外交戰報 あいうアイウ ABCxyz 0123 äöüßéñ ★→□") == ""


def test_widths_are_those_of_the_font():
    assert FONT.width("巴黎", 20) == 40
    assert 0 < FONT.width("i", 20) < FONT.width("m", 20) < 20
    assert FONT.width("", 20) == 0
    assert FONT.width("龘", 10) == 10


def test_lacking_characters_become_squares_and_control_marks_go():
    assert FONT.shown("小马😀") == "小马" + MISSING
    assert FONT.shown("a\u202eb\u200b\x07c\n d\t") == "ab c d".replace("b c", "bc")
    assert FONT.shown("e\u0301") == "é"
    assert FONT.lacking("a😀b😀龘") == "😀龘"


def test_long_names_are_cut_to_the_room():
    name = "海上霸主与他的舰队"
    assert FONT.fitted(name, 10, 90) == name
    cut = FONT.fitted(name, 10, 50)
    assert cut.endswith(ELLIPSIS) and name.startswith(cut[:-1]) and FONT.width(cut, 10) <= 50
    assert FONT.fitted(name, 10, 1) == ELLIPSIS


def test_the_font_bears_its_own_name_and_its_licence():
    """The licence reserves the name 'Source'; ours is found under a name that nothing else has."""
    data = data_file(*PNG_FONT).read_bytes()
    names = name_table(data)
    assert {names[number] for number in (1, 4)} == {FAMILY}
    assert "Source" not in names[6] and "Noto" not in names[6]
    assert "SIL OPEN FONT LICENSE" in data_file("maps", "fonts", "OFL.txt").read_text(encoding="utf-8")
    assert data_file(*SVG_FONT).read_bytes()[:4] == b"wOF2"
    assert len(data_file(*SVG_FONT).read_bytes()) < 60_000


def name_table(data):
    count = struct.unpack_from(">H", data, 4)[0]
    tables = {data[12 + 16 * i : 16 + 16 * i]: struct.unpack_from(">L", data, 20 + 16 * i)[0] for i in range(count)}
    start = tables[b"name"]
    _, records, strings = struct.unpack_from(">HHH", data, start)
    out = {}
    for i in range(records):
        _, _, _, number, length, offset = struct.unpack_from(">6H", data, start + 6 + 12 * i)
        at = start + strings + offset
        out[number] = data[at : at + length].decode("utf-16-be")
    return out


@pytest.mark.parametrize("broken", [b"", b"not a font at all, only some text that is long enough to look at"])
def test_a_broken_font_is_named(monkeypatch, tmp_path, broken):
    (tmp_path / "font.ttf").write_bytes(broken)
    monkeypatch.setattr(module, "data_file", lambda *parts: tmp_path / "font.ttf")
    picture_font.cache_clear()
    with pytest.raises(DataError, match=r"TianshenSans.ttf"):
        picture_font()
    monkeypatch.undo()
    picture_font.cache_clear()


def test_every_power_has_its_letter():
    for lang in languages():
        names = load_names(lang)
        letters = [names.power_short(power) for power in load_board().powers]
        assert len(set(letters)) == len(letters) and all(len(letter) == 1 for letter in letters)
