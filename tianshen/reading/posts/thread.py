"""A paste as a thread: which parts are posts, by whom and when, and which are the game master's own text.

A turn file is a row of pastes. Each is a page of one of the formats in `locales/forums`, or plain text with headings.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tianshen.notices import Code, Level, Notice
from tianshen.reading.posts.forum import forum_kinds, load_forum
from tianshen.reading.posts.line_patterns import NoTimes, evened_out, lines_of
from tianshen.reading.posts.pasted_page import pages_of
from tianshen.reading.posts.post import Thread
from tianshen.reading.posts.quotes import Originals
from tianshen.reading.posts.times import load_times, time_hint
from tianshen.text.source import Span

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from tianshen.notices import Where
    from tianshen.reading.posts.forum import Forum
    from tianshen.reading.posts.line_patterns import PastedLine
    from tianshen.reading.posts.pasted_page import PastedPage
    from tianshen.reading.posts.post import Post
    from tianshen.text.source import Source

ANY = "auto"
_SHORT = 60  # characters; a line that tells who wrote what follows says little else


def read_thread(
    source: Source,
    forum: str = ANY,
    known: Set[str] = frozenset(),
    seam: str = "",
    called: Set[str] | None = None,
) -> Thread:
    """Return the source as posts and text around them, which together cover it.

    `known` are the players' nicknames, `called` those of them that are headings in the game master's own text (all, if
    None): one that is also the name of a power or of the game master is not. `forum` is a kind of `locales/forums`, or
    `auto`. `seam` is a line that stands between two pastes; nobody who writes posts may be able to know it.
    """
    timed = bool(time_hint().search(evened_out(source.text)))
    lines = lines_of(source.text, load_times() if timed else NoTimes())
    kinds = (forum_kinds() if forum == ANY else (forum,)) if timed or known else ()
    pages = pages_of(lines, _formats(kinds, timed=timed), known, seam)
    originals = Originals()
    for page in pages:
        page.offer(originals)
    posts: list[Post] = []
    doubts = [_doubt(source, page, known) for page in pages]
    for number, (page, doubt) in enumerate(zip(pages, doubts, strict=True)):
        unclear = doubt is not None and page.forum is None
        found = page.posts(source.text, known if called is None else called, originals)
        posts.extend(replace(post, page=number, unclear=unclear) for post in found)
    formats = dict.fromkeys(page.forum.kind for page in pages if page.forum)
    return Thread(source, tuple(posts), tuple(formats), tuple(filter(None, doubts)))


def _formats(kinds: Sequence[str], *, timed: bool) -> list[Forum]:
    """Return the formats; in a text without times only those that do without."""
    forums = map(load_forum, kinds)
    return [forum for forum in forums if timed or any(grade.untimed for grade in forum.heads)]


def _doubt(source: Source, page: PastedPage, known: Set[str]) -> Notice | None:
    """Return a warning that plain text looks like a page of posts, or that the format changes within a paste."""
    if page.forum is None:
        line = _looks_like_post(page, known)
        return Notice(Level.WARNING, Code.POSTS_NOT_TOLD_APART, _where(source, line)) if line else None
    if not (page.continues and page.heads):
        return None
    where = _where(source, page.lines[page.heads[0].first])
    return Notice(Level.WARNING, Code.FORUM_CHANGES, where, {"forum": page.forum.name})


def _where(source: Source, line: PastedLine) -> Where:
    return source.where(Span(line.start, line.end))


def _looks_like_post(page: PastedPage, known: Set[str]) -> PastedLine | None:
    """Return the first line that looks like the head of a post: a nickname with little beside it, and a time."""
    timed = any(line.times for line in page.lines)
    for line in page.lines:
        text = line.raw.strip()
        near = timed and len(text) <= _SHORT and any(name in text for name in known)
        if text in known or near:
            return line
    return None
