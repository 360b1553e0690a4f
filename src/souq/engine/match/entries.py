"""Entries: the decisions of a match, grouped as the other players see them.

The number of decisions that a seat needs for the same action reveals what else it could have done. So for the other
players a settled draft is one entry, and so are the decisions that belong together in a race. In solo games every
decision is an entry. Moments are numbered like entries, with 0 for the setup; for the seat that has a draft, each
decision of the draft is a further moment.

>>> entries = Entries()
>>> for ply in (3, 3, 4, 9):
...     entries.close(ply)
>>> len(entries), entries.end(0), entries.end(1), entries.end(3)
(3, 0, 3, 9)
>>> entries.of(2), entries.of(3), entries.of(4), entries.by(3), entries.by(8)
(1, 1, 2, 1, 2)
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator


class Entries:
    """The entries of a match, stored as the number of decisions that had been made when each ended."""

    def __init__(self) -> None:
        self._ends: list[int] = []

    def __len__(self) -> int:
        return len(self._ends)

    def __iter__(self) -> Iterator[int]:
        return iter(self._ends)

    def end(self, number: int) -> int:
        """Return the number of decisions made when an entry ended; entry 0 is the setup."""
        return self._ends[number - 1] if number else 0

    def of(self, ply: int) -> int:
        """Return the number of the entry that decision ``ply`` belongs to or, in a draft, will belong to."""
        return bisect_left(self._ends, ply) + 1 if ply else 0

    def by(self, ply: int) -> int:
        """Return the number of entries that had ended after ``ply`` decisions."""
        return bisect_right(self._ends, ply)

    def close(self, ply: int) -> None:
        """End an entry after ``ply`` decisions, unless an entry already ends there."""
        if ply > self.end(len(self._ends)):
            self._ends.append(ply)

    def cut(self, ply: int) -> None:
        """Remove the entries that end later than after ``ply`` decisions, because those decisions were taken back."""
        del self._ends[self.by(ply) :]
