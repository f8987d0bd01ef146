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

    pasted: Post
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
        stamp = self.pasted.edited if self.why == "edited_late" else self.pasted.written
        return stamp.text if stamp else ""

    @property
    def text(self) -> str:
        """The author's own words, blanks aside."""
        return "".join(self.words.text[self.pasted.body.start : self.pasted.body.end].split())


def attribute_posts(threads: Sequence[Thread], context: TurnContext) -> tuple[list[AttributedPost], list[Notice]]:
    """Return every post of the threads, in the sequence of the text, and what the game master should know of them."""
    posts = _without_repeats(list(_dated(threads, context)))
    notices = [_about(post, Code.POST_TWICE) for post, twice in posts if twice]
    latest = _latest_versions([post for post, twice in posts if not twice])
    notices.extend(_about(post, Code.POST_OLDER_VERSION) for post, older in latest if older)
    return _batched(replace(post, why="replaced") if older else post for post, older in latest), notices


def _dated(threads: Sequence[Thread], context: TurnContext) -> Iterator[AttributedPost]:
    """Yield the posts with their ranks: one without a time counts as sent with the last before it on its page."""
    place = base = 0
    highest = _BEGINNING
    for thread in threads:
        words, apart = _blotted(thread)
        page, before = -1, highest
        for pasted in thread.posts:
            if pasted.page != page:
                page, before = pasted.page, highest
            moment = _moment(pasted, context)
            if moment is not None:
                before = moment
                highest = max(highest, moment)
            elif pasted.kind in (PostKind.OWN, PostKind.STRAY):
                before = highest
            own = thread.source if pasted.kind is PostKind.REPLY else words
            rank = (before, pasted.floor or 0, place)
            post = AttributedPost(pasted, thread.source, own, apart, rank, dated=moment is not None, base=base)
            yield _attributed(post, context)
            place += 1
        base += len(thread.source.text) + 1


def _times(pasted: Post, context: TurnContext) -> tuple[datetime | None, datetime | None]:
    """Return when the post was written and when it was last edited, as far as that is known."""
    written = pasted.written.moment(context.zone, context.deadline) if pasted.written else None
    return written, pasted.edited.moment(context.zone, context.deadline) if pasted.edited else None


def _moment(pasted: Post, context: TurnContext) -> datetime | None:
    """Return when the post got the text that it has: the time of its last edit, else that of writing."""
    written, edited = _times(pasted, context)
    if pasted.edited is None:
        return written
    return edited if edited is None or written is None else max(written, edited)


def _attributed(post: AttributedPost, context: TurnContext) -> AttributedPost:
    author = post.pasted.author
    if author is None:
        return replace(post, own=True)
    if not context.nicknames:
        return replace(post, own=True, why=_late(post.pasted, context))
    power = context.nicknames.get(author)
    if power is None:
        return replace(post, why="stranger", resembles=_resembled(author, context))
    return replace(post, power=power, why=_late(post.pasted, context))


def _resembled(author: str, context: TurnContext) -> str | None:
    """Return the nickname that looks the same but for width, case, look-alikes, blanks, or a last pair of brackets."""
    looks = (_looks(author, context), _looks(_BRACKET.sub("", author), context))
    return next((name for name in context.nicknames if _looks(name, context) in looks), None)


def _looks(name: str, context: TurnContext) -> str:
    """Return what a name looks like; looser than `text.nicknames`, for such a name is asked about, never accepted."""
    return "".join(context.lexicon.normaliser.key(name).split())


def _late(pasted: Post, context: TurnContext) -> LeftOutWhy | None:
    if context.deadline is None:
        return None
    written, edited = _times(pasted, context)
    if written is not None and written > context.deadline:
        return "late"
    return "edited_late" if edited is not None and edited > context.deadline else None


def _without_repeats(posts: Sequence[AttributedPost]) -> list[tuple[AttributedPost, bool]]:
    """Return each post, and whether it was pasted before with the same text."""
    seen: set[tuple[object, ...]] = set()
    told = []
    for post in posts:
        identity = _identity(post)
        key = (*identity, post.text) if identity else None
        told.append((post, key in seen))
        if key:
            seen.add(key)
    return told


def _latest_versions(posts: Sequence[AttributedPost]) -> list[tuple[AttributedPost, bool]]:
    """Return each post, and whether a later version of it counts: the last one in time, or the last if none is."""
    latest: dict[tuple[object, ...], AttributedPost] = {}
    keys = [_identity(post) if post.why is None and _is_single(post.pasted) else None for post in posts]
    for post, key in zip(posts, keys, strict=True):
        if key is not None and latest.setdefault(key, post).rank < post.rank:
            latest[key] = post
    return [(post, key is not None and latest[key] is not post) for post, key in zip(posts, keys, strict=True)]


def _identity(post: AttributedPost) -> tuple[object, ...] | None:
    """Return what two pastes of one post have in common, None where that is too little."""
    pasted = post.pasted
    if pasted.kind not in (PostKind.POST, PostKind.REPLY) or (pasted.written is None and pasted.floor is None):
        return None
    return pasted.kind, pasted.author, pasted.written, pasted.floor


def _is_single(pasted: Post) -> bool:
    """Return whether author, floor and time can belong to one post alone."""
    return pasted.kind is PostKind.POST and (pasted.floor is not None or bool(pasted.written and pasted.written.second))


def _about(post: AttributedPost, code: Code) -> Notice:
    power = {"power": post.power} if post.power else {}
    return Notice(Level.INFO, code, where_of(post), {"author": post.pasted.author or "", **power})


def where_of(post: AttributedPost) -> Where:
    """Return where the post begins: the line that tells its author, else its first line."""
    span = post.pasted.head or post.pasted.body
    text = post.source.text[span.start : span.end]
    first = text.lstrip()
    start = span.start + len(text) - len(first)
    return post.source.where(Span(start, start + len(first.partition("\n")[0].rstrip())))


def _batched(posts: Iterable[AttributedPost]) -> list[AttributedPost]:
    """Return the posts with messages of one chat that one author sent in a row joined by the number of the first."""
    batched: list[AttributedPost] = []
    for index, post in enumerate(posts):
        before = batched[-1] if batched else None
        joined = before and before.pasted.chat and post.pasted.chat and before.pasted.author == post.pasted.author
        batched.append(replace(post, batch=before.batch if before and joined else index))
    return batched


def _bared(quoted: str) -> str:
    """Return quoted or struck-through text with blanks in place of the marks that make it so."""
    blank = [match.span() for match in _QUOTE_MARK.finditer(quoted)]
    evened = evened_out(quoted)
    marks = load_marks()
    for pair in (*marks.quote_pairs, *marks.struck_pairs):
        for pattern in (*pair.opens, pair.close):
            if pattern.needle in evened:
                blank.extend(match.span() for match in pattern.within(evened))
    chars = list(quoted)
    for start, end in blank:
        chars[start:end] = " " * (end - start)
    return "".join(chars)


def _blotted(thread: Thread) -> tuple[Source, Source]:
    """Return the source with a blank for every character that is not its author's own.

    And once more with the marks of quotes and struck-through text blotted out, for reading what stands between them.
    """
    text = thread.source.text
    words: list[str] = []
    apart: list[str] = []
    at = 0
    for span in sorted(marked.span for post in thread.posts for marked in post.marked):
        start = max(span.start, at)
        not_own = text[start : span.end]
        words.extend((text[at:start], _BLOT.sub(" ", not_own)))
        apart.extend((text[at:start], _bared(not_own)))
        at = max(at, span.end)
    rest = text[at:]
    return replace(thread.source, text="".join((*words, rest))), replace(thread.source, text="".join((*apart, rest)))
