"""From openpyxl's parts to the file: values beside the formulas, no clock, the same bytes every time.

openpyxl writes a formula without its value, and a document with the time of day; both are put right on the way into the
file. Nothing else is changed.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from openpyxl import Workbook

    from tianshen.reports.cells.sheet_writer import Plain

_STAMP = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip file can hold
_FORMULA = re.compile(r'<c r="([A-Z]+[0-9]+)"([^>]*)>(<f>.*?</f>)<v ?/?>(?:</v>)?</c>', re.DOTALL)
_CLOCK = re.compile(r"<dcterms:(created|modified)[^>]*>[^<]*</dcterms:\1>")
_SHEET = re.compile(r"xl/worksheets/sheet([0-9]+)\.xml")


class _Parts:
    """Stands where openpyxl expects a zip archive; asks no clock, which may show a year that no zip file can hold."""

    def __init__(self) -> None:
        self.contents: dict[str, bytes] = {}

    def writestr(self, name: str, content: str | bytes) -> None:
        self.contents[name] = content.encode() if isinstance(content, str) else content

    def write(self, path: str, name: str) -> None:
        self.contents[name] = Path(path).read_bytes()

    def namelist(self) -> list[str]:
        return list(self.contents)

    def close(self) -> None:
        pass


def packed(workbook: Workbook, cached: Sequence[Mapping[str, Plain]]) -> bytes:
    """Return the workbook as a file, with a value beside each formula; `cached` holds, for each sheet, value by cell.

    Raises `OSError` where the system has no room for what openpyxl writes aside.
    """
    from openpyxl.writer.excel import ExcelWriter

    parts = _Parts()
    ExcelWriter(workbook, cast("zipfile.ZipFile", parts)).save()
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.contents.items():
            archive.writestr(_entry(name), _put_right(name, content, cached))
    return raw.getvalue()


def _put_right(name: str, content: bytes, cached: Sequence[Mapping[str, Plain]]) -> bytes:
    sheet = _SHEET.fullmatch(name)
    if sheet:
        return _with_values(content.decode(), cached[int(sheet[1]) - 1]).encode()
    return _CLOCK.sub("", content.decode()).encode() if name == "docProps/core.xml" else content


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _STAMP)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = 0
    entry.external_attr = 0
    return entry


def _with_values(xml: str, cached: Mapping[str, Plain]) -> str:
    def fill(found: re.Match[str]) -> str:
        cell, attributes, formula = found.groups()
        value = cached[cell]
        if isinstance(value, str):
            return f'<c r="{cell}"{attributes} t="str">{formula}<v>{html.escape(value, quote=False)}</v></c>'
        return f'<c r="{cell}"{attributes}>{formula}<v>{value!r}</v></c>'

    # Blanks at the ends of a text, or a text of blanks alone, are kept only where the file says so.
    xml = re.sub(r"<is><t(?: xml:space=\"preserve\")?>", '<is><t xml:space="preserve">', xml)
    # A height that is not the user's own choice grows when more is typed into the row.
    xml = re.sub(r'(<row [^>]*?) customHeight="1"', r"\1", xml)
    return _FORMULA.sub(fill, xml)
