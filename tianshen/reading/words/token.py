"""The tokens of a line: what they can be, and how neighbouring ones become one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from tianshen.locale.lexicon import WordClass, is_han

if TYPE_CHECKING:
    from tianshen.locale.lexicon import Senses


class TokenKind(StrEnum):
    """What a token is when it is no word of the lexicon."""

    WORD = "word"  # a known word: see its senses
    UNKNOWN = "unknown"
    NUMBER = "number"
    ARROW = "arrow"
    COLON = "colon"
    SLASH = "slash"
    COMMA = "comma"
    SEMICOLON = "semicolon"
    STOP = "stop"
    ASK = "ask"
    OPEN = "open"
    CLOSE = "close"
    QUOTE = "quote"
    REMARK = "remark"  # what follows on the line is a remark
    NOISE = "noise"  # markup, emoticons


@dataclass(slots=True)
class Token:
    """One token, never changed once it is made; frozen it would take five times as long to make, and there are many.

    `start` and `end` are places in the normalised text, `glued` says that no blank stands before it.
    `line` is the number of the line within the text that is read; `capital` says that it begins with a capital letter.
    """

    kind: TokenKind
    text: str
    senses: Senses
    start: int
    end: int
    glued: bool
    line: int = 0
    classes: frozenset[WordClass] = frozenset()
    capital: bool = False

    def has(self, *classes: WordClass) -> bool:
        """Return whether the word may be of one of these classes."""
        return not self.classes.isdisjoint(classes)

    def is_of(self, group: frozenset[WordClass]) -> bool:
        """Return whether the word may be of one of the classes of a group."""
        return not self.classes.isdisjoint(group)

    def value(self, word_class: WordClass) -> str | None:
        """Return the value of the first sense of that class."""
        return next((sense.value for sense in self.senses if sense.word_class is word_class), None)

    def values(self, word_class: WordClass) -> tuple[str, ...]:
        """Return the values of all senses of that class."""
        return tuple(sense.value for sense in self.senses if sense.word_class is word_class)

    @property
    def is_han(self) -> bool:
        """True if it is written in Chinese characters."""
        return is_han(self.text[0])


def tidied(tokens: list[Token]) -> list[Token]:
    """Return the tokens of a line, signs that only adorn marked as noise, and what belongs together joined."""
    return _merged(_closed(tokens))


def _closed(tokens: list[Token]) -> list[Token]:
    """Let `>` close an open `<`, and turn brackets around a lone verb (`柏林陆军（移动）普鲁士`) into noise."""
    opened = [index for index, token in enumerate(tokens) if token.kind is TokenKind.OPEN]
    if not opened:
        return tokens
    if any(tokens[index].text == "<" for index in opened):
        _close_angles(tokens)
    for index in opened:
        if index + 2 >= len(tokens) or tokens[index + 2].kind is not TokenKind.CLOSE:
            continue
        if _is_verb(tokens[index + 1]):
            tokens[index] = replace(tokens[index], kind=TokenKind.NOISE)
            tokens[index + 2] = replace(tokens[index + 2], kind=TokenKind.NOISE)
    return tokens


def _is_verb(token: Token) -> bool:
    if len(token.text) == 1 or token.has(WordClass.PLACE):
        return False
    return token.has(WordClass.MOVE, WordClass.SUPPORT, WordClass.RETREAT_IF)


def _close_angles(tokens: list[Token]) -> None:
    angle = False
    for index, token in enumerate(tokens):
        if token.kind is TokenKind.OPEN and token.text == "<":
            angle = True
        elif angle and token.kind is TokenKind.ARROW and token.text == ">":
            tokens[index] = replace(token, kind=TokenKind.CLOSE)
            angle = False


def _merged(tokens: list[Token]) -> list[Token]:
    """Return the tokens with neighbouring unknown characters as one unknown word, neighbouring noise as one piece."""
    merged: list[Token] = []
    first = 0  # of the tokens that belong together with the last one
    for index, token in enumerate(tokens):
        if index and _belongs(tokens[index - 1], token):
            continue
        if first < index:
            merged.append(tokens[first] if first + 1 == index else _joined(tokens[first:index]))
        first = index
    if tokens:
        merged.append(tokens[first] if first + 1 == len(tokens) else _joined(tokens[first:]))
    return merged


def _belongs(before: Token, token: Token) -> bool:
    kind = token.kind
    if kind is TokenKind.WORD or not token.glued or kind is not before.kind:
        return False
    if kind is TokenKind.NOISE:  # of letters are foreign words alone
        return token.text[0].isalpha() == before.text[0].isalpha()
    return kind is TokenKind.UNKNOWN and token.is_han and before.is_han


def _joined(group: list[Token]) -> Token:
    first, last = group[0], group[-1]
    text = "".join(token.text for token in group)
    return Token(first.kind, text, (), first.start, last.end, first.glued, first.line)
