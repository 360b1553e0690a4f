"""The draw: everything random in a tournament follows from its seed, which is public before it begins.

Anybody can verify it. What is drawn is sorted by its lots: hashes (SHA-256) of the seed, the subject of the draw, and
the number that is drawn.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable


def fresh_seed() -> str:
    """Generate a new seed: 128 bits as hexadecimal digits."""
    return secrets.token_hex(16)


def lot(seed: str, *about: object) -> bytes:
    """Return the lot (a hash) for something that is drawn, such as an entrant's number in a round.

    >>> lot("00", "round", 1, 7).hex()[:12]
    '96eb347d488a'
    """
    return hashlib.sha256("/".join(map(str, (seed, *about))).encode()).digest()


def drawn(seed: str, numbers: Iterable[int], *about: object) -> list[int]:
    """Return the numbers in random order, which is the order of their lots; `about` is the subject of the draw."""
    return sorted(numbers, key=lambda number: lot(seed, *about, number))
