"""Where the packed data lies: in the wheel inside the package, in a checkout beside it."""

from __future__ import annotations

import tomllib
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from tianshen.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable


@cache
def data_root() -> Traversable:
    """Return the folder that holds `locales`, `maps` and `examples`."""
    package = files("tianshen")
    packed = package / "data"
    if packed.is_dir():
        return packed
    return package / ".."


def data_file(*parts: str) -> Traversable:
    """Return the packed file or folder at that path; it need not exist."""
    here = data_root()
    for part in parts:
        here = here / part
    return here


def read_toml(*parts: str) -> dict[str, Any]:
    """Return the content of a packed TOML file; raises `DataError` naming the file when it is missing or broken."""
    path = "/".join(parts)
    try:
        return tomllib.loads(data_file(*parts).read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(path, [str(error)]) from error


@contextmanager
def taking_apart(*parts: str) -> Iterator[None]:
    """While this lasts, content of the packed file that is not as it should be raises `DataError` naming the file."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
        raise DataError("/".join(parts), [f"{type(error).__name__}: {error}"]) from error
