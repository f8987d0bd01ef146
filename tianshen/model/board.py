"""The board: provinces, coasts, who touches whom. Loaded once from `maps/`, checked as a whole, never changed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from tianshen.errors import DataError
from tianshen.model.graph import distances
from tianshen.model.position import ARMY, FLEET, Location, Position, Power, Province, Unit, UnitKind, province_of
from tianshen.model.turns import parse_turn
from tianshen.resources import data_file, read_toml

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

Ground: TypeAlias = Literal["land", "coast", "sea"]

STANDARD = "standard"


@dataclass(frozen=True, slots=True)
class ProvinceFacts:
    """What the map says of one province; `coasts` is empty where the coast is not divided."""

    id: Province
    name: str
    ground: Ground
    coasts: tuple[str, ...] = ()
    is_centre: bool = False
    home_of: Power | None = None
    homeland_of: Power | None = None


@dataclass(frozen=True)
class Board:
    """All facts of a map. The look-up tables are built once, so that judging looks up and never searches."""

    name: str
    powers: tuple[Power, ...]
    provinces: Mapping[Province, ProvinceFacts]
    army_edges: frozenset[tuple[Province, Province]]
    fleet_edges: frozenset[tuple[Location, Location]]
    impassable: frozenset[Province]
    start: Position

    @cached_property
    def seas(self) -> frozenset[Province]:
        """The provinces in which only fleets stand, and in which fleets may convoy."""
        return frozenset(p.id for p in self.provinces.values() if p.ground == "sea")

    @cached_property
    def coastal(self) -> frozenset[Province]:
        """The land provinces with a coast: both kinds of unit may stand there, and convoys begin and end there."""
        return frozenset(p.id for p in self.provinces.values() if p.ground == "coast")

    @cached_property
    def centres(self) -> tuple[Province, ...]:
        """All supply centres in alphabetical order of their ids."""
        return tuple(sorted(p.id for p in self.provinces.values() if p.is_centre))

    @cached_property
    def army_reach(self) -> Mapping[Province, frozenset[Province]]:
        """For each land province, those that an army may enter from there by land."""
        return {p: frozenset(n) for p, n in _neighbours(self.provinces, self.army_edges).items()}

    @cached_property
    def fleet_reach(self) -> Mapping[Location, Mapping[Province, tuple[Location, ...]]]:
        """For each location of a fleet, the provinces that it may enter, with the coasts that it may land on.

        Coasts stand in the sequence of the map's list.
        """
        table: dict[Location, dict[Province, tuple[Location, ...]]] = {}
        for here, nexts in _neighbours(self.fleet_locations, self.fleet_edges).items():
            row: dict[Province, list[Location]] = {}
            for location in sorted(nexts, key=self._coast_rank):
                row.setdefault(province_of(location), []).append(location)
            table[here] = {province: tuple(locations) for province, locations in row.items()}
        return table

    @cached_property
    def fleet_locations(self) -> tuple[Location, ...]:
        """Every location at which a fleet may stand."""
        return tuple(
            location for p in self.provinces.values() if p.ground != "land" for location in self.locations(p.id, FLEET)
        )

    @cached_property
    def sea_neighbours(self) -> Mapping[Province, frozenset[Province]]:
        """For each sea and each coastal province, the seas that touch it; any coast counts (convoys ignore coasts)."""
        table: dict[Province, set[Province]] = {p: set() for p in (*self.seas, *self.coastal)}
        for a, b in self.fleet_edges:
            for here, there in ((a, b), (b, a)):
                if province_of(there) in self.seas:
                    table[province_of(here)].add(province_of(there))
        return {p: frozenset(n) for p, n in table.items()}

    @cached_property
    def neighbours(self) -> Mapping[Province, frozenset[Province]]:
        """For each province, those that touch it by either kind of adjacency."""
        table: dict[Province, set[Province]] = {p: set() for p in self.provinces}
        for a, b in (*self.army_edges, *self.fleet_edges):
            table[province_of(a)].add(province_of(b))
            table[province_of(b)].add(province_of(a))
        return {p: frozenset(n) for p, n in table.items()}

    @cached_property
    def steps_home(self) -> Mapping[Power, Mapping[Province, int]]:
        """For each power, how many steps each province is from its homeland, by either kind of adjacency."""
        return {
            power: self.distances(p.id for p in self.provinces.values() if p.homeland_of == power)
            for power in self.powers
        }

    def distances(self, goals: Iterable[Province]) -> dict[Province, int]:
        """Return the steps from each province to the nearest goal, by either kind of adjacency; empty without goals."""
        return distances(goals, self.neighbours.__getitem__)

    def homes_of(self, power: Power) -> list[Province]:
        """Return the home centres of a power, in the sequence of the map."""
        return [p.id for p in self.provinces.values() if p.home_of == power]

    def free_homes(
        self, power: Power, units: Mapping[Province, Unit], centres: Mapping[Province, Power]
    ) -> list[Province]:
        """Return the home centres on which the power may build: still owned and vacant (房规 2.3.2 三、四)."""
        return [home for home in self.homes_of(power) if centres.get(home) == power and home not in units]

    def locations(self, province: Province, kind: UnitKind) -> tuple[Location, ...]:
        """Where in the province a unit of that kind may stand; nowhere (impassable ones too), once, or once a coast."""
        facts = self.provinces.get(province)
        if facts is None or facts.ground == ("sea" if kind == ARMY else "land"):
            return ()
        if kind == ARMY:
            return (province,)
        return tuple(f"{province}/{coast}" for coast in facts.coasts) or (province,)

    def is_location(self, location: Location, kind: UnitKind) -> bool:
        """Return whether a unit of that kind may stand at exactly that location."""
        return location in self.locations(province_of(location), kind)

    def can_reach(self, unit: Unit, province: Province) -> bool:
        """Return whether the unit could move to the province, on any coast of it, other units and convoys aside."""
        if unit.kind == ARMY:
            return province in self.army_reach[unit.at]
        return province in self.fleet_reach[unit.at]

    def _coast_rank(self, location: Location) -> tuple[Province, int]:
        coasts = self.provinces[province_of(location)].coasts
        return province_of(location), coasts.index(location[4:]) if location[4:] in coasts else 0


def _neighbours(places: Iterable[str], edges: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    table: dict[str, set[str]] = {place: set() for place in places}
    for a, b in edges:
        table[a].add(b)
        table[b].add(a)
    return table


def board_names() -> tuple[str, ...]:
    """Return the boards in `maps/`, the standard one first."""
    names = (entry.name.removesuffix(".toml") for entry in data_file("maps").iterdir() if entry.name.endswith(".toml"))
    return tuple(sorted(names, key=lambda name: (name != STANDARD, name)))


@cache
def load_board(name: str = STANDARD) -> Board:
    """Return the board with that name from `maps/`; raises `DataError` listing every fault with its key."""
    path = f"{name}.toml"
    data = read_toml("maps", path)
    faults: list[str] = []
    board = _board(data, faults)
    if board is not None:
        faults.extend(_faults(board))
    if faults or board is None:
        raise DataError(f"maps/{path}", faults)
    return board


def _board(data: Mapping[str, Any], faults: list[str]) -> Board | None:
    try:
        provinces = {
            key: ProvinceFacts(
                key,
                row["name"],
                row["kind"],
                tuple(row.get("coasts", ())),
                row.get("centre", False),
                row.get("home"),
                row.get("homeland"),
            )
            for key, row in data["provinces"].items()
        }
        units = [
            Unit(power, ARMY if text[0] == ARMY else FLEET, text[2:])
            for power, texts in data["start"].items()
            for text in texts
        ]
        start = Position(
            parse_turn(data["first_turn"]),
            {unit.province: unit for unit in units},
            {p.id: p.home_of for p in provinces.values() if p.home_of},
        )
        return Board(
            data["name"],
            tuple(data["powers"]),
            provinces,
            frozenset(_edges(data["adjacency"], "army", faults)),
            frozenset(_edges(data["adjacency"], "fleet", faults)),
            frozenset(data.get("impassable", ())),
            start,
        )
    except (KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
        faults.append(f"{type(error).__name__}: {error}")
        return None


def _edges(adjacency: Mapping[str, Mapping[str, list[str]]], label: str, faults: list[str]) -> list[tuple[str, str]]:
    """Return the pairs of places that touch; an entry that is no text is a fault."""
    pairs = [(a, b) for a, nexts in adjacency[label].items() for b in nexts]
    faults.extend(f"adjacency.{label}.{a}: {b} is no place" for a, b in pairs if not isinstance(b, str))
    return [(a, b) for a, b in pairs if isinstance(b, str)]


def _faults(board: Board) -> list[str]:
    return [
        *_province_faults(board),
        *_adjacency_faults(board, "army", ARMY, board.army_edges),
        *_adjacency_faults(board, "fleet", FLEET, board.fleet_edges),
        *_start_faults(board),
    ]


def _province_faults(board: Board) -> Iterator[str]:
    for key, facts in board.provinces.items():
        if facts.ground not in ("land", "coast", "sea"):
            yield f"provinces.{key}.kind: {facts.ground}"
        for power in (facts.home_of, facts.homeland_of):
            if power is not None and power not in board.powers:
                yield f"provinces.{key}: unknown power {power}"


def _adjacency_faults(board: Board, label: str, kind: UnitKind, edges: Collection[tuple[str, str]]) -> Iterator[str]:
    for a, b in edges:
        for place in (a, b):
            if not board.is_location(place, kind):
                yield f"adjacency.{label}.{a}: no {label} can stand at {place}"
        if (b, a) in edges:
            yield f"adjacency.{label}: {a} and {b} stand there twice"


def _start_faults(board: Board) -> Iterator[str]:
    for unit in board.start.units.values():
        if unit.power not in board.powers or not board.is_location(unit.at, unit.kind):
            yield f"start.{unit.power}: {unit}"
