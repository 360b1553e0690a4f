"""The bots' ratings from ``docs/reference/ladders.md``: points and their margin of error, by game and level.

The Trader, the bot that most people meet first, is fixed at a new player's rating. ``python -m bench.ratings`` computes
all of them from recorded games, and a test compares the two.
"""

from __future__ import annotations

from typing import Final

from souq.server.core.rating_scale import Rating, fixed

MARKS: Final[dict[str, dict[str, tuple[int, int]]]] = {
    "chatuchak": {
        "apprentice": (771, 218),
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
        "apprentice": (650, 243),
        "trader": (1500, 0),
        "merchant": (1671, 38),
        "caravaner": (1795, 51),
        "vizier": (1898, 62),
    },
    "kairo": {
        "apprentice": (579, 217),
        "trader": (1500, 0),
        "merchant": (2147, 138),
        "caravaner": (2399, 143),
        "vizier": (2644, 149),
    },
    "marracash": {
        "apprentice": (579, 217),
        "trader": (1500, 0),
        "merchant": (2382, 231),
        "caravaner": (2732, 237),
        "vizier": (2920, 240),
        "sultan": (3185, 245),
    },
}

LEAST: Final = 20
"""Minimum margin of error, in points, of a bot's rating, because the rating model needs some uncertainty."""


def mark(game: str, level: str) -> Rating | None:
    """Return a bot's fixed rating in a game, or None if its level has none; then the bot doesn't affect ratings."""
    known = MARKS.get(game, {}).get(level)
    return fixed(known[0], max(known[1], LEAST), game) if known else None
