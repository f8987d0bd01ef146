"""`new`: a folder with settings and the first turn's file."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Annotated

import typer

from tianshen.cli.options import LangOption, chosen_lang, one_of
from tianshen.cli.speech import Speech
from tianshen.cli.terminal import console
from tianshen.game.creation import create_game
from tianshen.model.rules import rule_set_names


def new(
    folder: Annotated[Path, typer.Argument(readable=False)],
    name: Annotated[str | None, typer.Option("--name")] = None,
    rules: Annotated[str, typer.Option("--rules")] = rule_set_names()[0],
    lang: LangOption = None,
) -> int:
    """Make a game."""
    speech = Speech(chosen_lang(lang))
    one_of("--rules", rules, rule_set_names())
    title = name if name is not None else Path(os.path.realpath(folder)).name
    made = create_game(folder, title, rules, secrets.token_hex(32), speech.lang)
    console.say(speech.message("new_done", folder=str(folder), first=made))
    return 0
