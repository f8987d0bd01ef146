"""Saved games of the PyPI package `diplomacy` taken in: as a game folder under the standard rules.

The file is somebody else's: everything about it is checked before anything is written.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tianshen.errors import InputError
from tianshen.game.interchange import MAP
from tianshen.game.layout import SETTINGS, start_file, turn_file
from tianshen.locale.names import load_names
from tianshen.model.board import load_board
from tianshen.model.position import ARMY, FLEET, Position, Unit
from tianshen.model.rules import load_rules
from tianshen.model.turn import Phase, Turn, parse_turn
from tianshen.notices import Code, Level, Notice, Where
from tianshen.writing.notation import write_position

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tianshen.model.position import Power
    from tianshen.text import Source

_LANG = "en"  # the notation in which the turns of an imported game are written
_START = re.compile(r"^# start = .*$", re.MULTILINE)
_UNIT = re.compile(r"\*?([AF]) ([A-Z]{3}(?:/[A-Z]{2})?)")
_RETREAT = re.compile(r"([AF] [A-Z/]+) R ([A-Z]{3}(?:/[A-Z]{2})?)")
_ADJUST = re.compile(r"([AF] [A-Z/]+) ([BD])")
_ORDER = re.compile(r"[A-Z0-9/ -]{1,80}")


@dataclass(frozen=True, slots=True)
class Intake:
    """A saved game understood: its name, where it starts, and the orders of each turn as text."""

    name: str
    start: Position
    turns: Mapping[Turn, str]
    ends: Mapping[Turn, Position]


def read_saved_game(source: Source) -> Intake:
    """The saved game in that file.

    Raises `InputError`: `saved_game_broken` with the path of what is wrong, `saved_game_map` for another map.
    """
    try:
        data = json.loads(source.text)
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        raise InputError.single(Code.SAVED_GAME_BROKEN, Where(source.name, line, 1), key="JSON") from error
    reader = _Reader(source.name)
    game = reader.table(data, "")
    if game.get("map") != MAP:
        raise InputError.single(Code.SAVED_GAME_MAP, Where(source.name, 1, 1), value=str(game.get("map")))
    phases = reader.items(game.get("phases"), "phases")
    if not phases:
        raise reader.fault("phases")
    positions = {}
    turns = {}
    for index, item in enumerate(phases):
        path = f"phases[{index}]"
        phase = reader.table(item, path)
        position = reader.position(phase, path)
        positions[position.turn] = position
        turns[position.turn] = "".join(reader.orders(phase, position, path))
    start = next(iter(positions.values()))
    if start.turn.phase is Phase.RETREATS:  # the format does not tell where attackers came from
        raise reader.fault("phases[0].name")
    return Intake(str(game.get("id", "")), start, turns, positions)


def files_of(intake: Intake, settings: str) -> dict[str, bytes]:
    """The files of a new game that plays the saved one: turns, start position where it needs one, settings last."""
    files = {turn_file(turn): text for turn, text in intake.turns.items() if text}
    if intake.start != load_board().start:
        names = load_names(_LANG)
        head = write_position(intake.start, load_rules("standard"), (), load_board().powers, names)
        files[start_file()] = f"{head}\n"
        settings = _START.sub(lambda _: f"start = {json.dumps(start_file(), ensure_ascii=False)}", settings, count=1)
    files[SETTINGS] = settings
    return {name: text.encode() for name, text in files.items()}


def difference(played: Turn, expected: Position, found: Position) -> Notice | None:
    """In what the board after a turn is not that of the saved game; None where it is."""
    for power in load_board().powers:
        theirs = [str(unit) for unit in expected.units_of(power)]
        ours = [str(unit) for unit in found.units_of(power)]
        more = [unit for unit in ours if unit not in theirs]
        fewer = [unit for unit in theirs if unit not in ours]
        if more or fewer or expected.centres_of(power) != found.centres_of(power):
            data: dict[str, object] = {"turn": str(played), "power": power}
            data |= {"more_units": more} if more else {}
            data |= {"fewer_units": fewer} if fewer else {}
            return Notice(Level.ERROR, Code.IMPORT_DIFFERS, None, data)
    if expected.turn != found.turn:
        return Notice(Level.ERROR, Code.IMPORT_OTHER_TURN, None, {"turn": str(played), "next_turn": str(found.turn)})
    return None


class _Reader:
    """Takes a saved game apart; whatever is not as it should be raises, with its path."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._board = load_board()

    def fault(self, key: str) -> InputError:
        """What is wrong, and where in the file."""
        return InputError.single(Code.SAVED_GAME_BROKEN, Where(self._name, 1, 1), key=key)

    def table(self, value: object, key: str) -> dict[str, Any]:
        """A table with texts for keys."""
        if not isinstance(value, dict):
            raise self.fault(key)
        return value

    def items(self, value: object, key: str) -> list[Any]:
        """A list."""
        if not isinstance(value, list):
            raise self.fault(key)
        return value

    def position(self, phase: dict[str, Any], path: str) -> Position:
        """The board at the beginning of a phase, without what a retreat turn adds."""
        state = self.table(phase.get("state"), f"{path}.state")
        units: dict[str, Unit] = {}
        for power, texts in self._by_power(state, "units", path):
            for text in texts:
                unit = self._unit(power, text, f"{path}.state.units")
                if not text.startswith("*") and units.setdefault(unit.province, unit) is not unit:
                    raise self.fault(f"{path}.state.units: {text}")
        centres = {}
        for power, texts in self._by_power(state, "centers", path):
            for text in texts:
                if text not in self._board.centres:
                    raise self.fault(f"{path}.state.centers: {text}")
                centres[text] = power
        return Position(self._turn(phase, path), units, centres)

    def orders(self, phase: dict[str, Any], position: Position, path: str) -> Iterator[str]:
        """The orders of a phase as the text of a turn file."""
        names = load_names(_LANG)
        orders = self.table(phase.get("orders"), f"{path}.orders")
        for power in self._board.powers:
            texts = orders.get(power.upper()) or []
            texts = self.items(texts, f"{path}.orders")
            builds = any(str(text).endswith(" B") for text in texts)  # with us a waiver takes builds back
            lines = [self._order(text, position, f"{path}.orders") for text in texts if text != "WAIVE" or not builds]
            if lines:
                yield "\n".join([names.fill("heading", power=names.power(power)), *lines]) + "\n\n"

    def _order(self, text: object, position: Position, path: str) -> str:
        if not isinstance(text, str) or not _ORDER.fullmatch(text):
            raise self.fault(path)
        if position.turn.phase is Phase.MOVES:
            return text
        names = load_names(_LANG)
        retreat, adjust = _RETREAT.fullmatch(text), _ADJUST.fullmatch(text)
        if retreat:
            return names.fill("retreat", unit=retreat[1], entries=retreat[2])
        if adjust and position.turn.phase is Phase.RETREATS:
            return names.fill("retreat", unit=adjust[1], entries=names.fill("disband_entry"))
        if adjust:
            return names.fill("build" if adjust[2] == "B" else "disband", unit=adjust[1])
        return names.fill("waive") if text == "WAIVE" else text

    def _by_power(self, state: dict[str, Any], key: str, path: str) -> Iterator[tuple[Power, list[str]]]:
        table = self.table(state.get(key), f"{path}.state.{key}")
        for name, texts in table.items():
            power = name.lower()
            items = self.items(texts, f"{path}.state.{key}.{name}")
            if power not in self._board.powers or not all(isinstance(item, str) for item in items):
                raise self.fault(f"{path}.state.{key}.{name}")
            yield power, items

    def _unit(self, power: Power, text: str, path: str) -> Unit:
        found = _UNIT.fullmatch(text)
        kind = ARMY if found and found[1] == ARMY else FLEET
        if not found or not self._board.is_location(found[2], kind):
            raise self.fault(f"{path}: {text}")
        return Unit(power, kind, found[2])

    def _turn(self, phase: dict[str, Any], path: str) -> Turn:
        try:
            return parse_turn(str(phase.get("name")))
        except ValueError as error:
            raise self.fault(f"{path}.name") from error
