"""The shape of all JSON that tianshen writes for other programs, and its schema (game-folder page).

Powers are lower-case English, provinces and coasts upper-case ids (`LON`, `STP/SC`), units `A LON`, turns `S1901`.
"""

from __future__ import annotations

import json
import re
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tianshen.judge.ruling import Outcome
from tianshen.judge.turn_result import AdjustBy, RetreatBy
from tianshen.notices import Level
from tianshen.reading.result import LeftOutWhy


class JsonPart(BaseModel):
    """A part of a record; nothing else may stand in it."""

    model_config = ConfigDict(frozen=True, populate_by_name=True, extra="forbid")


class JudgedOrderJson(JsonPart):
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


class ListsJson(JsonPart):
    """What a power listed, as understood."""

    retreats: dict[str, list[str]] = Field(default_factory=dict)
    builds: list[str] = Field(default_factory=list)
    disbands: list[str] = Field(default_factory=list)


class DislodgedUnitJson(JsonPart):
    """A unit that had to retreat, and the province that its attacker came from."""

    power: str
    unit: str
    origin: str = Field(alias="from")


class RetreatToJson(JsonPart):
    """Where a dislodged unit went; None where it was disbanded."""

    power: str
    unit: str
    to: str | None
    by: RetreatBy


class CaptureJson(JsonPart):
    """A centre that changed hands."""

    centre: str
    previous: str | None = Field(alias="from")
    owner: str = Field(alias="to")


class AdjustmentJson(JsonPart):
    """A build, a disband, or an unused build."""

    power: str
    kind: Literal["build", "disband", "waive"]
    unit: str | None
    by: AdjustBy


class PositionJson(JsonPart):
    """The board at the beginning of a turn."""

    turn: str
    units: dict[str, list[str]]


class VictoryJson(JsonPart):
    """How the game ended."""

    kind: Literal["solo", "last_turn", "shared", "draw", "ended"]
    winners: list[str]
    centres: dict[str, int]


class ExtensionJson(JsonPart):
    """The game goes on because of a tie."""

    kind: Literal["extended"] = "extended"
    until: str


class LotJson(JsonPart):
    """A draw."""

    purpose: str
    candidates: list[str]
    drawn: str


class NoticeJson(JsonPart):
    """A notice with its sentence."""

    level: Level
    code: str
    file: str | None
    line: int | None
    column: int | None
    quote: str | None
    text: str


class RecordJson(JsonPart):
    """The record of one turn."""

    turn: str
    rules: str
    orders: list[JudgedOrderJson]
    lists: dict[str, ListsJson]
    dislodged: list[DislodgedUnitJson]
    retreats: list[RetreatToJson]
    captures: list[CaptureJson]
    adjustments: list[AdjustmentJson]
    centres: dict[str, list[str]]
    position: PositionJson
    victory: VictoryJson | ExtensionJson | None
    lots: list[LotJson]
    notices: list[NoticeJson]


class SentOrderJson(JsonPart):
    """An order that counts, not judged yet."""

    power: str
    unit: str
    order: str
    text: str
    file: str
    line: int
    author: str | None


class LeftOutOrderJson(JsonPart):
    """Words that give no order that counts."""

    power: str | None
    author: str | None
    file: str
    line: int
    text: str
    why: LeftOutWhy


class MissingJson(JsonPart):
    """What a power has not sent."""

    units: list[str]
    nothing_sent: bool
    retreats: list[str]
    builds: bool
    disbands: bool


class CheckJson(JsonPart):
    """What was read for a turn, without judging."""

    turn: str
    orders: list[SentOrderJson]
    lists: dict[str, ListsJson]
    left_out: list[LeftOutOrderJson]
    missing: dict[str, MissingJson]
    notices: list[NoticeJson]


class RefusedJson(JsonPart):
    """A case file that `judge` could not judge, and why."""

    file: str
    notices: list[NoticeJson]


class GameRecordsJson(JsonPart):
    """A whole game; `secret` is that of the lots once the game is over, until then it is empty."""

    game: str
    rules: str
    players: dict[str, list[str]]
    commitment: str
    secret: str
    turns: list[RecordJson]


_CLASS_NAME = re.compile(r'(?<=["/])([A-Z]\w+)Json(?=")')  # readers of the schema need not know that a shape is JSON
_MODELS: dict[str, type[JsonPart]] = {
    "turn": RecordJson,
    "game": GameRecordsJson,
    "check": CheckJson,
    "refused": RefusedJson,
}


def schema_names() -> tuple[str, ...]:
    """Return what there is a schema of: `turn`, `game`, `check`, `refused`."""
    return tuple(_MODELS)


def json_schema(name: str = "turn") -> dict[str, object]:
    """Return the JSON schema (draft 2020-12) of a turn's record, a game, a check, or a refused case file.

    Raises `KeyError` for another name.
    """
    written = json.dumps(_MODELS[name].model_json_schema(by_alias=True, mode="serialization"))
    schema = json.loads(_CLASS_NAME.sub(r"\1", written))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
