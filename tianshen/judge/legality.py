"""From orders to what can be judged: coasts and convoy routes settled, impossible orders void, matches found.

All that does not depend on what other orders achieve is decided here, once; the rulebook then only looks it up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from tianshen.judge.routes import chain_exists, lies_on_needed_route, lies_on_route, links
from tianshen.judge.ruling import Void, VoidWhy
from tianshen.model.orders import Convoy, Move, SupportHold, SupportMove
from tianshen.model.position import ARMY, FLEET, Unit, province_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tianshen.model.board import Board
    from tianshen.model.orders import UnitOrder
    from tianshen.model.position import Location, Position, Province
    from tianshen.model.rules import Options

# the convoying fleets by the origin and the target of the army
_Convoys: TypeAlias = "dict[tuple[Province, Province], list[UnitOrderState]]"


class UnitOrderState:
    """One unit with its settled order; what the rulebook reads.

    `target` is the province that a move goes to, that a support is directed at, or that a convoy serves.
    `carriers` are the provinces of the fleets that a move by sea rests on: all of a stated route (`needs_all`),
    or all matching ones, of which a chain must hold. `uncarried` is the fleet of a stated route that lacks a
    matching convoy order. `void` is set where the order cannot be judged at all: the unit holds.
    """

    # Most tasks keep most of these, so they stand in the class and cost nothing to set.
    target: Province = ""
    moves: bool = False
    by_sea: bool = False
    carriers: tuple[Province, ...] = ()
    needs_all: bool = False
    uncarried: Province | None = None
    void: Void | None = None

    def __init__(self, origin: Province, unit: Unit, order: UnitOrder | None) -> None:
        self.origin = origin
        self.unit = unit
        self.power = unit.power
        self.order = order


class OrderTable:
    """All tasks of a turn with the tables that the rulebook looks things up in.

    `movers` lists the legal moves into a province; `move_supports` and `hold_supports` the matching supports by the
    province of the supported unit; `inferred` the armies whose route was inferred from matching convoys; `paradoxes`
    those whose convoys a paradox has stopped.
    """

    __slots__ = ("board", "hold_supports", "inferred", "move_supports", "movers", "options", "paradoxes", "tasks")

    def __init__(self, board: Board, options: Options) -> None:
        self.board = board
        self.options = options
        self.tasks: dict[Province, UnitOrderState] = {}
        self.movers: dict[Province, list[UnitOrderState]] = {}
        self.move_supports: dict[Province, list[UnitOrderState]] = {}
        self.hold_supports: dict[Province, list[UnitOrderState]] = {}
        self.inferred: list[UnitOrderState] = []
        self.paradoxes: dict[Province, tuple[Province, ...]] = {}


def prepare_orders(
    board: Board,
    options: Options,
    position: Position,
    orders: Mapping[Province, UnitOrder],
    voided: Collection[Province] = (),
) -> OrderTable:
    """Return the field for a movement turn: every unit has a task, every order is legal or void (rules page, Movement).

    `voided` names the units whose order the game master struck. Orders for provinces without a unit are ignored.
    Tasks stand in alphabetical order, so that not even the naming of one reason among several depends on the sequence
    in which units or orders were given.
    """
    field = OrderTable(board, options)
    convoys: _Convoys = {}
    sea_moves: list[UnitOrderState] = []
    supports: list[UnitOrderState] = []
    fleets = board.seas.intersection(position.units)
    for province in sorted(position.units):
        order = orders.get(province)
        task = field.tasks[province] = UnitOrderState(province, position.units[province], order)
        if province in voided:
            task.void = Void(VoidWhy.DECREED)
        elif isinstance(order, Move):
            _settle_move(field, task, order, sea_moves)
        elif isinstance(order, Convoy):
            _settle_convoy(field, task, order, position, fleets, convoys)
        elif isinstance(order, (SupportHold, SupportMove)):
            supports.append(task)
    _settle_convoys(field, sea_moves, fleets, convoys)
    for task in supports:
        _settle_support(field, task, position)
    return field


def _settle_convoys(
    field: OrderTable, sea_moves: list[UnitOrderState], fleets: Collection[Province], convoys: _Convoys
) -> None:
    for task in sea_moves:
        _settle_route(field, task, fleets, convoys)
    if field.options.convoy_intent == "own_fleet" and not _must_name_route(field.options):
        _embark(field, convoys)
    for carriers in convoys.values():
        for task in carriers:
            _match_convoy(field, task)


def _must_name_route(options: Options) -> bool:
    return options.convoy_route == "stated" and options.convoy_route_missing == "void"


def _settle_move(field: OrderTable, task: UnitOrderState, order: Move, sea_moves: list[UnitOrderState]) -> None:
    target = order.to[:3]
    task.target = target
    if target == task.origin:
        task.void = Void(VoidWhy.SAME_PROVINCE)
    elif task.unit.kind == FLEET:
        _settle_fleet_move(field, task, order)
    elif target in field.board.seas:
        task.void = Void(VoidWhy.WRONG_GROUND, target)
    else:
        if order.to != target:
            task.order = Move(order.unit, target, order.by_sea, order.route)
        if not order.by_sea and target in field.board.army_reach[task.origin]:
            _enter(field, task)
        elif order.by_sea or {target, task.origin} <= field.board.coastal:
            sea_moves.append(task)
        else:
            task.void = Void(VoidWhy.NOT_ADJACENT, target)


def _settle_fleet_move(field: OrderTable, task: UnitOrderState, order: Move) -> None:
    landing = landing_of(field.board, task.unit, order.to, field.options.coast_unstated)
    if order.by_sea:
        task.void = Void(VoidWhy.FLEET_CARRIED)
    elif isinstance(landing, Void):
        task.void = landing
    else:
        if landing != order.to:
            task.order = Move(order.unit, landing)
        _enter(field, task)


def _enter(field: OrderTable, task: UnitOrderState) -> None:
    task.moves = True
    field.movers.setdefault(task.target, []).append(task)


def landing_of(board: Board, unit: Unit, to: Location, unstated: str) -> Location | Void:
    """Where a fleet that is sent to a place comes to stand, by the option `coast_unstated`; Void if it cannot.

    A coast written for a province that has none is left out (房规 2.1.3 一; DATC 6.B).
    """
    province = province_of(to)
    options = board.fleet_reach[unit.at].get(province)
    if options is None:
        return Void(VoidWhy.WRONG_GROUND if not board.locations(province, FLEET) else VoidWhy.NOT_ADJACENT, province)
    if options[0] == province or to in options:
        return options[0] if options[0] == province else to
    if to != province:
        return Void(VoidWhy.COAST_UNREACHABLE, province)
    if unstated == "first" or (unstated == "only" and len(options) == 1):
        return options[0]
    return Void(VoidWhy.COAST_MISSING, province)


def _settle_convoy(
    field: OrderTable,
    task: UnitOrderState,
    order: Convoy,
    position: Position,
    fleets: Collection[Province],
    convoys: _Convoys,
) -> None:
    origin, target = order.of.at[:3], order.to[:3]
    carried = position.units.get(origin)
    if order.to != target:
        task.order = Convoy(order.unit, order.of, target)
    if task.unit.kind == ARMY:
        task.void = Void(VoidWhy.CARRIER_NOT_FLEET)
    elif task.origin not in fleets:
        task.void = Void(VoidWhy.CARRIER_NOT_AT_SEA)
    elif carried is None:
        task.void = Void(VoidWhy.NO_SUCH_UNIT, origin)
    elif carried.kind == FLEET:
        task.void = Void(VoidWhy.FLEET_CARRIED, origin)
    elif origin == target:
        task.void = Void(VoidWhy.SAME_PROVINCE)
    elif not {origin, target} <= field.board.coastal:
        task.void = Void(VoidWhy.NOT_COASTAL, origin if target in field.board.coastal else target)
    elif not _may_carry(field, task.origin, fleets, origin, target):
        task.void = Void(VoidWhy.CARRIER_OFF_ROUTE, target)
    else:
        task.target = target
        convoys.setdefault((origin, target), []).append(task)


def _may_carry(
    field: OrderTable, sea: Province, fleets: Collection[Province], origin: Province, target: Province
) -> bool:
    """Return whether a fleet could serve the convoy: on any chain if routes are stated, else on one that needs it."""
    lies = lies_on_route if field.options.convoy_route == "stated" else lies_on_needed_route
    return lies(field.board, sea, fleets, origin, target)


def _settle_route(field: OrderTable, task: UnitOrderState, fleets: Collection[Province], convoys: _Convoys) -> None:
    """Settle a move by sea by the options `convoy_route` and `convoy_route_missing` (房规 2.4.1, 2.4.2)."""
    order = task.order
    assert isinstance(order, Move)
    inland = _inland_end(field.board, task.origin, task.target)
    if inland is not None:
        task.void = Void(VoidWhy.NOT_COASTAL, inland)
        return
    carriers = [carrier.origin for carrier in convoys.get((task.origin, task.target), ())]
    stated = field.options.convoy_route == "stated"
    if stated and order.route:
        _settle_stated(field, task, order.route, fleets, carriers)
    elif _must_name_route(field.options):
        task.void = Void(VoidWhy.NOT_ADJACENT if not order.by_sea else VoidWhy.ROUTE_MISSING, task.target)
    elif not chain_exists(field.board, fleets, task.origin, task.target):
        task.void = Void(VoidWhy.ROUTE_EMPTY if order.by_sea else VoidWhy.NOT_ADJACENT, task.target)
    else:
        _go_by_sea(field, task, carriers, inferred=stated)


def _inland_end(board: Board, origin: Province, target: Province) -> Province | None:
    return next((province for province in (origin, target) if province not in board.coastal), None)


def _settle_stated(
    field: OrderTable,
    task: UnitOrderState,
    route: tuple[Province, ...],
    fleets: Collection[Province],
    carriers: list[Province],
) -> None:
    if not links(field.board, route, task.origin, task.target):
        task.void = Void(VoidWhy.ROUTE_UNLINKED, task.target)
        return
    empty = next((sea for sea in route if sea not in fleets), None)
    if empty is not None:
        task.void = Void(VoidWhy.ROUTE_EMPTY, empty)
        return
    task.by_sea = True
    task.needs_all = True
    task.carriers = route
    task.uncarried = next((sea for sea in route if sea not in carriers), None)
    _enter(field, task)


def _go_by_sea(field: OrderTable, task: UnitOrderState, carriers: list[Province], *, inferred: bool) -> None:
    """Send the army by sea without a stated route.

    The matching fleets that lie on some chain of such fleets carry the army.
    """
    useful = [c for c in carriers if _may_carry(field, c, carriers, task.origin, task.target)]
    task.by_sea = True
    task.needs_all = inferred
    task.carriers = tuple(useful)
    if inferred and useful:
        field.inferred.append(task)
    _enter(field, task)


def _embark(field: OrderTable, convoys: _Convoys) -> None:
    """Send a move to a neighbour by sea if a fleet of the army's own power is ordered to carry it (DATC 4.A.3).

    Where routes are stated, its route is inferred like any other that is not named; where a route that is not named
    makes an order void, the army goes by land.
    """
    stated = field.options.convoy_route == "stated"
    for (origin, target), carriers in convoys.items():
        task = field.tasks[origin]
        if (
            task.moves
            and not task.by_sea
            and task.target == target
            and any(carrier.power == task.power for carrier in carriers)
        ):
            field.movers[target].remove(task)
            _go_by_sea(field, task, [carrier.origin for carrier in carriers], inferred=stated)


def _match_convoy(field: OrderTable, task: UnitOrderState) -> None:
    order = task.order
    assert isinstance(order, Convoy)
    army = field.tasks[order.of.at[:3]]
    if not army.moves or army.target != task.target:
        task.void = Void(VoidWhy.CARRIED_DIFFERS, army.origin)
    elif not army.by_sea:
        task.void = Void(VoidWhy.CARRIED_BY_LAND, army.origin)
    elif army.needs_all and task.origin not in army.carriers:
        task.void = Void(VoidWhy.CARRIER_OFF_ROUTE, army.origin)


def _settle_support(field: OrderTable, task: UnitOrderState, position: Position) -> None:
    order = task.order
    assert isinstance(order, (SupportHold, SupportMove))
    origin = order.of.at[:3]
    target = origin if isinstance(order, SupportHold) else order.to[:3]
    task.target = target
    supported = field.tasks.get(origin)
    if origin == task.origin or target == task.origin:
        task.void = Void(VoidWhy.SUPPORT_SELF)
    elif not field.board.can_reach(task.unit, target):
        task.void = Void(_unreachable(field.board, task.unit, target), target)
    elif supported is None:
        task.void = Void(VoidWhy.NO_SUCH_UNIT, origin)
    elif isinstance(order, SupportHold):
        if supported.moves:
            task.void = Void(VoidWhy.SUPPORTED_MOVES, origin)
        else:
            field.hold_supports.setdefault(origin, []).append(task)
    elif not _same_move(supported, order):
        task.void = Void(VoidWhy.SUPPORTED_DIFFERS, origin)
    else:
        field.move_supports.setdefault(origin, []).append(task)


def _unreachable(board: Board, unit: Unit, target: Province) -> VoidWhy:
    """Return whether only the coast on which the supporter lies keeps it from the target (房规 2.2.2 六)."""
    coasts = board.locations(unit.at[:3], unit.kind)
    if len(coasts) > 1 and any(target in board.fleet_reach[coast] for coast in coasts):
        return VoidWhy.SUPPORT_OTHER_COAST
    return VoidWhy.SUPPORT_UNREACHABLE


def _same_move(supported: UnitOrderState, order: SupportMove) -> bool:
    """Return whether the support names the move that was made; a coast counts only for fleets (DATC 6.B.9)."""
    move = supported.order
    if not supported.moves or not isinstance(move, Move) or supported.target != order.to[:3]:
        return False
    return len(order.to) == 3 or supported.unit.kind == ARMY or "/" not in move.to or move.to == order.to


def moved_unit(task: UnitOrderState) -> Unit:
    """Return the unit of a successful move where it comes to stand."""
    order = task.order
    assert isinstance(order, Move)
    return Unit(task.power, task.unit.kind, order.to)
