"""Rounds of a tournament as plain values: entrants are numbers, and None is a bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

System = Literal["robin", "swiss", "knockout"]
"""Pairing system: round robin (all meet all), Swiss (players with equal points meet), or knock-out."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament's system, table size, number of rounds and seed."""

    system: System
    size: int
    """Number of seats of every table."""
    rounds: int
    """Number of rounds; ignored in a knock-out, which takes as many as needed."""
    forward: int
    """Number of players of each table who reach the next round of a knock-out."""
    seed: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """The players at one table of a round, and their final ranks."""

    seats: tuple[int | None, ...]
    """Numbers of the entrants in the seats, in order; None is a bot."""
    ranks: tuple[int, ...] | None = None
    """Final ranks by seat (1 is best, ties share a rank); None while the game is not over."""

    @property
    def people(self) -> list[int]:
        """The entrants at this table."""
        return [seat for seat in self.seats if seat is not None]

    @property
    def bots(self) -> int:
        """The number of bots at the table."""
        return self.seats.count(None)

    def rank(self, entrant: int) -> int:
        """Return an entrant's rank at this table; 0 while the game is in play."""
        return self.ranks[self.seats.index(entrant)] if self.ranks else 0

    def won(self, entrant: int) -> bool:
        """Return whether an entrant finished alone in first place."""
        return self.ranks is not None and self.rank(entrant) == 1 and self.ranks.count(1) == 1

    def halves(self, entrant: int, among: Iterable[int] | None = None) -> int:
        """Return an entrant's score at this table in half points: two per player beaten, one per tie.

        Args:
            entrant: an entrant at this table.
            among: count only these opponents; None: everybody at the table, including bots.
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
"""The rounds so far, in order, each as a sequence of tables."""


def meetings(rounds: Rounds) -> Counter[tuple[int, int]]:
    """Return how often each pair of entrants has sat at one table, by pair; the lower number comes first."""
    found: Counter[tuple[int, int]] = Counter()
    for sitting in (each for tables in rounds for each in tables):
        found.update(combinations(sorted(sitting.people), 2))
    return found


def with_bots(rounds: Rounds) -> Counter[int]:
    """Return how many bots each entrant has met at their tables so far, by entrant."""
    found: Counter[int] = Counter()
    for sitting in (each for tables in rounds for each in tables):
        for entrant in sitting.people:
            found[entrant] += sitting.bots
    return found


def scores(rounds: Rounds) -> Counter[int]:
    """Return each entrant's score so far, in half points."""
    found: Counter[int] = Counter()
    for sitting in (each for tables in rounds for each in tables):
        for entrant in sitting.people:
            found[entrant] += sitting.halves(entrant)
    return found


def sizes(people: int, size: int) -> list[int]:
    """Return the number of people at each table: as few tables as possible, filled as evenly as possible.

    >>> sizes(9, 4), sizes(5, 2), sizes(3, 4)
    ([3, 3, 3], [2, 2, 1], [3])
    """
    tables = -(-people // size)
    each, more = divmod(people, max(tables, 1))
    return [each + (nth < more) for nth in range(tables)]
