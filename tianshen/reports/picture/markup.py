"""SVG as text: elements, numbers and paths. Whatever goes in is escaped here and nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Point: TypeAlias = tuple[float, float]

_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}


def escaped(text: str) -> str:
    """Return the text as it may stand between tags and inside quoted attributes."""
    return "".join(_ESCAPES.get(character, character) for character in text)


def number(value: float) -> str:
    """Return a coordinate in tenths, without a needless zero: `12`, `12.5`, `-.3`."""
    text = f"{value:.1f}"
    whole, _, tenth = text.partition(".")
    if tenth == "0":
        return "0" if whole == "-0" else whole
    return text.replace("0.", ".", 1) if whole in ("0", "-0") else text


def element(tag: str, content: str = "", **attributes: str | float) -> str:
    """One element around `content`, which is markup already; attribute names take `_` for `-`, values are escaped."""
    parts = [tag]
    for name, value in attributes.items():
        shown = value if isinstance(value, str) else number(value)
        parts.append(f'{name.rstrip("_").replace("_", "-")}="{escaped(shown)}"')
    opening = " ".join(parts)
    return f"<{opening}>{content}</{tag}>" if content else f"<{opening}/>"


def text(words: str, at: Point, size: float, **attributes: str | float) -> str:
    """Return a line of text with its baseline at `at`; the words are escaped."""
    return element("text", escaped(words), x=at[0], y=at[1], font_size=size, **attributes)


def path(data: str, **attributes: str | float) -> str:
    """Return a path element."""
    return element("path", "", d=data, **attributes)


def group(parts: Iterable[str], **attributes: str | float) -> str:
    """Return the parts in one group; nothing where there are none."""
    content = "".join(parts)
    return element("g", content, **attributes) if content else ""


def polyline(points: Iterable[Point], *, closed: bool = False) -> str:
    """Path data through the points."""
    data = "M" + " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return data + "Z" if closed else data


def circle(at: Point, radius: float, **attributes: str | float) -> str:
    """Return a circle element."""
    return element("circle", "", cx=at[0], cy=at[1], r=radius, **attributes)


def moved(parts: str, at: Point, **attributes: str | float) -> str:
    """Markup drawn around the origin, set at a place."""
    return element("g", parts, transform=f"translate({number(at[0])} {number(at[1])})", **attributes)
