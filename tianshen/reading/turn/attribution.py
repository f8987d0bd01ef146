"""Who sent a post and when: players told from strangers, late posts from those in time, versions of one post joined."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tianshen.notices import Code, Level, Notice
from tianshen.reading.posts.forum import load_marks
from tianshen.reading.posts.line_patterns import evened_out
from tianshen.reading.posts.post import PostKind
from tianshen.text.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tianshen.model.position import Power
    from tianshen.notices import Where
    from tianshen.reading.posts.post import Post, Thread
    from tianshen.reading.result import LeftOutWhy
    from tianshen.reading.revision.submission import Rank
    from tianshen.reading.turn_context import TurnContext

_QUOTE_MARK = re.compile(r"^[^\S\n]*[>:|＞：]+", re.MULTILINE)
_BRACKET = re.compile(r"[(\[（【][^()（）\[\]【】]*[)\]）】]\s*$")
_BLOT = re.compile(r"[^\n]")
_BEGINNING = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class AttributedPost:
    """A post with what the settings make of it.

    `words` is the source with everything blotted out that is not the author's own, `apart` the source with the marks of
    quotes blotted out. `power` is the author's. `own` says that headings decide whose orders follow. `rank` tells when
    it counts as sent; `dated` that this is known. `why` is set where the post is left out as a whole; `batch` joins
    messages that one player sent in a row; `base` is how much text stands before this source.
    """

    post: Post
    source: Source
    words: Source
    apart: Source
    rank: Rank
    power: Power | None = None
    own: bool = False
    dated: bool = False
    why: LeftOutWhy | None = None
    resembles: str | None = None
    batch: int = 0
    base: int = 0

    @property
    def shown_time(self) -> str:
        """The time that decides whether it came late, as the forum shows it."""
        stamp = self.post.edited if self.why == "edited_late" else self.post.written
        return stamp.text if stamp else ""

    @property
    def text(self) -> str:
        """The author's own words, blanks aside."""
        return "".join(self.words.text[self.post.body.start : self.post.body.end].split())


def attribute_posts(threads: Sequence[Thread], context: TurnContext) -> tuple[list[AttributedPost], list[Notice]]:
    """Every post of the threads as mail, in the sequence of the text, and what the game master should know of them."""
    mails = list(_stamped(threads, context))
    notices: list[Notice] = []
    mails = _versions(mails, context, notices)
    return _batched(mails), notices


def _stamped(threads: Sequence[Thread], context: TurnContext) -> Iterator[AttributedPost]:
    place = base = 0
    highest = _BEGINNING
    for thread in threads:
        words, apart = _blotted(thread)
        page, before = -1, highest
        for post in thread.posts:
            if post.page != page:
                page, before = post.page, highest
            moment = _moment(post, context)
            if moment is not None:
                before = moment
                highest = max(highest, moment)
            elif post.kind in (PostKind.OWN, PostKind.STRAY):
                before = highest
            own = thread.source if post.kind is PostKind.REPLY else words
            rank = (before, post.floor or 0, place)
            mail = AttributedPost(post, thread.source, own, apart, rank, dated=moment is not None, base=base)
            yield _attributed(mail, context)
            place += 1
        base += len(thread.source.text) + 1


def _moment(post: Post, context: TurnContext) -> datetime | None:
    """When the post got the text that it has: the time of its last edit, else that of writing."""
    written = post.written.moment(context.zone, context.deadline) if post.written else None
    if post.edited is None:
        return written
    edited = post.edited.moment(context.zone, context.deadline)
    if edited is None or written is None:
        return edited
    return max(written, edited)


def _attributed(mail: AttributedPost, context: TurnContext) -> AttributedPost:
    post = mail.post
    if post.author is None:
        return replace(mail, own=True)
    if not context.nicknames:
        return replace(mail, own=True, why=_late(post, context))
    power = context.nicknames.get(post.author)
    if power is None:
        return replace(mail, why="stranger", resembles=_resembled(post.author, context))
    return replace(mail, power=power, why=_late(post, context))


def _resembled(author: str, context: TurnContext) -> str | None:
    """The nickname that looks the same but for width, case, look-alikes, blanks, or something in brackets behind."""
    looks = (_looks(author, context), _looks(_BRACKET.sub("", author), context))
    return next((name for name in context.nicknames if _looks(name, context) in looks), None)


def _looks(name: str, context: TurnContext) -> str:
    return "".join(context.lexicon.normaliser.key(name).split())


def _late(post: Post, context: TurnContext) -> LeftOutWhy | None:
    deadline = context.deadline
    if deadline is None:
        return None
    written = post.written.moment(context.zone, deadline) if post.written else None
    if written is not None and written > deadline:
        return "late"
    edited = post.edited.moment(context.zone, deadline) if post.edited else None
    return "edited_late" if edited is not None and edited > deadline else None


def _versions(mails: Sequence[AttributedPost], context: TurnContext, notices: list[Notice]) -> list[AttributedPost]:
    """The mail without what was pasted twice; of several versions of one post all but the last in time are replaced."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for index, mail in enumerate(mails):
        key = _identity(mail)
        if key is not None:
            groups.setdefault(key, []).append(index)
    dropped: set[int] = set()
    older: set[int] = set()
    for same in groups.values():
        texts: dict[str, int] = {}
        for index in same:
            if texts.setdefault(mails[index].text, index) != index:
                dropped.add(index)
        kept = [index for index in same if index not in dropped]
        if len(kept) > 1 and _exact(mails[kept[0]].post):
            in_time = [index for index in kept if mails[index].why is None] or kept
            last = max(in_time, key=lambda index: mails[index].rank)
            older.update(index for index in kept if index != last and mails[index].why is None)
    notices.extend(_about(mails[index], Code.POST_TWICE) for index in sorted(dropped))
    notices.extend(_about(mails[index], Code.POST_OLDER_VERSION) for index in sorted(older))
    return [
        replace(mail, why="replaced") if index in older else mail
        for index, mail in enumerate(mails)
        if index not in dropped
    ]


def _identity(mail: AttributedPost) -> tuple[object, ...] | None:
    post = mail.post
    if post.kind not in (PostKind.POST, PostKind.REPLY) or (post.written is None and post.floor is None):
        return None
    return post.kind, post.author, post.written, post.floor


def _exact(post: Post) -> bool:
    """Whether author, floor and time can belong to one post alone."""
    return post.kind is PostKind.POST and (post.floor is not None or bool(post.written and post.written.second))


def _about(mail: AttributedPost, code: Code) -> Notice:
    data = {"author": mail.post.author or "", "power": mail.power} if mail.power else {"author": mail.post.author or ""}
    return Notice(Level.INFO, code, where_of(mail), data)


def where_of(mail: AttributedPost) -> Where:
    """Where the post begins: the line that tells its author, else its first line."""
    span = mail.post.head or mail.post.body
    text = mail.source.text[span.start : span.end]
    first = text.lstrip()
    start = span.start + len(text) - len(first)
    return mail.source.where(Span(start, start + len(first.partition("\n")[0].rstrip())))


def _batched(mails: Iterable[AttributedPost]) -> list[AttributedPost]:
    """The mail with messages of one chat that one author sent in a row joined by the number of the first."""
    batched: list[AttributedPost] = []
    for index, mail in enumerate(mails):
        before = batched[-1] if batched else None
        same = before and before.post.chat and mail.post.chat and before.post.author == mail.post.author
        batched.append(replace(mail, batch=before.batch if before and same else index))
    return batched


def _bared(piece: str) -> str:
    """A quoted or struck-through piece with blanks in place of the marks that make it one."""
    blank = [match.span() for match in _QUOTE_MARK.finditer(piece)]
    evened = evened_out(piece)
    marks = load_marks()
    for pair in (*marks.quote_pairs, *marks.struck_pairs):
        for pattern in (*pair.opens, pair.close):
            if pattern.needle in evened:
                blank.extend(match.span() for match in pattern.within(evened))
    chars = list(piece)
    for start, end in blank:
        chars[start:end] = " " * (end - start)
    return "".join(chars)


def _blotted(thread: Thread) -> tuple[Source, Source]:
    """The source with a blank for every character that is not its author's own.

    And once more with the marks of quotes and struck-through text blotted out, for reading what stands between them.
    """
    pieces = sorted(piece.span for post in thread.posts for piece in post.pieces)
    text = thread.source.text
    words: list[str] = []
    apart: list[str] = []
    at = 0
    for span in pieces:
        start = max(span.start, at)
        piece = text[start : span.end]
        words.extend((text[at:start], _BLOT.sub(" ", piece)))
        apart.extend((text[at:start], _bared(piece)))
        at = max(at, span.end)
    source = thread.source
    return replace(source, text="".join((*words, text[at:]))), replace(source, text="".join((*apart, text[at:])))
