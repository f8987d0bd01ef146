"""From the neutral tree to a post: one function for all formats. Each writer is loaded when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.reports.document.target import formats, load_target

if TYPE_CHECKING:
    from tianshen.reports.document.report_tree import Document
    from tianshen.reports.document.target import Target

_HTML = "html"


def known_formats() -> tuple[str, ...]:
    """Return the formats that `render` knows."""
    return formats()


def render_document(document: Document, form: str = "plain", *, picture: str = "") -> str:
    """Return the whole report in one piece; `picture` is an SVG drawing that HTML takes in, other formats leave it out.

    Raises `KeyError` for an unknown format.
    """
    target = load_target(form)
    if target.name == _HTML:
        from tianshen.reports.document.html import render_html

        return render_html(document, picture)
    return _write(document, target)


def render_parts(document: Document, form: str = "plain", limit: int | None = None) -> list[str]:
    """Return the report in as many posts as the target's limit asks for, or `limit` (0 for none) in the target's unit.

    Raises `KeyError` for an unknown format, `LimitTooSmall` where a post cannot even hold the title.
    """
    target = load_target(form)
    most = target.limit if limit is None else limit
    if not most or target.name == _HTML:
        return [render_document(document, form)]
    from tianshen.reports.document.post_limits import split_document

    parts = split_document(document, lambda part: target.size(_write(part, target)) <= most)
    return [_write(part, target) for part in parts]


def _write(document: Document, target: Target) -> str:
    """Return the document in the target's markup: BBCode where no other is named."""
    match target.name:
        case "plain":
            from tianshen.reports.document.plain import render_plain as write
        case "markdown":
            from tianshen.reports.document.markdown import render_markdown as write
        case _:
            from tianshen.reports.document.bbcode import render_bbcode as write
    return write(document, target)
