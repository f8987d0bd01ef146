"""From openpyxl's bytes to the file: values beside the formulas, no clock, the same bytes every time.

openpyxl writes a formula without its value, and a document with the time of day; both are put right in the packed
file. Nothing else in it is changed.
"""

from __future__ import annotations

import io
import re
import zipfile
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tianshen.reports.cells import Plain

_STAMP = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip file can hold
_FORMULA = re.compile(r'<c r="([A-Z]+[0-9]+)"([^>]*)>(<f>.*?</f>)<v ?/?>(?:</v>)?</c>', re.DOTALL)
_CLOCK = re.compile(r"<dcterms:(created|modified)[^>]*>[^<]*</dcterms:\1>")
_SHEET = re.compile(r"xl/worksheets/sheet([0-9]+)\.xml")


def repack(raw: bytes, cached: Sequence[Mapping[str, Plain]]) -> bytes:
    """The workbook with a value beside each formula; `cached` holds, for each sheet in sequence, value by cell."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            sheet = _SHEET.fullmatch(name)
            if sheet:
                content = _with_values(content.decode(), cached[int(sheet[1]) - 1]).encode()
            elif name == "docProps/core.xml":
                content = _CLOCK.sub("", content.decode()).encode()
            new.writestr(_entry(name), content)
    return packed.getvalue()


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
            return f'<c r="{cell}"{attributes} t="str">{formula}<v>{escape(value)}</v></c>'
        return f'<c r="{cell}"{attributes}>{formula}<v>{value!r}</v></c>'

    # Blanks at the ends of a text, or a text of blanks alone, are kept only where the file says so.
    xml = re.sub(r"<is><t(?: xml:space=\"preserve\")?>", '<is><t xml:space="preserve">', xml)
    # A height that is not the user's own choice grows when more is typed into the row.
    xml = re.sub(r'(<row [^>]*?) customHeight="1"', r"\1", xml)
    return _FORMULA.sub(fill, xml)
