"""What in a post is not its author's own words: furniture, signatures, struck-through text, sub-replies, quotes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tianshen.reading.posts.forum import load_marks
from tianshen.reading.posts.line_patterns import evened_out, first_fit
from tianshen.reading.posts.post import MarkedSpan, NotOwnWords
from tianshen.reading.posts.quotes import Quote, quotes_in
from tianshen.reading.posts.times import read_stamp
from tianshen.text.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tianshen.reading.posts.forum import Forum, Replies, Shape
    from tianshen.reading.posts.line_patterns import LinePattern, PastedLine, PatternMatch
    from tianshen.reading.posts.quotes import Originals
    from tianshen.reading.posts.times import Stamp


_TAG = re.compile(r"\[/?[a-z]+(?:=[^\]]*)?\]|[#*\s]+")
# Two or more characters, each with a stroke laid over it: words struck through where there are no tags.
_OVERLAID = re.compile(r"(?:[^\S\n]{0,3}[^\n\u0335-\u0338][\u0335-\u0338]+){2,}")


@dataclass(frozen=True, slots=True)
class Reply:
    """A sub-reply: its lines in the post (from `first` to `last`), and its own text."""

    first: int
    last: int
    author: str
    text: Span
    time: Stamp | None


@dataclass(slots=True)
class MarkedPost:
    """The inside of a post: its spans, its sub-replies, and the last time it was edited."""

    spans: list[MarkedSpan] = field(default_factory=list)
    replies: list[Reply] = field(default_factory=list)
    edited: Stamp | None = None


@dataclass(slots=True)
class _Body:
    """The lines of a post while they are marked; `marks` holds one for each line, None for the author's own."""

    lines: Sequence[PastedLine]
    forum: Forum | None
    marks: list[NotOwnWords | None]

    def list_of(self, name: str) -> tuple[LinePattern, ...]:
        found: tuple[LinePattern, ...] = getattr(self.forum, name) if self.forum else ()
        return found

    def free(self) -> Iterator[tuple[int, PastedLine]]:
        """Yield the lines that nothing has claimed yet."""
        for at, line in enumerate(self.lines):
            if self.marks[at] is None and not line.blank:
                yield at, line


def mark_post(
    lines: Sequence[PastedLine], text: str, forum: Forum | None, author: str | None, originals: Originals
) -> MarkedPost:
    """Return the spans of a post that are not its author's own words.

    `lines` are the lines of its body in the source with that `text`; `originals` finds the posts that quotes repeat.
    """
    marked = MarkedPost()
    body = _Body(lines, forum, [None] * len(lines))
    paired = _paired(body, text) if lines else []
    _mark_lines(body, marked)
    if not (forum and forum.tails):
        marked.replies.extend(replies_in(lines, forum))
        for reply in marked.replies:
            body.marks[reply.first : reply.last + 1] = [NotOwnWords.REPLY] * (reply.last + 1 - reply.first)
    if author is not None:
        _mark_signature(body)
    for quote in quotes_in(list(body.free()), body.list_of("quotes"), lines, author, originals):
        _mark_quote(body, quote)
    marked.spans = in_sequence([*paired, *_leads(body), *_line_spans(body)])
    return marked


def _mark_lines(body: _Body, marked: MarkedPost) -> None:
    marks = load_marks()
    quoted = (*marks.quoted, *body.list_of("quoted"))
    tails = tuple(shape.anchor for shape in body.forum.tails) if body.forum else ()
    furniture = (*body.list_of("furniture"), *body.list_of("closes"), *tails, *marks.furniture)
    for at, line in body.free():
        if _is_report(line):
            body.marks[at:] = [NotOwnWords.REPORT] * (len(body.lines) - at)
            return
        edit = first_fit(body.list_of("edited"), line)
        if edit:
            marked.edited = _later(marked.edited, read_stamp(edit.time()))
            body.marks[at] = NotOwnWords.FURNITURE
        elif first_fit(quoted, line):
            body.marks[at] = NotOwnWords.QUOTED
        elif _is_tail(line, body.forum) or first_fit(furniture, line):
            body.marks[at] = NotOwnWords.FURNITURE


def _is_report(line: PastedLine) -> bool:
    """Return whether a report of the program begins here: its mark stands first, markup aside."""
    marks = load_marks().reports
    if not any(mark in line.plain for mark in marks):
        return False
    text = line.plain
    while not text.startswith(marks):
        tag = _TAG.match(text)
        if not tag:
            return False
        text = text[tag.end() :]
    return True


def _later(one: Stamp | None, other: Stamp | None) -> Stamp | None:
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda s: (s.year or 0, s.month or 0, s.day or 0, s.hour or 0, s.minute, s.second))


def _mark_signature(body: _Body) -> None:
    """Mark everything from a line of the kind that begins signatures up to the end."""
    for at, line in body.free():
        if first_fit(load_marks().signature, line):
            for below in range(at, len(body.lines)):
                body.marks[below] = body.marks[below] or NotOwnWords.SIGNATURE
            return


def _mark_quote(body: _Body, quote: Quote) -> None:
    body.marks[quote.first] = NotOwnWords.FURNITURE if quote.bare else NotOwnWords.QUOTED
    for at in range(quote.first + 1, quote.end):
        body.marks[at] = body.marks[at] or NotOwnWords.QUOTED
    for at in range(quote.end, quote.unsure_to):
        body.marks[at] = body.marks[at] or NotOwnWords.UNSURE
    if quote.assumed:
        body.marks[quote.first] = NotOwnWords.ENDED_BY_BLANK


def replies_in(lines: Sequence[PastedLine], forum: Forum | None) -> list[Reply]:
    """Return the sub-replies on these lines, in sequence."""
    replies: list[Reply] = []
    for group in forum.replies if forum else ():
        start = _start_of_replies(lines, group)
        at = len(lines) if start is None else start
        while at < len(lines):
            reply = None if _is_tail(lines[at], forum) else _reply(lines, group, at)
            if reply:
                replies.append(reply)
            at = reply.last + 1 if reply else at + 1
    return sorted(replies, key=lambda reply: reply.first)


def _is_tail(line: PastedLine, forum: Forum | None) -> bool:
    """Return whether the line ends a post, in a format that puts floor and time after it."""
    return forum is not None and any(shape.anchor.on(line) for shape in forum.tails)


def _start_of_replies(lines: Sequence[PastedLine], group: Replies) -> int | None:
    if group.after:
        return next((at + 1 for at, line in enumerate(lines) if first_fit(group.after, line)), None)
    last = (at + 1 for at in range(len(lines) - 1, -1, -1) if group.below and first_fit(group.below, lines[at]))
    return next(last, 0)


def _reply(lines: Sequence[PastedLine], group: Replies, at: int) -> Reply | None:
    """Return the sub-reply whose first line is `at`: of one line, or of two with author and time apart."""
    for shape in group.shapes:
        last, told = _matched(lines, shape, at)
        author = next((name for found in told if (name := found.text("author"))), None)
        text = next((found.bounds("text") for found in told if found.text("text")), None)
        if author and text:
            return Reply(at, last, author, Span(*text), read_stamp(told[-1].time()))
    return None


def _matched(lines: Sequence[PastedLine], shape: Shape, at: int) -> tuple[int, list[PatternMatch]]:
    """Return the last line of a sub-reply of that shape, and what its lines tell; nothing if they do not fit."""
    if not shape.above:
        found = shape.anchor.on(lines[at])
        return at, [found] if found else []
    top = shape.above[0].pattern.on(lines[at])
    last = next((here for here in range(at + 1, len(lines)) if not lines[here].blank), None) if top else None
    anchor = shape.anchor.on(lines[last]) if last is not None else None
    return (last, [top, anchor]) if top and anchor and last is not None else (at, [])


def _paired(body: _Body, text: str) -> list[MarkedSpan]:
    """Return what stands between marks that open and close; what is not closed reaches to the end of the post."""
    start, end = body.lines[0].start, body.lines[-1].end
    evened = evened_out(text[start:end])
    marks = load_marks()
    spans: list[MarkedSpan] = []
    quotes = (*marks.quote_pairs, *(body.forum.pairs if body.forum else ()))
    for pairs, mark in ((quotes, NotOwnWords.QUOTED), (marks.struck_pairs, NotOwnWords.STRUCK)):
        for pair in pairs:
            spans.extend(
                MarkedSpan(Span(start + low, start + high), mark if closed else NotOwnWords.UNSURE)
                for low, high, closed in pair.spans(evened)
            )
    spans.extend(
        MarkedSpan(Span(start + found.start(), start + found.end()), NotOwnWords.STRUCK)
        for found in _OVERLAID.finditer(text, start, end)
    )
    spans.sort(key=lambda marked: marked.span)
    _claim(body, spans)
    return spans


def _claim(body: _Body, spans: Sequence[MarkedSpan]) -> None:
    """Mark the lines that lie in a span as a whole."""
    at = 0
    for marked in spans:
        while at < len(body.lines) and body.lines[at].start < marked.span.start:
            at += 1
        while at < len(body.lines) and body.lines[at].end <= marked.span.end:
            body.marks[at] = marked.why
            at += 1


def _leads(body: _Body) -> Iterator[MarkedSpan]:
    """Yield the forum's marks at the beginning of a line, with the author's words right after them."""
    for _, line in body.free():
        for lead in body.list_of("leads"):
            match = lead.regex.match(line.plain) if lead.needle in line.plain else None
            if match:
                yield MarkedSpan(Span(*line.bounds(*match.span())), NotOwnWords.FURNITURE)
                break


def _line_spans(body: _Body) -> Iterator[MarkedSpan]:
    """Yield the runs of lines with the same mark."""
    at = 0
    while at < len(body.lines):
        mark = body.marks[at]
        first = at
        while at < len(body.lines) and body.marks[at] is mark:
            at += 1
        if mark is not None:
            yield MarkedSpan(Span(body.lines[first].start, body.lines[at - 1].end), mark)


def in_sequence(spans: Iterable[MarkedSpan]) -> list[MarkedSpan]:
    """Return the spans in sequence; cut off the part of one that lies in an earlier one."""
    ordered: list[MarkedSpan] = []
    reached = 0
    for marked in sorted(spans, key=lambda marked: (marked.span.start, -marked.span.end)):
        start = max(marked.span.start, reached)
        if start < marked.span.end:
            ordered.append(MarkedSpan(Span(start, marked.span.end), marked.why))
            reached = marked.span.end
    return ordered
