"""Headings that share a line with orders or with each other, and words that only look like headings."""

from __future__ import annotations

import pytest

import tianshen as ts
from tianshen.model.canonical import canonical

START = ts.load_board().start


def counted(text: str) -> dict[str, list[str]]:
    """The orders that count, by power."""
    found: dict[str, list[str]] = {}
    for given in ts.read_orders(text, START).given:
        found.setdefault(given.power, []).append(canonical(given.order, START))
    return found


@pytest.mark.parametrize("line", ["土耳其 全军待命", "土耳其：全军待命", "土耳其全部驻守"])
def test_a_power_and_a_directive(line: str) -> None:
    assert {power: sorted(orders) for power, orders in counted(line).items()} == {
        "turkey": ["A CON H", "A SMY H", "F ANK H"]
    }


def test_two_powers_on_one_line() -> None:
    """A second heading on a line begins as a line of its own would."""
    assert counted("法国：巴黎陆军移动皮卡第，德国：柏林陆军移动普鲁士") == {
        "france": ["A PAR - PIC"],
        "germany": ["A BER - PRU"],
    }


@pytest.mark.parametrize("line", ["RE:", "RE: 本回合命令", "@德国：小心点"])
def test_no_headings(line: str) -> None:
    assert counted(f"法国：\n{line}\n巴黎陆军移动皮卡第") == {"france": ["A PAR - PIC"]}


def test_a_power_addressed_in_talk_takes_no_orders() -> None:
    assert counted("法国：\n大家好，德国：合作愉快\n巴黎陆军移动皮卡第") == {"france": ["A PAR - PIC"]}


def test_words_that_replace_everything_spare_the_order_beside_them() -> None:
    """Said in the middle of a post, they void what stands above (order page, Which order counts)."""
    text = "德国：\n基尔舰队 移动 荷兰\n柏林陆军移动普鲁士，以此为准\n慕尼黑陆军移动西里西亚\n"
    assert counted(text) == {"germany": ["A BER - PRU", "A MUN - SIL"]}


@pytest.mark.parametrize("label", ["【命令】", "（最终版）", "[改]", "【秋】"])
def test_a_label_in_brackets_may_stand_before_an_order(label: str) -> None:
    assert counted(f"德国：\n{label}柏林陆军移动普鲁士") == {"germany": ["A BER - PRU"]}


@pytest.mark.parametrize("tail", ["不成功就波罗的海", "备选波罗的海", "失败就西里西亚"])
def test_a_fallback_makes_the_whole_order_conditional(tail: str) -> None:
    """A conditional order is an error as a whole, never half read (order page)."""
    reading = ts.read_orders(f"德国：\n柏林陆军移动普鲁士，{tail}", START)
    assert reading.given == ()
    assert [str(notice.code) for notice in reading.notices if notice.level == "error"] == ["order_conditional"]
