"""Adjudicates a board without any game: a case file, or the one below.

python examples/adjudicate.py [CASE.txt]
"""

from __future__ import annotations

import sys
from pathlib import Path

import tianshen as ts

CASE = """\
Position Spring 1903
Rules tianshen
England: A Lon, F Eng
France: F Bre, F Mao

England:
A Lon - Eng - Pic
F Eng C A Lon - Pic
Retreat F Eng: Nth

France:
F Bre - Eng
F Mao S F Bre - Eng
"""


def main(arguments: list[str]) -> None:
    """Prints every ruling with its clause, then where the units stand."""
    case = ts.read_case(Path(arguments[0]).read_bytes() if arguments else CASE)
    for notice in case.reading.notices:
        print(ts.phrase(notice, "en"))
    turn = ts.adjudicate(case.position, case.reading.orders, case.rules, alliances=case.alliances, reading=case.reading)
    for province in sorted(turn.result.rulings):
        print(f"{turn.ruling(province).outcome.value:10} {ts.explain(turn, province, 'en')}")
    for power in turn.board.powers:
        units = turn.position.units_of(power)
        if units:
            print(power, *units, sep="  ")


if __name__ == "__main__":
    main(sys.argv[1:])
