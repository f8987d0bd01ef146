"""Help pages, written from our own words in any language; nothing of Typer's own English reaches the reader."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Protocol

from tianshen.cli.terminal.columns import listed, wrapped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tianshen.cli.terminal.help_words import HelpWords

_WIDEST = 96  # lines longer than this are hard to read, however wide the terminal
_NARROWEST = 30


class Parameter(Protocol):
    """What the pages need of an argument or option as Typer has it."""

    @property
    def name(self) -> str | None:
        """The name in the code."""

    @property
    def param_type_name(self) -> str:
        """`argument` or `option`."""

    @property
    def opts(self) -> Sequence[str]:
        """The spellings on the command line."""

    @property
    def nargs(self) -> int:
        """How many values it takes; 1 unless it may be repeated."""

    @property
    def required(self) -> bool:
        """True if a call must have it."""


def program_page(words: HelpWords, command_path: str, commands: Sequence[str], params: Sequence[Parameter]) -> str:
    """Return the page of the program itself: what it is, and its commands."""
    usage = f"{command_path} {words.word('commands_placeholder')} {words.word('options_placeholder')}"
    rows = [(name, words.command(name, "short")) for name in commands]
    return "\n".join(
        [
            words.word("usage") + usage,
            "",
            *_text(words.program("about")),
            "",
            words.word("commands"),
            *listed(rows, columns()),
            *_section(words, "options", [_option_row(words, "", param) for param in params]),
            "",
            *_text(words.program("epilog")),
        ]
    )


def command_page(words: HelpWords, command_path: str, name: str, params: Sequence[Parameter]) -> str:
    """Return the page of one command: what it does, its arguments and options."""
    arguments = [param for param in params if param.param_type_name == "argument"]
    options = [param for param in params if param.param_type_name == "option"]
    pieces = [command_path, words.word("options_placeholder"), *(_placeholder(words, name, p) for p in arguments)]
    return "\n".join(
        [
            words.word("usage") + " ".join(pieces),
            "",
            *_text(words.command(name, "about")),
            *_section(words, "arguments", [_argument_row(words, name, param) for param in arguments]),
            *_section(words, "options", [_option_row(words, name, param) for param in options]),
        ]
    )


def term(words: HelpWords, command: str, param: Parameter) -> str:
    """Return what a parameter is called on its page: `文件`, `-o, --output 文件`."""
    value = _row(words, command, param).get("value", "")
    if param.param_type_name == "argument":
        return value
    return " ".join(filter(None, (", ".join(sorted(param.opts, key=len)), value)))


def columns() -> int:
    """Return how many columns help pages take on this terminal."""
    return max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size().columns))


def _text(text: str) -> list[str]:
    return wrapped(text, columns())


def _section(words: HelpWords, title: str, rows: Sequence[tuple[str, str]]) -> list[str]:
    return ["", words.word(title), *listed(rows, columns())] if rows else []


def _row(words: HelpWords, command: str, param: Parameter) -> Mapping[str, str]:
    return words.parameter(command, param.name or "")


def _placeholder(words: HelpWords, command: str, param: Parameter) -> str:
    value = _row(words, command, param)["value"] + ("…" if param.nargs != 1 else "")
    return value if param.required else f"[{value}]"


def _argument_row(words: HelpWords, command: str, param: Parameter) -> tuple[str, str]:
    notes = [words.word("required")] if param.required else []
    notes += [words.word("repeatable")] if param.nargs != 1 else []
    text = _row(words, command, param)["help"]
    return term(words, command, param), text + "".join(notes)


def _option_row(words: HelpWords, command: str, param: Parameter) -> tuple[str, str]:
    return term(words, command, param), _row(words, command, param)["help"]
