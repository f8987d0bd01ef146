"""Mutation testing of one room: `python tools/mutate.py [--only MODULE] [--workers N] > mutants.txt`, run by hand.

Each mutant is one small change in one module of `tianshen/judge`; the tests of `tests/judge` are run against it in a
process of its own, the quick ones first, until one fails. Printed is every mutant that none of them noticed, with its
line; how the survivors were dealt with stands in `docs/mutation.md`.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import resource
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.util import spec_from_loader
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.machinery import ModuleSpec
    from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOM = ROOT / "tianshen" / "judge"
TESTS = ROOT / "tests" / "judge"
OWN = {"rulebook": "movement", "ruling": "movement"}  # where a module's own tests bear another name
ROUNDS = (
    "movement legality retreats adjustments decrees turn victory lots solver routes retreats_twice",
    "cases coverage_of_rules",
    "oracle laws",
)
# Imported before the processes part, for none of them depends on the room: most of a mutant's time would go there.
AHEAD = ("hypothesis", "pydantic", "tianshen.model.board", "tianshen.model.orders", "tianshen.model.rules")
PATIENCE = 30  # seconds of processor time for one mutant; a loop without end counts as noticed

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Change:
    """One place and what is put there; applied to a fresh copy of the tree, found again by its number."""

    def __init__(self, number: int, variant: int, line: int, text: str) -> None:
        self.number = number
        self.variant = variant
        self.line = line
        self.text = text


def variants(node: ast.AST) -> list[tuple[str, ast.AST]]:
    """What may be put in place of the node, each with a word for it."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            other = COMPARED[type(op)]
            changed = copy.deepcopy(node)
            changed.ops = [other()]
            return [(f"{type(op).__name__} -> {other.__name__}", changed)]
        case ast.BoolOp(op=op, values=values):
            changed = copy.deepcopy(node)
            changed.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            dropped = [("only the first", values[0]), ("without the first", _joined(op, values[1:]))]
            return [("and <-> or", changed), *dropped]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return [("not dropped", operand)]
        case ast.IfExp(body=body, orelse=orelse):
            return [("always the first", body), ("always the second", orelse)]
        case ast.Constant(value=bool(value)):
            return [(f"{value} -> {not value}", ast.Constant(not value))]
        case ast.Constant(value=int(value)):
            return [(f"{value} -> {value + 1}", ast.Constant(value + 1))]
        case ast.Constant(value=str(value)):
            return [(f"{value!r} -> other", ast.Constant(f"{value}~"))]
        case ast.BinOp(op=ast.Add()) | ast.BinOp(op=ast.Sub()):
            changed = copy.deepcopy(node)
            changed.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            return [("+ <-> -", changed)]
        case ast.Call(func=ast.Name(id=name)) if name in CALLED:
            changed = copy.deepcopy(node)
            changed.func = ast.Name(CALLED[name], ast.Load())
            return [(f"{name} -> {CALLED[name]}", changed)]
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            return [("dropped", ast.Pass())]
        case ast.Assign(targets=[ast.Attribute()]) | ast.Assign(targets=[ast.Subscript()]):
            return [("dropped", ast.Pass())]
        case ast.Return(value=ast.Constant()):
            return []  # None stays None, and a flag is turned round where it stands
        case ast.Return(value=ast.expr()):
            return [("returns None", ast.Return(ast.Constant(None)))]
        case ast.Continue():
            return [("continue -> break", ast.Break())]
        case ast.Break():
            return [("break -> continue", ast.Continue())]
        case _:
            return []


def _joined(op: ast.boolop, values: list[ast.expr]) -> ast.expr:
    return values[0] if len(values) == 1 else ast.BoolOp(op, values)


def nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """Every node that counts, in the sequence of the text: no docstrings, annotations, assertions or type imports."""
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        yield node
        inside = []
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_comment"):
                continue
            children = value if isinstance(value, list) else [value]
            inside += [child for child in children if isinstance(child, ast.AST) and not _skipped(node, child)]
        stack.extend(reversed(inside))


def _skipped(parent: ast.AST, child: ast.AST) -> bool:
    match child:
        case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.Import() | ast.ImportFrom():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.AnnAssign() if isinstance(parent, ast.ClassDef):
            return True
        case ast.Call(func=ast.Name(id="TypeVar")):
            return True
        case _:
            return isinstance(parent, ast.Subscript) and isinstance(parent.value, ast.Name) and child is parent.slice


def changes(source: str) -> list[Change]:
    """All mutants of a module."""
    return [
        Change(number, variant, getattr(node, "lineno", 0), text)
        for number, node in enumerate(nodes(ast.parse(source)))
        for variant, (text, _) in enumerate(variants(node))
    ]


def mutated(source: str, change: Change) -> str:
    """The module with one change made."""
    tree = ast.parse(source)
    target = list(nodes(tree))[change.number]
    new = variants(target)[change.variant][1]
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is target:
                setattr(parent, name, new)
            elif isinstance(value, list) and any(item is target for item in value):
                value[next(i for i, item in enumerate(value) if item is target)] = new
    return ast.unparse(ast.fix_missing_locations(tree))


class Mutant(MetaPathFinder, Loader):
    """Imports one module from changed text."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        """The changed module, and nothing else."""
        return spec_from_loader(fullname, self) if fullname == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        """Runs the changed text."""
        exec(compile(self.text, self.name, "exec"), module.__dict__)


def noticed(module: Path, text: str) -> bool:
    """Whether some test fails, or the mutant does not even end; the module's own tests are run first."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] != 0
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    sys.meta_path.insert(0, Mutant(f"tianshen.judge.{module.stem}", text))
    sys.dont_write_bytecode = True
    options = [
        "-x",
        "-q",
        "-W",
        "ignore::pytest.PytestAssertRewriteWarning",
        "-p",
        "no:randomly",
        "-p",
        "no:cacheprovider",
        "--hypothesis-seed=0",
    ]
    status = 1
    try:
        for names in (OWN.get(module.stem, module.stem), *ROUNDS):
            status = pytest.main([*options, *(str(TESTS / f"test_{name}.py") for name in names.split())])
            if status:
                break
    finally:
        os._exit(1 if status else 0)


def tried(module: Path, source: str, change: Change) -> str | None:
    """A line about the mutant if nothing noticed it."""
    text = mutated(source, change)
    if noticed(module, text):
        return None
    line = source.splitlines()[change.line - 1].strip()
    return f"{module.name}:{change.line}: {change.text}: {line}"


def main() -> None:
    """Tries all mutants and prints those that survive."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="one module of the room")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--count", action="store_true", help="only say how many mutants there are")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    for name in AHEAD:
        import_module(name)
    total = survived = 0
    for module in sorted(ROOM.glob("*.py")):
        if options.only not in (None, module.stem):
            continue
        source = module.read_text(encoding="utf-8")
        found = changes(source)
        total += len(found)
        if options.count:
            print(f"{module.name}: {len(found)}")
            continue
        if noticed(module, source):
            sys.exit(f"{module.name}: the tests fail as it is")
        print(f"{module.name}: {len(found)}", flush=True)
        with ThreadPoolExecutor(options.workers) as pool:
            for line in pool.map(lambda change: tried(module, source, change), found):  # noqa: B023
                if line is not None:
                    survived += 1
                    print(line, flush=True)
    print(f"{total} mutants, {survived} not noticed")


if __name__ == "__main__":
    main()
