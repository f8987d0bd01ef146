"""`why`: one ruling explained, innermost cause first."""

from __future__ import annotations

from typing import Annotated

import typer

from tianshen.cli.named_unit import chain_text
from tianshen.cli.options import HERE, GameOption, LangOption, TurnArgument, chosen_lang, played_turn, wanted_turn
from tianshen.cli.speech import Speech
from tianshen.cli.terminal import console
from tianshen.game.opened_game import open_game
from tianshen.game.replay import replay


def why(
    unit: Annotated[str, typer.Argument()],
    turn: TurnArgument = None,
    game: GameOption = HERE,
    lang: LangOption = None,
) -> int:
    """Explains a ruling."""
    language = chosen_lang(lang)
    wanted = wanted_turn(turn)
    opened = open_game(game)
    speech = Speech(language, opened.settings.names, opened.settings.map)
    record = played_turn(replay(opened), wanted)
    console.say(chain_text(record, unit, speech))
    return 0
