"""How cells look: fonts, fills, number formats. Input cells and formula cells are told apart by colour."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell
    from openpyxl.styles import Font
    from openpyxl.styles.cell_style import StyleArray

INPUT_FILL = "FFF4C7"
FORMULA_FILL = "E9F0F7"
HEAD_FILL = "3B4A5A"
_INK = "22262B"
_MUTED = "7A7F87"
_INPUT_INK = "7A4B00"
_LINE = "C9CED6"
_CHINESE = 134  # the character set by which a missing font is replaced by another Chinese one

TEXT = "@"  # keeps what is typed there as text, too
WHOLE = "0"
DECIMAL = "0.00"
SIGNED = "+0;-0;0"
ANY = "General"


class LookPart(Enum):
    """What a cell is for."""

    TITLE = "title"
    MUTED = "muted"
    HEAD = "head"
    DATA = "data"
    INPUT = "input"
    FORMULA = "formula"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class Look:
    """A kind of cell. `fill` overrides the fill of the part, as in the colour of a power."""

    part: LookPart
    form: str = TEXT
    align: Literal["left", "center", "right", None] = None
    wrap: bool = False
    fill: str | None = None

    def sample(self, value: object) -> str:
        """About what is shown of a value, for the width of the column."""
        if isinstance(value, float):
            return f"{value:.2f}" if self.form == DECIMAL else f"{value:g}"
        return str(value)


TITLE = Look(LookPart.TITLE)
MUTED = Look(LookPart.MUTED)
HEAD = Look(LookPart.HEAD, align="center", wrap=True)
HEAD_NUMBER = Look(LookPart.HEAD, WHOLE, align="center")
DATA = Look(LookPart.DATA, align="left")
DATA_MIDDLE = Look(LookPart.DATA, align="center")
DATA_WRAPPED = Look(LookPart.DATA, align="left", wrap=True)
NUMBER = Look(LookPart.DATA, WHOLE, align="center")
FORMULA_TEXT = Look(LookPart.FORMULA, ANY, align="center")
FORMULA_NUMBER = Look(LookPart.FORMULA, WHOLE, align="center")
FORMULA_DECIMAL = Look(LookPart.FORMULA, DECIMAL, align="center")
FORMULA_SIGNED = Look(LookPart.FORMULA, SIGNED, align="center")
SUM_TEXT = Look(LookPart.SUM)
SUM_NUMBER = Look(LookPart.SUM, WHOLE, align="center")
SUM_DECIMAL = Look(LookPart.SUM, DECIMAL, align="center")
INPUT = Look(LookPart.INPUT, align="left", wrap=True)
INPUT_MIDDLE = Look(LookPart.INPUT, align="center")
INPUT_NUMBER = Look(LookPart.INPUT, ANY, align="center")


@dataclass
class Styles:
    """Makes the looks out of openpyxl's parts, each of them once. `font` is the name of the font of all cells."""

    font: str
    _dressed: dict[Look, StyleArray] = field(default_factory=dict)

    def dress(self, cell: Cell, look: Look) -> None:
        """Return a cell its look."""
        if look not in self._dressed:
            self._make(cell, look)
            self._dressed[look] = cell._style  # type: ignore[attr-defined]
        # One array copied: the library's own way takes ten times as long.
        cell._style = copy(self._dressed[look])  # type: ignore[attr-defined]

    def _make(self, cell: Cell, look: Look) -> None:
        from openpyxl.styles import Alignment, Border, PatternFill, Side

        cell.font = self._font(look)
        cell.alignment = Alignment(horizontal=look.align, vertical="center", wrap_text=look.wrap)
        cell.number_format = look.form
        fill = look.fill or _FILLS.get(look.part)
        if fill:
            cell.fill = PatternFill("solid", fill)
        if look.part not in (LookPart.TITLE, LookPart.MUTED):
            side = Side("thin", _LINE)
            cell.border = Border(side, side, side, side)

    def _font(self, look: Look) -> Font:
        from openpyxl.styles import Font

        size = 15 if look.part is LookPart.TITLE else 9.5 if look.part is LookPart.MUTED else 11
        bold = look.part in (LookPart.TITLE, LookPart.HEAD, LookPart.SUM)
        return Font(name=self.font, family=2, charset=_CHINESE, sz=size, b=bold, color=_INKS.get(look.part, _INK))


_FILLS = {
    LookPart.HEAD: HEAD_FILL,
    LookPart.INPUT: INPUT_FILL,
    LookPart.FORMULA: FORMULA_FILL,
    LookPart.SUM: FORMULA_FILL,
}
_INKS = {LookPart.HEAD: "FFFFFF", LookPart.MUTED: _MUTED, LookPart.INPUT: _INPUT_INK}
