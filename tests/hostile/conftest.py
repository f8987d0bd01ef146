"""A game with hostile names and orders, and everything that the program makes of it."""

from __future__ import annotations

import io
import json
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from html.parser import HTMLParser

import openpyxl
import pytest

from tianshen.cli.main import main
from tianshen.game import outputs
from tianshen.model.board import load_board
from tianshen.text.characters import is_hidden

FORMATS = ("plain", "discuz", "nga", "phpbb", "markdown", "html")
FILES = {"1901春.txt", "1901秋.txt", "game.toml", "game.lock.json", "积分.xlsx", "战报"} | {".tianshen.lock"}
REPORTS = {"1901春.txt", "1901春.json", "1901春.svg", "1901春.png"}
SVG_TAGS = {"svg", "title", "desc", "style", "defs", "g", "path", "text", "tspan", "circle", "rect", "line", "polygon"}
SVG_TAGS |= {"polyline", "ellipse", "use", "symbol", "marker", "clipPath", "mask", "pattern", "filter"}
HTML_TAGS = {"html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "img", "section", "bdi", "span"}
HTML_TAGS |= {"table", "tr", "th", "td"}


class Page(HTMLParser):
    """The tags and attributes of a page, and its words."""

    def __init__(self, text):
        super().__init__()
        self.tags = set()
        self.attributes = set()
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data):
        self.words += data


@dataclass
class Game:
    """What there is after the turn: the answers of commands by name (out and err), reports by format, files."""

    folder: object
    answers: dict
    reports: dict
    picture: str
    book: openpyxl.Workbook
    record: dict
    checked: dict

    def shown(self):
        """Everything that was printed but the reports."""
        return "\n".join(out + err for _, out, err in self.answers.values())

    def cells(self):
        return [cell for sheet in self.book for row in sheet.iter_rows() for cell in row if cell.value is not None]


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Runs a command in the temporary folder; gives status and both streams."""
    monkeypatch.setattr(outputs, "picture_png", lambda svg: b"\x89PNG")
    folder = tmp_path / "game"
    folder.mkdir()
    monkeypatch.chdir(folder)

    def call(*args):
        status = main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert "内部出错" not in out + err
        return status, out, err

    return call


@pytest.fixture
def folder(tmp_path):
    """Where the game is."""
    return tmp_path / "game"


@dataclass
class Read:
    """What `check --json` said."""

    checked: dict


@pytest.fixture
def read(run, folder):
    """Reads these posts with these nicknames, without resolving."""

    def reading(posts, names=()):
        _write(folder, names, posts, "局")
        return Read(json.loads(run("check", "--json")[1]))

    return reading


def _write(folder, names, posts, game):
    lines = [f"name = {quoted(game)}", 'secret = "00"', "[players]"]
    lines += [f"{power} = [{quoted(name)}]" for power, name in zip(load_board().powers, names, strict=False)]
    (folder / "game.toml").write_text("\n".join(lines), encoding="utf-8")
    (folder / "1901春.txt").write_text(posts, encoding="utf-8")


@pytest.fixture
def play(run, folder):
    """Plays the first turn with these nicknames and posts, by every command; checks what must hold for any text."""

    def played(names=(), posts="", game="局"):
        for path in folder.rglob("*"):
            if path.is_file():
                path.unlink()
        _write(folder, names, posts, game)
        answers = {"check": run("check"), "talk": run("check", "--talk"), "status": run("status")}
        answers |= {f"receipt {power}": run("check", "--receipt", power) for power in ("england", "france")}
        answers["translate"] = run("translate", "-t", "en", "1901春.txt")
        checked = json.loads(run("check", "--json")[1])
        answers["resolve"] = run("resolve", "--anyway")
        answers["why"] = run("why", "PAR", "1901春")
        reports = {form: run("report", "-f", form)[1] for form in FORMATS}
        reports["whole"] = run("report", "--whole")[1]
        made = Game(
            folder,
            answers,
            reports,
            (folder / "战报" / "1901春.svg").read_text(encoding="utf-8"),
            openpyxl.load_workbook(io.BytesIO((folder / "积分.xlsx").read_bytes())),
            json.loads((folder / "战报" / "1901春.json").read_text(encoding="utf-8")),
            checked,
        )
        assert_harmless(made)
        return made

    return played


def quoted(text):
    """As a string of TOML, whatever is in it."""
    return '"' + "".join(char if char.isalnum() else f"\\U{ord(char):08x}" for char in text) + '"'


def assert_harmless(made):
    """Nothing hidden on the terminal or in posts, no tag that is not ours, no formula of a player, no stray file."""
    for text in (made.shown(), *made.reports.values()):
        pairs = zip(" " + text, text, strict=False)
        assert not [char for before, char in pairs if char not in "\n\t" and is_hidden(char, before)]
    page = Page(made.reports["html"])
    assert page.tags <= HTML_TAGS
    assert not {name for name in page.attributes if name.startswith("on") or name == "href"}
    assert {element.tag.split("}")[-1] for element in ET.fromstring(made.picture).iter()} <= SVG_TAGS
    assert {path.name for path in made.folder.iterdir()} <= FILES
    assert {path.name for path in (made.folder / "战报").iterdir()} == REPORTS
    assert [path.name for path in made.folder.parent.iterdir()] == [made.folder.name]
