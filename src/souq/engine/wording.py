"""Small words that the sentences of every game share.

>>> counted(3), listed(["Ali", "Anfa", "Omar"]), listed(["red", "blue"], "or"), opened("nobody bids")
('three', 'Ali, Anfa and Omar', 'red or blue', 'Nobody bids')
"""

from __future__ import annotations

from collections.abc import Sequence

_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def counted(n: int) -> str:
    """A small number in letters; from 13 on in digits."""
    return _COUNTS[n] if 0 <= n < len(_COUNTS) else str(n)


def remaining(n: int) -> str:
    """A number that stands for what there is of something: ``none``, ``one``, ``two``."""
    return counted(n) if n else "none"


def listed(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``; nothing of nothing."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def opened(text: str) -> str:
    """With a capital at the beginning; the rest as it is."""
    return text[:1].upper() + text[1:]
