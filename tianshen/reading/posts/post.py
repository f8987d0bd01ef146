"""A thread as posts: who wrote what when, and which parts of it are the author's own words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tianshen.notices import Notice
    from tianshen.reading.posts.times import Stamp
    from tianshen.text.source import Source, Span


class PostKind(StrEnum):
    """What a stretch of a paste is, as a whole."""

    OWN = "own"  # the game master's own text: headings tell whose orders follow
    STRAY = "stray"  # text on a page of posts that belongs to none of them
    POST = "post"
    REPLY = "reply"  # a sub-reply: Tieba, PTT, Discuz comments


class NotOwnWords(StrEnum):
    """Why a part of a post is not the author's own words."""

    QUOTED = "quoted"
    ENDED_BY_BLANK = "ended_by_blank"  # the head of a quote with no end mark that was taken to end at a blank line
    STRUCK = "struck"
    FURNITURE = "furniture"  # what the forum puts there
    SIGNATURE = "signature"
    UNSURE = "unsure"  # after a quote with no end mark: quoted or own, nobody can tell
    REPLY = "reply"  # sub-replies, which are posts of their own
    REPORT = "report"  # one of the program's own reports
    CALL = "call"  # the name of a player before his orders, in the game master's own text


@dataclass(frozen=True, slots=True)
class MarkedSpan:
    """A part of a post that is not its author's own words."""

    span: Span
    why: NotOwnWords


@dataclass(frozen=True, slots=True)
class Post:
    """One post. `head` is the line that tells author and time (None without one), `body` what follows.

    `author` is None for text outside posts; `others` are names near by that could as well be the author's. `floor`
    counts from 1. `marked` are the parts that are not the author's own words; they lie in `body`, in sequence, without
    overlap. `page` tells pastes apart. `calls` are the places in the game master's own text where a player's name
    stands as a heading. `closed` says that a line of the forum's own ends the post, so that nothing of the game
    master's can stand in it; `unclear` that the text may hold posts that nobody can tell apart.
    """

    kind: PostKind
    body: Span
    head: Span | None = None
    author: str | None = None
    others: tuple[str, ...] = ()
    floor: int | None = None
    written: Stamp | None = None
    edited: Stamp | None = None
    marked: tuple[MarkedSpan, ...] = ()
    page: int = 0
    chat: bool = False
    closed: bool = False
    unclear: bool = False
    calls: tuple[tuple[Span, str], ...] = ()


@dataclass(frozen=True)
class Thread:
    """A source as posts, in the sequence of the text; `forums` are the formats that were recognised in it."""

    source: Source
    posts: tuple[Post, ...]
    forums: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
