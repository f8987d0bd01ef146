"""Pastes told apart and their formats recognised; each becomes posts, and text that belongs to no post."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from tianshen.reading.posts.line_patterns import first_fit
from tianshen.reading.posts.not_own_words import in_sequence, mark_post, replies_in
from tianshen.reading.posts.post import MarkedSpan, NotOwnWords, Post, PostKind
from tianshen.reading.posts.post_heads import find_heads
from tianshen.reading.posts.quotes import Originals
from tianshen.reading.posts.times import load_times
from tianshen.text.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set

    from tianshen.reading.posts.forum import Forum
    from tianshen.reading.posts.line_patterns import PastedLine, PatternMatch
    from tianshen.reading.posts.not_own_words import Reply
    from tianshen.reading.posts.post_heads import PostHead

_FEW = 2  # heads that a weak format must have where no player is known: one alone may be chance


@dataclass(frozen=True)
class PastedPage:
    """Lines of one paste in one format; `forum` is None where no posts can be told apart.

    `continues`: the paste begins in another format.
    """

    lines: Sequence[PastedLine]
    forum: Forum | None = None
    heads: Sequence[PostHead] = ()
    continues: bool = False

    @classmethod
    def of(cls, lines: Sequence[PastedLine], forum: Forum, known: Set[str], *, continues: bool = False) -> PastedPage:
        """Return the lines as a page of that format; heads that tell the hour alone are of the day told above them."""
        heads = find_heads(lines, forum, known)
        days = [(at, day) for at, line in enumerate(lines) if (day := first_fit(forum.days, line))]
        return cls(lines, forum, list(_on_days(heads, days)), continues)

    def offer(self, originals: Originals) -> None:
        """Add the posts of the page to those that may be quoted."""
        for head in self.heads if self.forum else ():
            lines = self._body(head)
            ignored = (*self.forum.edited, *self.forum.furniture) if self.forum else ()
            start = lines[0].start if lines else 0
            originals.add(head.author, head.time, start, [line for line in lines if not first_fit(ignored, line)])

    def _body(self, head: PostHead) -> list[PastedLine]:
        """Return the lines of a post's text; the first may stand after its head on the same line."""
        lines = list(self.lines[head.body : head.end])
        return lines if head.text is None else [self.lines[head.body - 1].rest_from(head.text), *lines]

    def posts(self, text: str, called: Set[str], originals: Originals) -> Iterator[Post]:
        """Yield the posts of the page and the text around them, in sequence; together they cover the page."""
        at = 0
        for head in self.heads:
            if at < head.first:
                yield from self._between(text, at, head.first, called, last=False, top=at == 0)
            yield from self._post(text, head, originals)
            at = head.end
        if at < len(self.lines) or not self.heads:
            yield from self._between(text, at, len(self.lines), called, last=True, top=at == 0)

    def _post(self, text: str, head: PostHead, originals: Originals) -> Iterator[Post]:
        lines = self._body(head)
        body, top = self._span(head.body, head.end), self._span(head.first, head.body)
        if head.text is not None:
            body, top = Span(head.text, max(body.end, lines[0].end)), Span(top.start, head.text)
        marked = mark_post(lines, text, self.forum, head.author, originals)
        yield Post(
            PostKind.POST,
            body,
            top,
            head.author,
            head.others,
            head.floor,
            head.time,
            marked.edited,
            tuple(marked.spans),
            chat=bool(self.forum and self.forum.chat),
            closed=head.closed,
        )
        yield from map(_reply_post, marked.replies)

    def _between(self, text: str, start: int, end: int, called: Set[str], *, last: bool, top: bool) -> Iterator[Post]:
        """Yield text that belongs to no post: the game master's own on top and at the end, elsewhere nobody's."""
        lines = self.lines[start:end]
        replies = replies_in(lines, self.forum) if self.forum and self.forum.tails else []
        marked = mark_post(lines, text, self.forum, None, Originals())
        own = last or top
        calls = tuple(_calls(lines, called)) if own else ()
        spans = [*marked.spans, *(MarkedSpan(span, NotOwnWords.CALL) for span, _ in calls)]
        spans.extend(MarkedSpan(Span(lines[r.first].start, lines[r.last].end), NotOwnWords.REPLY) for r in replies)
        yield Post(
            PostKind.OWN if own else PostKind.STRAY,
            self._span(start, end),
            marked=tuple(in_sequence(spans)),
            calls=calls,
        )
        yield from map(_reply_post, replies)

    def _span(self, start: int, end: int) -> Span:
        """Return the span of the source that lines `start` to `end` (excluded) fill."""
        first = self.lines[start].start if start < len(self.lines) else self.lines[-1].end
        return Span(first, max(first, self.lines[end - 1].end) if end > start else first)


def _reply_post(reply: Reply) -> Post:
    return Post(PostKind.REPLY, reply.text, author=reply.author, written=reply.time)


def _calls(lines: Sequence[PastedLine], known: Set[str]) -> Iterator[tuple[Span, str]]:
    """Yield where a player's nickname stands as a heading: in brackets, or before a colon."""
    if not known:
        return
    names = "|".join(re.escape(name) for name in sorted(known, key=lambda name: (-len(name), name)))
    called = re.compile(
        rf"\s*@?(?:(?P<plain>{names})|[\[【](?P<boxed>{names})[\]】])\s*(?:[(（][^()（）]{{0,20}}[)）])?\s*(?P<colon>[:：])?"
    )
    for line in lines:
        match = called.match(line.raw)
        if match and (match["colon"] or (match["boxed"] and match.end() == len(line.raw.rstrip()))):
            yield Span(line.start, line.start + match.end()), match["plain"] or match["boxed"]


def pages_of(lines: Sequence[PastedLine], forums: Sequence[Forum], known: Set[str], seam: str) -> list[PastedPage]:
    """Return the pastes on these lines. A line equal to `seam` parts two pastes and is itself no text."""
    pages = []
    first = 0
    for at in [*(at for at, line in enumerate(lines) if seam and line.raw.strip() == seam), len(lines)]:
        if first < at:
            pages.extend(_formats(lines[first:at], forums, known))
        first = at + 1
    return pages


def _formats(lines: Sequence[PastedLine], forums: Sequence[Forum], known: Set[str]) -> list[PastedPage]:
    """Return one paste in its format, or several pages if the format plainly changes."""
    found = [(forum, heads) for forum in forums if (heads := find_heads(lines, forum, known))]
    choices = [pair for pair in found if _credible(pair[0], pair[1], known)]
    if not choices:
        return [PastedPage(lines)]
    main, heads = max(choices, key=lambda pair: _weight(pair[0], pair[1], known))
    others = [forum for forum, _ in found if forum.strong and forum is not main]
    begins = [(head.first, main) for head in heads]
    begins.extend(_foreign_heads(lines, heads, others, known))
    return _parted(lines, sorted(begins, key=lambda begin: begin[0]), known)


def _parted(lines: Sequence[PastedLine], begins: Sequence[tuple[int, Forum]], known: Set[str]) -> list[PastedPage]:
    """Return the paste in pages, each up to the line where the first post of another format begins."""
    changes = [(at, forum) for (_, before), (at, forum) in pairwise(begins) if forum is not before]
    starts = [(0, begins[0][1]), *changes, (len(lines), begins[-1][1])]
    return [
        PastedPage.of(lines[start:end], forum, known, continues=start > 0)
        for (start, forum), (end, _) in pairwise(starts)
    ]


def _foreign_heads(
    lines: Sequence[PastedLine], heads: Sequence[PostHead], forums: Sequence[Forum], known: Set[str]
) -> Iterator[tuple[int, Forum]]:
    """Yield where posts of other formats begin, on lines that no head has taken."""
    taken = {at for head in heads for at in range(head.first, head.body)}
    for forum in forums:
        for head in find_heads(lines, forum, known, plain=False):
            if (head.author in known or not known) and taken.isdisjoint(range(head.first, head.body)):
                yield head.first, forum
                taken.update(range(head.first, head.body))


def _on_days(heads: Sequence[PostHead], days: Sequence[tuple[int, PatternMatch]]) -> Iterator[PostHead]:
    """Yield the heads, each that tells the hour alone on the day that the last line before it tells."""
    passed = 0
    for head in heads:
        while passed < len(days) and days[passed][0] < head.body:
            passed += 1
        if passed and head.time is not None:
            day = days[passed - 1][1]
            yield replace(head, time=load_times().on_day(head.time, day.time() or day.text("date") or ""))
        else:
            yield head


def _credible(forum: Forum, heads: Sequence[PostHead], known: Set[str]) -> bool:
    """Return whether these are posts: a weak format is taken only where it names a player, or where nobody is known."""
    if forum.strong:
        return True
    return any(head.author in known for head in heads) if known else len(heads) >= _FEW


def _weight(forum: Forum, heads: Sequence[PostHead], known: Set[str]) -> tuple[int, int, int]:
    return sum(head.author in known for head in heads), len(heads), -forum.rank
