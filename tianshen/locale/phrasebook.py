"""Every sentence of one language, loaded from `locales/<lang>/phrases.toml` and checked against what code can say."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from tianshen.errors import DataError
from tianshen.judge.ruling import Reason, Void, VoidWhy
from tianshen.locale.phrase_codes import PLAIN_SECTIONS, REASON_VARIANTS
from tianshen.locale.template import Template, TemplateFault, parse_template
from tianshen.notices import Code
from tianshen.resources import data_file, read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

V = TypeVar("V")

NOTICES = "notices"
REASONS = "reasons"
# What a sentence about a ruling may name besides the fields of its reason: whose order it is, where it stands, where
# it wanted to go, its kind, and the unit on which a void order depended.
_SUBJECT = frozenset({"subject", "place", "target", "kind", "other"})


@dataclass(frozen=True)
class Phrasebook:
    """The sentences of one language by section and code."""

    lang: str
    sections: Mapping[str, Mapping[str, Template]]

    def say(self, section: str, code: str, **values: str) -> str:
        """Return the sentence with its values; raise `KeyError` for an unknown code or a value that is missing."""
        return self.sections[section][code].fill(values)

    def weave(self, section: str, code: str, **values: V) -> tuple[str | V, ...]:
        """Return the sentence in pieces, its own words apart from the values that were put in."""
        return self.sections[section][code].weave(values)

    def names(self, section: str, code: str) -> frozenset[str]:
        """Return the names of the values that the sentence can take."""
        return self.sections[section][code].names

    def has(self, section: str, code: str) -> bool:
        """Return whether there is such a sentence."""
        return code in self.sections[section]


def phrase_languages() -> tuple[str, ...]:
    """Return the languages that have sentences, in alphabetical order."""
    folder = data_file("locales")
    return tuple(sorted(entry.name for entry in folder.iterdir() if (entry / "phrases.toml").is_file()))


@cache
def load_phrases(lang: str) -> Phrasebook:
    """Return the sentences of a language.

    Raises `DataError` that lists, with section and code, every sentence that is missing, unknown, unreadable, or takes
    a value that the code does not give; `KeyError` for a language that has none.
    """
    if lang not in phrase_languages():
        raise KeyError(lang)
    return read_phrases(lang, read_toml("locales", lang, "phrases.toml"))


def read_phrases(lang: str, table: Mapping[str, object]) -> Phrasebook:
    """Return the sentences as a data file has them; raise `DataError` as `load_phrases` does."""
    faults: list[str] = []
    sections: dict[str, dict[str, Template]] = {}
    wanted = wanted_phrases()
    faults.extend(f"[{name}]: no such section" for name in table if name not in wanted)
    for name, codes in wanted.items():
        rows = table.get(name)
        sections[name] = _section(name, rows if isinstance(rows, dict) else {}, codes, faults)
    if faults:
        raise DataError(f"locales/{lang}/phrases.toml", faults)
    return Phrasebook(lang, sections)


def _section(
    name: str, rows: Mapping[str, object], codes: Mapping[str, frozenset[str] | None], faults: list[str]
) -> dict[str, Template]:
    read = {}
    faults.extend(f"[{name}] {code}: no such code" for code in rows if code not in codes)
    for code, allowed in codes.items():
        text = rows.get(code)
        if not isinstance(text, str) or not text:
            faults.append(f"[{name}] {code}: a sentence is missing")
            continue
        try:
            read[code] = parse_template(text)
        except TemplateFault as fault:
            faults.append(f"[{name}] {code}: {fault}")
            continue
        unknown = read[code].names - allowed if allowed is not None else frozenset()
        faults.extend(f"[{name}] {code}: there is no value {gap!r}" for gap in sorted(unknown))
    return read


@cache
def wanted_phrases() -> Mapping[str, Mapping[str, frozenset[str] | None]]:
    """Every section and code that each language must have, with the values that its sentence may take.

    None: the values are the data of a notice, which its own code decides.
    """
    sections: dict[str, Mapping[str, frozenset[str] | None]] = dict(PLAIN_SECTIONS)
    sections[REASONS] = _reasons()
    sections[NOTICES] = dict.fromkeys((str(code) for code in Code), None)
    return sections


def _reasons() -> dict[str, frozenset[str] | None]:
    table: dict[str, frozenset[str] | None] = {
        cls.code: _SUBJECT | {field.name for field in fields(cls)} for cls in Reason.__args__ if cls is not Void
    }
    table |= {f"void_{why}": _SUBJECT | {"about"} for why in VoidWhy}
    table |= {variant: table[code] or frozenset() for variant, code in REASON_VARIANTS.items() if code}
    table |= {variant: _SUBJECT for variant, code in REASON_VARIANTS.items() if not code}
    return table
