"""The rooms of the package: imports point one way, words of human languages stay in data, modules stay small."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "tianshen"
# From the bottom up; modules of one row may import each other.
ROOMS = (
    ("errors", "notices", "text", "resources"),
    ("model",),
    ("judge",),
    ("locale",),
    ("reading",),
    ("writing",),
    ("record", "record_json", "record_shape"),
    ("reports",),
    ("game",),
    ("api",),
    ("cli", "__main__", "__init__"),
)
RANK = {room: rank for rank, row in enumerate(ROOMS) for room in row}
MODULES = sorted(PACKAGE.rglob("*.py"))
CHINESE = re.compile(r"[\u4e00-\u9fff]")
LARGEST = 450


def room_of(module: Path) -> str:
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports_of(tree: ast.AST) -> list[str]:
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "tianshen":
            names = [node.module] if node.module != "tianshen" else [f"tianshen.{alias.name}" for alias in node.names]
            found.extend(names)
        elif isinstance(node, ast.Import):
            found.extend(alias.name for alias in node.names if alias.name.split(".")[0] == "tianshen")
    return [name.split(".")[1] for name in found if "." in name]


def docstrings(tree: ast.AST) -> set[int]:
    """The lines that docstrings take up."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(module: Path) -> None:
    here = RANK[room_of(module)]
    imported = set(imports_of(ast.parse(module.read_text(encoding="utf-8"))))
    above = {room for room in imported if room in RANK and RANK[room] > here}
    assert not above or (module.name == "__init__.py" and module.parent == PACKAGE)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_chinese_in_code(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    prose = docstrings(ast.parse(text))
    guilty = [
        number
        for number, line in enumerate(text.splitlines(), 1)
        if number not in prose and CHINESE.search(line.split("#")[0])
    ]
    assert guilty == []


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_modules_stay_small(module: Path) -> None:
    assert len(module.read_text(encoding="utf-8").splitlines()) <= LARGEST


def test_every_room_is_ranked() -> None:
    assert {room_of(module) for module in MODULES} == set(RANK)


def test_only_the_folder_touches_disk() -> None:
    writers = re.compile(r"\.(write_bytes|write_text|unlink|rename|mkdir)\(|os\.(replace|open)\(|(?<![.\w])open\(")
    guilty = {
        str(module.relative_to(PACKAGE).as_posix())
        for module in MODULES
        if writers.search(module.read_text(encoding="utf-8"))
    }
    # The console opens the null device, so that a closed pipe ends the program quietly.
    assert guilty == {"game/folder.py", "cli/console.py"}
