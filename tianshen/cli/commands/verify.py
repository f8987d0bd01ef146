"""`verify`: is what was published still so, and were the lots drawn as they had to be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tianshen.cli.options import HERE, GameOption, LangOption, bytes_of, chosen_lang
from tianshen.cli.speech import Speech
from tianshen.cli.terminal import console
from tianshen.errors import InputError
from tianshen.game.file_names import reports_folder
from tianshen.game.folder import Folder
from tianshen.game.lot_check import evidence_in
from tianshen.game.opened_game import open_game
from tianshen.game.replay import replay
from tianshen.game.seal_check import seal_faults, seal_remarks
from tianshen.text.source import decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tianshen.game.lot_check import Draw
    from tianshen.game.opened_game import Game
    from tianshen.text.source import Source


def verify(
    reports: Annotated[list[Path] | None, typer.Argument(readable=False)] = None,
    secret: Annotated[str | None, typer.Option("--secret")] = None,
    game: GameOption = HERE,
    lang: LangOption = None,
) -> int:
    """Check seals and lots; the status is 1 where something is not as it was published."""
    speech = Speech(chosen_lang(lang))
    if reports:
        return _verify_lots(_texts(reports), secret, speech)
    opened = open_game(game)
    speech = Speech(speech.lang, opened.settings.names, opened.settings.map)
    status = _verify_seals(opened, speech)
    published = opened.folder.path / reports_folder()
    if not published.is_dir():
        return status
    return max(status, _verify_lots(_texts([published]), secret or opened.settings.secret or None, speech))


def _verify_seals(game: Game, speech: Speech) -> int:
    course = replay(game)
    faults = seal_faults(game, course, speech.lang)
    console.tell(speech.complaints([*faults, *seal_remarks(game, course)]))
    console.say(speech.message("seals_wrong" if faults else "seals_right", count=str(len(game.seals.turns))))
    return int(bool(faults))


def _verify_lots(sources: Iterable[Source], secret: str | None, speech: Speech) -> int:
    evidence = evidence_in(sources)
    known = secret or evidence.secret()
    if known is None:
        console.say(speech.message("lots_unknown", count=str(len(evidence.draws))))
        return 1
    wrong = 0
    if not evidence.numbers:
        console.say(speech.message("commitment_absent"))
    elif not evidence.commits(known):
        console.say(speech.message("commitment_wrong"))
        wrong += 1
    for draw in evidence.draws:
        right = draw.is_right(known)
        wrong += not right
        console.say(_draw_line(draw, "draw_right" if right else "draw_wrong", speech))
    console.say(speech.message("lots_wrong" if wrong else "lots_right", count=str(len(evidence.draws))))
    return int(bool(wrong))


def _draw_line(draw: Draw, key: str, speech: Speech) -> str:
    candidates = speech.names.join(draw.candidates)
    return speech.message(
        key, turn=speech.names.turn(draw.turn), purpose=draw.purpose, candidates=candidates, drawn=draw.drawn
    )


def _texts(paths: Iterable[Path]) -> Iterator[Source]:
    """Return the reports in these files and folders; files without text in a folder are passed over."""
    for path in paths:
        if not path.is_dir():
            yield decode(bytes_of(path), str(path))
            continue
        folder = Folder(path)
        for name in folder.names():
            try:
                source = folder.read(name)
            except InputError:
                continue
            if source is not None:
                yield source
