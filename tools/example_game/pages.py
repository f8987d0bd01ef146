"""Posts as pasted pages: what comes along when somebody selects a whole forum page and copies it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass
class Quote:
    """What a post quotes."""

    author: str
    time: str
    lines: list[str]


@dataclass
class Post:
    """One post: `lines` is its text as it stands on the page, quotes among it; times as `2025-3-5 21:04:33`."""

    author: str
    time: str
    edited: str = ""
    lines: list[str | Quote] = field(default_factory=list)
    signed: bool = True
    client: str = ""
    replies: list[tuple[str, str, str]] = field(default_factory=list)  # author, text, time


@dataclass
class Page:
    """A page of a thread; `look` is what the screenplay says about it; a `raw` page is taken as it stands."""

    kind: str
    look: dict[str, str]
    posts: list[Post]
    raw: list[str] = field(default_factory=list)


@cache
def layouts() -> dict[str, Any]:
    """How the pages of each forum look."""
    return _toml("pages.toml")


@cache
def cast() -> dict[str, dict[str, Any]]:
    """Who is on the forum."""
    return _toml("cast.toml")


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))


def render(page: Page) -> str:
    """The page as text."""
    return "\n".join(page.raw if page.kind == "raw" else _Printer(page).lines())


class _Printer:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.layout: dict[str, Any] = layouts()[page.kind]

    def lines(self) -> Iterator[str]:
        yield from self._fill("top", {**self.page.look, "answers": len(self.page.posts) - 1})
        for number, post in enumerate(self.page.posts, int(self.page.look.get("first", "1"))):
            yield from self._post(number, post)

    def _post(self, number: int, post: Post) -> Iterator[str]:
        person = cast()[post.author]
        parts = person | self._parts(number, post, person)
        yield from self._fill("head", parts)
        if post.edited and not self.layout["edited_last"]:
            yield from self._fill("edited", parts)
        yield from self._body(post)
        if post.edited and self.layout["edited_last"]:
            yield from self._fill("edited", parts)
        if post.client and "client" in self.layout:
            yield from self._fill("client", parts)
        if post.signed and person.get("signature") and "signature" in self.layout:
            yield from self._fill("signature", {"text": "\n".join(person["signature"])})
        if not self.layout.get("reply_last"):
            yield from self._replies(post)
        yield from self._fill("tail", parts)
        if self.layout.get("reply_last"):
            yield from self._replies(post)
        yield from self._fill("end", parts)

    def _body(self, post: Post) -> Iterator[str]:
        for item in post.lines:
            if isinstance(item, Quote):
                parts = {"author": item.author, "time": self._time(item.time), "joined_text": " ".join(item.lines)}
                yield from self._fill("quote", parts, text=item.lines)
            else:
                yield item

    def _replies(self, post: Post) -> Iterator[str]:
        for author, text, time in post.replies:
            yield from self._fill("reply", {"author": author, "text": text, "time": self._time(time)})

    def _parts(self, number: int, post: Post, person: Mapping[str, Any]) -> dict[str, Any]:
        floors = layouts()["floors"]
        profiles = self.page.look.get("profiles", "full")
        return {
            "author": post.author,
            "nick": person.get("qq", post.author),
            "time": self._time(post.time),
            "edited": self._time(post.edited) if post.edited else "",
            "n": number,
            "index": number - 1,
            "floor": floors[number - 1] if number <= len(floors) else self.layout.get("floor", "").format(n=number),
            "more": self.layout.get("first", "") if number == 1 else "",
            "level": min(18, 3 + person["posts"] // 150),
            "fame": person["points"] // 1000,
            "client": post.client,
            "from_client": self.layout.get("from_client", "").format(client=post.client) if post.client else "",
            "normalised": self.layout.get("normalised", "").format(count=len(post.replies)) if post.replies else "",
            "full": profiles == "full",
            "short": profiles == "short",
            "manager": person["group"] in layouts()["managers"],
        }

    def _fill(self, key: str, parts: Mapping[str, Any], text: list[str] | None = None) -> Iterator[str]:
        """The lines of a part of the layout; `?key|line` only if `parts` has that key set; `{text}` once per line."""
        for line in self.layout.get(key, ()):
            condition, mark, rest = line.partition("|")
            if mark and condition.startswith("?"):
                if parts[condition[1:]]:
                    yield rest.format(**parts)
            elif text is not None and "{text}" in line:
                yield from (line.format(text=piece) for piece in text)
            else:
                yield line.format(**parts)

    def _time(self, time: str) -> str:
        """The time as this forum writes it."""
        if not self.layout["dashed"]:
            return time
        date, _, clock = time.partition(" ")
        year, month, day = date.split("-")
        full = f"{year}-{int(month):02}-{int(day):02} {clock if clock.count(':') == 2 else clock + ':00'}"
        return full[:16] if self.layout.get("minutes") else full
