"""Sentences for what a turn decides besides orders: retreats, captures, adjustments, victory, lots, decrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.model.orders import DISBAND, Move
from tianshen.model.position import ARMY, FLEET, province_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tianshen.judge.turn_result import Adjusted, Capture, Lot, Retreat, Skipped, TurnResult, Victory
    from tianshen.model.board import Board
    from tianshen.model.orders import Decrees
    from tianshen.model.position import Dislodged, Position, Power, Province, UnitKind
    from tianshen.writing.voice import Voice

# Skipped entries that need no words: the list was longer than necessary.
_UNSAID = frozenset({"not_needed"})


def retreat_sentence(result: TurnResult, retreat: Retreat, voice: Voice) -> str:
    """Where a dislodged unit went, and by which rule."""
    values = {
        "unit": voice.owned(retreat.unit),
        "by": _attacker(result, retreat.unit.province, voice),
        "how": _how_retreated(result, retreat, voice),
    }
    if retreat.to is not None:
        return voice.say("retreats", "moved", to=voice.names.location(retreat.to), **values)
    return voice.say("retreats", "destroyed" if retreat.forced_why == "no_place" else "disbanded", **values)


def _attacker(result: TurnResult, province: Province, voice: Voice) -> str:
    ruling = result.rulings.get(province)
    if ruling is not None and ruling.dislodged_by is not None:
        return voice.owned(result.rulings[ruling.dislodged_by].unit)
    item = _dislodged(result, province)
    return voice.say("retreats", "attacker_from", province=voice.names.province(item.attacker_from))


def _dislodged(result: TurnResult, province: Province) -> Dislodged:
    return next(item for item in result.dislodged if item.unit.province == province)


def _how_retreated(result: TurnResult, retreat: Retreat, voice: Voice) -> str:
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
    return voice.cited(voice.say("retreats", code), None if retreat.by == "decree" else clause)


def _is_last_place(result: TurnResult, retreat: Retreat) -> bool:
    """Whether criterion 1 is named for a place that does not meet it: then nothing else was left to compare."""
    if retreat.criterion != 1 or retreat.to is None:
        return False
    return result.before.centres.get(province_of(retreat.to)) != retreat.unit.power


def skipped_retreats(result: TurnResult, retreat: Retreat, voice: Voice) -> list[str]:
    """The entries of the unit's list that were passed over, each with why."""
    item = _dislodged(result, retreat.unit.province)
    sentences = []
    for entry in retreat.skipped:
        code = _why_skipped(result, item, entry) if entry.why == "not_legal" else entry.why
        why = voice.say("retreats", f"skip_{code}")
        sentence = voice.say("retreats", "skipped", entry=retreat_entry(entry.entry, voice), why=why)
        sentences.append(voice.cited(sentence, None if code == "taken_by_decree" else f"retreat_{entry.why}"))
    return sentences


def retreat_entry(entry: str, voice: Voice) -> str:
    """An entry of a retreat list: a place, or the word for disbanding."""
    return voice.say("adjustments", "entry_disband") if entry == DISBAND else voice.names.location(entry)


def _why_skipped(result: TurnResult, item: Dislodged, entry: Skipped) -> str:
    province = province_of(entry.entry)
    if province == item.attacker_from:
        return "attacker"
    if province in result.standoffs:
        return "standoff"
    return "occupied" if province in occupied_after_moves(result) else "unreachable"


def occupied_after_moves(result: TurnResult) -> set[Province]:
    """The provinces in which a unit stands after the moves, before the retreats."""
    if not result.rulings:
        return set(result.before.units)
    occupied = set()
    for province, ruling in result.rulings.items():
        if isinstance(ruling.order, Move) and ruling.succeeds:
            occupied.add(province_of(ruling.order.to))
        elif ruling.dislodged_by is None:
            occupied.add(province)
    return occupied


def capture_sentence(board: Board, capture: Capture, voice: Voice) -> str:
    """Which centre changed hands, from whom to whom."""
    values = {"owner": voice.names.power(capture.owner), "centre": voice.names.province(capture.centre)}
    if capture.previous is None:
        return voice.say("captures", "taken_neutral", **values)
    is_home = board.provinces[capture.centre].home_of == capture.owner
    return voice.say(
        "captures", "retaken" if is_home else "taken", previous=voice.names.power(capture.previous), **values
    )


def adjusted_sentence(adjusted: Adjusted, voice: Voice) -> str:
    """A build or a disband, and by which rule; not for a waived build."""
    assert adjusted.unit is not None
    code = f"heuristic_{adjusted.criterion}" if adjusted.by == "heuristic" else adjusted.by
    clause: str | None = "build" if adjusted.kind == "build" else f"disband_{code}"
    how = voice.cited(voice.say("adjustments", code), None if adjusted.by == "decree" else clause)
    return voice.say("adjustments", adjusted.kind, unit=voice.names.unit(adjusted.unit), how=how)


def waived_sentence(board: Board, after: Position, power: Power, count: int, voice: Voice) -> str:
    """How many builds a power left unused, and whether it had a place for them."""
    free = [home for home in board.homes_of(power) if after.centres.get(home) == power and home not in after.units]
    how = voice.cited(voice.say("adjustments", "waive_unordered" if free else "waive_no_home"), "waive")
    return voice.say("adjustments", "waive", count=str(count), how=how)


def skipped_adjustments(result: TurnResult, power: Power, voice: Voice) -> list[str]:
    """The entries of a power's build and disband lists that could not be carried out, each with why."""
    sentences = []
    for entry in result.skipped.get(power, ()):
        if entry.why in _UNSAID:
            continue
        why = voice.say("adjustments", f"skip_{entry.why}")
        sentence = voice.say("adjustments", "skipped", entry=_unit_entry(entry.entry, voice), why=why)
        clause = f"build_{entry.why}"
        sentences.append(voice.cited(sentence, clause if clause in voice.rules.clauses else None))
    sentences.extend(
        voice.say("adjustments", "fallback", entry=_unit_entry(entry, voice))
        for entry in result.fallbacks.get(power, ())
    )
    return sentences


def _unit_entry(entry: str, voice: Voice) -> str:
    """A unit in canonical ids, `F STP/NC`, by its name."""
    kind: UnitKind = FLEET if entry[0] == FLEET else ARMY
    return voice.names.unit_at(kind, entry[2:])


def victory_sentence(victory: Victory, voice: Voice) -> str:
    """How the game ended, or until when it was extended."""
    code: str = victory.kind
    values = {"winners": voice.powers(victory.winners)}
    values["count"] = str(sum(victory.centres.get(winner, 0) for winner in victory.winners))
    if victory.until is not None:
        values = {"until": voice.names.turn(victory.until), **_leaders(victory, voice)}
    if victory.kind == "last_turn" and len(victory.winners) > 1:
        code = "last_turn_alliance"
    elif victory.kind == "ended" and len(victory.winners) > 1:
        code = "ended_several"
    known = voice.phrases.names("victory", code)
    sentence = voice.say("victory", code, **{key: value for key, value in values.items() if key in known})
    return voice.cited(sentence, f"victory_{victory.kind}")


def _leaders(victory: Victory, voice: Voice) -> dict[str, str]:
    """The powers that share the most centres, where there are several."""
    most = max(victory.centres.values(), default=0)
    leaders = [power for power, count in victory.centres.items() if count == most]
    return {"leaders": voice.powers(leaders), "count": str(most)} if len(leaders) > 1 else {}


def lot_sentence(before: Position, lot: Lot, voice: Voice) -> str:
    """A draw with its candidates in words and in canonical ids, and the text from which anyone can recompute it."""
    verb, _, about = lot.purpose.partition(" ")
    if verb == "retreat":
        purpose = voice.say("lots", "retreat", unit=_unit_entry(about, voice))
    else:
        purpose = voice.say("lots", "disband", power=voice.names.power(about))
    return voice.say(
        "lots",
        "draw",
        purpose=purpose,
        candidates=voice.names.join(_candidate(item, voice) for item in lot.candidates),
        drawn=_candidate(lot.drawn, voice),
        message=f"{before.turn}|{lot.purpose}|",
    )


def _candidate(item: str, voice: Voice) -> str:
    """A place (`STP/NC`) or a unit (`A WAR`) with its canonical id."""
    name = _unit_entry(item, voice) if item[1:2] == " " else voice.names.location(item)
    return voice.say("style", "candidate", name=name, id=item)


def decree_sentences(
    decrees: Decrees, position: Position, orders: Mapping[Province, str], stalemate_years: int | None, voice: Voice
) -> list[str]:
    """What the game master laid down; `orders` are the decreed orders, already in words."""
    sentences = []
    for province in sorted(decrees.ordered):
        unit = position.units.get(province)
        if unit is not None and province in orders:
            power = voice.names.power(unit.power)
            sentences.append(voice.say("decrees", "order", power=power, order=orders[province]))
    for province in sorted(decrees.voided):
        sentences.append(voice.say("decrees", "voided", unit=voice.unit_at(position, province)))
    for province, place in sorted(decrees.retreats.items()):
        unit_name = voice.unit_at(position, province)
        if place == DISBAND:
            sentences.append(voice.say("decrees", "disband", unit=unit_name))
        else:
            sentences.append(voice.say("decrees", "retreat", unit=unit_name, to=voice.names.location(place)))
    sentences.extend(voice.say("decrees", "disband", unit=voice.unit_at(position, p)) for p in decrees.disbands)
    for power, builds in decrees.builds.items():
        for build in builds:
            unit_name = voice.names.unit(build)
            sentences.append(voice.say("decrees", "build", power=voice.names.power(power), unit=unit_name))
    if decrees.ended:
        sentences.append(voice.say("decrees", "ended"))
    if decrees.draw:
        sentences.append(voice.say("decrees", "draw", powers=voice.powers(decrees.draw)))
    if decrees.stalemate:
        sentences.append(voice.say("decrees", "stalemate", years=str(stalemate_years)))
    return sentences
