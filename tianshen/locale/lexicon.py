"""The lexicon: every surface that an order may use, in all languages together, and what it may mean."""

from __future__ import annotations

import re
import sys
import unicodedata
import warnings
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from tianshen.locale.normalise import Normaliser
from tianshen.locale.wordlist import load_wordlist
from tianshen.model.board import STANDARD

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from types import ModuleType

    from tianshen.model.position import Location, Power

_END = ""  # the key under which a node of the tree of Latin words holds its senses
HAN = "\u4e00-\u9fff\u3400-\u4dbf〇"  # the characters for which `is_han` holds, for the brackets of an expression
_MOST_KEPT = 5000  # runs of characters whose cut is remembered
_LONGEST_KEPT = 40  # characters in one of them
_WEIGHT = 1000  # every word of the lexicon weighs the same: the cut with the fewest pieces wins


class WordClass(StrEnum):
    """What a word can be; the values are the keys under `[read]` in `words.toml`, where it comes from there."""

    PLACE = "place"  # value: a location
    OFF_BOARD = "off_board"
    POWER = "power"  # value: a power
    GAME_MASTER = "game_master"
    UNIT = "unit"  # value: A, F or any
    COAST = "coast"  # value: NC, SC, EC
    COAST_SHORT = "coast_short"
    HOLD = "hold"
    MOVE = "move"
    SUPPORT = "support"
    CONVOY = "convoy"
    VIA = "via"
    BY_SEA = "by_sea"
    RETREAT = "retreat"
    RETREAT_IF = "retreat_if"
    FALL_BACK = "fall_back"  # a retreat where one is due, otherwise perhaps a move
    BUILD = "build"
    BUILD_LIST = "build_list"
    DISBAND = "disband"
    DISBAND_LIST = "disband_list"
    WAIVE = "waive"
    MUTUAL = "mutual"
    FIRST_PERSON = "first_person"
    PERSON = "person"
    INTENT = "intent"
    RESULT = "result"
    TELLING = "telling"  # words that tell what may be or has been done, never what to do
    NEGATION = "negation"
    REQUEST = "request"
    CONDITION = "condition"
    QUESTION = "question"
    OPENER = "opener"  # talk in front of an order, skipped
    NEXT = "next"  # the next choice of a list, or the next order
    EACH = "each"  # every unit has its own target
    BOTH = "both"  # all units do the same
    DISLODGED = "dislodged"  # value: surely, or perhaps (only where a retreat follows)
    PARTICLE = "particle"
    ENDING = "ending"
    ADVERB = "adverb"
    FOR = "for"
    FROM = "from"
    TOWARD = "toward"
    LEAD = "lead"
    AND = "and"
    CANCEL = "cancel"
    DITTO = "ditto"
    LOOSE = "loose"  # a verb that is said of other things too
    SAME = "same"  # the same as above
    CHANGE = "change"
    EARLIER = "earlier"  # what was sent before; value: above (in this post), all
    UNCHANGED = "unchanged"
    LINE_WORD = "line_word"
    LABEL = "label"
    EXAMPLE = "example"
    ALL = "all"
    REST = "rest"
    DIRECTIVE = "directive"  # value: a directive
    SLIP = "slip"  # value: the right word, whose senses it has as well
    CASE = "case"  # value: a keyword of case files
    SEASON = "season"  # value: spring, fall, winter
    PHASE = "phase"  # value: moves, retreats
    YEAR = "year"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of a word."""

    word_class: WordClass
    value: str = ""


Senses: TypeAlias = tuple[Sense, ...]


@dataclass(frozen=True, eq=False)
class Lexicon:
    """All words. `han` holds the surfaces in Chinese characters, `latin` a tree of words, both normalised.

    `names` lists the full names and aliases of provinces for finding near ones: normalised surface and province.
    `numerals` are the Chinese figures from zero to ten, `lookalikes` letters of other scripts, each
    with the Latin one that it looks like.
    """

    normaliser: Normaliser
    han: Mapping[str, Senses]
    latin: Mapping[str, Any]
    names: Sequence[tuple[str, Location]]
    numerals: str
    lookalikes: Mapping[str, str]
    _cache: dict[str, list[str]] = field(default_factory=dict, compare=False, repr=False)

    def senses(self, surface: str) -> Senses:
        """Return the senses of one normalised surface, empty for an unknown one."""
        return self.han.get(surface) or self._latin_senses(surface)

    def places(self, text: str) -> tuple[Location, ...]:
        """Return the locations that a name may mean; one for nearly all names."""
        return self._values(text, WordClass.PLACE)

    def power(self, text: str) -> Power | None:
        """Return the power with that name, alias or id, in any language."""
        powers = set(self._values(text, WordClass.POWER))
        return powers.pop() if len(powers) == 1 else None

    def is_game_master(self, text: str) -> bool:
        """Return whether the text is a word for the game master."""
        return any(
            sense.word_class is WordClass.GAME_MASTER for sense in self.senses(self.normaliser.key(text).strip())
        )

    def cut(self, run: str) -> list[str]:
        """Return a run of Chinese characters as words: the fewest pieces, longest first; unknown ones singly."""
        if run in self.han:
            return [run]
        if len(run) > _LONGEST_KEPT:
            return self._tokenizer.cut(run)
        if run not in self._cache:
            if len(self._cache) > _MOST_KEPT:
                self._cache.clear()
            self._cache[run] = self._tokenizer.cut(run)
        return self._cache[run]

    def longest_latin(self, words: Sequence[tuple[str, bool]], start: int) -> tuple[int, Senses]:
        """Return the longest entry that begins with word `start`: how many words it takes, and its senses.

        Each word comes with whether it is joined to the next one by blanks or stops alone.
        """
        node: Any = self.latin
        best: tuple[int, Senses] = (0, ())
        index = start
        while index < len(words):
            node = node.get(words[index][0])
            if node is None:
                break
            if _END in node:
                best = (index - start + 1, node[_END])
            if not words[index][1]:
                break
            index += 1
        return best

    def _values(self, text: str, word_class: WordClass) -> tuple[str, ...]:
        return tuple(s.value for s in self.senses(self.normaliser.key(text).strip()) if s.word_class is word_class)

    def _latin_senses(self, surface: str) -> Senses:
        words = latin_words(surface)
        count, senses = self.longest_latin([(word, True) for word in words], 0)
        return senses if words and count == len(words) else ()

    @cached_property
    def _tokenizer(self) -> _Cutter:
        return _Cutter(self.han)


class _Cutter:
    """A private jieba tokenizer that knows the words of the lexicon and nothing else.

    The default dictionary is never loaded, no cache file written; jieba itself is imported here, on first use.
    """

    def __init__(self, words: Collection[str]) -> None:
        chars = re.escape("".join(sorted(set("".join(words)))))
        self._parts = re.compile(f"([{chars}]+)|([^{chars}]+)")  # no word holds a character of the second part
        self._jieba = _jieba().Tokenizer()
        frequencies: dict[str, int] = {}
        count = 0
        for word in words:
            frequencies[word] = _WEIGHT
            count += 1
            for end in range(1, len(word)):
                frequencies.setdefault(word[:end], 0)
        self._jieba.FREQ = frequencies
        self._jieba.total = _WEIGHT * max(count, 1)
        self._jieba.initialized = True

    def cut(self, run: str) -> list[str]:
        pieces: list[str] = []
        for part in self._parts.finditer(run):
            pieces.extend(self._jieba.cut(part.group(), HMM=False) if part.lastindex == 1 else part.group())
        return pieces


def _jieba() -> ModuleType:
    """Return the module jieba, imported in silence.

    It asks pkg_resources where its own dictionary lies, which is never read: importing that would take longer than all
    the rest, and warn that it is deprecated. jieba has another way where it is missing.
    """
    hidden = "pkg_resources" not in sys.modules
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if hidden:
            sys.modules["pkg_resources"] = None  # type: ignore[assignment]
        try:
            import jieba
        finally:
            if hidden:
                del sys.modules["pkg_resources"]
    found: ModuleType = jieba
    return found


def is_han(char: str) -> bool:
    """Return whether the character is a Chinese one."""
    return "\u4e00" <= char <= "\u9fff" or "\u3400" <= char <= "\u4dbf" or char == "〇"


def is_latin(char: str) -> bool:
    """Return whether the (normalised) character is a letter of a Latin word."""
    return "a" <= char <= "z" or (char > "\u00bf" and char < "\u0250" and char.isalpha())


def is_other_letter(char: str) -> bool:
    """Return whether the (normalised) character is a letter of another alphabet with capitals, such as Greek."""
    near = "\u0250" <= char < "\u0590" or "\u10a0" <= char < "\u1100" or "\u13a0" <= char < "\u1400"
    return near and char.isalpha()


def is_written_latin(char: str) -> bool:
    """Return whether the character, as it was written, is a letter of the Latin script, in whatever width or style."""
    return is_latin(unicodedata.normalize("NFKC", char)[0].casefold())


def latin_words(text: str) -> list[str]:
    """Return the words of a normalised Latin surface; blanks and stops part words, other signs stand alone."""
    words: list[str] = []
    joined = False
    for char in text:
        if is_latin(char):
            if joined:
                words[-1] += char
            else:
                words.append(char)
            joined = True
            continue
        joined = False
        if char not in " .":
            words.append(char)
    return words


@cache
def load_lexicon(board: str = STANDARD) -> Lexicon:
    """Return the lexicon of all languages in `locales/` for a board.

    Raises `DataError` naming the file and key of every fault.
    """
    wordlist = load_wordlist(board)
    normaliser = Normaliser(wordlist.fold)
    han: dict[str, Senses] = {}
    latin: dict[str, Any] = {}
    for surface, word_class, value in wordlist.entries:
        sense = Sense(WordClass(word_class), value)
        for key in _spellings(normaliser, surface):
            if is_han(key[0]):
                han[key] = _with(han.get(key, ()), sense)
            else:
                _plant(latin, key, sense)
    for surface, word_class, value in wordlist.entries:
        if word_class == WordClass.SLIP:
            key = normaliser.key(surface)
            han[key] = (*han[normaliser.key(value)], *han[key])
    names = {
        (normaliser.key(surface), value)
        for surface, word_class, value in wordlist.entries
        if word_class == WordClass.PLACE and surface not in wordlist.ambiguous and len(value) == 3
    }
    return Lexicon(normaliser, han, latin, sorted(names), wordlist.numerals, wordlist.lookalikes)


def _plant(tree: dict[str, Any], key: str, sense: Sense) -> None:
    """Add a sense of a Latin surface to the tree of words."""
    node = tree
    for word in latin_words(key):
        node = node.setdefault(word, {})
    node[_END] = _with(node.get(_END, ()), sense)


def _with(senses: Senses, sense: Sense) -> Senses:
    return senses if sense in senses else (*senses, sense)


def _spellings(normaliser: Normaliser, surface: str) -> list[str]:
    """Return the normalised surface, and for umlauts the spelling that simply leaves the dots out."""
    key = normaliser.key(surface)
    if surface.isascii() or is_han(key[0]):
        return [key]
    bare = "".join(char for char in unicodedata.normalize("NFD", surface) if not unicodedata.combining(char))
    return list(dict.fromkeys((key, normaliser.key(bare))))
