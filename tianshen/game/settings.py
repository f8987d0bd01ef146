"""The settings of a game: `game.toml` as frozen data, every fault with its line and key."""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal, TypeVar, cast
from zoneinfo import ZoneInfo

from tianshen.game.parse_names import power_named, turn_named
from tianshen.game.toml_reader import TableReader
from tianshen.locale.names import NAME_SETS
from tianshen.model.board import STANDARD, board_names, load_board
from tianshen.model.rules import OptionFault, load_rules, option_names, rule_set_names
from tianshen.notices import Code
from tianshen.reports.document.target import formats
from tianshen.reports.scoring.scores import HOUSE, system_names
from tianshen.resources import data_file
from tianshen.text.nicknames import plain_nickname

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tianshen.game.toml_lines import Path
    from tianshen.model.position import Power
    from tianshen.model.rules import RuleSet
    from tianshen.model.turns import Turn
    from tianshen.text.source import Source

V = TypeVar("V")

ANY_FORUM = "auto"
_REPORT = "plain"

_TOP = (
    "name",
    "rules",
    "names",
    "timezone",
    "forum",
    "report",
    "revision",
    "repeated",
    "scoring",
    "map",
    "start",
    "secret",
)
_TABLES = ("options", "players", "replacements", "deadlines", "alliances")
_TIME = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[ T]*(\d{1,2}):(\d{2})(?::00)?")
_TIME_EXAMPLE = ("2026-12-05 21:00",)
_MINUTES = 24 * 60
_ZONE_EXAMPLE = ("Asia/Shanghai", "Europe/Berlin", "UTC")


@dataclass(frozen=True, slots=True)
class GameSettings:
    """Everything that `game.toml` says; defaults stand for what it leaves out.

    `scoring` names the systems whose columns the workbook shows, the first one counts. `start` is the name of the file
    with the start position. Of each power's nicknames the first is shown. `replacements` count from their turn on.
    """

    name: str
    rules: RuleSet
    names: str
    zone: ZoneInfo
    forum: str
    report: str
    revision: Literal["unit", "set"]
    repeated: Literal["last", "hold"]
    scoring: tuple[str, ...]
    start: str | None
    secret: str
    players: Mapping[Power, tuple[str, ...]] = field(default_factory=dict)
    replacements: Mapping[Turn, Mapping[Power, tuple[str, ...]]] = field(default_factory=dict)
    deadlines: Mapping[Turn, datetime] = field(default_factory=dict)
    alliances: Mapping[str, tuple[Power, ...]] = field(default_factory=dict)
    map: str = STANDARD

    def players_at(self, turn: Turn) -> dict[Power, tuple[str, ...]]:
        """Who plays what in that turn: the nicknames of each power that has a player."""
        players = dict(self.players)
        for since in sorted(self.replacements):
            if since <= turn:
                players |= self.replacements[since]
        return players


def read_settings(source: Source) -> GameSettings:
    """Return the settings that the text describes.

    Raises `InputError` with every fault, each with file, line and key.
    """
    reader = TableReader(source)
    reader.only((*_TOP, *_TABLES))
    zone = _zone(reader)
    board = reader.choice("map", board_names(), STANDARD)
    settings = GameSettings(
        reader.text("name", ""),
        _rules(reader),
        reader.choice("names", NAME_SETS, NAME_SETS[0]),
        zone,
        reader.choice("forum", (ANY_FORUM, *forum_names()), ANY_FORUM),
        reader.choice("report", formats(), _REPORT),
        cast("Literal['unit', 'set']", reader.choice("revision", ("unit", "set"), "unit")),
        cast("Literal['last', 'hold']", reader.choice("repeated", ("last", "hold"), "last")),
        _scoring(reader),
        _start(reader),
        reader.text("secret", ""),
        _by_power(reader, ("players",), board),
        _by_turn(reader, "replacements", lambda path: _by_power(reader, path, board)),
        _by_turn(reader, "deadlines", lambda path: _deadline(reader, path, zone)),
        _alliances(reader, board),
        board,
    )
    _check_nicknames(reader, settings)
    reader.finish()
    return settings


def forum_names() -> tuple[str, ...]:
    """Return the kinds of forum that are known, in alphabetical order."""
    folder = data_file("locales", "forums")
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def _zone(reader: TableReader) -> ZoneInfo:
    name = reader.text("timezone", "Asia/Shanghai")
    try:
        return ZoneInfo(name)
    # unknown; not a name; a folder of the zone data base; packages within packages
    except (KeyError, ValueError, OSError, RecursionError):
        reader.fault(Code.SETTING_WRONG, ("timezone",), value=name, allowed=_ZONE_EXAMPLE)
        return ZoneInfo("UTC")


def _rules(reader: TableReader) -> RuleSet:
    rules = load_rules(reader.choice("rules", rule_set_names(), rule_set_names()[0]))
    for key, value in reader.table(("options",)).items():
        turn = turn_named(value) if isinstance(value, str) else None
        try:
            rules = rules.with_options({key: str(turn) if turn else value})
        except OptionFault as fault:
            code = Code.SETTING_WRONG if key in option_names() else Code.SETTING_UNKNOWN
            reader.fault(code, ("options", key), value=_shown(value), allowed=fault.allowed)
    return rules


def _scoring(reader: TableReader) -> tuple[str, ...]:
    wanted = reader.names(("scoring",), reader.data.get("scoring", HOUSE))
    for name in wanted:
        if name not in system_names():
            reader.fault(Code.SETTING_WRONG, ("scoring",), value=name, allowed=system_names())
    return wanted or (HOUSE,)


def _start(reader: TableReader) -> str | None:
    name = reader.text("start", "")
    if any(mark in name for mark in "/\\:\0") or name in (".", ".."):
        reader.fault(Code.START_ELSEWHERE, ("start",), value=name)
    return name or None


def _by_power(reader: TableReader, path: Path, board: str) -> dict[Power, tuple[str, ...]]:
    table: dict[Power, tuple[str, ...]] = {}
    for key, value in reader.table(path).items():
        power = _power(reader, (*path, key), key, board)
        if power in table:
            reader.fault(Code.POWER_TWICE, (*path, key), power=power)
        elif power is not None:
            table[power] = reader.names((*path, key), value)
    return table


def _power(reader: TableReader, path: Path, name: str, board: str) -> Power | None:
    power = power_named(name, board)
    if power is None:
        reader.fault(Code.SETTING_NOT_POWER, path, value=name, powers=load_board(board).powers)
    return power


def _by_turn(reader: TableReader, key: str, value_at: Callable[[Path], V | None]) -> dict[Turn, V]:
    table: dict[Turn, V] = {}
    for name in reader.table((key,)):
        turn = turn_named(name)
        if turn is None:
            reader.fault(Code.SETTING_NOT_TURN, (key, name))
            continue
        if turn in table:
            reader.fault(Code.TURN_TWICE, (key, name), turn=str(turn))
        value = value_at((key, name))
        if value is not None:
            table[turn] = value
    return table


def _deadline(reader: TableReader, path: Path, zone: ZoneInfo) -> datetime | None:
    value = reader.table(path[:-1])[path[-1]]
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=zone)
    found = _TIME.fullmatch(unicodedata.normalize("NFKC", value).strip()) if isinstance(value, str) else None
    if found:
        year, month, day, hour, minute = map(int, found.groups())
        if minute < 60 and hour * 60 + minute <= _MINUTES:  # 24:00 is the end of that day
            with suppress(ValueError, OverflowError):
                return datetime(year, month, day, tzinfo=zone) + timedelta(hours=hour, minutes=minute)
    reader.fault(Code.SETTING_WRONG, path, value=_shown(value), allowed=_TIME_EXAMPLE)
    return None


def _alliances(reader: TableReader, board: str) -> dict[str, tuple[Power, ...]]:
    table = {}
    sides: dict[Power, str] = {}
    for name, value in reader.table(("alliances",)).items():
        path = ("alliances", name)
        members = [_power(reader, path, member, board) for member in reader.names(path, value)]
        table[name] = tuple(dict.fromkeys(power for power in members if power is not None))
        for power in table[name]:
            if power in sides:
                reader.fault(Code.ALLY_TWICE, path, power=power, names=(sides[power], name))
            sides[power] = name
    return table


def _check_nicknames(reader: TableReader, settings: GameSettings) -> None:
    """No nickname stands for two powers at the same time: at the start, and after each replacement."""
    moments: list[tuple[Path, Mapping[Power, tuple[str, ...]]]] = [(("players",), settings.players)]
    keys = {turn_named(key): key for key in reader.table(("replacements",))}
    players = settings.players
    for turn in sorted(settings.replacements):
        players = {**players, **settings.replacements[turn]}
        moments.append((("replacements", keys[turn]), players))
    told: set[str] = set()
    for path, players in moments:
        owners: dict[str, Power] = {}
        for power, names in players.items():
            for name in names:
                plain = plain_nickname(name)
                if owners.setdefault(plain, power) != power and plain not in told:
                    told.add(plain)
                    place = next((key for key in reader.table(path) if power_named(key, settings.map) == power), "")
                    reader.fault(Code.NICKNAME_TWICE, (*path, place), nickname=name, powers=(owners[plain], power))


def _shown(value: object) -> str:
    return value if isinstance(value, str) else repr(value)
