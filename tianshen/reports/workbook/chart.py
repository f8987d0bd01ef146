"""A line chart in the colours of the powers, with its numbers inside for readers that do not calculate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from tianshen.reports.picture.style import ink

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openpyxl.chart import LineChart
    from openpyxl.chart.series import Series

    from tianshen.model.position import Power

_Symbol: TypeAlias = Literal["circle", "square", "triangle", "diamond", "x", "star", "plus"]
_MARKERS: tuple[_Symbol, ...] = ("circle", "square", "triangle", "diamond", "x", "star", "plus")


def line_chart(
    title: str,
    axis: str,
    category_ref: str,
    categories: Sequence[str],
    lines: Sequence[tuple[str, str, str, Sequence[int], Power]],
) -> LineChart:
    """Return a chart with a line for each power.

    `lines` are its name, where that stands, where its numbers stand, the numbers, the power.
    Lines differ by their markers as well as by their colours.
    """
    from openpyxl.chart import LineChart
    from openpyxl.chart.data_source import AxDataSource, NumFmt, StrData, StrRef, StrVal
    from openpyxl.chart.legend import Legend

    chart = LineChart()
    chart.title = title
    chart.height, chart.width = 9.5, 24
    chart.x_axis.title = axis
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.y_axis.scaling.min = 0
    chart.y_axis.majorUnit = 2
    chart.y_axis.number_format = "0"
    chart.x_axis.numFmt = NumFmt(formatCode="General")
    chart.legend = Legend(legendPos="r")
    points = [StrVal(idx=index, v=text) for index, text in enumerate(categories)]
    names = StrRef(f=category_ref, strCache=StrData(ptCount=len(points), pt=points))
    for index, line in enumerate(lines):
        series = _series(index, *line)
        series.cat = AxDataSource(strRef=names)
        chart.series.append(series)
    return chart


def _series(index: int, name: str, name_ref: str, ref: str, values: Sequence[int], power: Power) -> Series:
    from openpyxl.chart.data_source import NumData, NumDataSource, NumRef, NumVal, StrData, StrRef, StrVal
    from openpyxl.chart.marker import Marker
    from openpyxl.chart.series import Series, SeriesLabel
    from openpyxl.chart.shapes import GraphicalProperties

    label = StrRef(f=name_ref, strCache=StrData(ptCount=1, pt=[StrVal(idx=0, v=name)]))
    points = [NumVal(idx=position, v=str(value)) for position, value in enumerate(values)]
    numbers = NumRef(f=ref, numCache=NumData(formatCode="0", ptCount=len(points), pt=points))
    series = Series(idx=index, order=index, tx=SeriesLabel(strRef=label), val=NumDataSource(numRef=numbers))
    colour = ink(power).lstrip("#").upper()
    series.graphicalProperties.line.solidFill = colour
    series.graphicalProperties.line.width = 28_000
    dot = GraphicalProperties(solidFill=colour)
    dot.line.solidFill = colour
    series.marker = Marker(_MARKERS[index % len(_MARKERS)], 6, dot)
    series.smooth = False
    return series
