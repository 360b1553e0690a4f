"""Letters, signs and words that several drawings share."""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.wording import listed
from souq.games.kairo.box import COLOURS as NAMES

LETTERS = tuple(name[0].upper() for name in NAMES)
"""A colour's letter."""
EMBLEMS = ("crescent", "star", "camel", "palm")
"""A seat's sign."""


def holder_words(barkers: int, medals: Sequence[str]) -> str:
    """The viewer's barkers and medals: ``2 barkers; medals gold white and silver blue``."""
    held = "1 barker" if barkers == 1 else f"{barkers} barkers"
    kept = "no medals" if not medals else f"{'medal' if len(medals) == 1 else 'medals'} {listed(medals)}"
    return f"You have {held}, {kept}"


def ranks(points: Sequence[int]) -> tuple[int, ...]:
    """Every seat's place; equal points share one (KA-F06)."""
    return tuple(1 + sum(other > own for other in points) for own in points)
