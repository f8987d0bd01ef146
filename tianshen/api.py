r"""The library's front door: read orders, judge them, say why, print the result. Pure; nothing needs setting up.

>>> import tianshen as ts
>>> board = ts.load_board("standard")
>>> rules = ts.load_rules("tianshen", coast_unstated="only")
>>> read = ts.read_orders("英国：\n伦敦舰队 移动 北海\n", board.start, rules)
>>> turn = ts.adjudicate(board.start, read.orders, rules)
>>> turn.ruling("F LON").outcome.value, turn.ruling("F LON").clause
('succeeds', '2.1.1(二)')
>>> turn.position.units["NTH"].power
'england'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.model import board as boards
from tianshen.model import rules as rule_sets
from tianshen.reading.result import Reading
from tianshen.record import TurnRecord

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tianshen.judge.turn_result import Clock
    from tianshen.locale.names import Names
    from tianshen.locale.phrasebook import Phrasebook
    from tianshen.model.board import Board
    from tianshen.model.orders import TurnOrders
    from tianshen.model.position import Position, Power
    from tianshen.model.rules import RuleSet
    from tianshen.notices import Notice
    from tianshen.reading.casefile import Case

DEFAULT_LANGUAGE = "zh"


def load_board(name: str = "standard") -> Board:
    """The board with that name; `board.start` is its opening position. Raises `DataError` if the map is broken."""
    return boards.load_board(name)


def load_rules(name: str = "tianshen", **options: object) -> RuleSet:
    """A rule set, some options changed. Raises `KeyError` for an unknown set, `OptionFault` for a wrong option."""
    return rule_sets.load_rules(name).with_options(options)


def read_orders(text: str | bytes, position: Position, rules: RuleSet | None = None, *, name: str = "") -> Reading:
    """What a turn's text says: a pasted thread, or orders under headings, in any notation or several.

    Bytes are decoded as files are; `name` stands in the notices. Raises `InputError` for bytes that are no text.
    """
    from tianshen.reading.turn import read_turn
    from tianshen.reading.turn_context import TurnContext
    from tianshen.text import decode, source_of

    source = decode(text, name) if isinstance(text, bytes) else source_of(text, name)
    return read_turn(source, TurnContext(load_board(), position, (rules or load_rules()).options))


def read_case(text: str | bytes, *, name: str = "") -> Case:
    """A case file: position, rule set, alliances and orders. Raises `InputError` listing every fault."""
    from tianshen.reading import casefile
    from tianshen.text import decode, source_of

    return casefile.read_case(decode(text, name) if isinstance(text, bytes) else source_of(text, name))


def adjudicate(
    position: Position,
    orders: TurnOrders,
    rules: RuleSet | None = None,
    *,
    alliances: Mapping[str, Sequence[Power]] | None = None,
    secret: str = "",
    clock: Clock | None = None,
    reading: Reading | None = None,
) -> TurnRecord:
    """The turn, judged: rulings, retreats, adjustments, the end of the game, and the next position.

    `secret` is the key of the lots; `clock` (see `TurnResult.clock`) carries extensions from turn to turn; `reading`
    lets reports quote the players.
    """
    from tianshen.judge.turn import judge_turn

    board, chosen = load_board(), rules or load_rules()
    result = judge_turn(board, chosen, position, orders, alliances=alliances, secret=secret, clock=clock)
    return TurnRecord(board, chosen, reading or Reading(orders), result)


def explain(turn: TurnRecord, unit: str, lang: str = DEFAULT_LANGUAGE, name_set: str = "house") -> str:
    """Why the order of the unit (`F LON`, or `LON`) ended as it did, in one sentence. Raises `KeyError` for no unit."""
    from tianshen.writing.phrases import explain as sentence

    phrases, names = _voice(lang, name_set)
    return sentence(turn, turn.ruling(unit).unit.province, phrases, names, turn.rules)


def phrase(notice: Notice, lang: str = DEFAULT_LANGUAGE, name_set: str = "house") -> str:
    """A notice as a sentence."""
    from tianshen.writing.notice_text import notice_text

    return notice_text(notice, *_voice(lang, name_set))


def render(
    turn: TurnRecord, form: str = "plain", lang: str = DEFAULT_LANGUAGE, name_set: str = "house", picture: str = ""
) -> str:
    """The report of the turn as a post: plain, discuz, nga, phpbb, bbcode, markdown, html.

    `picture` is an SVG drawing that HTML takes in. Raises `KeyError` for an unknown format.
    """
    from tianshen.reports.render import render as write
    from tianshen.reports.turn_document import turn_document

    return write(turn_document(turn, *_voice(lang, name_set)), form, picture=picture)


def to_json(turn: TurnRecord, lang: str = DEFAULT_LANGUAGE, name_set: str = "house") -> dict[str, object]:
    """The JSON record of the turn, as `judge --json` prints it."""
    from tianshen.record_json import turn_json

    return turn_json(
        turn, lambda province: explain(turn, province, lang, name_set), lambda notice: phrase(notice, lang, name_set)
    )


def _voice(lang: str, name_set: str) -> tuple[Phrasebook, Names]:
    from tianshen.locale.names import load_names
    from tianshen.locale.phrasebook import load_phrases

    return load_phrases(lang), load_names(lang, name_set)
