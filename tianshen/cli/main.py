"""The program: finds the command, runs it, and turns whatever goes wrong into a sentence and an exit status."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tianshen.cli.terminal import console
from tianshen.cli.terminal.help_commands import HELP, LazyGroup
from tianshen.cli.terminal.help_words import lang_in, load_help
from tianshen.errors import DataError, InputError, TianshenError, system_reason
from tianshen.notices import Code, Level, Notice
from tianshen.resources import read_toml

if TYPE_CHECKING:
    from collections.abc import Sequence

PROGRAM = "tianshen"
_TRACEBACKS = "TIANSHEN_TRACEBACK"  # set to see where in the program an unforeseen error came from
_INTERRUPTED = 130


def run() -> None:
    """Run the installed program with the arguments of the process, and end the process."""
    sys.exit(main(sys.argv[1:]))


def main(args: Sequence[str]) -> int:
    """Run the program with these arguments; the exit status is 0, 1 or 2 as the game-folder page has it."""
    console.prepare()
    lang = lang_in(args)
    try:
        status = _group(lang).main(list(args), prog_name=PROGRAM, standalone_mode=False)
        console.finish()
        return status if isinstance(status, int) else 0
    except (BrokenPipeError, SystemExit):  # Typer makes the one of the other
        console.close_quietly()
        return 0
    except KeyboardInterrupt:
        return _INTERRUPTED
    except Exception as error:
        if os.environ.get(_TRACEBACKS):
            raise
        _complain(error, lang)
        return error.exit_status if isinstance(error, TianshenError) else 1


def _group(lang: str) -> LazyGroup:
    app = typer.Typer(cls=LazyGroup, add_completion=False, context_settings={"help_option_names": list(HELP)})
    app.callback()(_root)
    group = typer.main.get_group(app)
    assert isinstance(group, LazyGroup)
    group.words = load_help(lang)
    return group


def _show_version(wanted: bool) -> None:
    if not wanted:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        console.say(version(PROGRAM))
    except PackageNotFoundError:  # run from a checkout that is not installed
        console.say(str(read_toml("pyproject.toml")["project"]["version"]))
    raise typer.Exit


def _root(
    lang: Annotated[str | None, typer.Option("--lang")] = None,
    version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True)] = False,
) -> None:
    """Take what may stand before the command; both options are acted on elsewhere."""


def _complain(error: Exception, lang: str) -> None:
    from tianshen.cli.speech import Speech

    try:
        console.tell(Speech(lang).complaints(_notices(error)))
    except DataError as broken:  # the sentences themselves are broken
        console.tell([str(broken)])


def _refusal(error: OSError) -> Sequence[Notice]:
    """Return what the system refused; without the name of a file it is the place where the program was called.

    What is written says so itself: this was only to be read.
    """
    from tianshen.game.folder import fault

    named = isinstance(error.filename, str)
    otherwise = Code.FILE_UNREADABLE if isinstance(error, PermissionError) else Code.SYSTEM_REFUSED
    notices = fault(error, error.filename if named else os.curdir, otherwise).notices
    if notices[0].code is not Code.SYSTEM_REFUSED:
        return notices
    data = {"file": error.filename} if named else {}
    return [Notice(Level.ERROR, Code.SYSTEM_REFUSED, None, {**data, "why": system_reason(error)})]


def _notices(error: Exception) -> Sequence[Notice]:
    if isinstance(error, InputError):
        return error.notices
    if isinstance(error, DataError):
        return [Notice(Level.ERROR, Code.DATA_BROKEN, None, {"file": error.path, "faults": error.faults})]
    if isinstance(error, UnicodeEncodeError):  # a name of a file that the system cannot write
        return [Notice(Level.ERROR, Code.LOCALE_TOO_POOR)]
    if isinstance(error, OSError):
        return _refusal(error)
    return [Notice(Level.ERROR, Code.UNFORESEEN, None, {"why": f"{type(error).__name__}: {error}"})]
