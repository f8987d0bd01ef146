"""That nothing is left without a case: every clause, every option, every reason, every difference."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from case_files import TESTS, case_paths, judged, load, rules_of

from tianshen.errors import InputError
from tianshen.judge.ruling import reason_codes
from tianshen.model.rules import option_names, parse_option

if TYPE_CHECKING:
    from tianshen.reading.case.case_file import Case

PAGE = TESTS.parent / "docs" / "clauses.md"
CASES = [load(path) for path in case_paths("datc", "clauses", "judge", "world")]

# Every numbered clause of the two Chinese texts; the German text has no numbers.
HOUSE = """1.1 1.2 1.3(1) 1.3(2) 2.1 2.1.2 2.2.2 2.2.3 2.3 2.3.2 2.4.1 2.4.2 特别规则"""
HOUSE_NUMBERED = {"2.1.1": 5, "2.1.3": 3, "2.2.1": 3, "2.2.2": 7, "2.3.1": 7, "2.3.2": 8, "2.4.1": 6}
HOUSE_CRITERIA = {"2.3": 5, "2.3.2": 3}
CLASSIC_NUMBERED = {
    "胜利条件": 4,
    "移动的规则": 5,
    "对峙局面": 3,
    "支援规定": 7,
    "撤退与解散": 8,
    "单位数目调整的规定": 7,
    "运输规定": 6,
}
DIGITS = "零一二三四五六七八"

# What each option may also be; the test tries every value that the rule sets do not take at once.
VALUES = {
    "coast_unstated": ("void", "only", "first"),
    "convoy_route": ("stated", "any"),
    "convoy_route_missing": ("infer", "void"),
    "convoy_intent": ("stated", "own_fleet"),
    "dislodgement_cuts_support": ("yes", "no"),
    "own_convoy_dislodges": ("yes", "no"),
    "retreat_to_attacker_origin_by_sea": ("yes", "no"),
    "retreats": ("advance", "phase"),
    "retreat_conflict": ("yield", "both_disband"),
    "retreat_unordered": ("heuristic", "disband"),
    "adjustments": ("advance", "phase"),
    "disband_reference": ("before", "after"),
    "disband_unordered": ("heuristic", "distance"),
    "solo_centres": ("18", "10", "5"),
    "last_turn": ("F1908", "F1905", "none"),
    "tie_extension_years": ("0", "1", "2"),
    "max_extensions": ("0", "1", "2"),
    "stalemate_years": ("3", "none"),
}


def rows(rule_set: str) -> dict[str, list[str]]:
    """The table of one rule set: clause to the names of its cases."""
    section = PAGE.read_text(encoding="utf-8").split(f"(`{rule_set}`)\n")[1].split("\n## ")[0]
    found = {}
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and "`" in cells[2]:
            found[cells[0]] = re.findall(r"`([^`]+)`", cells[2])
    return found


def test_the_page_of_clauses_lists_every_case_once():
    listed = [name for rule_set in ("tianshen", "classic", "judge") for row in rows(rule_set).values() for name in row]
    assert sorted(listed) == sorted(path.stem for path in case_paths("clauses"))
    for rule_set in ("tianshen", "classic", "judge"):
        assert all(name.startswith(f"{rule_set}-") for row in rows(rule_set).values() for name in row)


def test_every_numbered_clause_has_a_case():
    house, classic = rows("tianshen"), rows("classic")
    wanted = set(HOUSE.split())
    wanted |= {f"{clause} {DIGITS[n]}" for clause, count in HOUSE_NUMBERED.items() for n in range(1, count + 1)}
    wanted |= {f"{clause} ({n})" for clause, count in HOUSE_CRITERIA.items() for n in range(1, count + 1)}
    assert wanted - house.keys() == set()
    wanted = {f"{clause} {DIGITS[n]}" for clause, count in CLASSIC_NUMBERED.items() for n in range(1, count + 1)}
    assert wanted - classic.keys() == set()


def test_each_case_is_judged_by_its_own_rule_set():
    for file in CASES:
        if file.path.parent.name == "clauses":
            assert file.path.stem.startswith(f"{file.case().rules.name}-")
        if file.path.parent.name == "datc":
            assert file.case().rules.name == "standard"


def test_every_option_is_tried():
    assert set(VALUES) == set(option_names())


@pytest.mark.parametrize("option", sorted(VALUES))
def test_every_option_changes_the_result_of_some_case(option):
    """Each case is judged by its own rules with only this option changed; some case must come out otherwise."""
    assert any(depends(file.case(), option) for file in CASES), f"no case depends on {option}"


def depends(case: Case, option: str) -> bool:
    """Whether another value of the option gives another result than the case's own rules."""
    result = judged(case, case.rules)
    others = [parse_option(option, value) for value in VALUES[option]]
    options = [replace(case.rules.options, **{option: value}) for value in others]
    return any(judged(case, replace(case.rules, options=changed)) != result for changed in options)


def test_every_reason_is_reached_by_some_case():
    """Save the one for a circle of orders that no rule set can tie (see docs/mutation.md)."""
    seen = set()
    for file in CASES:
        for part in file.parts:
            result = judged(file.case(), rules_of(file.case(), part.rules))
            seen |= {ruling.reason.code for ruling in result.rulings.values()}
    assert set(reason_codes()) - seen == {"knot_fails"}


def test_a_case_with_a_fault_in_its_position_is_refused():
    """The runner does not pass what it cannot read."""
    file = replace(CASES[0], text="Position Spring 1901\nEngland: A Eng\n")
    with pytest.raises(InputError):
        file.case()
