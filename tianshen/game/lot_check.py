"""Checking lots from what was published: a player needs nothing but the reports."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tianshen.judge.lots import Urn, commitment
from tianshen.model.turns import Turn, parse_turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tianshen.text.source import Source

# In every language a report gives candidates and the one drawn with their ids in brackets, `Ukraine (UKR)`, and at the
# end of the line the text that is hashed before a candidate, `F1903|retreat A WAR|`. Some formats widen the marks.
# A commitment or a secret ends its line too. Words of players, who may write anything, never end a line of a report.
_END = r"(?:\s|<[^<>]*>|\[[^\[\]]*\])*$"  # tags aside
_CODE = re.compile(r"([SFW]\d{4}R?)[|｜]([a-z]+ [A-Za-z/ ]+)[|｜]" + _END)
_ID = re.compile(r"[\[［(（]((?:[AF] )?[A-Z]{3}(?:/[A-Z]{2})?)[\]］)）]")
_HEX = re.compile(r"(?<![0-9a-f])([0-9a-f]{64})" + _END)
_PICTURE = "<svg"


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw as a report gives it, in canonical ids."""

    turn: Turn
    purpose: str
    candidates: tuple[str, ...]
    drawn: str

    def is_right(self, secret: str) -> bool:
        """Return whether the secret draws this candidate."""
        return bool(self.candidates) and Urn(secret, self.turn).order(self.purpose, self.candidates)[0] == self.drawn


@dataclass(frozen=True, slots=True)
class Evidence:
    """What published reports tell about lots: every draw once, and all numbers that may be a commitment or a secret."""

    draws: tuple[Draw, ...]
    numbers: tuple[str, ...]

    def secret(self) -> str | None:
        """Return the number whose SHA-256 is another of the numbers; None while it is not published."""
        return next((number for number in self.numbers if commitment(number) in self.numbers), None)

    def commits(self, secret: str) -> bool:
        """Return whether the reports publish the commitment to that secret."""
        return commitment(secret) in self.numbers


def evidence_in(sources: Iterable[Source]) -> Evidence:
    """Everything about lots in published reports, in any format and language, and in JSON records."""
    draws: dict[Draw, None] = {}
    numbers: dict[str, None] = {}
    for source in sources:
        if source.text.startswith(_PICTURE):
            continue
        found = _of_record(source.text) or _of_report(source.text)
        draws |= dict.fromkeys(found.draws)
        numbers |= dict.fromkeys(found.numbers)
    return Evidence(tuple(draws), tuple(numbers))


def _of_report(text: str) -> Evidence:
    draws, numbers = [], []
    for line in text.split("\n"):
        code = _CODE.search(line)
        ids = _ID.findall(line[: code.start()]) if code else []
        if code and len(ids) > 1:
            draws.append(Draw(parse_turn(code[1]), code[2], tuple(sorted(ids[:-1])), ids[-1]))
        numbers.extend(_HEX.findall(line))
    return Evidence(tuple(draws), tuple(numbers))


def _of_record(text: str) -> Evidence | None:
    """Return what the record of a turn or of a whole game tells; None where the text is neither."""
    try:
        data = json.loads(text)
        turns = data.get("turns", [data])
        draws = [draw for record in turns for draw in _draws_of_turn(record)]
        numbers = [data[key] for key in ("commitment", "secret") if isinstance(data.get(key), str)]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return Evidence(tuple(draws), tuple(numbers))


def _draws_of_turn(record: Mapping[str, Any]) -> list[Draw]:
    turn = parse_turn(record["turn"])
    return [
        Draw(turn, str(lot["purpose"]), tuple(sorted(map(str, lot["candidates"]))), str(lot["drawn"]))
        for lot in record["lots"]
    ]
