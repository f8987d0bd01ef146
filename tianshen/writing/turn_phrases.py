"""Sentences for what a turn decides besides orders: retreats, captures, adjustments, victory, lots, decrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.model.orders import DISBAND
from tianshen.model.position import ARMY, FLEET, province_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tianshen.judge.turn_result import Adjusted, Capture, Lot, Retreat, Skipped, TurnResult, Victory
    from tianshen.model.board import Board
    from tianshen.model.orders import Decrees
    from tianshen.model.position import Dislodged, Position, Power, Province, UnitKind
    from tianshen.writing.language import Language

# Skipped entries that need no words: the list was longer than necessary.
_UNSAID = frozenset({"not_needed"})


def retreat_sentence(result: TurnResult, retreat: Retreat, language: Language) -> str:
    """Where a dislodged unit went, and by which rule."""
    values = {
        "unit": language.owned(retreat.unit),
        "by": _attacker(result, retreat.unit.province, language),
        "how": _how_retreated(result, retreat, language),
    }
    if retreat.to is not None:
        return language.say("retreats", "moved", to=language.names.location(retreat.to), **values)
    return language.say("retreats", "destroyed" if retreat.forced_why == "no_place" else "disbanded", **values)


def _attacker(result: TurnResult, province: Province, language: Language) -> str:
    ruling = result.rulings.get(province)
    if ruling is not None and ruling.dislodged_by is not None:
        return language.owned(result.rulings[ruling.dislodged_by].unit)
    item = _dislodged(result, province)
    return language.say("retreats", "attacker_from", province=language.names.province(item.attacker_from))


def _dislodged(result: TurnResult, province: Province) -> Dislodged:
    return next(item for item in result.dislodged if item.unit.province == province)


def _how_retreated(result: TurnResult, retreat: Retreat, language: Language) -> str:
    code: str = retreat.by
    clause = f"retreat_{code}"
    if retreat.by == "forced":
        code = retreat.forced_why or "unordered"
        clause = f"retreat_{code}"
    elif retreat.by == "heuristic":
        code = f"heuristic_{retreat.criterion}"
        clause = f"retreat_{code}"
        if len(retreat.options) == 1 or _is_last_place(result, retreat):
            code, clause = "only_place", "retreat_heuristic"
    return language.cited(language.say("retreats", code), None if retreat.by == "decree" else clause)


def _is_last_place(result: TurnResult, retreat: Retreat) -> bool:
    """Return whether criterion 1 is named for a place that does not meet it: then nothing else was left to compare."""
    if retreat.criterion != 1 or retreat.to is None:
        return False
    return result.before.centres.get(province_of(retreat.to)) != retreat.unit.power


def skipped_retreats(result: TurnResult, retreat: Retreat, language: Language) -> list[str]:
    """Return the entries of the unit's list that were passed over, each with why."""
    item = _dislodged(result, retreat.unit.province)
    sentences = []
    for entry in retreat.skipped:
        code = _why_skipped(result, item, entry) if entry.why == "not_legal" else entry.why
        why = language.say("retreats", f"skip_{code}")
        sentence = language.say("retreats", "skipped", entry=retreat_entry(entry.entry, language), why=why)
        sentences.append(language.cited(sentence, None if code == "taken_by_decree" else f"retreat_{entry.why}"))
    return sentences


def retreat_entry(entry: str, language: Language) -> str:
    """Return an entry of a retreat list: a place, or the word for disbanding."""
    return language.say("adjustments", "entry_disband") if entry == DISBAND else language.names.location(entry)


def _why_skipped(result: TurnResult, item: Dislodged, entry: Skipped) -> str:
    province = province_of(entry.entry)
    if province == item.attacker_from:
        return "attacker"
    if province in result.standoffs:
        return "standoff"
    return "occupied" if province in result.occupied_after_moves else "unreachable"


def capture_sentence(board: Board, capture: Capture, language: Language) -> str:
    """Which centre changed hands, from whom to whom."""
    values = {"owner": language.names.power(capture.owner), "centre": language.names.province(capture.centre)}
    if capture.previous is None:
        return language.say("captures", "taken_neutral", **values)
    is_home = board.provinces[capture.centre].home_of == capture.owner
    return language.say(
        "captures", "retaken" if is_home else "taken", previous=language.names.power(capture.previous), **values
    )


def adjusted_sentence(adjusted: Adjusted, language: Language) -> str:
    """Return a build or a disband, and by which rule; not for a waived build."""
    assert adjusted.unit is not None
    code = f"heuristic_{adjusted.criterion}" if adjusted.by == "heuristic" else adjusted.by
    clause: str | None = "build" if adjusted.kind == "build" else f"disband_{code}"
    how = language.cited(language.say("adjustments", code), None if adjusted.by == "decree" else clause)
    return language.say("adjustments", adjusted.kind, unit=language.names.unit(adjusted.unit), how=how)


def waived_sentence(board: Board, after: Position, power: Power, count: int, language: Language) -> str:
    """How many builds a power left unused, and whether it had a place for them."""
    free = [home for home in board.homes_of(power) if after.centres.get(home) == power and home not in after.units]
    how = language.cited(language.say("adjustments", "waive_unordered" if free else "waive_no_home"), "waive")
    return language.say("adjustments", "waive", count=str(count), how=how)


def skipped_adjustments(result: TurnResult, power: Power, language: Language) -> list[str]:
    """Return the entries of a power's build and disband lists that could not be carried out, each with why."""
    sentences = []
    for entry in result.skipped.get(power, ()):
        if entry.why in _UNSAID:
            continue
        why = language.say("adjustments", f"skip_{entry.why}")
        sentence = language.say("adjustments", "skipped", entry=_unit_entry(entry.entry, language), why=why)
        clause = f"build_{entry.why}"
        sentences.append(language.cited(sentence, clause if language.knows_clause(clause) else None))
    sentences.extend(
        language.say("adjustments", "fallback", entry=_unit_entry(entry, language))
        for entry in result.fallbacks.get(power, ())
    )
    return sentences


def _unit_entry(entry: str, language: Language) -> str:
    """Return a unit in canonical ids, `F STP/NC`, by its name."""
    kind: UnitKind = FLEET if entry[0] == FLEET else ARMY
    return language.names.unit_at(kind, entry[2:])


def victory_sentence(victory: Victory, language: Language) -> str:
    """How the game ended, or until when it was extended."""
    code: str = victory.kind
    values = {"winners": language.powers(victory.winners)}
    values["count"] = str(sum(victory.centres.get(winner, 0) for winner in victory.winners))
    if victory.until is not None:
        values = {"until": language.names.turn(victory.until), **_leaders(victory, language)}
    if victory.kind == "last_turn" and len(victory.winners) > 1:
        code = "last_turn_alliance"
    elif victory.kind == "ended" and len(victory.winners) > 1:
        code = "ended_several"
    known = language.phrases.names("victory", code)
    sentence = language.say("victory", code, **{key: value for key, value in values.items() if key in known})
    return language.cited(sentence, f"victory_{victory.kind}")


def _leaders(victory: Victory, language: Language) -> dict[str, str]:
    """Return the powers that share the most centres, where there are several."""
    most = max(victory.centres.values(), default=0)
    leaders = [power for power, count in victory.centres.items() if count == most]
    return {"leaders": language.powers(leaders), "count": str(most)} if len(leaders) > 1 else {}


def lot_sentence(before: Position, lot: Lot, language: Language) -> str:
    """Return a draw with its candidates, in words and ids, and the text from which anyone can recompute it."""
    verb, _, about = lot.purpose.partition(" ")
    if verb == "retreat":
        purpose = language.say("lots", "retreat", unit=_unit_entry(about, language))
    else:
        purpose = language.say("lots", "disband", power=language.names.power(about))
    return language.say(
        "lots",
        "draw",
        purpose=purpose,
        candidates=language.names.join(_candidate(item, language) for item in lot.candidates),
        drawn=_candidate(lot.drawn, language),
        message=f"{before.turn}|{lot.purpose}|",
    )


def _candidate(item: str, language: Language) -> str:
    """Return a place (`STP/NC`) or a unit (`A WAR`) with its canonical id."""
    name = _unit_entry(item, language) if item[1:2] == " " else language.names.location(item)
    return language.say("style", "candidate", name=name, id=item)


def decree_sentences(
    decrees: Decrees,
    position: Position,
    orders: Mapping[Province, str],
    stalemate_years: int | None,
    language: Language,
) -> list[str]:
    """Return what the game master laid down; `orders` are the decreed orders, already in words."""
    sentences = []
    for province in sorted(decrees.ordered):
        unit = position.units.get(province)
        if unit is not None and province in orders:
            power = language.names.power(unit.power)
            sentences.append(language.say("decrees", "order", power=power, order=orders[province]))
    for province in sorted(decrees.voided):
        sentences.append(language.say("decrees", "voided", unit=language.unit_at(position, province)))
    for province, place in sorted(decrees.retreats.items()):
        unit_name = language.unit_at(position, province)
        if place == DISBAND:
            sentences.append(language.say("decrees", "disband", unit=unit_name))
        else:
            sentences.append(language.say("decrees", "retreat", unit=unit_name, to=language.names.location(place)))
    sentences.extend(language.say("decrees", "disband", unit=language.unit_at(position, p)) for p in decrees.disbands)
    for power, builds in decrees.builds.items():
        for build in builds:
            unit_name = language.names.unit(build)
            sentences.append(language.say("decrees", "build", power=language.names.power(power), unit=unit_name))
    return [*sentences, *_end_sentences(decrees, stalemate_years, language)]


def _end_sentences(decrees: Decrees, stalemate_years: int | None, language: Language) -> list[str]:
    sentences = []
    if decrees.ended:
        sentences.append(language.say("decrees", "ended"))
    if decrees.draw:
        sentences.append(language.say("decrees", "draw", powers=language.powers(decrees.draw)))
    if decrees.stalemate:
        sentences.append(language.say("decrees", "stalemate", years=str(stalemate_years)))
    return sentences
