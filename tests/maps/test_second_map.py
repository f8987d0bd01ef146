from __future__ import annotations

import json

import pytest

import tianshen as ts
from tianshen.cli.main import main
from tianshen.errors import InputError
from tianshen.game import outputs
from tianshen.game.saved_games.exporting import MAP
from tianshen.model.board import board_names
from tianshen.reports.picture.geometry import load_geometry, load_layout

SETTINGS = """\
name = "渡口"
map = "ford"
secret = "s"
[players]
英国 = ["老船长"]
卢里塔尼亚 = ["小马"]
"""
SPRING = "英国：\n雾都舰队 移动 海峡\n\n卢国：\n布瑞斯特陆军 移动 皮卡迪\n"
FALL = "英国：\n海峡舰队 移动 皮卡第\n\n卢国：\nA Pic - Bel\n优先建造：布瑞斯特舰队\n"
CASE = """\
局面 1903年秋
地图 ford
英国：英吉利海峡舰队
卢里塔尼亚：皮卡第陆军

英国：
英吉利海峡舰队 移动 皮卡第（北岸）

卢里塔尼亚：
皮卡第陆军 移动 比利时
"""


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    (tmp_path / "game").mkdir()
    monkeypatch.chdir(tmp_path / "game")
    monkeypatch.setattr(outputs, "picture_png", lambda svg: b"\x89PNG")
    (tmp_path / "game" / "game.toml").write_text(SETTINGS, encoding="utf-8")

    def call(*args, status=0):
        assert main(list(args)) == status
        answer = capsys.readouterr()
        assert "程序内部出错" not in answer.err
        return answer.out + answer.err

    return call


def paste(run, tmp_path, text):
    (tmp_path / "post.txt").write_text(text, encoding="utf-8")
    return run("paste", "../post.txt")


def test_the_boards_that_there_are(packed):
    assert board_names() == ("standard", "ford")


def test_a_game_from_paste_to_workbook(drawn, run, tmp_path):
    assert "伦敦舰队 移动 英吉利海峡" in paste(run, tmp_path, SPRING)
    out = run("resolve")
    assert "布瑞斯特陆军 移动 皮卡第：成功" in out
    assert (tmp_path / "game" / "战报" / "1901春.svg").stat().st_size > 1000
    assert "没有写明要到皮卡第的哪一岸" not in paste(run, tmp_path, FALL)
    out = run("resolve", "1901秋")
    assert "○ 英吉利海峡舰队 移动 皮卡第：作废，没有写明要到皮卡第的哪一岸" in out
    assert "★ 卢里塔尼亚占领比利时" in out
    assert "＋ 卢里塔尼亚生产布瑞斯特舰队" in out
    assert "皮卡第陆军 移动 比利时：成功" in run("why", "皮卡第")
    assert "卢里塔尼亚：布瑞斯特舰队、比利时陆军" in run("status").replace(
        "比利时陆军、布瑞斯特舰队", "布瑞斯特舰队、比利时陆军"
    )
    assert "England: F English Channel" in run("status", "--lang", "en")
    assert "Ruritania" in run("report", "--lang", "en")
    assert "卢里塔尼亚" in run("report", "--whole", "--format", "html")
    assert "卢里塔尼亚" in run("check", "--receipt", "卢国")
    run("excel")
    run("season", ".", "-o", "../season.xlsx")
    run("map", "-o", "../map.svg", "--kind", "orders")
    assert "皮卡第" in (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert "√ 封存：2" in run("verify")
    assert json.loads(run("export"))["turns"]


def test_powers_of_other_maps_are_none_here(drawn, run):
    assert "「德国」不是国家名。可用的有：英国、ruritania。" in run("check", "--receipt", "德国", status=2)


def test_a_case_names_its_map(named, run, tmp_path):
    (tmp_path / "case.txt").write_text(CASE, encoding="utf-8")
    out = run("judge", "../case.txt")
    assert "√ 英吉利海峡舰队 移动 皮卡第（北岸）：成功" in out
    german = run("translate", "--to", "de", "../case.txt")
    assert "Karte ford" in german
    (tmp_path / "case.de.txt").write_text(german, encoding="utf-8")
    again = run("judge", "--lang", "zh", "../case.de.txt")
    assert again == out


@pytest.mark.parametrize("line", ["地图 fjord", "地图", "地图 ford standard", "Map Ford Ford"])
def test_a_map_that_is_none_is_an_error(packed, line):
    with pytest.raises(InputError) as raised:
        ts.read_case(CASE.replace("地图 ford", line))
    assert "case_map_unknown" in {str(notice.code) for notice in raised.value.notices}


def test_a_start_stands_on_the_map_of_the_game(named, run, tmp_path):
    game = tmp_path / "game"
    (game / "game.toml").write_text('start = "起始.txt"\n' + SETTINGS, encoding="utf-8")
    (game / "起始.txt").write_text("局面 1903年秋\n卢里塔尼亚：比利时陆军\n", encoding="utf-8")
    assert "卢里塔尼亚：比利时陆军" in run("status")
    (game / "起始.txt").write_text("局面 1903年秋\n地图 standard\n", encoding="utf-8")
    assert "没有「standard」这张地图。这里可以写ford。" in run("status", status=1)


def test_without_shapes_everything_but_the_picture(named, run, tmp_path):
    paste(run, tmp_path, SPRING)
    out = run("resolve")
    assert "已写：战报/1901春.txt、战报/1901春.json\n" in out
    assert "<svg" not in run("report", "--format", "html")
    assert "地图 ford 没有轮廓" in run("map", "-o", "../map.svg", status=1)


def test_without_names_the_map_s_own(packed, run, tmp_path):
    game = tmp_path / "game"
    (game / "game.toml").write_text(SETTINGS.replace("卢里塔尼亚", "ruritania"), encoding="utf-8")
    assert "Ruritania：Brest陆军" in run("status")
    assert "London舰队 移动 English Channel" in paste(run, tmp_path, "英国：\nF Lon - English Channel\n")


def test_a_setting_that_is_no_map(packed, run, tmp_path):
    (tmp_path / "game" / "game.toml").write_text('map = "fjord"\n', encoding="utf-8")
    assert "game.toml:1:1: 错误：「map」的值 fjord 不行。可以写：standard、ford。" in run("status", status=1)


def test_the_library_plays_on_any_board(named):
    board = ts.load_board("ford")
    read = ts.read_orders(SPRING, board.start, board=board)
    turn = ts.adjudicate(board.start, read.orders, reading=read, board=board)
    assert turn.ruling("F LON").outcome.value == "succeeds"
    assert ts.explain(turn, "A BRE") == "布瑞斯特陆军移入皮卡第（房规 2.1.1(二)）"
    assert "卢里塔尼亚" in ts.render(turn)
    assert ts.to_json(turn)["position"]["units"]["ruritania"] == ["A PIC"]


def test_the_standard_map_is_as_before(named):
    read = ts.read_orders("法国：\n布瑞斯特舰队 移动 皮卡迪\n雾都陆军 驻守", ts.load_board().start)
    assert len(read.given) == 1


def test_the_drawing_has_every_province_in_its_place(drawn, drawing):
    geometry, layout = load_geometry("ford"), load_layout("zh", "house", "ford")
    board = ts.load_board("ford")
    for province in board.provinces:
        assert geometry.holds(province, layout.units[province]), province
    assert geometry.holds("PIC", layout.coasts["PIC/NC"])
    assert geometry.holds("PIC", layout.coasts["PIC/SC"])
    assert layout.labels["ENG"].lines == ("英吉利海峡",)
    assert load_layout("en", "modern", "ford").labels["ENG"].lines == ("English", "Channel")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("LON ENG BRE PIC BEL SWI\nLON", "differ in length"),
        ("LON ENG BRE PIC", "BEL is nowhere"),
        ("QQQ", "QQQ in line 1"),
    ],
)
def test_a_drawing_that_does_not_fit(named, drawing, text, told):
    with pytest.raises(SystemExit, match=told):
        drawing.read_grid(text, ts.load_board("ford"))


def test_saved_games_of_the_other_package_are_of_the_standard_map_alone():
    assert MAP == "standard"
