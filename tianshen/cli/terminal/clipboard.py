"""The system's clipboard, through the small programs that every system has for it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from tianshen.errors import InputError
from tianshen.notices import Code

if TYPE_CHECKING:
    from collections.abc import Sequence

_PATIENCE = 10  # seconds
# Windows: through a pipe the clipboard would come in the console's code page, so the shell is told to speak UTF-8.
_WINDOWS_READ = "[Console]::OutputEncoding=[Text.Encoding]::UTF8;Get-Clipboard -Raw"
_WINDOWS_WRITE = "[Console]::InputEncoding=[Text.Encoding]::UTF8;Set-Clipboard -Value ([Console]::In.ReadToEnd())"
_SHELL = ("powershell", "-NoProfile", "-NonInteractive", "-Command")
_READERS = {
    "win32": ((*_SHELL, _WINDOWS_READ),),
    "darwin": (("pbpaste",),),
    "linux": (
        ("wl-paste", "--no-newline"),
        ("xclip", "-selection", "clipboard", "-out"),
        ("xsel", "--clipboard", "--output"),
    ),
}
_WRITERS = {
    "win32": ((*_SHELL, _WINDOWS_WRITE),),
    "darwin": (("pbcopy",),),
    "linux": (("wl-copy",), ("xclip", "-selection", "clipboard", "-in"), ("xsel", "--clipboard", "--input")),
}


def read_clipboard() -> bytes:
    """Return the text on the clipboard, in UTF-8; raise `InputError` (`clipboard_missing`) if there is none."""
    return _first_that_works(_READERS.get(sys.platform, _READERS["linux"]), None, Code.CLIPBOARD_MISSING)


def write_clipboard(text: str) -> None:
    """Put the text on the clipboard; raise `InputError` (`clipboard_refused`) if there is none."""
    _first_that_works(_WRITERS.get(sys.platform, _WRITERS["linux"]), text.encode(), Code.CLIPBOARD_REFUSED)


def _first_that_works(commands: Sequence[Sequence[str]], data: bytes | None, failure: Code) -> bytes:
    for command in commands:
        if shutil.which(command[0]) is None:
            continue
        try:
            done = subprocess.run(command, input=data, capture_output=True, timeout=_PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired):
            continue
        if done.returncode == 0:
            return done.stdout
    raise InputError.single(failure)
