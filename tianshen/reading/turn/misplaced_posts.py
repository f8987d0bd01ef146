"""Posts that do not fit among their neighbours: perhaps words in another post that only look like the head of one."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from tianshen.notices import Code, Level, Notice
from tianshen.reading.posts.post import PostKind
from tianshen.reading.turn.attribution import where_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from tianshen.reading.turn.attribution import AttributedPost
    from tianshen.reading.turn_context import TurnContext

_LEAST = 3  # posts on a page before anything can be out of place


def misplaced_post_notices(posts: Sequence[AttributedPost], context: TurnContext) -> list[Notice]:
    """Return a warning for each player's post whose floor or time does not fit the page that it stands on."""
    own_posts = [post for post in posts if post.pasted.kind is PostKind.POST]
    notices = []
    for _, page in groupby(own_posts, key=lambda post: (post.base, post.pasted.page)):
        found = list(page)
        odd = {*_by_floor(found), *_by_time(found, context)} if len(found) >= _LEAST else set()
        for index in sorted(odd):
            post = found[index]
            if post.power is not None and post.why is None:
                data = {"author": post.pasted.author or "", "power": post.power}
                notices.append(Notice(Level.WARNING, Code.POST_OUT_OF_PLACE, where_of(post), data))
    return notices


def _by_floor(page: Sequence[AttributedPost]) -> Iterator[int]:
    """Yield the posts whose floor is another post's too, and the only one that tells none."""
    seen: dict[int, tuple[object, object]] = {}
    for index, post in enumerate(page):
        floor, told = post.pasted.floor, (post.pasted.author, post.pasted.written)
        if floor is not None and seen.setdefault(floor, told) != told:
            yield index
    bare = [index for index, post in enumerate(page) if post.pasted.floor is None]
    if len(bare) == 1:
        yield bare[0]


def _by_time(page: Sequence[AttributedPost], context: TurnContext) -> Iterator[int]:
    """Yield posts later than the next one, if that goes on from the one before (or the other way round)."""
    times = [_written(post, context) for post in page]
    known = [(index, time) for index, time in enumerate(times) if time is not None]
    rising = sum(before <= after for (_, before), (_, after) in pairwise(known)) * 2 >= len(known) - 1
    for (_, before), (index, here), (_, after) in zip(known, known[1:], known[2:], strict=False):
        if (before < after < here) if rising else (before > after > here):
            yield index


def _written(post: AttributedPost, context: TurnContext) -> datetime | None:
    written = post.pasted.written
    return written.moment(context.zone, context.deadline) if written else None
