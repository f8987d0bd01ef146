"""After Fall: centres change hands, units are built and disbanded (房规 2.1.2, 2.3.2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tianshen.judge.turn_result import Adjusted, Capture, Skipped
from tianshen.model.position import ARMY, FLEET, Unit, balance, province_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tianshen.judge.lots import Urn
    from tianshen.judge.turn_result import AdjustBy
    from tianshen.model.board import Board
    from tianshen.model.orders import Build, Disband
    from tianshen.model.position import Power, Province
    from tianshen.model.rules import Options


def capture(
    board: Board, units: Mapping[Province, Unit], owners: Mapping[Province, Power]
) -> tuple[dict[Province, Power], tuple[Capture, ...]]:
    """Who owns each centre now, and which changed hands: a centre belongs to whoever stands on it (房规 2.1.2)."""
    after = dict(owners)
    captures = []
    for centre in board.centres:
        unit = units.get(centre)
        if unit is not None and owners.get(centre) != unit.power:
            after[centre] = unit.power
            captures.append(Capture(centre, owners.get(centre), unit.power))
    return after, tuple(captures)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a power, and the game master for it, asked for; `ordered_by` is `list` in advance, `order` in a phase."""

    builds: tuple[Build, ...] = ()
    disbands: tuple[Disband, ...] = ()
    decreed_builds: tuple[Build, ...] = ()
    decreed_disbands: tuple[Province, ...] = ()
    ordered_by: AdjustBy = "list"


@dataclass(slots=True)
class _Winter:
    """The adjustment of one power while it is worked out."""

    board: Board
    options: Options
    power: Power
    units: dict[Province, Unit]
    owners: Mapping[Province, Power]
    urn: Urn
    done: list[Adjusted] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    refused: list[Skipped] = field(default_factory=list)
    fallbacks: list[str] = field(default_factory=list)

    def own(self) -> list[Unit]:
        """Return the power's units still on the board, in alphabetical order."""
        return sorted((unit for unit in self.units.values() if unit.power == self.power), key=str)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The adjustment of one power: what was done, which entries were skipped, which decrees the rules forbid.

    `fallbacks` are the disband entries that were taken by where a unit stands now instead of where it stood.
    """

    done: tuple[Adjusted, ...]
    skipped: tuple[Skipped, ...]
    refused: tuple[Skipped, ...]
    fallbacks: tuple[str, ...]


def adjust(
    board: Board,
    options: Options,
    power: Power,
    units: dict[Province, Unit],
    owners: Mapping[Province, Power],
    before: Mapping[Province, tuple[Unit, Province | None]],
    wishes: Wishes,
    urn: Urn,
) -> Adjustment:
    """Build or disband for one power; `units` is the board and is updated.

    `before` says, for each unit that stood somewhere when the orders were written, which unit it was and in which
    province it stands now (None if it was destroyed); it is empty in a separate Winter phase.
    """
    winter = _Winter(board, options, power, units, owners, urn)
    count = balance(power, units, owners)
    if count > 0:
        _build(winter, count, wishes)
    elif count < 0:
        _disband(winter, -count, wishes, before)
    if count >= 0:
        winter.refused.extend(Skipped(province, "nothing_to_disband") for province in wishes.decreed_disbands)
    if count <= 0:
        winter.refused.extend(Skipped(str(build), "nothing_to_build") for build in wishes.decreed_builds)
    return Adjustment(tuple(winter.done), tuple(winter.skipped), tuple(winter.refused), tuple(winter.fallbacks))


def _build(winter: _Winter, allowed: int, wishes: Wishes) -> None:
    """Entries in the order written until the number is reached; what is left is waived (房规 2.3.2)."""
    left = allowed
    decreed = len(wishes.decreed_builds)
    for index, build in enumerate((*wishes.decreed_builds, *wishes.builds)):
        by: AdjustBy = "decree" if index < decreed else wishes.ordered_by
        place = _site(winter, build)
        if left and isinstance(place, Unit):
            winter.units[place.province] = place
            winter.done.append(Adjusted(winter.power, "build", place, by))
            left -= 1
        else:
            why = "not_needed" if isinstance(place, Unit) else place
            (winter.refused if by == "decree" else winter.skipped).append(Skipped(str(build), why))
    winter.done.extend(Adjusted(winter.power, "waive", None, wishes.ordered_by) for _ in range(left))


def _site(winter: _Winter, build: Build) -> Unit | str:
    """Return the unit that a build would make, or the code of why it cannot be made."""
    province = province_of(build.at)
    if winter.board.provinces[province].home_of != winter.power:
        return "not_home"
    if winter.owners.get(province) != winter.power:
        return "home_lost"
    if province in winter.units:
        return "occupied"
    if build.kind == ARMY:
        return Unit(winter.power, ARMY, province)
    return _fleet_site(winter, build, province)


def _fleet_site(winter: _Winter, build: Build, province: Province) -> Unit | str:
    places = winter.board.locations(province, FLEET)
    if not places:
        return "inland"
    if build.at in places:
        return Unit(winter.power, FLEET, build.at)
    if len(places) == 1 or (build.at == province and winter.options.coast_unstated == "first"):
        return Unit(winter.power, FLEET, places[0])
    return "coast_missing" if build.at == province else "coast_unknown"


def _disband(
    winter: _Winter, needed: int, wishes: Wishes, before: Mapping[Province, tuple[Unit, Province | None]]
) -> None:
    if not any(owner == winter.power for owner in winter.owners.values()):
        for unit in winter.own():
            _remove(winter, unit, "forced")
        return
    left = _disband_decreed(winter, needed, wishes)
    left = _disband_listed(winter, left, wishes, before)
    if winter.options.disband_unordered == "distance":
        _disband_farthest(winter, left)
    else:
        _disband_by_heuristic(winter, left)


def _disband_decreed(winter: _Winter, left: int, wishes: Wishes) -> int:
    """Disband what the game master named; return how many disbands are left."""
    for province in wishes.decreed_disbands:
        standing = winter.units.get(province)
        if left and standing is not None and standing.power == winter.power:
            _remove(winter, standing, "decree")
            left -= 1
        else:
            winter.refused.append(Skipped(province, "not_needed" if standing else "no_unit"))
    return left


def _disband_listed(
    winter: _Winter, left: int, wishes: Wishes, before: Mapping[Province, tuple[Unit, Province | None]]
) -> int:
    """Disband what the power listed; return how many disbands are left."""
    for entry in wishes.disbands:
        chosen = _named(winter, entry, before)
        if left and isinstance(chosen, Unit):
            _remove(winter, chosen, wishes.ordered_by)
            left -= 1
        else:
            winter.skipped.append(Skipped(str(entry), "not_needed" if isinstance(chosen, Unit) else chosen))
    return left


def _remove(winter: _Winter, unit: Unit, by: AdjustBy, criterion: int | None = None) -> None:
    del winter.units[unit.province]
    winter.done.append(Adjusted(winter.power, "disband", unit, by, criterion))


def _named(winter: _Winter, entry: Disband, before: Mapping[Province, tuple[Unit, Province | None]]) -> Unit | str:
    """Return the unit that an entry names, where the option `disband_reference` looks for it; or why there is none."""
    province = province_of(entry.at)
    by_before = winter.options.disband_reference == "before" and bool(before)
    if by_before and province in before:
        unit, now = before[province]
        if unit.power == winter.power:
            if now is None:
                return "destroyed"
            return winter.units.get(now, "already_disbanded")
    standing = winter.units.get(province)
    if standing is None or standing.power != winter.power:
        return "no_unit"
    if by_before:
        winter.fallbacks.append(str(entry))
    return standing


def _disband_farthest(winter: _Winter, needed: int) -> None:
    """Farthest from the power's own centres; fleets before armies; then by name (DATC 6.J, 2023 rulebook)."""
    steps = winter.board.distances(centre for centre, owner in winter.owners.items() if owner == winter.power)

    def rank(unit: Unit) -> tuple[int, bool, str]:
        return (-steps[unit.province], unit.kind == ARMY, winter.board.provinces[unit.province].name)

    for unit in sorted(winter.own(), key=rank)[:needed]:
        _remove(winter, unit, "distance")


def _disband_by_heuristic(winter: _Winter, needed: int) -> None:
    """Overseas first, then not on a centre, then by lot (房规 2.3.2 (1)–(3))."""
    for left in range(needed, 0, -1):
        own = winter.own()
        ranks = {unit: _rank(winter, unit) for unit in own}
        best = min(ranks.values())
        tied = [unit for unit in own if ranks[unit] == best]
        if len(tied) <= left:
            _remove(winter, tied[0], "heuristic", _criterion(best, ranks.values()))
        else:
            drawn = winter.urn.draw(f"disband {winter.power}", [str(unit) for unit in tied])
            _remove(winter, next(unit for unit in tied if str(unit) == drawn), "lot", 3)


def _rank(winter: _Winter, unit: Unit) -> tuple[bool, bool]:
    """Return the criteria 1 and 2 of the heuristic: inside the homeland, on a supply centre; lower goes first."""
    facts = winter.board.provinces[unit.province]
    return (facts.homeland_of == winter.power, facts.is_centre)


def _criterion(best: tuple[bool, bool], ranks: Collection[tuple[bool, bool]]) -> int:
    """Return the criterion that set the unit apart from those that stay: 2 if some that stays is equal in the first."""
    return 2 if any(rank != best and rank[0] == best[0] for rank in ranks) else 1
