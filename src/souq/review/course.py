"""What is known so far of a review, and what to look at next: a glance at every turn, then closer at the largest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from souq.review.turns import Better

CLOSER = 12
"""Turns of one seat that are looked at more closely, at most."""
FAINT = 0.002
"""A turn that seems to have cost less than this on a first glance is passed over."""


class Look(NamedTuple):
    """What to do next: a ``glance`` at a turn, or to ``weigh`` it; ``at``: after so many entries it begins."""

    kind: Literal["glance", "weigh"]
    at: int


class Review:
    """A review that is being made.

    >>> review = Review({0: 0, 1: 1, 2: 0})
    >>> while (look := review.next) is not None:
    ...     if look.kind == "glance":
    ...         review.glanced[look.at] = look.at / 10
    ...     else:
    ...         review.weighed[look.at] = Better((7,), 0.2, "") if look.at == 2 else None
    >>> sorted(review.weighed), review.done, review.of, review.found()
    ([1, 2], 5, 5, {2: Better(choices=(7,), lost=0.2, why='')})
    """

    def __init__(self, seats: Mapping[int, int]) -> None:
        """``seats``: whose turn it was after so many entries, of every turn in which there was a choice."""
        self.seats = dict(seats)
        self.glanced: dict[int, float] = {}
        """About how much each turn cost, as far as it has been glanced at."""
        self.weighed: dict[int, Better | None] = {}
        """What is known of those that were looked at more closely."""
        self._closer: list[int] | None = None

    @property
    def done(self) -> int:
        """How many looks have been taken."""
        return len(self.glanced) + len(self.weighed)

    @property
    def of(self) -> int:
        """How many there are in all; a guess until every turn has been glanced at."""
        closer = CLOSER * len(set(self.seats.values())) if self._closer is None else len(self._closer)
        return len(self.seats) + min(closer, len(self.seats))

    @property
    def next(self) -> Look | None:
        """Where to look next; None when there is nothing more to find."""
        at = next((at for at in self.seats if at not in self.glanced), None)
        if at is not None:
            return Look("glance", at)
        if self._closer is None:
            self._closer = largest(self.glanced, self.seats)
        at = next((at for at in self._closer if at not in self.weighed), None)
        return None if at is None else Look("weigh", at)

    def found(self) -> dict[int, Better]:
        """What could have been better, in the order in which it was played."""
        return {at: found for at, found in sorted(self.weighed.items()) if found is not None}


def largest(glanced: Mapping[int, float], seats: Mapping[int, int], most: int = CLOSER) -> list[int]:
    """The turns that seem to have cost their seats most, so many of each seat, the dearest first.

    >>> largest({0: 0.1, 1: 0.0, 2: 0.3, 3: 0.2}, {0: 0, 1: 0, 2: 1, 3: 0}, 1)
    [2, 3]
    """
    order = sorted((at for at, cost in glanced.items() if cost >= FAINT), key=lambda at: -glanced[at])
    return [at for nth, at in enumerate(order) if _rank(order[:nth], seats, seats[at]) < most]


def _rank(before: Iterable[int], seats: Mapping[int, int], seat: int) -> int:
    return sum(seats[at] == seat for at in before)
