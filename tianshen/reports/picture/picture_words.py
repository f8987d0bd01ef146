"""The words on the picture, loaded from `locales/<lang>/picture.toml` and checked as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from tianshen.errors import DataError
from tianshen.locale.names import filled
from tianshen.resources import read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

KINDS = ("orders", "results", "position", "blank")
LEGEND = (
    *("army", "fleet", "home_centre", "centre", "captured", "move", "fails", "sea", "support", "cut", "void", "ghost"),
    *("convoy", "hold", "unordered", "standoff", "dislodged", "retreat", "built", "disbanded"),
)
_KEYS = {"kinds": KINDS, "title": ("version", "description"), "legend": LEGEND}


@dataclass(frozen=True)
class PictureWords:
    """The words of one language."""

    kinds: Mapping[str, str]
    legend: Mapping[str, str]
    description: str
    version_template: str

    def version(self, number: int) -> str:
        """How often the turn has been published."""
        return filled(self.version_template, version=str(number))


@cache
def load_picture_words(lang: str) -> PictureWords:
    """The words of a language; raises `DataError` naming every key that is missing or that nobody asks for."""
    path = f"locales/{lang}/picture.toml"
    data = read_toml("locales", lang, "picture.toml")
    faults: list[str] = []
    for section, keys in _KEYS.items():
        table = data.get(section)
        if not isinstance(table, dict):
            faults.append(f"{section}: a section is missing here")
            continue
        faults.extend(f"{section}.{key}: a text is missing here" for key in keys if not isinstance(table.get(key), str))
        faults.extend(f"{section}.{key}: no such text is used" for key in table if key not in keys)
    faults.extend(f"{section}: no such section is used" for section in data if section not in _KEYS)
    if faults:
        raise DataError(path, faults)
    title = data["title"]
    return PictureWords(data["kinds"], data["legend"], title["description"], title["version"])
