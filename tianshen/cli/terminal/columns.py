"""Text in columns for terminals: wide characters count double, and no player's text can steer the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.text.characters import code_point, is_hidden
from tianshen.text.display_width import char_width, text_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_KEPT = "\n\t"
_NO_BREAK_BEFORE = frozenset("，。、；：！？）】」》…,.;:!?)]}")


def visible(text: str) -> str:
    """Return the text with every character that shows nothing or moves the cursor written out: `<U+202E>`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        f"<{code_point(char)}>" if char not in _KEPT and is_hidden(char, before) else char
        for before, char in zip(("", *text), text, strict=False)
    )


def one_line(text: str) -> str:
    """Return the text with its line ends written out, so that words of others begin no line of their own."""
    return text.replace("\n", "<U+000A>")


def padded(text: str, columns: int) -> str:
    """Return the text with spaces after it up to that many columns."""
    return text + " " * max(0, columns - text_width(text))


def wrapped(text: str, columns: int) -> list[str]:
    """Return the text in lines of at most that many columns: broken at spaces, and between wide characters anywhere.

    Line ends in the text stay. A piece longer than a line is broken too.
    """
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for piece in _pieces(paragraph):
            if line and text_width(line) + text_width(piece.rstrip()) > columns:
                lines.append(line.rstrip())
                line = ""
            line += piece if line else piece.lstrip()
            while text_width(line) > columns > 0 and " " not in line.strip():
                cut = _fitting(line, columns)
                lines.append(line[:cut])
                line = line[cut:]
        lines.append(line.rstrip())
    return lines


def _fitting(text: str, columns: int) -> int:
    """How many characters of the text fit; at least one."""
    used = 0
    for index, char in enumerate(text):
        used += char_width(char)
        if used > columns and index:
            return index
    return len(text)


def _pieces(paragraph: str) -> Iterable[str]:
    """Pieces between which a line may be broken."""
    piece = ""
    for index, char in enumerate(paragraph):
        piece += char
        after = paragraph[index + 1 : index + 2]
        wide = char_width(char) == 2 or (after and char_width(after) == 2)
        if char == " " or (wide and after not in _NO_BREAK_BEFORE):
            yield piece
            piece = ""
    if piece:
        yield piece


def listed(rows: Sequence[tuple[str, str]], columns: int, indent: int = 2, widest: int = 30) -> list[str]:
    """Rows of a term and its explanation, in two columns; a long term has its explanation on the next line."""
    left = min(max((text_width(term) for term, _ in rows), default=0), widest) + 2
    lines = []
    for term, text in rows:
        body = wrapped(text, max(columns - indent - left, 20))
        first = padded(term, left)
        if text_width(term) + 2 > left:
            lines.append(" " * indent + term)
            first = " " * left
        lines.append((" " * indent + first + body[0]).rstrip())
        lines.extend((" " * (indent + left) + line).rstrip() for line in body[1:])
    return lines
