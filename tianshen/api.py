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

Whatever is returned is frozen: a turn's `position` is the board of the next one, and goes into `adjudicate` again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tianshen.model import board as boards
from tianshen.model import rules as rule_sets
from tianshen.reading.result import Reading
from tianshen.record.turn_record import TurnRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.judge.turn_result import Clock
    from tianshen.model.board import Board
    from tianshen.model.orders import TurnOrders
    from tianshen.model.position import Position, Power
    from tianshen.model.rules import RuleSet
    from tianshen.notices import Notice
    from tianshen.reading.case.case_file import Case
    from tianshen.writing.language import Language

DEFAULT_LANGUAGE = "zh"


def load_board(name: str = "standard") -> Board:
    """Return the board with that name; `board.start` is its opening position. Raises `DataError` if the map is broken.

    >>> board = load_board()
    >>> len(board.provinces), len(board.centres), board.powers[0]
    (75, 34, 'england')
    >>> sorted(board.army_reach["POR"]), board.fleet_reach["MAO"]["SPA"]
    (['SPA'], ('SPA/NC', 'SPA/SC'))
    """
    return boards.load_board(name)


def load_rules(name: str = "tianshen", **options: object) -> RuleSet:
    """Return a rule set, some options changed. Raises `KeyError` for an unknown set, `OptionFault` for a wrong option.

    >>> rules = load_rules("classic", solo_centres=10)
    >>> rules.name, rules.options.solo_centres, rules.options.retreats
    ('classic', 10, 'phase')
    """
    return rule_sets.load_rules(name).with_options(options)


def read_orders(
    text: str | bytes,
    position: Position,
    rules: RuleSet | None = None,
    *,
    name: str = "",
    board: Board | None = None,
) -> Reading:
    r"""Read a turn's text: a pasted thread, or orders under headings, in any notation or several.

    Bytes are decoded as files are; `name` stands in the notices; the board is the standard one unless another is given.
    Raises `InputError` for bytes that are no text.

    >>> start = load_board().start
    >>> text = "France:\nA Par - Bur\nF Brest-Mid\n\n德国：\n慕尼黑陆军 移动 伯干帝\n"
    >>> read = read_orders(text, start, name="S1901.txt")
    >>> [str(given.order.to) for given in read.given]
    ['BUR', 'MAO', 'BUR']
    >>> [(notice.where.line, notice.where.quote, str(notice.code)) for notice in read.notices][:1]
    [(6, '伯干帝', 'name_corrected')]
    >>> sorted(power for power, missing in read.missing.items() if missing.nothing_sent)
    ['austria', 'england', 'italy', 'russia', 'turkey']
    """
    from tianshen.reading.turn.turn_reader import read_turn
    from tianshen.reading.turn_context import TurnContext
    from tianshen.text.source import decode, source_of

    source = decode(text, name) if isinstance(text, bytes) else source_of(text, name)
    return read_turn(source, TurnContext(board or load_board(), position, (rules or load_rules()).options))


def read_case(text: str | bytes, *, name: str = "") -> Case:
    r"""Read a case file: position, rule set, alliances and orders. Raises `InputError` listing every fault.

    >>> case = read_case("Position Fall 1903\nRules judge\nEngland: F Lon\n\nEngland:\nF Lon - Nth\n")
    >>> str(case.position.turn), case.rules.name, case.alliances, case.reading.orders.moves["LON"].to
    ('F1903', 'judge', (), 'NTH')
    """
    from tianshen.reading.case import case_file
    from tianshen.text.source import decode, source_of

    return case_file.read_case(decode(text, name) if isinstance(text, bytes) else source_of(text, name))


def adjudicate(
    position: Position,
    orders: TurnOrders,
    rules: RuleSet | None = None,
    *,
    alliances: Mapping[str, Sequence[Power]] | Sequence[Sequence[Power]] = (),
    secret: str = "",
    clock: Clock | None = None,
    reading: Reading | None = None,
    board: Board | None = None,
) -> TurnRecord:
    r"""Judge the turn: rulings, retreats, adjustments, the end of the game, and the next position.

    `alliances` are the declared ones (房规 1.3), each by its name, or without names as a case has them. `secret` is the
    key of the lots; `clock` (see `TurnResult.clock`) carries extensions from turn to turn; `reading` lets reports
    quote the players; the board is the standard one unless another is given.

    >>> case = read_case('''局面 1908年秋
    ... 英国：伦敦舰队
    ... 资源点 英国：伦敦、爱丁堡、利物浦、挪威
    ... 资源点 法国：巴黎、马塞
    ... 资源点 德国：柏林、慕尼黑、基尔、丹麦、荷兰
    ... 联盟 英国、法国
    ... ''')
    >>> turn = adjudicate(case.position, case.reading.orders, case.rules, alliances=case.alliances)
    >>> turn.result.victory.kind, turn.result.victory.winners
    ('last_turn', ('england', 'france'))
    """
    from tianshen.judge.whole_turn import judge_turn

    board, chosen = board or load_board(), rules or load_rules()
    named = alliances if isinstance(alliances, Mapping) else {", ".join(side): side for side in alliances}
    result = judge_turn(board, chosen, position, orders, alliances=named, secret=secret, clock=clock)
    return TurnRecord(board, chosen, reading or Reading(orders), result)


def explain(turn: TurnRecord, unit: str, lang: str = DEFAULT_LANGUAGE, name_set: str = "house") -> str:
    r"""Why the order of the unit (`F LON`, or `LON`) ended as it did, in one sentence. Raises `KeyError` for no unit.

    >>> case = read_case("Position Fall 1903\nFrance: A Par, A Mar\n\nFrance:\nA Par - Bur\nA Mar - Bur\n")
    >>> turn = adjudicate(case.position, case.reading.orders, case.rules)
    >>> explain(turn, "A PAR", lang="en")
    'A Paris bounces in a stand-off with A Marseilles, 1 to 1 (房规 2.2.1(二))'
    """
    from tianshen.writing.phrases import explain_ruling as sentence

    return sentence(turn, turn.ruling(unit).unit.province, _language(lang, name_set, turn.board).under(turn.rules))


def phrase(notice: Notice, lang: str = DEFAULT_LANGUAGE, name_set: str = "house", board: Board | None = None) -> str:
    r"""Return a notice as a sentence, with the names of the board: the standard one unless another is given.

    >>> read = read_orders("德国：\n慕尼黑陆军 移动 大西洋", load_board().start)
    >>> print(phrase(read.notices[0]), phrase(read.notices[0], lang="de"), sep="\n")
    「大西洋」可以指中大西洋、北大西洋。请写全名。
    „大西洋“ kann Mittelatlantik, Nordatlantik heißen. Bitte den vollen Namen schreiben.
    """
    from tianshen.writing.notice_text import notice_text

    return notice_text(notice, _language(lang, name_set, board or load_board()))


def render(
    turn: TurnRecord, form: str = "plain", lang: str = DEFAULT_LANGUAGE, name_set: str = "house", picture: str = ""
) -> str:
    """Return the report of the turn as a post, in any of `report_formats()`.

    The words bbcode, md and text are other names for some.

    `picture` is an SVG drawing that HTML takes in. Raises `KeyError` for an unknown format.

    >>> turn = adjudicate(load_board().start, read_orders("", load_board().start).orders)
    >>> render(turn, "bbcode", lang="en").splitlines()[0]
    '[size=4][b]［Tianshen report］ Spring 1901, results, version 1[/b][/size]'
    """
    from tianshen.reports.contents.turn_document import turn_document
    from tianshen.reports.document.rendering import render_document as write

    return write(turn_document(turn, _language(lang, name_set, turn.board)), form, picture=picture)


def report_formats() -> tuple[str, ...]:
    """Return what `render` can write: the posts of the known forums, Markdown, HTML, plain text.

    >>> "discuz" in report_formats(), "html" in report_formats()
    (True, True)
    """
    from tianshen.reports.document.rendering import known_formats

    return known_formats()


def to_json(turn: TurnRecord, lang: str = DEFAULT_LANGUAGE, name_set: str = "house") -> dict[str, object]:
    """Return the JSON record of the turn, as `judge --json` prints it; `record_schema()` describes it.

    >>> start = load_board().start
    >>> record = to_json(adjudicate(start, read_orders("Italy: A Ven - Tri", start).orders), lang="en")
    >>> [(order["unit"], order["outcome"]) for order in record["orders"] if order["power"] == "italy"][-1]
    ('A VEN', 'bounces')
    """
    from tianshen.record.record_json import turn_json

    return turn_json(
        turn,
        lambda province: explain(turn, province, lang, name_set),
        lambda notice: phrase(notice, lang, name_set, turn.board),
    )


def record_schema(name: str = "turn") -> dict[str, object]:
    """Return the JSON schema of a turn's record, or of a `game`, a `check`, a `refused` case.

    Raises `KeyError` for another.

    >>> record_schema()["title"], sorted(record_schema("game")["properties"])
    ('Record', ['commitment', 'game', 'players', 'rules', 'secret', 'turns'])
    """
    from tianshen.record import json_shape

    return json_shape.json_schema(name)


def _language(lang: str, name_set: str, board: Board) -> Language:
    from tianshen.writing.language import Language

    return Language(lang, name_set, board.name)
