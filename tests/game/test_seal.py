from __future__ import annotations

import copy
import json

import pytest

from tianshen.errors import InputError
from tianshen.game.seals import Seal, Seals, changes, digest_of, published_record, read_seals, seals_text
from tianshen.model.turns import parse_turn
from tianshen.text.source import source_of

S1901, F1901 = parse_turn("S1901"), parse_turn("F1901")
RECORD = {
    "turn": "S1901",
    "rules": "tianshen",
    "orders": [
        {"power": "england", "unit": "F LON", "order": "F LON - NTH",
         "text": "伦敦舰队 移动 北海", "file": "x", "line": 3, "outcome": "succeeds",
         "dislodged": False, "reason": "moves", "clause": "2.1.1", "explanation": "移动成功"},
    ],
    "lists": {},
    "dislodged": [],
    "retreats": [],
    "captures": [],
    "adjustments": [],
    "centres": {"england": ["EDI", "LON", "LVP"]},
    "position": {"turn": "F1901", "units": {"england": ["F NTH"]}},
    "victory": None,
    "lots": [],
    "notices": [],
}  # fmt: skip


def changed(**parts):
    return copy.deepcopy(RECORD) | parts


def test_seals_are_read_back():
    seals = Seals({S1901: Seal(2, "a", "b")}, {F1901: 3}, "c")
    assert read_seals(source_of(seals_text(seals))) == seals


def test_no_file_means_no_seals():
    assert read_seals(None) == Seals()


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "{}", '{"format": 2}', '{"format": 1, "turns": {"X": 1}, "withdrawn": {}}', "[" * 9999],
)
def test_broken_seals_are_told(text):
    with pytest.raises(InputError) as caught:
        read_seals(source_of(text, "game.lock.json"))
    assert [str(notice.code) for notice in caught.value.notices] == ["seals_broken"]
    assert caught.value.notices[0].where.file == "game.lock.json"


@pytest.mark.parametrize("version", ["0", "-1", "1.5", "1e999", "true", '"2"', "null", "[]"])
def test_a_version_is_a_number_from_one_on(version):
    sealed = '"turns": {"S1901": {"version": %s, "inputs": "", "result": ""}}, "withdrawn": {}'
    taken_back = '"turns": {}, "withdrawn": {"S1901": %s}'
    for part in (sealed, taken_back):
        text = f'{{"format": 1, "commitment": "", {part}}}'
        read_seals(source_of(text % "1"))
        with pytest.raises(InputError) as caught:
            read_seals(source_of(text % version, "game.lock.json"))
        assert [str(notice.code) for notice in caught.value.notices] == ["seals_broken"]


@pytest.mark.parametrize("sentence", [None, 1, [], {}])
def test_a_published_record_without_its_sentences_counts_as_lost(sentence):
    text = json.dumps(RECORD)
    seal = Seal(1, "", digest_of(RECORD))
    assert published_record(source_of(text), seal) == RECORD
    assert published_record(source_of(text.replace(json.dumps("移动成功"), json.dumps(sentence))), seal) is None
    assert published_record(source_of(text.replace('"explanation"', '"reason"')), seal) is None


def test_versions_go_on_after_a_turn_was_taken_back():
    seals = Seals().with_seal(S1901, Seal(1, "", ""), "c").with_seal(F1901, Seal(4, "", ""), "c")
    assert (seals.last, seals.next_version(S1901), seals.next_version(parse_turn("S1902"))) == (F1901, 2, 1)
    without = seals.without(F1901)
    assert (without.last, without.next_version(F1901)) == (S1901, 5)
    assert without.with_seal(F1901, Seal(5, "", ""), "c").withdrawn == {}


def test_the_commitment_stands_until_nothing_is_published():
    seals = Seals().with_seal(S1901, Seal(1, "", ""), "first").with_seal(F1901, Seal(1, "", ""), "second")
    assert seals.commitment == "first"
    assert seals.without(F1901).commitment == "first"
    assert seals.without(S1901).commitment == ""


@pytest.mark.parametrize(
    ("key", "value"),
    [("text", "other words"), ("line", 9), ("file", "y"), ("reason", "x"), ("clause", "x"), ("explanation", "x")],
)
def test_words_are_no_part_of_a_result(key, value):
    record = changed()
    record["orders"][0][key] = value
    assert digest_of(record) == digest_of(RECORD)
    assert digest_of(changed(notices=[1], lists={"england": 1})) == digest_of(RECORD)


@pytest.mark.parametrize("key", ["power", "unit", "order", "outcome", "dislodged"])
def test_rulings_are_part_of_a_result(key):
    record = changed()
    record["orders"][0][key] = "other"
    assert digest_of(record) != digest_of(RECORD)


@pytest.mark.parametrize(
    "key", ["turn", "dislodged", "retreats", "captures", "adjustments", "centres", "position", "victory", "lots"]
)
def test_what_was_decided_is_part_of_a_result(key):
    assert digest_of(changed(**{key: "other"})) != digest_of(RECORD)


def test_a_published_record_counts_only_while_it_is_what_was_sealed():
    seal = Seal(1, "", digest_of(RECORD))
    assert published_record(source_of(json.dumps(RECORD)), seal) == RECORD
    assert published_record(source_of(json.dumps(changed(centres={}))), seal) is None
    assert published_record(source_of("{"), seal) is None
    assert published_record(source_of("[]"), seal) is None
    assert published_record(None, seal) is None


def test_each_difference_is_named():
    new = changed(
        centres={"england": ["EDI", "LON"], "france": ["LVP"]},
        position={"turn": "F1901", "units": {"england": ["F LON"]}},
        victory={"kind": "draw"},
    )
    new["orders"][0] |= {"outcome": "bounces", "explanation": "对峙"}
    told = [(str(notice.code), {**notice.data}) for notice in changes(S1901, RECORD, new)]
    assert told == [
        ("sealed_turn_changed", {"turn": "S1901"}),
        ("changed_ruling", {"unit": "F LON", "was": "移动成功", "now": "对峙"}),
        ("changed_centres", {"power": "england", "fewer_provinces": ["LVP"]}),
        ("changed_centres", {"power": "france", "more_provinces": ["LVP"]}),
        ("changed_units", {"power": "england", "more_units": ["F LON"], "fewer_units": ["F NTH"]}),
        ("changed_victory", {"turn": "S1901"}),
    ]


def test_a_change_without_a_record_to_compare_is_told_as_such():
    assert [str(n.code) for n in changes(S1901, None, RECORD)] == ["sealed_turn_changed", "published_record_lost"]


def test_a_turn_that_is_not_played_any_more_is_told():
    assert [str(n.code) for n in changes(S1901, RECORD, None)] == ["sealed_turn_gone"]
