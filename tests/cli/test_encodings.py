"""Inputs in every encoding and with any line ends; files with Chinese names; what the program writes itself."""

from __future__ import annotations

import codecs
import json

import pytest

TEXT = "英国：\n伦敦舰队 移动 北海\n法国：\n巴黎陆军 移动 伯干第\n"
CASE = "局面 1903年秋\n英国：伦敦舰队\n\n英国：\n伦敦舰队 移动 北海\n"
ENCODINGS = {
    "utf-8": lambda text: text.encode(),
    "utf-8-bom": lambda text: codecs.BOM_UTF8 + text.encode(),
    "utf-16-le": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "utf-16-be": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "gb18030": lambda text: text.encode("gb18030"),
}
LINE_ENDS = {
    "lf": lambda text: text,
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "cr": lambda text: text.replace("\n", "\r"),
    "mixed": lambda text: text.replace("\n", "\r\n", 1).replace("\n法", "\r法"),
    "no end": lambda text: text.rstrip("\n"),
}


def read(run, *args):
    """Orders with their lines."""
    checked = json.loads(run("check", "--json", *args).out)
    return {(order["order"], order["line"]) for order in checked["orders"]}


ORDERS = {("F LON - NTH", 2), ("A PAR - BUR", 4)}


@pytest.mark.parametrize("ends", LINE_ENDS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_turn_files_settings_and_cases_in_any_encoding(game, run, encoding, ends):
    def written(text):
        return ENCODINGS[encoding](LINE_ENDS[ends](text))

    settings = (game / "game.toml").read_text("utf-8").replace("法国 = []", '法国 = ["小马"]')
    (game / "game.toml").write_bytes(written(settings))
    (game / "1901春.txt").write_bytes(written(TEXT))
    (game / "局面.txt").write_bytes(written(CASE))
    assert read(run) == ORDERS
    assert "【法国】小马" in run("check").out
    judged = run("judge", "局面.txt", "--json")
    assert judged.status == 0
    assert json.loads(judged.out)["orders"][0]["order"] == "F LON - NTH"
    assert "F Lon - Nth" in run("translate", "1901春.txt", "-t", "en").out


@pytest.mark.parametrize("ends", LINE_ENDS)
@pytest.mark.parametrize("old", ENCODINGS)
def test_pastes_in_any_encoding_into_files_in_any_encoding(game, run, old, ends):
    for number, (name, encode) in enumerate(ENCODINGS.items()):
        before = ENCODINGS[old]("大家好\r\n")
        (game / "1901春.txt").write_bytes(before)
        (game / f"帖子 {name}.txt").write_bytes(encode(LINE_ENDS[ends](TEXT)))
        assert run("paste", f"帖子 {name}.txt").status == 0, number
        assert {order for order, _ in read(run)} == {order for order, _ in ORDERS}
        assert (game / "1901春.txt").read_bytes().startswith(before)


@pytest.mark.parametrize("encoding", ["big5", "gbk", "utf-16", "utf-8-sig"])
def test_an_encoding_that_is_told(game, run, encoding):
    text = "英國：\n倫敦艦隊 移動 北海\n法國：\n巴黎陸軍 移動 伯干第\n"
    (game / "帖子.txt").write_bytes(text.encode(encoding))
    answer = run("paste", "帖子.txt", "--encoding", encoding)
    assert answer.status == 0
    assert {order for order, _ in read(run)} == {order for order, _ in ORDERS}


def test_folders_and_files_with_chinese_names_and_blanks(run, quick, tmp_path):
    folder = "第三届 强权外交（全）"
    assert run("new", folder).status == 0
    (tmp_path / "帖子 一.txt").write_text(TEXT, encoding="utf-8")
    assert run("paste", "帖子 一.txt", "-g", folder).status == 0
    assert run("resolve", "-g", folder).status == 0
    assert run("map", "-g", folder, "-o", "图 一.svg").status == 0
    assert run("report", "-g", folder, "-o", "战报 一.txt").status == 0
    assert run("export", "-g", folder, "-o", "存档 一.json").status == 0
    assert run("season", folder, "-o", "榜 一.xlsx").status == 0
    assert {"图 一.svg", "战报 一.txt", "存档 一.json", "榜 一.xlsx"} <= {path.name for path in tmp_path.iterdir()}


def test_what_the_program_writes_is_the_same_on_every_system(game, run):
    """UTF-8 without a mark, and line feeds alone: the same inputs give the same bytes everywhere."""
    (game / "1901春.txt").write_bytes(TEXT.replace("\n", "\r\n").encode())
    assert run("resolve").status == 0
    assert run("report", "-o", "报.txt").status == 0
    assert run("export", "-o", "存档.json").status == 0
    texts = [path for path in game.rglob("*") if path.suffix in (".txt", ".json", ".svg", ".toml")]
    written = [path for path in texts if path.name != "1901春.txt" or path.parent != game]
    assert {"1901春.json", "1901春.svg", "game.toml", "game.lock.json", "报.txt", "存档.json"} <= {
        path.name for path in written
    }
    for path in written:
        data = path.read_bytes()
        assert b"\r" not in data, path
        assert not data.startswith(codecs.BOM_UTF8), path
        assert data.decode() is not None
    assert (game / "1901春.txt").read_bytes() == TEXT.replace("\n", "\r\n").encode()
