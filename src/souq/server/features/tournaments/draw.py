"""The draw: everything random in a tournament follows from its seed, which is public before it begins.

Anybody can verify it: a lot is the SHA-256 of the seed and of what it is drawn for, and the lowest lot comes first.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable


def fresh_seed() -> str:
    """Generate a new seed: 128 bits as hexadecimal digits."""
    return secrets.token_hex(16)


def lot(seed: str, *about: object) -> bytes:
    """Return the lot drawn for something, such as an entrant's number in a round.

    >>> lot("00", "round", 1, 7).hex()[:12]
    '96eb347d488a'
    """
    return hashlib.sha256("/".join(map(str, (seed, *about))).encode()).digest()


def drawn(seed: str, numbers: Iterable[int], *about: object) -> list[int]:
    """Return the numbers in the order in which they are drawn."""
    return sorted(numbers, key=lambda number: lot(seed, *about, number))
