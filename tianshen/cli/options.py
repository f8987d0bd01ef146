"""The parameters that many commands share, and what they mean."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from tianshen.cli.terminal.help_words import DEFAULT_LANG, LANGS
from tianshen.errors import InputError, UsageError
from tianshen.game.folder import fault
from tianshen.game.parse_names import power_named, turn_named
from tianshen.model.board import Board
from tianshen.model.turns import Turn
from tianshen.notices import Code

if TYPE_CHECKING:
    from tianshen.game.replay import Course
    from tianshen.record.turn_record import TurnRecord

LangOption: TypeAlias = Annotated[str | None, typer.Option("--lang")]
# Whether a path can be read is found out, and told in our own words, by whoever reads it: hence `readable=False`.
GameOption: TypeAlias = Annotated[Path, typer.Option("--game", "-g", readable=False)]
TurnArgument: TypeAlias = Annotated[str | None, typer.Argument()]
HERE = Path()


def chosen_lang(lang: str | None, otherwise: str = DEFAULT_LANG) -> str:
    """Return the language that was asked for; raise `UsageError` for one that there is not."""
    return one_of("--lang", lang or otherwise, LANGS)


def one_of(name: str, value: str, allowed: tuple[str, ...]) -> str:
    """Return the value, if it is allowed; raise `UsageError` otherwise."""
    if value not in allowed:
        raise UsageError.single(Code.ARGUMENT_WRONG, name=name, value=value, allowed=allowed)
    return value


def wanted_turn(text: str | None) -> Turn | None:
    """Return the turn that was asked for, None where none was; raise `UsageError` for what is no turn."""
    if text is None:
        return None
    turn = turn_named(text)
    if turn is None:
        raise UsageError.single(Code.TURN_UNKNOWN, value=text)
    return turn


def wanted_power(text: str, board: Board) -> str:
    """Return the power that was asked for; raise `UsageError` for what is none."""
    power = power_named(text, board.name)
    if power is None:
        raise UsageError.single(Code.SETTING_NOT_POWER, value=text, powers=board.powers)
    return power


def bytes_of(path: Path) -> bytes:
    """Return the bytes of a file that a call names; raise `InputError` where it cannot be read."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise InputError.single(Code.FILE_MISSING, file=str(path)) from error
    except OSError as error:
        raise fault(error, str(path), Code.FILE_UNREADABLE) from error


def played_turn(course: Course, wanted: Turn | None) -> TurnRecord:
    """Return the record of that turn, or of the last one; raise `InputError` where it was not played."""
    if not course.records:
        raise InputError.single(Code.NOTHING_PLAYED)
    if wanted is None:
        return course.records[-1]
    record = course.record_of(wanted)
    if record is None:
        raise InputError.single(Code.TURN_NOT_PLAYED, turn=str(wanted))
    return record
