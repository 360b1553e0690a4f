"""Seeds: 64-bit unsigned integers that determine everything random in a game."""

from __future__ import annotations

import operator
from typing import Any

from souq.engine.errors import BadSeed

WORD = (1 << 64) - 1
"""The largest seed, 2**64 - 1; also used as a mask to cut a number to 64 bits."""


def checked(seed: Any) -> int:
    """Return ``seed`` as a Python integer if it is valid.

    Raises:
        BadSeed: it is not an integer from 0 to 2**64 - 1.
    """
    try:
        number = -1 if isinstance(seed, bool) else operator.index(seed)
    except TypeError:
        number = -1
    if not 0 <= number <= WORD:
        raise BadSeed(f"A seed is a whole number from 0 to 2**64 - 1, not {str(seed)[:40]!r}.")
    return number


def mixed(seed: int) -> int:
    """Return a 64-bit number that looks random and is determined by an integer (the finaliser of SplitMix64).

    >>> hex(mixed(0))
    '0xe220a8397b1dcdaf'
    """
    z = (seed + 0x9E3779B97F4A7C15) & WORD
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
    return z ^ (z >> 31)
