"""Words that several drawings share."""

from __future__ import annotations

from collections.abc import Sequence

from souq.games.marracash.box import LETTERS
from souq.games.marracash.state import NAMES

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def listed(parts: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    return f" {last} ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def opened(words: str) -> str:
    """With a capital at the beginning; the rest as it is."""
    return words[:1].upper() + words[1:]


def counted(count: int) -> str:
    """A small number in letters."""
    return COUNTS[count] if 0 <= count < len(COUNTS) else str(count)


def several(count: int, thing: str) -> str:
    """``no customers``, ``one customer``, ``12 customers``."""
    return f"{counted(count)} {thing}{'' if count == 1 else 's'}"


def crowd_words(crowd: Sequence[int]) -> str:
    """Who stands there: ``two red and one blue``."""
    return listed([f"{counted(k)} {NAMES[colour]}" for colour, k in enumerate(crowd) if k]) or "nobody"


def letters(colours: Sequence[int]) -> str:
    """``R, B, B``."""
    return ", ".join(LETTERS[colour] for colour in colours)
