from __future__ import annotations

import json
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from tianshen.game.calendar import moment_text
from tianshen.game.draws import Draw, evidence_in
from tianshen.game.layout import beside, kept_copy, workbook_file
from tianshen.game.replay import seam
from tianshen.judge.lots import Urn, commitment
from tianshen.model.turn import parse_turn
from tianshen.text import source_of

SHANGHAI = ZoneInfo("Asia/Shanghai")


@pytest.mark.parametrize(
    ("lang", "zone", "text"),
    [
        ("zh", SHANGHAI, "2026年12月5日（周六）21:00（北京时间）"),
        ("en", SHANGHAI, "Sat 2026-12-5 21:00 (Beijing time)"),
        ("de", ZoneInfo("Europe/Berlin"), "Sa, 5.12.2026, 14:00 Uhr (Berliner Zeit)"),
        ("zh", ZoneInfo("Asia/Tokyo"), "2026年12月5日（周六）22:00（Asia/Tokyo）"),
    ],
)
def test_a_moment_is_told_by_the_clock_of_the_zone(lang, zone, text):
    assert moment_text(datetime(2026, 12, 5, 13, tzinfo=UTC), zone, lang) == text


def test_copies_of_a_workbook_bear_the_day():
    assert workbook_file() == "积分.xlsx"
    assert kept_copy("积分.xlsx", date(2026, 12, 5)) == "积分（2026-12-05）.xlsx"
    assert kept_copy("积分.xlsx", date(2026, 12, 5), 2) == "积分（2026-12-05-2）.xlsx"
    assert beside("积分.xlsx") == "积分（新）.xlsx"


def test_the_seam_depends_on_the_secret_and_does_not_show_it():
    assert seam("a") != seam("b")
    assert seam("secret-word") == seam("secret-word")
    assert "secret-word" not in seam("secret-word")
    assert seam("") == ""


SECRET = "a" * 64
TURN = parse_turn("F1903")
CANDIDATES = ("LVN", "UKR")
DRAWN = Urn(SECRET, TURN).order("retreat A WAR", CANDIDATES)[0]


def report(*lines):
    return source_of("\n".join(lines))


@pytest.mark.parametrize(
    "line",
    [
        f"◎ 华沙陆军撤退：候选利沃尼亚（LVN）、乌克兰（UKR），抽中某地（{DRAWN}）；抽取代码 F1903|retreat A WAR|",
        f"retreat of A Warsaw: candidates Livonia (LVN), Ukraine (UKR); drawn X ({DRAWN}); code F1903|retreat A WAR|",
        f"候选利沃尼亚[LVN]、乌克兰[UKR]，抽中[{DRAWN}]；F1903｜retreat A WAR｜",
    ],
)
def test_draws_are_found_in_any_report(line):
    (draw,) = evidence_in([report("a", line, "b")]).draws
    assert draw == Draw(TURN, "retreat A WAR", CANDIDATES, DRAWN)
    assert draw.is_right(SECRET)
    assert not draw.is_right("b" * 64) or Urn("b" * 64, TURN).order("retreat A WAR", CANDIDATES)[0] == DRAWN


def test_draws_are_found_in_records_and_counted_once():
    record = {"turn": "F1903", "lots": [{"purpose": "retreat A WAR", "candidates": ["UKR", "LVN"], "drawn": DRAWN}]}
    line = f"（LVN）（UKR）（{DRAWN}）F1903|retreat A WAR|"
    evidence = evidence_in([source_of(json.dumps(record)), report(line)])
    assert evidence.draws == (Draw(TURN, "retreat A WAR", CANDIDATES, DRAWN),)


def test_a_draw_of_units_keeps_their_kinds():
    line = "候选伦敦舰队（F LON）、威尔士陆军（A WAL），抽中威尔士陆军（A WAL）；F1903|disband england|"
    (draw,) = evidence_in([report(line)]).draws
    assert (draw.candidates, draw.drawn) == (("A WAL", "F LON"), "A WAL")


def test_the_secret_is_found_by_its_commitment():
    evidence = evidence_in([report(f"hash {commitment(SECRET)}."), report(f"secret：{SECRET}")])
    assert evidence.secret() == SECRET
    assert evidence.commits(SECRET)
    assert not evidence.commits("b" * 64)


def test_without_the_secret_there_is_none():
    assert evidence_in([report(commitment(SECRET), "c" * 64, "d" * 65)]).secret() is None


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"turn": "X", "lots": 1}', "F1903|retreat A WAR|", "（UKR）F1903|a b|"]
)
def test_what_is_no_draw_is_passed_over(text):
    assert evidence_in([source_of(text)]).draws == ()
