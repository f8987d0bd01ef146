"""Every character belongs to one token, and characters of one kind to the same."""

import sys
import unicodedata

from tianshen.locale.lexicon import is_han, is_other_letter, load_lexicon
from tianshen.locale.normalise import Normalised
from tianshen.reading.words.lexer import Lexer, TokenKind

LEXICON = load_lexicon()


def tokens(text):
    """The tokens of a text as if it were normalised already."""
    normalised = Normalised(text, range(len(text)), range(1, len(text) + 1))
    return Lexer(LEXICON, normalised, text).line(0, len(text))


def test_each_character_is_of_the_kind_that_its_test_says():
    for code in [*range(0x21, 0xD800), *range(0xE000, 0x11000), sys.maxunicode]:
        char = chr(code)
        (token,) = tokens(char)
        if is_other_letter(char) or unicodedata.normalize("NFKC", char) != char:
            continue  # a strange word, or noise: what it was written as decides
        if is_han(char) or "a" <= char <= "z":
            assert token.kind in (TokenKind.WORD, TokenKind.UNKNOWN), hex(code)
        assert (token.kind is TokenKind.NUMBER) == char.isdigit(), hex(code)


def test_figures_in_circles_join_plain_ones():
    assert [(token.kind, token.text) for token in tokens("❶12❷x1")] == [
        (TokenKind.NUMBER, "❶12❷"),
        (TokenKind.UNKNOWN, "x"),
        (TokenKind.NUMBER, "1"),
    ]


def test_blanks_alone_belong_to_none():
    text = "伦敦 陆军->[北海] （x）?!~~~😀 ❶"
    covered = {at for token in tokens(text) for at in range(token.start, token.end)}
    assert covered == {at for at, char in enumerate(text) if char != " "}
