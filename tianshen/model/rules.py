"""Rule sets: every option a typed field, every clause that a ruling may rest on. Loaded from `tianshen/rules.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args, get_type_hints

from tianshen.errors import DataError
from tianshen.model.turns import Turn, parse_turn
from tianshen.resources import taking_apart

if TYPE_CHECKING:
    from collections.abc import Mapping

NONE = "none"
_TRUTH = {"yes": True, "no": False}


class OptionFault(ValueError):
    """An option that does not exist, or a value that it does not take; `allowed` lists what would do."""

    def __init__(self, key: str, value: object, allowed: tuple[str, ...]) -> None:
        super().__init__(f"{key} = {value}")
        self.key = key
        self.value = value
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class Options:
    """What differs between rule sets; each field is read in the one module that its comment names."""

    # judge/legality.py
    coast_unstated: Literal["void", "only", "first"]  # also judge/retreats.py and judge/adjustments.py, for entries
    convoy_route: Literal["stated", "any"]
    convoy_route_missing: Literal["infer", "void"]
    convoy_intent: Literal["stated", "own_fleet"]
    # judge/rulebook.py
    dislodgement_cuts_support: bool
    own_convoy_dislodges: bool
    # judge/retreats.py
    retreat_to_attacker_origin_by_sea: bool
    retreat_conflict: Literal["yield", "both_disband"]
    retreat_unordered: Literal["heuristic", "disband"]
    # judge/turn.py
    retreats: Literal["advance", "phase"]
    adjustments: Literal["advance", "phase"]
    # judge/adjustments.py
    disband_reference: Literal["before", "after"]
    disband_unordered: Literal["heuristic", "distance"]
    # judge/victory.py
    solo_centres: int
    last_turn: Turn | None
    tie_extension_years: int
    max_extensions: int
    stalemate_years: int | None


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A rule set: its options, the name by which its text is cited, and the clause for each reason code.

    `borrowed` are the clauses taken from the standard rules; they carry the name of their own text.
    """

    name: str
    title: str
    options: Options
    clauses: Mapping[str, str]
    borrowed: frozenset[str] = frozenset()

    def clause(self, code: str) -> str:
        """Return the clause on which a reason with that code rests.

        Where the text is silent, that of the standard rules.

        Raises `KeyError` for a code that no rule set knows.
        """
        return self.clauses[code]

    def cite(self, code: str) -> str:
        """Return the clause with its text's name as a report prints it: `房规 2.2.3`; empty where none is cited."""
        clause = self.clauses[code]
        if not clause:
            return ""
        return clause if clause in self.borrowed else f"{self.title} {clause}"

    def with_options(self, changes: Mapping[str, object]) -> RuleSet:
        """Return the same rule set with some options changed.

        Values as in a file: `only`, `yes`, `18`, `F1905`, `none`.

        Raises `OptionFault` for an unknown key or a value that the option does not take.
        """
        parsed: dict[str, Any] = {key: parse_option(key, value) for key, value in changes.items()}
        return replace(self, options=replace(self.options, **parsed))


def option_names() -> tuple[str, ...]:
    """All options in the sequence of the rule page."""
    return tuple(field.name for field in fields(Options))


@cache
def _option_types() -> dict[str, Any]:
    return get_type_hints(Options)


OptionValue: TypeAlias = str | int | bool | Turn | None


def parse_option(key: str, value: object) -> OptionValue:
    """Return the typed value of an option as a file writes it; raises `OptionFault`."""
    kind = _option_types().get(key)
    if kind is None:
        raise OptionFault(key, value, option_names())
    text = value if isinstance(value, str) else str(value).lower()
    if kind is bool:
        return _choice(key, value, text, {**_TRUTH, "true": True, "false": False}, ("yes", "no"))
    if kind is int or kind == int | None:
        return _number(key, value, text, optional=kind is not int)
    if kind == Turn | None:
        return _turn(key, value, text)
    choices = get_args(kind)
    return _choice(key, value, text, {choice: choice for choice in choices}, choices)


def _choice(
    key: str, value: object, text: str, table: Mapping[str, str | bool], allowed: tuple[str, ...]
) -> str | bool:
    if text not in table:
        raise OptionFault(key, value, allowed)
    return table[text]


def _number(key: str, value: object, text: str, *, optional: bool) -> int | None:
    if optional and text == NONE:
        return None
    if text.isascii() and text.isdigit() and len(text) <= 4 and not isinstance(value, bool):
        return int(text)
    raise OptionFault(key, value, ("0, 1, 2 …", NONE) if optional else ("0, 1, 2 …",))


def _turn(key: str, value: object, text: str) -> Turn | None:
    if text == NONE:
        return None
    try:
        turn = parse_turn(text.upper())
    except ValueError:
        turn = None
    if turn is None or not turn.is_fall_moves:
        raise OptionFault(key, value, ("F1908", NONE))
    return turn


@cache
def load_rules(name: str = "tianshen") -> RuleSet:
    """Return the rule set with that name; raises `KeyError` for an unknown one, `DataError` if the file is broken."""
    return _rule_sets()[name]


def rule_set_names() -> tuple[str, ...]:
    """Return the names of all rule sets."""
    return tuple(_rule_sets())


@cache
def _rule_sets() -> dict[str, RuleSet]:
    path = "tianshen/rules.toml"
    try:
        data = tomllib.loads((files("tianshen") / "rules.toml").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(path, [str(error)]) from error
    faults: list[str] = []
    with taking_apart(path):
        title, clauses = data["standard"]["title"], data["standard"]["clauses"]
        standard = {code: f"{title} {clause}" for code, clause in clauses.items()}
    sets = {}
    for name, table in data.items():
        try:
            values: dict[str, Any] = {key: parse_option(key, value) for key, value in table["options"].items()}
            options = Options(**values)
            own = dict(table["clauses"])
            borrowed = {code: clause for code, clause in standard.items() if code not in own}
            sets[name] = RuleSet(name, table["title"], options, {**borrowed, **own}, frozenset(borrowed.values()))
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            faults.append(f"{name}: {error}")
    if faults:
        raise DataError(path, faults)
    return sets


def option_text(value: object) -> str:
    """Return the value of an option as a file writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return NONE if value is None else str(value)
