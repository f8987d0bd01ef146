"""The picture as drawn: well-formed, harmless, the same every time, and everything in it can be seen."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from made_games import game
from pictures import BUSY_CENTRES, busy, count, drawn, near, pixels_of, record, sheet
from PIL import Image
from scripted import BOARD

from tianshen.errors import InputError
from tianshen.judge.ruling import Outcome
from tianshen.locale.names import load_names
from tianshen.locale.word_table import load_words
from tianshen.model.rules import load_rules
from tianshen.notices import Code
from tianshen.reports.picture import drawing as picture
from tianshen.reports.picture import style
from tianshen.reports.picture.curves import along
from tianshen.reports.picture.drawing import picture_png, picture_svg, unshown
from tianshen.reports.picture.drawn_orders import OrderPlan, draw_orders
from tianshen.reports.picture.font import picture_font
from tianshen.reports.picture.geometry import load_geometry, load_layout
from tianshen.reports.picture.header import header, header_height, standings
from tianshen.reports.picture.legend import LEGEND, legend, shown_keys
from tianshen.reports.picture.scene import Scene, orders_scene, results_scene
from tianshen.reports.picture.unit_symbols import DEFINITIONS, body, places

ZH = load_names("zh", "house")
EN = load_names("en")
KINDS = ("orders", "results", "position", "blank")
HOSTILE = "</text><script>alert('1')</script>&amp;\"<![CDATA[ {0} %s \u202e\x00\x1b[31m"
TOP = header_height(standings(BOARD, {}, None, {}))  # of a picture that names no players
TAGS = {"svg", "title", "style", "defs", "g", "path", "use", "text", "rect", "circle", "pattern"}


def pixels(svg):
    return Image.open(io.BytesIO(picture_png(svg))).convert("RGB")


# --- the file


@pytest.mark.parametrize("kind", KINDS)
def test_the_picture_is_well_formed_and_stands_alone(kind):
    svg = picture_svg(busy(game=HOSTILE, players=dict.fromkeys(BOARD.powers, HOSTILE)), ZH, kind=kind)
    root = ElementTree.fromstring(svg)
    names = [element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in root.iter()]
    assert set(names) <= TAGS
    for element in root.iter():
        for key, value in element.attrib.items():
            assert not key.startswith("on"), key
            assert "href" not in key or value.startswith("#")
            assert "url(" not in value or "url(#" in value
    assert svg.count("http") == 1  # the name of the format
    assert root.get("width") == "1600"


def test_what_people_write_is_only_text():
    game = "<b>R&D</b>"
    svg = picture_svg(busy(game=game, players={"england": game}), ZH)
    texts = [element.text for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("}text")]
    assert texts.count(game) == 2
    assert not any("<b>" in part for part in svg.split("&lt;b&gt;"))


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_turn_gives_the_same_bytes(kind):
    assert picture_svg(busy(), EN, kind=kind) == picture_svg(busy(), EN, kind=kind)


def test_the_picture_does_not_hang_on_the_seed_of_hashes():
    here = Path(__file__)
    code = (
        "import sys; sys.path[:0] = [sys.argv[1], sys.argv[2]]\n"
        "import hashlib\nfrom pictures import busy\n"
        "from tianshen.locale.names import load_names\nfrom tianshen.reports.picture.drawing import picture_svg\n"
        "print(hashlib.sha256(picture_svg(busy(), load_names('zh', 'house')).encode()).hexdigest())\n"
    )
    paths = [str(here.parent), str(here.parents[1] / "judge")]
    digests = {
        subprocess.run(
            [sys.executable, "-c", code, *paths],
            check=True,
            capture_output=True,
            text=True,
            cwd=here.parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(here.parents[2])},
        ).stdout
        for seed in ("1", "2")
    }
    assert digests == {hashlib.sha256(picture_svg(busy(), ZH).encode()).hexdigest() + "\n"}


def test_a_position_has_no_orders_to_show():
    assert "svg" in picture_svg(BOARD.start, ZH, kind="position", game="第三届")
    for kind in ("orders", "results"):
        with pytest.raises(ValueError, match=kind):
            picture_svg(BOARD.start, ZH, kind=kind)


def test_titles():
    turn = busy(game="第三届强权外交", version=2)

    def title(kind, names=ZH):
        root = ElementTree.fromstring(picture_svg(turn, names, kind=kind))
        return next(element.text for element in root.iter() if element.tag.endswith("title"))

    assert title("results") == "强权外交局面图 1902年秋季 · 结果 · 第2版 第三届强权外交"
    assert title("orders") == "强权外交局面图 1902年秋季 · 命令 第三届强权外交"
    assert title("position") == "强权外交局面图 1903年春季 · 局面 第三届强权外交"
    assert title("blank") == "强权外交局面图 空白地图 第三届强权外交"
    assert title("results", EN) == "Diplomacy board Fall 1902 · results · version 2 第三届强权外交"


def test_unshown_characters_are_told():
    assert unshown("小马😀\u200b龘 a\x07") == "😀龘"
    assert "小马□" in picture_svg(busy(players={"france": "小马😀"}), ZH)


# --- the PNG


def test_the_png_is_small_enough():
    data = picture_png(picture_svg(busy(players=dict.fromkeys(BOARD.powers, "海上霸主的小号")), ZH))
    assert len(data) < 400_000
    assert Image.open(io.BytesIO(data)).size == (1600, 1450 + 62 + 82 + 26)


def test_text_that_would_vanish_is_an_error():
    with pytest.raises(InputError) as caught:
        picture_png('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text x="1">a&amp;龘</text></svg>')
    (notice,) = caught.value.notices
    assert notice.code is Code.PICTURE_TEXT_LOST
    assert notice.data == {"characters": "龘"}


@pytest.mark.parametrize("module", ["resvg_py", "PIL"])
def test_a_missing_library_is_an_error_that_names_it(monkeypatch, module):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError) as caught:
        picture_png(picture_svg(BOARD.start, ZH, kind="blank"))
    (notice,) = caught.value.notices
    assert notice.code is Code.PICTURE_TOOL_MISSING
    assert notice.data["module"].startswith(module)


# --- what can be seen


@pytest.mark.parametrize("names", [ZH, EN, load_names("de")], ids=lambda names: names.lang)
def test_every_name_can_be_seen(names):
    image = pixels(picture_svg(BOARD.start, names, kind="blank"))
    layout = load_layout(names.lang, names.name_set)
    for province, label in layout.labels.items():
        x, y = label.at
        y += header_height([])
        width = max(picture_font().width(line, label.size) for line in label.lines)
        box = (x - width / 2, y - label.size / 2, x + width / 2, y + label.size / 2)
        colour = style.SEA_INK if province in BOARD.seas else style.INK
        letters = sum(len(line) for line in label.lines)
        assert count(image, colour, box, 60) > 6 * letters, province


def test_title_names_and_players_can_be_seen():
    game, player = "第三届强权外交", "海上霸主"
    players = dict.fromkeys(BOARD.powers, player)
    with_all = pixels(picture_svg(BOARD.start, ZH, kind="position", game=game, players=players))
    without = pixels(picture_svg(BOARD.start, ZH, kind="position"))
    title_box, game_box = (10, 12, 500, 56), (1100, 12, 1590, 56)
    assert count(with_all, style.INK, title_box) > 300
    assert count(with_all, style.QUIET, game_box) > 300 > count(without, style.QUIET, game_box)
    for i in range(7):
        cell = (14 + 225 * i + 10, 138, 14 + 225 * i + 130, 160)
        assert count(with_all, style.INK, cell) > 60 > count(without, style.INK, cell), i


def test_units_bear_the_colour_and_the_letter_of_their_power():
    image = pixels(picture_svg(BOARD.start, ZH, kind="position"))
    layout, top = load_layout("zh", "house"), TOP
    for unit in BOARD.start.units.values():
        x, y = layout.anchor(unit.at)
        box = (x - 14, y + top - 12, x + 14, y + top + 14)
        assert count(image, style.ink(unit.power), box) > 120, unit
        assert count(image, style.on_ink(unit.power), box, 70) > 25, unit


def test_armies_and_fleets_differ_in_shape():
    outlines = []
    for kind in ("A", "F"):
        image = drawn(sheet(f"<defs>{DEFINITIONS}</defs>{body('italy', kind, ZH)}"))
        outlines.append({i for i, pixel in enumerate(pixels_of(image)) if not near(pixel, "#ffffff", 10)})
    army, fleet = outlines
    assert len(army ^ fleet) > 0.25 * len(army)


def test_owned_land_and_centres_bear_their_owners():
    image = pixels(picture_svg(BOARD.start, ZH, kind="position"))
    layout, top = load_layout("zh", "house"), TOP
    for province, at in layout.centres.items():
        box = (at[0] - 8, at[1] + top - 8, at[0] + 8, at[1] + top + 8)
        owner = BOARD.start.centres.get(province)
        around = (at[0] - 30, at[1] + top - 30, at[0] + 30, at[1] + top + 30)
        if owner:
            assert count(image, style.ink(owner), box) > 60, province
            assert count(image, style.tint(owner), around, 12) > 300, province
        else:
            assert count(image, style.CASING, box, 20) > 60, province
            assert count(image, style.LAND, around, 12) > 200, province


# --- orders


CASES = {
    "move": "france: A PAR - BUR",
    "bounce": "france: A PAR - BUR\ngermany: A MUN - BUR",
    "support": "france: A PAR - BUR; A MAR S A PAR - BUR",
    "cut": "france: A PAR - BUR; A MAR S A PAR - BUR\nitaly: A PIE - MAR",
    "support hold": "france: A PAR H; A BUR S A PAR",
    "void support": "france: A PAR H; A MAR S A PAR - BUR",
    "void move": "france: A PAR - MOS",
    "by sea": "england: A LON - NWY VIA NTH; F NTH C A LON - NWY",
    "convoy": "england: A LON - NWY VIA NTH; F NTH C A LON - NWY",
    "not carried": "england: A LON - NWY VIA NTH; F NTH H",
    "hold": "france: A PAR H",
    "retreat": "russia: A UKR - GAL; A WAR S A UKR - GAL\naustria: A GAL H",
}


def spots_of(case):
    """Where the order of a case must leave something: the middle of its line, or what lies around its unit."""
    layout = load_layout("en", "house")
    middle = {
        "move": ("PAR", "BUR"),
        "bounce": ("PAR", "BUR"),
        "support": ("MAR", "BUR"),
        "cut": ("MAR", "BUR"),
        "support hold": ("BUR", "PAR"),
        "void support": ("PAR", "BUR"),
        "void move": ("PAR", "MOS"),
        "by sea": ("NTH", "NWY"),
        "convoy": ("NTH", "NTH"),
        "not carried": ("NTH", "NWY"),
        "hold": ("PAR", "PAR"),
        "retreat": ("GAL", "BUD"),
    }[case]
    (ax, ay), (bx, by) = (layout.units[p] for p in middle)
    return (ax + bx) / 2, (ay + by) / 2


def sheets_of(script, kind="results", **more):
    turn = record(script, **more)
    scene = results_scene(turn) if kind == "results" else orders_scene(turn)
    layout = load_layout("en", "house")
    return draw_orders(scene, OrderPlan(scene, places(scene.pieces, layout, load_geometry()), layout)), scene


@pytest.mark.parametrize(
    ("case", "kind"), [(c, k) for c in CASES for k in ("orders", "results") if (c, k) != ("retreat", "orders")]
)
def test_every_kind_of_order_leaves_something_where_it_should(case, kind):
    """In a picture of orders, lists of retreats are left out: they only might come to count."""
    sheets, _ = sheets_of(CASES[case], kind, retreats={"GAL": "BUD"})
    x, y = spots_of(case)
    parts = "".join(sheets.supports + sheets.moves + sheets.marks)
    image = drawn(sheet(f'<g transform="translate({-x} {-y})">{parts}</g>', 92, 92))
    assert 92 * 92 - count(image, "#ffffff", tolerance=10) > 100


def test_orders_lie_above_the_land():
    """With its orders, the map differs in the middle of every line."""
    turn = busy()
    scene = results_scene(turn)
    layout, top = load_layout("en", "house"), TOP
    plan = OrderPlan(scene, places(scene.pieces, layout, load_geometry()), layout)
    bare = Scene(scene.centres, scene.pieces, gained=scene.gained)
    full, empty = (drawn(picture_of(what), 1600) for what in (scene, bare))
    for way in plan.ways.values():
        (x, y), _ = along(way, 0.5)
        box = tuple(round(v) for v in (x - 12, y + top - 12, x + 12, y + top + 12))
        a, b = (pixels_of(image.crop(box)) for image in (full, empty))
        assert sum(p != q for p, q in zip(a, b, strict=True)) > 60, way


def picture_of(scene):
    geometry = load_geometry()
    board = picture._board(BOARD, geometry, scene, EN)
    return picture._document(geometry, "", TOP, board, "", EN)


def test_what_succeeds_is_solid_and_what_fails_is_dashed_and_marked():
    good, _ = sheets_of("france: A PAR - BUR; A MAR S A PAR - BUR")
    bad, _ = sheets_of(
        "france: A PAR - BUR; A MAR S A PAR - BUR\nitaly: A PIE - MAR\ngermany: A MUN - BUR; A RUH S A MUN - BUR"
    )
    assert "dasharray" not in "".join(good.moves + good.supports) and not good.marks
    assert "dasharray" in bad.supports[0]
    assert sum("dasharray" in part for part in bad.moves) == 2  # Paris and Piedmont; Munich gets through
    assert sum(style.FAILURE in part for part in bad.marks) == 3


def test_orders_without_results_are_never_dashed_or_marked():
    sheets, _ = sheets_of(
        "france: A PAR - BUR; A MAR S A PAR - BUR\nitaly: A PIE - MAR\ngermany: A MUN - BUR", "orders"
    )
    assert "dasharray" not in "".join(sheets.moves + sheets.supports)
    assert not sheets.marks


def test_void_orders_bear_the_mark_of_the_void():
    sheets, _ = sheets_of("france: A PAR - MOS; A MAR S A PAR - BUR")
    assert sum(style.VOID in part for part in sheets.marks) == 2
    assert not any(style.FAILURE in part for part in sheets.marks)


def test_a_move_to_its_own_province_does_no_harm():
    svg = picture_svg(record("france: A PAR - PAR; F BRE - BRE"), EN)
    assert "nan" not in svg and "inf" not in svg


def test_an_exchange_and_a_ring_are_drawn():
    svg = picture_svg(record("france: A PAR - BUR; A BUR - MAR; A MAR - GAS; A GAS - PAR"), EN)
    assert svg.count('href="#army"') == 4 + 1  # and one in the legend


def test_arrows_bend_around_units_in_the_way():
    layout = load_layout("en", "house")
    free, _ = sheets_of("france: A BRE - GAS")
    plan = OrderPlan(Scene({}), [], layout)
    assert not plan.is_taken(layout.units["PAR"])
    assert free.moves


def test_the_dislodged_stand_aside_in_their_own_province_and_clear_of_the_victor():
    geometry, layout = load_geometry(), load_layout("en", "house")
    scene = results_scene(busy())
    spots = places(scene.pieces, layout, geometry)
    (at,) = [spot for piece, spot in zip(scene.pieces, spots, strict=True) if piece.state == "fled"]
    assert geometry.holds("GAL", at)
    others = [spot for piece, spot in zip(scene.pieces, spots, strict=True) if piece.state != "fled"]
    assert min((at[0] - x) ** 2 + (at[1] - y) ** 2 for x, y in others) > 36**2


def test_every_unit_can_stand_everywhere_at_once():
    """A unit in each province, all of them dislodged by others: nothing fails, nothing leaves the map."""
    from tianshen.model.position import Unit
    from tianshen.reports.picture.scene import SceneUnit

    pieces = tuple(SceneUnit(Unit("italy", "A", p), "stands") for p in BOARD.provinces)
    pieces += tuple(SceneUnit(Unit("turkey", "F", p), "dislodged", "SER") for p in BOARD.provinces)
    geometry = load_geometry()
    for x, y in places(pieces, load_layout("zh", "house"), geometry):
        assert 20 < x < geometry.width - 20 and 20 < y < geometry.height - 20


@pytest.mark.parametrize("rules", ["tianshen", "standard"])
def test_whole_games_of_random_orders_can_be_drawn(rules):
    """Every phase of either manner, with players who forget half."""
    for turn in game(3, 24, rules=load_rules(rules))[1]:
        for kind in ("orders", "results"):
            ElementTree.fromstring(picture_svg(turn, ZH, kind=kind))


# --- header and legend


def test_the_table_counts_centres_and_changes_most_first():
    rows = standings(
        BOARD,
        {"LON": "england", "PAR": "france", "MAR": "france"},
        {"LON": "england", "PAR": "italy"},
        {"france": "x"},
        ("france",),
    )
    assert [(row.power, row.count, row.change) for row in rows[:3]] == [
        ("france", 2, 2),
        ("england", 1, 0),
        ("germany", 0, 0),
    ]
    assert rows[0].player == "x" and rows[0].has_won
    assert {row.power: row.change for row in rows}["italy"] == -1


def test_the_table_of_a_turn_is_in_the_picture():
    svg = picture_svg(busy(), ZH)
    texts = [element.text for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("}text")]
    assert "+1" in texts and "\u22121" in texts  # Turkey takes Sevastopol from Russia
    assert sum(len(centres.split()) for centres in BUSY_CENTRES.values()) == 34
    assert all(ZH.power(power) in texts for power in BOARD.powers)


def test_long_titles_never_run_into_each_other():
    strip = header(1600, "1901年秋季", "长" * 200, [], ZH)
    texts = [element.text for element in ElementTree.fromstring(f"<g>{strip}</g>").iter("text")]
    assert picture_font().width(texts[1], 30) + picture_font().width(texts[0], 34) < 1600 - 40


@pytest.mark.parametrize("lang", ["zh", "en", "de"])
def test_the_legend_explains_what_is_drawn_and_fits_its_corner(lang):
    names, words = load_names(lang), load_words(lang, "picture")
    box = load_layout(lang, "house").legend
    scene = results_scene(busy())
    keys = shown_keys(scene)
    assert set(LEGEND) - set(keys) == {"built"} - set(keys)
    markup = legend(box, scene, names, words)
    texts = {element.text for element in ElementTree.fromstring(f"<g>{markup}</g>").iter("text")}
    assert {words("legend", key) for key in keys} <= texts  # none is cut short
    height = float(markup.split('height="')[1].split('"')[0])
    assert box[1] + 14 + height <= box[3]


def test_the_legend_keeps_to_what_is_there():
    assert shown_keys(Scene({})) == ["home_centre", "centre"]
    assert shown_keys(results_scene(record("france: A PAR - BUR"))) == [
        "army",
        "fleet",
        "home_centre",
        "centre",
        "move",
    ]


@pytest.mark.parametrize("key", LEGEND)
def test_every_sample_of_the_legend_can_be_seen(key):
    from tianshen.reports.picture import legend as picture_legend

    scene = results_scene(busy())
    draw = picture_legend._centre if key in ("home_centre", "centre") else None
    parts = draw(key, EN, scene) if draw else picture_legend._SAMPLES[key](EN)
    image = drawn(sheet(f"<defs>{DEFINITIONS}</defs>{parts}"))
    assert 120 * 80 - count(image, "#ffffff", tolerance=10) > 60, key


def test_outcomes_are_all_drawn():
    """A new outcome would need a look of its own."""
    assert {str(outcome) for outcome in Outcome} == {"succeeds", "bounces", "cut", "void", "disrupted"}
