"""Long reports as several posts: none too long, none losing a word, powers kept together."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reported import HOMES, OPENING, document, recorded

from tianshen.reports.document.post_limits import LimitTooSmall, split_document
from tianshen.reports.document.rendering import render_document, render_parts
from tianshen.reports.document.report_tree import Document, Foreign, ReportLine, ReportSection, Table
from tianshen.reports.document.target import load_target


def report():
    return document(recorded(OPENING, turn="F1901", centres=HOMES, game="第三届"))


def words_of(parts):
    """All that the parts say, without titles and headings."""
    lines = [line for part in parts for line in part.splitlines()[1:] if line]
    return [line for line in lines if not line.startswith("〔")]


def test_a_report_that_fits_is_one_post():
    assert render_parts(report(), "plain") == [render_document(report(), "plain")]
    assert render_parts(report(), "discuz") == [render_document(report(), "discuz")]
    assert render_parts(report(), "html", 10) == [render_document(report(), "html")]


@pytest.mark.parametrize("form", ["plain", "discuz", "nga", "phpbb", "markdown"])
@pytest.mark.parametrize("limit", [600, 1500, 4000])
def test_no_part_is_longer_than_the_limit_in_the_targets_unit(form, limit):
    target = load_target(form)
    parts = render_parts(report(), form, limit)
    assert all(target.size(part) <= limit for part in parts)
    assert len(parts) > 1 or target.size(render_document(report(), form)) <= limit
    for number, part in enumerate(parts, 1):
        assert "天神战报" in part.splitlines()[0]
        if len(parts) > 1:
            assert f"（{number}/{len(parts)}）" in part.splitlines()[0]


def test_bytes_are_counted_in_the_targets_encoding():
    sizes = [len(render_parts(report(), form, 2000)) for form in ("discuz", "nga")]
    assert sizes[0] > sizes[1]  # three bytes a character against two


def test_posts_are_cut_between_powers():
    whole = render_document(report(), "plain")
    parts = render_parts(report(), "plain", 700)
    assert len(parts) > 2
    sections = whole.split("\n\n")[1:]
    for section in sections:
        if len(section) < 500:
            assert sum(section.strip() in part for part in parts) >= 1, section


def test_nothing_is_lost():
    whole = render_parts(report(), "plain", 0)
    assert words_of(render_parts(report(), "plain", 700)) == words_of(whole)


def test_a_long_section_goes_on_under_its_heading():
    lines = tuple(ReportLine((f"第{number}行",)) for number in range(40))
    tree = Document("zh", ("题",), (ReportSection(("表",), lines),))
    parts = render_parts(tree, "plain", 60)
    assert all("〔表〕" in part for part in parts)
    assert words_of(parts) == [f"第{number}行" for number in range(40)]


def test_a_long_table_repeats_its_header():
    rows = tuple(((f"国{number}",), (str(number),)) for number in range(30))
    lines = tuple((f"国{number} {number}",) for number in range(30))
    tree = Document("zh", ("题",), (ReportSection(("表",), (Table((("国",), ("数",)), rows, lines),)),))
    parts = render_parts(tree, "markdown", 120)
    assert len(parts) > 3
    assert all("| 国 | 数 |" in part for part in parts)
    assert [line for line in words_of(parts) if line.startswith("| 国") and "数" not in line] == [
        f"| 国{number} | {number} |" for number in range(30)
    ]
    assert words_of(render_parts(tree, "plain", 80)) == [f"国{number} {number}" for number in range(30)]


def test_even_a_single_line_is_cut_where_it_must_be():
    line = ReportLine(("甲" * 300, Foreign("乙" * 100)), "√", (("注" * 50,),))
    parts = render_parts(Document("zh", ("题",), (ReportSection((), (line,)),)), "plain", 100)
    text = "".join(parts)
    assert text.count("甲") == 300
    assert text.count("乙") == 100
    assert text.count("注") == 50
    assert all(len(part) <= 100 for part in parts)


def test_a_limit_that_holds_nothing_is_refused():
    with pytest.raises(LimitTooSmall):
        render_parts(report(), "plain", 10)
    with pytest.raises(LimitTooSmall):
        split_document(Document("zh", ("题",), (ReportSection(("表",), ()),)), lambda _: False)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.integers(1, 60), max_size=6), min_size=1, max_size=6), st.integers(40, 200))
def test_any_document_is_cut_without_loss(shape, limit):
    sections = tuple(
        ReportSection((f"节{number}",), tuple(ReportLine(("字" * size,)) for size in sizes))
        for number, sizes in enumerate(shape)
        if sizes
    )
    parts = render_parts(Document("zh", ("题",), sections), "plain", limit)
    assert all(len(part) <= limit for part in parts)
    assert "".join(parts).count("字") == sum(map(sum, shape))
