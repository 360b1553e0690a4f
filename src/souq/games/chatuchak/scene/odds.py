"""How long the game may last: the distribution of the rounds to come, exactly, from the tent and what it needs.

A round ends with a roll of the die. The tent moves when the die shows what is needed, else one less is needed in the
next round (CH-C02, CH-C03); on the last space the game is over.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import accumulate

from souq.games.chatuchak.state import BOX

SPACES = len(BOX.track)


@lru_cache(maxsize=256)
def rounds(tent: int, need: int) -> tuple[float, ...]:
    """How likely the game ends with the first, second, … roll from now; nothing when the tent has arrived.

    Args:
        tent: the space of the tent, 0 START.
        need: what the die must show for it to move.
    """
    if tent == SPACES:
        return ()
    moves = hazard(need)
    on = rounds(tent + 1, BOX.track[tent + 1]) if tent + 1 < SPACES else ()
    stays = rounds(tent, need - 1) if need > BOX.least else ()
    ends = [0.0] * (1 + max(len(on), len(stays)))
    if tent + 1 == SPACES:
        ends[0] = moves
    for later, chance in enumerate(on, 1):
        ends[later] += moves * chance
    for later, chance in enumerate(stays, 1):
        ends[later] += (1 - moves) * chance
    return tuple(ends)


def hazard(need: int) -> float:
    """How likely the tent moves in this round."""
    return min(1.0, max(0, BOX.die + 1 - need) / BOX.die)


def this_round(tent: int, need: int) -> float:
    """How likely the game ends with the next roll."""
    return rounds(tent, need)[0] if tent < SPACES else 0.0


def mean(ends: tuple[float, ...]) -> float:
    """Rounds to come on average, the one that is played included."""
    return sum(n * chance for n, chance in enumerate(ends, 1))


def deviation(ends: tuple[float, ...]) -> float:
    """Standard deviation of the rounds to come."""
    middle = mean(ends)
    return math.sqrt(sum((n - middle) ** 2 * chance for n, chance in enumerate(ends, 1)))


def within(ends: tuple[float, ...], low: float, high: float) -> tuple[int, int]:
    """The fewest and most rounds to come, less what is as unlikely as ``low`` below and ``high`` above."""
    so_far = list(accumulate(ends))
    first = next(n for n, total in enumerate(so_far, 1) if total > low)
    return first, next(n for n, total in enumerate(so_far, 1) if total >= 1 - high - 1e-12)
