"""Real places that the board does not have are asked about; a two-character slip is never repaired by its looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tianshen as ts

if TYPE_CHECKING:
    from tianshen.reading.result import Reading

BOARD = ts.load_board()


def read(words: str) -> Reading:
    return ts.read_orders(f"德国：\n{words}\n", BOARD.start)


@pytest.mark.parametrize(
    "name",
    [
        "捷克",
        "汉堡",
        "雅典",
        "基辅",
        "黑山",
        "巴西",
        "约旦",
        "爱沙尼亚",
        "日德兰",
        "洛林",
        "桂林",
        "华山",
        "波斯尼亚",
        "威海",
    ],
)
def test_places_off_the_board_become_no_province(name: str) -> None:
    read_ = read(f"柏林陆军 移动 {name}")
    assert not read_.orders.moves
    assert [notice.level for notice in read_.notices] == ["error"]


@pytest.mark.parametrize("name", ["丹卖", "鲁儿"])
def test_same_sound_is_repaired_and_told(name: str) -> None:
    read_ = read(f"慕尼黑陆军 移动 {name}")
    assert len(read_.orders.moves) == 1
    assert read_.notices


@pytest.mark.parametrize("name", ["鲁拉", "丹变", "基本"])
def test_two_characters_are_not_repaired_by_their_looks(name: str) -> None:
    read_ = read(f"慕尼黑陆军 移动 {name}")
    assert not read_.orders.moves
    assert "error" in [notice.level for notice in read_.notices]
