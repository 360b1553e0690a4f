"""The arithmetic of clocks: what is left to somebody, and when it will have run out.

Nothing here looks at a watch, a table or a disk. Times are the house's (:mod:`souq.server.core.jobs.timekeeping`),
which stands still while the house is away; nights and holidays are the world's, and :class:`Wall` tells the one from
the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from souq.server.core.clocks import hours as quiet
from souq.server.core.clocks.hours import Hours
from souq.server.core.clocks.terms import Terms

NOTHING = 0.005
"""Seconds that are as good as none: sums of fractions are never quite what they should be."""


@dataclass(frozen=True, slots=True)
class Wall:
    """How far the world's time is ahead of the house's: from when on (the house's time), and by so many seconds."""

    ahead: tuple[tuple[float, float], ...] = ()

    def stretches(self, since: float, until: float) -> Iterator[tuple[float, float]]:
        """When in the world it was while the house's time went from one moment to another."""
        start, by = since, self.by(since)
        for at, ahead in self.ahead:
            if since < at < until:
                yield start + by, at + by
                start, by = at, ahead
        yield start + by, until + by

    def by(self, at: float) -> float:
        """By how much it is ahead at a moment."""
        known = [ahead for since, ahead in self.ahead if since <= at]
        return known[-1] if known else self.ahead[0][1] if self.ahead else 0.0


@dataclass(frozen=True, slots=True)
class Bank:
    """What somebody had left at a moment, and whether it runs since then."""

    left: float
    since: float | None = None
    """When it began to run; None: it stands."""
    hours: Hours | None = None
    """What does not count, as it was agreed when it began to run."""

    def at(self, now: float, wall: Wall) -> float:
        """What is left at a moment."""
        return max(0.0, self.left - ran(self, now, wall))

    def out(self, now: float, wall: Wall) -> bool:
        """Whether it has run out: only what runs can."""
        return self.since is not None and self.at(now, wall) <= NOTHING

    def due(self, now: float, wall: Wall) -> float | None:
        """When it will have run out, as far as anybody can say now; None: it stands."""
        if self.since is None:
            return None
        left = self.at(now, wall)
        if self.hours is None or left <= NOTHING:
            return now + left
        world = now + wall.by(now)
        return now + quiet.after(self.hours, world, left) - world


def ran(bank: Bank, now: float, wall: Wall) -> float:
    """For how many seconds that count it has run."""
    if bank.since is None or now <= bank.since:
        return 0.0
    if bank.hours is None:
        return now - bank.since
    return sum(quiet.awake(bank.hours, *stretch) for stretch in wall.stretches(bank.since, now))


def begun(bank: Bank, now: float, hours: Hours | None) -> Bank:
    """The bank as it begins to run."""
    return Bank(bank.left, now, hours)


def stood(bank: Bank, now: float, wall: Wall) -> Bank:
    """The bank as it stands still."""
    return Bank(bank.at(now, wall))


def after_turn(bank: Bank, terms: Terms, own: bool) -> Bank:
    """A bank that stands, after a turn that its owner, or a bot for them, has ended."""
    return replace(bank, left=terms.ended(bank.left, own))


def to_json(bank: Bank) -> list[Any]:
    """A bank as it is stored."""
    return [bank.left, bank.since, quiet.to_json(bank.hours) if bank.hours else None]


def from_json(stored: list[Any]) -> Bank:
    """A bank as it was stored."""
    left, since, hours = stored
    return Bank(left, since, quiet.from_json(hours) if hours else None)
