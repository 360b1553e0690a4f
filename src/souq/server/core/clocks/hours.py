"""A player's nights and holidays in their own time zone. Meanwhile, a clock in days doesn't run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from souq.server.errors import Malformed

DAY = 24 * 60
"""Minutes in a day."""
LONGEST_NIGHT = 12 * 60
"""Maximum length of a night in minutes."""
MOST_HOLIDAYS = 30
"""Maximum number of holidays in a calendar year."""


@dataclass(frozen=True, slots=True)
class Hours:
    """A player's time zone, nights and holidays, which say when a clock in days doesn't run."""

    zone: str = "UTC"
    """The IANA name of the player's time zone, such as "Europe/Cairo"."""
    night: tuple[int, int] = (0, 0)
    """Beginning and end of the night, in minutes after midnight; both are equal if there is no night."""
    holidays: tuple[str, ...] = ()
    """Dates of the holidays in order, in ISO format, such as "2026-12-24"."""


NONE = Hours()
"""Hours without any night or holiday, for players who have set none. Their clocks are never paused."""


def day_of(hours: Hours, now: float) -> str:
    """Return the player's local date at a time (seconds since 1970), as an ISO date."""
    return datetime.fromtimestamp(now, _zone(hours.zone)).date().isoformat()


def spans(hours: Hours, since: float) -> Iterator[tuple[float, float]]:
    """Yield the periods, from a time on, in which a player's clock may run, each with its start and end.

    Times are seconds since 1970. The iterator is infinite.
    """
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
    """Return for how many seconds between two times a player's clock runs, leaving out nights and holidays."""
    if hours.night[0] == hours.night[1] and not hours.holidays:
        return max(0.0, until - since)
    counted = 0.0
    for start, stop in spans(hours, since):
        if start >= until:
            break
        counted += min(stop, until) - start
    return counted


def after(hours: Hours, since: float, seconds: float) -> float:
    """Return when a clock that is running at ``since`` has run for ``seconds``, leaving out nights and holidays."""
    left = seconds
    for start, stop in spans(hours, since):
        if stop - start >= left:
            return start + left
        left -= stop - start
    raise AssertionError("the spans have no end")


def _waking(night: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Return the periods of any day, in minutes after midnight, that aren't part of the night."""
    begins, ends = night
    if begins == ends:
        return ((0, DAY),)
    return ((ends, begins),) if begins > ends else ((0, begins), (ends, DAY))


def _moment(day: date, minute: int, zone: ZoneInfo) -> float:
    """Return the time, in seconds since 1970, at which a minute of a local day begins.

    A minute that the change to summer time skips comes out an hour later.
    """
    days, rest = divmod(minute, DAY)
    return datetime.combine(day + timedelta(days=days), time(rest // 60, rest % 60), zone).timestamp()


@cache
def zones() -> tuple[str, ...]:
    """Return the names of all time zones that are named after a place, such as "Europe/Cairo"."""
    return tuple(sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/")))


@cache
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def to_json(hours: Hours) -> dict[str, Any]:
    """Return a player's hours as JSON for the database."""
    return {"zone": hours.zone, "night": list(hours.night), "holidays": list(hours.holidays)}


def from_json(stored: dict[str, Any] | None) -> Hours:
    """Parse a player's hours from the database; return :data:`NONE` if there are none."""
    if not stored:
        return NONE
    begins, ends = stored["night"]
    return Hours(stored["zone"], (begins, ends), tuple(stored["holidays"]))


def agreed(before: Hours, wanted: Hours, now: float) -> Hours:
    """Return the hours that apply once a player has changed them from ``before`` to ``wanted``.

    Today and past days stay as they were, so that a change can't return time that has already been used. Today is the
    later of the dates in the old and in the new time zone.

    Raises:
        Malformed: the time zone is unknown, the night too long or the holidays too many; the message says what is
        allowed.
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
