"""Case files with expectations, for tests: the case as anyone could judge it, then what must come out.

A file holds a case, and behind it one or more parts that begin with a line `==== expect`. A part may name another rule
set to judge the same case by (`==== expect judge`, `==== expect standard coast_unstated=void`). Each line of a part is
`what: values`, `#` begins a remark, and whatever no line speaks of is not looked at:

    A LON: disrupted, dislodged, open GAL LVN, to GAL, by list, because route_broken, attack 2
    after england: F LON, A YOR        units at the beginning of the next turn; `none` where there is none
    centres england: LON EDI           owned then
    captured: BEL germany, HOL france  in alphabetical order
    built germany: A BER, F KIE        also `disbanded`, each with how in brackets if it matters: `A RUH (lot)`
    waived germany: 2
    next: F1901R
    victory: solo france               `none`; `extended F1909`; several winners parted by spaces
    knot: ring ANK CON SMY             every knot has a line; `knot: none`
    standoffs: GAL
    inferred: LON ENG NTH              the army, then its fleets
    skipped: A PAR not_home            entries of build and disband lists that were not carried out
    refused: order A PAR void_not_adjacent
    notices: coast_superfluous         all codes of warnings and errors that the reader and the judge give

A unit line gives the outcome of its order (`fails` for any but success). If any unit has a line, then exactly those
with `dislodged` in it are dislodged.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tianshen.judge.retreats import legal_retreats
from tianshen.judge.whole_turn import judge_turn
from tianshen.model.board import load_board
from tianshen.model.rules import RuleSet, load_rules
from tianshen.notices import Level
from tianshen.reading.case.case_file import Case, read_case
from tianshen.record.turn_record import judge_notices
from tianshen.text.source import source_of

if TYPE_CHECKING:
    from tianshen.judge.ruling import Ruling
    from tianshen.judge.turn_result import Retreat, TurnResult
    from tianshen.notices import Notice

TESTS = Path(__file__).parents[1]
MARK = "==== expect"
BOARD = load_board()


@dataclass(frozen=True)
class Part:
    """One part of expectations: the rules to judge by (empty: those of the case) and its lines."""

    rules: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class CaseFile:
    """A case file, read but not judged."""

    path: Path
    text: str
    parts: tuple[Part, ...]

    @property
    def name(self) -> str:
        return self.path.relative_to(TESTS).as_posix()

    def case(self) -> Case:
        return _read(self.text, self.path.name)


@cache
def _read(text: str, name: str) -> Case:
    """The case; several tests ask for each of them."""
    return read_case(source_of(text, name))


def case_paths(*folders: str) -> list[Path]:
    """All case files under the folders, in the sequence of their names."""
    return sorted(path for folder in folders for path in (TESTS / folder).rglob("*.case"))


@cache
def load(path: Path) -> CaseFile:
    text, *parts = path.read_text(encoding="utf-8").split(MARK)
    return CaseFile(path, text, tuple(_part(part) for part in parts))


def _part(text: str) -> Part:
    first, *rest = text.split("\n")
    lines = []
    for line in rest:
        bare = line.split("#")[0].strip()
        if bare:
            what, colon, values = bare.partition(":")
            assert colon, f"no colon: {line}"
            lines.append((what.strip(), values.strip()))
    assert lines, "nothing is expected"
    return Part(first.strip(), tuple(lines))


def rules_of(case: Case, rules: str) -> RuleSet:
    """The rules that a part names, else those of the case."""
    if not rules:
        return case.rules
    name, *changes = rules.split()
    return load_rules(name).with_options(dict(change.split("=") for change in changes))


def judged(case: Case, rules: RuleSet) -> TurnResult:
    return judge_turn(
        BOARD,
        rules,
        case.position,
        case.reading.orders,
        alliances={f"{number}": members for number, members in enumerate(case.alliances)},
    )


def faults(case: Case, part: Part) -> list[str]:
    """Every line of the part that does not hold, with what is the case instead."""
    rules = rules_of(case, part.rules)
    result = judged(case, rules)
    facts = Facts(case, rules, result)
    found = []
    for what, values in part.lines:
        actual, wanted = facts.look_up(what, values)
        if actual != wanted:
            found.append(f"{what}: wanted {wanted}, got {actual}")
    units = {what[2:5] for what, _ in part.lines if what[:2] in ("A ", "F ")}
    if units:
        said = {what[2:5] for what, values in part.lines if "dislodged" in values.split(", ")}
        gone = {item.unit.province for item in result.dislodged}
        if said != gone:
            found.append(f"dislodged: wanted {sorted(said)}, got {sorted(gone)}")
    return found


class Facts:
    """What came out, line by line."""

    def __init__(self, case: Case, rules: RuleSet, result: TurnResult) -> None:
        self.case = case
        self.rules = rules
        self.result = result

    def look_up(self, what: str, values: str) -> tuple[object, object]:
        """What is the case, and what was wanted, in the same form."""
        key, _, power = what.partition(" ")
        if key in ("A", "F"):
            return self._unit(what, values)
        if power:
            wanted = values if key in ("waived", "centres") else sorted(_items(values))
            return getattr(self, f"_{key}")(power, values) or ["none"], wanted
        if key in ("next", "victory"):
            return getattr(self, f"_{key}")(), values
        return sorted(getattr(self, f"_{key}")()), sorted(_items(values))

    def _unit(self, what: str, values: str) -> tuple[object, object]:
        province = what[2:5]
        ruling = self.result.rulings.get(province)
        retreat = next((r for r in self.result.retreats if r.unit.province == province), None)
        unit = ruling.unit if ruling else retreat.unit if retreat else None
        actual, wanted = [str(unit)], [what]
        for fact in _items(values):
            if fact != "dislodged":
                actual.append(self._open(province) if fact.startswith("open ") else _fact(fact, ruling, retreat))
                wanted.append(fact)
        return actual, wanted

    def _open(self, province: str) -> str:
        """Where the dislodged unit may go; in a movement turn that a retreat phase follows, it waits for that."""
        result = self.result
        item = next((item for item in result.dislodged if item.unit.province == province), None)
        if item is None:
            return "open only to dislodged units"
        retreat = next((retreat for retreat in result.retreats if retreat.unit == item.unit), None)
        if retreat is not None:
            places = retreat.options
        else:
            places = legal_retreats(BOARD, self.rules.options, item, result.position.units, result.standoffs)
        return " ".join(("open", *(places or ["nothing"])))

    def _after(self, power: str, _: str) -> list[str]:
        return sorted(str(unit) for unit in self.result.position.units_of(power))

    def _centres(self, power: str, _: str) -> str:
        return " ".join(self.result.position.centres_of(power))

    def _built(self, power: str, values: str) -> list[str]:
        return self._adjusted("build", power, values)

    def _disbanded(self, power: str, values: str) -> list[str]:
        return self._adjusted("disband", power, values)

    def _adjusted(self, kind: str, power: str, values: str) -> list[str]:
        shown = "(" in values
        return sorted(
            f"{item.unit} ({item.by})" if shown else str(item.unit)
            for item in self.result.adjustments
            if (item.kind, item.power) == (kind, power)
        )

    def _waived(self, power: str, _: str) -> str:
        return str(sum(item.kind == "waive" and item.power == power for item in self.result.adjustments))

    def _captured(self) -> list[str]:
        return [f"{item.centre} {item.owner}" for item in self.result.captures] or ["none"]

    def _next(self) -> str:
        return str(self.result.position.turn)

    def _victory(self) -> str:
        end = self.result.victory
        return " ".join((end.kind, *([str(end.until)] if end.until else []), *end.winners)) if end else "none"

    def _knot(self) -> list[str]:
        return [" ".join((knot.kind, *knot.units)) for knot in self.result.knots] or ["none"]

    def _standoffs(self) -> list[str]:
        return list(self.result.standoffs) or ["none"]

    def _inferred(self) -> list[str]:
        return [" ".join((army, *route)) for army, route in self.result.inferred.items()] or ["none"]

    def _skipped(self) -> list[str]:
        return [f"{item.entry} {item.why}" for items in self.result.skipped.values() for item in items] or ["none"]

    def _refused(self) -> list[str]:
        return [" ".join(filter(None, (i.kind, i.about, i.why))) for i in self.result.refused] or ["none"]

    def _notices(self) -> list[str]:
        return [notice.code.value for notice in doubts(self.case, self.result)] or ["none"]


def doubts(case: Case, result: TurnResult) -> list[Notice]:
    """The warnings and errors of reading and judging."""
    notices = (*case.reading.notices, *judge_notices(result, case.reading))
    return [notice for notice in notices if notice.level is not Level.INFO]


def _fact(fact: str, ruling: Ruling | None, retreat: Retreat | None) -> str:
    """The same kind of fact as it is."""
    word, _, value = fact.partition(" ")
    if word == "to":
        return f"to {(retreat and retreat.to) or 'nowhere'}"
    if word == "by":
        return f"by {retreat.by if retreat else None}"
    assert ruling is not None
    if word == "fails":
        return "succeeds" if ruling.succeeds else "fails"
    if word == "because":
        return f"because {ruling.reason.code}"
    if value:
        strength = getattr(ruling.reason, word, None)
        return f"{word} {strength.value if strength is not None else None}"
    return ruling.outcome


def _items(values: str) -> list[str]:
    return [item.strip() for item in values.split(",") if item.strip()]
