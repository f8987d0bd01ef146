from __future__ import annotations

import pytest
from folder_contents import contents

from tianshen.game.creation import EXAMPLE
from tianshen.resources import data_file


def test_the_shipped_game_is_played_to_its_last_report(run, quick, tmp_path):
    answer = run("demo", "d")
    assert answer.status == 0, answer.err
    files = contents(tmp_path / "d")
    for entry in data_file("examples", EXAMPLE).iterdir():
        assert files[entry.name] == entry.read_bytes()
    turns = [name.removesuffix(".txt") for name in files if name.endswith(".txt") and "/" not in name]
    for turn in turns:
        for ending in ("txt", "json", "svg"):
            assert f"战报/{turn}.{ending}" in files
    assert files["战报/1909秋.txt"].decode().splitlines()[0] in answer.out
    assert "战报/1909秋.png" in files
    assert "积分.xlsx" in files
    assert run("verify", "--game", "d").status == 0
    assert run("demo", "d").status == 1
    assert contents(tmp_path / "d") == files


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.long
def test_every_report_of_it_exists_in_every_language(run, quick, tmp_path, lang):
    """Whatever happens in nine years can be said."""
    assert run("demo", "d", "--lang", lang).status == 0
