"""Saved games of the PyPI package `diplomacy` taken in: as a game folder under the standard rules.

The file is somebody else's: everything about it is checked before anything is written.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tianshen.errors import InputError
from tianshen.game.file_names import SETTINGS, start_file, turn_file
from tianshen.game.saved_games.exporting import MAP, OVER
from tianshen.game.seals import list_changes
from tianshen.judge.routes import chain_exists
from tianshen.locale.names import load_names
from tianshen.model.board import load_board
from tianshen.model.position import ARMY, FLEET, Position, Unit
from tianshen.model.rules import load_rules
from tianshen.model.turns import Phase, Turn, parse_turn
from tianshen.notices import Code, Level, Notice, Where
from tianshen.writing.notation import write_position

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from tianshen.model.board import Board
    from tianshen.model.position import Power
    from tianshen.text.source import Source

_LANG = "en"  # the notation in which the turns of an imported game are written
_START = re.compile(r"^# start = .*$", re.MULTILINE)
_UNIT = re.compile(r"\*?([AF]) ([A-Z]{3}(?:/[A-Z]{2})?)")
_RETREAT = re.compile(r"([AF] [A-Z/]+) R ([A-Z]{3}(?:/[A-Z]{2})?)")
_ADJUST = re.compile(r"([AF] [A-Z/]+) ([BD])")
_ORDER = re.compile(r"[A-Z0-9/ -]{1,80}")
_MARCH = re.compile(r"(A ([A-Z]{3}) - ([A-Z]{3}))( VIA)?")
_CONVOY = re.compile(r"(F ([A-Z]{3})) C (A [A-Z]{3} - [A-Z]{3})")


@dataclass(frozen=True, slots=True)
class Intake:
    """A saved game understood: its name, where it starts, and the orders of each turn as text.

    `boards` are those at the beginning of each turn, `end` that of a game that is over. `played` is the last turn that
    has a result; what was sent for a later one waits in its file. None where nothing is played yet.
    """

    name: str
    start: Position
    turns: Mapping[Turn, str]
    boards: Mapping[Turn, Position]
    end: Position | None
    played: Turn | None


def read_saved_game(source: Source) -> Intake:
    """Return the saved game in that file.

    Raises `InputError`: `saved_game_broken` with the path of what is wrong, `saved_game_map` for another map.
    """
    reader = _SavedGameReader(source.name)
    game = reader.table(_json_of(source), "")
    if game.get("map") != MAP:
        raise InputError.single(Code.SAVED_GAME_MAP, Where(source.name, 1, 1), value=str(game.get("map")))
    phases, over = reader.phases(game)
    boards = reader.boards(phases)
    end = None if over is None else reader.board(boards[-1].turn, over, f"phases[{len(phases)}]")
    turns = reader.turn_texts(phases, boards, end)
    done = boards if phases[-1].get("results") else boards[:-1]
    played = done[-1].turn if done else None
    known = {turn: text for turn, text in turns.items() if text or played is None or turn <= played}
    return Intake(str(game.get("id", "")), boards[0], known, {board.turn: board for board in boards}, end, played)


def _json_of(source: Source) -> object:
    try:
        return json.loads(source.text)
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        raise InputError.single(Code.SAVED_GAME_BROKEN, Where(source.name, line, 1), key="JSON") from error


def files_of(intake: Intake, settings: str) -> dict[str, bytes]:
    """Return the files of a new game that plays the saved one.

    Turns, start position where it needs one, settings last.
    """
    files = {turn_file(turn): text for turn, text in intake.turns.items()}
    if intake.start != load_board().start:
        names = load_names(_LANG)
        head = write_position(intake.start, load_rules("standard"), (), load_board().powers, names)
        files[start_file()] = f"{head}\n"
        settings = _START.sub(lambda _: f"start = {json.dumps(start_file(), ensure_ascii=False)}", settings, count=1)
    files[SETTINGS] = settings
    return {name: text.encode() for name, text in files.items()}


def difference(intake: Intake, played: Turn, found: Position) -> Notice | None:
    """In what the board after a turn is not that of the saved game; None where it is, or where nothing is known.

    A retreat phase that we have no need of, nobody having a place to go, may be missing among ours.
    """
    follows = min((turn for turn in intake.boards if turn > played), default=None)
    expected = intake.boards.get(found.turn) or (intake.end if follows is None else intake.boards[follows])
    if expected is None:
        return None
    units = _units_differ(played, expected, found)
    if units is None and follows is not None and found.turn not in intake.boards:
        data = {"turn": str(played), "next_turn": str(found.turn)}
        return Notice(Level.ERROR, Code.IMPORT_OTHER_TURN, None, data)
    return units or _centres_differ(played, expected, found)


def _units_differ(played: Turn, expected: Position, found: Position) -> Notice | None:
    for power in load_board().powers:
        theirs = [str(unit) for unit in expected.units_of(power)]
        ours = [str(unit) for unit in found.units_of(power)]
        changes = list_changes("units", theirs, ours)
        if changes:
            return Notice(Level.ERROR, Code.IMPORT_DIFFERS, None, {"turn": str(played), "power": power, **changes})
    return None


def _centres_differ(played: Turn, expected: Position, found: Position) -> Notice | None:
    for power in load_board().powers:
        owned = set(expected.centres_of(power)) ^ set(found.centres_of(power))
        if owned:
            data = {"turn": str(played), "power": power, "provinces": sorted(owned)}
            return Notice(Level.ERROR, Code.IMPORT_CENTRES_DIFFER, None, data)
    return None


class _SavedGameReader:
    """Takes a saved game apart; whatever is not as it should be raises, with its path."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._board = load_board()

    def fault(self, key: str) -> InputError:
        """Return what is wrong, and where in the file."""
        return InputError.single(Code.SAVED_GAME_BROKEN, Where(self._name, 1, 1), key=key)

    def table(self, value: object, key: str) -> dict[str, Any]:
        """Return a table with texts for keys."""
        if not isinstance(value, dict):
            raise self.fault(key)
        return value

    def items(self, value: object, key: str) -> list[Any]:
        """Return a list."""
        if not isinstance(value, list):
            raise self.fault(key)
        return value

    def phases(self, game: dict[str, Any]) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
        """Return the phases that are played, and the one after them that tells how a finished game ended."""
        items = self.items(game.get("phases"), "phases")
        phases = [self.table(item, f"phases[{index}]") for index, item in enumerate(items)]
        over = phases.pop() if len(phases) > 1 and phases[-1].get("name") == OVER else None
        return phases, over

    def boards(self, phases: Sequence[dict[str, Any]]) -> list[Position]:
        """Return the boards at the beginning of the phases: at least one, each later than the one before."""
        if not phases:
            raise self.fault("phases")
        boards: list[Position] = []
        for index, phase in enumerate(phases):
            turn = self._turn(phase, f"phases[{index}]")
            # the format does not tell where attackers came from: nothing can begin with retreats
            if turn <= boards[-1].turn if boards else turn.phase is Phase.RETREATS:
                raise self.fault(f"phases[{index}].name")
            boards.append(self.board(turn, phase, f"phases[{index}]"))
        return boards

    def board(self, turn: Turn, phase: dict[str, Any], path: str) -> Position:
        """Return the board of a phase as that of a turn, without what a retreat turn adds."""
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
        return Position(turn, units, centres)

    def turn_texts(
        self, phases: Sequence[dict[str, Any]], boards: Sequence[Position], end: Position | None
    ) -> dict[Turn, str]:
        """Return the orders of each phase as the text of its turn file."""
        return {
            board.turn: "".join(self.orders(phase, board, after, f"phases[{index}]"))
            for index, (phase, board, after) in enumerate(zip(phases, boards, [*boards[1:], end], strict=True))
        }

    def orders(self, phase: dict[str, Any], board: Position, after: Position | None, path: str) -> Iterator[str]:
        """Return the orders of a phase as the text of a turn file.

        The board after it tells what was disbanded unordered.
        """
        names = load_names(_LANG)
        table = self.table(phase.get("orders"), f"{path}.orders")
        sent = {power: self.items(table.get(power.upper()) or [], f"{path}.orders") for power in self._board.powers}
        walks = _walks(self._board, sent)
        for power, texts in sent.items():
            kept = _without_idle_waivers(texts)
            lines = [_on_foot(self._order(text, board, f"{path}.orders"), walks.get(power, ())) for text in kept]
            if after is not None and board.turn.phase is Phase.ADJUSTMENTS:
                gone = _units_gone(power, board, after)
                lines += [names.fill("disband", unit=unit) for unit in gone if f"{unit} D" not in kept]
            if lines:
                yield "\n".join([names.fill("heading", power=names.power(power)), *lines]) + "\n\n"

    def _order(self, text: object, board: Position, path: str) -> str:
        if not isinstance(text, str) or not _ORDER.fullmatch(text):
            raise self.fault(path)
        if board.turn.phase is Phase.MOVES:
            return text
        names = load_names(_LANG)
        retreat, adjust = _RETREAT.fullmatch(text), _ADJUST.fullmatch(text)
        if retreat:
            return names.fill("retreat", unit=retreat[1], entries=retreat[2])
        if adjust and board.turn.phase is Phase.RETREATS:
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


def _without_idle_waivers(texts: Sequence[object]) -> list[object]:
    builds = any(str(text).endswith(" B") for text in texts)  # with us a waiver takes builds back
    return [text for text in texts if text != "WAIVE" or not builds]


def _units_gone(power: Power, board: Position, after: Position) -> list[str]:
    left = after.units_of(power)
    return [str(unit) for unit in board.units_of(power) if unit not in left]


def _walks(board: Board, sent: Mapping[Power, Sequence[object]]) -> dict[Power, set[str]]:
    """For each power, the moves of its armies to neighbours by land for which no whole chain of convoys is ordered.

    That package lets them walk, whatever was said of convoys.
    """
    texts = [str(text) for orders in sent.values() for text in orders]
    convoys = [found for text in texts if (found := _CONVOY.fullmatch(text))]
    return {
        power: {
            march[1]
            for march in filter(None, (_MARCH.fullmatch(str(text)) for text in orders))
            if _is_walk(board, march, convoys)
        }
        for power, orders in sent.items()
    }


def _is_walk(board: Board, march: re.Match[str], convoys: Sequence[re.Match[str]]) -> bool:
    move, origin, target = march[1], march[2], march[3]
    seas = [convoy[2] for convoy in convoys if convoy[3] == move]
    by_sea = {origin, target} <= board.coastal and chain_exists(board, seas, origin, target)
    return target in board.army_reach.get(origin, ()) and not by_sea


def _on_foot(text: str, walks: Collection[str]) -> str:
    """Return the order as our reader is to take it.

    What was said of a convoy for an army that walks is a mere remark.
    """
    move, convoy = _MARCH.fullmatch(text), _CONVOY.fullmatch(text)
    if move and move[4] and move[1] in walks:
        return f"{move[1]} //{move[4]}"
    return f"{convoy[1]} H // {text}" if convoy and convoy[3] in walks else text
