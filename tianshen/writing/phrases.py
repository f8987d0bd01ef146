"""From a ruling to sentences: what happened, with which strengths, which supports did not count, on which clause.

Everything is read off the rulings; nothing is judged again here.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Protocol, TypeAlias

from tianshen.judge.ruling import (
    Beleaguered,
    ChainBounce,
    Dislodges,
    Holds,
    LostHeadToHead,
    Overcome,
    Prevails,
    Prevented,
    Resisted,
    RingTurns,
    Strength,
    Void,
    VoidWhy,
    Withstands,
)
from tianshen.judge.turn_result import TurnResult
from tianshen.locale.phrase_codes import REASON_VARIANTS, VOID
from tianshen.model.orders import Convoy, Move, SupportHold, SupportMove
from tianshen.model.position import ARMY

if TYPE_CHECKING:
    from tianshen.judge.ruling import Reason, Ruling
    from tianshen.model.orders import UnitOrder
    from tianshen.model.position import Location, Province
    from tianshen.writing.language import Language

Side: TypeAlias = "tuple[Province, Strength]"

# Where an order did what it says and nobody stood in its way, the word alone tells all.
_WORD_IS_ENOUGH = frozenset({"holds", "moves", "support_given", "convoy_given"})


class Played(Protocol):
    """Anything that holds a turn's result: a `TurnRecord`."""

    @property
    def result(self) -> TurnResult:
        """The result."""


def explain_ruling(played: Played | TurnResult, province: Province, language: Language) -> str:
    """Return what became of the order of the unit that stood in the province: one line with strengths and clauses.

    `普鲁士陆军以2对2与华沙陆军对峙（房规 2.2.1）；波希米亚陆军的支援被维也纳陆军切断（房规 2.2.3）`.
    Raises `KeyError` where no unit stood.
    """
    result = result_of(played)
    ruling = result.rulings[province]
    return language.together([reason_sentence(result, ruling, language), *more_sentences(result, ruling, language)])


def result_of(played: Played | TurnResult) -> TurnResult:
    """Return the result itself, whichever of the two is given."""
    return played if isinstance(played, TurnResult) else played.result


def verdict(result: TurnResult, ruling: Ruling, language: Language) -> str:
    """Return what a report prints after the order: the word for the outcome, then the reasons."""
    return language.together(
        [short_verdict(result, ruling, language), *more_sentences(result, ruling, language, subject=False)]
    )


def short_verdict(result: TurnResult, ruling: Ruling, language: Language) -> str:
    """Return the beginning of `verdict`: the word and the reason with its clause, without the supports."""
    code = variant(result, ruling)
    word = outcome_word(result, ruling, language)
    if code in _WORD_IS_ENOUGH:
        return language.cited(word, _clause_code(code))
    sentence = reason_sentence(result, ruling, language, subject=False)
    if ruling.succeeds and not isinstance(ruling.reason, (Holds, Overcome)):
        return language.say("style", "verdict", word=word, sentence=sentence)
    return sentence


def outcome_word(result: TurnResult, ruling: Ruling, language: Language) -> str:
    """Return the one word for how an order ended: `对峙`."""
    code = variant(result, ruling)
    return language.say("outcomes", VOID if code.startswith(f"{VOID}_") else code)


def outcome_mark(ruling: Ruling, language: Language) -> str:
    """Return the mark for how an order ended; a dislodged unit has its own, whatever its order."""
    return language.mark("dislodged" if ruling.dislodged_by is not None else str(ruling.outcome))


def reason_sentence(result: TurnResult, ruling: Ruling, language: Language, *, subject: bool = True) -> str:
    """Return the sentence for the reason alone, with its clause."""
    code = variant(result, ruling)
    return language.cited(
        language.say("reasons", code, **_values(result, ruling, language, subject)), _clause_code(code)
    )


def variant(result: TurnResult, ruling: Ruling) -> str:
    """Return the code of the sentence: that of the reason, or of a variant that says it more exactly."""
    reason = ruling.reason
    if isinstance(reason, Holds) and ruling.order is None:
        return "no_order"
    if isinstance(reason, Void) and reason.why is VoidWhy.ROUTE_EMPTY and reason.about == _target(ruling.order):
        return "void_route_empty_chain"
    if isinstance(reason, RingTurns) and len(reason.knot) == 2:
        return "ring_exchange"
    if isinstance(reason, Dislodges) and isinstance(_reason_of(result, reason.victim), LostHeadToHead):
        return "dislodges_head_to_head"
    return _weaker(reason)


def _weaker(reason: Reason) -> str:
    """Return the code of the reason, or of its variant for a side that was outnumbered."""
    match reason:
        case (
            Prevented(attack=attack, prevent=other)
            | Resisted(attack=attack, hold=other)
            | LostHeadToHead(attack=attack, defend=other)
        ):
            outnumbered = attack.value < other.value
        case Withstands(attack=attack, hold=hold):
            outnumbered = hold.value < attack.value
        case _:
            outnumbered = False
    return f"{reason.code}_weaker" if outnumbered else reason.code


def _reason_of(result: TurnResult, province: Province) -> object:
    ruling = result.rulings.get(province)
    return ruling.reason if ruling is not None else None


def _clause_code(code: str) -> str | None:
    """Return the code whose clause is cited; a decree rests on no clause."""
    return None if code == "void_decreed" else REASON_VARIANTS.get(code, code) or "holds"


def _target(order: UnitOrder | None) -> Location | None:
    match order:
        case Move(to=to) | SupportMove(to=to) | Convoy(to=to):
            return to
        case SupportHold(of=of):
            return of.at
    return None


def _values(result: TurnResult, ruling: Ruling, language: Language, subject: bool) -> dict[str, str]:
    """Return what the sentence may name: the unit and its order, and the fields of the reason."""
    before, names, reason = result.before, language.names, ruling.reason
    values = {
        "place": names.location(ruling.unit.at),
        "kind": language.say("style", "army" if ruling.unit.kind == ARMY else "fleet"),
    }
    if subject:
        values["subject"] = names.unit(ruling.unit)
    target = _target(ruling.order)
    if target is not None:
        values["target"] = names.location(target)
    if isinstance(reason, Void):
        if reason.about is not None:
            values["about"] = names.province(reason.about)
            values["other"] = language.unit_at(before, reason.about)
        return values
    for field in fields(reason):
        value = getattr(reason, field.name)
        if isinstance(value, Strength):
            values[field.name] = str(value.value)
        elif isinstance(value, tuple):
            values[field.name] = language.units_at(before, value)
        elif value is not None:
            values[field.name] = language.unit_at(before, value)
    return values


def more_sentences(result: TurnResult, ruling: Ruling, language: Language, *, subject: bool = True) -> list[str]:
    """Return what else is to be said: supports, supports that do not count, why an attack failed, dislodgement."""
    sentences = []
    for province, strength in all_sides(result, ruling):
        sentences.extend(
            _strength_sentences(result, province, strength, language, named=subject or province != _own(ruling))
        )
    if isinstance(ruling.reason, Withstands) and ruling.reason.attack.value > ruling.reason.hold.value:
        attacker = result.rulings[ruling.reason.by]
        sentences.append(reason_sentence(result, attacker, language))
    if ruling.dislodged_by is not None and not isinstance(ruling.reason, Overcome):
        sentences.append(dislodged_sentence(result, ruling, language))
    return sentences


def _own(ruling: Ruling) -> Province:
    return ruling.unit.province


def sides(ruling: Ruling) -> tuple[Side, ...]:
    """Return the strengths that the reason weighs, each with its unit, that of the order's own unit first."""
    own = _own(ruling)
    match ruling.reason:
        case Withstands(by=by, attack=attack, hold=hold) | Overcome(by=by, attack=attack, hold=hold):
            return (own, hold), (by, attack)
        case Beleaguered(by=by, attack=attack, hold=hold):
            return (own, hold), (by[0], attack)
        case Prevails(by=by, attack=attack, prevent=other) | Prevented(by=by, attack=attack, prevent=other):
            return (own, attack), (by, other)
        case Resisted(by=by, attack=attack, hold=other) | ChainBounce(by=by, attack=attack, hold=other):
            return (own, attack), (by, other)
        case LostHeadToHead(by=by, attack=attack, defend=other):
            return (own, attack), (by, other)
        case Dislodges(victim=victim, attack=attack, hold=other):
            return (own, attack), (victim, other)
    alone = getattr(ruling.reason, "attack", None)
    return ((own, alone),) if isinstance(alone, Strength) else ()


def all_sides(result: TurnResult, ruling: Ruling) -> tuple[Side, ...]:
    """As `sides`, with every attacker of a beleaguered garrison."""
    if not isinstance(ruling.reason, Beleaguered):
        return sides(ruling)
    others = [sides(result.rulings[province])[:1] for province in ruling.reason.by[1:]]
    return (*sides(ruling), *(side for pair in others for side in pair))


def _strength_sentences(
    result: TurnResult, province: Province, strength: Strength, language: Language, *, named: bool
) -> list[str]:
    """Which supports the strength has, and which it might have had."""
    sentences = []
    if strength.supports:
        values = {"supports": language.units_at(result.before, strength.supports)}
        if named:
            values["unit"] = language.unit_at(result.before, province)
        sentences.append(language.say("strength", "supports", **values))
    sentences.extend(uncounted_sentence(result, item.unit, item.why, language) for item in strength.uncounted)
    return sentences


def uncounted_sentence(result: TurnResult, supporter: Province, why: str, language: Language) -> str:
    """Why a matching support does not count, with its clause."""
    if why == "own_unit":
        sentence = language.say("strength", "own_unit", supporter=language.unit_at(result.before, supporter))
        return language.cited(sentence, "own_unit")
    return reason_sentence(result, result.rulings[supporter], language)


def dislodged_sentence(result: TurnResult, ruling: Ruling, language: Language) -> str:
    """By whom, and with which strengths, the unit of the ruling was dislodged; it must have been."""
    by = ruling.dislodged_by
    assert by is not None
    reason = result.rulings[by].reason
    assert isinstance(reason, Dislodges)
    sentence = language.say(
        "reasons",
        "dislodged",
        by=language.unit_at(result.before, by),
        attack=str(reason.attack.value),
        hold=str(reason.hold.value),
    )
    return language.cited(sentence, "overcome")
