"""Standard input and output, whatever the console: results on one stream, talk on the other, nothing executed."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from tianshen.cli.columns import visible

if TYPE_CHECKING:
    from collections.abc import Iterable


def prepare() -> None:
    """The streams take any text: what the encoding lacks becomes a question mark, and what is piped is UTF-8.

    An encoding that the environment asks for stays.
    """
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        if stream.isatty() or os.environ.get("PYTHONIOENCODING"):
            reconfigure(errors="replace")
        else:
            reconfigure(encoding="utf-8", errors="replace")


def say(text: str) -> None:
    """Prints a result, with everything invisible in it written out."""
    print(visible(text), file=sys.stdout)


def tell(lines: Iterable[str]) -> None:
    """Prints talk about a result, with everything invisible in it written out."""
    for line in lines:
        print(visible(line), file=sys.stderr)


def emit_json(data: object) -> None:
    """Prints data for another program, on one line; characters that the stream's encoding lacks are escaped."""
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = json.dumps(data)
    print(text, file=sys.stdout)


def ask(question: str) -> str:
    """What a person at the keyboard answers."""
    print(visible(question), end=" ", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip()


def read_input() -> bytes:
    """All bytes of standard input."""
    return sys.stdin.buffer.read()


def has_piped_input() -> bool:
    """Whether something other than a person at a keyboard stands behind standard input."""
    return not sys.stdin.isatty()


def close_quietly() -> None:
    """After the reader of our output has gone: nothing more is written, and nobody complains."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
