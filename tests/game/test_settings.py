from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tianshen.errors import InputError
from tianshen.game.settings import read_settings
from tianshen.model.turns import parse_turn
from tianshen.text.source import source_of

# the example of the page on game folders
EXAMPLE = """\
name = "第三届强权外交"
rules = "tianshen"            # tianshen, classic, judge, standard
names = "house"               # Chinese province names
timezone = "Asia/Shanghai"
forum = "auto"
report = "plain"
revision = "unit"
repeated = "last"
scoring = "centres"
start = "起始局面.txt"
secret = "…"

[options]
coast_unstated = "only"

[players]
英国 = ["海上霸主"]
法国 = ["小马", "小马的小号"]

[replacements]
"1903春" = { 法国 = ["老王"] }

[deadlines]
"1901春" = "2026-12-05 21:00"

[alliances]
西方联盟 = ["英国", "法国"]
"""


def settings_of(text):
    return read_settings(source_of(text, "game.toml"))


def faults_of(text):
    with pytest.raises(InputError) as caught:
        settings_of(text)
    assert all(notice.where.file == "game.toml" for notice in caught.value.notices)
    return [(str(notice.code), notice.where.line, notice.where.quote) for notice in caught.value.notices]


def test_the_example_of_the_page_is_understood():
    settings = settings_of(EXAMPLE)
    assert settings.name == "第三届强权外交"
    assert settings.rules.name == "tianshen"
    assert settings.rules.options.coast_unstated == "only"
    assert settings.start == "起始局面.txt"
    assert settings.scoring == ("centres",)
    assert settings.players == {"england": ("海上霸主",), "france": ("小马", "小马的小号")}
    assert settings.alliances == {"西方联盟": ("england", "france")}
    assert settings.deadlines == {parse_turn("S1901"): datetime(2026, 12, 5, 21, tzinfo=ZoneInfo("Asia/Shanghai"))}


def test_a_replacement_plays_from_its_turn_on():
    settings = settings_of(EXAMPLE)
    assert settings.players_at(parse_turn("F1902"))["france"] == ("小马", "小马的小号")
    assert settings.players_at(parse_turn("S1903"))["france"] == ("老王",)
    assert settings.players_at(parse_turn("S1903"))["england"] == ("海上霸主",)


def test_an_empty_file_is_a_game_by_the_house_rules():
    settings = settings_of("")
    assert (settings.rules.name, settings.names, settings.zone.key) == ("tianshen", "house", "Asia/Shanghai")
    assert (settings.revision, settings.repeated, settings.start) == ("unit", "last", None)


@pytest.mark.parametrize(
    ("value", "moment"),
    [
        ('"2026-12-05 21:00"', datetime(2026, 12, 5, 21)),
        ('"2026/12/5 9:30"', datetime(2026, 12, 5, 9, 30)),
        ('"２０２６-12-05　21：00"', datetime(2026, 12, 5, 21)),
        ('"2026-12-31 24:00"', datetime(2027, 1, 1)),
        ("2026-12-05 21:00:00", datetime(2026, 12, 5, 21)),
    ],
)
def test_deadlines_are_in_the_game_s_time_zone(value, moment):
    settings = settings_of(f'timezone = "Europe/Berlin"\n[deadlines]\nF1901 = {value}')
    assert settings.deadlines == {parse_turn("F1901"): moment.replace(tzinfo=ZoneInfo("Europe/Berlin"))}


def test_a_deadline_may_name_its_own_offset():
    settings = settings_of("[deadlines]\nF1901 = 2026-12-05T13:00:00Z")
    assert settings.deadlines[parse_turn("F1901")] == datetime(2026, 12, 5, 21, tzinfo=ZoneInfo("Asia/Shanghai"))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('raport = "plain"', ("setting_unknown", 1, "raport")),
        ('[options]\nx = "y"', ("setting_unknown", 2, "x")),
        ('rules = "chess"', ("setting_wrong", 1, "rules")),
        ("name = 3", ("setting_not_text", 1, "name")),
        ('name = "a"\n\n[options]\nsolo_centres = "many"', ("setting_wrong", 4, "solo_centres")),
        ('timezone = "Asia/Peking"', ("setting_wrong", 1, "timezone")),
        ('timezone = "../../x"', ("setting_wrong", 1, "timezone")),
        ('timezone = "/etc/localtime"', ("setting_wrong", 1, "timezone")),
        (f'timezone = "{"a/" * 999}"', ("setting_wrong", 1, "timezone")),
        (f'timezone = "{"a." * 999}"', ("setting_wrong", 1, "timezone")),
        ('scoring = ["centres", "luck"]', ("setting_wrong", 1, "scoring")),
        ('start = "../start.txt"', ("start_elsewhere", 1, "start")),
        ('start = "C:\\\\start.txt"', ("start_elsewhere", 1, "start")),
        ('players = "nobody"', ("setting_not_table", 1, "players")),
        ('[players]\n瑞士 = ["x"]', ("setting_not_power", 2, "瑞士")),
        ("[players]\n英国 = [1]", ("setting_not_names", 2, "英国")),
        ('[players]\n英国 = [" "]', ("setting_not_names", 2, "英国")),
        ('[players]\n英国 = ["x"]\nengland = ["y"]', ("power_twice", 3, "england")),
        ('[players]\n英国 = ["x"]\n英国 = ["y"]', ("setting_twice", 3, '英国 = ["y"]')),
        ('[players]\n英国 = ["x"]\n法国 = ["X"]', ("nickname_twice", 3, "法国")),
        ('[players]\n英国 = ["x"]\n法国 = ["x\u200b"]', ("nickname_twice", 3, "法国")),
        (
            '[players]\n英国 = ["x"]\n法国 = ["y"]\n[replacements]\nS1902 = { 法国 = ["x"] }',
            ("nickname_twice", 5, "法国"),
        ),
        ('[replacements]\n"1902夏" = { 法国 = ["x"] }', ("setting_not_turn", 2, "1902夏")),
        ('[deadlines]\n"1901春" = "2026-12-05 21:00"\nS1901 = "2026-12-05 22:00"', ("turn_twice", 3, "S1901")),
        ('[deadlines]\n"1901春" = "明天"', ("setting_wrong", 2, "1901春")),
        ('[deadlines]\n"1901春" = "2026-02-30 21:00"', ("setting_wrong", 2, "1901春")),
        ('[deadlines]\n"1901春" = "2026-12-05 24:01"', ("setting_wrong", 2, "1901春")),
        ("[deadlines]\nS1901 = 7", ("setting_wrong", 2, "S1901")),
        ('[alliances]\na = ["英国", "法兰克福"]', ("setting_not_power", 2, "a")),
        ('[alliances]\na = ["英国"]\nb = ["英国", "法国"]', ("ally_twice", 3, "b")),
        ('name = "x"\nrules = tianshen', ("toml_broken", 2, "rules = tianshen")),
        ("[players]\n英国 = [“海上霸主”]", ("toml_broken", 2, "英国 = [“海上霸主”]")),
        ('name = "x"\n[players', ("toml_broken", 2, "[players")),
    ],
)
def test_a_fault_names_its_line_and_key(text, fault):
    assert faults_of(text) == [fault]


def test_all_faults_are_told_together():
    assert [line for _, line, _ in faults_of('rules = "x"\nnames = "y"\nforum = "z"')] == [1, 2, 3]


def test_a_nickname_may_change_hands():
    settings = settings_of(
        '[players]\n英国 = ["x"]\n法国 = ["y"]\n[replacements]\nS1902 = { 英国 = ["z"], 法国 = ["x"] }'
    )
    assert settings.players_at(parse_turn("S1902")) == {"england": ("z",), "france": ("x",)}


def test_a_turn_option_may_be_written_as_a_turn_is():
    assert str(settings_of('[options]\nlast_turn = "1905秋"').rules.options.last_turn) == "F1905"


def test_deep_nesting_is_an_error_like_any_other():
    assert faults_of("x = " + "[" * 100_000)[0][0] == "toml_broken"
