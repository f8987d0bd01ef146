"""`demo`: the shipped game, from the players' posts to the last report."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tianshen.cli.options import LangOption, chosen_lang
from tianshen.cli.speech import Speech
from tianshen.cli.terminal import console
from tianshen.game.creation import copy_example
from tianshen.game.file_names import demo_folder
from tianshen.game.opened_game import open_game
from tianshen.game.outputs import PLAIN, posts, report_document
from tianshen.game.publish import publish_all

if TYPE_CHECKING:
    from tianshen.record.turn_record import TurnRecord


def demo(folder: Annotated[Path | None, typer.Argument(readable=False)] = None, lang: LangOption = None) -> int:
    """Copy the shipped game, resolve every turn that has a file, and show the last report."""
    speech = Speech(chosen_lang(lang))
    target = folder or Path(demo_folder())
    copy_example(target)

    def told(record: TurnRecord) -> bool:
        console.tell([speech.message("turn_resolved", turn=speech.names.turn(record.result.before.turn))])
        return True

    course = publish_all(target, speech.lang, date.today(), told)
    console.say("\n\n".join(posts(report_document(open_game(target), course.records[-1], speech.lang), PLAIN)))
    console.tell([speech.message("demo_done", folder=str(target))])
    return 0
