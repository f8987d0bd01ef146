"""The rooms of the package: imports point one way, words of human languages stay in data, modules stay small."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from radon.complexity import cc_visit

PACKAGE = Path(__file__).resolve().parent.parent / "tianshen"
# From the bottom up; modules of one row may import each other. A room is a module or package, named from `tianshen` on;
# the longest name that fits a module is its room.
ROOMS = (
    ("errors", "notices", "text", "resources"),
    ("model",),
    ("judge",),
    ("locale",),
    ("reading.posts",),
    ("reading.words",),
    ("reading.grammar",),
    ("reading", "reading.result", "reading.turn_context", "reading.ownership", "reading.decrees"),
    ("reading.revision",),
    ("reading.turn",),
    ("reading.case",),
    ("writing",),
    ("record",),
    ("reports", "reports.scoring", "reports.document"),
    ("reports.contents",),
    ("reports.picture",),
    ("reports.cells",),
    ("reports.workbook",),
    ("reports.season",),
    ("game",),
    ("game.saved_games",),
    ("api",),
    ("cli", "cli.terminal"),
    ("cli.commands",),
    ("cli.main", "__main__", ""),
)
RANK = {room: rank for rank, row in enumerate(ROOMS) for room in row}
MODULES = sorted(PACKAGE.rglob("*.py"))
CHINESE = re.compile(r"[\u4e00-\u9fff]")
LARGEST = 450
SIMPLE, HARDEST = 10, 15
EXCEPTIONS = 20
# Openpyxl has no public name for the class of every chart; it is named for type checking alone.
UNAVOIDABLE = {"openpyxl.chart._chart.ChartBase"}
PRIVATE = re.compile(r"(^|\.)_(?!_)")


def room_of(name: str) -> str:
    """The room of a dotted name below `tianshen`."""
    while name not in RANK:
        name = name.rpartition(".")[0]
    return name


def name_of(module: Path) -> str:
    parts = module.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(tree: ast.AST) -> set[str]:
    """The modules below `tianshen` that are imported, as dotted names."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "tianshen":
            base = node.module.removeprefix("tianshen").removeprefix(".")
            found.update(_module_or_name(base, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            found.update(
                alias.name.removeprefix("tianshen").removeprefix(".")
                for alias in node.names
                if alias.name.split(".")[0] == "tianshen"
            )
    return found


def _module_or_name(base: str, name: str) -> str:
    """The module that an import brings in: the name itself if it is a module, else the one that defines it."""
    inner = PACKAGE.joinpath(*base.split(".")) if base else PACKAGE
    is_module = (inner / f"{name}.py").is_file() or (inner / name / "__init__.py").is_file()
    return f"{base}.{name}".lstrip(".") if is_module else base


def private_names_of_others(tree: ast.AST) -> set[str]:
    """The names with a leading underscore that are taken from other packages, by import or as `module._name`."""
    taken: set[str] = set()
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            taken.update(alias.name for alias in node.names)
            modules.update(alias.asname or alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            taken.update(f"{node.module}.{alias.name}" for alias in node.names)
    taken.update(
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules
    )
    return {name for name in taken if PRIVATE.search(name) and name.split(".")[0] != "tianshen"}


def docstrings(tree: ast.AST) -> set[int]:
    """The lines that docstrings take up."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(module: Path) -> None:
    here = RANK[room_of(name_of(module))]
    imported = imports_of(ast.parse(module.read_text(encoding="utf-8")))
    above = {name for name in imported if RANK[room_of(name)] > here}
    assert not above


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
    used = {room_of(name_of(module)) for module in MODULES}
    assert used == set(RANK)
    outer = {name_of(module).split(".")[0] for module in MODULES}
    assert outer <= set(RANK)


def test_only_the_folder_touches_disk() -> None:
    writers = re.compile(r"\.(write_bytes|write_text|unlink|rename|mkdir)\(|os\.(replace|open)\(|(?<![.\w])open\(")
    guilty = {
        str(module.relative_to(PACKAGE).as_posix())
        for module in MODULES
        if writers.search(module.read_text(encoding="utf-8"))
    }
    # The console opens the null device, so that a closed pipe ends the program quietly.
    assert guilty == {"game/folder.py", "cli/terminal/console.py"}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_other_packages_are_used_by_their_public_names(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    assert private_names_of_others(tree) <= UNAVOIDABLE


def test_private_names_of_others_are_found() -> None:
    code = "import os, a._b as x\nfrom c import _d\nfrom c._e import f\nfrom tianshen.text import _g\nimport c\nc._h.i"
    assert private_names_of_others(ast.parse(code)) == {"a._b", "c._d", "c._e.f", "c._h"}


def test_functions_stay_simple() -> None:
    """Cyclomatic complexity: what is above `SIMPLE` is the exception, and nothing is above `HARDEST`."""
    found = {
        f"{name_of(module)}.{block.fullname}": block.complexity
        for module in MODULES
        for block in cc_visit(module.read_text(encoding="utf-8"))
        if block.letter != "C" and block.complexity > SIMPLE
    }
    assert max(found.values(), default=0) <= HARDEST
    assert len(found) < EXCEPTIONS
