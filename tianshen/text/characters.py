"""Characters that deceive the eye: invisible, blank-looking or steering ones, and how to name them."""

from __future__ import annotations

import unicodedata

# Characters that look like a blank and are none: fillers of Korean syllables, the Braille pattern without dots.
BLANK_LOOKING = frozenset("\u115f\u1160\u3164\uffa0\u2800")
# What Unicode calls "default ignorable": joiners, direction marks, soft hyphens, variation selectors, tags, fillers.
INVISIBLE = BLANK_LOOKING | frozenset(
    map(
        chr,
        (
            *(0xAD, 0x34F, 0x61C, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0x200B, 0x2010), 0xFEFF),
            *(*range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xFE00, 0xFE10), *range(0xFFF0, 0xFFF9)),
            *(*range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000)),
        ),
    )
)
# Cc: controls, also escape; Cf: formats; Cs: halves of characters; Co: private use; Zl, Zp: other line ends
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_STYLES = frozenset("\ufe0e\ufe0f")  # behind a sign: as text, as a picture
_SIGNS = frozenset("SPN")


def is_hidden(char: str, before: str = "") -> bool:
    """Return whether the character shows nothing, or turns or moves what stands around it.

    A variation selector right behind a sign (`before`) belongs to it: so are many pictures written.
    """
    if char in _STYLES:
        return not before or unicodedata.category(before)[0] not in _SIGNS
    return char in INVISIBLE or unicodedata.category(char) in _HIDDEN


def code_point(char: str) -> str:
    """How a character is called that cannot be shown or told apart: `U+202E`."""
    return f"U+{ord(char):04X}"
