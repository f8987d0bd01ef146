"""Canonical names in one language: powers, provinces, units, turns. All of them come from `locales/`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from tianshen.errors import DataError
from tianshen.locale.template import TemplateFault, filled, parse_template
from tianshen.model.board import STANDARD, load_board
from tianshen.model.position import coast_of, province_of
from tianshen.model.turns import Step
from tianshen.resources import data_file, read_toml, taking_apart

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tianshen.model.position import Location, Power, Province, UnitKind
    from tianshen.model.turns import Turn

NAME_SETS = ("house", "modern")
STEP_KEYS = {
    Step.SPRING: "S",
    Step.SPRING_RETREATS: "SR",
    Step.FALL: "F",
    Step.FALL_RETREATS: "FR",
    Step.WINTER: "W",
}
_TEMPLATES = (
    *(
        "list",
        "power_list",
        "location",
        "unit",
        "heading",
        "heading_turn",
        "hold",
        "move",
        "by_sea",
        "route",
        "route_step",
    ),
    *("support_hold", "support_move", "convoy", "retreat", "disband_entry", "build", "disband", "waive"),
    *("builds", "disbands", "position", "rules", "units", "centres", "nobody", "alliance", "dislodged"),
    *("dislodged_by_sea", "standoff", "together", "map"),
)


class _Standing(Protocol):
    """Anything that has a kind and stands somewhere: `Unit`, `Named`, `Build`, `Disband`."""

    @property
    def kind(self) -> UnitKind: ...
    @property
    def at(self) -> Location: ...


@dataclass(frozen=True)
class Names:
    """How one language, in one of its name sets, calls things. Made by `load_names`."""

    lang: str
    name_set: str
    board: str
    powers: Mapping[Power, str]
    power_shorts: Mapping[Power, str]
    game_master: str
    provinces: Mapping[Province, str]
    shorts: Mapping[Province, str]
    kinds: Mapping[str, str]
    coasts: Mapping[str, str]
    turns: Mapping[str, str]
    turn_files: Mapping[str, str]
    templates: Mapping[str, str]

    def power(self, power: Power) -> str:
        """Return the power's name: `英国`."""
        return self.powers[power]

    def power_short(self, power: Power) -> str:
        """Return the power's shortest usual name: `英`, `E`."""
        return self.power_shorts[power]

    def province(self, province: Province) -> str:
        """Return the province's name; impassable ones have names too."""
        return self.provinces[province]

    def location(self, location: Location) -> str:
        """Return the location with its coast, if any: `西班牙（北岸）`, `Spain (nc)`."""
        return self._place(self.provinces[province_of(location)], location, "location")

    def short(self, location: Location) -> str:
        """Return the location as written in orders: `Spa/nc`; where the language has no short names, as `location`."""
        if province_of(location) not in self.shorts:
            return self.location(location)
        return self._place(self.shorts[province_of(location)], location, "location_short")

    def _place(self, name: str, location: Location, template: str) -> str:
        coast = coast_of(location)
        return name if coast is None else self.fill(template, province=name, coast=self.coasts[coast])

    def unit(self, what: _Standing) -> str:
        """Return a unit with its place: `西班牙（北岸）舰队`, `F Spain (nc)`."""
        return self.unit_at(what.kind, what.at)

    def unit_at(self, kind: UnitKind, at: Location) -> str:
        """As `unit`, from a kind and a location."""
        return self.fill("unit", place=self.location(at), kind=self.kinds[kind])

    def short_unit(self, kind: UnitKind, at: Location) -> str:
        """Return a unit as written in orders: `F Spa/nc`; in Chinese as `unit_at`."""
        return self.fill("unit", place=self.short(at), kind=self.kinds[kind])

    def kind(self, kind: UnitKind) -> str:
        """Return the unit word: `陆军`, `A`."""
        return self.kinds[kind]

    def coast(self, coast: str) -> str:
        """Return the coast word: `北岸`, `nc`."""
        return self.coasts[coast]

    def turn(self, turn: Turn) -> str:
        """Return the turn in words: `1901年秋季`, `1901年秋季撤退`, `1901年冬季`."""
        return filled(self.turns[STEP_KEYS[turn.step]], year=str(turn.year))

    def turn_file(self, turn: Turn) -> str:
        """Return the turn as a file is named after it: `1901秋`, `1901秋撤退`, `1901冬`."""
        return filled(self.turn_files[STEP_KEYS[turn.step]], year=str(turn.year))

    def join(self, items: Iterable[str]) -> str:
        """Return the items as a list in the language's manner."""
        return self.templates["list"].join(items)

    def fill(self, template: str, /, **values: str) -> str:
        """Return the order template with that key, filled."""
        return filled(self.templates[template], **values)


def languages() -> tuple[str, ...]:
    """Return the languages that have a folder with order words in `locales/`, in alphabetical order."""
    folder = data_file("locales")
    return tuple(sorted(entry.name for entry in folder.iterdir() if (entry / "words.toml").is_file()))


def names_file(board: str) -> str:
    """Return what the file with a language's names for a board is called."""
    return f"names.{board}.toml"


def names_table(lang: str, board: str) -> dict[str, Any]:
    """Return a language's names for a board; where it has none for that board, those that stand in the map itself."""
    if data_file("locales", lang, names_file(board)).is_file():
        return read_toml("locales", lang, names_file(board))
    facts = load_board(board)
    own = {province.id: {"name": province.name} for province in facts.provinces.values()}
    return {"provinces": own | {province: {"name": province} for province in facts.impassable}}


def power_rows(words: Mapping[str, Any], table: Mapping[str, Any], board: str) -> Mapping[Power, Any]:
    """Return the powers' names from the board's names file, from the language's words, or made from their ids."""
    usual: Mapping[Power, Any] = words.get("powers", {})
    if board == STANDARD:
        return usual
    rows = {
        power: {"name": power.title(), "short": power[0].upper(), "aliases": []} for power in load_board(board).powers
    }
    return {power: table.get("powers", {}).get(power, usual.get(power, row)) for power, row in rows.items()}


@cache
def load_names(lang: str, name_set: str = "house", board: str = STANDARD) -> Names:
    """Return the names of a language for a board; `name_set` matters only where the language has several.

    Raises `DataError` naming the file and every key that is missing or of the wrong kind, `KeyError` for a language or
    name set that does not exist.
    """
    if lang not in languages() or name_set not in NAME_SETS:
        raise KeyError(f"{lang} {name_set}")
    words = read_toml("locales", lang, "words.toml")
    table = names_table(lang, board)
    with taking_apart("locales", lang, names_file(board)):
        words = {**words, "powers": power_rows(words, table, board)}
        provinces, shorts = _provinces(lang, table, name_set, board)
    faults = _faults(words, board)
    if faults:
        raise DataError(f"locales/{lang}/words.toml", faults)
    with taking_apart("locales", lang, "words.toml"):
        return _names(lang, name_set, board, words, provinces, shorts)


def _names(
    lang: str,
    name_set: str,
    board: str,
    words: Mapping[str, Any],
    provinces: Mapping[Province, str],
    shorts: Mapping[Province, str],
) -> Names:
    return Names(
        lang,
        name_set,
        board,
        {power: row["name"] for power, row in words["powers"].items()},
        {power: row["short"] for power, row in words["powers"].items()},
        words["game_master"]["name"],
        provinces,
        shorts,
        {kind: row["name"] for kind, row in words["units"].items()},
        {coast: row["name"] for coast, row in words["coasts"].items()},
        {step: row["name"] for step, row in words["turns"].items()},
        {step: row["file"] for step, row in words["turns"].items()},
        words["write"],
    )


def _faults(words: Mapping[str, Any], board: str) -> list[str]:
    faults = [f"{path}: a text is missing here" for path in _needed_texts(board) if not _text_at(words, path)]
    return faults or [*_template_faults("write", words["write"]), *_turn_faults(words["turns"])]


def _needed_texts(board: str) -> list[str]:
    return [
        *(f"powers.{power}.{key}" for power in load_board(board).powers for key in ("name", "short")),
        "game_master.name",
        *(f"units.{kind}.name" for kind in ("A", "F")),
        *(f"coasts.{coast}.name" for coast in ("NC", "SC", "EC")),
        *(f"turns.{step}.{key}" for step in STEP_KEYS.values() for key in ("name", "file")),
        *(f"write.{key}" for key in _TEMPLATES),
    ]


def _turn_faults(turns: Mapping[str, Any]) -> Iterator[str]:
    for step, row in turns.items():
        yield from _template_faults(f"turns.{step}", row)


def _template_faults(path: str, rows: Mapping[str, object]) -> Iterator[str]:
    for key, text in rows.items():
        try:
            parse_template(str(text))
        except TemplateFault as fault:
            yield f"{path}.{key}: {fault}"


def _text_at(table: Mapping[str, Any], path: str) -> str:
    found: object = table
    for key in path.split("."):
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, str) else ""


def _provinces(
    lang: str, table: Mapping[str, Any], name_set: str, board_name: str
) -> tuple[dict[str, str], dict[str, str]]:
    board = load_board(board_name)
    faults = []
    names = {}
    shorts = {}
    rows = table.get("provinces", {})
    for province in (*board.provinces, *sorted(board.impassable)):
        row = rows.get(province, {})
        name = row.get(name_set, row.get("name"))
        if not isinstance(name, str) or not name:
            faults.append(f"provinces.{province}: no name")
            continue
        names[province] = name
        if "short" in row:
            shorts[province] = row["short"]
            if not isinstance(row["short"], str):
                faults.append(f"provinces.{province}.short: no text")
    known = (*board.provinces, *board.impassable)
    faults.extend(f"provinces.{key}: no such province" for key in rows if key not in known)
    if faults:
        raise DataError(f"locales/{lang}/{names_file(board_name)}", faults)
    return names, shorts
