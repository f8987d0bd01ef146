"""Retreats: where a dislodged unit may go, where it wants to go, and who gets a place that several want."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tianshen.judge.turn_result import Retreat, Skipped
from tianshen.model.orders import DISBAND
from tianshen.model.position import ARMY, Dislodged, province_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from tianshen.judge.lots import Urn
    from tianshen.judge.turn_result import RetreatBy
    from tianshen.model.board import Board
    from tianshen.model.orders import RetreatList
    from tianshen.model.position import Location, Power, Province
    from tianshen.model.rules import Options

LOT_CRITERION = 5


def legal_retreats(
    board: Board,
    options: Options,
    dislodged: Dislodged,
    occupied: Collection[Province],
    standoffs: Collection[Province],
) -> tuple[Location, ...]:
    """Where the unit may go, in alphabetical order (房规 2.3.1 一、二、三).

    Not where a unit stands after the movement, not where its attacker came from (unless that came by sea and the rule
    set allows it), not where a stand-off left the place vacant.
    """
    unit = dislodged.unit
    if unit.kind == ARMY:
        reachable: list[Location] = list(board.army_reach[unit.at])
    else:
        reachable = [location for row in board.fleet_reach[unit.at].values() for location in row]
    barred = set()
    if not (dislodged.by_sea and options.retreat_to_attacker_origin_by_sea):
        barred.add(dislodged.attacker_from)
    return tuple(
        sorted(
            place
            for place in reachable
            if province_of(place) not in occupied
            and province_of(place) not in standoffs
            and province_of(place) not in barred
        )
    )


@dataclass(slots=True)
class _Seeker:
    """A dislodged unit looking for a place: entries in its own sequence, then what the heuristic would choose."""

    unit: Dislodged
    options: tuple[Location, ...]
    purpose: str
    entries: list[Location]
    rest: list[Location]
    by: RetreatBy
    ranks: Mapping[Location, tuple[int, ...]]
    skipped: list[Skipped] = field(default_factory=list)
    open: bool = True  # whether some legal place was not taken by a decree

    def choice(self, urn: Urn) -> Location | None:
        """Return the place it looks at now: the next entry, else the best of the rest, by ticket among equals."""
        if self.entries:
            return self.entries[0]
        tied = self.tied()
        return urn.order(self.purpose, tied)[0] if tied else None

    def tied(self) -> list[Location]:
        """Return the places of the rest that the criteria 1 to 4 rank first together."""
        best = min((self.ranks[place] for place in self.rest), default=None)
        return [place for place in self.rest if self.ranks[place] == best]

    def strike(self, province: Province, why: str) -> None:
        """Give up the province, on every coast."""
        self.skipped.extend(Skipped(entry, why) for entry in self.entries if province_of(entry) == province)
        self.entries = [entry for entry in self.entries if province_of(entry) != province]
        self.rest = [place for place in self.rest if province_of(place) != province]

    @property
    def left(self) -> int:
        """How many provinces are left, disbanding by choice counted as one."""
        return len({province_of(place) for place in (*self.entries, *self.rest)})


def resolve_retreats(
    board: Board,
    options: Options,
    dislodged: Sequence[Dislodged],
    occupied: Collection[Province],
    standoffs: Collection[Province],
    lists: Mapping[Province, RetreatList],
    owners: Mapping[Province, Power],
    urn: Urn,
    *,
    ordered_by: RetreatBy,
    decreed: Mapping[Province, Location],
) -> tuple[Retreat, ...]:
    """Where every dislodged unit goes, in the sequence given (房规 2.3; rules page, Retreats).

    `owners` are the owners of centres before this turn's captures; `ordered_by` is `list` for advance lists and
    `order` in a retreat phase; `decreed` places are legal ones that the game master laid down, and they go first.
    """
    taken: set[Province] = set()
    results: dict[Province, Retreat] = {}
    seekers: list[_Seeker] = []
    for item in dislodged:
        legal = legal_retreats(board, options, item, occupied, standoffs)
        decree = decreed.get(item.unit.province)
        if decree is not None:
            to = None if decree == DISBAND else decree
            results[item.unit.province] = Retreat(item.unit, to, "decree", legal)
            if to is not None:
                taken.add(province_of(to))
        else:
            seekers.append(_seeker(board, options, item, legal, lists.get(item.unit.province), owners, ordered_by))
    for seeker in seekers:
        seeker.open = any(province_of(place) not in taken for place in seeker.options)
        for province in taken:
            seeker.strike(province, "taken_by_decree")
    if options.retreat_conflict == "yield":
        _yield(seekers, results, urn)
    else:
        _collide(seekers, results, urn)
    return tuple(results[item.unit.province] for item in dislodged)


def _seeker(
    board: Board,
    options: Options,
    item: Dislodged,
    legal: tuple[Location, ...],
    wish: RetreatList | None,
    owners: Mapping[Province, Power],
    by: RetreatBy,
) -> _Seeker:
    entries, skipped = _usable_entries(options, legal, wish.entries if wish else ())
    rest: list[Location] = []
    if DISBAND not in entries and options.retreat_unordered == "heuristic":
        rest = [place for place in legal if place not in entries]
    ranks = {place: _rank(board, item, place, owners) for place in rest}
    return _Seeker(item, legal, f"retreat {item.unit}", entries, rest, by, ranks, skipped)


def _usable_entries(
    options: Options, legal: Sequence[Location], wished: Sequence[Location]
) -> tuple[list[Location], list[Skipped]]:
    """Return the entries up to a disband, each place once and with its coast, and those that name no legal place."""
    entries: list[Location] = []
    skipped: list[Skipped] = []
    for entry in wished:
        place = landing_place(options, legal, entry)
        if entry == DISBAND:
            entries.append(DISBAND)
            break
        if place is None:
            skipped.append(Skipped(entry, _why_skipped(legal, entry)))
        elif place not in entries:
            entries.append(place)
    return entries, skipped


def landing_place(options: Options, legal: Sequence[Location], entry: Location) -> Location | None:
    """Return the legal place that an entry names, its coast filled in as `coast_unstated` says.

    None if there is none.
    """
    if entry in legal:
        return entry
    if province_of(entry) in legal:  # a coast that the place has not, or that is nothing to an army
        return province_of(entry)
    coasts = [place for place in legal if province_of(place) == entry]
    if coasts and (options.coast_unstated == "first" or (options.coast_unstated == "only" and len(coasts) == 1)):
        return coasts[0]
    return None


def _why_skipped(legal: Sequence[Location], entry: Location) -> str:
    return "coast_missing" if any(province_of(place) == entry for place in legal) else "not_legal"


def _rank(board: Board, item: Dislodged, place: Location, owners: Mapping[Province, Power]) -> tuple[int, ...]:
    """Return the criteria 1 to 4 of the heuristic; lower is better (房规 2.3 (1)–(4))."""
    province, power = province_of(place), item.unit.power
    own = owners.get(province) == power
    steps = board.steps_home[power].get(province, len(board.provinces))
    # Equal in the first, all of them are own centres or none is; of all that retreat, only fleets can come to a sea.
    return (not own, steps, not board.provinces[province].is_centre, province not in board.seas)


def _yield(seekers: list[_Seeker], results: dict[Province, Retreat], urn: Urn) -> None:
    """Conflicts: whoever has another place left yields; those with none left disband together (房规 2.3.1 五)."""
    active = list(seekers)
    while True:
        wanted = _wanted(active, results, urn)
        clashes = [(province, rivals) for province, rivals in wanted.items() if len(rivals) > 1]
        if not clashes:
            break
        for province, rivals in clashes:
            _settle_clash(province, rivals, results, urn)
        active = [seeker for seeker in active if seeker.unit.unit.province not in results]
    _accept(wanted, results, urn)


def _settle_clash(province: Province, rivals: Sequence[_Seeker], results: dict[Province, Retreat], urn: Urn) -> None:
    stuck = [seeker for seeker in rivals if seeker.left == 1]
    for seeker in rivals:
        if seeker.left > 1:
            _note_draw(seeker, urn)
            seeker.strike(province, "yielded")
    if len(stuck) > 1:
        for seeker in stuck:
            results[seeker.unit.unit.province] = _disbanded(seeker, "collision")


def _collide(seekers: list[_Seeker], results: dict[Province, Retreat], urn: Urn) -> None:
    """Conflicts: units that choose the same province all disband."""
    wanted = _wanted(seekers, results, urn)
    for rivals in wanted.values():
        if len(rivals) > 1:
            for seeker in rivals:
                _note_draw(seeker, urn)
                results[seeker.unit.unit.province] = _disbanded(seeker, "collision")
    _accept({place: rivals for place, rivals in wanted.items() if len(rivals) == 1}, results, urn)


def _wanted(active: Sequence[_Seeker], results: dict[Province, Retreat], urn: Urn) -> dict[Province, list[_Seeker]]:
    """Who wants which province; those that disband by choice or have no place are settled on the way."""
    wanted: dict[Province, list[_Seeker]] = {}
    for seeker in active:
        place = seeker.choice(urn)
        if place is None:
            results[seeker.unit.unit.province] = _disbanded(seeker, "unordered" if seeker.open else "no_place")
        elif place == DISBAND:
            results[seeker.unit.unit.province] = Retreat(
                seeker.unit.unit, None, "choice", seeker.options, None, tuple(seeker.skipped)
            )
        else:
            wanted.setdefault(province_of(place), []).append(seeker)
    return wanted


def _accept(wanted: Mapping[Province, Sequence[_Seeker]], results: dict[Province, Retreat], urn: Urn) -> None:
    for (seeker,) in wanted.values():
        place = seeker.choice(urn)
        assert place is not None
        criterion = None if seeker.entries else _criterion(seeker, place)
        by: RetreatBy = seeker.by if seeker.entries else "lot" if criterion == LOT_CRITERION else "heuristic"
        _note_draw(seeker, urn)
        results[seeker.unit.unit.province] = Retreat(
            seeker.unit.unit, place, by, seeker.options, criterion, tuple(seeker.skipped)
        )


def _note_draw(seeker: _Seeker, urn: Urn) -> None:
    """List the draw by which the seeker looks at its place, if it took one."""
    if not seeker.entries:
        urn.draw(seeker.purpose, seeker.tied())


def _criterion(seeker: _Seeker, place: Location) -> int:
    """Return the criterion (1 to 5) that set the place apart from the others of the rest.

    1 where it was the only one.
    """
    if len(seeker.tied()) > 1:
        return LOT_CRITERION
    others = [seeker.ranks[other] for other in seeker.rest if other != place]
    mine = seeker.ranks[place]
    return max((next(i for i, (a, b) in enumerate(zip(mine, o, strict=True), 1) if a != b) for o in others), default=1)


def _disbanded(seeker: _Seeker, why: str) -> Retreat:
    return Retreat(seeker.unit.unit, None, "forced", seeker.options, None, tuple(seeker.skipped), why)
