"""Every value that we write beside a formula is what LibreOffice makes of that formula."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from made_games import ended, game, random_ending
from recalculation import differences, needs_libreoffice, saved_by_libreoffice, values_of, without_values

from tianshen.judge.turn_result import Victory
from tianshen.model.rules import load_rules
from tianshen.model.turns import parse_turn
from tianshen.reports.scoring.scores import system_names
from tianshen.reports.season.table import build_season
from tianshen.reports.workbook.book import build_workbook
from tianshen.reports.workbook.inputs import KeptInputs, read_inputs

pytestmark = pytest.mark.long

ALL = system_names()
WEST = {"西方联盟": ("england", "france"), "东方同盟": ("austria", "turkey")}
TYPED = KeptInputs(
    {
        "overview.in_draw/england": "yes",
        "overview.in_draw/france": "no",
        "parameters.value/winning": 12,
        "parameters.value/first_year": 1900,
        "parameters.value/counts": "dixie",
        "parameters.value/allied_rank": "no",
        "parameters.value/place/dixie/2": 71.5,
        "parameters.value/place/c_diplo/4": 3,
        "parameters.value/solo/carnage": 9999,
    }
)


def made_books() -> dict[str, bytes]:
    """Workbooks of all kinds: played and made-up endings, three languages, with and without changed parameters."""
    low = load_rules().with_options({"solo_centres": 10})
    books = {f"played{seed}": build_workbook(*game(seed, scoring=ALL)) for seed in range(2)}
    books["started"] = build_workbook(*game(9, turns=0, scoring=ALL))
    books["spring"] = build_workbook(*game(9, turns=3, scoring=ALL, alliances=WEST))
    books["replaced"] = build_workbook(
        *game(4, turns=8, scoring=("detour", "carnage"), replacements={parse_turn("F1903"): {"italy": ("替补",)}}),
        lang="de",
    )
    books["typed"] = build_workbook(*game(5, turns=8, scoring=ALL, alliances=WEST), kept=TYPED)
    books["phases"] = build_workbook(*game(6, turns=14, rules=load_rules("standard"), scoring=ALL), lang="en")
    solo = ended((19, 10, 0, 0, 0, 5, 0), (None, None, 1903, 1902, 1908, None, 1908), scoring=ALL)
    books["solo"] = build_workbook(solo, ())
    books["low"] = build_workbook(replace(solo, facts=replace(solo.facts, rules=low)), ())
    draw = Victory("draw", ("england", "russia"), {})
    books["draw"] = build_workbook(
        ended((10, 6, 6, 0, 6, 6, 0), (None, None, None, 1902, None, None, 1905), draw, scoring=ALL), ()
    )
    rng = random.Random(6)
    seasons = [random_ending(rng, name=f"第{number}局") for number in range(36)]
    books["season"] = build_season(seasons, scoring="carnage")
    # Names that COUNTIF would take for conditions.
    patterns = {"england": ("*",), "france": (">0",), "germany": ("?",), "italy": ("<>",), "austria": ("~",)}
    books["patterns"] = build_season([game(seed, turns=3, players=patterns)[0] for seed in range(2)])
    books["played_season"] = build_season([game(seed, turns=9 + seed)[0] for seed in range(4)], lang="en")
    return books


@pytest.fixture(scope="module")
def books() -> dict[str, bytes]:
    return made_books()


@pytest.fixture(scope="module")
def values(books) -> dict[str, dict[tuple[str, str], object]]:
    return {name: values_of(data) for name, data in books.items()}


@pytest.fixture(scope="module")
def recalculated(books, tmp_path_factory) -> dict[str, bytes]:
    stripped = {name: without_values(data) for name, data in books.items()}
    return saved_by_libreoffice(stripped, tmp_path_factory.mktemp("calc"))


def test_every_formula_has_a_value(values):
    for found in values.values():
        assert len(found) > 50
        # An elimination year and an average may be empty text, which openpyxl reads as nothing.
        empty = {cell for (_, cell), value in found.items() if value is None}
        assert all(cell[0] in "FHL" for cell in empty), empty


@needs_libreoffice
def test_libreoffice_comes_to_the_same_values(values, recalculated):
    for name, found in values.items():
        assert differences(found, values_of(recalculated[name])) == [], name
    assert sum(map(len, values.values())) > 7_000


@needs_libreoffice
def test_a_file_saved_by_libreoffice_counts_as_unchanged(books, recalculated):
    for name in ("played0", "typed", "replaced", "season"):
        kept = read_inputs(recalculated[name])
        assert kept.changes == (), name
        assert kept.values == (TYPED.values if name == "typed" else {})
