"""Run by an interpreter that has the PyPI package `diplomacy`: plays games with it, reads and writes its saved games.

`partner.py play SEED…` prints a list of saved games, `partner.py reread` the saved game on standard input once it has
been through the package, `partner.py drawn` a game ended by agreement, and `partner.py case` one phase:
`[{"ENGLAND": ["A LON"]}, {"ENGLAND": ["A LON - YOR"]}]`.
"""

from __future__ import annotations

import json
import random
import sys

from diplomacy import Game
from diplomacy.utils.export import from_saved_game_format, to_saved_game_format

LAST_YEAR = 1912
RULES = ["NO_PRESS", "POWER_CHOICE"]


def play(seed: int) -> dict[str, object]:
    """A whole game of players who order at random, help each other, carry armies, and now and then send nothing."""
    chance = random.Random(seed)
    game = Game(map_name="standard", rules=RULES, game_id=f"random {seed}")
    while not game.is_game_done and int(game.get_current_phase()[1:5]) < LAST_YEAR:
        possible = game.get_all_possible_orders()
        places = {place: power for power in sorted(game.powers) for place in game.get_orderable_locations(power)}
        choices = {place: sorted(possible[place]) for place in places if possible[place]}
        wishes = {place: chance.choice(orders) for place, orders in choices.items()}
        if game.get_current_phase().endswith("M"):
            wishes = {place: chance.choice(marches(orders) or orders) for place, orders in choices.items()}
            carry(chance, wishes, choices)
            support(chance, wishes, choices, places)
        for power in sorted(game.powers):
            if chance.random() > 0.05:
                game.set_orders(power, [order for place, order in wishes.items() if places[place] == power])
        game.process()
    return to_saved_game_format(game)


def marches(orders: list[str]) -> list[str]:
    """The moves among the orders."""
    return [order for order in orders if order.split()[2] == "-"]


def carry(chance: random.Random, wishes: dict[str, str], choices: dict[str, list[str]]) -> None:
    """Most fleets that could carry an army on its way do so."""
    for place in chance.sample(sorted(wishes), len(wishes)):
        if wishes[place].endswith(" VIA"):
            for other, orders in choices.items():
                convoys = [order for order in orders if order.endswith(f" C {wishes[place][:-4]}")]
                if other != place and convoys and chance.random() < 0.9:
                    wishes[other] = convoys[0]


def support(
    chance: random.Random, wishes: dict[str, str], choices: dict[str, list[str]], places: dict[str, str]
) -> None:
    """Half of the units support what another means to do, only not against units of their own power."""
    for place, orders in choices.items():
        own = {there[:3] for there, power in places.items() if power == places[place]}
        others = {wish.removesuffix(" VIA") for there, wish in wishes.items() if there != place}
        useful = [
            order
            for order in orders
            if order.split()[2] == "S" and order.split(" S ")[1] in others and order.split(" - ")[-1][:3] not in own
        ]
        if useful and " C " not in wishes[place] and chance.random() < 0.5:
            wishes[place] = chance.choice(useful)


def case(units: dict[str, list[str]], orders: dict[str, list[str]]) -> dict[str, object]:
    """One Spring, from a board and orders."""
    game = Game(map_name="standard", rules=RULES)
    game.clear_units()
    for power, standing in units.items():
        game.set_units(power, standing)
    for power, texts in orders.items():
        game.set_orders(power, texts)
    game.process()
    return to_saved_game_format(game)


def drawn() -> dict[str, object]:
    """A game that was ended before its second turn."""
    game = Game(map_name="standard", rules=RULES)
    game.process()
    game.draw()
    return to_saved_game_format(game)


if __name__ == "__main__":
    match sys.argv[1]:
        case "play":
            answer: object = [play(int(seed)) for seed in sys.argv[2:]]
        case "case":
            answer = case(*json.load(sys.stdin))
        case "drawn":
            answer = drawn()
        case _:
            answer = to_saved_game_format(from_saved_game_format(json.load(sys.stdin)))
    json.dump(answer, sys.stdout)
