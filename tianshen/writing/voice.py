"""What it takes to say something about a turn: sentences, names and clauses, in one language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tianshen.model.canonical import standing
from tianshen.writing.notation import write_order

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tianshen.judge.ruling import Ruling
    from tianshen.locale.names import Names
    from tianshen.locale.phrasebook import Phrasebook
    from tianshen.model.orders import Order
    from tianshen.model.position import Position, Power, Province, Unit
    from tianshen.model.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Voice:
    """Sentences, names and clauses of one language under one rule set."""

    phrases: Phrasebook
    names: Names
    rules: RuleSet

    def say(self, section: str, code: str, **values: str) -> str:
        """The sentence with its values."""
        return self.phrases.say(section, code, **values)

    def cited(self, sentence: str, clause_code: str | None) -> str:
        """The sentence with the clause that it rests on, `…（房规 2.2.3）`; None for a sentence that rests on none."""
        clause = self.rules.cite(clause_code) if clause_code is not None else ""
        return sentence + self.say("style", "clause", clause=clause) if clause else sentence

    def together(self, sentences: Iterable[str]) -> str:
        """Several sentences as one."""
        return self.say("style", "separator").join(sentences)

    def mark(self, code: str) -> str:
        """The mark that stands before a line."""
        return self.say("marks", code)

    def powers(self, powers: Iterable[Power]) -> str:
        """Several powers as a list."""
        return self.names.join(self.names.power(power) for power in powers)

    def units(self, units: Iterable[Unit]) -> str:
        """Several units as a list."""
        return self.names.join(self.names.unit(unit) for unit in units)

    def owned(self, unit: Unit) -> str:
        """A unit with its power: `俄国华沙陆军`."""
        return self.say("style", "owned_unit", power=self.names.power(unit.power), unit=self.names.unit(unit))

    def unit_at(self, position: Position, province: Province) -> str:
        """The unit that stood there, or the province where none did."""
        unit = standing(position, province)
        return self.names.unit(unit) if unit is not None else self.names.province(province)

    def units_at(self, position: Position, provinces: Iterable[Province]) -> str:
        """The units that stood there, as a list."""
        return self.names.join(self.unit_at(position, province) for province in provinces)

    def order(self, order: Order, position: Position) -> str:
        """The order in the language's own notation."""
        return write_order(order, position, self.names)

    def ordered(self, ruling: Ruling, position: Position) -> str:
        """The order of a ruling, or that its unit had none."""
        if ruling.order is None:
            return self.say("style", "unordered", unit=self.names.short_unit(ruling.unit.kind, ruling.unit.at))
        return self.order(ruling.order, position)
