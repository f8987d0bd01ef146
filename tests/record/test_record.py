"""The record of a turn: notices of the judge, and the JSON that other programs read."""

from __future__ import annotations

import pytest

import tianshen as ts

ENDGAME = """局面 1905年秋
法国：中大西洋舰队、巴黎陆军、马塞陆军
资源点 法国：巴黎、马塞
资源点 英国：布瑞斯特

法国：
巴黎陆军 驻守
优先解散：加斯康尼陆军、中大西洋舰队
"""


def judged(text: str) -> dict[str, object]:
    case = ts.read_case(text, name="case.txt")
    turn = ts.adjudicate(case.position, case.reading.orders, case.rules, reading=case.reading)
    return ts.to_json(turn)


def test_a_skipped_disband_entry_is_told() -> None:
    """Entries that name no unit of that power are skipped, with a notice (rules page, Disbands)."""
    record = judged(ENDGAME)
    told = [notice for notice in record["notices"] if notice["code"] == "disband_skipped"]
    assert [(notice["line"], notice["quote"]) for notice in told] == [(8, "加斯康尼陆军")]
    (french,) = [item for item in record["adjustments"] if item["power"] == "france"]
    assert french == {"power": "france", "kind": "disband", "unit": "F MAO", "by": "list"}


@pytest.mark.parametrize(("waive", "lang"), [("Waive", "en"), ("Verzicht", "de"), ("放弃生产", "zh")])
def test_in_a_separate_winter_a_waive_leaves_one_build_unused(waive: str, lang: str) -> None:
    record = judged(
        f"Position Winter 1901\nRules standard\nItaly: A Nap\nCentres Italy: Nap, Rom, Ven, Tun\n\n"
        f"Italy:\nBuild F Ven\nBuild A Rom\n{waive}\n"
    )
    italian = [item for item in record["adjustments"] if item["power"] == "italy"]
    assert [(item["kind"], item["unit"]) for item in italian] == [
        ("build", "F VEN"),
        ("build", "A ROM"),
        ("waive", None),
    ]


def test_in_advance_a_waive_takes_builds_back() -> None:
    """放弃生产 cancels earlier builds (order page)."""
    record = judged(
        "局面 1905年秋\n法国：巴黎陆军\n资源点 法国：巴黎、马塞、布瑞斯特\n\n法国：\n优先建造：马塞舰队\n放弃生产\n"
    )
    french = [item for item in record["adjustments"] if item["power"] == "france"]
    assert [item["kind"] for item in french] == ["waive", "waive"]


def test_a_decree_cites_no_clause() -> None:
    record = judged("局面 1905年春\n法国：巴黎陆军\n\n法国：\n巴黎陆军 移动 皮卡第\n天神：作废 法国 巴黎陆军\n")
    assert record["orders"][0]["outcome"] == "void"
    assert record["orders"][0]["clause"] == ""
    assert "DATC" not in record["orders"][0]["explanation"]


def test_a_refused_decree_is_pointed_at_among_several_on_one_unit() -> None:
    record = judged("局面 1903年春\n英国：爱丁堡舰队\n\n天神：爱丁堡舰队 移动 巴黎\n天神：爱丁堡舰队 撤退 北海\n")
    refused = [(n["code"], n["line"]) for n in record["notices"] if n["level"] == "error"]
    assert refused == [("decree_order_void", 4), ("decree_not_dislodged", 5)]


@pytest.mark.parametrize(
    ("decrees", "told"),
    [
        ("", "· 英国没有交命令，2支部队原地驻守"),
        ("天神：伦敦舰队 移动 北海\n", "· 英国没有交命令，1支部队原地驻守"),
        ("天神：伦敦舰队 移动 北海\n天神：爱丁堡舰队 驻守\n", None),
    ],
)
def test_units_under_a_decree_are_not_among_those_that_hold_for_want_of_orders(decrees: str, told: str | None) -> None:
    case = ts.read_case(f"局面 1903年春\n英国：爱丁堡舰队、伦敦舰队\n\n{decrees}")
    lines = ts.render(ts.adjudicate(case.position, case.reading.orders, case.rules, reading=case.reading)).splitlines()
    assert [line for line in lines if "原地驻守" in line and line.startswith("·")] == ([told] if told else [])
