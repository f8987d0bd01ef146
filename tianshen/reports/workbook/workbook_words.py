"""The words of the workbook, loaded from `locales/<lang>/workbook.toml`, and the sentences that others write."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from tianshen.errors import DataError
from tianshen.locale.names import filled, languages
from tianshen.reports.scoring.scores import system_names
from tianshen.resources import read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tianshen.locale.names import Names
    from tianshen.model.orders import Order
    from tianshen.model.position import Position, Province
    from tianshen.record.turn_record import TurnRecord

_PATTERN_LANGUAGE = "zh"  # the file that has every key


class Sentences(Protocol):
    """What the sheet of orders says, written by another room."""

    def order(self, order: Order, position: Position) -> str:
        """The order in the language's own notation."""
        ...

    def reason(self, record: TurnRecord, province: Province) -> str:
        """Why the order of the unit ended as it did."""
        ...


@dataclass(frozen=True)
class WorkbookWords:
    """The words of one language, by section and key."""

    lang: str
    table: Mapping[str, Mapping[str, str]]

    def __call__(self, section: str, key: str, **values: str) -> str:
        """The word or sentence, with what it names filled in; raises `KeyError` for one that does not exist."""
        return filled(self.table[section][key], **values)

    def column(self, section: str, *keys: str) -> list[str]:
        """Several words of a section, as the headings of a table."""
        return [self.table[section][key] for key in keys]

    def truth(self, value: bool) -> str:
        """Yes or no."""
        return self.table["workbook"]["yes" if value else "no"]

    def system(self, name: str) -> str:
        """The title of a scoring system."""
        return self.table[f"systems.{name}"]["title"]


@dataclass(frozen=True, slots=True)
class Tongue:
    """Everything that a workbook needs to speak one language."""

    words: WorkbookWords
    names: Names
    sentences: Sentences


@cache
def load_words(lang: str) -> WorkbookWords:
    """The words of a language; raises `DataError` that names each key that is missing or too many."""
    table = _flat(read_toml("locales", lang, "workbook.toml"))
    pattern = _flat(read_toml("locales", _PATTERN_LANGUAGE, "workbook.toml"))
    faults = [f"systems.{name}: no such section" for name in system_names() if f"systems.{name}" not in table]
    for section in {**pattern, **table}:
        here, there = table.get(section, {}), pattern.get(section, {})
        faults.extend(f"{section}.{key}: a text is missing here" for key in there if not here.get(key))
        faults.extend(f"{section}.{key}: no such key" for key in here if key not in there)
    if faults:
        raise DataError(f"locales/{lang}/workbook.toml", faults)
    return WorkbookWords(lang, table)


def every_language() -> tuple[WorkbookWords, ...]:
    """The words of every language, to know the program's own cells again in whichever they were written."""
    return tuple(load_words(lang) for lang in languages())


def _flat(data: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    sections: dict[str, dict[str, str]] = {"workbook": {k: v for k, v in data.items() if isinstance(v, str)}}
    for name, value in data.items():
        if not isinstance(value, dict):
            continue
        texts = {key: text for key, text in value.items() if isinstance(text, str)}
        if texts:
            sections[name] = texts
        sections.update({f"{name}.{key}": dict(part) for key, part in value.items() if isinstance(part, dict)})
    return sections
