"""What has been played: rounds of tables, where entrants are numbers and bots that fill in are nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

System = Literal["robin", "swiss", "knockout"]
"""Everybody meets everybody; those who stand alike meet; or the best of every table go on."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a tournament is played."""

    system: System
    size: int
    """Seats of every table."""
    rounds: int
    """How many there are; of a knock-out as many as it takes."""
    forward: int
    """How many of a table go on, in a knock-out."""
    seed: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """One table of a round."""

    seats: tuple[int | None, ...]
    """Who sits where; None: a bot that fills in."""
    ranks: tuple[int, ...] | None = None
    """How it ended, by seat: 1 is best, and equal ranks share a place. None: it is not over."""

    @property
    def people(self) -> list[int]:
        """The entrants who sit there."""
        return [seat for seat in self.seats if seat is not None]

    @property
    def bots(self) -> int:
        """How many bots fill in."""
        return self.seats.count(None)

    def rank(self, entrant: int) -> int:
        """The place of somebody who sits here; 0 while it is not over."""
        return self.ranks[self.seats.index(entrant)] if self.ranks else 0

    def won(self, entrant: int) -> bool:
        """Return whether somebody who sits here finished ahead of everybody: a shared first place is a tie."""
        return self.ranks is not None and self.rank(entrant) == 1 and self.ranks.count(1) == 1

    def halves(self, entrant: int, among: Iterable[int] | None = None) -> int:
        """What somebody has made here, in half points: two for everybody behind them, one for everybody level.

        Args:
            entrant: who sits here.
            among: only these others count; None: everybody at the table, bots too.
        """
        if self.ranks is None:
            return 0
        mine, counts = self.rank(entrant), None if among is None else set(among)
        others = [
            rank
            for seat, rank in zip(self.seats, self.ranks, strict=True)
            if seat != entrant and (counts is None or seat in counts)
        ]
        return sum(2 if mine < rank else 1 if mine == rank else 0 for rank in others)


Rounds = Sequence[Sequence[Sitting]]
"""The rounds so far, the first first."""


def meetings(rounds: Rounds) -> Counter[tuple[int, int]]:
    """How often two have sat at one table; the lower number stands first."""
    found: Counter[tuple[int, int]] = Counter()
    for sitting in (each for tables in rounds for each in tables):
        found.update(combinations(sorted(sitting.people), 2))
    return found


def with_bots(rounds: Rounds) -> Counter[int]:
    """With how many bots everybody has sat."""
    found: Counter[int] = Counter()
    for sitting in (each for tables in rounds for each in tables):
        for entrant in sitting.people:
            found[entrant] += sitting.bots
    return found


def scores(rounds: Rounds) -> Counter[int]:
    """What everybody has made so far, in half points."""
    found: Counter[int] = Counter()
    for sitting in (each for tables in rounds for each in tables):
        for entrant in sitting.people:
            found[entrant] += sitting.halves(entrant)
    return found


def sizes(people: int, size: int) -> list[int]:
    """How many people sit at each table of a round: as few tables as it takes, as full as each other.

    >>> sizes(9, 4), sizes(5, 2), sizes(3, 4)
    ([3, 3, 3], [2, 2, 1], [3])
    """
    tables = -(-people // size)
    each, more = divmod(people, max(tables, 1))
    return [each + (nth < more) for nth in range(tables)]
