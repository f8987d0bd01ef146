"""What a new version of a report changes against the one that was published."""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from tianshen.reports.document.plain import render_plain, tagged
from tianshen.reports.document.report_tree import ReportLine, ReportSection, foreign
from tianshen.reports.document.target import load_target

if TYPE_CHECKING:
    from tianshen.reports.document.report_tree import Document
    from tianshen.writing.language import Language

_LONGEST = 1000


def with_changes(document: Document, published: str, language: Language) -> Document:
    """Return the report with a second section: the lines that differ from the published plain text.

    The titles, which differ by their version, are not compared; without a difference the document is returned as it is.
    """
    heading = (language.say("report", "changes"),)
    old = _without(published.splitlines()[1:], tagged("heading", heading, load_target("plain")))
    new = render_plain(document, load_target("plain")).splitlines()[1:]
    lines: list[ReportLine] = []
    for kind, old_from, old_to, new_from, new_to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            lines.extend(_line("change_old", text, language) for text in old[old_from:old_to] if text.strip())
            lines.extend(_line("change_new", text, language) for text in new[new_from:new_to] if text.strip())
    if not lines:
        return document
    section = ReportSection(heading, tuple(lines))
    return replace(document, sections=(*document.sections[:1], section, *document.sections[1:]))


def _without(lines: list[str], heading: str) -> list[str]:
    """Return the lines without the section under that heading: what an earlier version changed."""
    if heading not in lines:
        return lines
    start = lines.index(heading)
    end = next((index for index in range(start, len(lines)) if not lines[index]), len(lines))
    return [*lines[:start], *lines[end + 1 :]]


def _line(code: str, text: str, language: Language) -> ReportLine:
    return ReportLine(language.weave("report", code, text=foreign(text, _LONGEST)))
