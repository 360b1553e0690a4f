"""Words that several drawings share."""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.wording import counted, listed
from souq.games.marracash.box import LETTERS
from souq.games.marracash.state import NAMES


def crowd_words(crowd: Sequence[int]) -> str:
    """Who stands there: ``two red and one blue``."""
    return listed([f"{counted(k)} {NAMES[colour]}" for colour, k in enumerate(crowd) if k]) or "nobody"


def letters(colours: Sequence[int]) -> str:
    """``R, B, B``."""
    return ", ".join(LETTERS[colour] for colour in colours)
