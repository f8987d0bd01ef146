"""The one object that speaks: names, sentences and clauses of one language."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from tianshen.locale.names import load_names
from tianshen.locale.phrasebook import load_phrases
from tianshen.model.board import STANDARD
from tianshen.writing.notation import write_order

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tianshen.judge.ruling import Ruling
    from tianshen.locale.names import Names
    from tianshen.locale.phrasebook import Phrasebook
    from tianshen.model.orders import Order
    from tianshen.model.position import Position, Power, Province, Unit
    from tianshen.model.rules import RuleSet

V = TypeVar("V")


@dataclass(frozen=True)
class Language:
    """One language, in one of its name sets, for one board; what it says is loaded when it is first needed.

    `rules` are those whose clauses are cited: `under` binds them.
    """

    lang: str
    name_set: str = "house"
    board: str = STANDARD
    rules: RuleSet | None = None

    @cached_property
    def names(self) -> Names:
        """What powers, provinces, units and turns are called."""
        return load_names(self.lang, self.name_set, self.board)

    @cached_property
    def phrases(self) -> Phrasebook:
        """The sentences for rulings, reports and notices."""
        return load_phrases(self.lang)

    def under(self, rules: RuleSet) -> Language:
        """Return the language with the rule set whose clauses it cites."""
        return replace(self, rules=rules)

    def say(self, section: str, code: str, **values: str) -> str:
        """Return the sentence with its values; raise `KeyError` for an unknown code or a missing value."""
        return self.phrases.say(section, code, **values)

    def weave(self, section: str, code: str, **values: V) -> tuple[str | V, ...]:
        """Return the sentence in pieces, its own words apart from the values."""
        return self.phrases.weave(section, code, **values)

    def clause(self, code: str) -> str:
        """Return the number of the clause for a code, or nothing where the rule set cites none."""
        assert self.rules is not None, "a clause is cited from a rule set: see `under`"
        return self.rules.cite(code)

    def knows_clause(self, code: str) -> bool:
        """Return whether the rule set lists a clause for the code."""
        return self.rules is not None and code in self.rules.clauses

    def cited(self, sentence: str, clause_code: str | None) -> str:
        """Return the sentence with the clause that it rests on, `…（房规 2.2.3）`; None: it rests on none."""
        clause = self.clause(clause_code) if clause_code is not None else ""
        return sentence + self.say("style", "clause", clause=clause) if clause else sentence

    def together(self, sentences: Iterable[str]) -> str:
        """Join several sentences into one."""
        return self.say("style", "separator").join(sentences)

    def mark(self, code: str) -> str:
        """Return the mark that stands before a line."""
        return self.say("marks", code)

    def powers(self, powers: Iterable[Power]) -> str:
        """Return several powers as a list."""
        return self.names.join(self.names.power(power) for power in powers)

    def units(self, units: Iterable[Unit]) -> str:
        """Return several units as a list."""
        return self.names.join(self.names.unit(unit) for unit in units)

    def owned(self, unit: Unit) -> str:
        """Return a unit with its power: `俄国华沙陆军`."""
        return self.say("style", "owned_unit", power=self.names.power(unit.power), unit=self.names.unit(unit))

    def unit_at(self, position: Position, province: Province) -> str:
        """Return the unit that stood there, or the province where none did."""
        unit = position.unit_meant(province)
        return self.names.unit(unit) if unit is not None else self.names.province(province)

    def units_at(self, position: Position, provinces: Iterable[Province]) -> str:
        """Return the units that stood there, as a list."""
        return self.names.join(self.unit_at(position, province) for province in provinces)

    def order(self, order: Order, position: Position) -> str:
        """Return the order in the language's own notation."""
        return write_order(order, position, self.names)

    def ordered(self, ruling: Ruling, position: Position) -> str:
        """Return the order of a ruling, or that its unit had none."""
        if ruling.order is None:
            return self.say("style", "unordered", unit=self.names.short_unit(ruling.unit.kind, ruling.unit.at))
        return self.order(ruling.order, position)
