"""A storm: as many puzzles as possible in three minutes. Every puzzle is a table, and its first choice counts."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, replace

from souq.engine import registry
from souq.engine.game import Game
from souq.puzzles.puzzle import Puzzle, puzzles
from souq.server.core.store.origins import STORM
from souq.server.core.store.rows import TableRow
from souq.server.features.practice.puzzle_ratings import solver_of

LENGTH = 180.0
"""Length of a storm, in seconds."""
PENALTY = 10.0
"""Seconds that a wrong choice costs."""
LATE = 2.0
"""Seconds after the end within which a choice still counts, because it may have been on its way."""


@dataclass(frozen=True, slots=True)
class Storm:
    """One person's storm."""

    n: int
    person_id: str
    game: str
    ends_at: float
    solved: int
    missed: int

    @property
    def left(self) -> float:
        """Seconds left."""
        return max(0.0, self.ends_at - time.time())

    def counts(self, row: TableRow) -> bool:
        """Return whether a first choice at a table counts now: it is this storm's, and its puzzle comes next."""
        if (row.game, solver_of(row), storm_of(row.origin)) != (self.game, self.person_id, self.n):
            return False
        puzzle = upcoming(registry.find(self.game), self)
        posed = puzzle is not None and puzzle.name == row.origin.rpartition("/")[2]
        return posed and self.ends_at > time.time() - LATE

    def after(self, right: bool) -> Storm:
        """Return the storm after a first choice at its puzzle."""
        if right:
            return replace(self, solved=self.solved + 1)
        return replace(self, missed=self.missed + 1, ends_at=self.ends_at - PENALTY)


def storm_of(origin: str) -> int | None:
    """Return the number of the storm to which a table with this origin belongs.

    >>> storm_of("storm:12/0a1b2c3d"), storm_of("puzzle:0a1b2c3d")
    (12, None)
    """
    kind, _, rest = origin.partition(":")
    number = rest.partition("/")[0]
    return int(number) if kind == STORM and number.isdecimal() else None


def order(game: Game, number: int) -> list[Puzzle]:
    """Return the puzzles of a storm in random order, the easier ones first."""

    def place(puzzle: Puzzle) -> tuple[int, bytes]:
        return puzzle.level, hashlib.blake2b(f"{number} {puzzle.name}".encode()).digest()

    return sorted(puzzles(game).values(), key=place)


def upcoming(game: Game, storm: Storm) -> Puzzle | None:
    """Return a storm's next puzzle; None if it has used all."""
    return next(iter(order(game, storm.n)[storm.solved + storm.missed :]), None)
