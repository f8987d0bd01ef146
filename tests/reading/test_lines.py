"""Lines as people write them, each with its right reading beside it; the counts are printed, wrong ones are none.

A file of `lines/` holds positions in the form of case files, each followed by a blank line and lines
`text => reading`. A reading lists, parted by ` ; `: orders in canonical form, `builds …`, `disbands …`, `chat`, `error`
with the code if it matters, `directive …`, `power …`. Codes in brackets are the notices of an order. A line end is
`\\n`.
"""

from pathlib import Path

import pytest

from tianshen.locale.lexicon import load_lexicon
from tianshen.model.board import load_board
from tianshen.model.canonical import canonical
from tianshen.reading.case.case_file import read_case
from tianshen.reading.grammar.read_text import read_stretches
from tianshen.reading.grammar.stretches import (
    ChatStretch,
    DecreeStretch,
    DirectiveStretch,
    GrammarContext,
    HeadingStretch,
    ListStretch,
    MarkStretch,
    OrderStretch,
    UnreadableStretch,
)
from tianshen.text.source import Span, source_of

LINES = Path(__file__).parent / "lines"
OPENINGS = ("局面", "Position", "Stellung")


def blocks(path):
    """Pairs of a position and the (line number, text, reading) triples below it."""
    head, rows, found = [], [], []
    in_head = False
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if line.startswith(OPENINGS) and " => " not in line:
            if rows:
                found.append((head, rows))
            head, rows, in_head = [line], [], True
        elif in_head:
            in_head = bool(line.strip())
            head.append(line)
        elif line.strip() and not line.startswith("# "):
            text, _, reading = line.rpartition(" => ")
            assert text, (path.name, number)
            rows.append((number, text.replace("\\n", "\n"), reading.strip()))
    found.append((head, rows))
    return found


def codes(notices):
    return " (" + " ".join(str(notice.code) for notice in notices) + ")" if notices else ""


def shown(stretch, position):
    match stretch:
        case OrderStretch():
            return canonical(stretch.order, position) + codes(stretch.notices)
        case ListStretch():
            return f"{stretch.kind} {', '.join(str(entry) for entry, _ in stretch.entries)}" + codes(stretch.notices)
        case UnreadableStretch():
            return f"error {stretch.notices[0].code}"
        case HeadingStretch():
            return f"power {stretch.power or ('gm' if stretch.game_master else stretch.turn)}"
        case DirectiveStretch():
            return f"directive {stretch.directive}"
        case ChatStretch():
            return "chat"
        case DecreeStretch():
            return "decree"
    raise AssertionError(stretch)


def reading_of(text, position):
    source = source_of(text)
    context = GrammarContext(load_board(), position, load_lexicon())
    stretches = read_stretches(source, Span(0, len(source.text)), context)
    return [shown(s, position) for s in stretches if not isinstance(s, MarkStretch)]


def agrees(got, wanted):
    items = wanted.split(" ; ") if wanted != "nothing" else []
    return len(got) == len(items) and all(
        a == b or (b == "error" and a.startswith("error ")) for a, b in zip(got, items, strict=True)
    )


@pytest.mark.parametrize("path", sorted(LINES.glob("*.txt")), ids=lambda path: path.stem)
def test_lines_are_read_as_written_beside_them(path):
    wrong = []
    for head, rows in blocks(path):
        position = read_case(source_of("\n".join(head))).position
        for number, text, wanted in rows:
            got = reading_of(text, position)
            if not agrees(got, wanted):
                wrong.append(f"{path.name}:{number}: {text!r}\n    is    {' ; '.join(got)}\n    not   {wanted}")
    assert not wrong, "\n" + "\n".join(wrong)


def test_the_corpus_is_large_and_asks_little():
    rows = [row for path in LINES.glob("*.txt") for _, rows in blocks(path) for row in rows]
    asked = [row for row in rows if "error" in row[2]]
    assert len(rows) >= 600
    assert len({text for _, text, _ in rows}) >= 590
    print(f"{len(rows)} lines, {len(asked)} of them with a question, none read wrong")
