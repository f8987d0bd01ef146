"""Names that are not in the lexicon: shortened, of the same sound, or misspelt. A known name never comes here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import is_han

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tianshen.locale.lexicon import Lexicon
    from tianshen.model.position import Location

_SHOWN = 3  # candidates that a question lists
_SHORTEST = 2  # characters: one alone is near every name
_SHORTEST_LATIN = 3  # letters: two begin too many names
_LONGEST = 24  # characters: no name is longer
_LONGEST_CODE = 4  # letters of an abbreviation
_ONE_SLIP = 5  # letters of a Latin name that may hold one slip: shorter ones are abbreviations, a letter from another
_TWO_SLIPS = 9  # letters of a Latin name that may hold two
_TWO_SLIPS_HAN = 6  # characters of a Chinese name that may hold two; shorter ones may hold one
_REMEMBERED = 5000  # words: a page of misspelt names, and memory stays bounded


class NameMatch(StrEnum):
    """How a name was understood."""

    EXACT = "exact"
    SHORTENED = "shortened"
    SOUND = "sound"
    NEAR = "near"
    UNKNOWN = "unknown"  # `locations` are candidates to show
    POWER = "power"  # the name of a power where a place belongs
    OFF_BOARD = "off_board"


@dataclass(frozen=True, slots=True)
class Guess:
    """What an unknown name may mean: one place where `how` is a correction, candidates where it is UNKNOWN."""

    locations: tuple[Location, ...]
    how: NameMatch


@lru_cache(maxsize=4)
def name_finder(lexicon: Lexicon) -> NameFinder:
    """Return the finder of a lexicon, the same one each time: it remembers what it has found."""
    return NameFinder(lexicon)


class NameFinder:
    """Finds the place that an unknown word means, if there is only one that it can mean.

    The steps: unique shortening, same pronunciation, near miss. A later step is used only if exactly one candidate
    remains, counting what the other steps allow too; otherwise the candidates are returned for a question.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._known: dict[str, Guess | None] = {}

    def guess(self, text: str) -> Guess | None:
        """Return the guess for a normalised word that is no name; None if nothing is near."""
        text = text.strip()
        if not _SHORTEST <= len(text) <= _LONGEST:
            return None
        if text not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[text] = self._guess(text)
        return self._known[text]

    def candidates(self, text: str) -> tuple[Location, ...]:
        """Return up to three places whose names are nearest, for a question; none if nothing is near."""
        guess = self.guess(text)
        return guess.locations[:_SHOWN] if guess else ()

    def _guess(self, text: str) -> Guess | None:
        exact = self._lexicon.places(text)
        if exact:
            return Guess(exact, NameMatch.EXACT)
        shortened = self._shortened(text)
        if shortened:
            return _one_or_ask(shortened | self._near_codes(text) | self._near(text), NameMatch.SHORTENED)
        near = self._near(text)
        if is_han(text[0]):
            sound = self._same_sound(text)
            if len(sound) == 1 and not near - sound:
                return Guess(tuple(sound), NameMatch.SOUND)
            near |= sound
        if near:
            return (
                Guess(tuple(sorted(near)), NameMatch.UNKNOWN) if _too_short(text) else _one_or_ask(near, NameMatch.NEAR)
            )
        codes = self._near_codes(text)
        return Guess(tuple(sorted(codes)), NameMatch.UNKNOWN) if codes else None

    def _shortened(self, text: str) -> set[Location]:
        """Return the places one of whose names begins or ends with the text, by whole words where there are words."""
        if is_han(text[0]):
            return {place for name, place in self._han if name.startswith(text) or name.endswith(text)}
        if len(text) < _SHORTEST_LATIN:
            return set()
        return {
            place for name, place in self._latin if name.startswith(text) or name.endswith((" " + text, "-" + text))
        }

    def _near(self, text: str) -> set[Location]:
        from rapidfuzz.distance import OSA

        names = self._han if is_han(text[0]) else self._latin
        return {
            place
            for name, place in names
            if (limit := _allowed(text, name)) and OSA.distance(text, name, score_cutoff=limit) <= limit
        }

    def _near_codes(self, text: str) -> set[Location]:
        """Return the places with an abbreviation one letter away: too short to be repaired, good enough to be shown."""
        if is_han(text[0]) or len(text) > _LONGEST_CODE:
            return set()
        from rapidfuzz.distance import OSA

        return {
            place
            for name, place in self._latin
            if len(name) <= _LONGEST_CODE and OSA.distance(text, name, score_cutoff=1) <= 1
        }

    def _same_sound(self, text: str) -> set[Location]:
        sound = _pinyin(text)
        return set(self._sounds.get(sound, ()))

    @cached_property
    def _han(self) -> list[tuple[str, Location]]:
        return [(name, place) for name, place in self._lexicon.names if is_han(name[0])]

    @cached_property
    def _latin(self) -> list[tuple[str, Location]]:
        return [(name, place) for name, place in self._lexicon.names if not is_han(name[0])]

    @cached_property
    def _sounds(self) -> Mapping[str, Iterable[Location]]:
        table: dict[str, set[Location]] = {}
        for name, place in self._han:
            table.setdefault(_pinyin(name), set()).add(place)
        return table


def _one_or_ask(places: set[Location], how: NameMatch) -> Guess:
    ordered = tuple(sorted(places))
    return Guess(ordered, how if len(ordered) == 1 else NameMatch.UNKNOWN)


def _allowed(text: str, name: str) -> int:
    """Return how many slips may lie between the two: none in short Latin names, one in usual ones, two in long ones."""
    shorter = min(len(text), len(name))
    if is_han(name[0]):
        return 2 if shorter >= _TWO_SLIPS_HAN else 1
    return (shorter >= _ONE_SLIP) + (shorter >= _TWO_SLIPS)


def _too_short(text: str) -> bool:
    """Return whether half of the word would be a guess: with one of two characters wrong it may be any name."""
    return is_han(text[0]) and len(text) == _SHORTEST


def _pinyin(text: str) -> str:
    from pypinyin import lazy_pinyin

    return " ".join(lazy_pinyin(text))
