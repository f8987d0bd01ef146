"""Times as forums show them: written in many ways, sometimes without year or day, sometimes only `昨天`.

The ways are data (`locales/forums/common/times.toml`). What they mean depends on the time zone of the game, and for a
time without a year on a day near which it must lie.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from tianshen.errors import DataError
from tianshen.reading.posts.line_patterns import PatternFault, evened_out, fragment
from tianshen.resources import read_toml, taking_apart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import tzinfo

_DATA = ("locales", "forums", "common", "times.toml")
_DIGITS = {"year": 4, "month": 2, "day": 2, "hour": 2, "minute": 2, "second": 2, "count": 3}
_NUMBERS = ("year", "month", "day", "hour", "minute", "second")
_LEAP_YEAR = 2000  # stands in for a year that is not told: it has every day that some year has
_NOON = 12
_KINDS = ("full", "yearless", "relative")
_LISTS = ("dates", "clocks", *_KINDS, "weekdays", "morning", "afternoon", "units", "ago", "now")


@dataclass(frozen=True, slots=True)
class Stamp:
    """A time as a forum shows it: `text` in its own words, the numbers as far as they are told.

    `relative` means that the day depends on when the page was copied. Without `month` and `day` only the hour is known.
    """

    text: str
    year: int | None = None
    month: int | None = None
    day: int | None = None
    hour: int | None = None
    minute: int = 0
    second: int = 0
    relative: bool = False

    @property
    def exists(self) -> bool:
        """Return whether calendars and clocks have such a time."""
        return self._in(self.year or _LEAP_YEAR, UTC) is not None

    def moment(self, zone: tzinfo, near: datetime | None = None) -> datetime | None:
        """Return the point in time, None if it cannot be known: relative, without a day, or without a year and `near`.

        A missing year is the one that brings the time closest to `near`.
        """
        if self.relative or self.month is None or self.day is None or self.hour is None:
            return None
        if self.year is not None:
            return self._in(self.year, zone)
        if near is None:
            return None
        year = near.astimezone(zone).year
        moments = [moment for step in (-1, 0, 1) if (moment := self._in(year + step, zone)) is not None]
        return min(moments, key=lambda moment: abs(moment - near), default=None)

    def _in(self, year: int, zone: tzinfo) -> datetime | None:
        try:
            return datetime(year, self.month or 1, self.day or 1, self.hour or 0, self.minute, self.second, tzinfo=zone)
        except ValueError:
            return None


@dataclass(frozen=True)
class Times:
    """The ways of writing times: `somewhere` finds any of them in a line, `hint` tells lines that may hold one."""

    hint: re.Pattern[str]
    somewhere: re.Pattern[str]
    date: str  # an expression for any way of writing a day
    forms: tuple[tuple[re.Pattern[str], bool], ...]
    dates: tuple[re.Pattern[str], ...]
    clocks: tuple[re.Pattern[str], ...]
    months: Mapping[str, int]
    morning: frozenset[str]
    afternoon: frozenset[str]

    def find(self, evened: str) -> Iterator[tuple[int, int, bool]]:
        """Yield where times stand in an evened-out line, and whether each is a mere hour without a day."""
        if self.hint.search(evened):
            for match in self.somewhere.finditer(evened):
                yield match.start(), match.end(), match.lastgroup == "hour_only"

    def read(self, text: str) -> Stamp | None:
        """Return the time that the text tells, None if it is none, or one that no clock and no calendar shows."""
        evened = " ".join(evened_out(text).split())
        for form, relative in self.forms:
            match = form.fullmatch(evened)
            if match:
                return self._stamp(text.strip(), match.groupdict(), relative)
        return None

    def on_day(self, stamp: Stamp, day: str) -> Stamp:
        """Return a time that tells the hour alone, on the day that the text tells; any other time as it is."""
        if stamp.relative or stamp.month is not None:
            return stamp
        told = self.read(day)
        if told is None:
            evened = "".join(evened_out(day).split())
            told = self._stamp(day, _first_groups(self.dates, evened), relative=False)
        if told is None or told.day is None:
            return stamp
        return replace(stamp, year=told.year, month=told.month, day=told.day)

    def _stamp(self, text: str, held: dict[str, str | None], relative: bool) -> Stamp | None:
        held |= _first_groups(self.dates, held.get("date"))
        held |= _first_groups(self.clocks, held.get("clock"))
        number = {key: int(value) for key, value in held.items() if value and key in _NUMBERS}
        if held.get("mon"):
            number["month"] = self.months[held["mon"] or ""]
        if "hour" in number:
            number["hour"] = self._hour(number["hour"], held.get("ampm") or "")
        stamp = Stamp(text, relative=relative, **number)
        return stamp if stamp.exists else None

    def _hour(self, hour: int, half: str) -> int:
        if half not in self.morning | self.afternoon:
            return hour
        return hour % _NOON + (_NOON if half in self.afternoon else 0)


def _first_groups(ways: Iterable[re.Pattern[str]], text: str | None) -> dict[str, str | None]:
    return next((match.groupdict() for way in ways if (match := way.fullmatch(text or ""))), {})


def read_stamp(text: str | None) -> Stamp | None:
    """Return the time that the text tells; None if it is none, or where there is no text."""
    return load_times().read(text) if text else None


@cache
def time_hint() -> re.Pattern[str]:
    """Return what every time has in it: a text that lacks it needs no look at all the ways of writing times.

    Raises `DataError` where the data file is broken.
    """
    data = read_toml(*_DATA)
    with taking_apart(*_DATA):
        return re.compile(_hint(data, _gaps(data, named=False)))


@cache
def load_times() -> Times:
    """Return the ways of writing times; raise `DataError` with every fault of the data file."""
    data = read_toml(*_DATA)
    faults = [f"{key}: a list is missing" for key in _LISTS if not isinstance(data.get(key), list)]
    if not isinstance(data.get("months"), dict):
        faults.append("months: a table is missing")
    if not faults:
        with taking_apart(*_DATA):
            try:
                return _times(data)
            except (PatternFault, re.error) as error:
                faults.append(str(error))
    raise DataError("/".join(_DATA), faults)


def _times(data: Mapping[str, Any]) -> Times:
    bare = _gaps(data, named=False)
    named = _gaps(data, named=True)
    days = _any(fragment(form, bare) for kind in _KINDS for form in data[kind])
    hours = _any(fragment(form, bare) for form in data["clocks"])
    forms = [(re.compile(fragment(form, named)), kind == "relative") for kind in _KINDS for form in data[kind]]
    forms.append((re.compile(f"(?P<clock>{hours})"), False))
    return Times(
        re.compile(_hint(data, bare)),
        re.compile(rf"(?=[\d{_initials(data)}])(?:{days}|(?P<hour_only>{hours}))"),
        _any(fragment(form, bare) for form in data["dates"]),
        tuple(forms),
        _compiled(data["dates"], named),
        _compiled(data["clocks"], named),
        dict(data["months"]),
        frozenset(data["morning"]),
        frozenset(data["afternoon"]),
    )


def _compiled(forms: Iterable[str], gap: Callable[[str], str]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(fragment(form, gap)) for form in forms)


def _initials(data: Mapping[str, Any]) -> str:
    """Return the characters other than digits with which times begin, as they stand in a set of an expression."""
    words = {word for key in ("months", "weekdays", "morning", "afternoon", "ago", "now") for word in data[key]}
    return "".join(sorted({re.escape(word[0]) for word in words} | {form[0] for form in data["relative"]} - {"{"}))


def _hint(data: Mapping[str, Any], gap: Callable[[str], str]) -> str:
    """Return what every time has: an hour, the mark after it and more digits; or a relative form without an hour."""
    marks = {form.partition("{hour}")[2][0] for form in data["clocks"]}
    dayless = [fragment(form, gap) for form in data["relative"] if "{clock}" not in form]
    first = {form[0] for form in data["relative"]} | {word[0] for word in data["now"]}
    begins = re.escape("".join(sorted(first - {"{"})))
    signs = re.escape("".join(sorted(marks)))
    return rf"(?=[\d{begins}])" + _any((rf"\d\s?[{signs}]\s?\d", *dayless))


def _gaps(data: Mapping[str, Any], *, named: bool) -> Callable[[str], str]:
    """Return the expression for each gap in a way of writing times; a named one can be asked what it holds."""
    words = {
        "mon": data["months"],
        "ampm": [*data["morning"], *data["afternoon"]],
        "week": data["weekdays"],
        "unit": data["units"],
        "ago": data["ago"],
        "now": data["now"],
    }

    def gap(name: str) -> str:
        if name in ("date", "clock"):
            bare = _gaps(data, named=False)
            body = _any(fragment(form, bare) for form in data[f"{name}s"])
        elif name in _DIGITS:
            least = 4 if name == "year" else 2 if name in ("minute", "second") else 1
            body = rf"(?<!\d)\d{{{least},{_DIGITS[name]}}}(?!\d)"
        else:
            body = _any(map(re.escape, sorted(words[name], key=len, reverse=True)))
        return f"(?P<{name}>{body})" if named else f"(?:{body})"

    return gap


def _any(choices: Iterable[str]) -> str:
    return f"(?:{'|'.join(choices)})"
