"""The small notation in which `locales/forums` describes lines: literal text with named gaps.

`{author} 发表于 {time}` is literal text with two gaps. A blank stands for any run of white space, also none. `<…>` may
be missing, `{a|b}` is one of several texts. `{{`, `}}`, `<<` and `>>` are the plain characters. Width and case do not
matter, in the data or in a paste. This notation only recognises text; what is written is filled by `locale.template`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tianshen.text.characters import INVISIBLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Protocol

    class Times(Protocol):
        """Whatever finds times in an evened-out line: where each begins and ends, and whether it is an hour alone."""

        def find(self, evened: str) -> Iterator[tuple[int, int, bool]]:  # noqa: D102
            ...


_BLANKS = (0x09, 0x0B, 0x0C, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0x85)
# Full width to half width, any blank to a space, capitals to small letters: always one character for one.
_PLAIN = (
    {0xFF01 + step: chr(0x21 + step).lower() for step in range(94)}
    | {code: chr(code).lower() for code in (*range(ord("A"), ord("Z") + 1), *range(0xC0, 0xDF), 0x152, 0x160, 0x178)}
    | dict.fromkeys((*range(9), *_BLANKS), " ")
)
DAY = "\x00"  # stands in a line for a time that tells the day, or how long ago it was
HOUR = "\x01"  # stands in a line for a time that tells the hour alone
_TOKEN = re.compile(r"\{\{|\}\}|<<|>>|\{([^{}]*)\}|([<>{}])|( )|([^<>{} ]+)")
_OPTIONAL = {"<": "(?:", ">": ")?"}
_ESCAPES = {"{{": "{", "}}": "}", "<<": "<", ">>": ">"}
LONGEST_LINE = (
    400  # characters; a line that says who wrote what and when is shorter, and patterns are slow on long ones
)


class PatternFault(ValueError):
    """A pattern that cannot be read; its text says what is wrong."""


def evened_out(text: str) -> str:
    """Return the text with width and case evened out, character for character."""
    return text.translate(_PLAIN)


@dataclass(frozen=True, slots=True)
class PastedLine:
    """One line of a paste: where it begins, its text, and the same evened out.

    In `plain`, invisible characters are left out and each time is one character, `DAY` or `HOUR`; `times` are their
    own words. `kept` gives, for each character of `plain`, where it begins and ends in `raw`; None where they agree.
    """

    start: int
    raw: str
    plain: str
    times: tuple[str, ...] = ()
    kept: tuple[tuple[int, int], ...] | None = None

    @property
    def end(self) -> int:
        """The offset at which the line ends, its line end excluded."""
        return self.start + len(self.raw)

    @property
    def blank(self) -> bool:
        """Return whether nothing can be seen on it."""
        return not self.plain or self.plain.isspace()

    def rest_from(self, start: int) -> PastedLine:
        """Return the rest of the line from an offset in the whole text on."""
        at = start - self.start
        if self.kept is None:
            return PastedLine(start, self.raw[at:], self.plain[at:])
        first = next((index for index, (begin, _) in enumerate(self.kept) if begin >= at), len(self.kept))
        skipped = self.plain[:first].count(DAY) + self.plain[:first].count(HOUR)
        kept = tuple((begin - at, end - at) for begin, end in self.kept[first:])
        return PastedLine(start, self.raw[at:], self.plain[first:], self.times[skipped:], kept)

    def bounds(self, start: int, end: int) -> tuple[int, int]:
        """Return the offsets in the whole text of a stretch of `plain`."""
        if self.kept is None:
            return self.start + start, self.start + end
        if start == end:
            at = self.kept[start][0] if start < len(self.kept) else len(self.raw)
            return self.start + at, self.start + at
        return self.start + self.kept[start][0], self.start + self.kept[end - 1][1]


class NoTimes:
    """For texts that are known to hold no time."""

    def find(self, evened: str) -> Iterator[tuple[int, int, bool]]:
        """Yield nothing."""
        yield from ()


def lines_of(text: str, times: Times) -> list[PastedLine]:
    """Return the lines of a text."""
    visible = text.isascii() or INVISIBLE.isdisjoint(text)
    lines = []
    at = 0
    for raw, evened in zip(text.split("\n"), evened_out(text).split("\n"), strict=True):
        found = list(times.find(evened)) if len(raw) <= LONGEST_LINE else []
        if found or not (visible or len(raw) > LONGEST_LINE or INVISIBLE.isdisjoint(raw)):
            lines.append(_marked(at, raw, evened, found))
        else:
            lines.append(PastedLine(at, raw, evened))
        at += len(raw) + 1
    return lines


def _marked(start: int, raw: str, evened: str, found: Sequence[tuple[int, int, bool]]) -> PastedLine:
    """Return the line without invisible characters, and with one character for each time found in it."""
    kept: list[tuple[int, int]] = []
    chars: list[str] = []
    at = 0
    for first, last, hour_only in [*found, (len(raw), len(raw), False)]:
        for index in range(at, first):
            if raw[index] not in INVISIBLE:
                kept.append((index, index + 1))
                chars.append(evened[index])
        if first < last:
            kept.append((first, last))
            chars.append(HOUR if hour_only else DAY)
        at = last
    return PastedLine(start, raw, "".join(chars), tuple(raw[first:last] for first, last, _ in found), tuple(kept))


@dataclass(frozen=True, slots=True)
class PatternMatch:
    """A pattern that fits a line, and what its gaps hold."""

    line: PastedLine
    match: re.Match[str]

    def text(self, field: str) -> str | None:
        """Return what the gap holds, as the paste has it; None for a gap that the pattern lacks or that is left out.

        Invisible characters around it belong to it: two names that look the same are not the same.
        """
        if field not in self.match.re.groupindex or self.match.start(field) < 0:
            return None
        start, end = (place - self.line.start for place in self.line.bounds(*self.match.span(field)))
        raw = self.line.raw
        while end < len(raw) and raw[end] in INVISIBLE:
            end += 1
        while start and raw[start - 1] in INVISIBLE:
            start -= 1
        return raw[start:end].strip()

    def plain(self, field: str) -> str | None:
        """Return what the gap holds, evened out."""
        return self.match.group(field) if field in self.match.re.groupindex else None

    def time(self) -> str | None:
        """Return the time that the pattern found, in its own words."""
        at = self.match.start("time") if "time" in self.match.re.groupindex else -1
        if at < 0:
            return None
        before = self.line.plain[:at]
        return self.line.times[before.count(DAY) + before.count(HOUR)]

    def bounds(self, field: str) -> tuple[int, int]:
        """Return where the gap lies in the whole text."""
        return self.line.bounds(*self.match.span(field))


@dataclass(frozen=True, slots=True)
class LinePattern:
    """A pattern, ready to be tried on lines; `fields` are the names of its gaps.

    `needle` is a text without which no line fits, `timed` that a line without a time does not.
    """

    source: str
    regex: re.Pattern[str]
    needle: str
    fields: frozenset[str]
    timed: bool = False

    def on(self, line: PastedLine) -> PatternMatch | None:
        """Return the whole line as this pattern sees it, None if it does not fit."""
        if self.needle not in line.plain or len(line.raw) > LONGEST_LINE or (self.timed and not line.times):
            return None
        match = self.regex.fullmatch(line.plain)
        return PatternMatch(line, match) if match else None

    def within(self, text: str) -> Iterator[re.Match[str]]:
        """Return every place in an evened-out text that the pattern fits, without overlap."""
        return self.regex.finditer(text)


def first_fit(patterns: Sequence[LinePattern], line: PastedLine) -> PatternMatch | None:
    """Return how the first of the patterns that fits the line sees it."""
    text = line.plain
    for pattern in patterns:
        if pattern.needle in text and (found := pattern.on(line)):
            return found
    return None


def compile_pattern(source: str, gap: Callable[[str], str], *, inline: bool = False) -> LinePattern:
    """Return the pattern that the data writes as `source`; `gap` gives the expression for a gap's name.

    An `inline` pattern is looked for within a text, any other must fit a whole line. Raises `PatternFault` for a stray
    mark, an optional part that is not closed, a gap that `gap` refuses with `KeyError`, or a gap named twice.
    """
    body, needle, fields, timed = _expression(source, gap)
    try:
        regex = re.compile(body if inline else rf"\s*{body}\s*")
    except re.error as error:
        raise PatternFault(f"{source!r}: {error}") from error
    return LinePattern(source, regex, needle, fields, timed)


def fragment(source: str, gap: Callable[[str], str]) -> str:
    """Return the expression of a pattern, to be put into a larger one; raise as `compile_pattern` does."""
    return _expression(source, gap)[0]


def _expression(source: str, gap: Callable[[str], str]) -> tuple[str, str, frozenset[str], bool]:
    """Return the expression, the longest text that must be there, the gaps, and whether a time must be there."""
    parts: list[str] = []
    literals: list[str] = [""]
    fields: set[str] = set()
    required: set[str] = set()
    depth = 0
    for token in _TOKEN.finditer(source):
        name, mark, blank, _ = token.groups()
        if name is not None:
            fields.add(name)
            required.update(() if depth else (name,))
            parts.append(_held(source, name, gap))
        elif blank:
            parts.append(r"\s*")
        elif mark:
            depth = _depth_after(source, mark, depth)
            parts.append(_OPTIONAL[mark])
        else:
            text = evened_out(_ESCAPES.get(token.group(), token.group()))
            parts.append(re.escape(text))
            literals[-1] += "" if depth else text
            continue
        literals.append("")
    if depth:
        raise PatternFault(f"{source!r}: '<' is not closed")
    return "".join(parts), max(literals, key=len), frozenset(fields), not required.isdisjoint(("time", "clock"))


def _depth_after(source: str, mark: str, depth: int) -> int:
    """Return how deep in optional parts what follows the mark is."""
    if mark not in _OPTIONAL or (mark == ">" and not depth):
        raise PatternFault(f"{source!r}: stray {mark!r}")
    return depth + (1 if mark == "<" else -1)


def _held(source: str, name: str, gap: Callable[[str], str]) -> str:
    """Return the expression for a gap, or for one of several texts."""
    if "|" in name:
        texts = (r"\s*".join(map(re.escape, evened_out(text).split(" "))) for text in name.split("|"))
        return f"(?:{'|'.join(texts)})"
    try:
        return gap(name)
    except KeyError:
        raise PatternFault(f"{source!r}: unknown gap {name!r}") from None
