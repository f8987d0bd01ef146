"""What powers have not sent: orders, retreat lists, and the lists that the adjustment may ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.model.orders import Move
from tianshen.model.position import province_of
from tianshen.model.turns import Phase
from tianshen.reading.result import Missing

if TYPE_CHECKING:
    from tianshen.model.position import Power, Province
    from tianshen.reading.decrees import Decreed
    from tianshen.reading.revision.standing_orders import StandingOrders
    from tianshen.reading.turn_context import TurnContext


def missing_of(standing: StandingOrders, decreed: Decreed) -> Missing | None:
    """Return what the power lacks, None if it has nothing to send. Units that a decree speaks of lack nothing."""
    phase = standing.context.phase
    if phase is Phase.RETREATS:
        return _missing_retreats(standing, decreed)
    if phase is Phase.ADJUSTMENTS:
        return _missing_adjustments(standing, decreed)
    return _missing_moves(standing, decreed)


def _missing_retreats(standing: StandingOrders, decreed: Decreed) -> Missing | None:
    dislodged = standing.context.position.dislodged
    waiting = [item.unit.province for item in dislodged if item.unit.power == standing.power]
    lacking = _without_retreat(waiting, standing, decreed)
    return Missing(lacking, nothing_sent=not standing.entries()) if waiting else None


def _missing_adjustments(standing: StandingOrders, decreed: Decreed) -> Missing | None:
    power, context = standing.power, standing.context
    due = context.position.balance_of(power)
    if not due:
        return None
    builds = due > 0 and _can_build(power, context) and not _has_builds(standing, decreed)
    disbands = due < 0 and not _has_disbands(standing, decreed)
    nothing_sent = not standing.entries() and (builds or disbands)
    return Missing(nothing_sent=nothing_sent, builds=builds, disbands=disbands)


def _missing_moves(standing: StandingOrders, decreed: Decreed) -> Missing | None:
    context = standing.context
    units = _units(standing)
    if not units:
        return None
    ordered = {*standing.moves, *decreed.moves, *decreed.voided}
    lacking = tuple(province for province in units if province not in ordered)
    retreats = _without_retreat(units, standing, decreed) if context.takes_retreats else ()
    builds, disbands = _autumn_lists(standing, decreed) if context.takes_adjustments else (False, False)
    return Missing(lacking, not standing.entries(), retreats, builds, disbands)


def _units(standing: StandingOrders) -> list[Province]:
    return [unit.province for unit in standing.context.position.units_of(standing.power)]


def _without_retreat(units: list[Province], standing: StandingOrders, decreed: Decreed) -> tuple[Province, ...]:
    listed = {*standing.retreats, *decreed.retreats, *decreed.disbands}
    return tuple(province for province in units if province not in listed)


def _has_builds(standing: StandingOrders, decreed: Decreed) -> bool:
    return standing.builds is not None or standing.power in decreed.builds or standing.power in decreed.waived


def _has_disbands(standing: StandingOrders, decreed: Decreed) -> bool:
    return bool(standing.disbands) or not decreed.disbands.keys().isdisjoint(_units(standing))


def _can_build(power: Power, context: TurnContext) -> bool:
    """Return whether some home centre is still the power's own and, in Winter, vacant."""
    position = context.position
    units = position.units if context.phase is Phase.ADJUSTMENTS else {}
    return bool(context.board.free_homes(power, units, position.centres))


def _autumn_lists(standing: StandingOrders, decreed: Decreed) -> tuple[bool, bool]:
    """Return whether builds and disbands may be needed that were not sent, judged by what the power itself can see.

    Builds: if all its own orders succeed it may have more centres than units. Disbands: if it loses the centres on
    which foreign units stand now it may have fewer. Other powers' orders are none of its business.
    """
    power, context = standing.power, standing.context
    position = context.position
    own = _units(standing)
    owned = set(position.centres_of(power))
    gains = ({_end_if_successful(standing, province) for province in own} & set(context.board.centres)) - owned
    visited = [place for place in owned if place in position.units and position.units[place].power != power]
    may_build = len(owned) + len(gains) > len(own) and _can_build(power, context)
    must_disband = len(owned) - len(visited) < len(own)
    return may_build and not _has_builds(standing, decreed), must_disband and not _has_disbands(standing, decreed)


def _end_if_successful(standing: StandingOrders, province: Province) -> Province:
    """Return where the unit stands if its order succeeds."""
    entry = standing.moves.get(province)
    return province_of(entry.order.to) if entry and isinstance(entry.order, Move) else province
