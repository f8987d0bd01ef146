"""Deadlines in words, with weekday and clock, so that nobody has to ask whose evening is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tianshen.locale.template import filled
from tianshen.resources import read_toml, taking_apart

if TYPE_CHECKING:
    from datetime import datetime
    from zoneinfo import ZoneInfo


def moment_text(moment: datetime, zone: ZoneInfo, lang: str) -> str:
    """Return the moment by the clock of that time zone: `2026年12月5日（周六）21:00（北京时间）`."""
    words = read_toml("locales", lang, "calendar.toml")
    here = moment.astimezone(zone)
    with taking_apart("locales", lang, "calendar.toml"):
        return filled(
            words["moment"],
            year=str(here.year),
            month=str(here.month),
            day=str(here.day),
            weekday=words["weekdays"][here.weekday()],
            hour=f"{here.hour:02}",
            minute=f"{here.minute:02}",
            zone=words["zones"].get(zone.key, zone.key),
        )
