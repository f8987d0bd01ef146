"""A page of posts taken apart: where each begins, who wrote it and when, and where it ends."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tianshen.reading.posts.forum import floor_line, floor_of, load_marks
from tianshen.reading.posts.line_patterns import first_fit
from tianshen.reading.posts.times import read_stamp

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from tianshen.reading.posts.forum import Element, Forum, Grade, Shape
    from tianshen.reading.posts.line_patterns import LinePattern, PastedLine, PatternMatch
    from tianshen.reading.posts.times import Stamp

_DOUBT_REACH = 2  # lines of text between an unknown author and a known name above that leave the author in doubt
_ALIKE = dict.fromkeys(map(ord, "123456789"), "0")  # lines that differ in figures alone fit the same patterns
_BLOCK = 40  # lines about an author between two posts: no forum shows so many, and the search must end somewhere


@dataclass(frozen=True, slots=True)
class PostHead:
    """A post as a page shows it, in line numbers: the head from `first` to `body` (excluded), its text up to `end`.

    `others` are known names near by that could as well be the author's; `closed` says that a line of the forum's own
    ends the post; `text` is where the text begins that stands on the last line of the head itself.
    """

    first: int
    body: int
    end: int
    author: str
    time: Stamp | None
    floor: int | None = None
    others: tuple[str, ...] = ()
    closed: bool = False
    text: int | None = None


@dataclass(frozen=True)
class _Scan:
    """Lines, with what is needed to tell furniture and known names on them; lines that are alike are looked at once."""

    lines: Sequence[PastedLine]
    forum: Forum
    known: Set[str]
    _skipped: dict[str, bool] = field(default_factory=dict)
    _closing: dict[str, bool] = field(default_factory=dict)

    def named(self, at: int) -> str | None:
        """Return the known nickname that is all there is on the line."""
        text = self.lines[at].raw.strip()
        return text if text in self.known else None

    def fits(self, at: int, patterns: Sequence[LinePattern]) -> bool:
        """Return whether one of the patterns fits the line."""
        return first_fit(patterns, self.lines[at]) is not None

    def skipped(self, at: int) -> bool:
        """Return whether the line is neither an author nor text: blank, a floor, or data about an author."""
        raw = self.lines[at].raw
        if raw not in self._skipped:
            self._skipped[raw] = self.lines[at].blank or (not self.named(at) and self._is_data(at))
        return self._skipped[raw]

    def _is_data(self, at: int) -> bool:
        return bool(floor_line().on(self.lines[at])) or self.fits(at, self.forum.profile + self.forum.furniture)

    def closes(self, at: int) -> bool:
        """Return whether the forum ends a post with this line."""
        raw = self.lines[at].raw
        if raw not in self._closing:
            shown = not self.lines[at].blank and not self.named(at)
            self._closing[raw] = shown and self.fits(at, self.forum.closes)
        return self._closing[raw]


def find_heads(lines: Sequence[PastedLine], forum: Forum, known: Set[str], *, plain: bool = True) -> list[PostHead]:
    """Return the posts on these lines in this format, in sequence; none where nothing looks like one.

    Layouts in which a quote looks like a post are tried only with `plain`.
    """
    scan = _Scan(lines, forum, known)
    if forum.tails:
        return _by_tails(scan)
    for grade in forum.heads:
        if not plain and grade.doubtful:
            continue
        heads = _heads(scan, grade)
        if heads and not (grade.untimed and known.isdisjoint(head.author for head in heads)):
            return _ended(scan, _without_quotes(heads) if grade.plain else heads)
    return []


def _heads(scan: _Scan, grade: Grade) -> list[PostHead]:
    heads: list[PostHead] = []
    free = 0
    fitting: dict[str, list[Shape]] = {}
    for at, line in enumerate(scan.lines):
        if at < free or not (line.times or grade.untimed) or _opens_quote(line):
            continue
        kind = line.plain.translate(_ALIKE)
        if kind not in fitting:
            fitting[kind] = [shape for shape in grade.shapes if shape.anchor.on(line)]
        head = _best_head(scan, fitting[kind], at, free)
        if head:
            heads.append(head)
            free = head.body
    return heads


def _best_head(scan: _Scan, shapes: Sequence[Shape], at: int, free: int) -> PostHead | None:
    """Return the head with its anchor on line `at`, if it can be read in many ways the first that names a player."""
    founds = ((shape, shape.anchor.on(scan.lines[at])) for shape in shapes)
    choices = [head for shape, found in founds if found and (head := _head(scan, shape, found, at, free))]
    return next((head for head in choices if head.author in scan.known), choices[0] if choices else None)


def _opens_quote(line: PastedLine) -> bool:
    """Return whether the line begins with a mark that opens a quote: the author named on it is then the one quoted."""
    opens = (pattern for pair in load_marks().quote_pairs for pattern in pair.opens if pattern.needle in line.plain)
    return any(match.start() == 0 for pattern in opens for match in pattern.within(line.plain))


def _head(scan: _Scan, shape: Shape, anchor: PatternMatch, at: int, free: int) -> PostHead | None:
    """Return the head around an anchor on line `at`; lines before `free` belong to the head before."""
    founds = [anchor]
    first = _climb(scan, shape.above, at, free, founds)
    last = _descend(scan, shape.below, at, founds)
    author = next((name for found in reversed(founds) if (name := found.text("author"))), None)
    if first is None or last is None or not author:
        return None
    first, floor = _floor(scan, first, at, free, founds)
    text = anchor.bounds("text")[0] if anchor.text("text") else None
    time = read_stamp(anchor.time())
    return PostHead(
        first, last + 1, len(scan.lines), author, time, floor, _others(scan, author, first, free), text=text
    )


def _climb(scan: _Scan, above: Sequence[Element], at: int, free: int, founds: list[PatternMatch]) -> int | None:
    """Match the lines above an anchor; return the number of the topmost one, None if they do not fit."""
    first = at
    bound = _bound(scan, at, free)
    for element in above:
        if element.bare:
            here = _bare(scan, first, None if "title" in element.pattern.fields else bound, free)
        else:
            here = _literal(scan, element.pattern, first, free)
        found = element.pattern.on(scan.lines[here]) if here is not None else None
        if found and here is not None:
            founds.append(found)
            first = here
        elif not element.optional:
            return None
    return first


def _bound(scan: _Scan, at: int, free: int) -> int | None:
    """Return the line after the one with which the forum ends the post above, None if none is near by."""
    for here in range(at - 1, max(free, at - _BLOCK) - 1, -1):
        if scan.closes(here):
            return here + 1
    return None


def _bare(scan: _Scan, below: int, bound: int | None, free: int) -> int | None:
    """Return the line of a bare name above line `below`: right after the end of the post before, else the nearest."""
    if bound is not None:
        return next((here for here in range(bound, below) if not scan.skipped(here)), None)
    reach = range(below - 1, max(free, below - _BLOCK) - 1, -1)
    return next((here for here in reach if not scan.skipped(here)), None)


def _literal(scan: _Scan, wanted: LinePattern, below: int, free: int) -> int | None:
    for here in range(below - 1, max(free, below - _BLOCK) - 1, -1):
        if wanted.on(scan.lines[here]):
            return here
        if not scan.skipped(here):
            return None
    return None


def _descend(scan: _Scan, below: Sequence[Element], at: int, founds: list[PatternMatch]) -> int | None:
    last = at
    for element in below:
        here = last + 1
        while here < len(scan.lines) and scan.lines[here].blank:
            here += 1
        found = element.pattern.on(scan.lines[here]) if here < len(scan.lines) else None
        if found:
            founds.append(found)
            last = here
        elif not element.optional:
            return None
    return last


def _floor(scan: _Scan, first: int, at: int, free: int, founds: Sequence[PatternMatch]) -> tuple[int, int | None]:
    """Return where the head begins and its floor, told in the head or on a line of its own in it or right above."""
    for found in founds:
        floor = floor_of(found)
        if floor is not None:
            return first, floor
    for here in range(max(free, first - 1), at):
        alone = floor_line().on(scan.lines[here])
        if alone:
            return min(first, here), floor_of(alone)
    return first, None


def _others(scan: _Scan, author: str, first: int, free: int) -> tuple[str, ...]:
    """Return known names right above an author whom nobody knows: perhaps the author, with a title in between."""
    if author in scan.known:
        return ()
    names = []
    unknown = 0
    for here in range(first - 1, max(free, first - _BLOCK) - 1, -1):
        name = scan.named(here)
        if name:
            names.append(name)
        elif not scan.skipped(here):
            unknown += 1
            if unknown > _DOUBT_REACH:
                break
    return tuple(names)


def _without_quotes(heads: Sequence[PostHead]) -> list[PostHead]:
    """Return the heads that are no quotes, if both look the same.

    A quote names an earlier post within a later one: its time falls back, and the next head goes on from the later.
    """
    kept: list[PostHead] = []
    for index, head in enumerate(heads):
        before, after = _order(kept[-1]) if kept else None, _order(heads[index + 1]) if index + 1 < len(heads) else None
        here = _order(head)
        falls = before is not None and here is not None and here < before
        goes_on = after is None or (before is not None and after >= before)
        if not (falls and goes_on):
            kept.append(head)
    return kept


def _order(head: PostHead) -> tuple[int, ...] | None:
    time = head.time
    if time is None or time.year is None or time.month is None or time.day is None:
        return None
    return (time.year, time.month, time.day, time.hour or 0, time.minute, time.second)


def _ended(scan: _Scan, heads: Sequence[PostHead]) -> list[PostHead]:
    """End each post where the next begins, or with the last line before that with which the forum ends posts."""
    ended = []
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        end = following.first if following else len(scan.lines)
        closers = (at for at in range(end - 1, head.body - 1, -1) if scan.closes(at))
        closer = next(closers, None)
        ended.append(replace(head, end=end if closer is None else closer, closed=closer is not None))
    return ended


def _by_tails(scan: _Scan) -> list[PostHead]:
    """Return posts whose floor and time stand after them: author, data about the author, text, last lines."""
    heads: list[PostHead] = []
    begin = 0
    for at, line in enumerate(scan.lines):
        tail = _tail(scan, at, begin) if line.times else None
        if tail is None:
            continue
        end, time, floor = tail
        author = _first_name(scan, begin, end, bool(heads))
        if author is not None:
            body = author + 1
            while body < end and not scan.lines[body].blank and scan.fits(body, scan.forum.profile):
                body += 1
            name = scan.lines[author].raw.strip()
            heads.append(PostHead(author, body, end, name, time, floor, closed=True))
        begin = at + 1
    return heads


def _tail(scan: _Scan, at: int, begin: int) -> tuple[int, Stamp | None, int | None] | None:
    """Return where the lines begin that end a post with its time on line `at`, with time and floor."""
    for shape in scan.forum.tails:
        anchor = shape.anchor.on(scan.lines[at])
        founds = [anchor] if anchor else []
        first = _climb(scan, shape.above, at, begin, founds) if anchor else None
        if anchor and first is not None:
            floor = next((number for found in founds if (number := floor_of(found)) is not None), None)
            return first, read_stamp(anchor.time()), floor
    return None


def _first_name(scan: _Scan, begin: int, end: int, follows: bool) -> int | None:
    """Return the line with the author of the post that ends at `end`: the first that is no furniture or sub-reply.

    On top of a page the furniture cannot be listed in full: there a known name comes first, then the line after those
    with which such pages begin.
    """
    start = begin
    if not follows:
        reach = range(begin, min(end, begin + _BLOCK))
        named = next((at for at in reach if scan.named(at)), None)
        if named is not None:
            return named
        start = max((at + 1 for at in reach if scan.fits(at, scan.forum.tops)), default=begin)
    return next((at for at in range(start, end) if _can_be_author(scan, at)), None)


def _can_be_author(scan: _Scan, at: int) -> bool:
    line = scan.lines[at]
    if line.blank or (not scan.named(at) and scan.fits(at, scan.forum.furniture)):
        return False
    return not any(shape.anchor.on(line) for group in scan.forum.replies for shape in group.shapes)
