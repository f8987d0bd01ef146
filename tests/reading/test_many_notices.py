"""Thousands of notices of one kind are told as some hundreds and a number; what was ordered is kept in full."""

from pasted import read, read_own

from tianshen.cli.concerns import is_about_talk
from tianshen.notices import Code, Level
from tianshen.reading.turn.notice_limit import MOST


def of(reading, code):
    return [notice for notice in reading.notices if notice.code is code]


def test_the_rest_is_counted():
    count = MOST + 50
    reading = read_own("英国：\n" + "伦敦舰队 移动 北海\n" * count)
    twice = of(reading, Code.ORDERED_TWICE)
    (more,) = of(reading, Code.MORE_OF_THE_KIND)
    assert len(twice) == MOST
    assert more.data == {"power": "england", "kind": "ordered_twice", "count": count - 1 - MOST, "last": count + 1}
    assert more.level is twice[0].level
    assert more.where.line == twice[-1].where.line + 1
    assert len(reading.left_out) == count - 1
    assert list(reading.orders.moves) == ["LON"]


def test_so_many_are_told_one_by_one():
    reading = read_own("英国：\n" + "伦敦舰队 移动 北海\n" * (MOST + 1))
    assert len(of(reading, Code.ORDERED_TWICE)) == MOST
    assert not of(reading, Code.MORE_OF_THE_KIND)


def test_what_cannot_be_read_stays_an_error():
    reading = read_own("英国：\n" + "伦敦舰队 移动 火星\n\n" * (MOST + 2))
    errors = [notice for notice in reading.notices if notice.level is Level.ERROR]
    assert [notice.code for notice in errors].count(Code.MORE_OF_THE_KIND) == 1
    assert len(errors) == MOST + 1


def test_nobody_hides_the_notices_of_another():
    flood = "#1 海霸 2026-12-01 10:00\n" + "伦敦舰队 移动 北海\n" * (MOST + 9)
    other = "#2 小马 2026-12-01 11:00\n巴黎陆军 移动 勃艮第\n巴黎陆军 移动 皮卡第\n"
    twice = of(read(flood + other), Code.ORDERED_TWICE)
    assert [notice.data["power"] for notice in twice].count("france") == 1
    assert twice[-1].data["power"] == "france"


def test_mere_talk_stays_mere_talk():
    reading = read_own("英国：\n" + "今天天气不错\n\n" * (MOST + 5))
    assert len(of(reading, Code.CHAT)) == MOST
    assert [is_about_talk(notice) for notice in of(reading, Code.MORE_OF_THE_KIND)] == [True]
