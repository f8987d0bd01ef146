"""The sentences: every language has all of them, each takes only values that exist, values are never templates."""

import pytest

from tianshen.errors import DataError
from tianshen.judge.ruling import reason_codes
from tianshen.locale.phrasebook import load_phrases, phrase_languages, read_phrases, wanted_phrases
from tianshen.locale.template import TemplateFault, parse_template
from tianshen.notices import Code
from tianshen.resources import read_toml

LANGUAGES = ("de", "en", "zh")


def test_there_are_three_languages():
    assert phrase_languages() == LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_and_notice_has_a_sentence(lang):
    sections = load_phrases(lang).sections
    assert set(sections["reasons"]) >= set(reason_codes())
    assert set(sections["notices"]) == {str(code) for code in Code}
    assert {name: set(codes) for name, codes in sections.items()} == {
        name: set(codes) for name, codes in wanted_phrases().items()
    }


def test_all_languages_take_the_same_values_in_notices():
    books = [load_phrases(lang) for lang in LANGUAGES]
    differing = {
        code: [sorted(book.names("notices", code) - {"quote"}) for book in books]
        for code in books[0].sections["notices"]
        if len({book.names("notices", code) - {"quote"} for book in books}) > 1
    }
    assert differing == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_five_kinds_of_failure_have_five_words(lang):
    words = load_phrases(lang).sections["outcomes"]
    kinds = [words[code].fill({}) for code in ("prevented", "cut_by", "void", "route_broken", "overcome")]
    assert len(set(kinds)) == 5
    successes = {words[code].fill({}) for code in ("moves", "dislodges", "prevails")}
    assert not successes & set(kinds)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_support_is_given_or_cut_but_never_successful(lang):
    words = load_phrases(lang).sections["outcomes"]
    assert words["support_given"].fill({}) != words["moves"].fill({})
    assert words["cut_by"].fill({}) == words["cut_by_dislodgement"].fill({})


def literal(template):
    return "".join(template.weave(dict.fromkeys(template.names, "")))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_marks_can_be_encoded_in_gbk(lang):
    for code, template in load_phrases(lang).sections["marks"].items():
        assert len(literal(template).encode("gbk")) == 2 or literal(template) == "·", code


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_whole_phrasebooks_can_be_encoded_in_gbk(lang):
    for rows in load_phrases(lang).sections.values():
        for template in rows.values():
            assert literal(template) == literal(template).encode("gbk").decode("gbk")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_about_a_ruling_can_stand_with_and_without_its_subject(lang):
    for code, template in load_phrases(lang).sections["reasons"].items():
        assert "subject" in template.names, code
        assert "subject" not in template.needed, code


def test_values_are_never_read_as_templates():
    template = parse_template("{who} says {what}")
    assert template.fill({"who": "{what}", "what": "<{who}>"}) == "{what} says <{who}>"


def test_an_optional_part_goes_with_its_value():
    template = parse_template("<{subject}的>支援<被{by}切断>")
    assert template.fill({"by": "B"}) == "支援被B切断"
    assert template.fill({"subject": "A"}) == "A的支援"
    assert template.needed == frozenset()


def test_weaving_keeps_words_and_values_apart():
    value = object()
    assert parse_template("a{b}c").weave({"b": value}) == ("a", value, "c")


def test_a_value_that_is_missing_is_an_error():
    with pytest.raises(KeyError):
        parse_template("a{b}c").fill({})


@pytest.mark.parametrize("text", ["{", "}", "{A}", "a{b", "<a>", "<{a}", "a>", "<<{a}>>", "{a b}", "{}"])
def test_broken_templates_are_refused(text):
    with pytest.raises(TemplateFault):
        parse_template(text)


@pytest.mark.parametrize(
    ("section", "code", "text", "fault"),
    [
        ("reasons", "moves", "{who} moves", "[reasons] moves: there is no value 'who'"),
        ("reasons", "moves", "{target", "[reasons] moves: "),
        ("reasons", "moves", "", "[reasons] moves: a sentence is missing"),
        ("reasons", "flies", "flies", "[reasons] flies: no such code"),
        ("songs", "one", "la", "[songs]: no such section"),
        ("notices", "file_missing", 3, "[notices] file_missing: a sentence is missing"),
    ],
)
def test_faults_in_the_data_are_named(section, code, text, fault):
    table = {name: dict(rows) for name, rows in read_toml("locales", "en", "phrases.toml").items()}
    table.setdefault(section, {})[code] = text
    with pytest.raises(DataError) as caught:
        read_phrases("en", table)
    assert any(line.startswith(fault) for line in caught.value.faults)
    assert str(caught.value).startswith("locales/en/phrases.toml: [")


def test_all_faults_are_told_at_once():
    with pytest.raises(DataError) as caught:
        read_phrases("en", {})
    assert len(caught.value.faults) == sum(len(codes) for codes in wanted_phrases().values())


def test_an_unknown_language_is_refused():
    with pytest.raises(KeyError):
        load_phrases("xx")
