"""The JSON record of a turn, and the JSON of a check: plain data in canonical ids (game-folder page).

`record_shape` describes it; `turn_json` and `check_json` fill them. Sentences come from the caller, so that this
room needs no language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.model.canonical import canonical
from tianshen.model.orders import Build, Disband, Hold, Waive
from tianshen.record.json_shape import (
    AdjustmentJson,
    CaptureJson,
    CheckJson,
    DislodgedUnitJson,
    ExtensionJson,
    GameRecordsJson,
    JudgedOrderJson,
    LeftOutOrderJson,
    ListsJson,
    LotJson,
    MissingJson,
    NoticeJson,
    PositionJson,
    RecordJson,
    RefusedJson,
    RetreatToJson,
    SentOrderJson,
    VictoryJson,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tianshen.judge.ruling import Ruling
    from tianshen.judge.turn_result import Adjusted, Victory
    from tianshen.model.board import Board
    from tianshen.model.position import Position, Power, Province
    from tianshen.model.rules import RuleSet
    from tianshen.notices import Notice
    from tianshen.reading.result import Given, Reading
    from tianshen.record.turn_record import TurnRecord


def turn_json(
    record: TurnRecord, explain: Callable[[Province], str], say: Callable[[Notice], str]
) -> dict[str, object]:
    """Return the record as plain data; `explain` gives the sentence for a ruling, `say` the one for a notice."""
    result = record.result
    return RecordJson(
        turn=str(result.before.turn),
        rules=record.rules.name,
        orders=_judged_orders(record, explain),
        lists=lists_of(record.board, result.before, record.reading),
        dislodged=[
            DislodgedUnitJson(power=item.unit.power, unit=str(item.unit), origin=item.attacker_from)
            for item in result.dislodged
        ],
        retreats=[
            RetreatToJson(power=item.unit.power, unit=str(item.unit), to=item.to, by=item.by)
            for item in result.retreats
        ],
        captures=[CaptureJson(centre=c.centre, previous=c.previous, owner=c.owner) for c in result.captures],
        adjustments=[_adjustment(item) for item in result.adjustments],
        centres={power: owned for power in record.board.powers if (owned := result.position.centres_of(power))},
        position=_position(record.board, result.position),
        victory=_victory(result.victory),
        lots=[LotJson(purpose=lot.purpose, candidates=list(lot.candidates), drawn=lot.drawn) for lot in result.lots],
        notices=[notice_json(notice, say) for notice in record.notices],
    ).model_dump(mode="json", by_alias=True)


def check_json(board: Board, position: Position, reading: Reading, say: Callable[[Notice], str]) -> dict[str, object]:
    """Return what was read for the turn of the position, as plain data, without judging."""
    return CheckJson(
        turn=str(position.turn),
        orders=[_sent(position, given) for given in reading.given if given.is_move],
        lists=lists_of(board, position, reading),
        left_out=[
            LeftOutOrderJson(
                power=item.power,
                author=item.author,
                file=item.where.file,
                line=item.where.line,
                text=item.where.quote,
                why=item.why,
            )
            for item in reading.left_out
        ],
        missing={
            power: MissingJson(
                units=_units(position, missing.units),
                nothing_sent=missing.nothing_sent,
                retreats=_units(position, missing.retreats),
                builds=missing.builds,
                disbands=missing.disbands,
            )
            for power, missing in reading.missing.items()
        },
        notices=[notice_json(notice, say) for notice in reading.notices],
    ).model_dump(mode="json", by_alias=True)


def notice_json(notice: Notice, say: Callable[[Notice], str]) -> NoticeJson:
    """Return a notice with its place and its sentence."""
    where = notice.where
    return NoticeJson(
        level=notice.level,
        code=notice.code,
        file=where.file if where else None,
        line=where.line if where else None,
        column=where.column if where else None,
        quote=where.quote if where else None,
        text=say(notice),
    )


def lists_of(board: Board, position: Position, reading: Reading) -> dict[str, ListsJson]:
    """Return what each power listed; powers that listed nothing are left out. Decrees are not a power's own lists."""
    orders = reading.orders
    lists = {}
    for power in board.powers:
        retreats = {
            str(unit): list(wish.entries)
            for province, wish in orders.retreats.items()
            if (unit := position.unit_meant(province)) is not None and unit.power == power
        }
        builds = [str(build) for build in orders.builds.get(power, ())]
        disbands = [str(disband) for disband in orders.disbands.get(power, ())]
        if retreats or builds or disbands:
            lists[power] = ListsJson(retreats=retreats, builds=builds, disbands=disbands)
    return lists


def refused_json(file: str, notices: Iterable[Notice], say: Callable[[Notice], str]) -> dict[str, object]:
    """Return what stands where the record of a case file would, if it cannot be judged."""
    return RefusedJson(file=file, notices=[notice_json(notice, say) for notice in notices]).model_dump(mode="json")


def game_json(
    game: str,
    rules: RuleSet,
    players: Mapping[Power, Sequence[str]],
    lots: tuple[str, str],
    turns: Sequence[dict[str, object]],
) -> dict[str, object]:
    """Return a whole game as plain data, from the records of its turns; `lots` are the commitment and the secret."""
    commitment, secret = lots
    return GameRecordsJson(
        game=game,
        rules=rules.name,
        players={power: list(names) for power, names in players.items()},
        commitment=commitment,
        secret=secret,
        turns=[RecordJson.model_validate(turn) for turn in turns],
    ).model_dump(mode="json", by_alias=True)


def _judged_orders(record: TurnRecord, explain: Callable[[Province], str]) -> list[JudgedOrderJson]:
    result, powers = record.result, record.board.powers
    given = record.reading.given_moves
    rulings = sorted(result.rulings.items(), key=lambda item: powers.index(item[1].unit.power))
    return [
        _judged(result.before, record.rules, ruling, given.get(province), explain(province))
        for province, ruling in rulings
    ]


def _adjustment(item: Adjusted) -> AdjustmentJson:
    return AdjustmentJson(power=item.power, kind=item.kind, unit=str(item.unit) if item.unit else None, by=item.by)


def _victory(victory: Victory | None) -> ExtensionJson | VictoryJson | None:
    if victory is None:
        return None
    if victory.until is not None:
        return ExtensionJson(until=str(victory.until))
    return VictoryJson(kind=victory.kind, winners=list(victory.winners), centres=dict(victory.centres))


def _judged(
    position: Position, rules: RuleSet, ruling: Ruling, given: Given | None, explanation: str
) -> JudgedOrderJson:
    order = ruling.order if ruling.order is not None else Hold(ruling.unit.province)
    return JudgedOrderJson(
        power=ruling.unit.power,
        unit=str(ruling.unit),
        order=canonical(order, position),
        text=given.text if given else None,
        file=given.where.file if given else None,
        line=given.where.line if given else None,
        outcome=ruling.outcome,
        dislodged=ruling.dislodged_by is not None,
        reason=ruling.reason.code,
        clause=rules.clause(ruling.reason.code),
        explanation=explanation,
    )


def _sent(position: Position, given: Given) -> SentOrderJson:
    order = given.order
    assert not isinstance(order, (Build, Disband, Waive))
    unit = position.unit_meant(order.unit)
    return SentOrderJson(
        power=given.power,
        unit=str(unit) if unit else order.unit,
        order=canonical(order, position),
        text=given.text,
        file=given.where.file,
        line=given.where.line,
        author=given.author,
    )


def _units(position: Position, provinces: Iterable[Province]) -> list[str]:
    return [str(unit) for province in provinces if (unit := position.unit_meant(province)) is not None]


def _position(board: Board, position: Position) -> PositionJson:
    units = {
        power: [str(unit) for unit in sorted(position.units_of(power), key=lambda unit: unit.at)]
        for power in board.powers
    }
    return PositionJson(turn=str(position.turn), units={power: mine for power, mine in units.items() if mine})
