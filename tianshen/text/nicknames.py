"""When two nicknames are the same one."""

from __future__ import annotations

import unicodedata

from tianshen.text.characters import is_hidden


def plain_nickname(name: str) -> str:
    r"""Return what makes two nicknames the same one: width, case, blanks and invisible characters aside.

    >>> plain_nickname("Ｐｏｎｙ　１") == plain_nickname("pony1\u3164")
    True
    """
    even = unicodedata.normalize("NFKC", name).casefold()
    return "".join(char for char in even if not char.isspace() and not is_hidden(char))
