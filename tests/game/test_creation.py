from __future__ import annotations

import re

import pytest

from tianshen.errors import InputError
from tianshen.game.creation import create_game, make_game, settings_text
from tianshen.game.settings import read_settings
from tianshen.model.board import load_board
from tianshen.model.rules import load_rules, option_names, rule_set_names
from tianshen.reports.scoring.scores import system_names
from tianshen.text.source import source_of

LANGS = ("zh", "en", "de")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("rules", rule_set_names())
def test_new_settings_are_valid_and_change_nothing(lang, rules):
    settings = read_settings(source_of(settings_text("某局", rules, "s3", lang)))
    assert (settings.name, settings.secret, settings.rules) == ("某局", "s3", load_rules(rules))
    assert set(settings.players) == set(load_board().powers)


@pytest.mark.parametrize("lang", LANGS)
def test_every_option_is_explained(lang):
    text = settings_text("x", "tianshen", "", lang)
    for option in option_names():
        assert re.search(rf"^# {option} = \S+ +# \S", text, re.MULTILINE), option
    for system in system_names():
        assert system in text


@pytest.mark.parametrize("lang", LANGS)
def test_every_line_that_may_be_used_is_valid_and_stands_for_the_house_rules(lang):
    text = settings_text("x", "tianshen", "", lang)
    used = re.sub(r"^# (?=[\w.]+ = [\"[{\d])", "", text, flags=re.MULTILINE)
    assert used.count("\n# ") < text.count("\n# ") - len(option_names())
    settings = read_settings(source_of(used))
    assert settings.rules.options == load_rules("tianshen").options
    assert settings.start
    assert settings.deadlines
    assert settings.replacements
    assert settings.alliances


@pytest.mark.parametrize("name", ['a "quoted" \\ name', "line\nend", "= [x]\t#", "{secret}", "\x7f\x1b[31m", "😀"])
def test_any_name_is_a_name(name):
    settings = read_settings(source_of(settings_text(name, "tianshen", "s", "zh")))
    assert settings.name == "".join(char for char in name if char.isprintable())
    assert settings.secret == "s"


def test_a_new_game_has_settings_and_an_empty_first_turn(tmp_path):
    path = tmp_path / "局" / "第三届"
    assert create_game(path, "第三届", "tianshen", "s", "zh") == "1901春.txt"
    assert (path / "1901春.txt").read_bytes() == b""
    assert read_settings(source_of((path / "game.toml").read_text(encoding="utf-8"))).name == "第三届"


def test_a_game_is_never_made_anew(tmp_path):
    (tmp_path / "game.toml").write_bytes(b"mine")
    with pytest.raises(InputError) as caught:
        create_game(tmp_path, "x", "tianshen", "s", "zh")
    assert [str(notice.code) for notice in caught.value.notices] == ["game_exists"]
    assert (tmp_path / "game.toml").read_bytes() == b"mine"
    assert not (tmp_path / "1901春.txt").exists()


def test_a_turn_file_that_is_there_stays(tmp_path):
    (tmp_path / "1901春.txt").write_bytes(b"orders")
    create_game(tmp_path, "x", "tianshen", "s", "zh")
    assert (tmp_path / "1901春.txt").read_bytes() == b"orders"


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path):
    (tmp_path / "x").write_bytes(b"")
    with pytest.raises(InputError):
        create_game(tmp_path / "x", "x", "tianshen", "s", "zh")


def test_a_game_that_was_only_begun_is_taken_up_again_with_its_secret(tmp_path):
    files = {"1901春.txt": b"x", "game.toml": b'name = "x"\nsecret = "one"\n'}
    again = {**files, "game.toml": b'name = "x"\nsecret = "two"\n'}
    make_game(tmp_path, files)
    make_game(tmp_path, again, or_resume=True)
    assert (tmp_path / "game.toml").read_bytes() == files["game.toml"]
    refused = [
        (again, False),
        ({**again, "1901春.txt": b"y"}, True),
        ({**again, "1901秋.txt": b"x"}, True),
        ({**again, "game.toml": b'name = "y"\nsecret = "two"\n'}, True),
    ]
    for other, resumed in refused:
        with pytest.raises(InputError):
            make_game(tmp_path, other, or_resume=resumed)
    (tmp_path / "game.lock.json").write_bytes(b"{}")
    with pytest.raises(InputError):
        make_game(tmp_path, again, or_resume=True)
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != ".tianshen.lock") == [
        "1901春.txt",
        "game.lock.json",
        "game.toml",
    ]
