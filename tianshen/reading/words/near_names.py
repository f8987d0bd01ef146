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
_LONGEST = 24  # no name is longer
_REMEMBERED = 5000  # words


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
    """The finder for a lexicon: what it has found once, it knows."""
    return NameFinder(lexicon)


class NameFinder:
    """Finds the place that an unknown word means, if there is only one that it can mean.

    The steps: unique shortening, same pronunciation, near miss. A later step is used only if exactly one candidate
    remains, counting what the other steps allow too; otherwise the candidates are given for asking.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._known: dict[str, Guess | None] = {}

    def guess(self, text: str) -> Guess | None:
        """The guess for a normalised word that is no name; None if nothing is near."""
        text = text.strip()
        if not 2 <= len(text) <= _LONGEST:
            return None
        if text not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[text] = self._guess(text)
        return self._known[text]

    def candidates(self, text: str) -> tuple[Location, ...]:
        """Up to three places whose names are nearest, for a question; none if nothing is near."""
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
        """The places one of whose names begins or ends with the text, by whole words where there are words."""
        if is_han(text[0]):
            return {place for name, place in self._han if name.startswith(text) or name.endswith(text)}
        if len(text) < 3:
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
        """Abbreviations one letter away: too short to be repaired, good enough to be shown."""
        if is_han(text[0]) or len(text) > 4:
            return set()
        from rapidfuzz.distance import OSA

        return {
            place for name, place in self._latin if len(name) <= 4 and OSA.distance(text, name, score_cutoff=1) <= 1
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
    """How many slips may lie between the two: none in short Latin names, one in usual ones, two in long ones."""
    if is_han(name[0]):
        return 2 if min(len(text), len(name)) >= 6 else 1
    shorter = min(len(text), len(name))
    return 0 if shorter < 5 else 1 if shorter < 9 else 2


def _too_short(text: str) -> bool:
    """Whether half of the word would be a guess: with two characters a slip is as likely another name altogether."""
    return is_han(text[0]) and len(text) == 2


def _pinyin(text: str) -> str:
    from pypinyin import lazy_pinyin

    return " ".join(lazy_pinyin(text))
