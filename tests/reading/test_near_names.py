"""Names that are not in the lexicon: each step only if one candidate remains, and never across neighbours."""

import itertools
import subprocess
import sys

import pytest

from tianshen.locale.lexicon import is_han, load_lexicon
from tianshen.model.board import load_board
from tianshen.model.position import Position, Unit
from tianshen.model.turns import parse_turn
from tianshen.reading.grammar.read_text import read_stretches
from tianshen.reading.grammar.stretches import GrammarContext, UnreadableStretch
from tianshen.reading.words.near_names import NameFinder, NameMatch
from tianshen.text.source import Span, source_of

LEXICON = load_lexicon()
FINDER = NameFinder(LEXICON)


def guess(text):
    found = FINDER.guess(LEXICON.normaliser.key(text))
    return (found.how, found.locations) if found else None


@pytest.mark.parametrize(
    ("text", "province"),
    [
        ("君士坦丁", "CON"),
        ("亚得里", "ADR"),
        ("斯卡格", "SKA"),
        ("Edinb", "EDI"),
        ("Galiz", "GAL"),
        ("Constantin", "CON"),
    ],
)
def test_a_unique_shortening(text, province):
    assert guess(text) == (NameMatch.SHORTENED, (province,))


@pytest.mark.parametrize(
    ("text", "province"),
    [("西班呀", "SPA"), ("华莎", "WAR"), ("维也呐", "VIE"), ("布达配斯", "BUD"), ("罗马尼压", "RUM")],
)
def test_the_same_sound(text, province):
    assert guess(text) == (NameMatch.SOUND, (province,))


@pytest.mark.parametrize(
    ("text", "province"),
    [("慕尼赫", "MUN"), ("普鲁市", "PRU"), ("君士坦丁宝", "CON"), ("Budapset", "BUD"), ("Viena", "VIE")],
)
def test_a_near_miss(text, province):
    how, places = guess(text)
    assert how in (NameMatch.NEAR, NameMatch.SOUND)
    assert places == (province,)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("菏兰", {"HOL", "FIN"}),
        ("佳利西亚", {"GAL", "SIL"}),
        ("北孩", {"NTH", "NAF"}),
        ("利亚", {"BUL", "ARM", "APU", "SYR", "GAL", "SIL"}),
        ("Nort", {"NTH", "NAO", "NAF"}),
        ("Per", {"PAR", "BER"}),
        ("Sxl", {"SIL"}),
    ],
)
def test_what_fits_several_is_asked(text, places):
    how, found = guess(text)
    assert how is NameMatch.UNKNOWN
    assert places & set(found)


def test_nothing_near():
    for text in ("呵呵", "今天天气", "x", "Xyzzy", "哈" * 30, "？"):
        assert guess(text) is None


def test_neighbours_are_never_bridged():
    """A slip halfway between two names one character apart means neither."""
    names = [(name, place) for name, place in LEXICON.names if is_han(name[0])]
    bridged = 0
    for (one, here), (other, there) in itertools.combinations(names, 2):
        if here == there or len(one) != len(other) or sum(a != b for a, b in zip(one, other, strict=True)) != 1:
            continue
        at = next(i for i in range(len(one)) if one[i] != other[i])
        for strange in "口丰巛":
            found = guess(one[:at] + strange + one[at + 1 :])
            assert found is None or found[0] is NameMatch.UNKNOWN, (one, other)
            bridged += 1
    assert bridged > 50


def test_every_slip_in_a_long_name_finds_it_or_asks():
    for name, place in LEXICON.names:
        if len(name) < 4 or not is_han(name[0]):
            continue
        for at in range(len(name)):
            found = guess(name[:at] + "口" + name[at + 1 :])
            assert found is None or found[0] is NameMatch.UNKNOWN or found[1] == (place,), name


def test_what_would_be_possible_is_offered_first():
    board = load_board()
    units = {"KIE": Unit("germany", "F", "KIE"), "SWE": Unit("germany", "F", "SWE")}
    position = Position(parse_turn("F1901"), units, board.start.centres)
    offered = {}
    for line in ("基尔舰队 移动 菏兰", "瑞典舰队 移动 菏兰"):
        source = source_of(line)
        (stretch,) = read_stretches(source, Span(0, len(line)), GrammarContext(board, position, LEXICON, "germany"))
        assert isinstance(stretch, UnreadableStretch)
        offered[line[:2]] = stretch.notices[0].data["locations"]
    assert offered == {"基尔": ("HOL", "FIN"), "瑞典": ("FIN", "HOL")}


def test_known_names_need_neither_pinyin_nor_distances():
    code = (
        "import sys; from tianshen.locale.lexicon import load_lexicon; from tianshen.model.board import load_board;"
        "from tianshen.reading.grammar.read_text import read_stretches;"
        "from tianshen.reading.grammar.stretches import GrammarContext;"
        "from tianshen.text.source import Span, source_of; s = source_of('柏林陆军 移动 普鲁士\\n大家好，今天真冷');"
        "b = load_board(); read_stretches(s, Span(0, len(s.text)), GrammarContext(b, b.start, load_lexicon()));"
        "assert 'pypinyin' not in sys.modules and 'rapidfuzz' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
