"""A time that tells the hour alone is on the day that the page tells; any other time is as it stands."""

from dataclasses import replace

import pytest

from tianshen.reading.posts.times import load_times

TIMES = load_times()
HOUR = TIMES.read("20:10")


def test_an_hour_is_on_the_day_of_its_page():
    assert TIMES.on_day(HOUR, "2026-12-05") == replace(HOUR, year=2026, month=12, day=5)
    assert TIMES.on_day(HOUR, "2026-12-05 18:00") == replace(HOUR, year=2026, month=12, day=5)


@pytest.mark.parametrize("day", ["qwerty", "20:15", ""])
def test_what_tells_no_day_adds_none(day):
    assert TIMES.on_day(HOUR, day) == HOUR


@pytest.mark.parametrize("text", ["昨天 20:10", "2026-11-01 20:10"])
def test_a_time_that_tells_a_day_keeps_it(text):
    stamp = TIMES.read(text)
    assert TIMES.on_day(stamp, "2026-12-05") == stamp
    assert stamp.relative or stamp.day == 1
