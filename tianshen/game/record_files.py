"""The JSON record of a turn with its sentences in one language, as files and other programs get it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tianshen.writing.notice_text import notice_text
from tianshen.writing.phrases import explain_ruling

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianshen.game.opened_game import Game
    from tianshen.record.turn_record import TurnRecord
    from tianshen.writing.language import Language


def record_data(record: TurnRecord, language: Language) -> dict[str, object]:
    """Return the record as plain data."""
    from tianshen.record.record_json import turn_json  # brings pydantic, which a plain report can do without

    return turn_json(
        record,
        lambda province: explain_ruling(record, province, language.under(record.rules)),
        lambda notice: notice_text(notice, language),
    )


def game_data(game: Game, records: Sequence[TurnRecord], language: Language) -> dict[str, object]:
    """Return the whole game as plain data; the secret of the lots only when the game is over."""
    from tianshen.record.record_json import game_json

    settings = game.settings
    secret = records[-1].secret if records else ""
    turns = [record_data(record, language) for record in records]
    return game_json(settings.name, settings.rules, settings.players, (game.seals.commitment, secret), turns)


def json_text(data: object) -> str:
    """JSON as files hold it: readable, with a line end."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
