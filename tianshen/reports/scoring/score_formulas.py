"""The scoring systems as spreadsheet formulas: live, and right in Excel 2007 and later and in LibreOffice.

Only functions that Excel 2007 knows, none that must be confirmed as an array, A1 references throughout. COUNTIF with
a comparison is used on whole numbers alone: it compares by a text of fifteen digits, which breaks ties of fractions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Helper: TypeAlias = Literal["key", "draw_key", "raw"]


@dataclass(frozen=True, slots=True)
class Column:
    """One quantity of the table: the cell of the power's own row, and the cells of all powers (absolute)."""

    cell: str
    all: str


@dataclass(frozen=True, slots=True)
class Cells:
    """Where a scoring formula finds what it needs; `positions` (1, 2, 3 …), `solo` and `places` by system."""

    centres: Column
    year: Column
    shares: Column
    helpers: Mapping[Helper, Column]
    winning: str
    first_year: str
    last_year: str
    positions: Mapping[str, str]
    solo: Mapping[str, str]
    places: Mapping[str, str]

    @property
    def most(self) -> str:
        """The number of centres of the leader."""
        return f"MAX({self.centres.all})"

    @property
    def living(self) -> str:
        """How many powers own a centre."""
        return f'COUNTIF({self.centres.all},">0")'

    @property
    def leaders(self) -> str:
        """How many powers have the most centres."""
        return f"COUNTIF({self.centres.all},{self.most})"

    @property
    def is_solo(self) -> str:
        """Return whether somebody has reached the winning number."""
        return f"{self.most}>={self.winning}"

    @property
    def years(self) -> str:
        """How many years after the first the power lasted."""
        return f"(IF({self.centres.cell}>0,{self.last_year},{self.year.cell})-{self.first_year})"


_NEEDS: dict[str, tuple[Helper, ...]] = {"carnage": ("key",), "dixie": ("key", "draw_key"), "detour": ("raw",)}


def helpers_of(systems: tuple[str, ...]) -> tuple[Helper, ...]:
    """Return the helper columns that the formulas of these systems need; `key` always, because the rank needs it."""
    needed = {helper for system in systems for helper in _NEEDS.get(system, ())} | {"key"}
    order: tuple[Helper, ...] = ("key", "draw_key", "raw")
    return tuple(helper for helper in order if helper in needed)


def place_share_formula(column: Column, positions: str, places: str) -> str:
    """Return the points of the row's place; a tie gets the average of the places that it covers."""
    above = f'COUNTIF({column.all},">"&{column.cell})'
    upto = f'COUNTIF({column.all},">="&{column.cell})'
    return f"SUMPRODUCT(({positions}>{above})*({positions}<={upto})*{places})/COUNTIF({column.all},{column.cell})"


def helper_formula(helper: Helper, cells: Cells) -> str:
    """Return the formula of a helper column, as `PowerScore.keys`, `.draw_keys` and `detour_raw` have it."""
    count = cells.centres.cell
    if helper == "key":
        return f"=IF({count}>0,{count}*10000,{cells.year.cell})"
    if helper == "draw_key":
        return f"=IF(AND({cells.most}<{cells.winning},{cells.shares.cell}=1),1000000,{cells.helpers['key'].cell})"
    lead = f"IF({count}={cells.most},{cells.most}-LARGE({cells.centres.all},2),0)"
    bonus = f'MAX(0,5-COUNTIF({cells.centres.all},">="&{count}))'
    return f"={count}+IF({count}>0,2,0)+{lead}+{bonus}"


def score_formula(system: str, cells: Cells) -> str:
    """Return the formula of a power's score under a system; raise `KeyError` for an unknown one."""
    return "=" + _FORMULAS[system](cells)


def _prize(system: str, cells: Cells) -> str:
    return f'{cells.solo[system]}/COUNTIF({cells.centres.all},">="&{cells.winning})'


def _solo_or(system: str, cells: Cells, otherwise: str, rest: str = "0") -> str:
    return f"IF({cells.is_solo},IF({cells.centres.cell}>={cells.winning},{_prize(system, cells)},{rest}),{otherwise})"


def _centres(cells: Cells) -> str:
    return cells.centres.cell


def _draw_size(cells: Cells) -> str:
    return _solo_or("draw_size", cells, f"IF({cells.shares.cell}=1,100/SUM({cells.shares.all}),0)")


def _sum_of_squares(cells: Cells) -> str:
    share = f"IF({cells.centres.cell}=0,0,100*{cells.centres.cell}^2/SUMSQ({cells.centres.all}))"
    return _solo_or("sum_of_squares", cells, share)


def _c_diplo(cells: Cells) -> str:
    share = place_share_formula(cells.centres, cells.positions["c_diplo"], cells.places["c_diplo"])
    return _solo_or("c_diplo", cells, f"1+{cells.centres.cell}+{share}")


def _carnage(cells: Cells) -> str:
    share = place_share_formula(cells.helpers["key"], cells.positions["carnage"], cells.places["carnage"])
    return _solo_or("carnage", cells, f"{cells.centres.cell}+{share}")


def _dixie(cells: Cells) -> str:
    return f"4*{cells.centres.cell}+" + place_share_formula(
        cells.helpers["draw_key"], cells.positions["dixie"], cells.places["dixie"]
    )


def _open_tribute(cells: Cells) -> str:
    count, everyone = cells.centres.cell, cells.centres.all
    paid = f"INT((ROWS({everyone})*{cells.most}-SUM({everyone}))/{cells.leaders}^2)"
    points = f"34+4*{count}-{cells.most}+IF({count}={cells.most},{paid},0)"
    return _solo_or("open_tribute", cells, f"IF({count}=0,0,{points})")


def _tribute(cells: Cells) -> str:
    count, living = cells.centres.cell, cells.living
    due = f"MIN(66/{living},MAX(0,{cells.most}-6))"
    part = f"IF({count}={cells.most},{living}/{cells.leaders}-1,-1)"
    return _solo_or("tribute", cells, f"IF({count}=0,0,{count}+66/{living}+{due}*{part})")


def _bangkok(cells: Cells) -> str:
    count, everyone, most = cells.centres.cell, cells.centres.all, cells.most
    steps = f"(3*COUNTIF({everyone},{most})+2*COUNTIF({everyone},{most}-1)+COUNTIF({everyone},{most}-2))"
    points = f"{count}+12*MAX(0,3-{most}+{count})/{steps}+IF({count}>0,3,0.3*{cells.years})"
    return _solo_or("bangkok", cells, points, f"0.5*{count}")


def _detour(cells: Cells) -> str:
    raw, late = cells.helpers["raw"], f"0.25*MIN(8,{cells.years})"
    points = f"100*{raw.cell}/MAX(1,SUM({raw.all}))+IF({cells.centres.cell}=0,{late},0)"
    return _solo_or("detour", cells, points, late)


def _manorcon(cells: Cells) -> str:
    count, everyone = cells.centres.cell, cells.centres.all
    total = f"(SUMSQ({everyone})+4*SUM({everyone})+16*ROWS({everyone}))"
    late = f"0.1*{cells.years}"
    return _solo_or("manorcon", cells, f"IF({count}>0,100*({count}^2+4*{count}+16)/{total},{late})", late)


_FORMULAS: dict[str, Callable[[Cells], str]] = {
    "centres": _centres,
    "draw_size": _draw_size,
    "sum_of_squares": _sum_of_squares,
    "c_diplo": _c_diplo,
    "carnage": _carnage,
    "dixie": _dixie,
    "open_tribute": _open_tribute,
    "bangkok": _bangkok,
    "detour": _detour,
    "tribute": _tribute,
    "manorcon": _manorcon,
}
