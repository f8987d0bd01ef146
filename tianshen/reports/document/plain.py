"""Reports as lines of text, with whatever tags the target puts around titles and headings; plain text has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.reports.document.escaping import harmless, widened, written
from tianshen.reports.document.report_tree import ReportLine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tianshen.reports.document.report_tree import Block, Document, Table, Text
    from tianshen.reports.document.target import Target

_END = "\n"


def render_plain(document: Document, target: Target) -> str:
    """Return the report as text for a target without tables."""
    return write(document, target, None)


def write(document: Document, target: Target, tables: Callable[[Table, Target], str] | None) -> str:
    """Return the report for a target that takes lines of text; `tables` writes a table, None where there are no tables.

    Sections are set apart by an empty line; the text ends with a line end.
    """
    parts = [tagged("title", document.title, target)]
    for section in document.sections:
        lines = [tagged("heading", section.heading, target)] if section.heading else []
        lines.extend(line for block in section.blocks for line in _block(block, target, tables))
        parts.append(_END.join(lines))
    return (_END * 2).join(parts) + _END


def _block(block: Block, target: Target, tables: Callable[[Table, Target], str] | None) -> Iterator[str]:
    if isinstance(block, ReportLine):
        mark = f"{block.mark} " if block.mark else ""
        yield tagged("line", (mark, *block.text), target)
        yield from (tagged("note", note, target) for note in block.notes)
    elif tables is not None:
        yield tables(block, target)
    else:
        yield from (tagged("line", line, target) for line in block.lines)


def tagged(tag: str, text: Text, target: Target) -> str:
    """Return the text made harmless, between the target's tags of that name."""
    before, after = target.tags[tag]
    return before + literal(text, target) + after


def literal(text: Text, target: Target) -> str:
    """Return the text with nothing in it that the target would take for markup."""
    return written(text, lambda own: widened(own, target.own), lambda other: harmless(other, target.foreign))
