"""What powers have not sent: orders, retreat lists, and the lists that the adjustment may ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.model.orders import Convoy, Hold, Move, SupportHold, SupportMove
from tianshen.model.position import province_of
from tianshen.model.turns import Phase
from tianshen.reading.result import Missing

if TYPE_CHECKING:
    from tianshen.model.position import Power, Province
    from tianshen.reading.decrees import Decreed
    from tianshen.reading.revision.standing_orders import StandingOrders
    from tianshen.reading.turn_context import TurnContext


def missing_of(power: Power, desk: StandingOrders | None, decreed: Decreed, context: TurnContext) -> Missing | None:
    """What the power lacks; None where it has nothing to send. Units on which a decree speaks lack nothing."""
    position = context.position
    nothing = desk is None or not desk.entries()
    if context.phase is Phase.RETREATS:
        waiting = [item.unit.province for item in position.dislodged if item.unit.power == power]
        spoken = {*(desk.retreats if desk else ()), *decreed.retreats, *decreed.disbands}
        lacking = tuple(province for province in waiting if province not in spoken)
        return Missing(lacking, nothing_sent=nothing) if waiting else None
    units = [unit.province for unit in position.units_of(power)]
    if context.phase is Phase.ADJUSTMENTS:
        builds, disbands = _winter(power, desk, decreed, context)
        due = _balance(power, context) != 0
        return Missing(nothing_sent=nothing and (builds or disbands), builds=builds, disbands=disbands) if due else None
    if not units:
        return None
    spoken = {*(desk.moves if desk else ()), *decreed.moves, *decreed.voided}
    lacking = tuple(province for province in units if province not in spoken)
    retreats: tuple[Province, ...] = ()
    if context.takes_retreats:
        listed = {*(desk.retreats if desk else ()), *decreed.retreats, *decreed.disbands}
        retreats = tuple(province for province in units if province not in listed)
    builds, disbands = _fall(power, desk, decreed, context) if context.takes_adjustments else (False, False)
    return Missing(lacking, nothing, retreats, builds, disbands)


def _balance(power: Power, context: TurnContext) -> int:
    """Centres less units, as they are now."""
    return len(context.position.centres_of(power)) - len(context.position.units_of(power))


def _has_builds(power: Power, desk: StandingOrders | None, decreed: Decreed) -> bool:
    sent = desk is not None and desk.builds is not None
    return sent or power in decreed.builds or power in decreed.waived


def _has_disbands(power: Power, desk: StandingOrders | None, decreed: Decreed, context: TurnContext) -> bool:
    own = {unit.province for unit in context.position.units_of(power)}
    return bool(desk and desk.disbands) or bool(own & set(decreed.disbands))


def _winter(power: Power, desk: StandingOrders | None, decreed: Decreed, context: TurnContext) -> tuple[bool, bool]:
    due = _balance(power, context)
    builds = due > 0 and _can_build(power, context) and not _has_builds(power, desk, decreed)
    return builds, due < 0 and not _has_disbands(power, desk, decreed, context)


def _can_build(power: Power, context: TurnContext) -> bool:
    """Whether some home centre is still the power's own and, in Winter, vacant."""
    position = context.position
    homes = (home for home in context.board.homes_of(power) if position.centres.get(home) == power)
    return any(context.phase is not Phase.ADJUSTMENTS or home not in position.units for home in homes)


def _fall(power: Power, desk: StandingOrders | None, decreed: Decreed, context: TurnContext) -> tuple[bool, bool]:
    """Whether a list may be needed that was not sent, judged by what the power itself can see.

    Builds: if all its own orders succeed it may have more centres than units. Disbands: if it loses the centres on
    which foreign units stand now it may have fewer. Other powers' orders are none of its business.
    """
    position = context.position
    own = {unit.province for unit in position.units_of(power)}
    owned = set(position.centres_of(power))
    stays = {_ends(desk, province) for province in own}
    gains = {place for place in stays if place in context.board.centres and place not in owned}
    visited = {place for place in owned if place in position.units and position.units[place].power != power}
    builds = len(owned) - len(visited) + len(gains) > len(own) or len(owned) + len(gains) > len(own)
    can = _can_build(power, context)
    lacks_builds = builds and can and not _has_builds(power, desk, decreed)
    lacks_disbands = len(owned) - len(visited) < len(own) and not _has_disbands(power, desk, decreed, context)
    return lacks_builds, lacks_disbands


def _ends(desk: StandingOrders | None, province: Province) -> Province:
    """Where the unit stands if its order succeeds."""
    entry = desk.moves.get(province) if desk else None
    if entry is None or isinstance(entry.order, Hold | SupportHold | SupportMove | Convoy):
        return province
    return province_of(entry.order.to) if isinstance(entry.order, Move) else province
