"""From an order as written to the order as meant: the position decides which unit, of which kind, on which coast."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias, assert_never

from tianshen.model import orders
from tianshen.model.orders import DISBAND, Named
from tianshen.model.position import ARMY, FLEET, province_of
from tianshen.model.turns import Phase
from tianshen.notices import Code, Level
from tianshen.reading.grammar import drafts
from tianshen.reading.grammar.ditto import NO_ORDERS, PrecedingOrders, only_one, same_as_previous, support_of_previous
from tianshen.reading.grammar.drafts import PlaceRef, Trouble, UnitRef
from tianshen.reading.words.near_names import NameMatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tianshen.model.position import Location, Province, Unit, UnitKind
    from tianshen.reading.grammar.stretches import GrammarContext

_SHOWN = 3
_CORRECTED = {
    NameMatch.SHORTENED: Code.NAME_SHORTENED,
    NameMatch.SOUND: Code.NAME_CORRECTED,
    NameMatch.NEAR: Code.NAME_CORRECTED,
}


@dataclass(frozen=True, slots=True)
class ResolverRemark:
    """A notice about an order that was read, by token."""

    level: Level
    code: Code
    first: int
    last: int
    data: Mapping[str, object] = field(default_factory=dict)


class _Unclear(Exception):
    def __init__(self, trouble: Trouble) -> None:
        self.trouble = trouble


Fits: TypeAlias = "Callable[[Province], bool]"
Resolved: TypeAlias = "tuple[list[orders.Order], list[ResolverRemark]] | Trouble"


class Resolver:
    """Settles drafts against a position."""

    def __init__(self, context: GrammarContext) -> None:
        self._context = context
        self._board = context.board
        self._position = context.position
        self._phase = context.position.turn.phase
        self._remarks: list[ResolverRemark] = []
        self._before = NO_ORDERS
        self.owns: dict[Province, Named] = {}  # the units that the last draft orders, as they stand or else as written

    def resolve(self, draft: drafts.Draft, before: PrecedingOrders = NO_ORDERS) -> Resolved:
        """Return the orders that a draft stands for and what to remark about them, or why it cannot be settled.

        `before` are the orders that words like `同上` point at.
        """
        self._before = before
        self._remarks = []
        self.owns = {}
        try:
            found = list(self._orders(draft.body))
        except _Unclear as unclear:
            return unclear.trouble
        return found, self._remarks

    def _orders(self, body: drafts.Body) -> Iterable[orders.Order]:
        match body:
            case drafts.HoldDraft(units):
                return [orders.Hold(self._own(unit)[0]) for unit in units]
            case drafts.MoveDraft():
                return [self._move(body)]
            case drafts.SupportDraft():
                return self._support(body)
            case drafts.MutualSupportDraft(units):
                return self._mutual(units)
            case drafts.ConvoyDraft():
                return self._convoy(body)
            case drafts.RetreatDraft(unit, entries):
                return [self._retreat(unit, entries)]
            case drafts.SameAsPrevious(units):
                return map(self._same_as_previous, units)
            case drafts.SupportPrevious():
                return self._support_previous(body)
            case _:
                return self._adjustments(body)

    def _adjustments(self, body: drafts.BuildDraft | drafts.DisbandDraft | drafts.WaiveDraft) -> Iterable[orders.Order]:
        match body:
            case drafts.BuildDraft(entries, _):
                return map(self._build, entries)
            case drafts.DisbandDraft(entries, listed):
                return [self._disband(entry, listed=listed) for entry in entries]
            case drafts.WaiveDraft():
                return [orders.Waive()]
            case _:
                assert_never(body)

    def _retreat(self, unit: UnitRef, entries: Iterable[PlaceRef | None]) -> orders.RetreatList:
        province, kind = self._own(unit)
        reach = self._reach(province)
        return orders.RetreatList(province, tuple(self._entry(entry, kind, reach) for entry in entries))

    def _same_as_previous(self, unit: UnitRef) -> orders.Order:
        return self._pointed(unit, same_as_previous(self._before.near, self._own(unit)[0]))

    def _support_previous(self, body: drafts.SupportPrevious) -> Iterator[orders.Order]:
        before = self._before.near if body.named else self._before.beside
        code = Code.ORDER_DITTO if body.named or before else Code.ORDER_INCOMPLETE
        for unit in body.units:
            yield self._pointed(unit, self._about(before, unit, carries=body.carries), code)

    def _pointed(self, unit: UnitRef, order: orders.Order | None, code: Code = Code.ORDER_DITTO) -> orders.Order:
        if order is None:
            unfinished = code is Code.ORDER_INCOMPLETE
            raise _Unclear(Trouble(code, unit.last if unfinished else unit.first, unit.last + 1, unfinished=unfinished))
        return order

    def _about(self, before: Sequence[orders.Order], unit: UnitRef, *, carries: bool) -> orders.Order | None:
        own = self._position.unit_meant(self._own(unit)[0])
        if own is None or (before is self._before.beside and not self._is_only_one(own)):
            return None
        return support_of_previous(before, own, self._position, self._board, carries=carries)

    def _is_only_one(self, own: Unit) -> bool:
        return only_one(self._before.line, own, self._position, self._board)

    def _reaches(self, province: Province, target: Province) -> bool:
        return self._reach(province)(target)

    def _move(self, body: drafts.MoveDraft) -> orders.Order:
        province, kind = self._own(body.unit)
        to = self._target(body.to, kind, self._reach(province))
        if body.unsaid:
            if not (self._is_own(province) and self._reaches(province, province_of(to))):
                raise _Unclear(Trouble(Code.ORDER_DOUBTFUL, body.unit.first, body.to.last))
            self._remark(Level.WARNING, Code.MOVE_UNDERSTOOD, body.to)
        if self._phase is Phase.RETREATS:
            if body.chain:
                raise _Unclear(Trouble(Code.RETREAT_CHAIN, body.chain[0].first, body.to.last))
            return orders.RetreatList(province, (to,))
        route = tuple(self._sea(sea) for sea in body.chain)
        return orders.Move(province, to, body.by_sea, route)

    def _sea(self, ref: PlaceRef) -> Province:
        province = province_of(self._location(ref, self._board.seas.__contains__))
        if province not in self._board.seas:
            raise _Unclear(Trouble(Code.ROUTE_NOT_SEA, ref.first, ref.last, {"province": province}))
        return province

    def _support(self, body: drafts.SupportDraft) -> Iterator[orders.Order]:
        of = self._named(body.of, body.to)
        to = None if body.to is None else self._target(body.to, of.kind, self._reach(of.province))
        for unit in body.units:
            own = self._own(unit)[0]
            yield orders.SupportHold(own, of) if to is None else orders.SupportMove(own, of, to)

    def _mutual(self, units: tuple[UnitRef, ...]) -> Iterator[orders.Order]:
        if len(units) != 2:
            raise _Unclear(Trouble(Code.ORDER_UNREADABLE, units[0].first, units[-1].last))
        for own, other in (units, units[::-1]):
            yield orders.SupportHold(self._own(own)[0], self._named(other, None))

    def _convoy(self, body: drafts.ConvoyDraft) -> Iterator[orders.Order]:
        of = self._named(body.of, body.to)
        to = self._target(body.to, ARMY)
        yield from (orders.Convoy(self._own(unit)[0], of, to) for unit in body.units)

    def _entry(self, ref: PlaceRef | None, kind: UnitKind, reach: Fits) -> Location:
        return DISBAND if ref is None else self._target(ref, kind, reach)

    def _reach(self, province: Province) -> Fits:
        """Return whether the unit that stands there could go to a province: ranks what is asked, decides nothing."""
        unit = self._position.unit_meant(province)
        return lambda target: unit is not None and self._board.can_reach(unit, target)

    def _is_own(self, province: Province) -> bool:
        unit = self._position.unit_meant(province)
        return unit is not None and self._context.power in (None, unit.power)

    def _build(self, ref: UnitRef) -> orders.Order:
        place = self._location(ref.place)
        if ref.kind not in (ARMY, FLEET):
            raise _Unclear(Trouble(Code.BUILD_KIND_MISSING, ref.first, ref.last, {"province": province_of(place)}))
        kind: UnitKind = ARMY if ref.kind == ARMY else FLEET
        return orders.Build(kind, self._target(ref.place, kind))

    def _disband(self, ref: UnitRef, *, listed: bool) -> orders.Order:
        province, kind = self._own(ref)
        if self._phase is Phase.RETREATS and not listed:
            return orders.RetreatList(province, (DISBAND,))
        unit = self._position.unit_meant(province)
        at = unit.at if unit is not None else self._target(ref.place, kind)
        return orders.Disband(kind, at)

    # units

    def _own(self, ref: UnitRef) -> tuple[Province, UnitKind]:
        """Return the province of the unit that the order is for, and the unit's kind."""
        ref = self._cut(ref, own=True)
        location = self._location(ref.place, self._is_own)
        unit = self._position.unit_meant(province_of(location))
        self._check_unit(ref, location, unit)
        own = Named(unit.kind, unit.at) if unit is not None else self._as_written(ref, location)
        self.owns[own.province] = own
        return own.province, own.kind

    def _named(self, ref: UnitRef, to: PlaceRef | None) -> Named:
        """Return the unit that a support or convoy names."""
        ref = self._cut(ref, own=False)
        if ref.place.how is NameMatch.POWER:
            raise _Unclear(self._which_unit(ref, to))
        location = self._location(ref.place, self._position.units.__contains__)
        unit = self._position.units.get(province_of(location))
        if ref.maybe_power is not None:
            raise _Unclear(self._which_unit(replace(ref, power=ref.maybe_power), to))
        self._check_unit(ref, location, unit)
        if unit is not None:
            return Named(unit.kind, unit.at)
        kind = self._kind_as_written(ref, location)
        return Named(kind, self._target(ref.place, kind))

    def _which_unit(self, ref: UnitRef, to: PlaceRef | None) -> Trouble:
        """Ask about a power in place of a unit (支援德国打爱丁堡), showing the power's units that could go there."""
        return Trouble(Code.SUPPORT_OBJECT_MISSING, ref.first, ref.last, {"units": self._candidates(ref, to)})

    def _candidates(self, ref: UnitRef, to: PlaceRef | None) -> tuple[str, ...]:
        power = ref.power
        target = province_of(to.locations[0]) if to is not None and to.is_clear else None
        units = [unit for unit in self._position.units.values() if power is None or unit.power == power]
        near = [unit for unit in units if target is None or self._board.can_reach(unit, target)]
        return tuple(str(unit) for unit in near[:_SHOWN])

    def _cut(self, ref: UnitRef, *, own: bool) -> UnitRef:
        """Return 挪威海军 as it is to be cut: so that it names a unit on the board; ask where both or none do."""
        if ref.other is None or ref.place.locations == ref.other.place.locations:
            return ref
        ways = (ref, ref.other)
        here = [way for way in ways if self._power_at(way) is not None]
        power = self._context.power
        if own and len(here) > 1 and power is not None:
            here = [way for way in here if self._power_at(way) == power]
        if len(here) != 1:
            places = tuple(way.place.locations[0] for way in ways)
            raise _Unclear(Trouble(Code.NAME_AMBIGUOUS, ref.first, ref.last, {"locations": places}))
        return here[0]

    def _power_at(self, ref: UnitRef) -> str | None:
        unit = self._position.unit_meant(province_of(ref.place.locations[0]))
        return unit.power if unit is not None else None

    def _kind_as_written(self, ref: UnitRef, location: Location) -> UnitKind:
        if ref.kind in (ARMY, FLEET):
            return ARMY if ref.kind == ARMY else FLEET
        return FLEET if province_of(location) in self._board.seas else ARMY

    def _as_written(self, ref: UnitRef, location: Location) -> Named:
        kind = self._kind_as_written(ref, location)
        facts = self._board.provinces.get(province_of(location))
        coast = ref.place.coast or location[4:]
        at = (
            f"{province_of(location)}/{coast}"
            if kind == FLEET and facts and coast in facts.coasts
            else province_of(location)
        )
        return Named(kind, at)

    def _check_unit(self, ref: UnitRef, location: Location, unit: Unit | None) -> None:
        """Remark on what was written about a unit and is not so: its kind, its nationality, its coast."""
        if unit is None:
            return
        if ref.kind in (ARMY, FLEET) and ref.kind != unit.kind:
            self._remark(Level.WARNING, Code.UNIT_WORD_WRONG, ref, unit=str(unit), kind=ref.kind)
        if ref.power is not None and ref.power != unit.power:
            self._remark(Level.WARNING, Code.NATIONALITY_WRONG, ref, unit=str(unit), power=unit.power)
        self._check_coast(ref, ref.place.coast or location[4:], unit)

    def _check_coast(self, ref: UnitRef, coast: str, unit: Unit) -> None:
        if not coast:
            return
        if unit.kind == ARMY or not self._board.provinces[unit.province].coasts:
            self._remark_coast(ref.place, ref.last, unit.province)
        elif unit.at[4:] != coast:
            self._remark(Level.WARNING, Code.COAST_WRONG, ref, unit=str(unit))

    def _remark_coast(self, place: PlaceRef, last: int, province: Province) -> None:
        """Remark that the coast written there says nothing, up to the token `last` (excluded)."""
        first = place.first if place.coast_first is None else place.coast_first
        self._remarks.append(ResolverRemark(Level.INFO, Code.COAST_SUPERFLUOUS, first, last, {"province": province}))

    def _remark(self, level: Level, code: Code, ref: UnitRef | PlaceRef, **data: object) -> None:
        self._remarks.append(ResolverRemark(level, code, ref.first, ref.last, data))

    # places

    def _location(self, ref: PlaceRef, fits: Fits = bool) -> Location:
        """Return the one place that a name means; remark on a corrected name, ask about an unclear one.

        What would fit is shown first where it is asked.
        """
        if ref.how is NameMatch.OFF_BOARD:
            raise _Unclear(Trouble(Code.PLACE_OFF_BOARD, ref.first, ref.last))
        if ref.how is NameMatch.POWER:
            raise _Unclear(Trouble(Code.NAME_IS_POWER, ref.first, ref.last))
        if not ref.is_clear:
            code = Code.NAME_UNKNOWN if ref.how is NameMatch.UNKNOWN else Code.NAME_AMBIGUOUS
            ranked = sorted(ref.locations, key=lambda location: not fits(province_of(location)))
            raise _Unclear(Trouble(code, ref.first, ref.last, {"locations": tuple(ranked[:_SHOWN])}))
        if ref.how in _CORRECTED:
            last = ref.last if ref.coast_first is None else ref.coast_first
            bare = replace(ref, last=last)
            self._remark(Level.WARNING, _CORRECTED[ref.how], bare, location=ref.locations[0])
        return ref.locations[0]

    def _target(self, ref: PlaceRef, kind: UnitKind, fits: Fits = bool) -> Location:
        """Return where a unit of that kind is sent: with its coast for a fleet on a split one, else without.

        A corrected name where no unit of that kind can ever be (`里昂` for an army) was not what was meant.
        """
        location = self._location(ref, fits)
        province = province_of(location)
        if ref.how in _CORRECTED and not self._board.locations(province, kind):
            raise _Unclear(Trouble(Code.NAME_UNKNOWN, ref.first, ref.last, {"locations": ref.locations}))
        coast = ref.coast or location[4:]
        return self._target_coast(ref, kind, province, coast) if coast else province

    def _target_coast(self, ref: PlaceRef, kind: UnitKind, province: Province, coast: str) -> Location:
        """Return the coast of the province as a location; the province where the coast says nothing."""
        facts = self._board.provinces.get(province)
        coasts = facts.coasts if facts is not None else ()
        if kind == ARMY or not coasts:
            self._remark_coast(ref, ref.last, province)
            return province
        if coast not in coasts:
            first = ref.first if ref.coast_first is None else ref.coast_first
            places = tuple(f"{province}/{known}" for known in coasts)
            raise _Unclear(Trouble(Code.COAST_UNKNOWN, first, ref.last, {"locations": places}))
        return f"{province}/{coast}"
