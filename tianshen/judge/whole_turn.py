"""One turn from orders to the next position: moves, retreats, captures, adjustments, victory."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tianshen.judge import victory
from tianshen.judge.adjustments import Wishes, adjust, capture
from tianshen.judge.lots import Urn
from tianshen.judge.movement import Movement, judge_movement
from tianshen.judge.retreats import landing_place, legal_retreats, resolve_retreats
from tianshen.judge.ruling import Void, VoidWhy
from tianshen.judge.turn_result import (
    Adjusted,
    Capture,
    Clock,
    Lot,
    Refused,
    Retreat,
    Skipped,
    TurnResult,
    Victory,
    place_after_retreats,
)
from tianshen.model.orders import DISBAND
from tianshen.model.position import Dislodged, Position, Unit, balance, province_of
from tianshen.model.turns import Phase, Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tianshen.judge.turn_result import DecreeKind
    from tianshen.model.board import Board
    from tianshen.model.orders import TurnOrders
    from tianshen.model.position import Location, Power, Province
    from tianshen.model.rules import RuleSet

__all__ = [
    "Adjusted",
    "Capture",
    "Clock",
    "Lot",
    "Refused",
    "Retreat",
    "Skipped",
    "TurnResult",
    "Victory",
    "judge_turn",
]

# A decreed order that merely finds no match is possible; any other void one is forbidden by the rules.
_UNMATCHED = frozenset(
    {
        VoidWhy.NO_SUCH_UNIT,
        VoidWhy.SUPPORTED_MOVES,
        VoidWhy.SUPPORTED_DIFFERS,
        VoidWhy.CARRIED_DIFFERS,
        VoidWhy.CARRIED_BY_LAND,
    }
)


@dataclass(slots=True)
class _Play:
    """A turn while it is worked out: what is given, and what has been found so far."""

    board: Board
    rules: RuleSet
    position: Position
    orders: TurnOrders
    alliances: Mapping[str, Sequence[Power]]
    clock: Clock
    urn: Urn
    units: dict[Province, Unit]
    owners: Mapping[Province, Power]
    following: Position  # the beginning of the next turn, once it is known
    movement: Movement | None = None
    dislodged: tuple[Dislodged, ...] = ()
    standoffs: frozenset[Province] = frozenset()
    retreats: tuple[Retreat, ...] = ()
    captures: tuple[Capture, ...] = ()
    adjustments: tuple[Adjusted, ...] = ()
    skipped: dict[Power, tuple[Skipped, ...]] = field(default_factory=dict)
    fallbacks: dict[Power, tuple[str, ...]] = field(default_factory=dict)
    victory: Victory | None = None
    refused: list[Refused] = field(default_factory=list)

    def result(self) -> TurnResult:
        """Return what was found, once nothing more is to come."""
        movement = self.movement
        return TurnResult(
            before=self.position,
            position=self.following,
            rulings=movement.rulings if movement else {},
            knots=movement.knots if movement else (),
            inferred=movement.inferred if movement else {},
            dislodged=self.dislodged,
            standoffs=self.standoffs,
            retreats=self.retreats,
            captures=self.captures,
            adjustments=self.adjustments,
            skipped=self.skipped,
            fallbacks=self.fallbacks,
            lots=tuple(self.urn.lots),
            victory=self.victory,
            refused=tuple(self.refused),
            clock=self.clock,
        )


def judge_turn(
    board: Board,
    rules: RuleSet,
    position: Position,
    orders: TurnOrders,
    *,
    alliances: Mapping[str, Sequence[Power]] | None = None,
    secret: str = "",
    clock: Clock | None = None,
) -> TurnResult:
    """Everything that the turn of the position decides, and the position of the next turn that is to be played.

    Retreat and Winter turns come out as positions of their own only where the rule set has them and something is to
    be decided. `clock` defaults to what the year tells (`victory.clock_at`); `secret` is the key of the lots.
    """
    start = clock if clock is not None else victory.clock_at(position.turn, rules.options)
    play = _Play(
        board,
        rules,
        position,
        orders,
        alliances or {},
        _announced(start, orders, position),
        Urn(secret, position.turn),
        dict(position.units),
        position.centres,
        position,
    )
    if position.turn.phase is Phase.MOVES:
        _play_moves(play)
    elif position.turn.phase is Phase.RETREATS:
        _play_retreats(play)
    else:
        _adjust(play)
    _end_by_decree(play)
    _refuse_untimely(play)
    return play.result()


def _announced(clock: Clock, orders: TurnOrders, position: Position) -> Clock:
    """Return the clock after the announcement of the stalemate rule: a year counts if its Spring was not over."""
    if not orders.decrees.stalemate or clock.quiet_since is not None:
        return clock
    turn = position.turn
    return replace(clock, quiet_since=turn.year - 1 if turn.step is Step.SPRING else turn.year)


def _play_moves(play: _Play) -> None:
    decrees = play.orders.decrees
    movement = judge_movement(play.board, play.rules.options, play.position, play.orders.moves, decrees.voided)
    play.units = dict(movement.units)
    for province in sorted(decrees.ordered):
        ruling = movement.rulings.get(province)
        if ruling is None:
            play.refused.append(Refused("order", province, Void(VoidWhy.NO_SUCH_UNIT).code))
        elif isinstance(ruling.reason, Void) and ruling.reason.why not in _UNMATCHED:
            play.refused.append(Refused("order", str(ruling.unit), ruling.reason.code))
    play.movement, play.dislodged, play.standoffs = movement, movement.dislodged, movement.standoffs
    if play.rules.options.retreats == "phase" and _anyone_can_retreat(play, movement):
        _hand_over(play, Step.SPRING_RETREATS if play.position.turn.step is Step.SPRING else Step.FALL_RETREATS)
        return
    _retreat(play)
    _close_season(play)


def _anyone_can_retreat(play: _Play, movement: Movement) -> bool:
    return any(
        legal_retreats(play.board, play.rules.options, item, movement.units, movement.standoffs)
        for item in movement.dislodged
    )


def _hand_over(play: _Play, step: Step) -> None:
    """Make the next turn a separate phase of the same season, or the Winter."""
    play.following = Position(
        play.position.turn.at(step),
        play.units,
        play.owners,
        play.dislodged if step is not Step.WINTER else (),
        play.standoffs if step is not Step.WINTER else frozenset(),
    )


def _play_retreats(play: _Play) -> None:
    play.dislodged, play.standoffs = play.position.dislodged, play.position.standoffs
    _retreat(play)
    _close_season(play)


def _retreat(play: _Play) -> None:
    play.retreats = resolve_retreats(
        play.board,
        play.rules.options,
        play.dislodged,
        play.units,
        play.standoffs,
        play.orders.retreats,
        play.owners,
        play.urn,
        ordered_by="order" if play.position.turn.phase is Phase.RETREATS else "list",
        decreed=_decreed_retreats(play),
    )
    for retreat in play.retreats:
        if retreat.to is not None:
            play.units[province_of(retreat.to)] = replace(retreat.unit, at=retreat.to)


def _decreed_retreats(play: _Play) -> dict[Province, Location]:
    """Return the decrees on retreats that the rules allow; the others are refused."""
    decrees = play.orders.decrees
    by_province = {item.unit.province: item for item in play.dislodged}
    wanted: dict[Province, Location] = {p: DISBAND for p in decrees.disbands if p in by_province}
    taken: set[Province] = set()
    for province, named in decrees.retreats.items():
        item = by_province.get(province)
        if item is None:
            play.refused.append(Refused("retreat", province, "not_dislodged"))
            continue
        legal = legal_retreats(play.board, play.rules.options, item, play.units, play.standoffs)
        place = DISBAND if named == DISBAND else landing_place(play.rules.options, legal, named)
        if place is None:
            play.refused.append(Refused("retreat", str(item.unit), "not_legal"))
        elif province_of(place) in taken:
            play.refused.append(Refused("retreat", str(item.unit), "taken"))
        else:
            wanted[province] = place
            if place != DISBAND:
                taken.add(province_of(place))
    return wanted


def _close_season(play: _Play) -> None:
    """After the retreats: on to Fall, or captures, victory and adjustments."""
    turn = play.position.turn
    if turn.step in (Step.SPRING, Step.SPRING_RETREATS):
        play.following = Position(turn.at(Step.FALL), play.units, play.owners)
        return
    play.owners, play.captures = capture(play.board, play.units, play.owners)
    if play.captures and play.clock.quiet_since is not None:
        play.clock = replace(play.clock, quiet_since=turn.year)
    play.victory, play.clock = victory.after_fall(
        play.board, play.rules.options, turn.year, play.owners, play.alliances, play.clock
    )
    if play.rules.options.adjustments == "phase" and _anything_to_adjust(play):
        _hand_over(play, Step.WINTER)
    else:
        _adjust(play)


def _anything_to_adjust(play: _Play) -> bool:
    """Return whether some power has a choice to make in Winter: a build that it may make, or which unit to disband."""
    owners = play.owners
    for power in play.board.powers:
        count = balance(power, play.units, owners)
        if count > 0 and play.board.free_homes(power, play.units, owners):
            return True
        if count < 0 and any(owner == power for owner in owners.values()):
            return True
    return False


def _whereabouts(play: _Play) -> dict[Province, tuple[Unit, Province | None]]:
    """Return each unit at the time of writing, with where it stands after moves and retreats.

    Empty in a turn without moves: what is written then names units by where they stand.
    """
    if play.movement is None:
        return {}
    return {
        province: (ruling.unit, place_after_retreats(province, ruling, play.retreats))
        for province, ruling in play.movement.rulings.items()
    }


def _adjust(play: _Play) -> None:
    before = _whereabouts(play)
    decrees = play.orders.decrees
    phase = play.position.turn.phase is Phase.ADJUSTMENTS
    for province in _winter_disbands(play):
        if province not in play.units:
            play.refused.append(Refused("disband", province, "no_unit"))
    done: list[Adjusted] = []
    for power in play.board.powers:
        wishes = Wishes(
            play.orders.builds.get(power, ()),
            play.orders.disbands.get(power, ()),
            decrees.builds.get(power, ()),
            tuple(p for p in _winter_disbands(play) if p in play.units and play.units[p].power == power),
            "order" if phase else "list",
        )
        outcome = adjust(play.board, play.rules.options, power, play.units, play.owners, before, wishes, play.urn)
        done.extend(outcome.done)
        if outcome.skipped:
            play.skipped[power] = outcome.skipped
        if outcome.fallbacks:
            play.fallbacks[power] = outcome.fallbacks
        _refuse_adjustments(play, wishes, outcome.refused)
    play.adjustments = tuple(done)
    play.following = Position(play.position.turn.next_spring(), play.units, play.owners)


def _winter_disbands(play: _Play) -> list[Province]:
    """Return the decreed disbands that were not retreats."""
    retreated = {item.unit.province for item in play.dislodged}
    return [province for province in play.orders.decrees.disbands if province not in retreated]


def _refuse_adjustments(play: _Play, wishes: Wishes, refused: Sequence[Skipped]) -> None:
    for item in refused:
        disband = item.entry in wishes.decreed_disbands
        play.refused.append(Refused("disband" if disband else "build", item.entry, item.why))


def _refuse_untimely(play: _Play) -> None:
    """Decrees on what this turn does not decide: retreats, disbands or builds of a later phase, an absent rule."""
    decrees = play.orders.decrees
    before, after = play.position.turn, play.following.turn
    if after.phase is Phase.RETREATS:
        _refuse_all(play, "retreat", decrees.retreats, "later")
        _refuse_all(play, "disband", decrees.disbands, "not_now")
    elif after.year == before.year:
        _refuse_all(play, "disband", _winter_disbands(play), "not_now")
    if before.phase is Phase.ADJUSTMENTS:
        _refuse_all(play, "retreat", decrees.retreats, "not_dislodged")
    if after.year == before.year:
        _refuse_all(play, "build", decrees.builds, "not_now")
    if decrees.stalemate and play.rules.options.stalemate_years is None:
        play.refused.append(Refused("stalemate", "", "no_such_rule"))


def _refuse_all(play: _Play, kind: DecreeKind, about: Iterable[str], why: str) -> None:
    play.refused.extend(Refused(kind, item, why) for item in about)


def _end_by_decree(play: _Play) -> None:
    """End the game by the game master's word, unless it has ended already."""
    decrees = play.orders.decrees
    ended = play.victory is not None and play.victory.is_final
    if ended or not (decrees.ended or decrees.draw):
        return
    alive = {unit.power for unit in play.units.values()} | set(play.owners.values())
    gone = [power for power in decrees.draw if power not in alive]
    if gone:
        _refuse_all(play, "draw", gone, "eliminated")
        return
    play.victory = victory.by_decree(play.board, play.owners, play.alliances, decrees.draw)
