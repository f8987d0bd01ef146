"""Bytes to text, and offsets to lines: what every reader starts from."""

from __future__ import annotations

import codecs
import hashlib
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from tianshen.errors import InputError
from tianshen.notices import Code, Where

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Control characters that no text file holds; a file with several of them, or with a zero, is binary.
_BINARY = frozenset(map(chr, [*range(9), *range(14, 27), *range(28, 32), 127]))
_STRAY = 3  # so many can have got into a text by copying

# Characters that look like a blank and are none: fillers of Korean syllables, the Braille pattern without dots.
BLANK_LOOKING = frozenset("\u115f\u1160\u3164\uffa0\u2800")
# What Unicode calls "default ignorable": joiners, direction marks, soft hyphens, variation selectors, tags, fillers.
INVISIBLE = BLANK_LOOKING | frozenset(
    map(
        chr,
        (
            *(0xAD, 0x34F, 0x61C, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0x200B, 0x2010), 0xFEFF),
            *(*range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xFE00, 0xFE10), *range(0xFFF0, 0xFFF9)),
            *(*range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000)),
        ),
    )
)
# Cc: controls, also escape; Cf: formats; Cs: halves of characters; Co: private use; Zl, Zp: other line ends
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_STYLES = frozenset("\ufe0e\ufe0f")  # behind a sign: as text, as a picture
_SIGNS = frozenset("SPN")


def is_hidden(char: str, before: str = "") -> bool:
    """Whether the character shows nothing, or turns or moves what stands around it.

    A variation selector right behind a sign (`before`) belongs to it: so are many pictures written.
    """
    if char in _STYLES:
        return not before or unicodedata.category(before)[0] not in _SIGNS
    return char in INVISIBLE or unicodedata.category(char) in _HIDDEN


def code_point(char: str) -> str:
    """How a character is called that cannot be shown or told apart: `U+202E`."""
    return f"U+{ord(char):04X}"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a source: offsets into its text, `end` excluded."""

    start: int
    end: int


@dataclass(frozen=True)
class Source:
    """One input as text: line ends are single line feeds, no byte order mark; `digest` is the SHA-256 of the bytes.

    `encoding` is the one that bytes added to the file must have.
    """

    name: str
    text: str
    digest: str
    encoding: str = "utf-8"

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        starts.extend(index + 1 for index, char in enumerate(self.text) if char == "\n")
        return starts

    def line_of(self, offset: int) -> int:
        """The number of the line, counted from 1, on which the offset lies."""
        return bisect_right(self._starts, offset)

    def where(self, span: Span) -> Where:
        """File, line, column and words of a span."""
        line = self.line_of(span.start)
        column = span.start - self._starts[line - 1] + 1
        return Where(self.name, line, column, self.text[span.start : span.end])

    def line_text(self, line: int) -> str:
        """The whole line with that number, without its end."""
        start = self._starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


def source_of(text: str, name: str = "") -> Source:
    """A source made from text that is already decoded."""
    return Source(
        name,
        _one_line_end(text.removeprefix("\ufeff")),
        hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
    )


def decode(raw: bytes, name: str) -> Source:
    """The bytes as text: UTF-8 or UTF-16 by their mark, else UTF-8, else GB18030.

    Raises `InputError`: `file_not_text` when they are none of these, `file_control` at a stray control character.
    """
    decoded = _decoded(raw)
    if decoded is None:
        raise InputError.single(Code.FILE_NOT_TEXT, Where(name, 1, 1))
    text, encoding = decoded
    source = Source(name, _one_line_end(text.removeprefix("\ufeff")), hashlib.sha256(raw).hexdigest(), encoding)
    if not _BINARY.isdisjoint(source.text):
        _refuse_controls(source)
    return source


def _refuse_controls(source: Source) -> None:
    found = [(at, char) for at, char in enumerate(source.text) if char in _BINARY]
    if len(found) > _STRAY or any(char == "\0" for _, char in found):
        raise InputError.single(Code.FILE_NOT_TEXT, Where(source.name, 1, 1))
    at, char = found[0]
    raise InputError.single(Code.FILE_CONTROL, source.where(Span(at, at + 1)), codes=(code_point(char),))


def _decoded(raw: bytes) -> tuple[str, str] | None:
    encodings = [encoding for mark, encoding in _MARKS if raw.startswith(mark)] or ["utf-8", "gb18030"]
    for encoding in encodings:
        try:
            return raw.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return None


def _one_line_end(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
