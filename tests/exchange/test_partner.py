"""Games go to the PyPI package `diplomacy` and come from it; the package itself takes part.

It pins old dependencies, so it has an environment of its own: `python dev.py exchange` makes it in `.venv-exchange`, or
TIANSHEN_EXCHANGE_PYTHON names an interpreter that has the package. Without either, this skips.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tianshen.cli.main import main
from tianshen.game import outputs

ROOT = Path(__file__).parents[2]
SEEDS = ("1", "12")


def interpreter():
    told = os.environ.get("TIANSHEN_EXCHANGE_PYTHON")
    made = ROOT / ".venv-exchange" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    return told or (str(made) if made.exists() else None)


if interpreter() is None:
    pytest.skip("no environment with the PyPI package diplomacy: see dev.py exchange", allow_module_level=True)


def partner(*words, data=None):
    done = subprocess.run(
        [interpreter(), str(Path(__file__).with_name("partner.py")), *words],
        input=None if data is None else json.dumps(data),
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": "", "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def games():
    return partner("play", *SEEDS)


@pytest.fixture
def call(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(outputs, "picture_png", lambda svg: b"")
    monkeypatch.setattr(outputs, "picture_svg", lambda record, names: "")

    def called(*words):
        status = main([*words, "--lang", "en"])
        return status, capsys.readouterr()

    return called


def taken_in(call, saved):
    Path("saved.json").write_text(json.dumps(saved), encoding="utf-8")
    return call("import", "saved.json", "game")


def given_out(call):
    status, answer = call("export", "--format", "diplomacy", "--game", "game")
    assert status == 0
    return json.loads(answer.out)


def board(phase, *keys):
    return {key: {power: sorted(things) for power, things in phase["state"][key].items()} for key in ("units", *keys)}


@pytest.mark.parametrize("number", range(len(SEEDS)), ids=SEEDS)
def test_a_whole_game_of_theirs_comes_out_here_as_there(games, number, call):
    status, answer = taken_in(call, games[number])
    assert status == 0, answer.err
    ours = {phase["name"]: phase for phase in given_out(call)["phases"]}
    theirs = {phase["name"]: phase for phase in games[number]["phases"]}
    # they keep a retreat phase where we see that nobody has a place to go
    assert {name[-1] for name in theirs.keys() - ours.keys()} <= {"R"}
    for name, phase in ours.items():
        assert board(phase, "centers") == board(theirs[name], "centers"), name


def test_those_games_have_everything_that_happens_in_games(games):
    seen = Counter()
    for phase in (phase for game in games for phase in game["phases"]):
        for texts in phase["orders"].values():
            for text in texts or []:
                done = phase["results"].get(" ".join(text.split()[:2]), [])
                seen["by sea"] += text.endswith("VIA") and not done
                seen["cut"] += "cut" in done
                seen["to a coast"] += " - " in text and "/" in text.split(" - ")[1]
                seen["retreat"] += " R " in text
                seen["build"] += text.endswith(" B")
                seen["disband"] += text.endswith(" D")
        seen["dislodged"] += sum("dislodged" in codes for codes in phase["results"].values())
        seen["waived"] += len(phase["results"].get("WAIVE", []))
        seen["silent"] += sum(not texts for texts in phase["orders"].values())
    assert min(seen.values()) >= 5, seen
    assert len(seen) == 9


def test_what_we_export_of_such_a_game_they_read_and_write_the_same(games, call):
    taken_in(call, games[0])
    same_after_them(given_out(call))


def test_what_we_export_of_the_shipped_game_they_read_and_write_the_same(call):
    """Eighteen turns with advance orders, as separate phases up to the end of the game."""
    assert call("demo", "game")[0] == 0
    saved = given_out(call)
    assert saved["phases"][-1]["name"] == "COMPLETED"
    same_after_them(saved)


def same_after_them(saved):
    again = partner("reread", data=saved)
    assert (again["id"], again["map"]) == (saved["id"], saved["map"])
    for before, after in zip(saved["phases"], again["phases"], strict=True):
        assert (before["name"], before["state"]["note"]) == (after["name"], after["state"]["note"])
        assert before["orders"] == after["orders"]
        assert before["results"] == after["results"]
        keys = ("centers", "homes", "influence", "retreats")
        assert board(before, *keys) == board(after, *keys)
        assert before["state"]["builds"] == after["state"]["builds"]


def test_a_game_that_they_drew_comes_back_as_far_as_it_was_played(call):
    drawn = partner("drawn")
    assert [phase["name"] for phase in drawn["phases"]] == ["S1901M", "F1901M", "COMPLETED"]
    status, answer = taken_in(call, drawn)
    assert status == 0, answer.err
    assert [phase["name"] for phase in given_out(call)["phases"]] == ["S1901M", "F1901M"]


def test_help_against_ones_own_unit_counts_there_if_the_army_comes_by_sea(call):
    """docs/differences.md, own-support-by-sea: the import stops and tells."""
    saved = partner(
        "case",
        data=[
            {"ENGLAND": ["F ENG", "A LON"], "FRANCE": ["A PIC", "A PAR"]},
            {
                "ENGLAND": ["F ENG C A LON - PIC", "A LON - PIC VIA"],
                "FRANCE": ["A PAR S A LON - PIC", "A PIC H"],
            },
        ],
    )
    assert "A PIC" in saved["phases"][1]["state"]["units"]["ENGLAND"]
    status, answer = taken_in(call, saved)
    assert status == 1
    assert "After Spring 1901 England is not as in the saved game, more: A London, fewer: A Picardy" in answer.err
