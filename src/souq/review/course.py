"""Order of the work in a review: first a quick look at every turn, then a thorough one at the costliest turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from souq.review.turns import Better

CLOSER = 12
"""Maximum number of turns of each seat that get a thorough look."""
FAINT = 0.002
"""Loss of win probability, in the quick look, below which a turn gets no thorough look."""


class Step(NamedTuple):
    """A piece of work in a review: a quick look at a turn (``glance``) or a thorough one (``weigh``).

    ``at`` is the first log entry of the turn.
    """

    kind: Literal["glance", "weigh"]
    at: int


class Review:
    """A review in progress: which turns have been looked at, with what results, and which is next.

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
        """Start a review of the turns in ``seats``, which maps the first log entry of a turn to its seat.

        Only turns in which the seat could choose between several choices are included.
        """
        self.seats = dict(seats)
        self.glanced: dict[int, float] = {}
        """Approximate loss of win probability by turn, as far as known."""
        self.weighed: dict[int, Better | None] = {}
        """Results of the thorough looks, by turn: choices better than those made, or None if there are none."""
        self._closer: list[int] | None = None

    @property
    def done(self) -> int:
        """Number of steps that are done."""
        return len(self.glanced) + len(self.weighed)

    @property
    def of(self) -> int:
        """Total number of steps; as long as quick looks remain, the maximum."""
        closer = CLOSER * len(set(self.seats.values())) if self._closer is None else len(self._closer)
        return len(self.seats) + min(closer, len(self.seats))

    @property
    def next(self) -> Step | None:
        """The next step, or None when the review is finished."""
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
    """Return the turns that lost most by the quick look, at most ``most`` of each seat, costliest first.

    >>> largest({0: 0.1, 1: 0.0, 2: 0.3, 3: 0.2}, {0: 0, 1: 0, 2: 1, 3: 0}, 1)
    [2, 3]
    """
    order = sorted((at for at, cost in glanced.items() if cost >= FAINT), key=lambda at: -glanced[at])
    return [at for nth, at in enumerate(order) if _rank(order[:nth], seats, seats[at]) < most]


def _rank(before: Iterable[int], seats: Mapping[int, int], seat: int) -> int:
    return sum(seats[at] == seat for at in before)
