"""The words of help, workbook and picture in one language; every language has the same keys."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from tianshen.errors import DataError
from tianshen.locale.names import languages
from tianshen.locale.template import filled
from tianshen.resources import read_toml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True)
class WordTable:
    """Texts of one language by section and key; a section inside another is named `outer.inner`."""

    lang: str
    sections: Mapping[str, Mapping[str, str]]

    def __call__(self, section: str, key: str, /, **values: str) -> str:
        """Return the text with its values; raise `KeyError` for one that does not exist or lacks a value."""
        return filled(self.sections[section][key], **values)


def read_words(lang: str, name: str) -> dict[str, Any]:
    """Return a file of words as it stands in `locales/<lang>/`, checked against the same file of another language.

    Raises `DataError` naming each key whose text is missing here or there.
    """
    table = read_toml("locales", lang, name)
    known = languages()
    other = read_toml("locales", known[known.index(lang) - 1], name)
    faults = list(_differences(table, other))
    if faults:
        raise DataError(f"locales/{lang}/{name}", faults)
    return table


def _differences(table: Mapping[str, object], other: Mapping[str, object], path: str = "") -> Iterator[str]:
    for key in dict.fromkeys((*table, *other)):
        here, there = table.get(key), other.get(key)
        if isinstance(here, dict) and isinstance(there, dict):
            yield from _differences(here, there, f"{path}{key}.")
        elif not (isinstance(here, str) and isinstance(there, str) and bool(here) == bool(there)):
            yield f"{path}{key}: a text is missing, or it is one that another language lacks"


@cache
def load_words(lang: str, name: str) -> WordTable:
    """Return the words of a language in the file of that name, `workbook` or `picture`.

    Texts outside of any section are in the one that is named like the file. Raises `DataError` as `read_words` does.
    """
    return WordTable(lang, dict(_sections(read_words(lang, f"{name}.toml"), name)))


def _sections(table: Mapping[str, Any], name: str, prefix: str = "") -> Iterator[tuple[str, Mapping[str, str]]]:
    yield name, {key: text for key, text in table.items() if isinstance(text, str)}
    for key, inner in table.items():
        if isinstance(inner, dict):
            yield from _sections(inner, prefix + key, f"{prefix}{key}.")
