"""The lexicon: every alias means one place or is listed as ambiguous, and words are cut as orders need it."""

import subprocess
import sys

import pytest

from tianshen.errors import DataError
from tianshen.locale import wordlist
from tianshen.locale.lexicon import WordClass, load_lexicon
from tianshen.locale.normalise import Normaliser
from tianshen.model.board import load_board
from tianshen.resources import read_toml

LANGS = ("zh", "en", "de")


def aliases():
    for lang in LANGS:
        table = read_toml("locales", lang, "names.standard.toml")
        for province, row in table["provinces"].items():
            singles = [row[key] for key in ("name", "house", "modern", "short") if key in row]
            for name in (*singles, *row["aliases"]):
                yield province, name


def ambiguous():
    return {name for lang in LANGS for name in read_toml("locales", lang, "names.standard.toml")["ambiguous"]}


def test_every_alias_means_one_place_or_is_listed():
    lexicon = load_lexicon()
    listed = ambiguous()
    count = 0
    for province, name in aliases():
        count += 1
        assert name not in listed
        assert lexicon.places(name) == (province,), name
    assert count > 700


def test_every_id_is_understood():
    lexicon = load_lexicon()
    for province in load_board().provinces:
        assert lexicon.places(province) == (province,)


@pytest.mark.parametrize("name", sorted(ambiguous()))
def test_what_is_listed_means_several(name):
    assert len(load_lexicon().places(name)) > 1


@pytest.mark.parametrize(
    ("run", "pieces"),
    [
        ("罗马尼亚", ["罗马尼亚"]),
        ("西班牙北海岸舰队", ["西班牙", "北海岸", "舰队"]),
        ("北海舰队", ["北海", "舰队"]),
        ("经中大西洋移动突尼斯", ["经", "中大西洋", "移动", "突尼斯"]),
        ("挪威海舰队优先撤退到瑞典", ["挪威海", "舰队", "优先撤退到", "瑞典"]),
        ("英吉利海峡舰队运输伦敦陆军移动布瑞斯特", ["英吉利海峡", "舰队", "运输", "伦敦", "陆军", "移动", "布瑞斯特"]),
    ],
)
def test_longest_name_first(run, pieces):
    assert load_lexicon().cut(run) == pieces


@pytest.mark.parametrize(
    ("text", "power"),
    [
        ("英国", "england"),
        ("奥匈帝国", "austria"),
        ("英國", "england"),
        ("Österreich", "austria"),
        ("TURKEY", "turkey"),
    ],
)
def test_powers_in_every_language(text, power):
    assert load_lexicon().power(text) == power


@pytest.mark.parametrize("text", ["München", "MUENCHEN", "Munchen", "Mun", "慕尼黑", "ｍｕｎ"])
def test_spellings_of_one_place(text):
    assert load_lexicon().places(text) == ("MUN",)


def test_fold_maps_every_character_back():
    normaliser = Normaliser({"軍": "军"})
    text = "Ａ\u200b柏林　軍①…u\u0308"
    normalised = normaliser.normalise(text)
    assert normalised.text == "a柏林 军1...u"
    assert [text[s:e] for s, e in zip(normalised.starts, normalised.ends, strict=True)] == [
        *("Ａ", "柏", "林", "　", "軍", "①", "…", "…", "…", "u\u0308")
    ]


def test_fold_is_stable():
    normaliser = load_lexicon().normaliser
    for text in ("聖彼得堡艦隊（南岸）", "Rückzug A War–Gal", "🙂 Ａ　柏林", "ﬁ ß İ", "a\u0301\u0308"):
        once = normaliser.key(text)
        assert normaliser.key(once) == once


def test_jieba_is_imported_only_when_chinese_is_cut():
    code = (
        "import sys; from tianshen.locale.lexicon import load_lexicon; l = load_lexicon(); l.places('柏林');"
        "assert 'jieba' not in sys.modules and 'pypinyin' not in sys.modules; l.cut('柏林陆军');"
        "import jieba; assert not jieba.dt.initialized"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_broken_words_are_named_by_file_and_key(monkeypatch):
    whole = wordlist.read_toml

    def broken(*parts):
        table = whole(*parts)
        if parts == ("locales", "zh", "words.toml"):
            table["read"]["hold"] = [1]
            table["traditional"]["pairs"] = ["軍"]
        return table

    monkeypatch.setattr(wordlist, "read_toml", broken)
    with pytest.raises(DataError, match=r"locales/zh/words.toml: read\.hold"):
        wordlist.load_wordlist.__wrapped__()


def test_a_value_that_no_word_can_have_is_named(monkeypatch):
    whole = wordlist.read_toml

    def broken(*parts):
        table = whole(*parts)
        if parts == ("locales", "zh", "words.toml"):
            table["read"]["dislodged"]["never"] = ["被击退"]
        return table

    monkeypatch.setattr(wordlist, "read_toml", broken)
    with pytest.raises(DataError, match=r"locales/zh/words.toml: read\.dislodged\.never"):
        wordlist.load_wordlist.__wrapped__()


def test_every_sort_in_the_data_is_known():
    assert {sort for _, sort, _ in wordlist.load_wordlist().entries} <= set(WordClass)


@pytest.mark.parametrize(
    ("letters", "fault"),
    [
        ({"a": "Аа", "b": "А"}, "letters.b: А is there twice"),
        ({"ab": "А"}, "letters.ab: a Latin letter"),
        ({"a": 1}, "letters.a: a Latin letter"),
    ],
)
def test_broken_lookalikes_are_named(monkeypatch, letters, fault):
    whole = wordlist.read_toml

    def broken(*parts):
        return {"letters": letters} if parts == ("locales", "lookalikes.toml") else whole(*parts)

    monkeypatch.setattr(wordlist, "read_toml", broken)
    with pytest.raises(DataError, match=rf"locales/lookalikes.toml: {fault}"):
        wordlist.load_wordlist.__wrapped__()


def test_texts_with_and_without_marks_are_folded_alike():
    normaliser = load_lexicon().normaliser
    for text in ("Ａ柏林　軍，Wien 北海", "柏林\n慕尼黑 ß①", "移動“北海”"):
        with_mark = normaliser.normalise(text + "\u200b", 7)  # what vanishes forbids the short way
        alone = normaliser.normalise(text, 7)
        assert (alone.text, [*alone.starts], [*alone.ends]) == (
            with_mark.text,
            [*with_mark.starts],
            [*with_mark.ends],
        )


def test_strange_characters_between_words_are_cut_singly():
    lexicon = load_lexicon()
    assert lexicon.cut("柏林陆军鑫淼移动燚慕尼黑") == ["柏林", "陆军", "鑫", "淼", "移动", "燚", "慕尼黑"]
    assert lexicon.cut("鑫" * 50 + "柏林") == [*"鑫" * 50, "柏林"]
