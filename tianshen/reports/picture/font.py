"""The picture's own font: which characters it has and how wide they are. Read from the packed file alone."""

from __future__ import annotations

import struct
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from tianshen.errors import DataError
from tianshen.resources import data_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FAMILY = "Tianshen Sans"
PNG_FONT = ("maps", "fonts", "TianshenSans.ttf")
SVG_FONT = ("maps", "fonts", "TianshenSans-map.woff2")
MISSING = "\u25a1"  # stands for a character that the font lacks
ELLIPSIS = "\u2026"


@dataclass(frozen=True)
class Font:
    """Widths by character, in font sizes."""

    advances: Mapping[str, float]

    def width(self, text: str, size: float) -> float:
        """Return the width of a line of text in pixels; a character that is lacking counts as a full square."""
        return size * sum(self.advances.get(character, 1.0) for character in text)

    def lacking(self, text: str) -> str:
        """Return the characters of the text that cannot be drawn, each once, in their sequence."""
        return "".join(dict.fromkeys(character for character in text if character not in self.advances))

    def shown(self, text: str) -> str:
        """Return the text as one line that can be drawn: control marks gone, what is lacking replaced by a square."""
        line = " ".join(unicodedata.normalize("NFC", text).split())
        return "".join(
            character if character in self.advances else MISSING
            for character in line
            if unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Mn", "Me")
        )

    def fitted(self, text: str, size: float, room: float) -> str:
        """Return the text cut short with an ellipsis where it is wider than `room` pixels."""
        if self.width(text, size) <= room:
            return text
        count = bisect_right(range(1, len(text)), room, key=lambda length: self.width(text[:length] + ELLIPSIS, size))
        return text[:count].rstrip() + ELLIPSIS


@cache
def picture_font() -> Font:
    """Return the packed font; raise `DataError` when the file is missing or cannot be read."""
    path = "/".join(PNG_FONT)
    try:
        return _parse(data_file(*PNG_FONT).read_bytes())
    except (OSError, struct.error, KeyError, IndexError, ValueError) as error:
        raise DataError(path, [f"{type(error).__name__}: {error}"]) from error


def _parse(data: bytes) -> Font:
    tables = {}
    for i in range(struct.unpack_from(">H", data, 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sLLL", data, 12 + 16 * i)
        tables[tag] = offset
    units_per_em = struct.unpack_from(">H", data, tables[b"head"] + 18)[0]
    count = struct.unpack_from(">H", data, tables[b"hhea"] + 34)[0]
    widths = struct.unpack_from(">" + "Hh" * count, data, tables[b"hmtx"])[::2]
    return Font(
        {
            chr(code): widths[min(glyph, count - 1)] / units_per_em
            for code, glyph in _characters(data, tables[b"cmap"])
            if glyph
        }
    )


def _characters(data: bytes, cmap: int) -> Iterator[tuple[int, int]]:
    """Code point and glyph number of everything in the font's Unicode table (format 4)."""
    start = 0
    for i in range(struct.unpack_from(">H", data, cmap + 2)[0]):
        platform, encoding, offset = struct.unpack_from(">HHL", data, cmap + 4 + 8 * i)
        if (platform, encoding) == (3, 1):
            start = cmap + offset
    if not start or struct.unpack_from(">H", data, start)[0] != 4:
        raise ValueError("cmap")
    segments = struct.unpack_from(">H", data, start + 6)[0] // 2
    form = f">{segments}H"
    ends = struct.unpack_from(form, data, start + 14)
    starts = struct.unpack_from(form, data, start + 16 + 2 * segments)
    deltas = struct.unpack_from(form, data, start + 16 + 4 * segments)
    ranges_at = start + 16 + 6 * segments
    ranges = struct.unpack_from(form, data, ranges_at)
    for i in range(segments - 1):  # the last segment only ends the table
        for code in range(starts[i], ends[i] + 1):
            if ranges[i] == 0:
                yield code, (code + deltas[i]) & 0xFFFF
                continue
            glyph = struct.unpack_from(">H", data, ranges_at + 2 * i + ranges[i] + 2 * (code - starts[i]))[0]
            yield code, (glyph + deltas[i]) & 0xFFFF if glyph else 0
