"""One name, one meaning: modules, classes and public functions have names of their own; the façades repeat some."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).resolve().parent.parent / "tianshen"
FACADES = ("api.py",)  # say again, for programs, what the rooms below say
MODULES = [path for path in sorted(PACKAGE.rglob("*.py")) if path.name not in ("__init__.py", "__main__.py")]
PACKAGES = [path.parent for path in sorted(PACKAGE.rglob("*/__init__.py"))]


def modules() -> Iterator[tuple[str, str]]:
    """The name of each module and package, and where it is."""
    for path in (*MODULES, *PACKAGES):
        yield path.stem, path.relative_to(PACKAGE).as_posix()


def definitions(kind: type[ast.ClassDef] | type[ast.FunctionDef]) -> Iterator[tuple[str, str]]:
    """The name of each class, or of each public function, at the top of a module, and where it is."""
    for path in MODULES:
        where = path.relative_to(PACKAGE).as_posix()
        if where in FACADES:
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, kind) and not (kind is ast.FunctionDef and node.name.startswith("_")):
                yield node.name, where


@pytest.mark.parametrize(
    "named",
    [modules, lambda: definitions(ast.ClassDef), lambda: definitions(ast.FunctionDef)],
    ids=["modules", "classes", "functions"],
)
def test_names_stand_for_one_thing(named) -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for name, where in named():
        places[name].append(where)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
