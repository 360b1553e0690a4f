"""Letters, signs and words that several drawings share."""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.wording import listed, many
from souq.games.kairo.box import COLOURS as NAMES

LETTERS = tuple(name[0].upper() for name in NAMES)
"""A colour's letter."""
EMBLEMS = ("crescent", "star", "camel", "palm")
"""A seat's sign."""


def holder_words(barkers: int, medals: Sequence[str]) -> str:
    """The viewer's barkers and medals: ``You have two barkers. Medals: gold white and silver blue``."""
    held = many(barkers, "barker")
    return f"You have {held}. Medals: {listed(medals)}" if medals else f"You have {held} and no medals"
