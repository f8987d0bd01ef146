"""Every name and alias in the data is understood in an order, alone and between other words."""

import pytest

from tianshen.locale.lexicon import load_lexicon
from tianshen.model.board import load_board
from tianshen.model.orders import Move, Named, SupportHold
from tianshen.model.position import Position, Unit
from tianshen.model.turns import parse_turn
from tianshen.reading.grammar.read_text import read_stretches
from tianshen.reading.grammar.stretches import GrammarContext, MarkStretch, OrderStretch, UnreadableStretch
from tianshen.resources import read_toml
from tianshen.text.source import Span, source_of

BOARD = load_board()
POSITION = Position(parse_turn("F1901"), {"NTH": Unit("england", "F", "NTH")}, {})


def read_one(text):
    source = source_of(text)
    stretches = read_stretches(source, Span(0, len(text)), GrammarContext(BOARD, POSITION, load_lexicon()))
    (stretch,) = (stretch for stretch in stretches if not isinstance(stretch, MarkStretch))
    return stretch


def names(lang):
    table = read_toml("locales", lang, "names.standard.toml")
    for province, row in table["provinces"].items():
        singles = [row[key] for key in ("name", "house", "modern", "short") if key in row]
        yield from ((province, name) for name in (*singles, *row["aliases"]))


@pytest.mark.parametrize("lang", ["zh", "en", "de"])
def test_every_name_is_understood_as_target_and_as_unit(lang):
    for province, name in names(lang):
        if province == "NTH":
            continue
        for text in (f"F Nth - {name}", f"北海舰队 移动 {name}", f"北海舰队移动到{name}"):
            stretch = read_one(text)
            assert isinstance(stretch, OrderStretch), text
            assert (stretch.order, stretch.notices) == (Move("NTH", province), ()), text
        kind = "F" if province in BOARD.seas else "A"
        for text in (f"F Nth S {kind} {name}", f"北海舰队支援{name}{'舰队' if kind == 'F' else '陆军'}"):
            stretch = read_one(text)
            assert isinstance(stretch, OrderStretch), text
            assert stretch.order == SupportHold("NTH", Named(kind, province)), text


@pytest.mark.parametrize("lang", ["zh", "en", "de"])
def test_what_is_listed_as_ambiguous_is_asked(lang):
    for name in read_toml("locales", lang, "names.standard.toml")["ambiguous"]:
        stretch = read_one(f"F Nth - {name}")
        assert isinstance(stretch, UnreadableStretch), name
        assert stretch.notices[0].code == "name_ambiguous"
        assert len(stretch.notices[0].data["locations"]) > 1


@pytest.mark.parametrize("province", [p for p in BOARD.provinces.values() if p.coasts], ids=lambda facts: facts.id)
def test_every_way_to_write_a_coast(province):
    words = {"NC": ("nc", "北岸", "北"), "SC": ("sc", "南岸", "南"), "EC": ("ec", "东岸", "东")}
    for coast in province.coasts:
        latin, long, short = words[coast]
        name = load_board().provinces[province.id].name
        zh = read_toml("locales", "zh", "names.standard.toml")["provinces"][province.id]["house"]
        forms = [
            *(f"{p}{c}" for p in (province.id, name) for c in (f"({latin})", f" ({latin})", f"/{latin}", f" {latin}")),
            *(
                f"{zh}{c}"
                for c in (f"（{long}）", f"({long})", f"【{long}】", long, f"的{long}", f"（{short}）", short)
            ),
            *(f"{zh}{c}" for c in (f"({latin})", f"/{latin}", f" {latin}", f"{long[0]}海岸", f"（{long[0]}海岸）")),
            f"{province.id}{latin}",
        ]
        for form in forms:
            assert read_one(f"F Nth - {form}").order == Move("NTH", f"{province.id}/{coast}"), form
