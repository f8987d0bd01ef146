"""What the game master types comes back; what else was changed is noticed; nothing that is no workbook does harm."""

from __future__ import annotations

import io
import random
import zipfile
from typing import TYPE_CHECKING

import openpyxl
import pytest
from made_games import ended, game
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import PatternFill
from openpyxl.worksheet.datavalidation import DataValidation

from tianshen.judge.turn_result import Victory
from tianshen.reports.scoring.scores import Rates, score
from tianshen.reports.workbook.book import build_workbook
from tianshen.reports.workbook.inputs import Change, KeptInputs, read_inputs

if TYPE_CHECKING:
    from collections.abc import Callable

    from openpyxl.workbook import Workbook


@pytest.fixture(scope="module")
def played():
    return game(1, turns=6, scoring=("c_diplo", "dixie"))


@pytest.fixture(scope="module")
def data(played) -> bytes:
    return build_workbook(*played)


def edited(data: bytes, edit: Callable[[Workbook], object]) -> bytes:
    """The workbook after somebody changed and saved it with another program."""
    book = openpyxl.load_workbook(io.BytesIO(data))
    edit(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def typed(**cells: object) -> Callable[[Workbook], None]:
    """Types into cells of 总览, named like `B5`."""

    def edit(book: Workbook) -> None:
        for place, value in cells.items():
            book["总览"][place] = value

    return edit


def heading(book: Workbook, sheet: str, row: int, text: str) -> int:
    return next(cell.column for cell in book[sheet][row] if cell.value == text)


def parameter(name: str, value: object) -> Callable[[Workbook], None]:
    def edit(book: Workbook) -> None:
        row = next(cell.row for cell in book["参数"]["A"] if cell.value == name)
        book["参数"].cell(row, 2).value = value

    return edit


def test_a_workbook_as_written_holds_nothing_of_the_game_masters(data):
    assert read_inputs(data) == KeptInputs()


def test_saved_again_without_a_change_it_is_still_unchanged(data):
    assert read_inputs(edited(data, lambda book: None)) == KeptInputs()


def test_names_and_remarks_come_back(data, played):
    def edit(book):
        page = book["总览"]
        page.cell(6, 2).value = "马大帅"
        page.cell(7, heading(book, "总览", 4, "备注")).value = "请假一回合"
        memo = next(cell.row for cell in book["说明"]["A"] if cell.value == "备忘 1")
        book["说明"].cell(memo, 2).value = "下届改用 Dixie"

    kept = read_inputs(edited(data, edit))
    assert kept.changes == ()
    assert kept.values == {
        "overview.player/france": "马大帅",
        "overview.remark/germany": "请假一回合",
        "notes.text/memo/1": "下届改用 Dixie",
    }
    again = build_workbook(*played, kept=kept)
    assert read_inputs(again) == kept
    book = openpyxl.load_workbook(io.BytesIO(again))
    assert book["总览"]["B6"].value == "马大帅"
    assert book["部队"]["B2"].value == "海上霸主"
    assert "马大帅" in {cell.value for cell in book["部队"]["B"]}


def test_a_typed_name_outlives_a_change_of_the_settings_and_others_follow_it(data, played):
    kept = read_inputs(edited(data, typed(B6="马大帅")))
    summary, records = game(1, turns=6, players={"england": ("新英国",), "france": ("新法国",)})
    book = openpyxl.load_workbook(io.BytesIO(build_workbook(summary, records, kept=kept)))
    assert [book["总览"][f"B{row}"].value for row in (5, 6, 7)] == ["新英国", "马大帅", None]


def test_a_cleared_cell_gets_its_own_value_back(data, played):
    kept = read_inputs(build_workbook(*played, kept=KeptInputs({"overview.player/france": "马大帅"})))
    assert kept.text("overview.player/france") == "马大帅"
    cleared = read_inputs(edited(build_workbook(*played, kept=kept), typed(B6=None)))
    assert cleared == KeptInputs()


def test_parameters_change_the_values_beside_the_formulas(data, played):
    kept = read_inputs(edited(edited(data, parameter("C-Diplo 100 第 1 名", 40)), parameter("采用的计分制", "Dixie")))
    assert kept.values == {"parameters.value/place/c_diplo/1": 40, "parameters.value/counts": "dixie"}
    page = openpyxl.load_workbook(io.BytesIO(build_workbook(*played, kept=kept)), data_only=True)["总览"]
    column = next(cell.column for cell in page[4] if cell.value == "C-Diplo 100")
    expected = score("c_diplo", played[0].standing, Rates(100, (40, 14, 7, 0, 0, 0, 0)))
    assert [page.cell(row, column).value for row in range(5, 12)] == pytest.approx(expected)
    counted = next(cell.column for cell in page[4] if cell.value == "得分")
    expected = score("dixie", played[0].standing)
    assert [page.cell(row, counted).value for row in range(5, 12)] == pytest.approx(expected)


def test_members_of_a_draw_can_be_typed_in():
    draw = Victory("draw", ("england", "france", "germany"), {})
    summary = ended((10, 8, 6, 6, 4, 0, 0), (None,) * 5 + (1902, 1903), draw, scoring=("draw_size",))
    data = build_workbook(summary, ())
    page = openpyxl.load_workbook(io.BytesIO(data), data_only=True)["总览"]
    assert [page.cell(row, 9).value for row in range(5, 12)] == pytest.approx([100 / 3] * 3 + [0] * 4)
    kept = read_inputs(edited(data, typed(J7="否")))
    assert kept == KeptInputs({"overview.in_draw/germany": "no"})
    page = openpyxl.load_workbook(io.BytesIO(build_workbook(summary, (), kept=kept)), data_only=True)["总览"]
    assert [page.cell(row, 9).value for row in range(5, 12)] == [50, 50, 0, 0, 0, 0, 0]


def test_numbers_of_a_system_that_is_no_longer_shown_are_not_lost(played):
    summary, records = played
    kept = KeptInputs({"parameters.value/place/carnage/1": 7777, "overview.in_draw/italy": "no"})
    again = read_inputs(build_workbook(summary, records, kept=kept))
    assert again == kept


def test_what_was_typed_in_one_language_is_kept_in_another(data, played):
    kept = read_inputs(edited(edited(data, typed(B6="马大帅")), parameter("联盟合并排名", "是")))
    german = build_workbook(*played, lang="de", kept=kept)
    book = openpyxl.load_workbook(io.BytesIO(german))
    assert {cell.value for cell in book["Parameter"]["B"]} >= {"ja"}
    assert read_inputs(german) == kept


def test_a_sorted_and_renamed_sheet_keeps_each_name_with_its_power(data):
    def edit(book):
        page = book["总览"]
        page.title = "成绩"
        for column in range(1, page.max_column + 1):
            one, other = page.cell(5, column), page.cell(6, column)
            one.value, other.value = other.value, one.value
        page["B6"] = "无敌舰队"

    kept = read_inputs(edited(data, edit))
    assert kept.values == {"overview.player/england": "无敌舰队"}
    assert {change.kind for change in kept.changes} >= {"sheet_added", "sheet_gone"}


def test_a_copied_sheet_does_not_win_over_the_original(data):
    def edit(book):
        copy = book.copy_worksheet(book["总览"])
        copy.title = "备份"
        book.move_sheet(copy, -8)
        copy["B6"] = "旧名"
        book["总览"]["B6"] = "新名"

    kept = read_inputs(edited(data, edit))
    assert kept.values == {"overview.player/france": "新名"}
    assert kept.changes == (Change("sheet_added", "备份"),)


@pytest.mark.parametrize(
    ("edit", "change"),
    [
        (lambda book: book.create_sheet("我的笔记"), Change("sheet_added", "我的笔记")),
        (lambda book: book.remove(book["部队"]), Change("sheet_gone")),
        (typed(D5=9), Change("sheet_changed", "总览")),
        (typed(Z30="=SUM(D5:D11)"), Change("sheet_changed", "总览")),
        (lambda book: book["命令"].cell(2, 10, "我不同意"), Change("sheet_changed", "命令")),
        (lambda book: book["归属"].merge_cells("A40:B41"), Change("sheet_changed", "归属")),
        (
            lambda book: setattr(book["总览"]["C6"], "fill", PatternFill("solid", "00FF00")),
            Change("sheet_changed", "总览"),
        ),
        (
            lambda book: setattr(book["资源点"].column_dimensions["C"], "hidden", True),
            Change("sheet_changed", "资源点"),
        ),
        (
            lambda book: book["总览"].conditional_formatting.add("D5:D11", CellIsRule("greaterThan", ["9"])),
            Change("sheet_changed", "总览"),
        ),
        (
            lambda book: book["总览"].add_data_validation(DataValidation("list", formula1='"a,b"', sqref="D5")),
            Change("sheet_changed", "总览"),
        ),
    ],
    ids=["sheet", "no sheet", "number", "formula", "text", "merged", "colour", "hidden", "rule", "check"],
)
def test_changes_besides_the_inputs_are_noticed(data, edit, change):
    assert read_inputs(edited(data, edit)).changes == (change,)


def test_charts_and_comments_are_noticed(data):
    def chart(book):
        own = BarChart()
        own.add_data(Reference(book["资源点"], 2, 4, 2, 10))
        book["资源点"].add_chart(own, "P2")

    assert Change("sheet_changed", "资源点") in read_inputs(edited(data, chart)).changes
    comment = edited(data, lambda book: setattr(book["总览"]["B5"], "comment", Comment("注意", "天神")))
    assert "part" in {change.kind for change in read_inputs(comment).changes}


def test_parts_that_the_program_never_writes_are_noticed(data):
    for name, content in {
        "xl/media/image1.png": b"\x89PNG",
        "xl/vbaProject.bin": b"macro",
        "xl/drawings/drawing9.xml": b"<xdr:wsDr><xdr:sp></xdr:sp></xdr:wsDr>",
        "xl/worksheets/sheet99.xml": b"<x14:sparklineGroup/>",
    }.items():
        out = io.BytesIO(data)
        with zipfile.ZipFile(out, "a") as archive:
            archive.writestr(name, content)
        assert read_inputs(out.getvalue()).changes == (Change("part", name),), name


@pytest.mark.parametrize("value", ["十八", "=9+9", True])
def test_a_number_that_is_none_is_not_used_but_reported(data, value):
    kept = read_inputs(edited(data, parameter("胜利资源点", value)))
    assert kept == KeptInputs(changes=(Change("input", "参数!B2"),))


@pytest.mark.parametrize(("name", "value"), [("采用的计分制", "随便"), ("联盟合并排名", "也许")])
def test_a_word_that_is_no_choice_is_not_used_but_reported(data, name, value):
    kept = read_inputs(edited(data, parameter(name, value)))
    assert kept.values == {}
    assert [change.kind for change in kept.changes] == ["input"]


def test_a_foreign_workbook_is_told_from_our_own():
    book = openpyxl.Workbook()
    book.active["A1"] = "我的表"
    out = io.BytesIO()
    book.save(out)
    assert read_inputs(out.getvalue()) == KeptInputs(changes=(Change("foreign"),))


@pytest.mark.parametrize("broken", [b"", b"PK", b"not a workbook", b"\xd0\xcf\x11\xe0" + b"\0" * 600])
def test_a_broken_file_is_unreadable_and_nothing_worse(broken):
    assert read_inputs(broken) == KeptInputs(changes=(Change("unreadable"),))


def test_damage_anywhere_never_raises(data):
    rng = random.Random(3)
    for _ in range(25):
        damaged = bytearray(data)
        for _ in range(rng.randint(1, 40)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        assert isinstance(read_inputs(bytes(damaged[: rng.randrange(len(damaged))])), KeptInputs)
        assert isinstance(read_inputs(bytes(damaged)), KeptInputs)


def test_a_bomb_is_not_unpacked():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(3):
            archive.writestr(f"xl/worksheets/sheet{number}.xml", bytes(80_000_000))
    assert read_inputs(out.getvalue()) == KeptInputs(changes=(Change("unreadable"),))


def test_one_cell_in_the_last_corner_takes_no_time(data):
    far = edited(data, lambda book: book["总览"].cell(1_048_576, 16_384, "远"))
    assert read_inputs(far).changes == (Change("sheet_changed", "总览"),)
