"""`excel` and `season`: the workbook of a game, and the table over many games."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tianshen.cli.options import HERE, GameOption, LangOption, chosen_lang
from tianshen.cli.speech import Speech
from tianshen.cli.terminal import console
from tianshen.errors import InputError
from tianshen.game.file_names import SETTINGS, season_file, workbook_file
from tianshen.game.opened_game import open_game
from tianshen.game.replay import replay
from tianshen.game.workbooks import summary_of, write_season, write_workbook
from tianshen.notices import Code

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tianshen.notices import Notice

_WRITTEN = frozenset({Code.WORKBOOK_KEPT, Code.WORKBOOK_BESIDE})


def excel(game: GameOption = HERE, lang: LangOption = None) -> int:
    """Write the workbook anew."""
    language = chosen_lang(lang)
    opened = open_game(game)
    with opened.folder.alone() as remarks:
        opened = open_game(game)
        speech = Speech(language, opened.settings.names, opened.settings.map)
        console.tell(speech.complaints(remarks))
        notices = write_workbook(opened, replay(opened).records, language, date.today())
    return _told(notices, workbook_file(), speech)


def season(
    folders: Annotated[list[Path], typer.Argument(readable=False)],
    output: Annotated[Path | None, typer.Option("--output", "-o", readable=False)] = None,
    lang: LangOption = None,
) -> int:
    """Write the table over many games; a game that cannot be read is told and left out, with status 1."""
    speech = Speech(chosen_lang(lang))
    summaries = []
    status = 0
    for folder in _games(folders):
        try:
            opened = open_game(folder)
            summaries.append(summary_of(opened, replay(opened).records))
        except InputError as error:
            console.tell([speech.message("in_game", game=str(folder)), *speech.complaints(error.notices)])
            status = 1
    if not summaries:
        raise InputError.single(Code.NO_GAMES, names=tuple(map(str, folders)))
    target = output or Path(season_file())
    return max(status, _told(write_season(target, summaries, speech.lang, date.today()), str(target), speech))


def _told(notices: Sequence[Notice], name: str, speech: Speech) -> int:
    """Tells what became of a workbook; the status is 1 where it could not be written anywhere."""
    console.tell(speech.complaints(notices))
    if any(notice.code not in _WRITTEN for notice in notices):
        return 1
    console.tell([speech.message("written", files=name)])
    return 0


def _games(folders: Iterable[Path]) -> Iterator[Path]:
    """Return the folders that hold a game, and the games in those that hold none themselves."""
    for folder in folders:
        if _may_be_game(folder) or not folder.is_dir():
            yield folder
        else:
            yield from sorted(filter(_may_be_game, folder.iterdir()))


def _may_be_game(folder: Path) -> bool:
    """Return whether there are settings in the folder; where that cannot be seen, opening it will tell why."""
    try:
        return (folder / SETTINGS).exists()
    except OSError:
        return True
