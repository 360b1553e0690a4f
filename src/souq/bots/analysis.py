"""Analysis of a finished game with all hidden information: each seat's chances of winning, and the turning points.

Positions are analysed where the turn passes from one seat to another. In a long game, every n-th of them is analysed
first, then all of those between which the chances changed most.
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
"""Maximum number of positions analysed at first; in a long game, positions in between are added later."""
FEW = 30
"""A game of at most `MOST` decisions whose turn passes fewer times than this is analysed after every decision."""
TURNS = 6
"""Maximum number of turning points reported."""
LEAST = 0.06
"""The smallest change in a seat's chance of winning (a probability) that counts as a turning point."""
OWN = 0.6
"""Fraction of the largest change; a turning point is the deciding seat's if its chance changed by more than that."""
LASTING = 2
"""Number of positions before and after a change that are compared, to ignore changes that don't last."""
ITERATIONS = 150
"""Search iterations per position."""

WinProbabilities = tuple[float, ...]
"""Each seat's chance of winning; they add up to 1."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turning point of a game."""

    ply: int
    """Number of decisions before the position in which the new chances were measured."""
    seat: int
    """The seat whose chance changed: the one that decided or, if that hardly changed, the one that changed most."""
    before: float
    after: float


def win_probabilities(game: Game, state: Batch, seat: int, iterations: int = ITERATIONS) -> WinProbabilities:
    """Return every seat's chance of winning in a position with nothing hidden, as a search estimates it.

    If ``seat`` doesn't decide there, the search is for the lowest seat that does. If no seat decides, the evaluator
    estimates the chances without a search.
    """
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
    """Return the positions that may be analysed, each as a number of decisions; ``seats`` made the decisions.

    >>> stops([0, 0, 1]), stops([0] * 40 + [1] * 90 + [0, 1] * 20)[:5]
    ([0, 1, 2, 3], [0, 40, 130, 131, 132])
    """
    passed = [ply for ply in range(1, len(seats)) if seats[ply] != seats[ply - 1]]
    return list(range(len(seats) + 1)) if len(passed) < FEW and len(seats) <= MOST else [0, *passed, len(seats)]


class Course:
    """The analysis of a game in progress: which positions have been analysed, and which is next.

    >>> course = Course(range(5))
    >>> while (ply := course.next) is not None:
    ...     course.found[ply] = (0.5, 0.5) if ply < 3 else (0.9, 0.1)
    >>> course.turns()
    [Turn(ply=3, seat=0, before=0.5, after=0.9)]
    """

    def __init__(self, stops: Sequence[int], most: int = MOST) -> None:
        self.stops = stops
        """The positions that may be analysed, each as the number of decisions before it."""
        self.found: dict[int, WinProbabilities] = {}
        """Win probabilities found so far, by the number of decisions made before the position."""
        self._every = max(1, -(-(len(stops) - 1) // most))
        self._closer: list[int] | None = None if self._every > 1 else []

    @property
    def of(self) -> int:
        """Number of positions to analyse in total, for a progress bar; an estimate until the first pass is done."""
        closer = TURNS * (self._every - 1) if self._closer is None else len(self._closer)
        return len(self._first) + closer

    @property
    def next(self) -> int | None:
        """Position to analyse next, as the number of decisions before it; None when nothing is left."""
        missing = next((ply for ply in self._first if ply not in self.found), None)
        if missing is not None:
            return missing
        if self._closer is None:
            self._closer = [ply for low, high in self._turned() for ply in self.stops if low < ply < high]
        return next((ply for ply in self._closer if ply not in self.found), None)

    def points(self) -> list[tuple[int, WinProbabilities]]:
        """Return the win probabilities found so far, in order of play."""
        return sorted(self.found.items())

    def turns(self) -> list[Turn]:
        """Return the turning points found so far, in order of play."""
        return turns(self.points())

    @property
    def _first(self) -> list[int]:
        return [*self.stops[: -1 : self._every], self.stops[-1]]

    def _turned(self) -> list[tuple[int, int]]:
        points = self.points()
        intervals = sorted(pairwise(points), key=lambda pair: -_swing(pair[0][1], pair[1][1])[1])
        return sorted((low[0], high[0]) for low, high in intervals[:TURNS])


def turns(points: Iterable[tuple[int, WinProbabilities]], seats: Sequence[int] = ()) -> list[Turn]:
    """Return the largest changes in chances between neighbouring positions that lasted, in order of play.

    ``seats`` are the deciders of all decisions, in order. If the decider's chance changed about as much as any other
    seat's, the change is attributed to the decider.

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
    """Return how far a seat's chances after index ``nth`` all lie above (or all below) those before.

    The change at ``nth`` decides in which direction is counted; the result is 0 if the values overlap. Only the
    :data:`LASTING` values before the change and as many after it are compared.

    >>> round(lasting([0.5, 0.5, 0.8, 0.8, 0.8], 2), 2), lasting([0.5, 0.5, 0.8, 0.5, 0.5], 2)
    (0.3, 0.0)
    """
    up = 1 if course[nth] > course[nth - 1] else -1
    since, until = course[max(0, nth - LASTING) : nth], course[nth : nth + LASTING]
    return max(0.0, min(up * each for each in until) - max(up * each for each in since))


def _swing(before: WinProbabilities, after: WinProbabilities) -> tuple[int, float]:
    """Return the seat whose chance changed most between two positions, and the size of that change."""
    changes = [abs(b - a) for a, b in zip(before, after, strict=True)]
    seat = max(range(len(changes)), key=changes.__getitem__)
    return seat, changes[seat]
