"""A person's nights and holidays, in their own time zone: hours that count for no clock of days."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from souq.server.errors import Malformed

DAY = 24 * 60
"""Minutes of a day."""
LONGEST_NIGHT = 12 * 60
"""Minutes that may be quiet every day: whoever is asked has as many left."""
MOST_HOLIDAYS = 30
"""Days of holiday in one year."""


@dataclass(frozen=True, slots=True)
class Hours:
    """When somebody is not to be counted on."""

    zone: str = "UTC"
    """The name of a time zone: "Europe/Cairo"."""
    night: tuple[int, int] = (0, 0)
    """From when until when, in minutes after midnight; equal: there is none."""
    holidays: tuple[str, ...] = ()
    """Days, as "2026-12-24", in order."""


NONE = Hours()
"""Of who has not said anything: every hour counts."""


def day_of(hours: Hours, now: float) -> str:
    """Which day it is where somebody is."""
    return datetime.fromtimestamp(now, _zone(hours.zone)).date().isoformat()


def spans(hours: Hours, since: float) -> Iterator[tuple[float, float]]:
    """The stretches that count, from a time on, in order and without end: beginnings and ends as of 1970."""
    zone = _zone(hours.zone)
    off = frozenset(hours.holidays)
    day, last = datetime.fromtimestamp(since, zone).date() - timedelta(days=1), since
    while True:
        for begins, ends in () if day.isoformat() in off else _waking(hours.night):
            start, stop = max(_moment(day, begins, zone), last), _moment(day, ends, zone)
            if stop > start:
                yield start, stop
                last = stop
        day += timedelta(days=1)


def awake(hours: Hours, since: float, until: float) -> float:
    """Seconds between two times that count."""
    if hours.night[0] == hours.night[1] and not hours.holidays:
        return max(0.0, until - since)
    counted = 0.0
    for start, stop in spans(hours, since):
        if start >= until:
            break
        counted += min(stop, until) - start
    return counted


def after(hours: Hours, since: float, seconds: float) -> float:
    """When so many seconds that count will have passed."""
    left = seconds
    for start, stop in spans(hours, since):
        if stop - start >= left:
            return start + left
        left -= stop - start
    raise AssertionError("the spans have no end")


def _waking(night: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The minutes of a day between nights."""
    begins, ends = night
    if begins == ends:
        return ((0, DAY),)
    return ((ends, begins),) if begins > ends else ((0, begins), (ends, DAY))


def _moment(day: date, minute: int, zone: ZoneInfo) -> float:
    """When it is so late on a day, where somebody is; an hour that a clock skips is taken as the next."""
    days, rest = divmod(minute, DAY)
    return datetime.combine(day + timedelta(days=days), time(rest // 60, rest % 60), zone).timestamp()


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones that are called after a place."""
    return tuple(sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/")))


@cache
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def to_json(hours: Hours) -> dict[str, Any]:
    """Hours as they are stored."""
    return {"zone": hours.zone, "night": list(hours.night), "holidays": list(hours.holidays)}


def from_json(stored: dict[str, Any] | None) -> Hours:
    """Hours as they were stored; none were: :data:`NONE`."""
    if not stored:
        return NONE
    begins, ends = stored["night"]
    return Hours(stored["zone"], (begins, ends), tuple(stored["holidays"]))


def agreed(before: Hours, wanted: Hours, now: float) -> Hours:
    """What somebody's hours become when they want these.

    What is past stays as it was, today too, so that nobody gets back time that has run: in both time zones, if
    somebody changes theirs.

    Raises:
        Malformed: that is too much; the message says what would be right.
    """
    if wanted.zone != "UTC" and wanted.zone not in available_timezones():
        raise Malformed(f"There’s no time zone called “{wanted.zone[:40]}”. Write it like “Europe/Cairo”.")
    if (wanted.night[1] - wanted.night[0]) % DAY > LONGEST_NIGHT:
        raise Malformed("A night lasts twelve hours at most. Choose a shorter one.")
    today = max(day_of(before, now), day_of(wanted, now))
    year_ago = f"{int(today[:4]) - 1}{today[4:]}"
    past = {day for day in before.holidays if year_ago <= day <= today}
    days = sorted(past | {day for day in wanted.holidays if day > today})
    for year in {day[:4] for day in days}:
        if sum(day.startswith(year) for day in days) > MOST_HOLIDAYS:
            raise Malformed(f"You can take {MOST_HOLIDAYS} days of holiday a year. Choose fewer in {year}.")
    return Hours(wanted.zone, wanted.night, tuple(days))
