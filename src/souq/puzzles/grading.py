"""Difficulty of puzzles: how often bots of each level miss the best choice."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from souq.bots.base import mixed
from souq.engine.arrays import np

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.rules.record import Batch

TRIES = {"apprentice": 60, "trader": 6, "merchant": 12, "caravaner": 4}
"""Number of times that a bot of each level tries a puzzle; better bots take longer and vary less."""
EASY, MEDIUM = 0.25, 0.5
"""Mean shares of misses, over all levels, up to which a puzzle is easy, and medium; the others are hard."""


def misses(
    game: Game,
    view: Batch,
    seat: int,
    legal: tuple[int, ...],
    best: Collection[int],
    seed: int,
    divisor: int = 1,
) -> dict[str, float]:
    """Return how often bots don't choose one of the ``best`` choices, from 0 to 1, by level.

    With a ``divisor`` they try less often.
    """
    from souq.bots import levels  # loads the compiler, which pages that only read a puzzle's difficulty don't need

    choices = np.array(legal, np.int16)

    def missed(level: str, most: int) -> float:
        bot, tries = levels.get(level), -(-most // divisor)
        drawn = (mixed(seed + nth) >> 2 for nth in range(tries))
        return sum(bot.choose(game, view, seat, choices, each) not in best for each in drawn) / tries

    return {level: round(missed(level, tries), 3) for level, tries in TRIES.items()}


def difficulty(missed: Mapping[str, float]) -> float:
    """Return a puzzle's difficulty from 0 to 1: the mean share of misses over all levels.

    >>> difficulty({"apprentice": 0.5, "trader": 1.0, "merchant": 0.0, "caravaner": 0.0})
    0.375
    """
    return sum(missed.values()) / len(missed)


def level_of(missed: Mapping[str, float]) -> int:
    """Return a puzzle's level, from 1 (easy) to 3 (hard).

    >>> [level_of({"apprentice": low, "merchant": high}) for low, high in ((0.4, 0.0), (0.9, 0.1), (1.0, 0.5))]
    [1, 2, 3]
    """
    found = difficulty(missed)
    return 1 if found <= EASY else 2 if found <= MEDIUM else 3
