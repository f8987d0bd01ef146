"""Every kind of bad input is told with its file and line, ends with 1 or 2, and leaves every file as it was."""

from __future__ import annotations

import pytest
from folder_contents import contents

GAME_COMMANDS = (
    ["check"],
    ["resolve"],
    ["status"],
    ["report"],
    ["why", "伦敦"],
    ["verify"],
    ["export"],
    ["paste", "p"],
)


def told_on_one_or_two_lines(answer):
    assert answer.out == ""
    assert 1 <= answer.err.count("\n") <= 2


@pytest.mark.parametrize("command", GAME_COMMANDS, ids=lambda command: command[0])
def test_a_folder_without_settings_is_no_game(run, tmp_path, command):
    (tmp_path / "p").write_text("英国：", encoding="utf-8")
    before = contents(tmp_path)
    answer = run(*command)
    told_on_one_or_two_lines(answer)
    assert answer.status == 1
    assert "game.toml" in answer.err
    assert contents(tmp_path) == before
    assert not (tmp_path / ".tianshen.lock").exists()


@pytest.mark.parametrize("command", GAME_COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize(
    ("settings", "place"),
    [
        (b'name = "x"\n[players\n', "game.toml:2:1"),
        ('[players]\n英国 = ["a"]\n英格兰 = ["b"]\n'.encode(), "game.toml:3:1"),
        ('rules = "房规"\n'.encode("gb18030"), "game.toml:1:1"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "game.toml:1:1"),
        (b'name = "x"\nstart = "gone.txt"\n', "game.toml:2:1"),
    ],
    ids=["broken", "power twice", "rules", "binary", "start"],
)
def test_broken_settings_name_their_line(game, run, command, settings, place):
    (game / "game.toml").write_bytes(settings)
    (game / "p").write_text("英国：", encoding="utf-8")
    before = contents(game)
    answer = run(*command)
    told_on_one_or_two_lines(answer)
    assert answer.status == 1
    assert answer.err.startswith(f"{place}: 错误：")
    assert contents(game) == before


@pytest.mark.parametrize("data", [b"", b"\n \n", "\u3000\ufeff".encode()])
def test_an_empty_paste_is_told(game, run, data):
    (game / "p.txt").write_bytes(data)
    before = contents(game)
    answer = run("paste", "p.txt")
    told_on_one_or_two_lines(answer)
    assert answer.status == 1
    assert "p.txt" in answer.err
    assert contents(game) == before


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", bytes(range(256)), b"PK\x03\x04\x14\0\x06\0"])
def test_a_binary_paste_is_told(game, run, data):
    (game / "p.png").write_bytes(data)
    before = contents(game)
    answer = run("paste", "p.png")
    told_on_one_or_two_lines(answer)
    assert answer.status == 1
    assert answer.err.startswith("p.png:1:1: 错误：")
    assert contents(game) == before


def test_a_paste_that_is_not_there_is_told(game, run):
    answer = run("paste", "nowhere.txt")
    told_on_one_or_two_lines(answer)
    assert answer.status == 1
    assert "nowhere.txt" in answer.err


def test_a_turn_file_that_is_not_text_is_told(game, run):
    (game / "1901春.txt").write_bytes(bytes(range(256)))
    before = contents(game)
    for command in (["check"], ["resolve"], ["status"]):
        answer = run(*command)
        told_on_one_or_two_lines(answer)
        assert answer.status == 1
        assert answer.err.startswith("1901春.txt:1:1: 错误：")
    assert contents(game) == before


def test_broken_seals_are_told(game, run):
    (game / "game.lock.json").write_text('{"format": 1,\n"turns"', encoding="utf-8")
    before = contents(game)
    answer = run("resolve")
    told_on_one_or_two_lines(answer)
    assert answer.status == 1
    assert answer.err.startswith("game.lock.json:2:")
    assert contents(game) == before


CASES = {
    "two units in one province": ("局面 1903年秋\n英国：伦敦舰队\n法国：伦敦陆军\n", 3),
    "an army at sea": ("局面 1903年秋\n英国：北海陆军\n", 2),
    "a fleet inland": ("局面 1903年秋\n英国：伦敦舰队\n德国：慕尼黑舰队\n", 3),
    "a power named twice": ("局面 1903年秋\n英国：伦敦舰队\n英国：威尔士陆军\n", 3),
    "an unknown turn": ("局面 1903年夏\n英国：伦敦舰队\n", 1),
    "no position": ("英国：伦敦舰队\n", 1),
    "an unknown place": ("局面 1903年秋\n英国：亚特兰蒂斯舰队\n", 2),
    "an unknown rule set": ("局面 1903年秋\n规则 chess\n英国：伦敦舰队\n", 2),
    "an unknown option": ("局面 1903年秋\n规则 judge luck=yes\n英国：伦敦舰队\n", 2),
}


@pytest.mark.parametrize(("text", "line"), CASES.values(), ids=CASES)
def test_a_broken_position_names_its_line(run, tmp_path, text, line):
    (tmp_path / "case.txt").write_text(text, encoding="utf-8")
    for command in (["judge", "case.txt"], ["judge", "case.txt", "--json"]):
        answer = run(*command)
        assert answer.status == 1
        assert answer.err.startswith(f"case.txt:{line}:")
        assert "错误：" in answer.err


@pytest.mark.parametrize(("text", "line"), CASES.values(), ids=CASES)
def test_a_broken_start_position_names_its_line(game, run, text, line):
    if "规则" in text:
        return
    (game / "start.txt").write_text(text, encoding="utf-8")
    settings = (game / "game.toml").read_text("utf-8").replace('# start = "起始局面.txt"', 'start = "start.txt"')
    (game / "game.toml").write_text(settings, encoding="utf-8")
    before = contents(game)
    for command in ("check", "resolve", "status"):
        answer = run(command)
        assert answer.status == 1
        assert answer.err.startswith(f"start.txt:{line}:")
    assert contents(game) == before


def test_a_custom_start_is_played(game, run):
    (game / "start.txt").write_text("局面 1905年秋\n英国：伦敦舰队\n法国：布瑞斯特舰队\n", encoding="utf-8")
    settings = (game / "game.toml").read_text("utf-8").replace('# start = "起始局面.txt"', 'start = "start.txt"')
    (game / "game.toml").write_text(settings, encoding="utf-8")
    assert "1905秋.txt" in run("resolve").err
    (game / "1905秋.txt").write_text("英国：伦敦舰队 移动 英吉利海峡", encoding="utf-8")
    assert run("resolve").status == 0
    assert (game / "1906春.txt").exists()
    assert "英国：英吉利海峡舰队" in run("status").out


def test_a_new_game_in_a_game_is_refused(game, run):
    before = contents(game)
    answer = run("new", ".")
    told_on_one_or_two_lines(answer)
    assert answer.status == 1
    assert contents(game) == before


def test_an_unknown_encoding_is_a_wrong_call(game, run):
    (game / "p.txt").write_bytes("英國：倫敦艦隊 移動 北海".encode("big5"))
    before = contents(game)
    assert run("paste", "p.txt", "--encoding", "klingon").status == 2
    assert run("paste", "p.txt", "--encoding", "hex").status == 2
    assert run("paste", "p.txt", "--encoding", "ascii").status == 1
    assert contents(game) == before
    answer = run("paste", "p.txt", "--encoding", "big5")
    assert answer.status == 0
    assert "伦敦舰队 移动 北海" in answer.out
