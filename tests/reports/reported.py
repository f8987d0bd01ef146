"""Turn records for the tests of reports, from turns written in canonical ids."""

import random

from scripted import BOARD, played, read, rule_set

from tianshen.judge.whole_turn import judge_turn
from tianshen.model.orders import Decrees, Move, TurnOrders
from tianshen.notices import Where
from tianshen.reading.result import Given, Reading
from tianshen.record.turn_record import TurnRecord
from tianshen.reports.contents.game_document import game_document
from tianshen.reports.contents.turn_document import turn_document
from tianshen.writing.language import Language

HOMES = {
    "england": "LON EDI LVP",
    "france": "BRE PAR MAR",
    "germany": "KIE MUN BER",
    "italy": "NAP ROM VEN",
    "austria": "TRI BUD VIE",
    "russia": "STP SEV MOS WAR",
    "turkey": "ANK SMY CON",
}
OPENING = """
england: F LON - NTH; F EDI - NWG; A LVP - YOR
france: F BRE - MAO; A PAR - BUR; A MAR - SPA
germany: F KIE - DEN; A MUN - BUR; A BER - KIE
italy: F NAP - ION; A ROM - APU; A VEN H
austria: F TRI - ALB; A BUD - SER; A VIE - GAL
russia: F STP/SC - BOT; F SEV - BLA; A MOS - UKR; A WAR - GAL
turkey: F ANK - BLA; A SMY - CON; A CON - BUL
"""


def where(text, line=1):
    return Where("1901春.txt", line, 1, text)


def recorded(script, rules="tianshen", *, reading=None, words=None, options=None, decrees=None, **more):
    """The record of a turn; `words` are the players' own for some units, `more` goes to the turn or to the record."""
    facts = {key: more.pop(key) for key in ("game", "players", "version", "commitment", "secret") if key in more}
    secret = facts.get("secret") or "geheim"
    result = played(script, rules, options=options, decrees=decrees, secret=secret, **more)
    units, orders = read(script)
    given = tuple(
        Given(units[place].power, orders[place], where(text, number), "某人")
        for number, (place, text) in enumerate((words or {}).items(), 1)
    )
    about = {"orders": TurnOrders(orders, decrees=decrees or Decrees()), "given": given, **(reading or {})}
    return TurnRecord(BOARD, rule_set(rules, options or {}), Reading(**about), result, **facts)


def random_game(seed, turns=40):
    """The records of a game with random moves, until it ends or so many turns are played."""
    rng = random.Random(seed)
    rules, position, clock, records = rule_set("tianshen", {}), BOARD.start, None, []
    while len(records) < turns:
        orders = TurnOrders({place: _random_move(rng, unit) for place, unit in position.units.items()})
        result = judge_turn(BOARD, rules, position, orders, secret="s", clock=clock)
        records.append(TurnRecord(BOARD, rules, Reading(orders), result, "随机局"))
        if result.victory is not None and result.victory.kind != "extended":
            break
        position, clock = result.position, result.clock
    return records


def _random_move(rng, unit):
    if unit.kind == "A":
        return Move(unit.province, rng.choice(sorted(BOARD.army_reach[unit.at])))
    places = sorted(place for row in BOARD.fleet_reach[unit.at].values() for place in row)
    return Move(unit.province, rng.choice(places))


def document(record, lang="zh", **more):
    return turn_document(record, Language(lang), **more)


def game(records, lang="zh"):
    return game_document(records, Language(lang))


def paragraphs(text):
    """A plain report as lines by their headings; its head under the empty heading."""
    found = {"": []}
    heading = ""
    for line in text.splitlines()[1:]:
        if line.startswith("〔"):
            heading = line.strip("〔〕")
            found[heading] = []
        elif line:
            found[heading].append(line)
    return found
