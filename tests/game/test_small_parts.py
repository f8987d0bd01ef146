from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from tianshen.game.deadline_text import moment_text
from tianshen.game.file_names import beside, kept_copy, workbook_file
from tianshen.game.replay import seam

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
