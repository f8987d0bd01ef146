"""Sentences with gaps: the one way in which the program puts values into text.

A template is read once, when the data is loaded. `{name}` is a gap; `<…>` is an optional part, left out where a gap in
it has no value. What is put in is never read as a template.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

V = TypeVar("V")

_PIECE = re.compile(r"\{([a-z_]+)\}|([<>{}])|([^<>{}]+)")


class TemplateFault(ValueError):
    """A template that cannot be read; its text says what is wrong."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A place for a value."""

    name: str


Part: TypeAlias = "str | Gap"


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with gaps: runs of parts, each run either always there or optional."""

    runs: tuple[tuple[tuple[Part, ...], bool], ...]

    @property
    def names(self) -> frozenset[str]:
        """The names of all gaps."""
        return frozenset(part.name for run, _ in self.runs for part in run if isinstance(part, Gap))

    @property
    def needed(self) -> frozenset[str]:
        """The names of the gaps that must have a value."""
        return frozenset(
            part.name for run, optional in self.runs for part in run if isinstance(part, Gap) and not optional
        )

    def weave(self, values: Mapping[str, V]) -> tuple[str | V, ...]:
        """Literal pieces and values in their sequence, so that a caller can tell the one from the other.

        Raises `KeyError` for a gap without a value, unless its part is optional.
        """
        pieces: list[str | V] = []
        for run, optional in self.runs:
            if optional and any(isinstance(part, Gap) and part.name not in values for part in run):
                continue
            pieces.extend(values[part.name] if isinstance(part, Gap) else part for part in run)
        return tuple(pieces)

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the sentence with the values in it; raise `KeyError` as `weave` does."""
        return "".join(self.weave(values))


def parse_template(text: str) -> Template:
    """Return the template that a data file writes as `text`.

    >>> parse_template("<{subject}>以{attack}对{hold}守住").fill({"attack": "1", "hold": "2"})
    '以1对2守住'

    Raises `TemplateFault` for a stray brace, a part that is nested or not closed, or an optional part without a gap.
    """
    runs: list[tuple[tuple[Part, ...], bool]] = []
    current: list[Part] = []
    optional = False
    for name, mark, literal in _PIECE.findall(text):
        if name:
            current.append(Gap(name))
        elif literal:
            current.append(literal)
        else:
            optional = _turn_over(text, mark, current, runs, optional)
            current = []
    if optional:
        raise TemplateFault(f"{text!r}: '<' is not closed")
    runs.append((tuple(current), False))
    return Template(tuple(run for run in runs if run[0]))


def _turn_over(
    text: str, mark: str, current: list[Part], runs: list[tuple[tuple[Part, ...], bool]], optional: bool
) -> bool:
    """Close the run before a `<` or `>`; the answer says whether an optional part begins."""
    if mark in "{}":
        raise TemplateFault(f"{text!r}: stray {mark!r}")
    if (mark == "<") == optional:
        raise TemplateFault(f"{text!r}: {mark!r} does not fit")
    if optional and not any(isinstance(part, Gap) for part in current):
        raise TemplateFault(f"{text!r}: the part in '<>' has no gap")
    runs.append((tuple(current), optional))
    return mark == "<"


_parsed = cache(parse_template)


def filled(text: str, /, **values: str) -> str:
    """Return a data file's template with its values; raise `KeyError` for a value that is missing."""
    return _parsed(text).fill(values)
