"""Each format writes what its readers understand, and nobody's words become markup."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reported import OPENING, document, recorded, where

from tianshen.errors import DataError
from tianshen.reading.result import LeftOut
from tianshen.reports.document.escaping import harmless, widened
from tianshen.reports.document.rendering import known_formats, render_document
from tianshen.reports.document.report_tree import Document, Foreign, ReportLine, ReportSection, Table, flat, foreign
from tianshen.reports.document.target import formats, load_target, read_target
from tianshen.resources import read_toml

FORMS = ("plain", "discuz", "nga", "phpbb", "markdown", "html")
FORUMS = tuple(form for form in FORMS if form != "html")

HOSTILE = [
    "[b]粗[/b]",
    "[img]http://example.com/a.png[/img]",
    "[url=https://example.com]点我[/url]",
    "[quote]别人的话[/quote]",
    "[hide]藏[/hide]",
    "[dice]1d6[/dice]",
    "[@天神]",
    "@天神 看这里",
    "#话题#",
    "#(呵呵)",
    "(#泪)",
    ":) ;) :D :lol: {:1_1:} 8-)",
    "[s:ac:blink]",
    "[微笑] /微笑",
    "www.example.com 和 example.com/x",
    "![图](http://example.com)",
    "[点我](javascript:alert(1))",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<@1234> <#99> <:x:1>",
    "**粗** __线__ ~~删~~ `码` ||藏||",
    "===标题===",
    "| a | b |",
    "> 引用",
    "$x^2$ &lt; &#91;",
    "{power} {0} %s",
]


def one_line(words, form):
    tree = Document("zh", ("题",), (ReportSection((), (ReportLine(("原文", Foreign(words))),)),))
    return render_document(tree, form)


def body(words, form):
    """What the words became in a forum format."""
    before, after = one_line("界", form).split("界")
    return one_line(words, form).removeprefix(before).removesuffix(after)


def test_there_is_one_function_for_all_formats():
    assert known_formats() == formats() == tuple(sorted(FORMS))
    for form in FORMS:
        assert "柏林陆军" in render_document(document(recorded(OPENING)), form)
    with pytest.raises(KeyError):
        render_document(document(recorded(OPENING)), "word")


@pytest.mark.parametrize("form", FORUMS)
@pytest.mark.parametrize("words", HOSTILE)
def test_other_peoples_words_never_become_markup(words, form):
    shown = body(words, form)
    meaning = "[]@#:;(){}" + ("<>=*_~`|&\\" if form != "plain" else "*_~`|")
    assert [char for char in shown if char in meaning] == []
    assert "://" not in shown
    assert "www." not in shown
    assert "example.com" not in shown


@pytest.mark.parametrize("form", FORUMS)
@pytest.mark.parametrize("words", HOSTILE)
def test_words_stay_readable_and_can_be_encoded_in_gbk(words, form):
    shown = body(words, form)
    assert len(shown) == len(words)
    narrow = "".join(chr(ord(char) - 0xFEE0) if 0xFF01 <= ord(char) <= 0xFF5E else char for char in shown)
    assert narrow == words
    assert shown.encode("gbk")


class Tags(HTMLParser):
    """Collects tags and attributes."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data):
        self.words += data


@pytest.mark.parametrize("words", HOSTILE)
def test_html_keeps_the_words_and_gains_no_tag(words):
    harmless_page, page = Tags(one_line("界", "html")), Tags(one_line(words, "html"))
    assert page.found == harmless_page.found
    assert words in page.words


@given(st.text(max_size=60))
def test_no_text_whatever_becomes_markup(words):
    shown = foreign(words).text
    for form in FORUMS:
        text = body(shown, form) if shown else ""
        assert not set("[]@#:") & set(text)
        assert "\n" not in text
    assert Tags(one_line(shown or "x", "html")).found == Tags(one_line("界", "html")).found


@pytest.mark.parametrize("form", FORMS)
def test_nicknames_game_names_and_orders_are_other_peoples_words(form):
    bad = "[b]@x <i>"
    left = (LeftOut(None, bad, where(bad), "late"),)
    record = recorded(
        "france: A PAR - LON", game=bad, players={"france": bad}, words={"PAR": bad}, reading={"left_out": left}
    )
    text = render_document(document(record), form)
    assert form == "plain" or "<i>" not in text
    assert form == "html" or ("[b]@x" not in text and text.count("［b］＠x") == 5)


def test_the_programs_own_brackets_are_shown_as_brackets():
    for form in ("discuz", "nga", "phpbb", "markdown"):
        line = ReportLine(("see [b] or <b> *x*",))
        text = render_document(Document("en", ("t",), (ReportSection((), (line,)),)), form)
        assert "[b]" not in text.replace("[b]t[/b]", "")
        assert "［b］" in text


def test_invisible_characters_and_line_ends_are_taken_out():
    assert foreign("A Lon\r\n- \u202eNth\u200b\x1b[31m\ufeff").text == "A Lon - Nth[31m"
    assert foreign("a" + "\u0301" * 50).text == "a" + "\u0301" * 2
    assert foreign("\t 甲  乙 \n").text == "甲 乙"
    long = foreign("长" * 1_000_000)
    assert len(long.text) == 200
    assert long.text.endswith("…")
    assert foreign("", 10).text == ""
    assert foreign("a\u3164\u2800b").text == "a b"
    assert foreign("❤\ufe0f a\ufe0f").text == "❤\ufe0f a"


def test_words_of_which_nothing_is_seen_are_shown_by_their_numbers():
    assert foreign("\u3164").text == "U+3164"
    assert foreign("\u200b\U000e0041").text == "U+200B U+E0041"


def test_widened_and_harmless():
    assert widened("a[b]c", "[]") == "a［b］c"
    assert harmless("a.b 2.2.3 x. www.x.cn", "") == "a．b 2.2.3 x. www．x．cn"


TABLE = Table(
    (("国家",), ("数|目",)),
    ((("英国",), ("3",)), ((Foreign("a|b"),), ("4",))),
    (("英国 3",), (Foreign("a|b"), " 4")),
    frozenset({1}),
)


def table_in(form):
    return render_document(Document("zh", ("题",), (ReportSection(("表",), (TABLE,)),)), form)


def test_tables_are_tables_where_there_are_tables_and_lines_elsewhere():
    assert table_in("plain") == "题\n\n〔表〕\n英国 3\na｜b 4\n"
    assert "英国 3\na｜b 4" in table_in("phpbb")
    assert "| 国家 | 数｜目 |\n| --- | ---: |\n| 英国 | 3 |\n| a｜b | 4 |" in table_in("markdown")
    assert "[table=98%][tr][td][b]国家[/b][/td]" in table_in("discuz")
    assert table_in("nga").count("[tr]") == 3
    assert '<td class="number">4</td>' in table_in("html")


@pytest.mark.parametrize("form", ["discuz", "nga", "phpbb"])
def test_tags_are_closed_in_the_right_sequence(form):
    text = render_document(document(recorded(OPENING, turn="F1901")), form)
    stack = []
    for piece in text.split("[")[1:]:
        tag = piece.split("]")[0]
        name = tag.strip("/").partition("=")[0]
        if tag.startswith("/"):
            assert stack.pop() == name
        else:
            stack.append(name)
    assert stack == []


def test_the_picture_is_embedded_as_an_image():
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    page = render_document(document(recorded(OPENING)), "html", picture=svg)
    assert 'src="data:image/svg+xml;base64,' in page
    assert "<script>" not in page
    assert "<img" not in render_document(document(recorded(OPENING)), "html")
    assert "http" not in render_document(document(recorded(OPENING)), "html")


def test_marks_stand_with_words_and_the_outcome_is_a_class():
    page = render_document(document(recorded(OPENING)), "html")
    assert '<p class="marked bounces"><span class="mark">×</span>巴黎陆军 移动 伯干第：以1对1与慕尼黑陆军对峙' in page


def test_lines_are_not_aligned_by_spaces():
    text = render_document(document(recorded(OPENING, turn="F1901")))
    assert "  " not in text


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"limit": "many"}, "limit: missing or of the wrong kind"),
        ({"limit": True}, "limit: missing or of the wrong kind"),
        ({"colour": 1}, "colour: no such key"),
        ({"unit": "pages"}, "unit: one of bytes, characters"),
        ({"foreign": "[甲"}, "foreign: '甲' has no full width"),
        ({"tags": {"title": ["a"]}}, "tags.title: a pair of texts is missing"),
        ({"encoding": "klingon"}, "encoding: unknown"),
    ],
)
def test_broken_targets_are_named(change, fault):
    table = {**read_toml("locales", "posts", "discuz.toml"), **change}
    with pytest.raises(DataError) as caught:
        read_target("discuz", table)
    assert fault in caught.value.faults
    assert "locales/posts/discuz.toml" in str(caught.value)


def test_a_target_measures_in_its_own_way():
    assert load_target("nga").size("柏林a") == 5
    assert load_target("nga").size("🐻") == len("&#128059;")
    assert load_target("discuz").size("柏林a") == 7
    assert load_target("phpbb").size("柏林a") == 3


def test_flat_text_is_what_is_read():
    assert flat(("a", Foreign("b"), "c")) == "abc"


def test_the_code_of_a_draw_can_be_copied_from_markdown():
    """A player puts `F1906|retreat A VIE|BOH` into a calculator: the signs between must be what they look like."""
    from tianshen.reports.document.plain import literal
    from tianshen.reports.document.target import load_target

    assert literal(("F1906|retreat A VIE|",), load_target("markdown")) == "F1906|retreat A VIE|"
