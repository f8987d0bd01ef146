"""What must hold whatever is fed in: errors of the project's own kind, in places that are there, in every language."""

from __future__ import annotations

from material import PLAYERS

import tianshen as ts
from tianshen.errors import InputError
from tianshen.game.saved_games.importing import files_of, read_saved_game
from tianshen.game.seals import read_seals
from tianshen.game.settings import read_settings
from tianshen.model.board import load_board
from tianshen.model.rules import load_rules
from tianshen.model.turns import parse_turn
from tianshen.notices import Code
from tianshen.reading.case.case_file import read_case
from tianshen.reading.turn.turn_reader import TurnContext, read_turn
from tianshen.text.source import decode
from tianshen.writing.language import Language
from tianshen.writing.notice_text import notice_text

LANGS = ("zh", "en", "de")


def check_notices(notices, source):
    """Each notice has a code with a sentence in every language, and stands where its quote is."""
    for notice in notices:
        assert notice.code in Code
        for lang in LANGS:
            assert notice_text(notice, Language(lang))
        where = notice.where
        if where is not None and where.line and where.file == source.name:
            assert 1 <= where.line <= source.text.count("\n") + 1
            first = where.quote.partition("\n")[0]
            assert source.line_text(where.line)[where.column - 1 :].startswith(first) or not first


def contexts(players):
    """A turn of each phase against which the same words are read."""
    board = load_board()
    start = board.start
    kinds = {"S1901": "tianshen", "F1901": "standard", "F1901R": "tianshen", "W1901": "standard"}
    for turn, rules in kinds.items():
        position = type(start)(parse_turn(turn), start.units, start.centres)
        yield TurnContext(board, position, load_rules(rules).options, players=players), load_rules(rules)


def check_reading(raw, players, phases=4):
    """The bytes read as a turn file, judged and reported, against the first so many phases."""
    try:
        source = decode(raw, "turn.txt")
    except InputError as error:
        assert error.notices
        return
    for context, rules in list(contexts(players))[:phases]:
        reading = read_turn(source, context)
        assert reading == read_turn(source, context)
        check_notices(reading.notices, source)
        for item in (*reading.given, *reading.left_out):
            assert item.where.quote == source.text[_offset(source, item.where) :][: len(item.where.quote)]
        turn = ts.adjudicate(context.position, reading.orders, rules, reading=reading)
        assert ts.render(turn, "plain")


def check_settings(raw):
    """The bytes read as `game.toml`."""
    _refused_or(read_settings, raw, "game.toml")


def check_saved(raw):
    """The bytes read as a saved game of another program."""
    _refused_or(lambda source: files_of(read_saved_game(source), "start = 1\n"), raw, "saved.json")


def check_seals(raw):
    """The bytes read as the file of seals."""
    _refused_or(read_seals, raw, "game.lock.json")


def _refused_or(read, raw, name):
    source = None
    try:
        source = decode(raw, name)
        read(source)
    except InputError as error:
        assert error.notices
        if source is not None:
            check_notices(error.notices, source)


def _offset(source, where):
    return sum(len(line) + 1 for line in source.text.split("\n")[: where.line - 1]) + where.column - 1


def check_case(raw):
    """The bytes read as a case file, judged and reported."""
    try:
        source = decode(raw, "x.case")
        case = read_case(source)
    except InputError as error:
        assert error.notices
        assert all(notice.where is not None for notice in error.notices)
        return
    check_notices(case.reading.notices, source)
    turn = ts.adjudicate(case.position, case.reading.orders, case.rules, reading=case.reading)
    assert ts.to_json(turn)
    assert ts.render(turn, "plain", lang="en")


CHECKS = {
    "turn": lambda raw: [check_reading(raw, players) for players in ({}, PLAYERS)],
    "case": check_case,
    "settings": check_settings,
    "saved": check_saved,
    "seals": check_seals,
}
