"""The turn that a command is about, where it must be one that was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.errors import InputError
from tianshen.notices import Code

if TYPE_CHECKING:
    from tianshen.game.replay import Course
    from tianshen.model.turns import Turn
    from tianshen.record.turn_record import TurnRecord


def played_turn(course: Course, wanted: Turn | None) -> TurnRecord:
    """Return the record of that turn, or of the last one; raise `InputError` where it was not played."""
    if not course.records:
        raise InputError.single(Code.NOTHING_PLAYED)
    if wanted is None:
        return course.records[-1]
    record = course.record_of(wanted)
    if record is None:
        raise InputError.single(Code.TURN_NOT_PLAYED, turn=str(wanted))
    return record
