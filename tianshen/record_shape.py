"""The shape of all JSON that tianshen writes for other programs, and its schema (game-folder page).

Powers are lower-case English, provinces and coasts upper-case ids (`LON`, `STP/SC`), units `A LON`, turns `S1901`.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tianshen.judge.ruling import Outcome
from tianshen.judge.turn_result import AdjustBy, RetreatBy
from tianshen.notices import Level
from tianshen.reading.result import LeftOutWhy


class Part(BaseModel):
    """A part of a record; nothing else may stand in it."""

    model_config = ConfigDict(frozen=True, populate_by_name=True, extra="forbid")


class JudgedOrder(Part):
    """One unit's order and its ruling."""

    power: str
    unit: str
    order: str
    text: str | None
    file: str | None
    line: int | None
    outcome: Outcome
    dislodged: bool
    reason: str
    clause: str
    explanation: str


class Lists(Part):
    """What a power listed, as understood."""

    retreats: dict[str, list[str]] = Field(default_factory=dict)
    builds: list[str] = Field(default_factory=list)
    disbands: list[str] = Field(default_factory=list)


class DislodgedUnit(Part):
    """A unit that had to retreat, and the province that its attacker came from."""

    power: str
    unit: str
    origin: str = Field(alias="from")


class RetreatTo(Part):
    """Where a dislodged unit went; None where it was disbanded."""

    power: str
    unit: str
    to: str | None
    by: RetreatBy


class CaptureOf(Part):
    """A centre that changed hands."""

    centre: str
    previous: str | None = Field(alias="from")
    owner: str = Field(alias="to")


class AdjustmentOf(Part):
    """A build, a disband, or an unused build."""

    power: str
    kind: Literal["build", "disband", "waive"]
    unit: str | None
    by: AdjustBy


class PositionOf(Part):
    """The board at the beginning of a turn."""

    turn: str
    units: dict[str, list[str]]


class VictoryOf(Part):
    """How the game ended."""

    kind: Literal["solo", "last_turn", "shared", "draw", "ended"]
    winners: list[str]
    centres: dict[str, int]


class Extension(Part):
    """The game goes on because of a tie."""

    kind: Literal["extended"] = "extended"
    until: str


class LotOf(Part):
    """A draw."""

    purpose: str
    candidates: list[str]
    drawn: str


class NoticeOf(Part):
    """A notice with its sentence."""

    level: Level
    code: str
    file: str | None
    line: int | None
    column: int | None
    quote: str | None
    text: str


class Record(Part):
    """The record of one turn."""

    turn: str
    rules: str
    orders: list[JudgedOrder]
    lists: dict[str, Lists]
    dislodged: list[DislodgedUnit]
    retreats: list[RetreatTo]
    captures: list[CaptureOf]
    adjustments: list[AdjustmentOf]
    centres: dict[str, list[str]]
    position: PositionOf
    victory: VictoryOf | Extension | None
    lots: list[LotOf]
    notices: list[NoticeOf]


class SentOrder(Part):
    """An order that counts, not judged yet."""

    power: str
    unit: str
    order: str
    text: str
    file: str
    line: int
    author: str | None


class LeftOutOrder(Part):
    """Words that give no order that counts."""

    power: str | None
    author: str | None
    file: str
    line: int
    text: str
    why: LeftOutWhy


class MissingOf(Part):
    """What a power has not sent."""

    units: list[str]
    nothing_sent: bool
    retreats: list[str]
    builds: bool
    disbands: bool


class Check(Part):
    """What was read for a turn, without judging."""

    turn: str
    orders: list[SentOrder]
    lists: dict[str, Lists]
    left_out: list[LeftOutOrder]
    missing: dict[str, MissingOf]
    notices: list[NoticeOf]


class Refused(Part):
    """A case file that `judge` could not judge, and why."""

    file: str
    notices: list[NoticeOf]


class GameRecords(Part):
    """A whole game; `secret` is that of the lots once the game is over, until then it is empty."""

    game: str
    rules: str
    players: dict[str, list[str]]
    commitment: str
    secret: str
    turns: list[Record]


_MODELS: dict[str, type[Part]] = {"turn": Record, "game": GameRecords, "check": Check, "refused": Refused}


def schema_names() -> tuple[str, ...]:
    """What there is a schema of: `turn`, `game`, `check`, `refused`."""
    return tuple(_MODELS)


def record_schema(name: str = "turn") -> dict[str, object]:
    """The JSON schema (draft 2020-12) of a turn's record, a game, a check, or a refused case file.

    Raises `KeyError` for another name.
    """
    schema = _MODELS[name].model_json_schema(by_alias=True, mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
