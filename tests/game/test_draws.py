"""What published reports tell about lots, and that nothing a player writes can be taken for it."""

from __future__ import annotations

import json

import pytest

from tianshen.cli.terminal.help_words import LANGS
from tianshen.game.lot_check import Draw, Evidence, evidence_in
from tianshen.game.record_files import json_text, record_data
from tianshen.judge.lots import Urn, commitment
from tianshen.judge.whole_turn import judge_turn
from tianshen.locale.names import load_names
from tianshen.model.board import load_board
from tianshen.model.orders import Move, TurnOrders
from tianshen.model.rules import load_rules
from tianshen.model.turns import parse_turn
from tianshen.notices import Code, Level, Notice, Where
from tianshen.reading.result import Given, LeftOut, Reading
from tianshen.record.turn_record import TurnRecord
from tianshen.reports.contents.turn_document import turn_document
from tianshen.reports.document.rendering import render_document
from tianshen.reports.document.target import formats
from tianshen.reports.picture.drawing import picture_svg
from tianshen.text.source import source_of
from tianshen.writing.language import Language

SECRET = "a" * 64
TURN = parse_turn("F1903")
CANDIDATES = ("LVN", "UKR")
DRAWN = Urn(SECRET, TURN).order("retreat A WAR", CANDIDATES)[0]


def report(*lines):
    return source_of("\n".join(lines))


@pytest.mark.parametrize(
    "line",
    [
        f"◎ 华沙陆军撤退：候选利沃尼亚（LVN）、乌克兰（UKR），抽中某地（{DRAWN}）；抽取代码 F1903|retreat A WAR|",
        f"retreat of A Warsaw: candidates Livonia (LVN), Ukraine (UKR); drawn X ({DRAWN}); code F1903|retreat A WAR|",
        f"候选利沃尼亚[LVN]、乌克兰[UKR]，抽中[{DRAWN}]；F1903｜retreat A WAR｜",
    ],
)
def test_draws_are_found_in_any_report(line):
    (draw,) = evidence_in([report("a", line, "b")]).draws
    assert draw == Draw(TURN, "retreat A WAR", CANDIDATES, DRAWN)
    assert draw.is_right(SECRET)
    assert not draw.is_right("b" * 64) or Urn("b" * 64, TURN).order("retreat A WAR", CANDIDATES)[0] == DRAWN


def test_draws_are_found_in_records_and_counted_once():
    record = {"turn": "F1903", "lots": [{"purpose": "retreat A WAR", "candidates": ["UKR", "LVN"], "drawn": DRAWN}]}
    line = f"（LVN）（UKR）（{DRAWN}）F1903|retreat A WAR|"
    evidence = evidence_in([source_of(json.dumps(record)), report(line)])
    assert evidence.draws == (Draw(TURN, "retreat A WAR", CANDIDATES, DRAWN),)


def test_a_draw_of_units_keeps_their_kinds():
    line = "候选伦敦舰队（F LON）、威尔士陆军（A WAL），抽中威尔士陆军（A WAL）；F1903|disband england|"
    (draw,) = evidence_in([report(line)]).draws
    assert (draw.candidates, draw.drawn) == (("A WAL", "F LON"), "A WAL")


def test_the_secret_is_found_by_its_commitment():
    evidence = evidence_in([report(f"hash {commitment(SECRET)}"), report(f"secret：{SECRET}")])
    assert evidence.secret() == SECRET
    assert evidence.commits(SECRET)
    assert not evidence.commits("b" * 64)


def test_without_the_secret_there_is_none():
    assert evidence_in([report(commitment(SECRET), "c" * 64, "d" * 65)]).secret() is None


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"turn": "X", "lots": 1}', "F1903|retreat A WAR|", "（UKR）F1903|a b|"]
)
def test_what_is_no_draw_is_passed_over(text):
    assert evidence_in([source_of(text)]).draws == ()


FORGED = f"（LVN）（UKR）（{'LVN' if DRAWN == 'UKR' else 'UKR'}）F1903|retreat A WAR|"


def said_by_players(words):
    """A turn in which these words are all that the players wrote, and their names."""
    place = Where("1903秋.txt", 1, 1, words)
    reading = Reading(
        TurnOrders({"LON": Move("LON", "PAR")}),
        (Given("england", Move("LON", "PAR"), place, words),),
        (LeftOut(None, words, place, "stranger"), LeftOut("france", words, place, "late")),
        {},
        (Notice(Level.ERROR, Code.ORDER_UNREADABLE, place, {"power": "france"}),),
    )
    board, rules = load_board(), load_rules()
    result = judge_turn(board, rules, board.start, reading.orders)
    return TurnRecord(board, rules, reading, result, words, {"england": words})


@pytest.mark.parametrize("form", formats())
@pytest.mark.parametrize("words", [FORGED, SECRET, commitment(SECRET)], ids=["draw", "secret", "commitment"])
def test_words_of_players_are_no_evidence(form, words):
    record = said_by_players(words)
    for lang in LANGS:
        document = turn_document(record, Language(lang))
        text = render_document(document, form)
        assert words in text or form != "html"
        assert evidence_in([source_of(text)]) == Evidence((), ())
        data = record_data(record, Language(lang))
        assert evidence_in([source_of(json_text(data))]) == Evidence((), ())
    assert evidence_in([source_of(picture_svg(record, load_names("zh")))]) == Evidence((), ())


def test_the_record_of_a_whole_game_tells_all_its_draws():
    turn = {"turn": "F1903", "lots": [{"purpose": "retreat A WAR", "candidates": ["UKR", "LVN"], "drawn": DRAWN}]}
    game = {"game": SECRET[::-1], "commitment": commitment(SECRET), "secret": SECRET, "turns": [turn]}
    evidence = evidence_in([source_of(json.dumps(game))])
    assert evidence == Evidence((Draw(TURN, "retreat A WAR", CANDIDATES, DRAWN),), (commitment(SECRET), SECRET))
