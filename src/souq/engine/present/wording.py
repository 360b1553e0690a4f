"""Small words that the sentences of every game share.

>>> counted(3), listed(["Ali", "Anfa", "Omar"]), listed(["red", "blue"], "or"), opened("nobody bids")
('three', 'Ali, Anfa and Omar', 'red or blue', 'Nobody bids')
>>> several(1, "step"), several(-3, "point"), many(0, "card"), many(2, "card"), some(1, "visitor"), some(2, "visitor")
('1 step', '−3 points', 'no cards', 'two cards', 'a visitor', 'two visitors')
"""

from __future__ import annotations

from collections.abc import Sequence

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def counted(n: int) -> str:
    """A small number in letters; from 13 on in digits."""
    return _COUNTS[n] if 0 <= n < len(_COUNTS) else str(n)


def remaining(n: int) -> str:
    """A number that stands for what there is of something: ``none``, ``one``, ``two``."""
    return counted(n) if n else "none"


def plural(n: int, thing: str) -> str:
    """What so many are called: ``step`` of one, ``steps`` of others."""
    return thing if abs(n) == 1 else f"{thing}s"


def several(n: int, thing: str) -> str:
    """So many in digits: ``1 step``, ``2 steps``, ``−3 points``."""
    return f"{number(n)} {plural(n, thing)}"


def many(n: int, thing: str) -> str:
    """So many in letters: ``no cards``, ``one card``, ``two cards``."""
    return f"{counted(n)} {plural(n, thing)}"


def some(n: int, thing: str) -> str:
    """So many in letters, of which one is nothing special: ``a visitor``, ``two visitors``."""
    return f"a {thing}" if n == 1 else many(n, thing)


def number(n: int) -> str:
    """Digits with a true minus: ``3``, ``−3``."""
    return f"−{-n}" if n < 0 else str(n)


def ordinal(n: int) -> str:
    """A place in letters, from the first on: ``first``, ``second``."""
    return _PLACES[n - 1]


def sentence(text: str) -> str:
    """What somebody wrote, ended so that a sentence may follow.

    >>> sentence("Insults"), sentence("Spam, twice!"), sentence("“Go away.”")
    ('Insults.', 'Spam, twice!', '“Go away.”')
    """
    return text if text.rstrip("”’»\"')").endswith((".", "!", "?", "…")) else f"{text}."


def listed(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``; nothing of nothing."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def opened(text: str) -> str:
    """With a capital at the beginning; the rest as it is."""
    return text[:1].upper() + text[1:]
