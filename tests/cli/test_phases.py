"""Rule sets with separate phases: a file is asked for only where something is to be decided."""

from __future__ import annotations

import json

import pytest


@pytest.fixture(params=["classic", "judge", "standard"])
def game(request, run, quick, tmp_path):
    assert run("new", ".", "--rules", request.param).status == 0
    return tmp_path


def play(game, run, name, text=""):
    (game / f"{name}.txt").write_text(text, encoding="utf-8")
    answer = run("resolve", name)
    assert answer.status == 0, answer.err
    return answer


def open_turns(game):
    return sorted(path.stem for path in game.glob("19*.txt"))


SPRING = "奥匈：\n维也纳陆军 移动 蒂罗尔\n粹斯特舰队 驻守\n"
FALL = "奥匈：\n蒂罗尔陆军 移动 威尼斯\n粹斯特舰队 支援 蒂罗尔陆军 移动 威尼斯\n"


def test_quiet_turns_ask_for_nothing(game, run):
    play(game, run, "1901春")
    play(game, run, "1901秋")
    assert open_turns(game) == ["1901春", "1901秋", "1902春"]


@pytest.fixture
def after_fall(request, game, run, begin):
    """Behind the Fall moves in which Austria has taken Venice."""

    def play_both():
        play(game, run, "1901春", SPRING)
        play(game, run, "1901秋", FALL)

    return begin(request.node.callspec.id, play_both)


def test_a_dislodged_unit_asks_for_its_retreat_and_centres_for_builds(after_fall, run):
    assert open_turns(after_fall) == ["1901春", "1901秋", "1901秋撤退"]
    checked = json.loads(run("check", "--json").out)
    assert checked["turn"] == "F1901R"
    assert checked["missing"]["italy"]["nothing_sent"]
    assert "催交名单：意大利" in run("check").out
    play(after_fall, run, "1901秋撤退", "意大利：\n威尼斯陆军 撤退 阿普利亚\n")
    record = json.loads((after_fall / "战报" / "1901秋撤退.json").read_text(encoding="utf-8"))
    assert record["retreats"] == [{"power": "italy", "unit": "A VEN", "to": "APU", "by": "order"}]
    assert {"centre": "VEN", "from": "italy", "to": "austria"} in record["captures"]
    assert open_turns(after_fall)[-1] == "1901秋撤退"
    assert (after_fall / "1901冬.txt").exists()
    play(after_fall, run, "1901冬", "奥匈：\n维也纳生产陆军\n意大利：\n阿普利亚陆军解散\n")
    record = json.loads((after_fall / "战报" / "1901冬.json").read_text(encoding="utf-8"))
    assert [(item["power"], item["kind"], item["unit"]) for item in record["adjustments"]] == [
        ("italy", "disband", "A APU"),
        ("austria", "build", "A VIE"),
    ]
    assert (after_fall / "1902春.txt").exists()
    assert run("verify").status == 0


def test_a_retreat_that_nobody_orders_is_a_disband(after_fall, run):
    play(after_fall, run, "1901秋撤退")
    record = json.loads((after_fall / "战报" / "1901秋撤退.json").read_text(encoding="utf-8"))
    assert record["retreats"] == [{"power": "italy", "unit": "A VEN", "to": None, "by": "forced"}]


def test_orders_of_another_phase_do_not_count(after_fall, run):
    (after_fall / "1901秋撤退.txt").write_text("意大利：\n罗马生产陆军\n", encoding="utf-8")
    left = json.loads(run("check", "--json").out)["left_out"]
    assert [item["why"] for item in left] == ["wrong_phase"]


def test_the_three_year_rule_counts_over_turns(run, quick, tmp_path):
    assert run("new", ".", "--rules", "judge").status == 0
    for year in (1901, 1902, 1903):
        play(tmp_path, run, f"{year}春", "天神：宣布三年无变化即平局\n" if year == 1901 else "")
        answer = play(tmp_path, run, f"{year}秋")
    assert "平局" in answer.out
    assert run("resolve").status == 1
    record = json.loads((tmp_path / "战报" / "1903秋.json").read_text(encoding="utf-8"))
    assert record["victory"]["kind"] == "draw"
    assert json.loads((tmp_path / "战报" / "1902秋.json").read_text(encoding="utf-8"))["victory"] is None


def test_a_tie_extends_a_game_of_the_house_rules(run, quick, tmp_path):
    assert run("new", ".").status == 0
    start = "局面 1908年秋\n英国：伦敦舰队\n法国：巴黎陆军\n资源点 英国：伦敦、爱丁堡、利物浦、比利时\n"
    (tmp_path / "start.txt").write_text(start, encoding="utf-8")
    settings = (tmp_path / "game.toml").read_text("utf-8").replace('# start = "起始局面.txt"', 'start = "start.txt"')
    (tmp_path / "game.toml").write_text(settings, encoding="utf-8")
    answer = run("resolve")
    assert "1908秋.txt" in answer.err
    answer = run("resolve")
    assert "延长" in answer.out
    assert "1909春.txt" in answer.err
    for turn in ("1909春", "1909秋"):
        answer = run("resolve", turn)
        assert answer.status == 0
    assert json.loads((tmp_path / "战报" / "1909秋.json").read_text(encoding="utf-8"))["victory"]["kind"] == "shared"
    assert run("status").out.startswith("这一局已经结束")


def test_a_decree_that_the_rules_forbid_stops_the_turn(run, quick, tmp_path):
    assert run("new", ".").status == 0
    (tmp_path / "1901春.txt").write_text("天神：英国 伦敦舰队 移动 柏林\n", encoding="utf-8")
    answer = run("resolve")
    assert answer.status == 1
    assert "1901春.txt:1:" in answer.err
    assert not (tmp_path / "战报").exists()
    assert run("resolve", "--anyway").status == 0
