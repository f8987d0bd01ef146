"""Seals: what was published stays as it was, unless the game master says that it is meant to change.

`game.lock.json` holds, for each published turn, its version and the digests of its input and of its result. A result is
what a turn decided, in canonical ids: no sentence, no line number and no notice is part of it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from tianshen.errors import InputError
from tianshen.model.turns import Turn, parse_turn
from tianshen.notices import Code, Level, Notice, Where

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tianshen.text.source import Source

Record: TypeAlias = "Mapping[str, Any]"  # the JSON record of a turn
Table: TypeAlias = "Mapping[str, list[str]]"

_FORMAT = 1
_DECIDED = ("turn", "dislodged", "retreats", "captures", "adjustments", "centres", "position", "victory", "lots")
_RULED = ("power", "unit", "order", "outcome", "dislodged")


@dataclass(frozen=True, slots=True)
class Seal:
    """A published turn: which version of its result stands, and the digests of its input and of that result."""

    version: int
    inputs: str
    result: str


@dataclass(frozen=True, slots=True)
class Seals:
    """All published turns. `withdrawn` remembers the last version of turns that were taken back.

    `commitment` is the SHA-256 of the secret of the lots, as the first report published it; empty before that.
    """

    turns: Mapping[Turn, Seal] = field(default_factory=dict)
    withdrawn: Mapping[Turn, int] = field(default_factory=dict)
    commitment: str = ""

    @property
    def last(self) -> Turn | None:
        """The turn that was published last."""
        return max(self.turns, default=None)

    def next_version(self, turn: Turn) -> int:
        """Return the number of the next publication of that turn."""
        seal = self.turns.get(turn)
        return 1 + (seal.version if seal else self.withdrawn.get(turn, 0))

    def with_seal(self, turn: Turn, seal: Seal, commitment: str) -> Seals:
        """Return the seals with the turn published in that version."""
        withdrawn = {key: version for key, version in self.withdrawn.items() if key != turn}
        return Seals({**self.turns, turn: seal}, withdrawn, self.commitment or commitment)

    def without(self, since: Turn) -> Seals:
        """Return the seals with that turn and all later ones taken back."""
        gone = {turn: seal.version for turn, seal in self.turns.items() if turn >= since}
        kept = {turn: seal for turn, seal in self.turns.items() if turn < since}
        return replace(
            self, turns=kept, withdrawn={**self.withdrawn, **gone}, commitment=self.commitment if kept else ""
        )


def read_seals(source: Source | None) -> Seals:
    """Return the seals that the file holds, none where there is no file; raises `InputError` (`seals_broken`)."""
    if source is None:
        return Seals()
    try:
        data = json.loads(source.text)
        if data["format"] != _FORMAT:
            raise ValueError(data["format"])
        return Seals(
            {
                parse_turn(code): Seal(_version(row["version"]), str(row["inputs"]), str(row["result"]))
                for code, row in data["turns"].items()
            },
            {parse_turn(code): _version(version) for code, version in data["withdrawn"].items()},
            str(data["commitment"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        raise InputError.single(Code.SEALS_BROKEN, Where(source.name, line, 1)) from error


def _version(value: object) -> int:
    """Raise `ValueError` for what never numbered a publication: versions count from 1."""
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    raise ValueError(value)


def seals_text(seals: Seals) -> str:
    """Return the text of the file that holds the seals."""
    data = {
        "format": _FORMAT,
        "commitment": seals.commitment,
        "turns": {
            str(turn): {"version": seal.version, "inputs": seal.inputs, "result": seal.result}
            for turn, seal in sorted(seals.turns.items())
        },
        "withdrawn": {str(turn): version for turn, version in sorted(seals.withdrawn.items())},
    }
    return json.dumps(data, indent=1) + "\n"


def digest_of(record: Record) -> str:
    """Return the digest of what a turn decided, out of its JSON record."""
    facts = {key: record[key] for key in _DECIDED}
    facts["orders"] = [_ruled(order) for order in record["orders"]]
    text = json.dumps(facts, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _ruled(order: Record) -> Record:
    return {key: order[key] for key in _RULED}


def published_record(source: Source | None, seal: Seal) -> Record | None:
    """Return the published JSON record, with a sentence for each order.

    None where it is missing or not what was sealed.
    """
    if source is None:
        return None
    try:
        record = json.loads(source.text)
        told = all(isinstance(order["explanation"], str) for order in record["orders"])  # no part of the digest
        return record if told and digest_of(record) == seal.result else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def changes(turn: Turn, old: Record | None, new: Record | None) -> list[Notice]:
    """Return what is different about the result of a turn: first that it is, then each difference.

    `old` is None where the published record is gone, `new` where the turn is not played any more.
    """
    data = {"turn": str(turn)}
    if new is None:
        return [Notice(Level.ERROR, Code.SEALED_TURN_GONE, None, data)]
    notices = [Notice(Level.ERROR, Code.SEALED_TURN_CHANGED, None, data)]
    if old is None:
        return [*notices, Notice(Level.INFO, Code.PUBLISHED_RECORD_LOST, None, data)]
    notices.extend(_order_changes(old, new))
    notices.extend(_moved(Code.CHANGED_CENTRES, "provinces", old["centres"], new["centres"]))
    notices.extend(_moved(Code.CHANGED_UNITS, "units", old["position"]["units"], new["position"]["units"]))
    if old["victory"] != new["victory"]:
        notices.append(Notice(Level.INFO, Code.CHANGED_VICTORY, None, data))
    return notices


def _order_changes(old: Record, new: Record) -> Iterator[Notice]:
    before = {order["unit"]: order for order in old["orders"]}
    for order in new["orders"]:
        was = before.get(order["unit"])
        if was is not None and _ruled(was) != _ruled(order):
            data = {"unit": order["unit"], "was": was["explanation"], "now": order["explanation"]}
            yield Notice(Level.INFO, Code.CHANGED_RULING, None, data)


def _moved(code: Code, what: str, old: Table, new: Table) -> Iterator[Notice]:
    """For each power what it has now and had not before, and the other way round."""
    for power in dict.fromkeys((*old, *new)):
        before, after = old.get(power, []), new.get(power, [])
        moved = list_changes(what, before, after)
        if moved:
            yield Notice(Level.INFO, code, None, {"power": power, **moved})


def list_changes(what: str, before: Sequence[str], after: Sequence[str]) -> dict[str, list[str]]:
    """Return the items that were added as `more_<what>` and those that are gone as `fewer_<what>`, if any."""
    added = [item for item in after if item not in before]
    gone = [item for item in before if item not in after]
    return {key: items for key, items in ((f"more_{what}", added), (f"fewer_{what}", gone)) if items}
