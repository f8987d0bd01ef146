"""Bytes to text, and offsets to lines: what every reader starts from."""

from __future__ import annotations

import codecs
import hashlib
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from tianshen.errors import InputError
from tianshen.notices import Code, Where
from tianshen.text.characters import code_point

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Control characters that no text file holds; a file with several of them, or with a zero, is binary.
_BINARY = frozenset(map(chr, [*range(9), *range(14, 27), *range(28, 32), 127]))
_STRAY = 3  # so many can have got into a text by copying


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
        """Return the number of the line, counted from 1, on which the offset lies."""
        return bisect_right(self._starts, offset)

    def where(self, span: Span) -> Where:
        """File, line, column and words of a span."""
        line = self.line_of(span.start)
        column = span.start - self._starts[line - 1] + 1
        return Where(self.name, line, column, self.text[span.start : span.end])

    def line_text(self, line: int) -> str:
        """Return the whole line with that number, without its end."""
        start = self._starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


def source_of(text: str, name: str = "") -> Source:
    """Return a source made from text that is already decoded."""
    return Source(
        name,
        _one_line_end(text.removeprefix("\ufeff")),
        hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
    )


def decode(raw: bytes, name: str) -> Source:
    """Return the bytes as text: UTF-8 or UTF-16 by their mark, else UTF-8, else GB18030.

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
