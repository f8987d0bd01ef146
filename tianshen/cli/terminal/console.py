"""Standard input and output, whatever the console: results on one stream, talk on the other, nothing executed."""

from __future__ import annotations

import codecs
import errno
import json
import os
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tianshen.cli.terminal.columns import visible
from tianshen.errors import InputError
from tianshen.notices import Code
from tianshen.text.characters import code_point

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TextIO

_LACKING = "tianshen.lacking"  # the name under which Python knows what is done with characters that an encoding lacks


def prepare() -> None:
    """Make the streams take any text: what the encoding lacks is written as `<U+1F600>`; pipes are UTF-8.

    An encoding that the environment asks for stays. A stream that the caller has closed is empty, or swallows all.
    """
    codecs.register_error(_LACKING, _numbered)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 (open until the end)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        if stream.isatty() or os.environ.get("PYTHONIOENCODING"):
            reconfigure(errors=_LACKING)
        else:
            reconfigure(encoding="utf-8", errors=_LACKING)


def _numbered(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(f"<{code_point(char)}>" for char in error.object[error.start : error.end]), error.end


@contextmanager
def writing() -> Iterator[None]:
    """Results are written to standard output here.

    Raises `BrokenPipeError` where nobody reads them any more, `InputError` (`output_lost`) where they are refused.
    """
    try:
        yield
    except OSError as error:
        close_quietly()
        if isinstance(error, BrokenPipeError) or (sys.platform == "win32" and error.errno == errno.EINVAL):
            raise BrokenPipeError from error
        raise InputError.single(Code.OUTPUT_LOST) from error


def say(text: str) -> None:
    """Print a result, with everything invisible in it written out; raise as `writing`."""
    with writing():
        print(visible(text), file=sys.stdout)


def tell(lines: Iterable[str]) -> None:
    """Print talk about a result, with everything invisible in it written out; if nobody hears it, work goes on."""
    try:
        for line in lines:
            print(visible(line), file=sys.stderr)
    except OSError:
        _silence(sys.stderr)


def emit_json(data: object) -> None:
    """Print data for another program, on one line; characters that the stream's encoding lacks are escaped."""
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = json.dumps(data)
    with writing():
        print(text, file=sys.stdout)


def finish() -> None:
    """Everything that was said has been written; raises as `writing`."""
    with writing():
        sys.stdout.flush()


def ask(question: str) -> str:
    """Return what a person at the keyboard answers."""
    print(visible(question), end=" ", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip()


def read_input(name: str) -> bytes:
    """All bytes of standard input, which complaints call so; raises `InputError` (`file_unreadable`)."""
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise InputError.single(Code.FILE_UNREADABLE, file=name) from error


def has_piped_input() -> bool:
    """Return whether standard input comes from something other than a person at a keyboard."""
    return not sys.stdin.isatty()


def close_quietly() -> None:
    """After the reader of our output has gone: nothing more is written, and nobody complains."""
    _silence(sys.stdout)


def _silence(stream: TextIO) -> None:
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
