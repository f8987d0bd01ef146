"""Workbooks opened by LibreOffice: recalculated, saved anew, so that a second program's numbers can be compared."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import zipfile
from typing import TYPE_CHECKING

import openpyxl
import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

SOFFICE = shutil.which("soffice") or shutil.which("libreoffice")
needs_libreoffice = pytest.mark.skipif(SOFFICE is None, reason="LibreOffice is not installed")


def saved_by_libreoffice(books: Mapping[str, bytes], folder: Path) -> dict[str, bytes]:
    """Each workbook as LibreOffice saves it."""
    assert SOFFICE is not None
    folder.mkdir(exist_ok=True)
    for name, data in books.items():
        (folder / f"{name}.xlsx").write_bytes(data)
    out = folder / "out"
    profile = (folder / "profile").as_uri()
    subprocess.run(
        [
            *(SOFFICE, f"-env:UserInstallation={profile}", "--headless", "--convert-to", "xlsx", "--outdir", str(out)),
            *(str(folder / f"{name}.xlsx") for name in books),
        ],
        check=True,
        capture_output=True,
        timeout=3600,  # it hangs then, however slow the machine
    )
    return {name: (out / f"{name}.xlsx").read_bytes() for name in books}


def without_values(data: bytes) -> bytes:
    """The workbook without the values beside its formulas, so that a program must calculate them."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(packed, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name.startswith("xl/worksheets/sheet"):
                content = re.sub(rb'( t="str")?(><f>[^<]*</f>)<v>[^<]*</v>', rb"\2", content)
            new.writestr(name, content)
    return packed.getvalue()


def values_of(data: bytes) -> dict[tuple[str, str], object]:
    """The value of every formula cell, by sheet and cell."""
    formulas = openpyxl.load_workbook(io.BytesIO(data))
    values = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    return {
        (page.title, cell.coordinate): values[page.title][cell.coordinate].value
        for page in formulas
        for row in page.iter_rows()
        for cell in row
        if cell.data_type == "f"
    }


def differences(ours: Mapping[tuple[str, str], object], theirs: Mapping[tuple[str, str], object]) -> Sequence[str]:
    """The formula cells whose values differ, as text."""
    found = []
    for place, mine in ours.items():
        other = theirs.get(place)
        if isinstance(mine, (int, float)) and isinstance(other, (int, float)):
            if abs(mine - other) > 1e-9:
                found.append(f"{place}: {mine} {other}")
        elif (mine or "") != (other or ""):
            found.append(f"{place}: {mine!r} {other!r}")
    return found
