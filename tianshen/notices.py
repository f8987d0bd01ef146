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
    FILE_CONTROL = "file_control"
    FILE_EMPTY = "file_empty"
    FILE_UNWRITABLE = "file_unwritable"
    DISK_FULL = "disk_full"
    NO_RIGHT = "no_right"
    NAME_TOO_LONG = "name_too_long"
    FOLDER_MISSING = "folder_missing"
    FOLDER_BUSY = "folder_busy"
    FOLDER_IN_PLACE = "folder_in_place"
    FILE_IN_PLACE = "file_in_place"
    LOCKS_UNSUPPORTED = "locks_unsupported"
    RESOLVED_MEANWHILE = "resolved_meanwhile"

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
    TURN_FILE_MISNAMED = "turn_file_misnamed"
    TURN_FILE_UNUSED = "turn_file_unused"
    NO_SECRET = "no_secret"

    # judging
    ROUTE_INFERRED = "route_inferred"
    PARADOX_UNTIED = "paradox_untied"
    KNOT_FAILED = "knot_failed"
    DISBAND_BY_PLACE_NOW = "disband_by_place_now"
    BUILD_SKIPPED = "build_skipped"
    DISBAND_SKIPPED = "disband_skipped"
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
    DATA_BROKEN = "data_broken"
    SYSTEM_REFUSED = "system_refused"
    OUTPUT_LOST = "output_lost"
    UNFORESEEN = "unforeseen"
    PLACE_UNKNOWN = "place_unknown"
    PLACE_AMBIGUOUS = "place_ambiguous"
    NO_UNIT_THERE = "no_unit_there"
    CLIPBOARD_MISSING = "clipboard_missing"
    CLIPBOARD_REFUSED = "clipboard_refused"
    ENCODING_UNKNOWN = "encoding_unknown"
    ENCODING_WRONG = "encoding_wrong"
    NO_GAMES = "no_games"
    LOCALE_TOO_POOR = "locale_too_poor"

    # seals
    SEALS_BROKEN = "seals_broken"
    SEALED_TURN_CHANGED = "sealed_turn_changed"
    SEALED_TURN_GONE = "sealed_turn_gone"
    PUBLISHED_RECORD_LOST = "published_record_lost"
    CHANGED_RULING = "changed_ruling"
    CHANGED_CENTRES = "changed_centres"
    CHANGED_UNITS = "changed_units"
    CHANGED_VICTORY = "changed_victory"
    INPUT_CHANGED = "input_changed"
    SECRET_CHANGED = "secret_changed"

    # reading orders
    ORDER_UNREADABLE = "order_unreadable"
    ORDER_INCOMPLETE = "order_incomplete"
    ORDER_CONDITIONAL = "order_conditional"
    ORDER_DOUBTFUL = "order_doubtful"
    ORDER_DITTO = "order_ditto"
    ORDER_LEFTOVER = "order_leftover"
    NAME_UNKNOWN = "name_unknown"
    NAME_AMBIGUOUS = "name_ambiguous"
    NAME_IS_POWER = "name_is_power"
    NAME_SHORTENED = "name_shortened"
    NAME_CORRECTED = "name_corrected"
    WORD_CORRECTED = "word_corrected"
    LETTERS_LOOKALIKE = "letters_lookalike"
    LINE_TURNED = "line_turned"
    MOVE_UNDERSTOOD = "move_understood"
    PLACE_OFF_BOARD = "place_off_board"
    UNIT_WORD_WRONG = "unit_word_wrong"
    NATIONALITY_WRONG = "nationality_wrong"
    COAST_SUPERFLUOUS = "coast_superfluous"
    COAST_WRONG = "coast_wrong"
    COAST_UNKNOWN = "coast_unknown"
    ROUTE_NOT_SEA = "route_not_sea"
    RETREAT_CHAIN = "retreat_chain"
    SUPPORT_OBJECT_MISSING = "support_object_missing"
    BUILD_KIND_MISSING = "build_kind_missing"
    LABEL_UNKNOWN = "label_unknown"

    # the picture
    PICTURE_NO_SHAPES = "picture_no_shapes"
    PICTURE_TEXT_LOST = "picture_text_lost"
    PICTURE_TOOL_MISSING = "picture_tool_missing"

    # position and case files
    CASE_NO_POSITION = "case_no_position"
    CASE_LINE_UNKNOWN = "case_line_unknown"
    CASE_TURN_UNREADABLE = "case_turn_unreadable"
    CASE_POWER_UNKNOWN = "case_power_unknown"
    CASE_POWER_TWICE = "case_power_twice"
    CASE_UNIT_UNREADABLE = "case_unit_unreadable"
    CASE_PROVINCE_UNKNOWN = "case_province_unknown"
    CASE_PROVINCE_TWICE = "case_province_twice"
    CASE_ARMY_AT_SEA = "case_army_at_sea"
    CASE_FLEET_INLAND = "case_fleet_inland"
    CASE_COAST_MISSING = "case_coast_missing"
    CASE_COAST_UNKNOWN = "case_coast_unknown"
    CASE_MAP_UNKNOWN = "case_map_unknown"
    CASE_RULES_UNKNOWN = "case_rules_unknown"
    CASE_OPTION_UNKNOWN = "case_option_unknown"
    CASE_OPTION_WRONG = "case_option_wrong"
    CASE_NOT_CENTRE = "case_not_centre"
    CASE_CENTRE_TWICE = "case_centre_twice"
    CASE_ALLY_TWICE = "case_ally_twice"
    CASE_ALLIANCE_SHORT = "case_alliance_short"
    CASE_NOT_RETREATS = "case_not_retreats"
    CASE_ATTACKER_MISSING = "case_attacker_missing"
    CASE_STANDOFF_TAKEN = "case_standoff_taken"

    # threads: telling posts, authors and times apart
    POSTS_NOT_TOLD_APART = "posts_not_told_apart"
    FORUM_CHANGES = "forum_changes"
    AUTHOR_UNCLEAR = "author_unclear"
    AUTHOR_RESEMBLES = "author_resembles"
    AUTHOR_UNKNOWN = "author_unknown"
    POST_BEFORE_TURN = "post_before_turn"
    POST_LATE = "post_late"
    POST_EDITED_LATE = "post_edited_late"
    TIME_UNCHECKED = "time_unchecked"
    POST_TWICE = "post_twice"
    POST_OLDER_VERSION = "post_older_version"
    POST_OUT_OF_PLACE = "post_out_of_place"
    SUB_REPLY = "sub_reply"
    QUOTE_END_UNCLEAR = "quote_end_unclear"
    QUOTE_ENDED_BY_BLANK = "quote_ended_by_blank"
    SIGNATURE_ORDERS = "signature_orders"
    WORDS_STRUCK = "words_struck"
    WORDS_QUOTED = "words_quoted"
    REPORT_PASSED_OVER = "report_passed_over"
    REPORT_AND_ORDERS = "report_and_orders"
    HEADING_NAMESAKE = "heading_namesake"
    AUTHOR_NAMESAKE = "author_namesake"
    HEADING_OTHER_POWER = "heading_other_power"
    HEADING_UNFITTING = "heading_unfitting"
    HEADING_OTHER_TURN = "heading_other_turn"
    NO_HEADING = "no_heading"
    ORDER_UNOWNED = "order_unowned"
    ORDER_IN_TALK = "order_in_talk"
    TALK_DOUBTFUL = "talk_doubtful"
    CHAT = "chat"
    MORE_OF_THE_KIND = "more_of_the_kind"

    # revisions
    ORDER_OTHER_POWER = "order_other_power"
    ORDER_NO_UNIT = "order_no_unit"
    ORDER_NOT_DISLODGED = "order_not_dislodged"
    ORDER_WRONG_PHASE = "order_wrong_phase"
    ORDERED_TWICE = "ordered_twice"
    ORDERED_TWICE_HOLDS = "ordered_twice_holds"
    LIST_TWICE = "list_twice"
    LIST_PATCHED = "list_patched"
    POST_PARTIAL = "post_partial"
    SET_SHORTER = "set_shorter"
    HOLD_ALL_UNCLEAR = "hold_all_unclear"
    DIRECTIVE_ALONE = "directive_alone"
    SEQUENCE_UNKNOWN = "sequence_unknown"

    # the game master's decrees, as read
    DECREE_UNREADABLE = "decree_unreadable"
    DECREE_IN_POST = "decree_in_post"
    DECREE_TWICE = "decree_twice"
    DECREE_NOBODY_THERE = "decree_nobody_there"
    DECREE_OTHER_POWER = "decree_other_power"
    DECREE_NO_HOME = "decree_no_home"
    DECREE_ONE_RETREAT = "decree_one_retreat"
    DECREE_WRONG_PHASE = "decree_wrong_phase"
    DECREE_YEARS_DIFFER = "decree_years_differ"

    # the workbook
    WORKBOOK_KEPT = "workbook_kept"
    WORKBOOK_BESIDE = "workbook_beside"

    # the course of the game
    GAME_OVER = "game_over"
    TURN_UNKNOWN = "turn_unknown"
    TURN_NOT_CURRENT = "turn_not_current"
    TURN_NOT_PLAYED = "turn_not_played"
    NOTHING_PLAYED = "nothing_played"
    NOTHING_CHANGED = "nothing_changed"

    # saved games of the package diplomacy
    SAVED_GAME_BROKEN = "saved_game_broken"
    SAVED_GAME_MAP = "saved_game_map"
    IMPORT_DIFFERS = "import_differs"
    IMPORT_CENTRES_DIFFER = "import_centres_differ"
    IMPORT_OTHER_TURN = "import_other_turn"


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
