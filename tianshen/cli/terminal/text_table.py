"""Tables for a terminal: wide characters counted, foreign text never taken as markup."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tianshen.cli.terminal.columns import one_line, visible
from tianshen.cli.terminal.console import writing

if TYPE_CHECKING:
    from collections.abc import Sequence

_PIPED = 120  # columns where no terminal tells its own


def table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows in columns on standard output; the first row is the heading."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in rows[0]:
        shown.add_column(Text(visible(title)), overflow="fold")
    for row in rows[1:]:
        shown.add_row(*(Text(visible(one_line(cell))) for cell in row))
    target = Console(
        file=sys.stdout,
        markup=False,
        emoji=False,
        highlight=False,
        color_system=None,
        width=None if sys.stdout.isatty() else _PIPED,
    )
    with writing():
        target.print(shown)
