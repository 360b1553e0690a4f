"""The arithmetic of a player's clock: how much time is left, and when it will run out.

Nothing here reads a real clock, a table or the database. Times are server time
(:mod:`souq.server.core.jobs.timekeeping`), which stops while the server is down. Nights and holidays are in wall-clock
time, and :class:`ClockOffsets` converts one to the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from souq.server.core.clocks import hours as quiet
from souq.server.core.clocks.hours import Hours
from souq.server.core.clocks.terms import Terms

NOTHING = 0.005
"""Maximum number of seconds left at which a clock counts as run out, since sums of floats aren't exact."""


@dataclass(frozen=True, slots=True)
class ClockOffsets:
    """The offsets of wall-clock time from server time, in seconds, each with the server time at which it begins."""

    ahead: tuple[tuple[float, float], ...] = ()

    def periods(self, since: float, until: float) -> Iterator[tuple[float, float]]:
        """Yield the periods of wall-clock time that correspond to a period of server time."""
        start, offset = since, self.at(since)
        for at, ahead in self.ahead:
            if since < at < until:
                yield start + offset, at + offset
                start, offset = at, ahead
        yield start + offset, until + offset

    def at(self, time: float) -> float:
        """Return the offset at a server time, in seconds. Before the first known offset, that one applies."""
        known = [ahead for since, ahead in self.ahead if since <= time]
        return known[-1] if known else self.ahead[0][1] if self.ahead else 0.0


@dataclass(frozen=True, slots=True)
class Bank:
    """A player's clock: the seconds left at a moment, and whether it has been running since then."""

    left: float
    since: float | None = None
    """Server time at which the clock began to run; None if it is paused."""
    hours: Hours | None = None
    """The nights and holidays that do not count, as they were set when the clock began to run."""

    def at(self, now: float, offsets: ClockOffsets) -> float:
        """Return how many seconds are left at a server time."""
        return max(0.0, self.left - elapsed(self, now, offsets))

    def out(self, now: float, offsets: ClockOffsets) -> bool:
        """Return whether the time has run out. A paused clock hasn't."""
        return self.since is not None and self.at(now, offsets) <= NOTHING

    def due(self, now: float, offsets: ClockOffsets) -> float | None:
        """Return the server time at which the clock will run out; None if it is paused.

        This assumes that server and wall-clock time continue at the same pace.
        """
        if self.since is None:
            return None
        left = self.at(now, offsets)
        if self.hours is None or left <= NOTHING:
            return now + left
        world = now + offsets.at(now)
        return now + quiet.after(self.hours, world, left) - world


def elapsed(bank: Bank, now: float, offsets: ClockOffsets) -> float:
    """Return for how many seconds a clock has run since it was started, nights and holidays excluded.

    Return 0 if it is paused.
    """
    if bank.since is None or now <= bank.since:
        return 0.0
    if bank.hours is None:
        return now - bank.since
    return sum(quiet.awake(bank.hours, *period) for period in offsets.periods(bank.since, now))


def started(bank: Bank, now: float, hours: Hours | None) -> Bank:
    """Return the paused clock as running since ``now``."""
    return Bank(bank.left, now, hours)


def paused(bank: Bank, now: float, offsets: ClockOffsets) -> Bank:
    """Return the clock, paused at ``now`` with the seconds that are left then."""
    return Bank(bank.at(now, offsets))


def after_turn(bank: Bank, terms: Terms, own: bool) -> Bank:
    """Return a paused clock with the time added that its player gets after a turn.

    ``own``: whether the player made the decisions of that turn themselves; if not, a bot did.
    """
    return replace(bank, left=terms.ended(bank.left, own))


def to_json(bank: Bank) -> list[Any]:
    """Return a clock as JSON to store."""
    return [bank.left, bank.since, quiet.to_json(bank.hours) if bank.hours else None]


def from_json(stored: list[Any]) -> Bank:
    """Parse a stored clock."""
    left, since, hours = stored
    return Bank(left, since, quiet.from_json(hours) if hours else None)
