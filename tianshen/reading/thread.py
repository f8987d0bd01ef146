"""A paste as a thread: which parts are posts, by whom and when, and which are the game master's own text.

A turn file is a row of pastes. Each is a page of one of the formats in `locales/forums`, or plain text with headings.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tianshen.notices import Code, Level, Notice
from tianshen.reading.furniture_quotes import Originals
from tianshen.reading.posts import Thread
from tianshen.reading.posts_forum import forum_kinds, load_forum
from tianshen.reading.posts_notation import NoTimes, lines_of, plain
from tianshen.reading.posts_page import Page, pages_of
from tianshen.reading.times import load_times, time_hint
from tianshen.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set

    from tianshen.reading.posts_notation import Line
    from tianshen.text import Source

ANY = "auto"


def read_thread(source: Source, forum: str = ANY, known: Set[str] = frozenset(), seam: str = "") -> Thread:
    """The source as posts and text around them, which together cover it.

    `known` are the players' nicknames. `forum` is a kind of `locales/forums`, or `auto`. `seam` is a line that stands
    between two pastes; nobody who writes posts may be able to know it.
    """
    timed = bool(time_hint().search(plain(source.text)))
    lines = lines_of(source.text, load_times() if timed else NoTimes())
    kinds = (forum_kinds() if forum == ANY else (forum,)) if timed else ()
    pages = pages_of(lines, [load_forum(kind) for kind in kinds], known, seam)
    originals = Originals()
    for page in pages:
        for head in page.heads:
            originals.add(head.author, head.time, page.lines[head.body : head.end])
    posts = [
        replace(post, page=number)
        for number, page in enumerate(pages)
        for post in page.posts(source.text, known, originals)
    ]
    formats = tuple(dict.fromkeys(page.forum.kind for page in pages if page.forum))
    return Thread(source, tuple(posts), formats, tuple(_doubts(source, pages, known)))


def _doubts(source: Source, pages: Sequence[Page], known: Set[str]) -> Iterator[Notice]:
    """Where the format changes within a paste, and where plain text looks like a page of posts."""
    for page in pages:
        if page.forum is None:
            line = next((line for line in page.lines if _stamped(line, known)), None)
            if line:
                yield Notice(Level.WARNING, Code.POSTS_NOT_TOLD_APART, source.where(Span(line.start, line.end)))
        elif page.continues and page.heads:
            line = page.lines[page.heads[0].first]
            where = source.where(Span(line.start, line.end))
            yield Notice(Level.WARNING, Code.FORUM_CHANGES, where, {"forum": page.forum.name})


def _stamped(line: Line, known: Set[str]) -> bool:
    """Whether the line looks like the head of a post: a nickname alone, or with a time."""
    text = line.raw.strip()
    return text in known or (bool(line.times) and any(name in text for name in known))
