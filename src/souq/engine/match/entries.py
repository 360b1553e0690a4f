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
    """The entries of a match: for each one, the number of decisions that had been made when it ended."""

    def __init__(self) -> None:
        self._ends: list[int] = []

    def __len__(self) -> int:
        return len(self._ends)

    def __iter__(self) -> Iterator[int]:
        return iter(self._ends)

    def end(self, number: int) -> int:
        """Return how many decisions had been made when an entry ended. Entry 0 is the setup."""
        return self._ends[number - 1] if number else 0

    def of(self, ply: int) -> int:
        """Return the number of the entry that contains decision ``ply``.

        A decision of a draft isn't in an entry yet; the result is the number of the entry that will contain it.
        """
        return bisect_left(self._ends, ply) + 1 if ply else 0

    def by(self, ply: int) -> int:
        """Return how many entries had ended when ``ply`` decisions had been made."""
        return bisect_right(self._ends, ply)

    def close(self, ply: int) -> None:
        """End the current entry after ``ply`` decisions; do nothing if no decision follows the last entry."""
        if ply > self.end(len(self._ends)):
            self._ends.append(ply)

    def cut(self, ply: int) -> None:
        """Remove the entries that end after more than ``ply`` decisions; called when later decisions are undone."""
        del self._ends[self.by(ply) :]
