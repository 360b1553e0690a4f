"""A finished game looked at with open hands: everybody's chances to win by decision, and where they turned.

It is looked at where a turn passes from one seat to another. Of a long game every so many turns are looked at first,
and then all of those among which the chances changed most.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from souq.engine.match.decision import NOBODY
from souq.engine.rules.record import Batch

if TYPE_CHECKING:
    from souq.engine.game import Game

MOST = 160
"""Positions that are looked at in a first pass, at most."""
FEW = 30
"""With fewer turns than this every decision is looked at, if there are not too many."""
TURNS = 6
"""Turning points that are told of, at most."""
LEAST = 0.06
"""By how much somebody's chances change at a turning point, at least."""
OWN = 0.6
"""Told of is who decided, if his chances changed by so much of what anybody's did."""
LASTING = 2
"""At so many moments on either side a turning point must hold: what the next moment takes back was none."""
ITERATIONS = 150
"""How much is thought about a position."""

WinProbabilities = tuple[float, ...]
"""Everybody's chances to win, by seat; together 1."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Where the game turned."""

    ply: int
    """The decision that turned it, or the last one of a few that did."""
    seat: int
    """Whose chances changed: those of who decided, if they changed much; else whose changed most."""
    before: float
    after: float


def win_probabilities(game: Game, state: Batch, seat: int, iterations: int = ITERATIONS) -> WinProbabilities:
    """Everybody's chances in a complete position in which ``seat`` decides; another is asked if it does not."""
    from souq.bots.search import think  # only the processes that look at positions load the compiler
    from souq.engine.learn.evaluation import judge

    bindings = game.bindings
    mask = bindings.deciders(state)
    if mask == 0:
        return _rounded(judge(game).win_probabilities(state))
    who = seat if seat >= 0 and mask >> seat & 1 else (mask & -mask).bit_length() - 1
    legal = bindings.legal(state, who).copy()
    return _rounded(think(game, state, who, legal, 1, iterations=iterations, open_hands=True).win_probabilities)


def _rounded(found: Iterable[float]) -> WinProbabilities:
    return tuple(round(float(each), 3) for each in found)


def stops(seats: Sequence[int]) -> list[int]:
    """After how many decisions to look at a game in which these seats decided one after another.

    >>> stops([0, 0, 1]), stops([0] * 40 + [1] * 90 + [0, 1] * 20)[:5]
    ([0, 1, 2, 3], [0, 40, 130, 131, 132])
    """
    passed = [ply for ply in range(1, len(seats)) if seats[ply] != seats[ply - 1]]
    return list(range(len(seats) + 1)) if len(passed) < FEW and len(seats) <= MOST else [0, *passed, len(seats)]


class Course:
    """What is known so far of the course of a game.

    >>> course = Course(range(5))
    >>> while (ply := course.next) is not None:
    ...     course.found[ply] = (0.5, 0.5) if ply < 3 else (0.9, 0.1)
    >>> course.turns()
    [Turn(ply=3, seat=0, before=0.5, after=0.9)]
    """

    def __init__(self, stops: Sequence[int], most: int = MOST) -> None:
        self.stops = stops
        """Where to look, after how many decisions: all of them, if there are not too many."""
        self.found: dict[int, WinProbabilities] = {}
        """Chances after so many decisions."""
        self._every = max(1, -(-(len(stops) - 1) // most))
        self._closer: list[int] | None = None if self._every > 1 else []

    @property
    def of(self) -> int:
        """How many positions are looked at in all; a guess until the first pass is done."""
        closer = TURNS * (self._every - 1) if self._closer is None else len(self._closer)
        return len(self._first) + closer

    @property
    def next(self) -> int | None:
        """After how many decisions to look next; None when everything is known."""
        missing = next((ply for ply in self._first if ply not in self.found), None)
        if missing is not None:
            return missing
        if self._closer is None:
            self._closer = [ply for low, high in self._turned() for ply in self.stops if low < ply < high]
        return next((ply for ply in self._closer if ply not in self.found), None)

    def points(self) -> list[tuple[int, WinProbabilities]]:
        """What was found, in order."""
        return sorted(self.found.items())

    def turns(self) -> list[Turn]:
        """Where the chances changed most, in order."""
        return turns(self.points())

    @property
    def _first(self) -> list[int]:
        return [*self.stops[: -1 : self._every], self.stops[-1]]

    def _turned(self) -> list[tuple[int, int]]:
        points = self.points()
        ways = sorted(pairwise(points), key=lambda way: -_swing(way[0][1], way[1][1])[1])
        return sorted((low[0], high[0]) for low, high in ways[:TURNS])


def turns(points: Iterable[tuple[int, WinProbabilities]], seats: Sequence[int] = ()) -> list[Turn]:
    """The largest changes between points that follow each other, in order; those that last.

    ``seats`` are those that decided one after another: of two whose chances changed about as much, the one to be told
    of is the one that brought it about.

    >>> turns(enumerate([(0.5, 0.5), (0.9, 0.1), (0.5, 0.5), (0.5, 0.5), (0.2, 0.8), (0.2, 0.8)]))
    [Turn(ply=4, seat=1, before=0.5, after=0.8)]
    >>> turns([(0, (0.5, 0.4, 0.1)), (1, (0.3, 0.6, 0.1))], [0])
    [Turn(ply=1, seat=0, before=0.5, after=0.3)]
    """
    course, found = list(points), []
    for nth in range(1, len(course)):
        (_, before), (ply, after) = course[nth - 1 : nth + 1]
        seat, swing = _swing(before, after)
        who = seats[ply - 1] if 0 < ply <= len(seats) else NOBODY
        if who != NOBODY and abs(after[who] - before[who]) > OWN * swing:
            seat = who
        swing = lasting([win_probabilities[seat] for _, win_probabilities in course], nth)
        if swing >= LEAST:
            found.append((swing, Turn(ply, seat, before[seat], after[seat])))
    largest = sorted(found, key=lambda each: -each[0])[:TURNS]
    return sorted((turn for _, turn in largest), key=lambda turn: turn.ply)


def lasting(course: Sequence[float], nth: int) -> float:
    """How much of a change at the ``nth`` of somebody's chances was new, and stayed for a while.

    >>> round(lasting([0.5, 0.5, 0.8, 0.8, 0.8], 2), 2), lasting([0.5, 0.5, 0.8, 0.5, 0.5], 2)
    (0.3, 0.0)
    """
    up = 1 if course[nth] > course[nth - 1] else -1
    since, until = course[max(0, nth - LASTING) : nth], course[nth : nth + LASTING]
    return max(0.0, min(up * each for each in until) - max(up * each for each in since))


def _swing(before: WinProbabilities, after: WinProbabilities) -> tuple[int, float]:
    """Whose chances changed most, and by how much."""
    changes = [abs(b - a) for a, b in zip(before, after, strict=True)]
    seat = max(range(len(changes)), key=changes.__getitem__)
    return seat, changes[seat]
