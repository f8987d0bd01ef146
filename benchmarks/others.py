"""Adjudicates the benchmark's turns with `diplomacy` and `pydip`; runs in an environment of its own.

`python others.py NAME ROUNDS` prints the seconds that each turn took at best, as a JSON list.
"""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

import phases

if TYPE_CHECKING:
    from collections.abc import Callable


def with_diplomacy() -> Callable[[phases.Phase], Callable[[], object]]:
    """One game object for all turns, since making one is slow; orders as the strings that it reads."""
    from diplomacy import Game

    game = Game()

    def prepared(phase: phases.Phase) -> Callable[[], object]:
        units = {power.upper(): texts for power, texts in phase.standing.items()}
        orders = {power.upper(): texts for power, texts in phase.texts.items()}

        def run() -> object:
            game.set_current_phase("S1901M")
            game.clear_units()
            game.clear_orders()
            for power, texts in units.items():
                game.set_units(power, texts)
            for power, texts in orders.items():
                game.set_orders(power, texts)
            game.process()
            return game.result_history.last_value()

        return run

    return prepared


# Names of that package that are not the board's own.
PLACES = {
    "EAS": "Eastern Mediterranean Sea",
    "STP": "St. Petersburg",
    "WES": "Western Mediterranean Sea",
}
COASTS = {"NC": "North Coast", "SC": "South Coast", "EC": "North Coast"}


def with_pydip() -> Callable[[phases.Phase], Callable[[], object]]:
    """Players with units, commands and the resolution; a command that it takes for impossible becomes a hold."""
    from pydip.map.predefined.vanilla_dip import generate_map
    from pydip.player.command.command import (
        Command,
        ConvoyMoveCommand,
        ConvoyTransportCommand,
        HoldCommand,
        MoveCommand,
        SupportCommand,
    )
    from pydip.player.player import Player
    from pydip.player.unit import Unit, UnitTypes
    from pydip.turn.resolve import resolve_turn

    board = generate_map()
    kinds = {"A": UnitTypes.TROOP, "F": UnitTypes.FLEET}

    def name(kind: str, at: str) -> str:
        province = PLACES.get(at[:3]) or names[at[:3]]
        if kind == "A":
            return province
        if "/" in at:
            return f"{province} {COASTS[at[4:]]}"
        return f"{province} Coast" if f"{province} Coast" in board.name_map else province

    def prepared(phase: phases.Phase) -> Callable[[], object]:
        standing: dict[str, list[dict[str, object]]] = {}
        for power, kind, at in phase.units:
            unit = {"territory_name": name(kind, at), "unit_type": kinds[kind]}
            standing.setdefault(power, []).append(unit)
        where = {at[:3]: (kind, name(kind, at)) for _, kind, at in phase.units}
        orders = [order(where, *cells) for cells in phase.orders]

        def run() -> object:
            players = {power: Player(power, board, units) for power, units in standing.items()}
            commands: list[Command] = []
            for power, kind, at, verb, of, to in orders:
                player, unit = players[power], Unit(kinds[kind], at)
                try:
                    if verb == "-":
                        command = MoveCommand(player, unit, to)
                    elif verb == "VIA":
                        command = ConvoyMoveCommand(player, unit, to)
                    elif verb == "C":
                        command = ConvoyTransportCommand(player, unit, Unit(kinds[of[0]], of[1]), to)
                    elif verb == "S":
                        command = SupportCommand(player, unit, Unit(kinds[of[0]], of[1]), to)
                    else:
                        command = HoldCommand(player, unit)
                except AssertionError:
                    command = HoldCommand(player, unit)
                commands.append(command)
            return resolve_turn(board, commands)

        return run

    def order(
        where: dict[str, tuple[str, str]], power: str, at: str, verb: str, of: tuple[str, str], to: str, by_sea: bool
    ) -> tuple[str, str, str, str, tuple[str, str], str]:
        kind, here = where[at[:3]]
        other = where.get(of[1][:3], ("A", here))
        if verb == "-":
            target = name(kind, to)
            far = kind == "A" and target not in board.adjacency[here]
            return power, kind, here, "VIA" if by_sea or far else "-", other, target
        target = name(other[0] if verb == "S" else "A", to) if to else other[1]
        return power, kind, here, verb, other, target

    names: dict[str, str] = json.loads(sys.argv[3])
    return prepared


def main() -> None:
    """Times each turn a number of times and prints the best time of each."""
    prepared = {"diplomacy": with_diplomacy, "pydip": with_pydip}[sys.argv[1]]()
    runs = [prepared(phase) for phase in phases.load()]
    best = [float("inf")] * len(runs)
    for _ in range(int(sys.argv[2])):
        for number, run in enumerate(runs):
            begun = time.perf_counter()
            run()
            best[number] = min(best[number], time.perf_counter() - begun)
    print(json.dumps(best))


if __name__ == "__main__":
    main()
