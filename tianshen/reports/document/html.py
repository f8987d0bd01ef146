"""Reports as one self-contained HTML page, with the picture in it if there is one."""

from __future__ import annotations

import base64
from html import escape
from typing import TYPE_CHECKING

from tianshen.reports.document.report_tree import Foreign, ReportLine, flat

if TYPE_CHECKING:
    from tianshen.reports.document.report_tree import Block, Document, Table, Text

_STYLE = (
    "body{font:16px/1.6 'Microsoft YaHei','PingFang SC','Noto Sans CJK SC',sans-serif;max-width:60em;margin:1em auto;"
    "padding:0 1em;color:#222;background:#fff}"
    "h1{font-size:1.35em}h2{font-size:1.1em;margin:1.2em 0 .3em;border-bottom:1px solid #ccc}"
    "p{margin:.15em 0}p.note{margin-left:1.6em;color:#555;font-size:.92em}"
    "p.marked{padding-left:1.6em;text-indent:-1.6em}"
    ".mark{display:inline-block;min-width:1.6em;text-indent:0}"
    ".succeeds .mark{color:#167a2c}.bounces .mark,.cut .mark,.disrupted .mark{color:#b3261e}"
    ".dislodged .mark{color:#8a1c7c}.void{color:#666}"
    "table{border-collapse:collapse;margin:.4em 0}th,td{border:1px solid #bbb;padding:.15em .6em;text-align:left}"
    "td.number,th.number{text-align:right}img{max-width:100%;height:auto}"
)


def render_html(document: Document, picture: str = "") -> str:
    """Return the report as a page; `picture` is an SVG drawing, shown under the title.

    The drawing is embedded as an image, so that nothing in it can act on the page.
    """
    title = escape(flat(document.title))
    body = [f"<h1>{_text(document.title)}</h1>"]
    if picture:
        data = base64.b64encode(picture.encode()).decode("ascii")
        body.append(f'<p><img alt="{title}" src="data:image/svg+xml;base64,{data}"></p>')
    for section in document.sections:
        body.append("<section>")
        if section.heading:
            body.append(f"<h2>{_text(section.heading)}</h2>")
        body.extend(_block(block) for block in section.blocks)
        body.append("</section>")
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(document.lang)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n" + "\n".join(body) + "\n</body>\n</html>\n"
    )


def _text(text: Text) -> str:
    return "".join(_piece(piece) for piece in text)


def _piece(piece: str | Foreign) -> str:
    return f"<bdi>{escape(piece.text)}</bdi>" if isinstance(piece, Foreign) else escape(piece)


def _block(block: Block) -> str:
    if not isinstance(block, ReportLine):
        return _table(block)
    classes = " ".join(filter(None, ("marked" if block.mark else "", block.tone)))
    kind = f' class="{escape(classes)}"' if classes else ""
    mark = f'<span class="mark">{escape(block.mark)}</span>' if block.mark else ""
    notes = "".join(f'\n<p class="note">{_text(note)}</p>' for note in block.notes)
    return f"<p{kind}>{mark}{_text(block.text)}</p>{notes}"


def _table(table: Table) -> str:
    rows = [_row("th", table.header, table), *(_row("td", row, table) for row in table.rows)]
    return f"<table>{''.join(rows)}</table>"


def _row(tag: str, cells: tuple[Text, ...], table: Table) -> str:
    written = []
    for index, cell in enumerate(cells):
        kind = ' class="number"' if index in table.numeric else ""
        written.append(f"<{tag}{kind}>{_text(cell)}</{tag}>")
    return f"<tr>{''.join(written)}</tr>"
