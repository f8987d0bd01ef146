"""The words of all languages as they stand in `locales/`, read and checked, for the lexicon to arrange."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from tianshen.errors import DataError
from tianshen.locale.names import languages, names_file, names_table, power_rows
from tianshen.model.board import STANDARD, load_board
from tianshen.model.position import province_of
from tianshen.resources import read_toml, taking_apart

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tianshen.model.board import Board

Entry = tuple[str, str, str]  # surface, word_class, value
_VALUES = {"dislodged": ("surely", "perhaps"), "earlier": ("above", "all")}  # of the sorts that have a few
_COASTS = ("NC", "SC", "EC")
# Lists of words: where they stand, the class of their words, and the value.
_LISTS = (
    *((f"coasts_short.{coast}", "coast_short", coast) for coast in _COASTS),
    *((f"turn_words.{season}", "season", season) for season in ("spring", "fall", "winter")),
    *((f"turn_words.{phase}", "phase", phase) for phase in ("moves", "retreats")),
    *((f"turn_words.{word_class}", word_class, "") for word_class in ("year", "turn")),
)
_GLUED = 2  # letters of a coast's short name that people write onto a place without a blank: `spanc`


@dataclass(frozen=True)
class Wordlist:
    """`entries`: every surface with its class and value; `fold`: single characters and what they are compared as.

    `lookalikes`: letters of other scripts, and the Latin letter that each looks like; they are in `fold` too.
    `ambiguous` are the surfaces that mean several places on purpose; `case_languages` tells by the word that opens a
    case file in which language the file is.
    """

    entries: tuple[Entry, ...]
    fold: Mapping[str, str]
    numerals: str
    ambiguous: frozenset[str]
    case_languages: Mapping[str, str]
    lookalikes: Mapping[str, str]


@cache
def load_wordlist(board: str = STANDARD) -> Wordlist:
    """All words of all languages, with the places and powers of a board.

    Raises `DataError` naming the file and key of every fault.
    """
    entries: list[Entry] = []
    fold: dict[str, str] = {}
    numerals = ""
    ambiguous: set[str] = set()
    openings: dict[str, str] = {}
    for lang in languages():
        words = read_toml("locales", lang, "words.toml")
        names = names_table(lang, board)
        faults: list[str] = []
        with taking_apart("locales", lang, names_file(board)):
            words = {**words, "powers": power_rows(words, names, board)}
        with taking_apart("locales", lang, "words.toml"):
            entries.extend(_word_entries(words, faults))
            fold.update(_fold(words, faults))
            numerals = numerals or words.get("turn_words", {}).get("numerals", "")
            openings.update(dict.fromkeys(_texts(words, "read.case.position", faults), lang))
            coasts = {coast: _surfaces(words["coasts"][coast]) for coast in _COASTS}
            _check(entries)
        _raise(f"locales/{lang}/words.toml", faults)
        with taking_apart("locales", lang, names_file(board)):
            entries.extend(_name_entries(load_board(board), coasts, names, faults))
            ambiguous.update(names.get("ambiguous", {}))
            _check(entries)
        _raise(f"locales/{lang}/{names_file(board)}", faults)
    entries.extend((power, "power", power) for power in load_board(board).powers)
    alike = _lookalikes()
    return Wordlist(tuple(dict.fromkeys(entries)), {**alike, **fold}, numerals, frozenset(ambiguous), openings, alike)


def _lookalikes() -> dict[str, str]:
    table = read_toml("locales", "lookalikes.toml")
    faults: list[str] = []
    alike: dict[str, str] = {}
    with taking_apart("locales", "lookalikes.toml"):
        for letter, others in table["letters"].items():
            if len(letter) != 1 or not letter.isascii() or not isinstance(others, str):
                faults.append(f"letters.{letter}: a Latin letter and those that look like it belong here")
                continue
            faults.extend(f"letters.{letter}: {other} is there twice" for other in others if other in alike)
            alike.update(dict.fromkeys(others, letter))
    _raise("locales/lookalikes.toml", faults)
    return alike


def is_case_opening(word: str) -> bool:
    """Return whether a case file may open with that (normalised) word."""
    return word in load_wordlist().case_languages


def case_language(word: str) -> str:
    """Return the language of a case file that opens with that (normalised) word."""
    return load_wordlist().case_languages[word]


def _raise(path: str, faults: list[str]) -> None:
    if faults:
        raise DataError(path, faults)


def _check(entries: Iterable[Entry]) -> None:
    """Raise `TypeError` where a word is no text."""
    for surface, word_class, value in entries:
        if not isinstance(surface, str) or not surface.strip():
            raise TypeError(f"{surface!r} is no word for {word_class} {value}".rstrip())


def _texts(table: Mapping[str, Any], path: str, faults: list[str]) -> list[str]:
    """Return the list of texts at a dotted path; a fault where there is none or an element is no text."""
    found: Any = table
    for key in path.split("."):
        found = found.get(key) if isinstance(found, dict) else None
    if not isinstance(found, list) or not all(isinstance(text, str) and text.strip() for text in found):
        faults.append(f"{path}: a list of texts belongs here")
        return []
    return found


def _word_entries(words: Mapping[str, Any], faults: list[str]) -> Iterator[Entry]:
    for table, word_class in (("powers", "power"), ("units", "unit"), ("coasts", "coast")):
        for key, row in words.get(table, {}).items():
            surfaces = _texts(words, f"{table}.{key}.aliases", faults)
            yield from ((text, word_class, key) for text in (row["name"], row.get("short"), *surfaces) if text)
    master = words.get("game_master", {})
    yield from (
        (text, "game_master", "") for text in (master.get("name"), *_texts(words, "game_master.aliases", faults))
    )
    for path, word_class, value in _LISTS:
        yield from ((text, word_class, value) for text in _texts(words, path, faults))
    yield from _read_entries(words, faults)


def _read_entries(words: Mapping[str, Any], faults: list[str]) -> Iterator[Entry]:
    for word_class, row in words.get("read", {}).items():
        if isinstance(row, dict):
            allowed = _VALUES.get(word_class, row)
            faults.extend(f"read.{word_class}.{value}: no such value" for value in row if value not in allowed)
            for value in row:
                yield from ((text, word_class, value) for text in _texts(words, f"read.{word_class}.{value}", faults))
        else:
            yield from ((text, word_class, "") for text in _texts(words, f"read.{word_class}", faults))


def _name_entries(
    board: Board, coasts: Mapping[str, list[str]], names: Mapping[str, Any], faults: list[str]
) -> Iterator[Entry]:
    for province, row in names.get("provinces", {}).items():
        yield from _province_entries(board, province, [*_surfaces(row), province.lower()], coasts)
    yield from _place_entries(board, names, faults)
    if board.name == STANDARD or "off_board" in names:
        yield from ((surface, "off_board", "") for surface in _texts(names, "off_board.names", faults))


def _province_entries(
    board: Board, province: str, surfaces: list[str], coasts: Mapping[str, list[str]]
) -> Iterator[Entry]:
    yield from ((text, "place", province) for text in surfaces)
    facts = board.provinces.get(province)
    for coast in facts.coasts if facts else ():
        glued = (name + word for name in surfaces for word in coasts[coast] if word.isascii() and len(word) == _GLUED)
        yield from ((text, "place", f"{province}/{coast}") for text in glued if text.isascii())


def _place_entries(board: Board, names: Mapping[str, Any], faults: list[str]) -> Iterator[Entry]:
    known = (*board.provinces, *board.impassable)
    for surface, places in names.get("ambiguous", {}).items():
        if len(places) < 2 or any(province_of(place) not in known for place in places):
            faults.append(f"ambiguous.{surface}: two or more known places belong here")
        yield from ((surface, "place", place) for place in places)
    for surface, place in names.get("coastal", {}).items():
        if not board.is_location(place, "F"):
            faults.append(f"coastal.{surface}: no such location")
        yield surface, "place", place


def _surfaces(row: Mapping[str, Any]) -> list[str]:
    singles = [row[key] for key in ("name", "house", "modern", "short") if key in row]
    return [*singles, *row.get("aliases", ())]


def _fold(words: Mapping[str, Any], faults: list[str]) -> Iterator[tuple[str, str]]:
    for char, normalised in words.get("fold", {}).items():
        if len(char) != 1 or not isinstance(normalised, str):
            faults.append(f"fold.{char}: one character and what it is compared as belong here")
        yield char, normalised
    if "traditional" in words:
        for row in _texts(words, "traditional.pairs", faults):
            for pair in row.split():
                if len(pair) != 2:
                    faults.append(f"traditional.pairs: {pair} is not two characters")
                    continue
                yield pair[0], pair[1]
