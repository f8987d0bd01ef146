"""All collected boards and games against the judge: whatever differs is explained in docs/differences.md."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import world_data as world

from tianshen.judge.movement import Movement, judge_movement
from tianshen.judge.retreats import legal_retreats
from tianshen.judge.whole_turn import judge_turn
from tianshen.model.board import load_board
from tianshen.model.canonical import canonical
from tianshen.model.orders import TurnOrders
from tianshen.model.rules import load_rules
from tianshen.reading.case.case_file import read_case
from tianshen.text.source import source_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tianshen.model.orders import UnitOrder
    from tianshen.model.position import Position

BOARD = load_board()
RULES = load_rules("standard")
PAGE = Path(__file__).parents[2] / "docs" / "differences.md"

# What differs, by the heading of docs/differences.md that explains it.
DIFFERENCES = {
    "via-falls-back-to-land": {
        "cicero-game_no_press_from_selfplay_long F1906M",
        "cicero-game_no_press_from_selfplay_long F1906R retreats of F ARM",
        "cicero-game_no_press_from_selfplay_long S1911M",
        "droidippy-10803 S1901M",
        "droidippy-11012 F1903M",
        "droidippy-11963 F1901M",
    },
    "exchange-by-own-fleet": {"webdip-443777 F1907M"},
    "retreats-after-a-convoyed-attack": {
        "cicero-test_game_russia_four_builds F1902R retreats of A BEL",
        "searchbot-game_AUS.697 S1902R retreats of A HOL",
        "searchbot-game_AUS.900 S1906R retreats of F HOL",
        "searchbot-game_ENG.106 F1904R retreats of A BEL",
        "searchbot-game_ENG.106 S1916R retreats of F NWY",
    },
    "recorded-post-state-wrong": {"2.4/6.F.8"},
    "pandin-before-szykman": {"2.4/6.F.17"},
    "land-route-after-a-broken-convoy": {"2.4/6.G.8"},
    "own-support-by-sea": set(),
    "named-route-under-free-routes": {"jdip-explicit/EC.3#11", "jdip-explicit/EC.7#15"},
}
KNOWN = {name: heading for heading, names in DIFFERENCES.items() for name in names}


def judged(row: world.Row) -> Movement:
    board = world.position(row)
    return judge_movement(BOARD, RULES.options, board, world.moves(row, board))


def moved(movement: Movement) -> list[str]:
    return sorted(f"{unit.power} {unit}" for unit in movement.units.values())


def open_to(movement: Movement) -> dict[str, list[str]]:
    return {
        str(item.unit): sorted(
            place.lower() for place in legal_retreats(BOARD, RULES.options, item, movement.units, movement.standoffs)
        )
        for item in movement.dislodged
    }


def test_random_boards():
    differing = []
    for row in world.rows("random_boards.jsonl.gz"):
        movement, expect = judged(row), row["expect"]
        post = {unit.at.lower(): f"{unit.power.upper()} {unit.kind}" for unit in movement.units.values()}
        gone = {item.unit.at.lower(): f"{item.unit.power.upper()} {item.unit.kind}" for item in movement.dislodged}
        places = {unit[2:].lower(): options for unit, options in open_to(movement).items() if options}
        wanted = {place: sorted(options) for place, options in expect.get("retreats", places).items() if options}
        if (post, gone, places) != (expect["post"], expect["dislodged"], wanted):
            differing.append(row["id"])
    assert differing == []


def test_random_boards_as_case_files():
    """Written out as a case and read again, a board has the same units and orders: what `judge` judges is this."""
    rows = world.rows("random_boards.jsonl.gz")
    for row in rows[:: len(rows) // 60]:
        board = world.position(row)
        orders = world.moves(row, board)
        case = read_case(source_of(case_text(board, orders), "board.case"))
        assert dict(case.position.units) == dict(board.units), row["id"]
        assert dict(case.reading.orders.moves) == orders, row["id"]


def case_text(board: Position, orders: Mapping[str, UnitOrder]) -> str:
    """The board as an English case, units and orders in canonical ids."""
    powers = dict.fromkeys(unit.power for unit in board.units.values())
    head = ["Position Spring 1901", "Rules standard"]
    head += [f"{power.capitalize()}: {', '.join(map(str, board.units_of(power)))}" for power in powers]
    for power in powers:
        head += ["", f"{power.capitalize()}:"]
        head += [canonical(orders[u.province], board) for u in board.units_of(power) if u.province in orders]
    return "\n".join(head)


@pytest.fixture(scope="module")
def real_games() -> list[world.Row]:
    found = world.rows("real_games.jsonl.gz")
    return [row for row in found if row["post"] and row["post"]["phase"] not in (row["phase"], "COMPLETED")]


def test_real_movement(real_games):
    """After the moves the board stands as recorded; units without a way out are recorded as dislodged or not at all."""
    differing = set()
    for row in real_games:
        if not row["phase"].endswith("M"):
            continue
        movement, post = judged(row), row["post"]
        same = moved(movement) == world.listed(post["units"])
        if post["phase"].endswith("R"):
            gone = {f"{item.unit.power} {item.unit}" for item in movement.dislodged}
            must = {f"{i.unit.power} {i.unit}" for i in movement.dislodged if open_to(movement)[str(i.unit)]}
            same = same and must <= set(world.listed(post["dislodged"])) <= gone
        if not same:
            differing.add(f"{row['game']} {row['phase']}")
    assert differing == {name for name in KNOWN if name[0] in "cdsw" and " retreats of " not in name}


def test_real_retreats(real_games):
    """The places open to each dislodged unit, and the board after the retreats that were ordered."""
    differing, before = set(), None
    for row in real_games:
        if row["phase"].endswith("R") and before is not None and before["game"] == row["game"]:
            movement = judged(before)
            differing |= {f"{row['game']} {row['phase']} retreats of {unit}" for unit in misjudged(movement, row)}
            board = replace(world.position(row), dislodged=movement.dislodged, standoffs=movement.standoffs)
            result = judge_turn(BOARD, RULES, board, TurnOrders(retreats=world.retreats(row)))
            after = dict(board.units)
            for retreat in result.retreats:
                if retreat.to is not None:
                    after[retreat.to[:3]] = replace(retreat.unit, at=retreat.to)
            if world.stand(replace(board, units=after)) != world.listed(row["post"]["units"]):
                differing.add(f"{row['game']} {row['phase']}")
        before = row
    assert differing == {name for name in KNOWN if " retreats of " in name}


def misjudged(movement: Movement, row: world.Row) -> list[str]:
    """The units whose open places the record lists otherwise."""
    if "retreat_options" not in row:
        return []
    recorded = {unit[:5]: sorted(places) for table in row["retreat_options"].values() for unit, places in table.items()}
    return [unit for unit, places in open_to(movement).items() if recorded.get(unit[:5], []) != places]


def test_real_captures(real_games):
    """The owners of all centres, once the Fall moves and retreats are over."""
    judged_turns = 0
    for row in real_games:
        if not row["phase"].startswith("F") or f"{row['game']} {row['phase']}" in KNOWN:
            continue
        board = world.position(row)
        if row["phase"].endswith("M") and not row["post"]["phase"].endswith("R"):
            result = judge_turn(BOARD, RULES, board, TurnOrders(moves=world.moves(row, board)))
            assert result.position.centres == owners(row["post"]), f"{row['game']} {row['phase']}"
            judged_turns += 1
    assert judged_turns > 300


def owners(post: world.Row) -> dict[str, str]:
    return {centre.upper(): power.lower() for centre, power in post["centers"].items()}


def test_real_adjustments(real_games):
    """The board after Winter, where every power that had to disband said which units."""
    differing = []
    for row in real_games:
        board = world.position(row)
        if row["phase"].endswith("A") and all_disbands_ordered(row, board):
            result = judge_turn(BOARD, RULES, board, world.adjustments(row, board, BOARD))
            if world.stand(result.position) != world.listed(row["post"]["units"]):
                differing.append(f"{row['game']} {row['phase']}")
    assert differing == []


def all_disbands_ordered(row: world.Row, board: Position) -> bool:
    orders = world.adjustments(row, board, BOARD).disbands
    return all(
        len(board.units_of(power)) - len(board.centres_of(power)) <= len(orders.get(power, ()))
        for power in BOARD.powers
    )


def test_datc_movement():
    differing = set()
    for row in world.rows("datc.jsonl"):
        if row["phase"] != "M":
            continue
        movement, expect = judged(row), row["expect"]
        if "post" in expect:
            gone = {f"{item.unit.power} {item.unit}" for item in movement.dislodged}
            wanted = set(world.listed(expect["post"]))
            # Some records leave dislodged units on the board that they list.
            same = set(moved(movement)) in (wanted, wanted - gone)
        else:
            same = all(
                movement.rulings[place.upper()[:3]].succeeds == (result == "succeeds")
                for place, result in expect["results"].items()
            )
        if not same:
            differing.add(row["id"])
    assert differing == {name for name in KNOWN if "/" in name}


def test_every_difference_is_explained():
    text = PAGE.read_text(encoding="utf-8")
    for heading, names in DIFFERENCES.items():
        assert f"## {heading}\n" in text
        section = text.split(f"## {heading}\n")[1].split("\n## ")[0]
        for name in names:
            assert f"`{name.split(' retreats of ')[0]}`" in section, name
        cases = re.findall(r"`([a-z-]+\.case)`", section)
        assert cases
        assert all((Path(__file__).parent / "cases" / case).exists() for case in cases)
