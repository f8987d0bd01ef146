"""Quotes that begin with a line and have no end mark: where they end, as far as anybody can tell.

The quoted post itself tells, where it is on the page: the quote goes on as long as its lines repeat it. Otherwise the
quote reaches to the first blank line, unless the author quotes himself or there is none: then nobody can tell.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tianshen.reading.posts.forum import load_marks
from tianshen.reading.posts.line_patterns import first_fit
from tianshen.reading.posts.times import read_stamp

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tianshen.reading.posts.line_patterns import LinePattern, PastedLine, PatternMatch
    from tianshen.reading.posts.times import Stamp

_ELLIPSIS = ".。…· "
_TRUNCATED_LEAST = 2  # characters that a line cut short must still have to be recognised
_CANDIDATES = 12  # posts of one author that are compared with a quote of unknown time


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote from line `first` up to `end` (excluded); up to `unsure_to` it may go on.

    `assumed`: that it ends there was concluded from a blank line alone. `bare`: its first line says only whose words
    these are.
    """

    first: int
    end: int
    unsure_to: int
    assumed: bool = False
    bare: bool = True


@dataclass(frozen=True, slots=True)
class _Original:
    start: int
    time: Stamp | None
    lines: tuple[str, ...]
    places: Mapping[str, int]


@dataclass
class Originals:
    """The posts of a page by author, to compare quotes with."""

    posts: dict[str, list[_Original]] = field(default_factory=dict)

    def add(self, author: str, time: Stamp | None, start: int, lines: Sequence[PastedLine]) -> None:
        """Add a post that may be quoted; its text begins at offset `start` and has these lines."""
        texts = tuple(text for line in lines if (text := _bare(line)))
        places: dict[str, int] = {}
        for index, text in enumerate(texts):
            places.setdefault(text, index)
        self.posts.setdefault(author, []).append(_Original(start, time, texts, places))

    def of(self, author: str | None, time: Stamp | None, quoting: int) -> Sequence[_Original]:
        """Return the posts that a quote of that author and time may repeat, without the one that quotes."""
        posts = [post for post in self.posts.get(author or "", ()) if post.start != quoting]
        if time is None:
            return posts[-_CANDIDATES:]
        return [post for post in posts if post.time and _minute(post.time) == _minute(time)]


def quotes_in(
    free: Sequence[tuple[int, PastedLine]],
    patterns: Sequence[LinePattern],
    lines: Sequence[PastedLine],
    author: str | None,
    originals: Originals,
) -> list[Quote]:
    """Return the quotes with no end mark in a post by `author`; `free` are the lines that nothing else claims.

    Lines that are claimed otherwise (furniture, quotes with marks) do not matter in comparing.
    """
    begins = [(at, found) for at, line in free if (found := _begins(line, patterns))]
    texts = [""] * len(lines)
    for at, line in free:
        texts[at] = _bare(line)
    quotes = []
    for index, (at, found) in enumerate(begins):
        limit = begins[index + 1][0] if index + 1 < len(begins) else len(lines)
        quote = _extent(lines, texts, at, limit, found, author, originals)
        quotes.append(replace(quote, bare=not found.text("text")))
    return quotes


def _begins(line: PastedLine, patterns: Sequence[LinePattern]) -> PatternMatch | None:
    return first_fit(patterns, line) or first_fit(load_marks().quotes, line)


def _extent(
    lines: Sequence[PastedLine],
    texts: Sequence[str],
    at: int,
    limit: int,
    found: PatternMatch,
    author: str | None,
    originals: Originals,
) -> Quote:
    quoted = found.text("author")
    own = quoted is not None and quoted == author
    if quoted:
        posts = originals.of(quoted, read_stamp(found.time()), lines[0].start)
        end, whole = max((_repeated(texts, at + 1, limit, post) for post in posts), default=(at + 1, False))
        if end > at + 1:
            followed = end < limit and not lines[end].blank
            return Quote(at, end, limit if own and followed and not whole else end)
    start = at + 1 if found.text("text") else _next(lines, at + 1, limit, blank=False)
    blank = _next(lines, start, limit, blank=True)
    if _next(lines, blank, limit, blank=False) == limit:
        return Quote(at, at + 1, limit)
    return Quote(at, blank, limit) if own else Quote(at, blank, blank, assumed=True)


def _next(lines: Sequence[PastedLine], start: int, limit: int, *, blank: bool) -> int:
    """Return the next line that is blank, or is not; `limit` if there is none before it."""
    return next((at for at in range(start, limit) if lines[at].blank is blank), limit)


def _repeated(texts: Sequence[str], start: int, limit: int, original: _Original) -> tuple[int, bool]:
    """Return the line up to which (excluded) the original is repeated, and whether that is plainly all of it.

    All it is where they begin with the original and end with it, or with a line that is cut short.
    """
    end = start
    began: int | None = None
    reached: int | None = None
    for at in range(start, limit):
        text = texts[at]
        if not text:
            continue
        place = original.places.get(text) if reached is None else reached + 1
        if place is not None and place < len(original.lines) and original.lines[place] == text:
            reached = place
            began = place if began is None else began
            end = at + 1
            continue
        short = text.rstrip(_ELLIPSIS)
        if short != text and len(short) >= _TRUNCATED_LEAST and _goes_on(short, place, original):
            return at + 1, True
        break
    return end, began == 0 and reached == len(original.lines) - 1


def _goes_on(short: str, place: int | None, original: _Original) -> bool:
    """Return whether the original has a longer line that begins so: the next, or any for the first line."""
    lines = original.lines if place is None else original.lines[place : place + 1]
    return any(line.startswith(short) for line in lines)


def _bare(line: PastedLine) -> str:
    return "".join(line.plain.split())


def _minute(time: Stamp) -> tuple[int | str | None, ...]:
    return time.year, time.month, time.day, time.hour, time.minute, time.text if time.relative else ""
