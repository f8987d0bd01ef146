"""docs/grammar.md is true: its examples are read as it says, and what it names exists."""

import re
from pathlib import Path

import pytest
from test_lines import agrees, reading_of

from tianshen.locale.lexicon import WordClass
from tianshen.model.board import load_board
from tianshen.model.canonical import canonical
from tianshen.model.rules import load_rules
from tianshen.notices import Level
from tianshen.reading.case.case_file import read_case
from tianshen.reading.decrees import DecreeLine, read_decrees
from tianshen.reading.turn_context import TurnContext
from tianshen.reading.words import word_classes
from tianshen.text.source import Span, source_of

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "grammar.md").read_text(encoding="utf-8")
READING = ROOT / "tianshen" / "reading"


def blocks(kind):
    """The lines of the blocks of one kind."""
    return [line for block in re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.S | re.M) for line in block.splitlines()]


POSITION = read_case(source_of("\n".join(blocks("position")))).position


@pytest.mark.parametrize("line", blocks("lines"))
def test_examples_are_read_as_the_page_says(line):
    text, _, wanted = line.rpartition(" => ")
    got = reading_of(text.replace("\\n", "\n"), POSITION)
    assert agrees(got, wanted), got


def decreed(text):
    source = source_of(text)
    line = DecreeLine(Span(0, len(text)), source, source, 0)
    found = read_decrees([line], TurnContext(load_board(), POSITION, load_rules().options))
    if any(notice.level is Level.ERROR for notice in found.notices):
        return "error"
    if found.ended:
        return "ended"
    for said, values in (("void", found.voided), ("disband", found.disbands), ("draw", found.draw)):
        if values:
            return " ".join([said, *values])
    return canonical(found.given[0][1].order, POSITION)


@pytest.mark.parametrize("line", blocks("decrees"))
def test_decrees_are_read_as_the_page_says(line):
    text, _, wanted = line.rpartition(" => ")
    assert decreed(text) == wanted


def test_what_the_page_names_exists():
    code = {path.stem: path.read_text(encoding="utf-8") for path in READING.rglob("*.py")}
    named = re.findall(r"\b([a-z_]+)\.(?!py\b|toml\b)([A-Za-z_]\w+)(?:\.(\w+))?\b", PAGE)
    for module, name, method in named:
        if module not in code:
            continue
        assert re.search(rf"^(?:def|class) {name}\b", code[module], re.M), (module, name)
        assert not method or re.search(rf"^    def {method}\b", code[module], re.M), (module, method)
    prose = re.sub(r"^```(?:lines|decrees)\n.*?^```$", "", PAGE, flags=re.S | re.M)
    capitals = set(re.findall(r"\b[A-Z][A-Z_]{2,}\b", prose))
    assert capitals <= {*WordClass.__members__, *vars(word_classes)}
