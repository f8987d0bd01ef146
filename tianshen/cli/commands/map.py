"""`map`: the picture of the board, as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

from tianshen.cli.options import (
    HERE,
    GameOption,
    LangOption,
    TurnArgument,
    chosen_lang,
    one_of,
    played_turn,
    wanted_turn,
)
from tianshen.cli.speech import Speech
from tianshen.cli.terminal import console
from tianshen.errors import UsageError
from tianshen.game.folder import write_file
from tianshen.game.opened_game import open_game
from tianshen.game.replay import replay
from tianshen.notices import Code
from tianshen.reports.picture.drawing import PictureKind, picture_png, picture_svg

KINDS = ("results", "orders", "position", "blank")
_SVG, _PNG = ".svg", ".png"


def draw_map(
    output: Annotated[Path, typer.Option("--output", "-o", readable=False)],
    turn: TurnArgument = None,
    kind: Annotated[str, typer.Option("--kind")] = KINDS[0],
    game: GameOption = HERE,
    lang: LangOption = None,
) -> int:
    """Draws the board of a turn; before anything was played, as it stands."""
    language = chosen_lang(lang)
    wanted = wanted_turn(turn)
    one_of("--kind", kind, KINDS)
    ending = output.suffix.casefold()
    if ending not in (_SVG, _PNG):
        raise UsageError.single(Code.ARGUMENT_WRONG, name="-o", value=output.name, allowed=(f"x{_SVG}", f"x{_PNG}"))
    opened = open_game(game)
    speech = Speech(language, opened.settings.names, opened.settings.map)
    course = replay(opened)
    if wanted is None and not course.records:
        still: PictureKind = "blank" if kind == "blank" else "position"
        players = {power: names[0] for power, names in opened.settings.players_at(course.turn).items() if names}
        svg = picture_svg(course.position, speech.names, kind=still, game=opened.settings.name, players=players)
    else:
        svg = picture_svg(played_turn(course, wanted), speech.names, kind=cast("PictureKind", kind))
    write_file(output, picture_png(svg) if ending == _PNG else svg.encode())
    console.tell([speech.message("written", files=str(output))])
    return 0
