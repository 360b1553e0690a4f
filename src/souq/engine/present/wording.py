"""Formatting of numbers and lists in sentences, shared by all games.

>>> counted(3), listed(["Ali", "Anfa", "Omar"]), listed(["red", "blue"], "or"), opened("nobody bids")
('three', 'Ali, Anfa and Omar', 'red or blue', 'Nobody bids')
>>> several(1, "step"), several(-3, "point"), many(0, "card"), many(2, "card"), some(1, "visitor"), some(2, "visitor")
('1 step', '−3 points', 'no cards', 'two cards', 'a visitor', 'two visitors')
"""

from __future__ import annotations

from collections.abc import Sequence

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""Numbers from 0 to 12 in words."""


def counted(n: int) -> str:
    """Spell out a number from 0 (``no``) to 12; format other numbers in digits."""
    return COUNTS[n] if 0 <= n < len(COUNTS) else str(n)


def remaining(n: int) -> str:
    """Spell out the number of things that remain: ``none``, ``one``, ``two``."""
    return counted(n) if n else "none"


def plural(n: int, thing: str) -> str:
    """Return a noun in the singular or, unless ``n`` is 1 or -1, in the plural: ``step``, ``steps``."""
    return thing if abs(n) == 1 else f"{thing}s"


def several(n: int, thing: str) -> str:
    """Return a number of things in digits: ``1 step``, ``2 steps``, ``−3 points``."""
    return f"{number(n)} {plural(n, thing)}"


def many(n: int, thing: str) -> str:
    """Return a number of things in words: ``no cards``, ``one card``, ``two cards``."""
    return f"{counted(n)} {plural(n, thing)}"


def some(n: int, thing: str) -> str:
    """Return a number of things in words, with "a" instead of "one": ``a visitor``, ``two visitors``."""
    return f"a {thing}" if n == 1 else many(n, thing)


def number(n: int) -> str:
    """Format a number in digits, with a true minus sign: ``3``, ``−3``."""
    return f"−{-n}" if n < 0 else str(n)


def ordinal(n: int) -> str:
    """Spell out an ordinal from ``first`` (1) to ``eighth`` (8)."""
    return _PLACES[n - 1]


def sentence(text: str) -> str:
    """End a text with a full stop unless it has closing punctuation, so that another sentence can follow.

    >>> sentence("Insults"), sentence("Spam, twice!"), sentence("“Go away.”")
    ('Insults.', 'Spam, twice!', '“Go away.”')
    """
    return text if text.rstrip("”’»\"')").endswith((".", "!", "?", "…")) else f"{text}."


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words with commas and a conjunction before the last: ``a, b and c``; "" if there are none."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def opened(text: str) -> str:
    """Capitalise the first letter of a text, leaving the rest unchanged."""
    return text[:1].upper() + text[1:]
