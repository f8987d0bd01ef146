"""Reports in BBCode. The dialects (Discuz!, NGA, phpBB) differ in their tags only, which are data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.reports.document.plain import tagged, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.reports.document.report_tree import Document, Table, Text
    from tianshen.reports.document.target import Target


def render_bbcode(document: Document, target: Target) -> str:
    """Return the report in the target's dialect; tables as lines where the dialect has none."""
    return write(document, target, _table if target.has_tables else None)


def _table(table: Table, target: Target) -> str:
    before, after = target.tags["table"]
    rows = [_row("head", table.header, target), *(_row("cell", row, target) for row in table.rows)]
    return before + "".join(rows) + after


def _row(tag: str, cells: Sequence[Text], target: Target) -> str:
    before, after = target.tags["row"]
    return before + "".join(tagged(tag, cell, target) for cell in cells) + after
