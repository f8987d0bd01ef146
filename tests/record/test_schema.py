"""What is printed for other programs is as the published schemas say, and they are those of the models."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import tianshen as ts
from tianshen.cli.main import main
from tianshen.game import outputs
from tianshen.record.json_shape import schema_names

ROOT = Path(__file__).parents[2]
PUBLISHED = ROOT / "docs" / "schema"
WINTER = (
    "Position Winter 1901\nRules standard\nItaly: A Nap\nCentres Italy: Nap, Rom, Ven, Tun\n\nItaly:\nBuild F Ven\n"
)
RETREAT = (
    "局面 1903年秋撤退\n俄国：莫斯科陆军\n被击退 俄国：华沙陆军 来自 普鲁士\n对峙 加利西亚\n"
    "\n俄国：\n华沙陆军 撤退 乌克兰\n"
)
BEATEN = (
    "Position Fall 1903\nRules tianshen\nFrance: A Bur, F Mao\nGermany: A Mun, A Ruh\n\n"
    "Germany:\nA Mun - Bur\nA Ruh S A Mun - Bur\n\nFrance:\nRetreat A Bur: Gas, disband\nXyzzy - Bre\n"
)


def published(name):
    return json.loads((PUBLISHED / f"{name}.json").read_text(encoding="utf-8"))


def faults(name, data):
    return [error.message for error in Draft202012Validator(published(name)).iter_errors(data)]


def plainly(schema):
    """The schema without what old versions of pydantic say twice: a constant as a choice of one."""
    if isinstance(schema, dict):
        return {key: plainly(value) for key, value in schema.items() if key != "enum" or "const" not in schema}
    return [plainly(item) for item in schema] if isinstance(schema, list) else schema


@pytest.mark.parametrize("name", schema_names())
def test_the_published_schemas_are_those_of_the_models(name):
    Draft202012Validator.check_schema(published(name))
    assert published(name) == plainly(ts.record_schema(name)), "python tools/schema.py"


def test_nothing_else_is_published():
    assert {path.stem for path in PUBLISHED.iterdir()} == set(schema_names())
    with pytest.raises(KeyError):
        ts.record_schema("nothing")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The shipped game, resolved up to its end."""
    folder = tmp_path_factory.mktemp("shipped") / "game"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outputs, "picture_png", lambda svg: b"")
        patch.setattr(outputs, "picture_svg", lambda record, names: "")
        assert main(["demo", str(folder)]) == 0
    return folder


def test_the_records_of_the_shipped_game(played, capsys):
    assert main(["export", "--game", str(played)]) == 0
    game = json.loads(capsys.readouterr().out)
    assert faults("game", game) == []
    assert len(game["turns"]) == 18
    files = list((played / "战报").glob("*.json"))
    assert len(files) == 18
    assert [faults("turn", json.loads(file.read_text(encoding="utf-8"))) for file in files] == [[]] * 18


def test_a_check_of_every_page_of_the_shipped_game(capsys, tmp_path):
    assert main(["new", str(tmp_path)]) == 0
    for page in sorted((ROOT / "examples" / "three-way-tie").glob("*.txt")):
        (tmp_path / "1901春.txt").write_bytes(page.read_bytes())
        capsys.readouterr()
        main(["check", "--json", "--game", str(tmp_path)])
        assert faults("check", json.loads(capsys.readouterr().out)) == [], page.name


def test_judged_cases_and_refused_ones(capsys, tmp_path):
    texts = {
        "winter": WINTER,
        "retreat": RETREAT,
        "beaten": BEATEN,
        "refused": "Position Fall 1903\nEngland: F Paris\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    assert main(["judge", "--json", *(str(tmp_path / f"{name}.txt") for name in texts)]) == 1
    *judged, refused = map(json.loads, capsys.readouterr().out.splitlines())
    assert [faults("turn", record) for record in judged] == [[], [], []]
    assert judged[2]["retreats"] == [{"power": "france", "unit": "A BUR", "to": "GAS", "by": "list"}]
    assert {notice["level"] for notice in judged[2]["notices"]} >= {"error"}
    assert faults("refused", refused) == []
    assert faults("turn", refused)


@pytest.mark.parametrize("case", sorted((ROOT / "tests").rglob("*.case"))[::7], ids=lambda path: path.stem)
def test_the_records_of_many_cases(case):
    read = ts.read_case(case.read_bytes(), name=case.name)
    turn = ts.adjudicate(read.position, read.reading.orders, read.rules, alliances=read.alliances, reading=read.reading)
    assert faults("turn", json.loads(json.dumps(ts.to_json(turn)))) == []


def test_the_schema_is_strict():
    case = ts.read_case(WINTER)
    record = ts.to_json(ts.adjudicate(case.position, case.reading.orders, case.rules))
    assert faults("turn", record) == []
    for broken in (
        {"more": 1},
        {"turn": 7},
        {"adjustments": [{"power": "italy", "kind": "sold", "unit": None, "by": "list"}]},
    ):
        assert faults("turn", {**record, **broken})
    without = dict(record)
    del without["victory"]
    assert faults("turn", without)


def test_the_record_that_the_page_shows_has_the_fields_of_the_schema():
    """The game-folder page lists them; a program may rely on each being there."""
    fields = "turn rules orders lists dislodged retreats captures adjustments centres position victory lots notices"
    assert set(published("turn")["required"]) == set(fields.split())
    judged = published("turn")["$defs"]["JudgedOrder"]["required"]
    assert set(judged) == set(
        re.findall(r"\w+", "power unit order text file line outcome dislodged reason clause explanation")
    )
