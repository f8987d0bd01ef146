"""The parameters that many commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from tianshen.cli.words import DEFAULT_LANG, LANGS
from tianshen.errors import UsageError
from tianshen.notices import Code

Lang: TypeAlias = Annotated[str | None, typer.Option("--lang")]
Game: TypeAlias = Annotated[Path, typer.Option("--game", "-g")]
HERE = Path()


def chosen_lang(lang: str | None, otherwise: str = DEFAULT_LANG) -> str:
    """The language that was asked for; raises `UsageError` for one that there is not."""
    return one_of("--lang", lang or otherwise, LANGS)


def one_of(name: str, value: str, allowed: tuple[str, ...]) -> str:
    """The value, if it is allowed; raises `UsageError` otherwise."""
    if value not in allowed:
        raise UsageError.single(Code.ARGUMENT_WRONG, name=name, value=value, allowed=allowed)
    return value
