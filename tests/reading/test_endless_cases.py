"""Case files with something endless in them are refused, or judged, in steps that grow with their length alone."""

import pytest
from counting import lines_run

from tianshen.errors import InputError
from tianshen.notices import Code
from tianshen.reading.case.case_file import read_case
from tianshen.text.source import source_of

COUNT = 60
FACTOR = 4
MOST = 4.6
HEAD = "Position S1901\nRules standard\n"
RETREATS = "Position S1901R\nRules standard\n"

ENDLESS = {
    "units of a line": lambda count: HEAD + "England: " + ", ".join(["A Lon"] * count),
    "lines of a power": lambda count: HEAD + "England: A Lon\n" * count,
    "units that are none": lambda count: HEAD + "England: " + ", ".join(["A Zzz"] * count),
    "centres": lambda count: HEAD + "Centres England: " + ", ".join(["Lon"] * count),
    "options": lambda count: "Position S1901\nRules standard " + " ".join(f"a{i}=b" for i in range(count)),
    "one option": lambda count: "Position S1901\nRules standard " + "coast_unstated=x " * count,
    "alliances": lambda count: HEAD + "Alliance: England, France\n" * count,
    "allies": lambda count: HEAD + "Alliance: " + ", ".join(["England"] * count),
    "dislodged units": lambda count: RETREATS + "Dislodged England: " + ", ".join(["F Lon from Wal"] * count),
    "standoffs": lambda count: RETREATS + "Standoff: " + ", ".join(["Lon"] * count),
    "orders": lambda count: HEAD + "England: F Lon\n\nEngland:\n" + "F Lon - Nth\n" * count,
    "comments": lambda count: "# nothing\n" * count + HEAD,
    "other lines": lambda count: HEAD + "nothing of the kind\n" * count,
    "signs": lambda count: HEAD + ":" * count,
}


def read(source):
    """Reads the case, or is refused with a reason."""
    try:
        read_case(source)
    except InputError as error:
        assert error.notices


def steps(text):
    """How many lines of Python are executed while the case is read."""
    source = source_of(text, "x.case")
    return lines_run(lambda: read(source))


@pytest.mark.parametrize("kind", ENDLESS)
def test_four_times_the_case_takes_four_times_the_steps(kind):
    short, long = (ENDLESS[kind](count) for count in (COUNT, FACTOR * COUNT))
    steps(short)  # words that are looked up once are known from here on
    assert steps(long) <= MOST * steps(short)


def test_a_wrong_option_is_told_once_and_an_unknown_one_where_it_stands():
    with pytest.raises(InputError) as caught:
        read_case(source_of("Position S1901\nRules standard coast_unstated=x coast_unstated=y colour=1\n"))
    wrong, unknown = caught.value.notices
    assert (wrong.code, wrong.data["value"]) == (Code.CASE_OPTION_WRONG, "x")
    assert (unknown.code, unknown.where.quote) == (Code.CASE_OPTION_UNKNOWN, "colour")
