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


def misplaced_post_notices(mails: Sequence[AttributedPost], context: TurnContext) -> list[Notice]:
    """A warning for each player's post whose floor or time does not fit the page that it stands on."""
    posts = [mail for mail in mails if mail.post.kind is PostKind.POST]
    notices = []
    for _, page in groupby(posts, key=lambda mail: (mail.base, mail.post.page)):
        found = list(page)
        odd = {*_by_floor(found), *_by_time(found, context)} if len(found) >= _LEAST else set()
        for index in sorted(odd):
            mail = found[index]
            if mail.power is not None and mail.why is None:
                data = {"author": mail.post.author or "", "power": mail.power}
                notices.append(Notice(Level.WARNING, Code.POST_OUT_OF_PLACE, where_of(mail), data))
    return notices


def _by_floor(page: Sequence[AttributedPost]) -> Iterator[int]:
    """Posts whose floor is another post's too, and the only one that tells none."""
    seen: dict[int, tuple[object, object]] = {}
    for index, mail in enumerate(page):
        floor, told = mail.post.floor, (mail.post.author, mail.post.written)
        if floor is not None and seen.setdefault(floor, told) != told:
            yield index
    bare = [index for index, mail in enumerate(page) if mail.post.floor is None]
    if len(bare) == 1:
        yield bare[0]


def _by_time(page: Sequence[AttributedPost], context: TurnContext) -> Iterator[int]:
    """Posts that are later than the next one, while that goes on from the one before (or the other way round)."""
    times = [_written(mail, context) for mail in page]
    known = [(index, time) for index, time in enumerate(times) if time is not None]
    rising = sum(before <= after for (_, before), (_, after) in pairwise(known)) * 2 >= len(known) - 1
    for (_, before), (index, here), (_, after) in zip(known, known[1:], known[2:], strict=False):
        if (before < after < here) if rising else (before > after > here):
            yield index


def _written(mail: AttributedPost, context: TurnContext) -> datetime | None:
    written = mail.post.written
    return written.moment(context.zone, context.deadline) if written else None
