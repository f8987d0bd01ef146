"""What is published of a turn, as text and bytes: the report, the JSON record, the picture. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tianshen.errors import InputError
from tianshen.game.deadline_text import moment_text
from tianshen.game.file_names import report_file
from tianshen.game.record_files import json_text, record_data
from tianshen.model.board import STANDARD
from tianshen.reports.contents.game_document import game_document
from tianshen.reports.contents.turn_document import turn_document
from tianshen.reports.contents.version_changes import with_changes
from tianshen.reports.document.rendering import render_document, render_parts
from tianshen.reports.picture.drawing import picture_png, picture_svg
from tianshen.reports.picture.geometry import has_shapes
from tianshen.writing.language import Language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.game.opened_game import Game
    from tianshen.notices import Notice
    from tianshen.record.turn_record import TurnRecord
    from tianshen.reports.document.report_tree import Document

PLAIN = "plain"
HTML = "html"
_ENDINGS = {PLAIN: ".txt", HTML: ".html", "markdown": ".md"}


@dataclass(frozen=True, slots=True)
class Outputs:
    """The files of a publication, by name, and what could not be made."""

    files: dict[str, bytes]
    notices: tuple[Notice, ...] = ()


def turn_outputs(game: Game, record: TurnRecord, lang: str, *, png: bool = True) -> Outputs:
    """Every file that is published of the turn; a picture that cannot be made is told and does not stop the rest.

    Of a board without shapes there is no picture.

    Without `png` the picture is an SVG only, which is made at once.
    """
    turn = record.result.before.turn
    language = Language(lang, game.settings.names, game.settings.map)
    document = report_document(game, record, lang)
    svg = picture_svg(record, language.names) if has_shapes(game.board.name) else ""
    texts = {report_file(turn, _ENDINGS[PLAIN]): "\n\n".join(posts(document, PLAIN))}
    form = game.settings.report
    texts[report_file(turn, _ENDINGS.get(form, f".{form}.txt"))] = "\n\n".join(posts(document, form, svg))
    texts[report_file(turn, ".json")] = json_text(record_data(record, language))
    if svg:
        texts[report_file(turn, ".svg")] = svg
    files = {name: text.encode() for name, text in texts.items()}
    try:
        if png and svg:
            files[report_file(turn, ".png")] = picture_png(svg)
    except InputError as error:
        return Outputs(files, error.notices)
    return Outputs(files)


def report_document(game: Game, record: TurnRecord, lang: str) -> Document:
    """Return the report of a turn; a new version says what it changes against the one before."""
    settings = game.settings
    language = Language(lang, settings.names, settings.map)
    deadline = settings.deadlines.get(record.result.position.turn)
    document = turn_document(
        record,
        language,
        deadline=moment_text(deadline, settings.zone, lang) if deadline else "",
    )
    published = previous_report(game, record)
    return document if published is None else with_changes(document, published, language)


def previous_report(game: Game, record: TurnRecord) -> str | None:
    """Return the plain text of the version before this one; None where this is the first, or the old one is gone."""
    turn, version = record.result.before.turn, record.version
    if version == 1:
        return None
    kept = game.folder.read(report_file(turn, ".txt", version - 1))
    source = kept or game.folder.read(report_file(turn, ".txt"))
    return source.text if source else None


def game_report(records: Sequence[TurnRecord], lang: str, name_set: str) -> Document:
    """Return the report of the whole game so far; raises `ValueError` where nothing was played."""
    board = records[0].board.name if records else STANDARD
    return game_document(records, Language(lang, name_set, board))


def posts(document: Document, form: str, picture: str = "") -> list[str]:
    """Return the document in that format, in as many posts as its place asks for."""
    return [render_document(document, form, picture=picture)] if form == HTML else render_parts(document, form)
