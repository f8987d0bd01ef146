"""`translate`: orders from any notation to another, single ones and whole files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tianshen.cli.options import LangOption, bytes_of, chosen_lang, one_of
from tianshen.cli.speech import Speech
from tianshen.cli.terminal import console
from tianshen.cli.terminal.help_words import LANGS
from tianshen.locale.lexicon import load_lexicon
from tianshen.locale.names import NAME_SETS, load_names
from tianshen.model.board import load_board
from tianshen.notices import Level
from tianshen.reading.grammar.stretches import GrammarContext
from tianshen.text.source import decode
from tianshen.writing.translation import is_case, translate_case, translate_text

_STDIN = "-"


def translate(
    files: Annotated[list[str] | None, typer.Argument()] = None,
    to: Annotated[str, typer.Option("--to", "-t")] = LANGS[0],
    names: Annotated[str, typer.Option("--names")] = NAME_SETS[0],
    lang: LangOption = None,
) -> int:
    """Write the orders of files in another notation; the status is 1 where something could not be read."""
    speech = Speech(chosen_lang(lang))
    target = load_names(one_of("--to", to, LANGS), one_of("--names", names, NAME_SETS))
    status = 0
    for name in files or [_STDIN]:
        source = decode(console.read_input(name) if name == _STDIN else bytes_of(Path(name)), name)
        board = load_board()
        context = GrammarContext(board, board.start, load_lexicon())
        case = is_case(source, context)
        translation = translate_case(source, target) if case else translate_text(source, context, target)
        console.say(translation.text.removesuffix("\n"))
        console.tell(speech.complaints(translation.notices, {source.name: source}))
        status = max(status, int(any(notice.level is Level.ERROR for notice in translation.notices)))
    return status
