from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from folder_contents import contents

from tianshen.cli.main import main
from tianshen.game import outputs

SPRING = "奥匈：\n维也纳陆军 移动 蒂罗尔\n布达佩斯陆军 移动 加利西亚\n粹斯特舰队 驻守\n俄国：\n华沙陆军 移动 加利西亚\n"
FALL = (
    "奥匈：\n蒂罗尔陆军 移动 威尼斯\n粹斯特舰队 支援 蒂罗尔陆军 移动 威尼斯\n意大利：\n威尼斯陆军优先撤退到阿普利亚\n"
)


@pytest.fixture
def played(game, run, begin):
    def play():
        for name, text in (("1901春", SPRING), ("1901秋", FALL)):
            (game / f"{name}.txt").write_text(text, encoding="utf-8")
            assert run("resolve").status == 0

    return begin("to be exported", play)


@pytest.fixture(scope="module")
def saved_text(tmp_path_factory):
    """The saved game of those two turns."""
    folder = tmp_path_factory.mktemp("saved")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outputs, "picture_png", lambda svg: b"")
        assert main(["new", str(folder)]) == 0
        for name, text in (("1901春", SPRING), ("1901秋", FALL)):
            (folder / f"{name}.txt").write_text(text, encoding="utf-8")
            assert main(["resolve", "--game", str(folder)]) == 0
        assert main(["export", "-f", "diplomacy", "-o", str(folder / "x.json"), "--game", str(folder)]) == 0
    return (folder / "x.json").read_text(encoding="utf-8")


def exported(run, *more):
    answer = run("export", *more)
    assert answer.status == 0
    return json.loads(answer.out)


def test_the_whole_game_as_records(played, run):
    data = exported(run)
    assert (data["game"], data["rules"], data["secret"]) == ("第三局", "tianshen", "")
    assert [record["turn"] for record in data["turns"]] == ["S1901", "F1901"]
    assert data["turns"][0] == json.loads((played / "战报" / "1901春.json").read_text(encoding="utf-8"))
    assert data["commitment"] == json.loads((played / "game.lock.json").read_text(encoding="utf-8"))["commitment"]


def test_export_goes_to_a_file(played, run):
    assert run("export", "-o", "all.json").status == 0
    assert json.loads((played / "all.json").read_text(encoding="utf-8")) == exported(run)
    assert run("export", "--format", "xml").status == 2


def test_advance_orders_become_separate_phases(played, run):
    data = exported(run, "--format", "diplomacy")
    phases = data["phases"]
    assert [phase["name"] for phase in phases] == ["S1901M", "F1901M", "F1901R", "W1901A", "S1902M"]
    assert phases[0]["orders"]["AUSTRIA"] == ["A BUD - GAL", "F TRI H", "A VIE - TYR"]
    assert phases[0]["results"]["A BUD"] == ["bounce"]
    assert phases[1]["results"]["A VEN"] == ["dislodged"]
    assert phases[2]["state"]["units"]["ITALY"] == ["F NAP", "A ROM", "*A VEN"]
    assert phases[2]["state"]["retreats"]["ITALY"] == {"A VEN": ["APU", "PIE", "TUS"]}
    assert phases[2]["orders"]["ITALY"] == ["A VEN R APU"]
    assert phases[3]["state"]["builds"]["ITALY"] == {"count": -1, "homes": []}
    assert phases[3]["state"]["builds"]["AUSTRIA"] == {"count": 1, "homes": ["VIE"]}
    assert phases[4]["orders"]["ITALY"] is None


def test_a_saved_game_comes_back_phase_by_phase(played, run):
    first = exported(run, "--format", "diplomacy")
    (played / "saved.json").write_text(json.dumps(first), encoding="utf-8")
    answer = run("import", "saved.json", "again")
    assert answer.status == 0, answer.err
    assert sorted(name for name in contents(played / "again") if name.endswith(".txt") and "/" not in name) == [
        "1901冬.txt", "1901春.txt", "1901秋.txt", "1901秋撤退.txt", "1902春.txt",
    ]  # fmt: skip
    assert 'rules = "standard"' in (played / "again" / "game.toml").read_text(encoding="utf-8")
    second = exported(run, "--format", "diplomacy", "--game", "again")
    for before, after in zip(first["phases"], second["phases"], strict=True):
        assert before["name"] == after["name"]
        for key in ("units", "centers", "retreats", "builds"):
            assert sort(before["state"][key]) == sort(after["state"][key]), (before["name"], key)
        assert sort(before["orders"] or {}) == sort(after["orders"] or {}), before["name"]


def sort(table):
    return {key: sorted(value) if isinstance(value, list) else value for key, value in table.items()}


def test_a_game_that_comes_out_otherwise_is_told(played, run):
    data = exported(run, "--format", "diplomacy")
    data["phases"][1]["state"]["units"]["AUSTRIA"] = ["A GAL", "F TRI", "A TYR"]
    (played / "saved.json").write_text(json.dumps(data), encoding="utf-8")
    answer = run("import", "saved.json", "again")
    assert answer.status == 1
    assert "1901年春季之后奥匈和存档里不一样" in answer.err
    assert list(json.loads((played / "again" / "game.lock.json").read_text(encoding="utf-8"))["turns"]) == ["S1901"]


def taken_in(run, folder, data):
    (folder / "saved.json").write_text(json.dumps(data), encoding="utf-8")
    return run("import", "saved.json", "again")


def test_centres_that_differ_are_told(played, run):
    data = exported(run, "--format", "diplomacy")
    data["phases"][1]["state"]["centers"]["AUSTRIA"].remove("VIE")
    answer = taken_in(run, played, data)
    assert answer.status == 1
    assert "1901年春季之后奥匈的资源点和存档里不一样：维也纳" in answer.err


def test_another_turn_than_the_saved_one_is_told(played, run):
    data = exported(run, "--format", "diplomacy")
    data["phases"][1]["name"] = "F1902M"
    data["phases"] = data["phases"][:2]
    answer = taken_in(run, played, data)
    assert answer.status == 1
    assert "1901年春季之后轮到1901年秋季，存档里不是" in answer.err


def test_orders_for_a_turn_that_is_not_played_wait_in_its_file(played, run):
    data = exported(run, "--format", "diplomacy")
    data["phases"][4]["orders"] = {"ITALY": ["A ROM - VEN"]}
    answer = taken_in(run, played, data)
    assert answer.status == 0, answer.err
    assert "1902" not in "".join(json.loads((played / "again" / "game.lock.json").read_text("utf-8"))["turns"])
    assert (played / "again" / "1902春.txt").read_text("utf-8") == "Italy:\nA ROM - VEN\n\n"


def test_a_game_that_nobody_has_played_yet(played, run):
    data = exported(run, "--format", "diplomacy")
    data["phases"] = data["phases"][:1]
    data["phases"][0].update(orders={}, results={})
    assert taken_in(run, played, data).status == 0
    assert not (played / "again" / "game.lock.json").exists()
    assert (played / "again" / "1901春.txt").read_bytes() == b""


def test_a_turn_for_which_nobody_sent_anything_is_played_all_the_same(saved_text, run, quick, tmp_path):
    data = json.loads(saved_text)
    data["phases"][0]["orders"] = {}
    data["phases"][1]["state"]["units"] = data["phases"][0]["state"]["units"]
    data["phases"] = data["phases"][:2]
    data["phases"][1].update(orders={}, results={})
    assert taken_in(run, tmp_path, data).status == 0
    assert list(json.loads((tmp_path / "again" / "game.lock.json").read_text("utf-8"))["turns"]) == ["S1901"]


def test_units_removed_without_an_order_are_named(saved_text, run, quick, tmp_path):
    data = json.loads(saved_text)
    winter, spring = data["phases"][3], data["phases"][4]
    spring["state"]["units"]["ITALY"] = ["F NAP", "A APU"]  # by the rules of distance Apulia would have gone
    winter["orders"]["ITALY"] = []
    answer = taken_in(run, tmp_path, data)
    assert answer.status == 0, answer.err
    assert "Disband A ROM" in (tmp_path / "again" / "1901冬.txt").read_text("utf-8")


def test_an_army_that_nobody_carries_walks(saved_text, run, quick, tmp_path):
    """That package lets it, whatever was said of a convoy; a fleet of its own that would carry it stands idle."""
    data = json.loads(saved_text)
    spring, fall = data["phases"][0], data["phases"][1]
    spring["orders"] = {
        "RUSSIA": ["A MOS - LVN VIA", "A WAR - GAL"],
        "ENGLAND": ["A LVP - WAL", "F LON H", "F EDI C A LVP - WAL"],
    }
    fall["state"]["units"] |= {
        "RUSSIA": ["A GAL", "A LVN", "F SEV", "F STP/SC"],
        "ENGLAND": ["F EDI", "F LON", "A WAL"],
        "AUSTRIA": ["A BUD", "F TRI", "A VIE"],
    }
    fall["results"] = {}
    fall["orders"] = {}
    data["phases"] = [spring, fall]
    answer = taken_in(run, tmp_path, data)
    assert answer.status == 0, answer.err
    text = (tmp_path / "again" / "1901春.txt").read_text("utf-8")
    assert "A MOS - LVN // VIA\n" in text
    assert "F EDI H // F EDI C A LVP - WAL\n" in text


def test_a_game_that_is_over_goes_out_and_comes_back(game, run):
    (game / "start.txt").write_text(
        "局面 1907年秋\n法国：巴黎陆军\n资源点 法国：伦敦、利物浦、爱丁堡、柏林、慕尼黑、基尔、罗马、威尼斯、那不勒斯、"
        "维也纳、布达佩斯、粹斯特、比利时、荷兰、丹麦\n",
        encoding="utf-8",
    )
    settings = (game / "game.toml").read_text("utf-8").replace('# start = "起始局面.txt"', 'start = "start.txt"')
    (game / "game.toml").write_text(settings, encoding="utf-8")
    (game / "1907秋.txt").write_text("法国：\n巴黎陆军 移动 勃艮第\n", encoding="utf-8")
    assert run("resolve").status == 0
    first = exported(run, "--format", "diplomacy")
    # under the house rules the lists of the last Fall are still carried out
    assert [phase["name"] for phase in first["phases"]] == ["F1907M", "W1907A", "COMPLETED"]
    assert first["phases"][2]["state"]["note"] == "Victory by: FRA"
    answer = taken_in(run, game, first)
    assert answer.status == 0, answer.err
    second = exported(run, "--format", "diplomacy", "--game", "again")
    assert [phase["name"] for phase in second["phases"]] == ["F1907M", "COMPLETED"]


def test_a_game_may_begin_anywhere(played, run):
    data = exported(run, "--format", "diplomacy")
    data["phases"] = data["phases"][1:2]
    (played / "saved.json").write_text(json.dumps(data), encoding="utf-8")
    assert run("import", "saved.json", "again").status == 0
    assert (played / "again" / "起始局面.txt").exists()
    assert "奥匈：威尼斯陆军、布达佩斯陆军、粹斯特舰队" in run("status", "--game", "again").out


BROKEN = [
    "", "[]", "{", "null", "{}", '{"map": "ancmed"}', '{"map": "standard"}', '{"map": "standard", "phases": []}',
    '{"map": "standard", "phases": [1]}', '{"map": "standard", "phases": [{"state": {}}]}', "[" * 99999,
]  # fmt: skip


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_no_saved_game_is_told_and_nothing_made(tmp_path, run, text):
    (tmp_path / "saved.json").write_text(text, encoding="utf-8")
    answer = run("import", "saved.json", "again")
    assert answer.status == 1
    assert answer.err.startswith("saved.json:1:1: 错误")
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("state", "units", "ITALY"), ["A NTH"]),
        (("state", "units", "ITALY"), ["A ROM", "F ROM"]),
        (("state", "units", "ITALY"), ["A ../x"]),
        (("state", "units", "ATLANTIS"), ["A ROM"]),
        (("state", "units"), []),
        (("state", "centers", "ITALY"), ["NTH"]),
        (("state", "centers", "ITALY"), [1]),
        (("name",), "S1901X"),
        (("name",), None),
        (("name",), "S1901R"),
        (("orders",), None),
        (("orders", "ITALY"), "A ROM H"),
        (("orders", "ITALY"), ["A ROM H\n\n天神：游戏结束"]),
        (("orders", "ITALY"), [7]),
    ],
)
def test_every_part_of_a_saved_game_is_checked(saved_text, run, tmp_path, path, value):
    data = json.loads(saved_text)
    node = data["phases"][0]
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    (tmp_path / "saved.json").write_text(json.dumps(data), encoding="utf-8")
    answer = run("import", "saved.json", "again")
    assert answer.status == 1
    assert "phases[0]" in answer.err
    assert not (tmp_path / "again").exists()


def test_phases_come_one_after_the_other(saved_text, run, tmp_path):
    data = json.loads(saved_text)
    data["phases"][2], data["phases"][1] = data["phases"][1:3]
    answer = taken_in(run, tmp_path, data)
    assert answer.status == 1
    assert "phases[2].name" in answer.err
    assert not (tmp_path / "again").exists()


def test_verify_draws_from_published_reports_alone(game, run):
    # from Vienna only Bohemia and Galicia are open, and nothing in 2.3 tells them apart
    (game / "start.txt").write_text(
        "局面 1905年春\n意大利：蒂罗尔陆军、粹斯特陆军、布达佩斯陆军\n奥匈：维也纳陆军\n资源点 奥匈：维也纳\n",
        encoding="utf-8",
    )
    settings = (game / "game.toml").read_text("utf-8").replace('# start = "起始局面.txt"', 'start = "start.txt"')
    settings = settings.replace('# last_turn = "1908秋"', 'last_turn = "1905秋"')
    (game / "game.toml").write_text(settings, encoding="utf-8")
    (game / "1905春.txt").write_text(
        "意大利：\n蒂罗尔陆军 移动 维也纳\n粹斯特陆军 支援 蒂罗尔陆军 移动 维也纳\n", encoding="utf-8"
    )
    assert run("resolve").status == 0
    record = json.loads((game / "战报" / "1905春.json").read_text(encoding="utf-8"))
    assert record["lots"], record["retreats"]
    assert run("verify").status == 0
    answer = run("verify", "战报")
    assert answer.status == 1
    assert "密钥还没有公布" in answer.out
    assert run("resolve").status == 0
    answer = run("verify", "战报")
    assert answer.status == 0
    assert "√ 1905年春季　retreat A VIE" in answer.out
    for form in ("discuz", "nga", "phpbb", "markdown", "html"):
        for turn in ("1905春", "1905秋"):
            assert run("report", turn, "-f", form, "-o", f"{form}-{turn}").status == 0
        answer = run("verify", f"{form}-1905春", f"{form}-1905秋")
        assert "√ 1905年春季　retreat A VIE" in answer.out, form
    report = game / "战报" / "1905春.txt"
    text = report.read_text(encoding="utf-8")
    drawn = record["lots"][0]["drawn"]
    other = next(item for item in record["lots"][0]["candidates"] if item != drawn)
    head, _, tail = text.rpartition(drawn)
    report.write_text(f"{head}{other}{tail}", encoding="utf-8")
    answer = run("verify", report, "战报/1905秋.txt")
    assert answer.status == 1
    assert "× 1905年春季" in answer.out


def test_a_secret_can_be_given(played, run):
    secret = re.search(r'^secret = "(\w+)"', Path("game.toml").read_text("utf-8"), re.M)[1]
    assert run("verify", "战报", "--secret", secret).status == 0
    assert run("verify", "战报", "--secret", "x").status == 1


def test_verify_of_what_is_not_there_is_told(tmp_path, run):
    assert run("verify", "nowhere.txt").status == 1
