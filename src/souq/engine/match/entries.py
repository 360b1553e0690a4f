"""The entries of a match: what it comes to for those who were not asked.

A seat may need one decision or several for the same thing, and how many tells what else it could have done. So to
everybody else a settled draft is one entry, whatever it took; so is what was made as one in a race. Alone nobody has
anything to hide: there every decision is an entry. Moments are counted in entries, and 0 is the setup; whoever drafts
counts the decisions of that draft after them.

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
    """After how many decisions each entry of a match ends."""

    def __init__(self) -> None:
        self._ends: list[int] = []

    def __len__(self) -> int:
        return len(self._ends)

    def __iter__(self) -> Iterator[int]:
        return iter(self._ends)

    def end(self, number: int) -> int:
        """How many decisions had been made when an entry ended; entry 0 is the setup."""
        return self._ends[number - 1] if number else 0

    def of(self, ply: int) -> int:
        """The entry that decision ``ply`` belongs to; the one to come for a decision of a draft."""
        return bisect_left(self._ends, ply) + 1 if ply else 0

    def by(self, ply: int) -> int:
        """How many entries had ended when so many decisions were made."""
        return bisect_right(self._ends, ply)

    def close(self, ply: int) -> None:
        """The decisions made so far end an entry, unless one ends there already."""
        if ply > self.end(len(self._ends)):
            self._ends.append(ply)

    def cut(self, ply: int) -> None:
        """Decisions after ``ply`` were taken back."""
        del self._ends[self.by(ply) :]
