"""Reports in Markdown: headings, lists and pipe tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.reports.document.escaping import widened
from tianshen.reports.document.plain import literal, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.reports.document.report_tree import Document, Table
    from tianshen.reports.document.target import Target

_EDGE = "|"  # between cells, so in none of them; elsewhere it is a sign like any other


def render_markdown(document: Document, target: Target) -> str:
    """Return the report in Markdown."""
    return write(document, target, _table)


def _table(table: Table, target: Target) -> str:
    rule = ["---:" if index in table.numeric else "---" for index in range(len(table.header))]
    rows = [[widened(literal(cell, target), _EDGE) for cell in row] for row in (table.header, *table.rows)]
    return "\n".join(_row(cells) for cells in (rows[0], rule, *rows[1:]))


def _row(cells: Sequence[str]) -> str:
    return _EDGE + _EDGE.join(f" {cell} " for cell in cells) + _EDGE
