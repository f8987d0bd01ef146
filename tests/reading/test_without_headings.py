"""Orders under no heading: each belongs to the power whose unit or home it names; what names none is asked about."""

import pytest

import tianshen as ts

WINTER = (
    "Position Winter 1901\nRules standard\nFrance: A Bur\nItaly: A Nap, A Rom\n"
    "Centres Italy: Nap\nCentres France: Bre, Par, Mar\nCentres Turkey: Ank\n\n"
)
SPRING = "Position Spring 1901\nFrance: A Bur\n\n"


def read(text):
    return ts.read_case(text).reading


def asked(reading):
    return [(str(n.code), n.where.quote) for n in reading.notices if n.level.value == "error"]


def test_builds_belong_to_the_home_and_disbands_to_the_unit():
    reading = read(WINTER + "Build A Par\nBuild F Bre\nDisband A Rom\n")
    assert {power: list(map(str, builds)) for power, builds in reading.orders.builds.items()} == {
        "france": ["A PAR", "F BRE"]
    }
    assert {power: list(map(str, gone)) for power, gone in reading.orders.disbands.items()} == {"italy": ["A ROM"]}
    assert asked(reading) == []
    (told,) = [n for n in reading.notices if str(n.code) == "no_heading"]
    assert told.data["powers"] == ("france", "italy")


@pytest.mark.parametrize("order", ["Waive", "Disband A Mun", "Build A Bur"])
def test_what_names_no_home_and_no_unit_is_asked_about(order):
    reading = read(f"{WINTER}{order}\n")
    assert not reading.orders.builds
    assert not reading.orders.disbands
    assert asked(reading) == [("order_unowned", order)]
    assert [(item.power, item.why) for item in reading.left_out] == [(None, "unowned")]


def test_one_order_is_taken_and_the_other_asked_about():
    reading = read(SPRING + "A Bur - Mun\nA Kie - Ber\n")
    assert list(reading.orders.moves) == ["BUR"]
    assert asked(reading) == [("order_unowned", "A Kie - Ber")]


def test_what_cannot_be_read_asks_by_its_own_fault():
    reading = read(SPRING + "A Bur - Munn\n")
    assert asked(reading) == [("name_unknown", "Munn")]
    assert [item.why for item in reading.left_out] == ["unowned"]
