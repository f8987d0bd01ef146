"""The words of the command line in one language: help texts and short messages, from `locales/<lang>/help.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from tianshen.errors import DataError
from tianshen.resources import read_toml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
        """What stands above (`about`) or below (`epilog`) the list of commands."""
        text: str = self.data["program"][key]
        return text.strip()

    def command(self, name: str, key: str) -> str:
        """The short line (`short`) or the text (`about`) of a command."""
        text: str = self.data["commands"][name][key]
        return text.strip()

    def parameter(self, command: str, name: str) -> Mapping[str, str]:
        """`value`, what stands for the value (absent for a switch), and `help` of a parameter of a command."""
        own = self.data["commands"].get(command, {}).get("parameters", {})
        row: Mapping[str, str] = own[name] if name in own else self.data["common"][name]
        return row


@cache
def load_help(lang: str) -> HelpWords:
    """The help texts of that language; raises `DataError` where the file is broken."""
    table = read_toml("locales", lang, "help.toml")
    other = read_toml("locales", LANGS[LANGS.index(lang) - 1], "help.toml")
    faults = list(_differences(table, other))
    if faults:
        raise DataError(f"locales/{lang}/help.toml", faults)
    return HelpWords(lang, table)


def _differences(table: Mapping[str, object], other: Mapping[str, object], path: str = "") -> Iterator[str]:
    """Where the one table has not the same texts as the other; every language has the same."""
    for key in dict.fromkeys((*table, *other)):
        here, there = table.get(key), other.get(key)
        if isinstance(here, dict) and isinstance(there, dict):
            yield from _differences(here, there, f"{path}{key}.")
        elif not (isinstance(here, str) and isinstance(there, str)):
            yield f"{path}{key}: a text is missing, or it is one that another language lacks"


def lang_in(args: Sequence[str]) -> str:
    """The language that the arguments ask for, as far as it is known, wherever in them it stands."""
    for index, arg in enumerate(args):
        if arg == "--":
            break
        name, equals, value = arg.partition("=")
        if name == "--lang":
            wanted = value if equals else "".join(args[index + 1 : index + 2])
            if wanted in LANGS:
                return wanted
    return DEFAULT_LANG
