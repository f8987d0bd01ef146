"""The one way to tell the game master something: a code, a place in the input, and data for the sentence.

Sentences live in `locales/<lang>/phrases.toml`, one for each code; this module holds none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Level(StrEnum):
    """How much a notice matters: an error must be settled, a warning looked at, an info may be skipped."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Code(StrEnum):
    """Every kind of notice and error that the program can give."""

    # files and bytes
    FILE_MISSING = "file_missing"
    FILE_UNREADABLE = "file_unreadable"
    FILE_NOT_TEXT = "file_not_text"
    FILE_EMPTY = "file_empty"
    FILE_UNWRITABLE = "file_unwritable"
    DISK_FULL = "disk_full"
    NO_RIGHT = "no_right"
    NAME_TOO_LONG = "name_too_long"
    FOLDER_MISSING = "folder_missing"
    FOLDER_BUSY = "folder_busy"

    # the game folder and its settings
    GAME_MISSING = "game_missing"
    GAME_EXISTS = "game_exists"
    TOML_BROKEN = "toml_broken"
    SETTING_UNKNOWN = "setting_unknown"
    SETTING_WRONG = "setting_wrong"
    SETTING_NOT_TEXT = "setting_not_text"
    SETTING_NOT_TABLE = "setting_not_table"
    SETTING_NOT_POWER = "setting_not_power"
    SETTING_NOT_TURN = "setting_not_turn"
    SETTING_NOT_NAMES = "setting_not_names"
    POWER_TWICE = "power_twice"
    TURN_TWICE = "turn_twice"
    ALLY_TWICE = "ally_twice"
    NICKNAME_TWICE = "nickname_twice"
    START_MISSING = "start_missing"
    SETTING_TWICE = "setting_twice"
    START_ELSEWHERE = "start_elsewhere"

    # judging
    ROUTE_INFERRED = "route_inferred"
    PARADOX_UNTIED = "paradox_untied"
    KNOT_FAILED = "knot_failed"
    DISBAND_BY_PLACE_NOW = "disband_by_place_now"
    DECREE_ORDER_VOID = "decree_order_void"
    DECREE_NOT_DISLODGED = "decree_not_dislodged"
    DECREE_RETREAT_BLOCKED = "decree_retreat_blocked"
    DECREE_RETREAT_LATER = "decree_retreat_later"
    DECREE_STALEMATE_ABSENT = "decree_stalemate_absent"
    DECREE_NO_UNIT = "decree_no_unit"
    DECREE_DISBAND_UNDUE = "decree_disband_undue"
    DECREE_BUILD_UNDUE = "decree_build_undue"
    DECREE_BUILD_IMPOSSIBLE = "decree_build_impossible"
    DECREE_DRAW_ELIMINATED = "decree_draw_eliminated"

    # the command line
    COMMAND_UNKNOWN = "command_unknown"
    OPTION_UNKNOWN = "option_unknown"
    OPTION_UNKNOWN_NEAR = "option_unknown_near"
    OPTION_MISUSED = "option_misused"
    ARGUMENT_MISSING = "argument_missing"
    ARGUMENT_EXTRA = "argument_extra"
    ARGUMENT_WRONG = "argument_wrong"
    USAGE_WRONG = "usage_wrong"


@dataclass(frozen=True, slots=True)
class Where:
    """A place in an input: lines and columns count from 1, `quote` is the offending piece."""

    file: str
    line: int
    column: int
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that the game master should know; `data` fills the placeholders of the phrase for `code`."""

    level: Level
    code: Code
    where: Where | None = None
    data: Mapping[str, object] = field(default_factory=dict)
