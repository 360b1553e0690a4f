"""Random choices of a tournament: all follow from its seed, which is public before it begins.

Anybody can verify them. To put numbers in random order, each number gets a lot: the SHA-256 hash of the seed, the
subject of the draw and the number. The numbers are sorted by their lots.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable


def fresh_seed() -> str:
    """Generate a new seed: 128 bits as hexadecimal digits."""
    return secrets.token_hex(16)


def lot(seed: str, *about: object) -> bytes:
    """Return the hash by which a number is sorted in a draw; `about` is the draw's subject and the number.

    >>> lot("00", "round", 1, 7).hex()[:12]
    '96eb347d488a'
    """
    return hashlib.sha256("/".join(map(str, (seed, *about))).encode()).digest()


def drawn(seed: str, numbers: Iterable[int], *about: object) -> list[int]:
    """Return numbers in an order that is random but follows from the seed; `about` is the subject of the draw."""
    return sorted(numbers, key=lambda number: lot(seed, *about, number))
