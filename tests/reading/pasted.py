"""Short pastes read against the start of the standard board, for the tests of threads, choices and decrees."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from tianshen.model.board import load_board
from tianshen.model.canonical import canonical
from tianshen.model.rules import load_rules
from tianshen.model.turns import parse_turn
from tianshen.notices import Level
from tianshen.reading.case.case_file import read_case
from tianshen.reading.turn.turn_reader import TurnContext, read_turn
from tianshen.text.source import source_of

BEIJING = timezone(timedelta(hours=8))
DEADLINE = datetime(2026, 12, 5, 21, 0, tzinfo=BEIJING)
PLAYERS = {"england": ("海霸",), "france": ("小马",), "germany": ("天空",)}


def position_at(turn):
    start = load_board().start
    return type(start)(parse_turn(turn), start.units, start.centres)


def context(position=None, rules="tianshen", **settings):
    settings.setdefault("players", PLAYERS)
    settings.setdefault("deadline", DEADLINE)
    options = load_rules(rules).options
    return TurnContext(load_board(), position or load_board().start, options, zone=BEIJING, **settings)


def case_position(text):
    return read_case(source_of(text)).position


def read(text, position=None, rules="tianshen", **settings):
    return read_turn(source_of(text, "春.txt"), context(position, rules, **settings))


def read_own(text, position=None, rules="tianshen", **settings):
    """Reads the game master's own text, where no player is known."""
    return read(text, position, rules, players={}, **settings)


def counted(reading, position=None):
    """The orders that count, by power, in canonical ids."""
    where = position or load_board().start
    table = {}
    for given in reading.given:
        table.setdefault(given.power, []).append(canonical(given.order, where))
    return table


def left(reading, position=None):
    where = position or load_board().start
    return [(item.why, canonical(item.order, where) if item.order else None) for item in reading.left_out]


def codes(reading, level=None):
    return [str(n.code) for n in reading.notices if (level is None and n.code != "chat") or n.level is level]


def errors(reading):
    return codes(reading, Level.ERROR)


def warnings(reading):
    return codes(reading, Level.WARNING)


def post(author, time, text, floor=""):
    """One post of a page in the plainest of formats."""
    return f"#{floor or 1} {author} 2026-{time}\n{text}\n"
