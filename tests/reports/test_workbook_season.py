"""The table of players over many games."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import openpyxl
import pytest
from made_games import PLAYERS, ended, game

from tianshen.judge.turn_result import Victory
from tianshen.model.turns import parse_turn
from tianshen.reports.scoring.scores import score, system_names
from tianshen.reports.season.players import players_of
from tianshen.reports.season.table import build_season
from tianshen.reports.workbook.inputs import KeptInputs, read_inputs
from tianshen.text.nicknames import plain_nickname

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook

SOLO = ended(
    (18, 8, 8, 0, 0, 0, 0), (None, None, None, 1905, 1904, 1903, 1902), Victory("solo", ("england",), {}), name="甲"
)
TIE = ended(
    (5, 5, 5, 5, 5, 5, 4),
    (None,) * 7,
    Victory("draw", ("england", "france"), {}),
    name="乙",
    players=PLAYERS | {"england": ("小马的小号",), "france": ("海上霸主",)},
)


def opened(data: bytes) -> Workbook:
    return openpyxl.load_workbook(io.BytesIO(data), data_only=True)


def ranking(data: bytes) -> dict[str, dict[str, object]]:
    page = opened(data)["玩家榜"]
    heads = [cell.value for cell in page[4]]
    rows = [dict(zip(heads, row, strict=True)) for row in page.iter_rows(min_row=5, values_only=True)]
    return {row["玩家"]: row for row in rows}


def test_a_player_is_the_same_under_every_nickname():
    rows = ranking(build_season([SOLO, TIE], scoring="draw_size"))
    # 小马 played France in the first game and, as 小马的小号, England in the second.
    pony, lord = rows["小马"], rows["海上霸主"]
    assert (pony["局数"], pony["胜局"], pony["平局"], pony["总分"]) == (2, 0, 1, 50)
    assert (lord["局数"], lord["胜局"], lord["平局"], lord["总分"]) == (2, 1, 1, 150)
    assert pony["用过的名字"] == "小马、小马的小号"
    assert len(rows) == 7


def test_ranks_with_ties_and_averages():
    rows = ranking(build_season([SOLO, TIE], scoring="draw_size"))
    assert [(name, row["名次"]) for name, row in rows.items()][:2] == [("海上霸主", 1), ("小马", 2)]
    assert {row["名次"] for name, row in rows.items() if row["总分"] == 0} == {3}
    assert rows["海上霸主"]["平均资源点"] == (18 + 5) / 2
    assert rows["铁血宰相"]["场均分"] == 0
    assert rows["北极熊"]["灭国"] == 1


def test_thirds_that_add_up_to_the_same_share_a_rank():
    """A rank by COUNTIF would compare texts of fifteen digits; three times a third of 100 must equal 100."""
    third = ended((12, 11, 11, 0, 0, 0, 0), (None,) * 3 + (1902,) * 4)
    players = {"england": ("甲",), "france": ("乙",), "germany": ("丙",)}
    games = [ended((12, 11, 11, 0, 0, 0, 0), (None,) * 3 + (1902,) * 4, players=players) for _ in range(3)]
    games.append(ended((18, 16, 0, 0, 0, 0, 0), (None,) * 2 + (1902,) * 5, players={"england": ("丁",)}))
    rows = ranking(build_season(games, scoring="draw_size"))
    assert {row["名次"] for row in rows.values()} == {1}
    assert third.standing.living == 3


def test_the_best_power_is_the_one_with_the_best_average():
    players = [PLAYERS | {"england": ("甲",)}, PLAYERS | {"england": ("海上霸主",), "turkey": ("甲",)}]
    games = [
        ended((4, 10, 10, 10, 0, 0, 0), (None,) * 4 + (1902,) * 3, players=players[0]),
        ended((4, 10, 0, 0, 0, 0, 20), (None, None, 1902, 1902, 1902, 1902, None), players=players[1]),
    ]
    rows = ranking(build_season(games, scoring="centres"))
    assert rows["甲"]["最佳国家"] == "土耳其"
    assert rows["小马"]["最佳国家"] == "法国"


def test_a_replacement_gets_the_points_and_each_his_own_missed_turns():
    summary, _ = game(4, turns=10, replacements={parse_turn("F1903"): {"italy": ("替补甲",)}})
    data = build_season([summary], scoring="centres")
    rows = ranking(data)
    assert rows["替补甲"]["总分"] == summary.centres("italy")
    assert (rows["威尼斯商人"]["总分"], rows["威尼斯商人"]["局数"]) == (0, 1)
    missed = rows["替补甲"]["漏交次数"] + rows["威尼斯商人"]["漏交次数"]
    assert missed == len(summary.missed["italy"])
    seats = [row for row in opened(data)["明细"].iter_rows(min_row=2, values_only=True) if row[2] == "意大利"]
    assert [(row[3], row[5], row[6], row[9]) for row in seats] == [
        ("威尼斯商人", "1901春", "1903秋", "中途离任"),
        ("替补甲", "1903秋", None, "进行中"),
    ]


def test_who_comes_back_to_a_game_has_played_it_once():
    changes = {parse_turn("F1901"): {"italy": ("替补甲",)}, parse_turn("S1902"): {"italy": ("威尼斯商人",)}}
    rows = ranking(build_season([game(4, turns=6, replacements=changes)[0]]))
    assert rows["威尼斯商人"]["局数"] == 1


def test_points_can_be_divided_otherwise_and_stay_so():
    summary, _ = game(4, turns=10, replacements={parse_turn("F1903"): {"italy": ("替补甲",)}})
    data = build_season([summary], scoring="centres")
    book = openpyxl.load_workbook(io.BytesIO(data))
    page = book["明细"]
    portion = next(cell.column for cell in page[1] if cell.value == "计分份额")
    row = next(cell.row for cell in page["D"] if cell.value == "威尼斯商人")
    page.cell(row, portion).value = 0.5
    book["玩家榜"].cell(5, 13).value = "请他再来"
    out = io.BytesIO()
    book.save(out)
    kept = read_inputs(out.getvalue())
    assert kept.changes == ()
    again = build_season([summary], scoring="centres", kept=kept)
    assert ranking(again)["威尼斯商人"]["总分"] == summary.centres("italy") / 2
    assert "请他再来" in {row["备注"] for row in ranking(again).values()}
    assert read_inputs(again) == kept


def test_the_system_that_counts_can_be_chosen_in_the_sheet():
    kept = KeptInputs({"parameters.value/chosen": "carnage"})
    rows = ranking(build_season([SOLO], scoring="centres", kept=kept))
    assert rows["海上霸主"]["总分"] == 28034


@pytest.mark.parametrize("systems", [("dixie",), ("dixie", "tribute")])
def test_without_a_choice_the_system_of_all_games_counts(systems):
    games = [game(1, turns=4, scoring=systems)[0], game(2, turns=4, scoring=systems)[0]]
    rows = ranking(build_season(games))
    expected = [sum(points) for points in zip(*(score("dixie", summary.standing) for summary in games), strict=True)]
    assert rows["海上霸主"]["总分"] == pytest.approx(expected[0])
    mixed = [*games, game(3, turns=4)[0]]
    assert ranking(build_season(mixed))["海上霸主"]["总分"] == sum(summary.centres("england") for summary in mixed)


def test_every_power_of_every_game_has_a_row_with_all_scores():
    page = opened(build_season([SOLO, TIE]))["计分"]
    assert page.max_row == 1 + 14
    heads = [cell.value for cell in page[1]]
    carnage = heads.index("Carnage")
    values = [row[carnage] for row in page.iter_rows(min_row=2, values_only=True)]
    assert values == pytest.approx([*score("carnage", SOLO.standing), *score("carnage", TIE.standing)])
    assert len(system_names()) == heads.index("平局份") - heads.index("资源点数")


def test_seats_without_a_player_belong_to_nobody():
    data = build_season([game(1, turns=2, players={"england": ("甲",)})[0]])
    assert list(ranking(data)) == ["甲"]
    assert opened(data)["明细"].max_row == 8


def test_no_games_make_an_empty_table():
    assert opened(build_season([]))["玩家榜"].max_row == 4


def test_the_same_season_gives_the_same_bytes():
    assert build_season([SOLO, TIE]) == build_season([SOLO, TIE])


@pytest.mark.parametrize("lang", ["en", "de"])
def test_other_languages(lang):
    assert len(opened(build_season([SOLO, TIE], lang=lang)).worksheets) == 5


def test_nicknames_are_the_same_whatever_their_width_and_case():
    assert plain_nickname("Ｐｏｎｙ　１") == plain_nickname("pony1\u200b")
    first = ended((18, 16, 0, 0, 0, 0, 0), (None, None, *(1902,) * 5), players={"england": ("Pony",)})
    second = ended((18, 16, 0, 0, 0, 0, 0), (None, None, *(1902,) * 5), players={"france": ("ｐｏｎｙ",)})
    players, lines = players_of([first, second])
    assert [player.names for player in players] == [("Pony", "ｐｏｎｙ")]
    assert [line.power for line in lines if line.player] == ["england", "france"]
