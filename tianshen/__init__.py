"""天神: the game master's tool for Diplomacy. What is public is listed here and loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tianshen.api import (
        adjudicate,
        explain,
        load_board,
        load_rules,
        phrase,
        read_case,
        read_orders,
        record_schema,
        render,
        report_formats,
        to_json,
    )
    from tianshen.errors import DataError, InputError, TianshenError, UsageError

__version__ = "0.1.0"

_HOMES = {
    "tianshen.api": (
        "adjudicate",
        "explain",
        "load_board",
        "load_rules",
        "phrase",
        "read_case",
        "read_orders",
        "record_schema",
        "render",
        "report_formats",
        "to_json",
    ),
    "tianshen.errors": ("DataError", "InputError", "TianshenError", "UsageError"),
}

__all__ = [
    "DataError",
    "InputError",
    "TianshenError",
    "UsageError",
    "__version__",
    "adjudicate",
    "explain",
    "load_board",
    "load_rules",
    "phrase",
    "read_case",
    "read_orders",
    "record_schema",
    "render",
    "report_formats",
    "to_json",
]


def __getattr__(name: str) -> object:
    for home, exported in _HOMES.items():
        if name in exported:
            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
