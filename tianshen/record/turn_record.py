"""Everything about one turn, ready to be reported: the only input of every report; JSON for other programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tianshen.model.orders import Build, Convoy, Disband, Hold, Move, RetreatList, SupportHold, SupportMove
from tianshen.model.position import province_of, province_of_unit
from tianshen.notices import Code, Level, Notice

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tianshen.judge.ruling import Outcome, Reason, Ruling
    from tianshen.judge.turn_result import Refused, Skipped, TurnResult
    from tianshen.model.board import Board
    from tianshen.model.orders import Order
    from tianshen.model.position import Position, Power, Unit
    from tianshen.model.rules import RuleSet
    from tianshen.notices import Where
    from tianshen.reading.result import Reading


_DECREED: Mapping[str, type | tuple[type, ...]] = {  # what a refused decree of each kind was given as
    "order": (Hold, Move, SupportHold, SupportMove, Convoy),
    "retreat": RetreatList,
    "disband": Disband,
    "build": Build,
}


@dataclass(frozen=True, slots=True)
class CitedReason:
    """A reason with the clause that it rests on; `detail` is the typed reason of the judge."""

    detail: Reason
    clause: str

    @property
    def code(self) -> str:
        """The code of the reason."""
        return self.detail.code


@dataclass(frozen=True, slots=True)
class CitedRuling:
    """A ruling under its rule set, so that it can name clauses."""

    detail: Ruling
    rules: RuleSet

    @property
    def unit(self) -> Unit:
        """The unit that was ordered, where it stood."""
        return self.detail.unit

    @property
    def outcome(self) -> Outcome:
        """How the order ended."""
        return self.detail.outcome

    @property
    def dislodged(self) -> bool:
        """Return whether the unit was dislodged."""
        return self.detail.dislodged_by is not None

    @property
    def reason(self) -> CitedReason:
        """Why it ended so."""
        return CitedReason(self.detail.reason, self.clause)

    @property
    def clause(self) -> str:
        """The clause on which the ruling rests."""
        return self.rules.clause(self.detail.reason.code)


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One turn as played: what was sent, what was decided.

    `game` is the game's name (empty for a case), `players` the name shown for each power, `version` counts the
    publications of this turn from 1, `commitment` is the SHA-256 of the secret of the lots (empty without one),
    `secret` is set only when the game is over.
    """

    board: Board
    rules: RuleSet
    reading: Reading
    result: TurnResult
    game: str = ""
    players: Mapping[Power, str] | None = None
    version: int = 1
    commitment: str = ""
    secret: str = ""

    @property
    def position(self) -> Position:
        """The board at the beginning of the next turn."""
        return self.result.position

    def ruling(self, unit: str) -> CitedRuling:
        """Return the ruling on the order of a unit, named by the province where it stood (`LON`, `F LON`, `F STP/SC`).

        Raises `KeyError` where no unit stood.
        """
        return CitedRuling(self.result.rulings[province_of_unit(unit)], self.rules)

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the reader noticed and then what the judge did."""
        return (*self.reading.notices, *judge_notices(self.result, self.reading))

    @property
    def needs_attention(self) -> bool:
        """Return whether some notice is an error: something unreadable or ambiguous, or a forbidden decree."""
        return any(notice.level is Level.ERROR for notice in self.notices)


def judge_notices(result: TurnResult, reading: Reading) -> tuple[Notice, ...]:
    """Return what the game master should know of the judging.

    Inferred routes, knots, disband entries, refused decrees.
    """
    notices = [*_inferred_routes(result, reading), *_knots(result)]
    for power, entries in result.fallbacks.items():
        notices.extend(
            Notice(Level.WARNING, Code.DISBAND_BY_PLACE_NOW, None, {"power": power, "unit": entry}) for entry in entries
        )
    for power, skipped in result.skipped.items():
        notices.extend(_skipped(reading, power, entry) for entry in skipped if entry.why != "not_needed")
    notices.extend(
        Notice(Level.ERROR, _refusal(item), _where_decreed(reading, item), _refused_data(item))
        for item in result.refused
    )
    return tuple(notices)


def _inferred_routes(result: TurnResult, reading: Reading) -> Iterator[Notice]:
    for province, route in result.inferred.items():
        data = {"unit": str(result.rulings[province].unit), "provinces": route}
        yield Notice(Level.INFO, Code.ROUTE_INFERRED, _where(reading, province), data)


def _knots(result: TurnResult) -> Iterator[Notice]:
    for knot in result.knots:
        data = {"units": tuple(str(result.rulings[province].unit) for province in knot.units)}
        if knot.kind == "paradox":
            yield Notice(Level.INFO, Code.PARADOX_UNTIED, None, data)
        elif knot.kind == "open":
            yield Notice(Level.WARNING, Code.KNOT_FAILED, None, data)


def _skipped(reading: Reading, power: Power, entry: Skipped) -> Notice:
    """Return an entry of a build or disband list that was passed over (rules page, Builds and Disbands)."""
    disband = entry.why in ("no_unit", "destroyed", "already_disbanded")
    code = Code.DISBAND_SKIPPED if disband else Code.BUILD_SKIPPED
    named = (g for g in reading.given if g.power == power and str(g.order) == entry.entry)
    where = next((given.where for given in named), None)
    return Notice(Level.INFO, code, where, {"power": power, "unit": entry.entry})


def _where(reading: Reading, province: str) -> Where | None:
    return next((g.where for g in reading.given if g.order.unit == province), None)


def _where_decreed(reading: Reading, item: Refused) -> Where | None:
    place = province_of_unit(item.about)
    named = [g for g in reading.given if g.decree and place in (g.order.unit or "", _place(g.order))]
    fitting = [g for g in named if isinstance(g.order, _DECREED.get(item.kind, object))]
    return next((given.where for given in (*fitting, *named)), None)


def _place(order: Order) -> str:
    return province_of(order.at) if isinstance(order, Build | Disband) else ""


def _refused_data(item: Refused) -> dict[str, object]:
    """Return what the sentences may name: the object of the decree, as whatever it is."""
    about = item.about
    return {"about": about, "unit": about, "province": province_of_unit(item.about), "power": about}


def _refusal(item: Refused) -> Code:
    """Return the code of the sentence for a decree that the rules forbid."""
    match item.kind, item.why:
        case "order", _:
            return Code.DECREE_ORDER_VOID
        case "retreat", "not_dislodged":
            return Code.DECREE_NOT_DISLODGED
        case "retreat", "later":
            return Code.DECREE_RETREAT_LATER
        case "retreat", _:
            return Code.DECREE_RETREAT_BLOCKED
        case "disband", "no_unit":
            return Code.DECREE_NO_UNIT
        case "disband", _:
            return Code.DECREE_DISBAND_UNDUE
        case "build", "nothing_to_build" | "not_needed" | "not_now":
            return Code.DECREE_BUILD_UNDUE
        case "build", _:
            return Code.DECREE_BUILD_IMPOSSIBLE
        case "stalemate", _:
            return Code.DECREE_STALEMATE_ABSENT
        case _:
            return Code.DECREE_DRAW_ELIMINATED
