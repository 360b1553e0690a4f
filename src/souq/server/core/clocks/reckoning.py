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
"""Seconds left at which a clock counts as run out. It isn't 0, since sums of floats aren't exact."""


@dataclass(frozen=True, slots=True)
class ClockOffsets:
    """How far wall-clock time was ahead of server time in the course of time.

    ``ahead`` has pairs: a server time, and the seconds by which wall-clock time was ahead from then on.
    """

    ahead: tuple[tuple[float, float], ...] = ()

    def periods(self, since: float, until: float) -> Iterator[tuple[float, float]]:
        """Yield the periods of wall-clock time in which a period of server time passed.

        The gaps between them are the server's downtimes.
        """
        start, offset = since, self.at(since)
        for at, ahead in self.ahead:
            if since < at < until:
                yield start + offset, at + offset
                start, offset = at, ahead
        yield start + offset, until + offset

    def at(self, time: float) -> float:
        """Return by how many seconds wall-clock time was ahead at a server time.

        Before the first known offset, the first one applies.
        """
        known = [ahead for since, ahead in self.ahead if since <= time]
        return known[-1] if known else self.ahead[0][1] if self.ahead else 0.0


@dataclass(frozen=True, slots=True)
class Bank:
    """A player's clock: the seconds left when it was last started or paused, and whether it runs."""

    left: float
    since: float | None = None
    """Server time at which the clock began to run; None if it is paused."""
    hours: Hours | None = None
    """The player's nights and holidays when the clock began to run, during which it is paused."""

    def at(self, now: float, offsets: ClockOffsets) -> float:
        """Return how many seconds are left at a server time."""
        return max(0.0, self.left - elapsed(self, now, offsets))

    def out(self, now: float, offsets: ClockOffsets) -> bool:
        """Return whether the clock is running and has no time left."""
        return self.since is not None and self.at(now, offsets) <= NOTHING

    def due(self, now: float, offsets: ClockOffsets) -> float | None:
        """Return the server time at which a running clock will have no time left; None if it is paused.

        This assumes that no downtime of the server comes in between.
        """
        if self.since is None:
            return None
        left = self.at(now, offsets)
        if self.hours is None or left <= NOTHING:
            return now + left
        world = now + offsets.at(now)
        return now + quiet.after(self.hours, world, left) - world


def elapsed(bank: Bank, now: float, offsets: ClockOffsets) -> float:
    """Return for how many seconds a clock has been running, leaving out nights and holidays; 0 if it is paused."""
    if bank.since is None or now <= bank.since:
        return 0.0
    if bank.hours is None:
        return now - bank.since
    return sum(quiet.awake(bank.hours, *period) for period in offsets.periods(bank.since, now))


def started(bank: Bank, now: float, hours: Hours | None) -> Bank:
    """Return a running copy of a paused clock, started at ``now``."""
    return Bank(bank.left, now, hours)


def paused(bank: Bank, now: float, offsets: ClockOffsets) -> Bank:
    """Return a paused copy of a clock, with the time that is left at ``now``."""
    return Bank(bank.at(now, offsets))


def after_turn(bank: Bank, terms: Terms, own: bool) -> Bank:
    """Return a copy of a paused clock with the time that a player gets after a turn.

    ``own`` is true if the player made the decisions of the turn, and false if a bot made them.
    """
    return replace(bank, left=terms.ended(bank.left, own))


def to_json(bank: Bank) -> list[Any]:
    """Return a player's clock as JSON for the database."""
    return [bank.left, bank.since, quiet.to_json(bank.hours) if bank.hours else None]


def from_json(stored: list[Any]) -> Bank:
    """Parse a player's clock from the database."""
    left, since, hours = stored
    return Bank(left, since, quiet.from_json(hours) if hours else None)
