"""Why a ruling is as it is: the rulings that it rests on, down to the orders, innermost cause first.

Everything is read off the rulings and the orders of the turn, so that the chain cannot contradict the result.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tianshen.judge.ruling import (
    Beleaguered,
    ChainBounce,
    ConvoyDislodged,
    ConvoyGiven,
    CutBy,
    CutByDislodgement,
    KnotFails,
    NotCarried,
    Outcome,
    Overcome,
    OwnConvoy,
    OwnUnit,
    Paradox,
    RingTurns,
    RouteBroken,
    SupportGiven,
    Void,
    Withstands,
)
from tianshen.model.orders import Convoy, Move
from tianshen.model.position import province_of
from tianshen.writing.phrases import all_sides, dislodged_sentence, result_of, short_verdict, uncounted_sentence
from tianshen.writing.turn_phrases import adjusted_sentence, retreat_sentence, skipped_retreats

if TYPE_CHECKING:
    from tianshen.judge.ruling import Reason, Ruling, Strength
    from tianshen.judge.turn_result import TurnResult
    from tianshen.model.position import Province
    from tianshen.writing.language import Language
    from tianshen.writing.phrases import Played


# The causes of these include the attack that dislodged the unit.
_TELLS_DISLODGEMENT = (Overcome, ConvoyDislodged, CutByDislodgement)

_KNOTS: dict[type[Reason], str] = {RingTurns: "ring", Paradox: "paradox", KnotFails: "open"}


@dataclass(frozen=True, slots=True)
class CauseStep:
    """One link of a chain: what is so, and what it rests on."""

    text: str
    because: tuple[CauseStep, ...] = ()

    def lines(self, depth: int = 0) -> list[tuple[int, str]]:
        """Return the chain from its innermost causes to this step, each line with its depth, 0 for this one."""
        inner = [line for step in self.because for line in step.lines(depth + 1)]
        return [*inner, (depth, self.text)]


def causes_of(played: Played | TurnResult, province: Province, language: Language) -> CauseStep:
    """Return the whole chain of the ruling on the unit that stood in the province.

    For a unit that was dislodged it ends with where the unit went, and has the entries of its list that were skipped
    among the causes; for one that was disbanded or built in the adjustment it ends with that. Raises `KeyError` where
    no unit had any part in the turn.
    """
    result = result_of(played)
    retreat = next((item for item in result.retreats if item.unit.province == province), None)
    causes = [_Walk(result, language).step(province)] if province in result.rulings else []
    place = result.ends_in(province)
    if retreat is not None:
        causes += [CauseStep(sentence) for sentence in skipped_retreats(result, retreat, language)]
        causes = [CauseStep(retreat_sentence(result, retreat, language), tuple(causes))]
    for adjusted in result.adjustments:
        if adjusted.unit is not None and adjusted.unit.province == place:
            causes = [CauseStep(adjusted_sentence(adjusted, language), tuple(causes))]
    if not causes:
        raise KeyError(province)
    return causes[0]


def has_part(result: TurnResult, province: Province) -> bool:
    """Return whether `why` has something to say of the unit in that province."""
    units = [item.unit for item in result.retreats]
    units += [item.unit for item in result.adjustments if item.unit is not None]
    return province in result.rulings or any(unit.province == province for unit in units)


@dataclass(slots=True)
class _Walk:
    """One walk through the rulings of a turn; each is followed down only once, so that circles end."""

    result: TurnResult
    language: Language
    seen: set[Province] = field(default_factory=set)

    def step(self, province: Province) -> CauseStep:
        """Return the ruling on a unit, with its causes unless they were given before."""
        ruling = self.result.rulings[province]
        if province in self.seen:
            return self._leaf(ruling)
        self.seen.add(province)
        opposed = all_sides(self.result, ruling)
        causes = [
            self._strength(owner, strength)
            for owner, strength in opposed
            if len(opposed) > 1 or strength.supports or strength.uncounted
        ]
        causes += self._causes(ruling)
        if ruling.dislodged_by is not None and not isinstance(ruling.reason, _TELLS_DISLODGEMENT):
            causes.append(self.step(ruling.dislodged_by))
        return CauseStep(self._leaf(ruling).text, tuple(causes))

    def _say(self, code: str, **values: str) -> CauseStep:
        return CauseStep(self.language.say("why", code, **values))

    def _leaf(self, ruling: Ruling) -> CauseStep:
        """Return the ruling alone: the order, what became of it and on which clause."""
        verdict = [short_verdict(self.result, ruling, self.language)]
        if ruling.dislodged_by is not None and not isinstance(ruling.reason, Overcome):
            verdict.append(dislodged_sentence(self.result, ruling, self.language))
        order = self.language.ordered(ruling, self.result.before)
        return CauseStep(self.language.say("style", "ruling", order=order, verdict=self.language.together(verdict)))

    def _strength(self, owner: Province, strength: Strength) -> CauseStep:
        """How a strength adds up: the unit itself, its supports, and those that do not count."""
        supporters = [self.step(unit) for unit in strength.supports]
        for item in strength.uncounted:
            if item.why == "cut":
                supporters.append(self.step(item.unit))
            else:
                supporters.append(CauseStep(uncounted_sentence(self.result, item.unit, item.why, self.language)))
        values = {
            "order": self.language.ordered(self.result.rulings[owner], self.result.before),
            "value": str(strength.value),
            "base": str(strength.base),
        }
        if strength.supports:
            values["supports"] = self.language.units_at(self.result.before, strength.supports)
        text = self.language.cited(self.language.say("why", "strength", **values), "support_given")
        return CauseStep(text, tuple(supporters))

    def _causes(self, ruling: Ruling) -> list[CauseStep]:
        """Return what the reason rests on apart from strengths."""
        match ruling.reason:
            case (
                ChainBounce(by=other)
                | OwnUnit(unit=other)
                | RouteBroken(fleet=other)
                | ConvoyDislodged(by=other)
                | CutByDislodgement(by=other)
            ):
                return [self.step(other)]
            case Withstands(by=by, attack=attack, hold=hold):
                return [self.step(by)] if attack.value > hold.value else []
            case Beleaguered(by=attackers):
                return [self._leaf(self.result.rulings[unit]) for unit in attackers]
            case OwnConvoy(fleet=fleet) | NotCarried(fleet=fleet):
                return [self._leaf(self.result.rulings[fleet])] if fleet is not None else []
            case RingTurns(knot=knot) | Paradox(knot=knot) | KnotFails(knot=knot):
                return [self._knot(_KNOTS[type(ruling.reason)], knot)]
        return self._other_orders(ruling)

    def _other_orders(self, ruling: Ruling) -> list[CauseStep]:
        """Return the orders of others that the reason does not weigh: attacks, a missing match, the way of a move."""
        match ruling.reason:
            case CutBy(by=by):
                return [self._attack(by, ruling)]
            case SupportGiven():
                return self._harmless_attacks(ruling)
            case ConvoyGiven():
                return [self.step(by) for by in self._movers_into(ruling.unit.province)]
            case Void(about=about) if about is not None:
                return self._unmatched(ruling, about)
        return self._passage(ruling)

    def _passage(self, ruling: Ruling) -> list[CauseStep]:
        """For a move: the unit that left the place to it, and the fleets that carried it."""
        if not isinstance(ruling.order, Move):
            return []
        left = self.result.rulings.get(province_of(ruling.order.to))
        gone = left is not None and isinstance(left.order, Move) and left.succeeds
        steps = [self.step(left.unit.province)] if ruling.succeeds and left is not None and gone else []
        return [*steps, *self._carried(ruling)]

    def _carried(self, ruling: Ruling) -> list[CauseStep]:
        """Return the fleets that carried a move, each with its own ruling."""
        order = ruling.order
        if not isinstance(order, Move):
            return []
        fleets = [
            other.unit.province
            for other in self.result.rulings.values()
            if isinstance(other.order, Convoy)
            and other.order.of.province == order.unit
            and province_of(other.order.to) == province_of(order.to)
            and other.outcome is not Outcome.VOID
        ]
        if not fleets or ruling.outcome is Outcome.VOID:
            return []
        route = self.language.say("why", "route", fleets=self.language.units_at(self.result.before, fleets))
        return [CauseStep(route, tuple(self.step(fleet) for fleet in fleets))]

    def _attack(self, by: Province, supporter: Ruling) -> CauseStep:
        """Return the attack that cuts a support: that it was made is enough."""
        attacker = self.result.rulings[by]
        step = self._say(
            "attack",
            unit=self.language.names.unit(attacker.unit),
            place=self.language.names.province(supporter.unit.province),
        )
        return CauseStep(step.text, tuple(self._carried(attacker)))

    def _harmless_attacks(self, ruling: Ruling) -> list[CauseStep]:
        """Why the attacks on a unit did not cut its support."""
        steps = []
        for by in self._movers_into(ruling.unit.province):
            attacker = self.result.rulings[by]
            unit = self.language.names.unit(attacker.unit)
            if attacker.unit.power == ruling.unit.power:
                steps.append(self._cited("attack_own", unit=unit))
            elif attacker.outcome is Outcome.DISRUPTED:
                steps.append(self.step(by))
            else:
                target = self.language.names.province(by)
                steps.append(self._cited("attack_from_target", unit=unit, target=target))
        return steps

    def _cited(self, code: str, **values: str) -> CauseStep:
        return CauseStep(self.language.cited(self.language.say("why", code, **values), "cut_by"))

    def _movers_into(self, province: Province) -> list[Province]:
        return [
            other.unit.province
            for other in self.result.rulings.values()
            if isinstance(other.order, Move)
            and province_of(other.order.to) == province
            and other.outcome is not Outcome.VOID
        ]

    def _unmatched(self, ruling: Ruling, about: Province) -> list[CauseStep]:
        """For a support or convoy that matched nothing: what the other unit was ordered to do."""
        other = self.result.rulings.get(about)
        if other is None or isinstance(ruling.order, Move):
            return []
        return [self._say("matching", order=self._leaf(other).text)]

    def _knot(self, kind: str, units: tuple[Province, ...]) -> CauseStep:
        """Return the circle in which orders depend on each other, each with what became of it."""
        inner = []
        for unit in units:
            self.seen.add(unit)
            inner.append(self._leaf(self.result.rulings[unit]))
        return CauseStep(
            self._say(kind, units=self.language.units_at(self.result.before, units)).text,
            tuple(inner),
        )
