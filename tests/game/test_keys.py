from __future__ import annotations

import pytest

from tianshen.game.file_names import report_file, turn_file, turn_stem
from tianshen.game.parse_names import power_named, turn_named
from tianshen.model.turns import Step, Turn


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1901春", "S1901"),
        ("1901年秋季", "F1901"),
        ("１９０１ 春 撤退", "S1901R"),
        ("1901秋撤退", "F1901R"),
        ("1901冬", "W1901"),
        ("S1901", "S1901"),
        ("s1901m", "S1901"),
        ("f1901r", "F1901R"),
        ("W1901A", "W1901"),
        ("1901S", "S1901"),
        ("Spring 1901", "S1901"),
        ("Frühjahr 1901", "S1901"),
        ("Fall 1901 retreats", "F1901R"),
        ("05-F", "F1905"),
    ],
)
def test_turns_are_named_in_many_ways(text, code):
    assert str(turn_named(text)) == code


@pytest.mark.parametrize("text", ["", "春", "1901", "190春", "1901夏", "1901冬撤退", "英国", "../1901春"])
def test_what_names_no_turn_is_none(text):
    assert turn_named(text) is None


def test_files_bear_chinese_names():
    assert [turn_stem(Turn(1903, step)) for step in Step] == ["1903春", "1903春撤退", "1903秋", "1903秋撤退", "1903冬"]


def test_what_is_published_lies_in_a_folder_of_its_own():
    turn = Turn(1901, Step.SPRING)
    assert turn_file(turn) == "1901春.txt"
    assert report_file(turn, ".json") == "战报/1901春.json"
    assert report_file(turn, ".txt", 1) == "战报/1901春（第1版）.txt"


@pytest.mark.parametrize("step", list(Step))
def test_the_name_of_a_file_names_its_turn(step):
    assert turn_named(turn_stem(Turn(1914, step))) == Turn(1914, step)


@pytest.mark.parametrize(
    ("text", "power"),
    [("俄国", "russia"), ("俄罗斯", "russia"), ("俄羅斯", "russia"), ("奧匈帝國", "austria"), ("England", "england"),
     ("Österreich", "austria"), ("turkey", "turkey"), ("意", "italy")],
)  # fmt: skip
def test_powers_are_named_in_any_language(text, power):
    assert power_named(text) == power


def test_what_names_no_power_is_none():
    assert power_named("瑞士") is None
