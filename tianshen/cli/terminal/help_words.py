"""The words of the command line in one language: help texts and short messages, from `locales/<lang>/help.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from tianshen.locale.word_table import read_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LANGS = ("zh", "en", "de")
DEFAULT_LANG = "zh"


@dataclass(frozen=True)
class HelpWords:
    """The help texts of one language."""

    lang: str
    data: Mapping[str, Any]

    def word(self, key: str) -> str:
        """One of the fixed words of every help page."""
        word: str = self.data["words"][key]
        return word

    def program(self, key: str) -> str:
        """Return what stands above (`about`) or below (`epilog`) the list of commands."""
        text: str = self.data["program"][key]
        return text.strip()

    def command(self, name: str, key: str) -> str:
        """Return the short line (`short`) or the text (`about`) of a command."""
        text: str = self.data["commands"][name][key]
        return text.strip()

    def parameter(self, command: str, name: str) -> Mapping[str, str]:
        """`value`, what stands for the value (absent for a switch), and `help` of a parameter of a command."""
        own = self.data["commands"].get(command, {}).get("parameters", {})
        row: Mapping[str, str] = own[name] if name in own else self.data["common"][name]
        return row


@cache
def load_help(lang: str) -> HelpWords:
    """Return the help texts of that language; raise `DataError` where the file is broken."""
    return HelpWords(lang, read_words(lang, "help.toml"))


def lang_in(args: Sequence[str]) -> str:
    """Return the language that the arguments ask for, as far as it is known, wherever in them it stands."""
    for index, arg in enumerate(args):
        if arg == "--":
            break
        name, equals, value = arg.partition("=")
        if name == "--lang":
            wanted = value if equals else "".join(args[index + 1 : index + 2])
            if wanted in LANGS:
                return wanted
    return DEFAULT_LANG
