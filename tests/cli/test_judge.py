from __future__ import annotations

import io
import json
import sys

import pytest

ZH = """\
局面 1903年秋
英国：伦敦舰队、爱丁堡舰队、威尔士陆军、英吉利海峡舰队
法国：布瑞斯特舰队、巴黎陆军
资源点 英国：伦敦、爱丁堡、利物浦
资源点 法国：布瑞斯特、巴黎、马塞

英国：
威尔士陆军 经 英吉利海峡 移动 布瑞斯特
英吉利海峡舰队 运输 威尔士陆军 移动 布瑞斯特
法国：
巴黎陆军 支援 布瑞斯特舰队
"""
EN = """\
Position Fall 1903
Rules standard
England: F Lon, F Edi, A Wal, F Eng
Centres England: Lon, Edi, Lvp

England:
A Wal - Bre VIA
F Eng C A Wal - Bre
"""
DE = """\
Stellung Herbst 1903
Regeln judge
England: F Lon, A Wal, F Eng

England:
A Wal-Eng-Bre
F Eng c A Wal-Bre
"""
UNREADABLE = "局面 1903年秋\n英国：伦敦舰队\n\n英国：\n伦敦舰队 移动 大西洋\n"


@pytest.fixture
def cases(tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "a.txt").write_text(ZH, encoding="utf-8")
    (tmp_path / "b" / "en.txt").write_bytes(EN.encode("utf-16"))
    (tmp_path / "b" / "de.txt").write_text(DE, encoding="utf-8")
    (tmp_path / "b" / "readme.md").write_text("no case", encoding="utf-8")
    return tmp_path


def test_one_case_gives_one_record(cases, run):
    answer = run("judge", "a.txt", "--json")
    assert (answer.status, answer.err) == (0, "")
    record = json.loads(answer.out)
    assert list(record) == [
        "turn", "rules", "orders", "lists", "dislodged", "retreats", "captures", "adjustments", "centres", "position",
        "victory", "lots", "notices",
    ]  # fmt: skip
    assert (record["turn"], record["rules"]) == ("F1903", "tianshen")
    orders = {order["unit"]: order for order in record["orders"]}
    assert orders["A WAL"]["order"] == "A WAL - BRE VIA ENG"
    assert orders["A WAL"]["outcome"] == "bounces"
    assert (orders["A WAL"]["file"], orders["A WAL"]["line"]) == ("a.txt", 8)
    assert orders["F LON"]["text"] is None


def test_many_cases_give_a_record_a_line_in_the_sequence_of_their_names(cases, run):
    answer = run("judge", "a.txt", "b", "--json")
    records = [json.loads(line) for line in answer.out.splitlines()]
    assert [record["rules"] for record in records] == ["tianshen", "judge", "standard"]


def test_a_broken_case_keeps_its_line(cases, run):
    (cases / "b" / "dx.txt").write_text("局面 1903年秋\n英国：北海陆军\n", encoding="utf-8")
    (cases / "b" / "dy.txt").write_bytes(bytes(range(256)))
    answer = run("judge", "b", "no.txt", "--json")
    assert answer.status == 1
    records = [json.loads(line) for line in answer.out.splitlines()]
    assert [sorted(record)[:2] for record in records] == [
        ["adjustments", "captures"],
        ["file", "notices"],
        ["file", "notices"],
        ["adjustments", "captures"],
        ["file", "notices"],
    ]
    assert (records[1]["notices"][0]["level"], records[1]["notices"][0]["line"]) == ("error", 2)


def test_an_order_that_cannot_be_read_is_told_and_the_rest_judged(tmp_path, run):
    (tmp_path / "a.txt").write_text(UNREADABLE, encoding="utf-8")
    answer = run("judge", "a.txt", "--json")
    assert answer.status == 1
    record = json.loads(answer.out)
    assert record["orders"][0]["order"] == "F LON H"
    assert [(n["level"], n["line"], n["quote"]) for n in record["notices"]] == [("error", 5, "大西洋")]
    answer = run("judge", "a.txt")
    assert answer.status == 1
    assert "伦敦舰队" in answer.out
    assert "a.txt:5:9" in answer.err


def test_a_void_order_is_a_result_and_no_error(tmp_path, run):
    (tmp_path / "a.txt").write_text("局面 1903年秋\n英国：伦敦舰队\n\n英国：\n伦敦舰队 移动 柏林\n", encoding="utf-8")
    answer = run("judge", "a.txt", "--json")
    assert answer.status == 0
    assert json.loads(answer.out)["orders"][0]["outcome"] == "void"


def test_the_texts_are_in_the_language_of_the_file_or_the_one_asked_for(cases, run):
    assert "驻守" in run("judge", "a.txt").out
    assert "England" in run("judge", "b/en.txt").out
    assert "Herbst 1903" in run("judge", "b/de.txt").out
    assert "Fall 1903" in run("judge", "a.txt", "--lang", "en").out


def test_several_cases_are_told_apart(cases, run):
    answer = run("judge", "a.txt", "b")
    assert [line for line in answer.out.splitlines() if line.startswith("== ")] == [
        "== a.txt ==",
        "== b/de.txt ==",
        "== b/en.txt ==",
    ]


def test_a_ruling_is_explained(cases, run):
    answer = run("judge", "a.txt", "--why", "威尔士陆军")
    assert answer.out.splitlines()[-1].startswith("威尔士陆军 经 英吉利海峡 移动 布瑞斯特")
    assert run("judge", "a.txt", "--why", "柏林").status == 1


def test_a_case_comes_from_standard_input(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ZH.encode("gb18030"))))
    record = json.loads(run("judge", "-", "--json").out)
    assert record["orders"][-1]["file"] == "-"


def test_a_case_needs_a_file(run):
    assert run("judge").status == 2


ORDERS = "英国：\n伦敦舰队 移动 北海\n利物浦陆军 移动 约克 // 你好\n"


def test_orders_are_translated_line_by_line(tmp_path, run):
    (tmp_path / "o.txt").write_text(ORDERS, encoding="utf-8")
    answer = run("translate", "o.txt", "--to", "en")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == "England:\nF Lon - Nth\nA Lvp - Yor // 你好\n"
    (tmp_path / "o.txt").write_text(answer.out, encoding="utf-8")
    assert run("translate", "o.txt").out == ORDERS
    assert "Liverpool" not in run("translate", "o.txt", "--to", "de").out


def test_units_keep_their_kind_and_coast_wherever_they_stand(tmp_path, run):
    (tmp_path / "o.txt").write_text("F Bot C A Fin - Ber\nF Spa/nc - Por\nF StP(sc) H\nA Bur S F Mao - Bre\n", "utf-8")
    assert run("translate", "o.txt").out == (
        "波的尼亚湾舰队 运输 芬兰陆军 移动 柏林\n西班牙（北岸）舰队 移动 葡萄牙\n"
        "圣彼得堡（南岸）舰队 驻守\n伯干第陆军 支援 中大西洋舰队 移动 布瑞斯特\n"
    )


def test_the_name_set_can_be_chosen(tmp_path, run):
    (tmp_path / "o.txt").write_text("A MAR - BUR\n", encoding="utf-8")
    assert run("translate", "o.txt").out == "马塞陆军 移动 伯干第\n"
    assert run("translate", "o.txt", "--names", "modern").out == "马赛陆军 移动 勃艮第\n"
    assert run("translate", "o.txt", "--names", "x").status == 2
    assert run("translate", "o.txt", "--to", "x").status == 2


def test_a_whole_case_is_translated(cases, run):
    answer = run("translate", "a.txt", "--to", "en")
    assert answer.status == 0
    (cases / "c.txt").write_text(answer.out, encoding="utf-8")
    first, second = (json.loads(run("judge", name, "--json").out) for name in ("a.txt", "c.txt"))
    assert first["position"] == second["position"]
    assert [order["order"] for order in first["orders"]] == [order["order"] for order in second["orders"]]


def test_what_cannot_be_read_stays_and_is_told(tmp_path, run):
    (tmp_path / "o.txt").write_text("伦敦舰队 移动 大西洋\n", encoding="utf-8")
    answer = run("translate", "o.txt", "--to", "en")
    assert answer.status == 1
    assert answer.out == "伦敦舰队 移动 大西洋\n"
    assert "o.txt:1:9" in answer.err
