"""A line as tokens: words of the lexicon, unknown words, numbers and signs; every character belongs to one of them."""

from __future__ import annotations

import re
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from tianshen.locale.lexicon import HAN, WordClass, is_latin, is_other_letter, is_written_latin
from tianshen.reading.words.token import Token, TokenKind, tidied

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tianshen.locale.lexicon import Lexicon, Senses
    from tianshen.locale.normalise import Normalised

__all__ = ["Lexer", "Token", "TokenKind"]

_ARROWS = frozenset("-‐‒–—―─−>→⇒➔➙➜➝➞➡⟶⟹⇨»~👉")
_LEVEL = frozenset("-‐‒–—―─−=~")  # of these a run is an arrow only together with one of the above
_SIGNS = {
    ":": "colon",
    "∶": "colon",
    "/": "slash",
    "、": "comma",
    ",": "comma",
    "،": "comma",
    ";": "semicolon",
    "。": "stop",
    ".": "stop",
    "!": "stop",
    "?": "ask",
    "&": "comma",
    "+": "comma",
}
_OPEN = "([{【《〈「『〔〖<"
_CLOSE = ")]}】》〉」』〕〗>"
_MARKUP = frozenset("*_`#★☆●○■□◆◇▲△▼▽※·•・√×✓✗^")
_QUOTES = frozenset("\"'“”‘’″〝〞＂")
_TAGS = frozenset(
    {
        *("b", "i", "u", "color", "size", "font", "url", "email", "quote", "code", "list"),
        *("align", "img", "hide", "free", "table", "tr", "td", "th", "p", "br", "hr", "div", "span", "center", "left"),
        *("right", "indent", "backcolor", "float", "collapse", "h1", "h2", "h3", "em", "strong", "li", "ul", "ol"),
        *("sub", "sup"),
    }
)
_LONGEST_ENTRY = 8  # words: no entry of the lexicon has more, and a line of any length stays cheap
_LONGEST_EMOTICON = 8  # atoms: `{:5_130:}`
_LONGEST_TAG = 60  # atoms: a link with its address; an open bracket looks no further for its end
_LONGEST_GLUED = 40  # characters of words written together: longer ones are no order
_LONGEST_LETTERS = 2  # characters of a piece that is no name: SGeF, GeF, FNth hold one name at most
_LETTER_AND_CODE = 4  # characters of a unit letter and an abbreviation: `ABER`
_ATOM = re.compile(
    rf"(?P<han>[{HAN}]+)"
    rf"|(?P<latin>[{''.join(char for char in map(chr, range(0x1400)) if is_latin(char) or is_other_letter(char))}]+)"
    rf"|(?P<number>\d+)|(?P<arrow>[{re.escape(''.join(sorted(_ARROWS | _LEVEL)))}]+)|(?P<sign>[^ ])",
    re.DOTALL,
)


class _Atom(NamedTuple):
    kind: str  # han, latin, number, arrow, sign
    start: int
    end: int
    text: str


class Lexer:
    """Cuts the lines of one normalised text into tokens; `original` is the source's whole text, for its capitals."""

    def __init__(self, lexicon: Lexicon, normalised: Normalised, original: str) -> None:
        self._lexicon = lexicon
        self._normalised = normalised
        self._text = normalised.text
        self._original = original
        self._classes: dict[int, frozenset[WordClass]] = {}  # by the identity of senses, which the lexicon keeps alive

    def line(self, start: int, end: int, number: int = 0) -> list[Token]:
        """Return the tokens of the line that stands in the normalised text from `start` to `end`."""
        atoms = list(self._atoms(start, end))
        words = [(atom.text, True) for atom in atoms]
        words[-1:] = [(text, False) for text, _ in words[-1:]]
        tokens: list[Token] = []
        index = 0
        while index < len(atoms):
            atom = atoms[index]
            glued = bool(tokens) and tokens[-1].end == atom.start
            if atom.kind == "han":
                stop = index + 1
                while stop < len(atoms) and atoms[stop].kind == "han":
                    stop += 1
                tokens.extend(self._han(atoms[index:stop], glued, number))
                index = stop
                continue
            index, found = self._other(atoms, words, index, glued, number)
            tokens.extend(found)
        return tidied(tokens)

    def _atoms(self, start: int, end: int) -> Iterator[_Atom]:
        """Yield runs of characters of one kind, and signs one by one; nothing but blanks stands between them."""
        number: tuple[int, int] | None = None
        for match in _ATOM.finditer(self._text, start, end):
            kind, text = str(match.lastgroup), match.group()
            if kind == "number" or (kind == "sign" and text.isdigit()):
                if number is not None and number[1] == match.start():
                    number = number[0], match.end()
                    continue
                following, atom = match.span(), None
            else:
                following, atom = None, _Atom(kind, match.start(), match.end(), text)
            if number is not None:
                yield _Atom("number", *number, self._text[slice(*number)])
            number = following
            if atom is not None:
                yield atom
        if number is not None:
            yield _Atom("number", *number, self._text[slice(*number)])

    def _other(
        self, atoms: list[_Atom], words: list[tuple[str, bool]], index: int, glued: bool, number: int
    ) -> tuple[int, list[Token]]:
        atom = atoms[index]
        if atom.kind == "latin":
            return self._latin(atoms, words, index, glued, number)
        if atom.text == "'" and words[index][1] and index + 1 < len(atoms):
            count, senses = self._lexicon.longest_latin(words, index)
            if count:
                end = atoms[index + count - 1].end
                return index + count, [self._word(atom.text, senses, atom.start, end, glued, number)]
        kind, text, after = self._sign(atoms, words, index)
        return after, [Token(kind, text, (), atom.start, atoms[after - 1].end, glued, number)]

    def _sign(self, atoms: list[_Atom], words: list[tuple[str, bool]], index: int) -> tuple[TokenKind, str, int]:
        """Return kind and text of the number, markup or sign that begins at `index`, and the index after it."""
        atom = atoms[index]
        text = atom.text
        if atom.kind == "number":
            return TokenKind.NUMBER, text, index + 1
        noise = self._markup_end(words, index)
        if noise > index:
            return TokenKind.NOISE, self._text[atom.start : atoms[noise - 1].end], noise
        if atom.kind == "arrow":
            return _arrow_kind(text), text, index + 1
        if text == "/" and index + 1 < len(atoms) and words[index + 1][0] == "/":
            return TokenKind.REMARK, "//", index + 2
        if text == "/" and self._stands_apart(atom):
            return TokenKind.COMMA, text, index + 1
        return _sign_kind(text), text, index + 1

    def _stands_apart(self, atom: _Atom) -> bool:
        """Return whether blanks stand on both sides: such a slash parts orders, a narrow one names a coast."""
        return self._text[atom.start - 1 : atom.start] == " " and self._text[atom.end : atom.end + 1] == " "

    def _latin(
        self, atoms: list[_Atom], words: list[tuple[str, bool]], index: int, glued: bool, number: int
    ) -> tuple[int, list[Token]]:
        atom = atoms[index]
        count, senses, last = self._longest(atoms, words, index)
        if count and not (count == 1 and self._hides_unit(atom, senses)):
            end = self._with_stop(atoms, words, last)
            text = self._text[atom.start : atoms[last].end]
            return end[0], [self._word(text, senses, atom.start, end[1], glued, number)]
        parts = self._glued_words(atom)
        if parts:
            return index + 1, [
                self._word(self._text[a:b], found, a, b, glued if a == atom.start else True, number)
                for a, b, found in parts
            ]
        kind = (
            TokenKind.UNKNOWN if any(map(is_written_latin, self._written(atom))) else TokenKind.NOISE
        )  # a face, foreign talk
        return index + 1, [Token(kind, words[index][0], (), atom.start, atom.end, glued, number)]

    def _written(self, atom: _Atom) -> list[str]:
        return [self._original[self._normalised.starts[at]] for at in range(atom.start, atom.end)]

    def _hides_unit(self, atom: _Atom, senses: Senses) -> bool:
        """Return whether a word is a unit letter and a place, and no place itself: `ABER` in capitals is A BER."""
        short = atom.end - atom.start == _LETTER_AND_CODE
        return short and not _any(senses, WordClass.PLACE) and bool(self._glued_words(atom))

    def _longest(self, atoms: list[_Atom], words: list[tuple[str, bool]], index: int) -> tuple[int, Senses, int]:
        """Return the longest entry from here, stops between words left out: count of words, senses, last atom."""
        kept = [index]
        at = index
        while words[at][1] and len(kept) < _LONGEST_ENTRY and at + 1 < len(atoms):
            at += 1
            if words[at][0] == ".":
                if not words[at][1] or atoms[at].start != atoms[at - 1].end:
                    break
                continue
            kept.append(at)
        joined = [(words[i][0], k + 1 < len(kept)) for k, i in enumerate(kept)]
        count, senses = self._lexicon.longest_latin(joined, 0)
        return count, senses, kept[count - 1] if count else index

    def _with_stop(self, atoms: list[_Atom], words: list[tuple[str, bool]], last: int) -> tuple[int, int]:
        """Return the index after a word and its end, with the stop of an abbreviation if the line goes on."""
        after = last + 1
        if after + 1 < len(atoms) and words[after][0] == "." and atoms[after].start == atoms[last].end:
            following = atoms[after + 1]
            glued = following.kind == "han" and following.start == atoms[after].end
            if glued or following.kind in ("latin", "arrow") or words[after + 1][0] in "(/[":
                return after + 1, atoms[after].end
        return after, atoms[last].end

    def _glued_words(self, atom: _Atom) -> list[tuple[int, int, Senses]]:
        """Return words written together: at capitals (`SGeF`), or a unit letter before a place (`FNTH`)."""
        if atom.end - atom.start > _LONGEST_GLUED:
            return []
        parts = [(atom.start + a, atom.start + b) for a, b in pairwise(self._cuts(atom))]
        found = [(a, b, self._lexicon.senses(self._text[a:b])) for a, b in parts]
        names = sum(b - a > _LONGEST_LETTERS for a, b, _ in found)
        return found if len(found) > 1 and names <= 1 and all(part[2] for part in found) else []

    def _cuts(self, atom: _Atom) -> list[int]:
        """Return where words written together may be cut, both ends included; nothing where they are not."""
        raw = self._written(atom)
        if len(raw) < 2 or not raw[0].isupper():
            return []
        if raw[1].isupper() and self._is_letter_and_place(atom):
            return [0, 1, len(raw)]
        if all(char.isupper() for char in raw):
            return []
        return [0, *(i for i in range(1, len(raw)) if raw[i].isupper()), len(raw)]

    def _is_letter_and_place(self, atom: _Atom) -> bool:
        letter = self._lexicon.senses(self._text[atom.start])
        rest = self._lexicon.senses(self._text[atom.start + 1 : atom.end])
        return _any(letter, WordClass.UNIT) and _any(rest, WordClass.PLACE)

    def _han(self, atoms: Sequence[_Atom], glued: bool, number: int) -> list[Token]:
        """Return the words of Chinese runs with blanks between: blanks part words unless without them more is known."""
        known = self._lexicon.han
        runs = [self._lexicon.cut(atom.text) for atom in atoms]
        whole = self._cut_across(atoms, runs) if len(atoms) > 1 else None
        if whole is not None:
            return self._across(atoms, whole, glued, number)
        tokens: list[Token] = []
        for atom, cut in zip(atoms, runs, strict=True):
            at = atom.start
            for piece in cut:
                stop = at + len(piece)
                tokens.append(self._word(piece, known.get(piece, ()), at, stop, glued, number))
                glued, at = True, stop
            glued = False  # a blank stands between two runs
        return tokens

    def _cut_across(self, atoms: Sequence[_Atom], runs: Sequence[Sequence[str]]) -> Sequence[str] | None:
        """Return the words of runs as if no blanks stood between them, where that explains more of them."""
        known = self._lexicon.han
        if not any(piece not in known for cut in runs for piece in cut):
            return None
        whole = self._lexicon.cut("".join(atom.text for atom in atoms))
        better = self._unknown(whole) < sum(map(self._unknown, runs)) and self._keeps(runs, whole)
        return whole if better else None

    def _across(self, atoms: Sequence[_Atom], pieces: Sequence[str], glued: bool, number: int) -> list[Token]:
        """Return the words of runs that are read as if no blanks stood between them."""
        places = [at for atom in atoms for at in range(atom.start, atom.end)]
        tokens: list[Token] = []
        index = 0
        for piece in pieces:
            start, end = places[index], places[index + len(piece) - 1] + 1
            joined = tokens[-1].end == start if tokens else glued
            tokens.append(self._word(piece, self._lexicon.han.get(piece, ()), start, end, joined, number))
            index += len(piece)
        return tokens

    def _word(self, text: str, senses: Senses, start: int, end: int, glued: bool, line: int) -> Token:
        if not senses:
            return Token(TokenKind.UNKNOWN, text, (), start, end, glued, line)
        classes = self._classes.get(id(senses))
        if classes is None:
            classes = self._classes[id(senses)] = frozenset(sense.word_class for sense in senses)
        capital = self._original[self._normalised.starts[start]].isupper()
        return Token(TokenKind.WORD, text, senses, start, end, glued, line, classes, capital)

    def _keeps(self, runs: Sequence[Sequence[str]], whole: Sequence[str]) -> bool:
        """Return whether every known word of several characters in the one cut lies within one piece of the other."""
        ends = set(accumulate(map(len, whole)))
        at = 0
        for piece in (piece for cut in runs for piece in cut):
            inner = range(at + 1, at + len(piece))
            if piece in self._lexicon.han and not ends.isdisjoint(inner):
                return False
            at += len(piece)
        return True

    def _unknown(self, pieces: Sequence[str]) -> int:
        known = self._lexicon.han
        return sum([len(piece) for piece in pieces if piece not in known])

    def _markup_end(self, words: list[tuple[str, bool]], index: int) -> int:
        """Return where a piece of markup or an emoticon that begins at `index` ends; `index` itself if none does."""
        text = words[index][0]
        if text in "[<" and len(text) == 1:
            return self._tag_end(words, index)
        if text == "{" and index + 1 < len(words) and words[index + 1][0] == ":":
            for stop in range(index + 2, min(index + _LONGEST_EMOTICON, len(words))):
                if words[stop][0] == "}":
                    return stop + 1
        return index

    def _tag_end(self, words: list[tuple[str, bool]], index: int) -> int:
        at = index + 1
        if at < len(words) and words[at][0] == "/":
            at += 1
        if at >= len(words) or words[at][0] not in _TAGS:
            return index
        close = "]" if words[index][0] == "[" else ">"
        for stop in range(at + 1, min(at + _LONGEST_TAG, len(words))):
            if words[stop][0] == close or (close == ">" and words[stop][0].endswith(">")):
                return stop + 1
        return index


def _any(senses: Senses, word_class: WordClass) -> bool:
    return any(sense.word_class is word_class for sense in senses)


def _arrow_kind(text: str) -> TokenKind:
    if not _ARROWS.intersection(text):
        return TokenKind.UNKNOWN if len(text) == 1 else TokenKind.NOISE
    return TokenKind.NOISE if len(text) > 2 and _LEVEL.issuperset(text) else TokenKind.ARROW


def _sign_kind(char: str) -> TokenKind:
    if char in _SIGNS:
        return TokenKind(_SIGNS[char])
    if char in _OPEN:
        return TokenKind.OPEN
    if char in _CLOSE:
        return TokenKind.CLOSE
    if char in _QUOTES:
        return TokenKind.QUOTE
    return TokenKind.NOISE
