"""Pages as they are pasted, each with its right reading beside it: what counts, what is left out, what is asked.

Each reading was looked at, page by page, against the rules for orders before it was kept; a page and everybody on it
is made up.
"""

from __future__ import annotations

import tomllib
from datetime import datetime, timedelta, timezone
from functools import cache
from pathlib import Path

import pytest

from tianshen.model.board import load_board
from tianshen.model.canonical import canonical
from tianshen.model.rules import load_rules
from tianshen.model.turns import parse_turn
from tianshen.notices import Level
from tianshen.reading.case.case_file import read_case
from tianshen.reading.posts.thread import read_thread
from tianshen.reading.turn.turn_reader import TurnContext, read_turn
from tianshen.text.source import decode, source_of

PAGES = sorted((Path(__file__).parent / "pages").glob("*.txt"))
BEIJING = timezone(timedelta(hours=8))


@cache
def read(path):
    expected = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
    board = load_board()
    position = board.start
    if "position" in expected:
        position = read_case(source_of(expected["position"])).position
    elif "turn" in expected:
        position = type(position)(parse_turn(expected["turn"]), position.units, position.centres)
    context = TurnContext(
        board,
        position,
        load_rules(expected.get("rules", "tianshen")).options,
        players=expected.get("players", {}),
        deadline=datetime.fromisoformat(expected["deadline"]).replace(tzinfo=BEIJING),
        zone=BEIJING,
        revision=expected.get("revision", "unit"),
        repeated=expected.get("repeated", "last"),
        seam=expected.get("seam", ""),
    )
    source = decode(path.read_bytes(), path.name)
    thread = read_thread(source, "auto", frozenset(context.nicknames), context.seam)
    return expected, position, thread, read_turn(source, context), source


def words_of(reading, position):
    return [
        f"{given.where.line} {given.author or '-'} {given.power}: {canonical(given.order, position)}"
        + (" (decree)" if given.decree else "")
        for given in reading.given
    ]


def named(reading, level):
    return [f"{notice.where.line} {notice.code}" for notice in reading.notices if notice.level is level]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_what_counts(path):
    expected, position, thread, reading, _ = read(path)
    assert words_of(reading, position) == expected["counts"]
    assert list(thread.forums) == expected["forums"]
    decrees = reading.orders.decrees
    assert sorted(decrees.voided) == expected.get("voided", [])
    assert list(decrees.disbands) == expected.get("disbands", [])
    assert [end for end in ("ended", "stalemate") if getattr(decrees, end)] == expected.get("ends", [])


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_what_does_not_count_and_what_is_asked(path):
    expected, position, _, reading, _ = read(path)
    left_out = [
        f"{left.where.line} {left.why} {left.power or '-'}: {canonical(left.order, position) if left.order else '?'}"
        for left in reading.left_out
    ]
    assert left_out == expected["left_out"]
    assert named(reading, Level.ERROR) == expected["questions"]
    assert named(reading, Level.WARNING) == expected["warnings"]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_given_orders_are_those_that_the_judge_gets(path):
    _, _, _, reading, _ = read(path)
    orders = reading.orders
    given = [item.order for item in reading.given]
    assert all(order in given for order in orders.moves.values())
    assert all(order in given for order in orders.retreats.values())
    assert all(order in given for entries in (*orders.builds.values(), *orders.disbands.values()) for order in entries)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_places_lead_back_to_the_paste(path):
    _, _, thread, reading, source = read(path)
    for where in [item.where for item in (*reading.given, *reading.left_out)]:
        assert source.line_text(where.line)[where.column - 1 :].startswith(where.quote.partition("\n")[0])
        assert where.quote
    covered = 0
    for post in thread.posts:
        if post.kind == "reply":
            continue
        start = (post.head or post.body).start
        assert not source.text[covered:start].replace(expected_seam(path), "").strip()
        covered = post.body.end
    assert not source.text[covered:].strip()


def expected_seam(path):
    return read(path)[0].get("seam", "\0")


def test_the_corpus_counts():
    """Nothing is read wrong: every order that counts is one that was expected; the rest is asked, never guessed."""
    right = asked = wrong = 0
    for path in PAGES:
        expected, position, _, reading, _ = read(path)
        counted = words_of(reading, position)
        right += sum(word in expected["counts"] for word in counted)
        wrong += sum(word not in expected["counts"] for word in counted)
        asked += len(named(reading, Level.ERROR))
    assert wrong == 0
    assert len(PAGES) >= 40
    assert right >= 300
    assert asked <= right / 10
