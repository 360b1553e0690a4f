"""Progress of a review: first a quick look at every turn, then a thorough one at those that seem costliest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from souq.review.turns import Better

CLOSER = 12
"""Maximum number of turns per seat that are examined thoroughly."""
FAINT = 0.002
"""Loss of win probability below which a turn isn't examined any further."""


class Step(NamedTuple):
    """The next step: ``glance`` is a quick look at a turn, ``weigh`` a thorough one; ``at`` is its first log entry."""

    kind: Literal["glance", "weigh"]
    at: int


class Review:
    """The state of a review in progress.

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
        """Start a review; ``seats`` maps the first log entry of each turn with a real choice to the turn's seat."""
        self.seats = dict(seats)
        self.glanced: dict[int, float] = {}
        """Approximate loss of win probability by turn, as far as known."""
        self.weighed: dict[int, Better | None] = {}
        """Results of the thorough looks, by turn: a better alternative, or None if there is none."""
        self._closer: list[int] | None = None

    @property
    def done(self) -> int:
        """Number of steps that are done."""
        return len(self.glanced) + len(self.weighed)

    @property
    def of(self) -> int:
        """Total number of steps; an estimate until the quick looks are complete."""
        closer = CLOSER * len(set(self.seats.values())) if self._closer is None else len(self._closer)
        return len(self.seats) + min(closer, len(self.seats))

    @property
    def next(self) -> Step | None:
        """The next step; None when the review is complete."""
        at = next((at for at in self.seats if at not in self.glanced), None)
        if at is not None:
            return Step("glance", at)
        if self._closer is None:
            self._closer = largest(self.glanced, self.seats)
        at = next((at for at in self._closer if at not in self.weighed), None)
        return None if at is None else Step("weigh", at)

    def found(self) -> dict[int, Better]:
        """Return the better alternatives that were found, in the order of play."""
        return {at: found for at, found in sorted(self.weighed.items()) if found is not None}


def largest(glanced: Mapping[int, float], seats: Mapping[int, int], most: int = CLOSER) -> list[int]:
    """Return the turns with the largest losses, at most ``most`` of each seat, largest first.

    >>> largest({0: 0.1, 1: 0.0, 2: 0.3, 3: 0.2}, {0: 0, 1: 0, 2: 1, 3: 0}, 1)
    [2, 3]
    """
    order = sorted((at for at, cost in glanced.items() if cost >= FAINT), key=lambda at: -glanced[at])
    return [at for nth, at in enumerate(order) if _rank(order[:nth], seats, seats[at]) < most]


def _rank(before: Iterable[int], seats: Mapping[int, int], seat: int) -> int:
    return sum(seats[at] == seat for at in before)
