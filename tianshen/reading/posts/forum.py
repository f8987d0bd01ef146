"""Forum formats: how a post begins and ends and which lines are not its text. All of it is data in `locales/forums`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from tianshen.errors import DataError
from tianshen.reading.posts.line_patterns import (
    DAY,
    HOUR,
    LinePattern,
    PatternFault,
    compile_pattern,
    evened_out,
    fragment,
)
from tianshen.reading.posts.times import load_times
from tianshen.resources import data_file, read_toml, taking_apart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tianshen.reading.posts.line_patterns import PatternMatch

_FOLDER = ("locales", "forums")
_GAPS = {
    "": r".*?",
    "author": rf"(?P<author>[^\s{DAY}{HOUR}](?:[^{DAY}{HOUR}]{{0,38}}?[^\s{DAY}{HOUR}])??)",
    "name": rf"(?P<author>[^\s{DAY}{HOUR}]{{1,40}}?)",
    "alias": rf"(?P<alias>[^{DAY}{HOUR}]{{0,40}}?)",
    "title": rf"(?P<title>[^{DAY}{HOUR}]+)",
    "text": r"(?P<text>.+?)",
    "time": f"(?P<time>{DAY})",
    "clock": f"(?P<time>{HOUR})",
    "n": r"(?P<n>\d{1,6})",
    "count": r"\d[\d,.]*",
    "word": rf"[^\s{DAY}{HOUR}]+?",
    "gap": r"\s+",
    "sep": r"[\s|,/\u00b7\u2022\-\u2014]*",
    "ip": r"\d{1,3}(?:\.\d{1,3}){3}",
    "rule": r"(?:_{4,}|={4,})",
    "dashes": r"[-=\u2014\u2500\u2501]{2,}",
    "line": r"[-=\u2014\u2500\u2501]{5,}",
    "week": r"[^\s\d]{2,4}",
    "stars": r"[*\u2605\u2606]+",
}
_BARE = ("{author}", "{title}", "{name}")
_LINES = ("closes", "edited", "quotes", "quoted", "furniture", "leads", "profile", "tops", "days")


@dataclass(frozen=True, slots=True)
class Element:
    """One line of the way in which a post begins."""

    pattern: LinePattern
    optional: bool = False

    @property
    def bare(self) -> bool:
        """Return whether any line would do: then only its place tells what it is."""
        return self.pattern.source in _BARE


@dataclass(frozen=True, slots=True)
class Shape:
    """How a post begins: an anchor, the line with the time, and what stands above and below it, nearest first."""

    anchor: LinePattern
    above: tuple[Element, ...] = ()
    below: tuple[Element, ...] = ()


@dataclass(frozen=True, slots=True)
class Grade:
    """Shapes of one page layout; `plain` where quotes look the same, `untimed` where heads tell no time."""

    shapes: tuple[Shape, ...]
    plain: bool = False
    untimed: bool = False

    @property
    def doubtful(self) -> bool:
        """Return whether what looks like the head of a post may be something else."""
        return self.plain or self.untimed


@dataclass(frozen=True, slots=True)
class Replies:
    """How sub-replies look.

    Where `after` is given, only below such a line; where a post has a line like those in `below`, only below the last.
    """

    shapes: tuple[Shape, ...]
    after: tuple[LinePattern, ...] = ()
    below: tuple[LinePattern, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """Marks that open and one that closes. `inline`: the same mark does both, on one line, close to the words."""

    opens: tuple[LinePattern, ...]
    close: LinePattern

    @property
    def inline(self) -> bool:
        """Return whether opening and closing mark are the same."""
        return self.opens[0].source == self.close.source

    def spans(self, evened: str) -> Iterator[tuple[int, int, bool]]:
        """Yield where outermost pairs begin and end in an evened-out text, and whether each is closed.

        A mark that closes nothing is passed over; what is not closed reaches to the end.
        """
        if not any(pattern.needle in evened for pattern in self.opens):
            return
        if self.inline:
            yield from self._inline(evened)
        else:
            yield from self._nested(evened)

    def _nested(self, evened: str) -> Iterator[tuple[int, int, bool]]:
        marks = {match.span(): True for pattern in self.opens for match in pattern.within(evened)}
        marks |= {match.span(): False for match in self.close.within(evened)}
        depth = began = 0
        for (start, end), opens in sorted(marks.items()):
            if opens:
                began = began if depth else start
                depth += 1
            elif depth:
                depth -= 1
                if not depth:
                    yield began, end, True
        if depth:
            yield began, len(evened), False

    def _inline(self, evened: str) -> Iterator[tuple[int, int, bool]]:
        began: tuple[int, int] | None = None
        for match in self.close.within(evened):
            start, end = match.span()
            if began and "\n" in evened[began[1] : start]:
                began = None
            if began and not evened[start - 1].isspace():
                yield began[0], end, True
                began = None
            elif end < len(evened) and not evened[end].isspace():
                began = (start, end)


@dataclass(frozen=True)
class Forum:
    """One format. `strong`: its post heads cannot be mistaken for anything else; `chat`: a log of short messages.

    `tails` instead of `heads`: floor and time stand after the post. `pairs` are marks of quotes that only it has.
    """

    kind: str
    name: str
    rank: int
    strong: bool
    chat: bool
    heads: tuple[Grade, ...]
    tails: tuple[Shape, ...]
    replies: tuple[Replies, ...]
    closes: tuple[LinePattern, ...]
    edited: tuple[LinePattern, ...]
    quotes: tuple[LinePattern, ...]
    quoted: tuple[LinePattern, ...]
    furniture: tuple[LinePattern, ...]
    leads: tuple[LinePattern, ...]
    profile: tuple[LinePattern, ...]
    tops: tuple[LinePattern, ...]
    days: tuple[LinePattern, ...]
    pairs: tuple[Pair, ...] = ()


@dataclass(frozen=True)
class Marks:
    """What is the same in all formats."""

    quote_pairs: tuple[Pair, ...]
    struck_pairs: tuple[Pair, ...]
    quoted: tuple[LinePattern, ...]
    quotes: tuple[LinePattern, ...]
    signature: tuple[LinePattern, ...]
    furniture: tuple[LinePattern, ...]
    reports: tuple[str, ...]


@dataclass(frozen=True)
class _Floors:
    words: Mapping[str, int]
    body: str
    number: re.Pattern[str] = field(default_factory=lambda: re.compile(r"\d+"))


def floor_of(found: PatternMatch) -> int | None:
    """Return the floor that a line tells: its number, or what its word stands for."""
    digits = found.plain("n")
    if digits:
        return int(digits)
    text = found.plain("floor")
    if not text:
        return None
    floors = _floors()
    number = floors.number.search(text)
    return int(number.group()) if number else floors.words.get(text.strip())


@cache
def floor_line() -> LinePattern:
    """Return a line that tells a floor and nothing else."""
    return compile_pattern("{floor}", _gap)


@cache
def forum_kinds() -> tuple[str, ...]:
    """Return the formats that are known, in the sequence in which they are tried."""
    folder = data_file(*_FOLDER)
    kinds = [entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")]
    with taking_apart(*_FOLDER):
        return tuple(sorted(kinds, key=lambda kind: (read_toml(*_FOLDER, f"{kind}.toml").get("rank", 0), kind)))


@cache
def load_forum(kind: str) -> Forum:
    """Return the format with that name; raise `DataError` with every fault of its file."""
    path = (*_FOLDER, f"{kind}.toml")
    data = read_toml(*path)
    faults: list[str] = []
    with taking_apart(*path):
        forum = _forum(kind, data, faults)
    if faults:
        raise DataError("/".join(path), faults)
    return forum


def _forum(kind: str, data: Mapping[str, Any], faults: list[str]) -> Forum:
    lines = data.get("lines", {})
    faults.extend(f"lines.{key}: no such list" for key in lines if key not in _LINES)
    forum = Forum(
        kind,
        str(data.get("name", kind)),
        int(data.get("rank", 0)),
        bool(data.get("strong", False)),
        bool(data.get("chat", False)),
        tuple(
            Grade(
                _shapes(row, f"heads.{index}", faults),
                bool(row.get("plain", False)),
                bool(row.get("untimed", False)),
            )
            for index, row in enumerate(data.get("heads", ()))
        ),
        tuple(
            shape for index, row in enumerate(data.get("tails", ())) for shape in _shapes(row, f"tails.{index}", faults)
        ),
        tuple(
            Replies(
                _shapes(row, f"replies.{index}", faults),
                _patterns(row.get("after", ()), f"replies.{index}.after", faults),
                _patterns(row.get("below", ()), f"replies.{index}.below", faults),
            )
            for index, row in enumerate(data.get("replies", ()))
        ),
        **{key: _patterns(lines.get(key, ()), f"lines.{key}", faults) for key in _LINES},
        pairs=_pairs(data.get("pairs", ()), "pairs", faults),
    )
    if not forum.heads and not forum.tails:
        faults.append("heads, tails: nothing says how a post begins or ends")
    return forum


@cache
def load_marks() -> Marks:
    """Return the marks that all formats share; raise `DataError` with every fault of the data files."""
    path = (*_FOLDER, "common", "marks.toml")
    data = read_toml(*path)
    reports = read_toml(*_FOLDER, "common", "report.toml")
    faults: list[str] = []
    with taking_apart(*path):
        marks = _marks(data, reports, faults)
    if faults:
        raise DataError("/".join(path), faults)
    return marks


def _marks(data: Mapping[str, Any], reports: Mapping[str, Any], faults: list[str]) -> Marks:
    quotes = data.get("quotes", {})
    return Marks(
        _pairs(quotes.get("pairs", ()), "quotes.pairs", faults),
        _pairs(data.get("struck", {}).get("pairs", ()), "struck.pairs", faults),
        _patterns(quotes.get("lines", ()), "quotes.lines", faults),
        _patterns(quotes.get("open", ()), "quotes.open", faults),
        _patterns(data.get("signature", {}).get("lines", ()), "signature.lines", faults),
        _patterns(data.get("furniture", {}).get("lines", ()), "furniture.lines", faults),
        tuple(evened_out(mark) for mark in reports.get("marks", ())),
    )


@cache
def _floors() -> _Floors:
    path = (*_FOLDER, "common", "floors.toml")
    data = read_toml(*path)
    try:
        forms = [fragment(form, {"n": r"\d{1,6}"}.__getitem__) for form in data["forms"]]
        words = {evened_out(word): int(number) for word, number in data["words"].items()}
    except (KeyError, ValueError, TypeError, PatternFault) as error:
        raise DataError("/".join(path), [str(error)]) from error
    return _Floors(words, "|".join((*forms, *map(re.escape, words))))


def _gap(name: str) -> str:
    if name == "floor":
        return f"(?P<floor>{_floors().body})"
    if name == "date":
        return f"(?P<date>{load_times().date})"
    return _GAPS[name]


def _patterns(
    sources: Sequence[str], where: str, faults: list[str], gap: Callable[[str], str] = _gap
) -> tuple[LinePattern, ...]:
    patterns = []
    for source in sources:
        try:
            patterns.append(compile_pattern(source, gap))
        except PatternFault as fault:
            faults.append(f"{where}: {fault}")
    return tuple(patterns)


def _pairs(sources: Sequence[Sequence[str]], where: str, faults: list[str]) -> tuple[Pair, ...]:
    """Return the pairs of marks; those with the same closing mark are one, so that they may be nested."""
    groups: dict[str, list[LinePattern]] = {}
    closes: dict[str, LinePattern] = {}
    for source in sources:
        try:
            first, last = (compile_pattern(mark, {"": r"[^\]\n]*"}.__getitem__, inline=True) for mark in source)
        except (PatternFault, ValueError) as fault:
            faults.append(f"{where}: {fault}")
            continue
        groups.setdefault(last.source, []).append(first)
        closes[last.source] = last
    return tuple(Pair(tuple(opens), closes[source]) for source, opens in groups.items())


def _shapes(row: Mapping[str, Any], where: str, faults: list[str]) -> tuple[Shape, ...]:
    shapes = []
    for sources in row.get("shapes", ()):
        shape = _shape(sources, where, faults)
        if shape:
            shapes.append(shape)
    return tuple(shapes)


def _shape(sources: Sequence[str], where: str, faults: list[str]) -> Shape | None:
    bare = [source.removeprefix("?") for source in sources]
    patterns = _patterns(bare, where, faults)
    anchors = [index for index, pattern in enumerate(patterns) if pattern.fields & {"time", "clock"}]
    if len(patterns) != len(sources) or len(anchors) > 1:
        faults.append(f"{where}: {sources}: at most one line may tell the time")
        return None
    at = next(iter(anchors), len(patterns) - 1)
    elements = [Element(pattern, source != raw) for pattern, source, raw in zip(patterns, bare, sources, strict=True)]
    faults.extend(
        f"{where}: {element.pattern.source}: any line fits this, it cannot be optional"
        for element in elements
        if element.optional and element.bare
    )
    return Shape(patterns[at], tuple(reversed(elements[:at])), tuple(elements[at + 1 :]))
