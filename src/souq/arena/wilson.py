"""Wilson's score interval of a proportion, which is reliable for few games and for rates near 0 or 1."""

from __future__ import annotations

import math

Z95 = 1.959963984540054
"""The number of standard deviations from the mean within which 95 % of a normal distribution lie."""


def interval(wins: float, games: float, z: float = Z95) -> tuple[float, float]:
    """Return the bounds of the win rate given ``wins`` of ``games``; (0, 1) if nothing was played.

    A shared win may count as a fraction.

    >>> [round(bound, 3) for bound in interval(190, 200)]
    [0.91, 0.973]
    >>> interval(0, 0)
    (0.0, 1.0)

    Raises:
        ValueError: more wins than games, or fewer than none.
    """
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} wins in {games} games")
    if games == 0:
        return 0.0, 1.0
    rate, spread = wins / games, z * z / games
    centre = (rate + spread / 2) / (1 + spread)
    half = z * math.sqrt(rate * (1 - rate) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, centre - half), min(1.0, centre + half)
