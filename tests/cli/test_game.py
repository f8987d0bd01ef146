from __future__ import annotations

import json
import re

import openpyxl
import pytest
from folder_contents import contents

from tianshen.game import workbooks

SPRING = """\
英国：
伦敦舰队 移动 北海
爱丁堡舰队 移动 挪威海
利物浦陆军 移动 约克
法国：
布瑞斯特舰队 移动 中大西洋
巴黎陆军 移动 伯干第
马塞陆军 移动 西班牙
"""
FALL = """\
英国：
北海舰队 运输 约克陆军 移动 挪威
约克陆军 经 北海 移动 挪威
挪威海舰队 移动 巴伦支海
优先建造：伦敦舰队
法国：
西班牙陆军 移动 葡萄牙
"""
UNREADABLE = "英国：\n伦敦舰队 移动 北海\n爱丁堡舰队 移动 大西洋\n"


@pytest.fixture
def pasted(game, run, begin):
    def play():
        (game / "post.txt").write_text(SPRING, encoding="utf-8")
        assert run("paste", "post.txt").status == 0

    return begin("pasted", play)


@pytest.fixture
def played(pasted, run, begin):
    def play():
        assert run("resolve").status == 0

    return begin("one turn", play)


def test_new_says_what_comes_next(run, tmp_path):
    answer = run("new", "局")
    assert answer.status == 0
    assert "1901春.txt" in answer.out
    assert "tianshen check" in answer.out
    assert sorted(contents(tmp_path / "局")) == ["1901春.txt", "game.toml"]


def test_a_secret_is_not_shown_and_never_the_same(run, tmp_path):
    secrets = set()
    for name in "ab":
        answer = run("new", name)
        secret = re.search(r'^secret = "([0-9a-f]{64})"', (tmp_path / name / "game.toml").read_text("utf-8"), re.M)[1]
        assert secret not in answer.out + answer.err
        secrets.add(secret)
    assert len(secrets) == 2


def test_a_paste_is_there_verbatim_and_checked(game, run):
    (game / "post.txt").write_text(SPRING, encoding="utf-8")
    answer = run("paste", "post.txt")
    assert answer.status == 0
    assert (game / "1901春.txt").read_text(encoding="utf-8") == SPRING
    assert "伦敦舰队 移动 北海" in answer.out
    assert "催交名单：德国、意大利、奥匈、俄国、土耳其" in answer.out


def test_pastes_follow_each_other_whole(game, run):
    posts = ["英国：\r\n伦敦舰队 移动 北海\r\n", "法国：\n巴黎陆军 驻守", "德国：\n柏林陆军 移动 基尔\n"]
    for index, post in enumerate(posts):
        (game / f"{index}.post").write_bytes(post.encode())
        assert run("paste", f"{index}.post").status == 0
    raw = (game / "1901春.txt").read_bytes()
    places = [raw.index(post.encode()) for post in posts]
    assert places == sorted(places)
    orders = json.loads(run("check", "--json").out)["orders"]
    assert [(order["power"], order["order"]) for order in orders] == [
        ("england", "F LON - NTH"),
        ("france", "A PAR H"),
        ("germany", "A BER - KIE"),
    ]


def test_check_as_json_holds_what_the_page_asks_for(pasted, run):
    answer = run("check", "--json")
    data = json.loads(answer.out)
    assert answer.out.count("\n") == 1
    assert set(data) == {"turn", "orders", "lists", "left_out", "missing", "notices"}
    assert data["turn"] == "S1901"
    assert data["orders"][0] == {
        "power": "england",
        "unit": "F LON",
        "order": "F LON - NTH",
        "text": "伦敦舰队 移动 北海",
        "file": "1901春.txt",
        "line": 2,
        "author": None,
    }
    assert data["missing"]["germany"]["nothing_sent"]
    assert data["missing"]["england"]["units"] == []


def test_the_sheet_shows_revisions_decrees_lists_and_strangers(game, run):
    settings = (game / "game.toml").read_text("utf-8").replace("英国 = []", '英国 = ["海上霸主"]')
    (game / "game.toml").write_text(settings, encoding="utf-8")
    (game / "1901春.txt").write_text(
        "英国：\n伦敦舰队 移动 北海\n英国：\n伦敦舰队 移动 英吉利海峡\n爱丁堡舰队优先撤退到克莱德、约克\n"
        "法国：\n柏林陆军 移动 基尔\n大家好\n天神：法国 巴黎陆军 移动 伯干第\n",
        encoding="utf-8",
    )
    lines = run("check").out.splitlines()
    assert "【英国】海上霸主　1/3 个单位有命令" in lines
    assert "  伦敦舰队 移动 英吉利海峡　1901春.txt:4" in lines
    assert "  爱丁堡舰队优先撤退到克莱德、约克　1901春.txt:5" in lines
    assert any(line.startswith("  不算：「伦敦舰队 移动 北海」　已被后来的命令取代　1901春.txt:2") for line in lines)
    assert any(line.startswith("  不算：「柏林陆军 移动 基尔」　不是本国的单位") for line in lines)
    place = lines.index("【天神裁决】")
    assert lines[place + 1].startswith("  巴黎陆军 移动 伯干第")
    assert any("1 处闲聊" in line for line in lines)
    assert "  「大家好」　1901春.txt:8" in run("check", "--talk").out.splitlines()


def test_a_turn_of_the_past_can_be_checked(played, run):
    assert run("check", "1901春").out.splitlines()[0].endswith("1901年春季")
    assert run("check", "1905春").status == 1


def test_autumn_lists_are_asked_for(played, run):
    (played / "1901秋.txt").write_text("英国：\n北海舰队 移动 挪威\n", encoding="utf-8")
    assert "  没有生产名单" in run("check").out.splitlines()


def test_what_cannot_be_read_is_pointed_at_and_stops_the_turn(game, run):
    (game / "post.txt").write_text(UNREADABLE, encoding="utf-8")
    answer = run("paste", "post.txt")
    assert answer.status == 1
    lines = answer.err.splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("1901春.txt:3:10: 错误："))
    # 爱丁堡舰队 移动 : nine characters, seven of them wide
    assert lines[place + 1 : place + 3] == ["    爱丁堡舰队 移动 大西洋", " " * (4 + 16) + "^" * 6]
    before = contents(game)
    answer = run("resolve")
    assert answer.status == 1
    assert "1901春.txt:3:10" in answer.err
    assert contents(game) == before


def test_resolve_anyway_counts_unreadable_orders_as_not_sent(game, run):
    (game / "1901春.txt").write_text(UNREADABLE, encoding="utf-8")
    assert run("resolve", "--anyway").status == 0
    record = json.loads((game / "战报" / "1901春.json").read_text(encoding="utf-8"))
    orders = {order["unit"]: (order["order"], order["text"]) for order in record["orders"]}
    assert orders["F LON"] == ("F LON - NTH", "伦敦舰队 移动 北海")
    assert orders["F EDI"] == ("F EDI H", None)


def test_a_dry_run_shows_everything_and_writes_nothing(pasted, run):
    before = contents(pasted)
    answer = run("resolve", "--dry-run")
    assert answer.status == 0
    assert contents(pasted) == before
    assert run("resolve").out == answer.out


def test_resolve_writes_report_record_picture_workbook_seal_and_the_next_file(played, run):
    assert sorted(contents(played)) == [
        "1901春.txt",
        "1901秋.txt",
        "game.lock.json",
        "game.toml",
        "post.txt",
        "战报/1901春.json",
        "战报/1901春.png",
        "战报/1901春.svg",
        "战报/1901春.txt",
        "积分.xlsx",
    ]
    assert (played / "1901秋.txt").read_bytes() == b""
    record = json.loads((played / "战报" / "1901春.json").read_text(encoding="utf-8"))
    assert record["turn"] == "S1901"
    assert "A PAR" not in record["position"]["units"]["france"]
    seals = json.loads((played / "game.lock.json").read_text(encoding="utf-8"))
    assert list(seals["turns"]) == ["S1901"]
    assert seals["commitment"] in (played / "战报" / "1901春.txt").read_text(encoding="utf-8")


def test_the_same_inputs_give_the_same_files(pasted, run, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    for name, data in contents(pasted).items():
        (other / name).write_bytes(data)
    assert run("resolve").status == 0
    assert run("resolve", "--game", other).status == 0
    assert contents(pasted) == contents(other)


def test_resolve_does_only_the_turn_that_was_named(played, run):
    before = contents(played)
    answer = run("resolve", "1901春")
    assert answer.status == 1
    assert "1901年秋季" in answer.err
    assert contents(played) == before
    assert run("resolve", "F1901").status == 0


@pytest.mark.parametrize("command", ["check", "resolve", "report"])
def test_an_unknown_turn_is_a_wrong_call(played, run, command):
    before = contents(played)
    answer = run(command, "1901夏")
    assert answer.status == 2
    assert "1901夏" in answer.err
    assert contents(played) == before


def test_a_turn_that_was_not_played_has_no_report(played, run):
    answer = run("report", "1905秋")
    assert answer.status == 1
    assert "1905年秋季" in answer.err


def test_nothing_played_is_told(game, run):
    for command in (["report"], ["report", "--whole"], ["why", "伦敦"], ["resolve", "--undo"]):
        answer = run(*command)
        assert answer.status == 1
        assert answer.out == ""


@pytest.fixture
def two_turns(played, run, begin):
    def play():
        (played / "1901秋.txt").write_text(FALL, encoding="utf-8")
        assert run("resolve").status == 0

    return begin("two turns", play)


def test_a_changed_past_stops_everything_and_shows_the_difference(two_turns, run):
    path = two_turns / "1901春.txt"
    path.write_text(path.read_text(encoding="utf-8").replace("移动 北海", "移动 英吉利海峡"), encoding="utf-8")
    before = contents(two_turns)
    for command in (["resolve"], ["resolve", "--dry-run"]):
        answer = run(*command)
        assert answer.status == 1
        assert "1901年春季" in answer.err
        assert "--reseal" in answer.err
        assert "伦敦舰队" in answer.err
        assert "英吉利海峡" in answer.err
        assert contents(two_turns) == before
    assert run("verify").status == 1
    assert "1901年春季" in run("status").err
    assert "1901年春季" in run("check").err


def test_talk_added_to_the_past_changes_nothing(two_turns, run):
    path = two_turns / "1901春.txt"
    path.write_text(path.read_text(encoding="utf-8") + "\n大家辛苦了\n", encoding="utf-8")
    assert run("check").status == 0
    answer = run("verify")
    assert answer.status == 0
    assert "1901年春季的文件在公布之后改过，结果没有变" in answer.err


def test_resealing_publishes_new_versions_and_keeps_the_old(two_turns, run):
    path = two_turns / "1901春.txt"
    old = contents(two_turns)
    path.write_text(path.read_text(encoding="utf-8").replace("移动 北海", "移动 英吉利海峡"), encoding="utf-8")
    answer = run("resolve", "--reseal")
    assert answer.status == 0
    new = contents(two_turns)
    for turn in ("1901春", "1901秋"):
        for ending in ("txt", "json", "svg", "png"):
            assert new[f"战报/{turn}（第1版）.{ending}"] == old[f"战报/{turn}.{ending}"]
            assert new[f"战报/{turn}.{ending}"] != old[f"战报/{turn}.{ending}"]
        assert "第2版" in new[f"战报/{turn}.txt"].decode()
    assert "英吉利海峡" in new["战报/1901春.txt"].decode()
    assert run("check").status == 0
    assert run("verify").status == 0
    assert contents(two_turns) == new
    assert run("resolve", "--reseal").status == 1


def test_a_new_version_lists_what_changed(two_turns, run):
    path = two_turns / "1901春.txt"
    path.write_text(path.read_text(encoding="utf-8").replace("移动 约克", "移动 威尔士"), encoding="utf-8")
    assert run("resolve", "--reseal").status == 0
    report = run("report", "1901春").out
    assert report == (two_turns / "战报" / "1901春.txt").read_text(encoding="utf-8") + "\n"
    assert "利物浦陆军 移动 约克" in report
    assert "利物浦陆军 移动 威尔士" in report


def test_a_changed_secret_is_told(two_turns, run):
    path = two_turns / "game.toml"
    path.write_text(re.sub(r'^secret = "', 'secret = "x', path.read_text("utf-8"), flags=re.M), encoding="utf-8")
    for command in ("resolve", "verify"):
        answer = run(command)
        assert answer.status == 1
        assert "secret" in answer.err


def test_a_changed_option_counts_as_a_changed_past(two_turns, run):
    path = two_turns / "game.toml"
    text = path.read_text(encoding="utf-8").replace('# last_turn = "1908秋"', 'last_turn = "1901秋"')
    path.write_text(text, encoding="utf-8")
    assert run("resolve").status == 1


def test_undo_makes_the_last_turn_current_again(two_turns, run):
    assert run("resolve", "--undo").status == 0
    assert json.loads(run("check", "--json").out)["turn"] == "F1901"
    first = (two_turns / "战报" / "1901秋.txt").read_bytes()
    assert run("resolve").status == 0
    assert (two_turns / "战报" / "1901秋（第1版）.txt").read_bytes() == first
    assert "第2版" in (two_turns / "战报" / "1901秋.txt").read_text(encoding="utf-8")


def test_an_interrupted_publication_is_completed_first(played, run):
    (played / "1901秋.txt").unlink()
    seals = (played / "game.lock.json").read_bytes()
    answer = run("resolve")
    assert answer.status == 0
    assert "1901秋.txt" in answer.err
    assert (played / "1901秋.txt").read_bytes() == b""
    assert (played / "game.lock.json").read_bytes() == seals


def test_a_file_that_only_looks_like_the_turn_s_stops_the_turn(game, run):
    (game / "1901年春.txt").write_text(SPRING, encoding="utf-8")
    answer = run("resolve")
    assert answer.status == 1
    assert "1901春.txt" in answer.err
    assert not (game / "战报").exists()


def test_a_file_for_a_turn_that_is_passed_by_is_told(played, run):
    (played / "1900秋.txt").write_text("英国：伦敦舰队 驻守", encoding="utf-8")
    answer = run("check")
    assert "1900秋.txt:1:1" in answer.err


def test_a_game_ends_and_says_so(game, run):
    path = game / "game.toml"
    path.write_text(path.read_text("utf-8").replace('# last_turn = "1908秋"', 'last_turn = "1901秋"'), encoding="utf-8")
    assert run("resolve").status == 0
    (game / "1901秋.txt").write_text("天神：平局 英国、法国\n", encoding="utf-8")
    answer = run("resolve")
    assert answer.status == 0
    assert "俄国" in answer.out  # with four centres it leads at the last turn, whatever the game master says then
    for command in (["resolve"], ["check"], ["paste", "game.toml"]):
        assert run(*command).status == 1
    assert "俄国以4个资源点最多" in run("status").out
    report = (game / "战报" / "1901秋.txt").read_text(encoding="utf-8")
    secret = re.search(r'^secret = "(\w+)"', path.read_text("utf-8"), re.M)[1]
    assert secret in report
    assert secret not in (game / "战报" / "1901春.txt").read_text(encoding="utf-8")
    assert run("verify", "战报").status == 0


def test_a_receipt_holds_nothing_of_other_powers(game, run):
    (game / "1901春.txt").write_text(
        UNREADABLE + "法国：\n巴黎陆军 移动 伯干第\n巴黎陆军 移动 皮卡第\n", encoding="utf-8"
    )
    answer = run("check", "--receipt", "英国")
    assert answer.status == 0
    assert "伦敦舰队 移动 北海" in answer.out
    assert "没有命令：爱丁堡舰队、利物浦陆军" in answer.out
    assert "大西洋" in answer.out
    for word in ("法国", "巴黎", "伯干第", "皮卡第", "德国"):
        assert word not in answer.out + answer.err
    answer = run("check", "--receipt", "瑞士")
    assert answer.status == 2
    assert "「瑞士」不是国家名。可用的有：英国、法国、" in answer.err


def test_why_explains_a_ruling(two_turns, run):
    for name in ("约克陆军", "A YOR", "约克", "Yorkshire"):
        answer = run("why", name)
        assert answer.status == 0
        assert answer.out.splitlines()[-1].startswith("约克陆军 经 北海 移动 挪威")
    assert run("why", "克莱德").status == 1
    assert run("why", "伦敦", "1901春").status == 0
    assert run("why", "无此地").status == 2


def test_status_shows_who_has_sent_what(played, run):
    (played / "1901秋.txt").write_text("英国：\n北海舰队 驻守\n", encoding="utf-8")
    answer = run("status")
    rows = {
        line.split()[0]: line.split()[1:] for line in answer.out.splitlines() if line.startswith(" ") and line.split()
    }
    assert rows["英国"] == ["3", "3", "不全"]
    assert rows["法国"] == ["3", "3", "没有交"]
    assert "法国：中大西洋舰队、" in answer.out


def test_reports_come_in_every_format(two_turns, run):
    for form in ("plain", "bbcode", "discuz", "nga", "phpbb", "markdown", "html"):
        answer = run("report", "--format", form)
        assert answer.status == 0
        assert "1901年秋季" in answer.out
    assert run("report", "--format", "word").status == 2
    assert "data:image/svg+xml" in run("report", "--format", "html").out
    assert run("report", "-f", "markdown", "-o", "x.md").status == 0
    assert (two_turns / "x.md").read_text(encoding="utf-8") == run("report", "-f", "markdown").out


def test_a_report_may_be_the_record(two_turns, run):
    assert run("report", "1901春", "--format", "json").out == (two_turns / "战报" / "1901春.json").read_text("utf-8")
    assert [record["turn"] for record in json.loads(run("report", "--whole", "-f", "json").out)] == ["S1901", "F1901"]


def test_resolving_before_the_deadline_is_told(pasted, run):
    path = pasted / "game.toml"
    text = path.read_text("utf-8").replace('# 1901春 = "2026-12-05 21:00"', '1901春 = "2999-12-05 21:00"')
    path.write_text(text, encoding="utf-8")
    answer = run("resolve")
    assert answer.status == 0
    assert "截止时间还没到（2999年12月5日（周四）21:00（北京时间））" in answer.err


def test_a_game_without_a_secret_is_warned_of(pasted, run):
    path = pasted / "game.toml"
    path.write_text(re.sub(r"^secret = .*$", "", path.read_text("utf-8"), flags=re.M), encoding="utf-8")
    answer = run("check")
    assert answer.status == 0
    assert "secret" in answer.err
    assert run("resolve").status == 0


def test_the_setting_chooses_the_format(pasted, run):
    path = pasted / "game.toml"
    path.write_text(path.read_text("utf-8").replace('report = "plain"', 'report = "html"'), encoding="utf-8")
    assert run("resolve").status == 0
    assert (pasted / "战报" / "1901春.html").read_text(encoding="utf-8").startswith("<!")
    assert "data:image/svg+xml" in run("report").out


def test_the_whole_game_has_a_report(two_turns, run):
    answer = run("report", "--whole")
    assert "1901年春季" in answer.out
    assert run("report", "--game").out == answer.out
    assert run("report", "--game", "--game", two_turns).out == answer.out
    assert run("report", "--game", two_turns).out == run("report").out


def test_maps_are_files(played, run):
    assert run("map", "-o", "x.svg").status == 0
    assert (played / "x.svg").read_text(encoding="utf-8").startswith("<svg")
    assert run("map", "1901春", "--kind", "orders", "-o", "y.SVG").status == 0
    assert run("map", "-o", "x.gif").status == 2
    assert run("map", "--kind", "x", "-o", "x.svg").status == 2
    assert run("map", "-o", "no/x.svg").status == 1


def test_a_map_of_a_game_that_has_not_begun_shows_the_start(game, run):
    assert run("map", "-o", "x.svg").status == 0
    assert (game / "x.svg").exists()


def test_excel_writes_the_workbook_again(played, run):
    first = (played / "积分.xlsx").read_bytes()
    (played / "积分.xlsx").unlink()
    assert run("excel").status == 0
    assert (played / "积分.xlsx").read_bytes() == first


def test_a_foreign_workbook_is_kept_and_the_report_still_written(pasted, run):
    (pasted / "积分.xlsx").write_bytes(b"my own notes")
    answer = run("resolve")
    assert answer.status == 0
    kept = [name for name in contents(pasted) if name.startswith("积分（")]
    assert len(kept) == 1
    assert (pasted / kept[0]).read_bytes() == b"my own notes"
    assert kept[0] in answer.err
    assert (pasted / "战报" / "1901春.txt").exists()


def test_a_workbook_that_cannot_be_replaced_stops_nothing(pasted, run):
    (pasted / "积分.xlsx").mkdir()
    answer = run("resolve")
    assert answer.status == 0
    assert "积分（新）.xlsx" in answer.err
    assert (pasted / "积分（新）.xlsx").read_bytes().startswith(b"PK")
    assert (pasted / "1901秋.txt").exists()


def test_season_puts_games_together(two_turns, run, tmp_path):
    assert run("season", ".", "-o", "all.xlsx").status == 0
    assert (tmp_path / "all.xlsx").read_bytes().startswith(b"PK")
    assert run("season", tmp_path / "战报").status == 1


@pytest.mark.parametrize("unseen", ["3164", "2800", "FE0F", "2028", "E000", "115F"])
def test_a_season_counts_one_player_whatever_unseen_follows_the_nickname(run, tmp_path, unseen):
    for folder, name in (("a", "小马"), ("b", rf"小马\u{unseen}")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "game.toml").write_text(f'[players]\n英国 = ["{name}"]\n', encoding="utf-8")
    assert run("season", "a", "b", "-o", "all.xlsx").status == 0
    page = openpyxl.load_workbook(tmp_path / "all.xlsx", data_only=True)["玩家榜"]
    heads, *rows = page.iter_rows(min_row=4, values_only=True)
    players = [dict(zip(heads, row, strict=True)) for row in rows]
    assert [(player["玩家"], player["局数"]) for player in players] == [("小马", 2)]


@pytest.mark.parametrize("unseen", ["3164", "2800", "FE0F", "2028", "E000", "115F"])
def test_one_nickname_for_two_powers_is_refused_whatever_unseen_follows_it(run, tmp_path, unseen):
    refusals = []
    for name in ("小马", rf"小马\u{unseen}"):
        text = f'[players]\n英国 = ["小马"]\n法国 = ["{name}"]\n'
        (tmp_path / "game.toml").write_text(text, encoding="utf-8")
        answer = run("status")
        assert (answer.status, answer.out) == (1, "")
        refusals.append(answer.err.splitlines()[0].split("「")[0])
    assert refusals[0] == refusals[1]
    assert refusals[0].startswith("game.toml:3:1")


def test_a_game_that_cannot_be_read_does_not_stop_the_season(two_turns, run, tmp_path):
    (tmp_path / "s" / "bad").mkdir(parents=True)
    (tmp_path / "s" / "bad" / "game.toml").write_text("[", encoding="utf-8")
    assert run("new", "s/good").status == 0
    answer = run("season", "s", "-o", "all.xlsx")
    assert answer.status == 1
    assert "s/bad" in answer.err
    assert (tmp_path / "all.xlsx").exists()


def test_every_command_takes_the_language(two_turns, run):
    assert run("status", "--lang", "en").out.splitlines()[0].endswith("Spring 1902")
    assert run("--lang", "de", "status").out.splitlines()[0].endswith("Frühjahr 1902")
    assert "Fall 1901" in run("report", "--lang", "en").out
    assert run("why", "A YOR", "--lang", "de").out != run("why", "A YOR").out
    assert run("status", "--lang", "fr").status == 2


def test_a_workbook_that_cannot_be_made_stops_nothing(pasted, run, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device", "/tmp/aside")

    monkeypatch.setattr(workbooks, "build_workbook", full)
    answer = run("resolve")
    assert answer.status == 0
    assert "系统拒绝了对 /tmp/aside 的操作：ENOSPC" in answer.err
    assert not (pasted / "积分.xlsx").exists()
    assert (pasted / "1901秋.txt").exists()
