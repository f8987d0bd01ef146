"""A second map beside the standard one, as the page for developers has it added."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path

import pytest

from tianshen import resources
from tianshen.game import parse_names
from tianshen.locale import lexicon, names, wordlist
from tianshen.model import board
from tianshen.reports.picture import geometry as picture_geometry
from tianshen.reports.picture import ground as picture_ground
from tianshen.reports.workbook import input_layout as workbook_layout

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CACHES = (
    board.load_board,
    names.load_names,
    wordlist.load_wordlist,
    lexicon.load_lexicon,
    picture_geometry.load_geometry,
    picture_geometry.load_layout,
    picture_ground._water,
    picture_ground._outline,
    picture_ground._edges,
    parse_names._powers,
    workbook_layout._powers,
    workbook_layout._labels,
)


@pytest.fixture
def packed(tmp_path, monkeypatch):
    """The packed data with the map in it, without names and without shapes."""
    data = tmp_path / "data"
    for name in ("locales", "maps", "examples"):
        shutil.copytree(ROOT / name, data / name)
    shutil.copy(HERE / "ford.toml", data / "maps")
    monkeypatch.setattr(resources, "data_root", lambda: data)
    for cache in CACHES:
        cache.cache_clear()
    yield data
    for cache in CACHES:
        cache.cache_clear()


@pytest.fixture
def named(packed):
    """The map with Chinese names; the other languages take those of the map."""
    shutil.copy(HERE / "names.ford.toml", packed / "locales" / "zh")
    return packed


@pytest.fixture
def drawing():
    """The tool that makes shapes from a drawing in letters."""
    spec = importlib.util.spec_from_file_location("from_grid", ROOT / "tools" / "map" / "from_grid.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["from_grid"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def drawn(named, drawing, monkeypatch):
    """The map with names and shapes."""
    monkeypatch.setattr(drawing, "MAPS", named / "maps")
    drawing.main("ford", HERE / "ford.txt")
    return named
