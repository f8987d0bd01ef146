"""The chain of a ruling as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.cli.places import province_in
from tianshen.writing.causes import causes_of

if TYPE_CHECKING:
    from tianshen.cli.speech import Speech
    from tianshen.record.turn_record import TurnRecord


def chain_text(record: TurnRecord, unit: str, speech: Speech) -> str:
    """Return the chain of the ruling on that unit, innermost cause first, each further in than what it causes."""
    step = causes_of(record, province_in(unit, record), speech.under(record.rules))
    return "\n".join("  " * depth + line for depth, line in step.lines())
