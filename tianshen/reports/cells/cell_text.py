"""Text as cells and sheet names can hold it.

Text is always stored as text: a name that begins with `=` is a name. What a sheet cannot hold (control characters,
more than 32,767 characters) is taken out, and the caller is told.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, TypeAlias

from tianshen.text.display_width import text_width

if TYPE_CHECKING:
    from collections.abc import Sequence

Fault: TypeAlias = Literal["control", "long"]

LONGEST = 32_767  # in UTF-16 units, as the spreadsheet programs count
LONGEST_TITLE = 31
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
_TITLE_FORBIDDEN = re.compile(r"[\[\]:*?/\\\n\t]")


def clean_text(text: str) -> tuple[str, tuple[Fault, ...]]:
    r"""Return the text as a cell can hold it, and what had to be taken out. Line ends become `\n`.

    >>> clean_text("=1+1\x07")
    ('=1+1', ('control',))
    """
    faults: list[Fault] = []
    clean = text.replace("\r\n", "\n").replace("\r", "\n")
    if _CONTROL.search(clean):
        clean = _CONTROL.sub("", clean)
        faults.append("control")
    if len(clean) + sum(char > "\uffff" for char in clean) > LONGEST:
        clean = _cut(clean, LONGEST - 1) + "…"
        faults.append("long")
    return clean, tuple(faults)


def _cut(text: str, units: int) -> str:
    return text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore")


def stored(text: str) -> str:
    """Return the text as it stands in the file: a literal `_x0041_` would be read as a character and is marked."""
    return _ESCAPE.sub("_x005F_", text)


def unstored(text: str) -> str:
    """Return the text that the stored form means."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def sheet_title(text: str, taken: Sequence[str] = ()) -> str:
    """Return a legal sheet name made from the text that is not taken yet; upper and lower case count as the same.

    >>> sheet_title("a/b", ["A B"])
    'a b (2)'
    """
    clean = _TITLE_FORBIDDEN.sub(" ", _CONTROL.sub("", text)).strip(" '")
    base = _cut(clean, LONGEST_TITLE).strip(" '") or "-"
    used = {*(title.casefold() for title in taken), "history"}  # Excel keeps this one for itself
    title, number = base, 1
    while title.casefold() in used:
        number += 1
        mark = f" ({number})"
        title = _cut(base, LONGEST_TITLE - len(mark)).rstrip() + mark
    return title


def cell_width(text: str) -> int:
    """Return the width of the longest line in Latin letters; spreadsheet fonts draw ambiguous signs wide.

    >>> cell_width("法国 F")
    6
    """
    return max((text_width(line, ambiguous=2) for line in text.split("\n")), default=0)
