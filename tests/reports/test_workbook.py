"""The workbook of a game: what stands where, how it is laid out, and that it is the same on every run."""

from __future__ import annotations

import hashlib
import io
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import openpyxl
import pytest
from made_games import ended, facts, game

from tianshen.judge.turn_result import Victory
from tianshen.locale.names import load_names
from tianshen.model.turns import parse_turn
from tianshen.reports.picture.style import ink, tint
from tianshen.reports.scoring.scores import system_names
from tianshen.reports.workbook import workbook_words
from tianshen.reports.workbook.book import build_workbook
from tianshen.reports.workbook.summary import summarise
from tianshen.reports.workbook.workbook_words import load_workbook_words
from tianshen.resources import data_file

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

SHEETS = ["总览", "资源点", "归属", "命令", "部队", "裁定与抽签", "参数", "说明"]
REPLACED = {parse_turn("F1903"): {"italy": ("替补甲",)}, parse_turn("S1905"): {"italy": ("替补乙",)}}


@pytest.fixture(scope="module")
def played():
    return game(1, scoring=("c_diplo", "dixie"), replacements=REPLACED)


@pytest.fixture(scope="module")
def data(played) -> bytes:
    return build_workbook(*played)


def opened(data: bytes, *, values: bool = True) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(data), data_only=values)


@pytest.fixture(scope="module")
def book(data):
    return opened(data)


@pytest.fixture(scope="module")
def formulas(data):
    return opened(data, values=False)


def table(page: Worksheet, head_row: int) -> list[dict[str, object]]:
    """The rows under a heading, up to the first that is empty in its first column."""
    heads = [cell.value for cell in page[head_row]]
    rows = []
    for row in page.iter_rows(min_row=head_row + 1, values_only=True):
        if row[0] is None:
            break
        rows.append(dict(zip(heads, row, strict=True)))
    return rows


def test_the_sheets_in_their_sequence(book):
    assert book.sheetnames == SHEETS


def test_one_row_for_each_power(book, played):
    summary, _ = played
    rows = table(book["总览"], 4)
    assert [row["国家"] for row in rows] == ["英国", "法国", "德国", "意大利", "奥匈", "俄国", "土耳其", "合计"]
    assert [row["资源点"] for row in rows[:7]] == [summary.centres(power) for power in summary.powers]
    assert [row["玩家"] for row in rows[:2]] == ["海上霸主", "小马"]
    assert rows[3]["接手"] == "1903秋起 替补甲\n1905春起 替补乙"
    assert [row["漏交次数"] for row in rows[:7]] == [len(summary.missed[power]) for power in summary.powers]
    assert [row["得分"] for row in rows] == [row["C-Diplo 100"] for row in rows]
    assert {"C-Diplo 100", "Dixie", "计入平局", "备注"} <= rows[0].keys()
    assert "Carnage" not in rows[0]


def test_the_single_system_needs_no_second_column(played):
    summary, records = game(1)
    rows = table(opened(build_workbook(summary, records))["总览"], 4)
    assert "资源点数" not in rows[0]
    assert [row["得分"] for row in rows] == [row["资源点"] for row in rows]


def test_results_ranks_and_years_of_elimination():
    summary = ended((10, 10, 6, 0, 5, 3, 0), (None, None, None, 1905, None, None, 1903))
    rows = table(opened(build_workbook(summary, ()))["总览"], 4)[:7]
    assert [row["名次"] for row in rows] == [1, 1, 3, 6, 4, 5, 7]
    assert [row["灭亡年"] for row in rows] == [None, None, None, 1905, None, None, 1903]
    assert [row["结果"] for row in rows] == ["获胜", "生还", "生还", "灭国", "生还", "生还", "灭国"]


@pytest.mark.parametrize(
    ("victory", "result"),
    [
        (Victory("solo", ("england",), {}), "独胜"),
        (Victory("last_turn", ("england",), {}), "获胜"),
        (Victory("last_turn", ("england", "france"), {}), "联胜"),
        (Victory("shared", ("england", "russia"), {}), "联胜"),
        (Victory("draw", ("england", "russia"), {}), "平局"),
    ],
)
def test_the_kind_of_ending_names_the_result(victory, result):
    summary = ended((10, 6, 6, 6, 3, 3, 0), (None,) * 6 + (1904,), victory)
    rows = table(opened(build_workbook(summary, ()))["总览"], 4)[:7]
    assert [row["国家"] for row in rows if row["结果"] == result] == [
        load_names("zh").power(power) for power in summary.powers if power in victory.winners
    ]


def test_allies_are_ranked_together_unless_the_parameter_says_no():
    summary = ended((9, 3, 10, 6, 3, 3, 0), (None,) * 6 + (1904,), alliances={"西方": ("england", "france")})
    rows = table(opened(build_workbook(summary, ()))["总览"], 4)[:7]
    assert [row["名次"] for row in rows] == [1, 1, 3, 4, 5, 5, 7]
    assert [row["联盟"] for row in rows] == ["西方", "西方", None, None, None, None, None]


def test_counts_by_year_add_up(book, formulas, played):
    summary, _ = played
    rows = table(book["资源点"], 3)
    assert list(rows[0]) == ["国家", "开局", *summary.years]
    for power, row in zip(summary.powers, rows, strict=False):
        assert list(row.values())[1:] == list(summary.counts[power])
    assert set(list(rows[8].values())[1:]) == {34}
    assert set(list(rows[9].values())[1:]) == {"√"}
    assert formulas["资源点"]["B4"].value == "=COUNTIF('归属'!C$4:C$37,$A4)"


def test_changes_stand_below_the_counts(book, played):
    summary, _ = played
    page = book["资源点"]
    top = next(cell.row for cell in page["A"] if cell.value == "增减")
    russia = [cell.value for cell in page[top + 6]][2:]
    assert russia == [
        after - before for before, after in zip(summary.counts["russia"], summary.counts["russia"][1:], strict=False)
    ]
    assert page.cell(top + 6, 3).number_format == "+0;-0;0"


def test_the_chart_has_a_line_for_each_power_in_its_colour(data, played):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        chart = archive.read("xl/charts/chart1.xml").decode()
    assert chart.count("<ser>") == 7
    for power in played[0].powers:
        assert ink(power).lstrip("#").upper() in chart
    # The numbers stand in the chart too, for readers that do not calculate.
    assert chart.count("<numCache>") == 7


def test_ownership_is_in_the_colour_of_the_owner(book, played):
    summary, _ = played
    page = book["归属"]
    names = load_names("zh")
    assert page.max_row == 3 + 34
    for row in page.iter_rows(min_row=4):
        centre = next(p for p in summary.facts.board.centres if names.province(p) == row[0].value)
        for cell, owned in zip(row[2:], summary.owners, strict=False):
            owner = owned.get(centre)
            assert cell.value == (names.power(owner) if owner else "中立")
            if owner:
                assert cell.fill.fgColor.rgb[-6:] == tint(owner).lstrip("#").upper()
    rules = [rule.formula[0] for area in page.conditional_formatting for rule in area.rules]
    assert 'C4="英国"' in rules


def test_every_order_has_a_row_in_a_table_that_can_be_filtered(book, played):
    _, records = played
    page = book["命令"]
    rows = table(page, 1)
    moves = [row for row in rows if row["阶段"] == "移动"]
    assert len(moves) == sum(len(record.result.rulings) for record in records)
    assert sum(row["阶段"] == "撤退" for row in rows) == sum(len(record.result.retreats) for record in records)
    first = next(row for row in moves if row["单位"] == "伦敦舰队")
    assert (first["回合"], first["国家"], first["玩家"], first["玩家原文"]) == (
        "1901年春季",
        "英国",
        "海上霸主",
        "F LON …",
    )
    assert first["条款"].startswith("房规 ")
    assert first["原因"]
    (found,) = page.tables.values()
    assert found.ref == f"A1:L{len(rows) + 1}"
    assert [column.name for column in found.tableColumns] == list(rows[0])


def test_the_player_of_an_order_is_who_played_then(book):
    players = {}
    for row in table(book["命令"], 1):
        if row["国家"] == "意大利" and row["阶段"] == "移动":
            players.setdefault(row["玩家"], []).append(row["回合"])
    assert list(players) == ["威尼斯商人", "替补甲", "替补乙"]
    assert players["替补甲"][0] == "1903年秋季"
    assert players["替补乙"][0] == "1905年春季"


def test_all_units_stand_in_their_sheet_and_in_the_tally(book, played):
    position = played[0].position
    page = book["部队"]
    rows = [row for row in page.iter_rows(min_row=2, max_col=7, values_only=True) if row[0]]
    assert len(rows) == len(position.units)
    heads = [cell.value for cell in page[1]]
    column = heads.index("部队") + 1
    tally = {page.cell(row, column - 3).value: page.cell(row, column).value for row in range(2, 9)}
    names = load_names("zh")
    assert tally == {names.power(power): len(position.units_of(power)) for power in played[0].powers}


def test_units_that_must_retreat_are_not_forgotten():
    from tianshen.model.position import Dislodged, Position, Unit

    about = facts()
    standing = {unit.province: unit for unit in (Unit("england", "A", "MUN"),)}
    out = Dislodged(Unit("germany", "A", "MUN"), "BUR")
    position = Position(parse_turn("S1902R"), standing, about.start.centres, (out,))
    summary = summarise(facts(start=position), ())
    page = opened(build_workbook(summary, ()))["部队"]
    assert [cell.value for cell in page[3]][:8] == ["德国", "铁血宰相", "陆军", "慕尼黑", "内陆", "√", "德国", "待撤退"]


def test_decrees_and_lots_are_listed(book, played):
    _, records = played
    rows = table(book["裁定与抽签"], 1)
    kinds = [row["类别"] for row in rows]
    assert kinds[:2] == ["抽签承诺", "抽签密钥"]
    assert kinds.count("天神裁决") == sum(bool(record.reading.orders.decrees.voided) for record in records)
    assert kinds.count("随机抽取") == sum(len(record.result.lots) for record in records)
    assert kinds[-1] == "终局"
    assert "c" * 64 in rows[0]["内容"]


def test_the_secret_of_the_lots_is_not_told_before_the_end():
    summary, records = game(1, turns=3)
    data = build_workbook(summary, records)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert not any(b"geheim" in archive.read(name) for name in archive.namelist())


def test_the_parameters_are_inputs(book):
    rows = {row["参数"]: row["数值"] for row in table(book["参数"], 1)}
    assert rows["胜利资源点"] == 18
    assert rows["起始年"] == 1901
    assert rows["采用的计分制"] == "C-Diplo 100"
    assert [rows[f"C-Diplo 100 第 {place} 名"] for place in range(1, 8)] == [38, 14, 7, 0, 0, 0, 0]
    assert "Carnage 第 1 名" not in rows


def test_each_shown_system_is_explained(book, played):
    texts = [cell.value for page in (book["总览"], book["说明"]) for row in page.iter_rows() for cell in row]
    words = load_workbook_words("zh")
    for system in played[0].facts.scoring:
        sentence = words(f"systems.{system}", "text")
        assert sum(isinstance(text, str) and sentence in text for text in texts) == 2


def test_habits_of_the_trade(formulas):
    for page in formulas:
        assert page.freeze_panes, page.title
        assert not page.merged_cells.ranges, page.title
        assert page.print_title_rows, page.title
        assert page.sheet_properties.pageSetUpPr.fitToPage, page.title
        assert page.page_setup.fitToWidth == 1, page.title
        for row in page.iter_rows():
            for cell in row:
                if cell.value is not None:
                    assert (cell.font.name, cell.font.charset) == ("微软雅黑", 134)


def test_input_cells_and_formula_cells_differ_in_colour(formulas):
    page = formulas["总览"]
    fills = {page.cell(4, column).value: page.cell(5, column).fill.fgColor.rgb for column in range(1, page.max_column)}
    assert fills["玩家"] == fills["备注"] == fills["计入平局"]
    assert fills["资源点"] == fills["得分"] == fills["名次"]
    assert len({fills["玩家"], fills["得分"], fills["结果"]}) == 3
    assert formulas["参数"]["B2"].fill.fgColor.rgb == fills["玩家"]


def test_inputs_are_checked(formulas):
    choices = {rule.formula1 for rule in formulas["总览"].data_validations.dataValidation}
    assert choices == {'"是,否"'}
    rules = formulas["参数"].data_validations.dataValidation
    assert '"C-Diplo 100,Dixie"' in {rule.formula1 for rule in rules}
    assert "whole" in {rule.type for rule in rules}
    assert "decimal" in {rule.type for rule in rules}


def test_formulas_use_nothing_newer_than_excel_2007():
    old = (
        "ABS AND AVERAGEIFS COLUMN COLUMNS COUNTIF COUNTIFS IF IFERROR INDEX INT LARGE MATCH MAX MIN OR ROUND ROWS SUM"
    )
    known = {*old.split(), "SUMIFS", "SUMPRODUCT", "SUMSQ"}
    summary, records = game(2, scoring=system_names(), alliances={"西方": ("england", "france")})
    used = set()
    for page in opened(build_workbook(summary, records), values=False):
        for row in page.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    used |= set(re.findall(r"([A-Z][A-Z0-9.]*)\(", re.sub(r'"[^"]*"', "", cell.value)))
    assert used <= known


def test_a_game_that_has_just_begun_has_a_workbook_too():
    book = opened(build_workbook(summarise(facts(), ()), ()))
    assert [row["资源点"] for row in table(book["总览"], 4)] == [3, 3, 3, 3, 3, 4, 3, 22]
    assert "进行中" in book["总览"]["A2"].value


@pytest.mark.parametrize("lang", ["zh", "en", "de"])
def test_every_language(lang, played):
    summary, records = played
    book = opened(build_workbook(summary, records, lang=lang))
    words = load_workbook_words(lang)
    assert book.sheetnames[0] == words("sheets", "overview")
    assert book.worksheets[0]["A5"].value == load_names(lang).power("england")


def test_the_modern_names_can_be_chosen(played):
    book = opened(build_workbook(*played, name_set="modern"))
    assert "马赛" in [cell.value for cell in book["归属"]["A"]]


def test_the_same_game_gives_the_same_bytes(data, played):
    assert build_workbook(*played) == data


def test_the_bytes_depend_on_no_clock_and_no_hash_seed():
    code = "import hashlib, made_games as m; from tianshen.reports.workbook.book import build_workbook as b\n"
    code += "print(hashlib.sha256(b(*m.game(3, turns=4))).hexdigest())"
    here = Path(__file__).parent
    found = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": f"{here}:{here.parents[1]}", "TZ": zone, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed, zone in (("1", "UTC"), ("2", "Asia/Shanghai"))
    ]
    assert found == [hashlib.sha256(build_workbook(*game(3, turns=4))).hexdigest()] * 2


def test_openpyxl_is_imported_only_when_a_workbook_is_made():
    code = "import sys, tianshen.reports.workbook.book, tianshen.reports.season.table; print('openpyxl' in sys.modules)"
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert done.stdout.strip() == "False"


def test_no_word_in_the_data_is_without_use():
    folder = Path(workbook_words.__file__).parents[1]
    source = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    words = tomllib.loads(data_file("locales", "zh", "workbook.toml").read_text(encoding="utf-8"))
    keys = {key for section, rows in words.items() if isinstance(rows, dict) and section != "systems" for key in rows}
    unused = {
        key
        for key in keys
        if f'"{key}"' not in source and f'"{key.removesuffix("_note").removesuffix("_topic")}"' not in source
    }
    assert unused <= {"land", "coast", "sea"}  # the grounds of the map's provinces
