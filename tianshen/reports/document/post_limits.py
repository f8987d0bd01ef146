"""A report in several posts where one is not enough: cut between sections, within one only if it must be."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tianshen.locale.phrasebook import load_phrases
from tianshen.reports.document.report_tree import Document, Foreign, ReportLine, ReportSection, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tianshen.reports.document.report_tree import Block, Text

_MOST_PARTS = 999


class LimitTooSmall(ValueError):
    """Not even a single character fits into a post."""


def split_document(document: Document, fits: Callable[[Document], bool]) -> list[Document]:
    """Return the report as documents that each fit, every one with the title and its number; itself if it fits.

    Raises `LimitTooSmall` where the title alone fills a post.
    """
    if fits(document):
        return [document]
    widest = _numbered(document, _MOST_PARTS, _MOST_PARTS, ())

    def fit(sections: Sequence[ReportSection]) -> bool:
        return fits(replace(widest, sections=tuple(sections)))

    parts: list[list[ReportSection]] = [[]]
    queue = list(document.sections)
    while queue:
        section = queue.pop(0)
        if fit([*parts[-1], section]):
            parts[-1].append(section)
        elif fit([section]):
            parts.append([section])
        else:
            queue[:0] = _divided(section)
    parts = [part for part in parts if part]
    return [_numbered(document, number, len(parts), part) for number, part in enumerate(parts, 1)]


def _numbered(document: Document, number: int, parts: int, sections: Sequence[ReportSection]) -> Document:
    mark = load_phrases(document.lang).say("style", "part", part=str(number), parts=str(parts))
    return replace(document, title=(*document.title, mark), sections=tuple(sections))


def _divided(section: ReportSection) -> list[ReportSection]:
    """Return the section in two, each under its heading; a single block is divided itself."""
    if not section.blocks:
        raise LimitTooSmall
    middle = len(section.blocks) // 2
    halves = (section.blocks[:middle], section.blocks[middle:]) if middle else _halves(section.blocks[0])
    return [replace(section, blocks=half) for half in halves if half]


def _halves(block: Block) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    if isinstance(block, Table):
        middle = len(block.rows) // 2
        if not middle:
            return tuple(ReportLine(line) for line in block.lines[:1]), tuple(
                ReportLine(line) for line in block.lines[1:]
            )
        share = len(block.lines) * middle // len(block.rows)
        return (
            (replace(block, rows=block.rows[:middle], lines=block.lines[:share]),),
            (replace(block, rows=block.rows[middle:], lines=block.lines[share:]),),
        )
    if block.notes:
        return (replace(block, notes=()),), tuple(ReportLine(note) for note in block.notes)
    first, second = _cut(block.text)
    return (replace(block, text=first),), (ReportLine(second, tone=block.tone),)


def _cut(text: Text) -> tuple[Text, Text]:
    """Return the text in two: between pieces, or in the middle of a single one."""
    if len(text) > 1:
        return text[: len(text) // 2], text[len(text) // 2 :]
    piece = text[0] if text else ""
    words = piece.text if isinstance(piece, Foreign) else piece
    middle = len(words) // 2
    if not middle:
        raise LimitTooSmall
    if isinstance(piece, Foreign):
        return (Foreign(words[:middle]),), (Foreign(words[middle:]),)
    return (words[:middle],), (words[middle:],)
