"""Whole reports, compared with stored ones that were read by hand. TIANSHEN_UPDATE=1 stores what is written now."""

import os
from pathlib import Path

import pytest
from reported import HOMES, OPENING, document, game, random_game, recorded, where

from tianshen.model.orders import Build, Decrees
from tianshen.reading.result import LeftOut, Missing
from tianshen.reports.document.rendering import render_document

GOLDEN = Path(__file__).parent / "golden"
UPDATE = os.environ.get("TIANSHEN_UPDATE") == "1"

FALL = """
germany: A PRU - WAR; A SIL S A PRU - WAR; A MUN H
austria: A BUD - SER; A TRI S A BUD - SER; A GAL - UKR
russia: A WAR H; F STP/SC H; A MOS - STP
turkey: A SER H; A GRE H; F AEG - BUL/SC; A CON S F AEG - BUL
italy: A BUL H; F ION - GRE; F ALB S F ION - GRE; A VEN
england: A FIN - STP; A NWY S A FIN - STP; A LON - HOL; F NTH C A LON - HOL
france: F MAO - SPA; A MAR S F MAO - SPA
"""


def opening():
    return recorded(OPENING, game="第三届强权外交", players={"england": "海上霸主"}, commitment="ab" * 32)


def fall():
    return recorded(
        FALL,
        turn="F1902",
        game="第三届强权外交",
        players={"england": "海上霸主", "france": "小马[b]"},
        centres=HOMES | {"turkey": "ANK SMY CON SER BUL GRE"},
        retreats={"WAR": "GAL PRU UKR LVN", "SER": "BUL disband", "STP": "LVN"},
        disbands={"turkey": "A GRE, A CON"},
        builds={"germany": "F KIE, A MUN", "england": "F LON, A LON, F EDI, F STP"},
        words={"MAO": "中大西洋 去 西班牙 @天神", "LON": "伦敦坐船去荷兰"},
        reading={
            "missing": {"italy": Missing(("VEN",))},
            "left_out": (LeftOut("italy", "老王", where("威尼斯陆军 移动 粹斯特", 40), "late"),),
        },
        secret="geheim",
        commitment="ab" * 32,
    )


def paradox():
    return recorded(
        "france: A BRE - LON VIA ENG; F ENG C A BRE - LON\nengland: F LON S F WAL - ENG; F WAL - ENG\n"
        "turkey: A CON - SMY; A SMY - ANK; F ANK - CON"
    )


def decreed():
    decrees = Decrees(
        ordered=frozenset({"LON"}),
        voided=frozenset({"PAR"}),
        retreats={"WAR": "GAL"},
        builds={"england": (Build("F", "LON"),)},
        ended=True,
    )
    script = "germany: A PRU - WAR; A SIL S A PRU - WAR\nrussia: A WAR H\nengland: F LON - NTH\nfrance: A PAR - BUR"
    return recorded(script, turn="F1902", centres=HOMES, decrees=decrees)


def extended():
    script = "germany: A MUN H; A BER H; F KIE H\nfrance: A PAR H; F BRE H; A MAR H"
    return recorded(script, turn="F1908", centres={"germany": "MUN BER KIE", "france": "PAR BRE MAR"})


def retreat_turn():
    return recorded(
        "germany: A WAR; A SIL",
        "classic",
        turn="F1902R",
        dislodged=[("russia", "A WAR", "PRU"), ("austria", "F TRI", "ALB")],
        centres=HOMES,
        retreats={"WAR": "GAL"},
    )


REPORTS = {
    "opening.zh.plain": lambda: render_document(document(opening())),
    "opening.de.discuz": lambda: render_document(document(opening(), "de"), "discuz"),
    "fall.zh.plain": lambda: render_document(document(fall(), deadline="5月3日 周六 21:00（北京时间）")),
    "fall.en.markdown": lambda: render_document(document(fall(), "en"), "markdown"),
    "fall.zh.html": lambda: render_document(document(fall()), "html"),
    "paradox.zh.plain": lambda: render_document(document(paradox())),
    "decreed.zh.nga": lambda: render_document(document(decreed()), "nga"),
    "extended.zh.plain": lambda: render_document(document(extended())),
    "retreat_turn.zh.plain": lambda: render_document(document(retreat_turn())),
    "game.zh.plain": lambda: render_document(game(random_game(7))),
}


@pytest.mark.parametrize("name", REPORTS)
def test_whole_reports_are_as_they_were_read(name):
    path = GOLDEN / f"{name}.txt"
    text = REPORTS[name]()
    if UPDATE:
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_text(encoding="utf-8")


def test_no_stored_report_is_left_over():
    assert {path.name for path in GOLDEN.iterdir()} == {f"{name}.txt" for name in REPORTS}
