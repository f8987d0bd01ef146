"""What is written in any notation is read back as the same order."""

import pytest
from full_board import BOARD, NAMES, SEAS, all_orders, full_board, legal_orders, read_one
from hypothesis import given, settings
from hypothesis import strategies as st

from tianshen.locale.lexicon import load_lexicon
from tianshen.locale.names import load_names
from tianshen.model.orders import (
    DISBAND,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Named,
    RetreatList,
    SupportHold,
    SupportMove,
    Waive,
)
from tianshen.model.position import Dislodged, Position, Unit
from tianshen.model.rules import load_rules
from tianshen.model.turns import parse_turn
from tianshen.reading.case.case_file import read_case
from tianshen.reading.grammar.stretches import GrammarContext, ListStretch, OrderStretch
from tianshen.text.source import source_of
from tianshen.writing.notation import canonical, write_list, write_order, write_position
from tianshen.writing.translation import translate_case, translate_text


def test_the_full_board_has_thousands_of_orders():
    kinds = {type(order) for order in all_orders()}
    assert kinds == {Hold, Move, SupportHold, SupportMove, Convoy, RetreatList, Build, Disband, Waive}
    assert len(all_orders()) > 3000


@pytest.mark.parametrize(("lang", "name_set"), NAMES)
def test_every_legal_order_of_a_full_board_is_read_back(lang, name_set):
    position = full_board()
    names = load_names(lang, name_set)
    stretches = read_one("\n".join(write_order(order, position, names) for order in all_orders()), position)
    for order, stretch in zip(all_orders(), stretches, strict=True):
        assert isinstance(stretch, OrderStretch), order
        assert stretch.order == order
        assert not stretch.notices


@st.composite
def boards(draw):
    """Any units anywhere, one to a province at most."""
    units = {}
    for province in draw(st.sets(st.sampled_from(sorted(BOARD.provinces)), min_size=2, max_size=34)):
        kind = draw(st.sampled_from([kind for kind in "AF" if BOARD.locations(province, kind)]))
        at = draw(st.sampled_from(BOARD.locations(province, kind)))
        units[province] = Unit(draw(st.sampled_from(BOARD.powers)), kind, at)
    return Position(parse_turn("F1905"), units, BOARD.start.centres)


@st.composite
def orders(draw, position):
    """Any order that can be written, legal or not, for a unit of the position."""
    unit, other = (draw(st.sampled_from(list(position.units.values()))) for _ in range(2))
    place = draw(st.sampled_from(sorted(BOARD.provinces)))
    fleets = BOARD.locations(place, "F")
    landing = draw(st.sampled_from(fleets)) if unit.kind == "F" and fleets else place
    theirs = draw(st.sampled_from(fleets)) if other.kind == "F" and fleets else place
    route = tuple(draw(st.lists(st.sampled_from(SEAS), max_size=3, unique=True)))
    of = Named(other.kind, other.at)
    return draw(
        st.sampled_from(
            [
                Hold(unit.province),
                Move(unit.province, landing),
                Move(unit.province, landing, True, route),
                SupportHold(unit.province, of),
                SupportMove(unit.province, of, theirs),
                Convoy(unit.province, of, place),
                RetreatList(unit.province, (landing, DISBAND)),
                Disband(unit.kind, unit.at),
                Waive(),
            ]
        )
    )


@pytest.mark.parametrize(("lang", "name_set"), NAMES)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_orders_on_any_board_are_read_back(lang, name_set, data):
    position = data.draw(boards())
    order = data.draw(orders(position))
    (stretch,) = read_one(write_order(order, position, load_names(lang, name_set)), position)
    assert isinstance(stretch, OrderStretch)
    assert stretch.order == order


@settings(max_examples=200, deadline=None)
@given(
    order=st.sampled_from([o for o in legal_orders() if isinstance(o, (Hold, Move, SupportHold, SupportMove, Convoy))])
)
def test_the_form_of_the_record_is_read_too(order):
    position = full_board()
    (stretch,) = read_one(canonical(order, position), position)
    assert isinstance(stretch, OrderStretch)
    assert stretch.order == order


@pytest.mark.parametrize(("lang", "name_set"), NAMES)
def test_lists_are_read_back(lang, name_set):
    position = full_board()
    names = load_names(lang, name_set)
    builds = [Build("F", "VEN"), Build("A", "ROM"), Build("F", "NAP")]
    disbands = [Disband(u.kind, u.at) for u in list(position.units.values())[:5]]
    for entries in (builds, disbands, builds[:1], disbands[:1]):
        (stretch,) = read_one(write_list(entries, names), position)
        assert isinstance(stretch, ListStretch)
        assert [entry for entry, _ in stretch.entries] == entries


@pytest.mark.parametrize(
    ("order", "zh", "en", "de"),
    [
        (Hold("MOS"), "莫斯科陆军 驻守", "A Mos H", "A Mos hält"),
        (Move("NTH", "BEL"), "北海舰队 移动 比利时", "F Nth - Bel", "F Nth-Bel"),
        (Move("BRE", "TUN", True, ("MAO", "WES")), None, None, None),
        (Build("F", "STP/NC"), "圣彼得堡（北岸）生产舰队", "Build F StP/nc", "Aufbau F StP/nc"),
        (Waive(), "放弃生产", "Waive", "Verzicht"),
    ],
)
def test_canonical_forms(order, zh, en, de):
    position = full_board()
    for lang, text in (("zh", zh), ("en", en), ("de", de)):
        if text is not None:
            assert write_order(order, position, load_names(lang)) == text


def test_a_route_is_written_as_each_language_writes_it():
    start = BOARD.start
    units = {**start.units, "LON": Unit("england", "A", "LON")}
    position = Position(start.turn, units, start.centres)
    order = Move("LON", "BRE", True, ("ENG", "MAO"))
    written = {lang: write_order(order, position, load_names(lang)) for lang in ("zh", "en", "de")}
    assert written == {
        "zh": "伦敦陆军 经 英吉利海峡 经 中大西洋 移动 布瑞斯特",
        "en": "A Lon - Eng - Mao - Bre",
        "de": "A Lon-Eng-Mao-Bre",
    }


def test_dislodged_units_retreat_in_a_retreat_turn():
    start = BOARD.start
    gone = Dislodged(Unit("russia", "A", "WAR"), "PRU")
    units = {**start.units, "WAR": Unit("germany", "A", "WAR")}
    position = Position(parse_turn("F1903R"), units, start.centres, (gone,))
    for order in (RetreatList("WAR", ("GAL",)), RetreatList("WAR", (DISBAND,)), RetreatList("WAR", ("UKR", "LVN"))):
        for lang, name_set in NAMES:
            (stretch,) = read_one(write_order(order, position, load_names(lang, name_set)), position)
            assert stretch.order == order


def test_translating_leaves_everything_else_alone():
    source = source_of(
        "英国：\n伦敦舰队 移动 北海 // 呵呵\n大家好！\n爱丁堡舰队、伦敦舰队互相支援\n菏兰陆军 移动 比利时\n"
    )
    context = GrammarContext(BOARD, BOARD.start, load_lexicon())
    done = translate_text(source, context, load_names("en"))
    assert done.text == (
        "England:\nF Lon - Nth // 呵呵\n大家好！\nF Edi S F Lon; F Lon S F Edi\n菏兰陆军 移动 比利时\n"
    )
    assert [notice.code for notice in done.notices] == ["name_unknown"]


CASE = """局面 1903年秋季撤退
规则 judge coast_unstated=only last_turn=F1905 own_convoy_dislodges=yes
联盟 英国、法国
英国：伦敦舰队、西班牙（北岸）舰队
德国：华沙陆军
资源点 英国：伦敦、爱丁堡
资源点 无：利物浦
被击退 俄国：华沙陆军 来自 普鲁士（海运）
对峙 加利西亚

俄国：
华沙陆军 优先撤退到 利沃尼亚
"""


def test_case_files_translate_and_mean_the_same():
    case = read_case(source_of(CASE))
    for lang in ("en", "de", "zh"):
        there = translate_case(source_of(CASE), load_names(lang))
        again = read_case(source_of(there.text))
        assert (again.position, again.rules, again.alliances, again.lang) == (
            case.position,
            case.rules,
            case.alliances,
            lang,
        )
        assert again.reading.orders == case.reading.orders
        assert case.reading.orders.retreats == {"WAR": RetreatList("WAR", ("LVN",))}


@pytest.mark.parametrize("lang", ["zh", "en", "de"])
def test_positions_are_read_back(lang):
    rules = load_rules("classic").with_options({"solo_centres": 10})
    written = write_position(full_board(), rules, (), BOARD.powers, load_names(lang))
    case = read_case(source_of(written))
    assert case.position == full_board()
    assert case.rules == rules
