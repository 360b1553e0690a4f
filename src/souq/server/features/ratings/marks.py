"""The bots' ratings from ``docs/reference/ladders.md``: points and how far they may be off, by game and level.

The Trader, whom most people meet first, has as many as somebody new. ``python -m bench.ratings`` reckons all of them
from the recorded games, and a test compares.
"""

from __future__ import annotations

from typing import Final

from souq.server.features.ratings.scale import Rating, fixed

MARKS: Final[dict[str, dict[str, tuple[int, int]]]] = {
    "chatuchak": {
        "apprentice": (1152, 56),
        "trader": (1500, 0),
        "merchant": (1909, 70),
        "caravaner": (2163, 83),
        "vizier": (2390, 93),
        "sultan": (2514, 99),
    },
    "desert_bazaar": {
        "apprentice": (578, 252),
        "trader": (1500, 0),
        "merchant": (1680, 38),
        "caravaner": (1829, 53),
        "vizier": (1910, 64),
    },
    "grand_bazaar": {
        "apprentice": (1462, 34),
        "trader": (1500, 0),
        "merchant": (1671, 38),
        "caravaner": (1795, 51),
        "vizier": (1898, 62),
    },
    "kairo": {
        "apprentice": (887, 133),
        "trader": (1500, 0),
        "merchant": (2147, 138),
        "caravaner": (2399, 143),
        "vizier": (2644, 149),
    },
    "marracash": {
        "apprentice": (862, 129),
        "trader": (1500, 0),
        "merchant": (2382, 231),
        "caravaner": (2732, 237),
        "vizier": (2920, 240),
        "sultan": (3185, 245),
    },
}

LEAST: Final = 20
"""Points on either side that even the Trader may be off: openskill knows nobody for certain."""


def mark(game: str, level: str) -> Rating | None:
    """The rating of a bot; None: it is on no ladder, and counts for nobody's."""
    known = MARKS.get(game, {}).get(level)
    return fixed(known[0], max(known[1], LEAST), game) if known else None
