"""Foreign words made harmless, and own words made literal, for each kind of markup.

There is no escape that every forum knows, so characters that mean something there are written in their full width:
still readable, never a tag, a mention, a link or a face. GBK has all of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tianshen.reports.document.report_tree import Foreign

if TYPE_CHECKING:
    from collections.abc import Callable

    from tianshen.reports.document.report_tree import Piece, Text

_WIDER = 0xFEE0  # from an ASCII character to its full width
_HOST_DOT = re.compile(r"(?<=\w)\.(?=[^\W\d_])")


def widened(text: str, characters: str) -> str:
    """Return the text with those ASCII characters in full width."""
    return text.translate({ord(char): chr(ord(char) + _WIDER) for char in characters})


def harmless(text: str, characters: str) -> str:
    """Foreign words with those characters in full width, and dots that could belong to the name of a host too."""
    return _HOST_DOT.sub(chr(ord(".") + _WIDER), widened(text, characters))


def written(text: Text, own: Callable[[str], str], others: Callable[[str], str]) -> str:
    """Return the text with own and foreign words each written in their way."""
    return "".join(_written(piece, own, others) for piece in text)


def _written(piece: Piece, own: Callable[[str], str], others: Callable[[str], str]) -> str:
    return others(piece.text) if isinstance(piece, Foreign) else own(piece)
