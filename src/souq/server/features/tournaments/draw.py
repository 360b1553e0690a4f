"""The draw: whatever a tournament leaves to luck follows from its seed, which everybody can read before it begins.

Anybody can draw again: a lot is the SHA-256 of the seed and of what it is drawn for, and the lowest lot comes first.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable


def fresh_seed() -> str:
    """A new seed: 128 bits, as they are published."""
    return secrets.token_hex(16)


def lot(seed: str, *about: object) -> bytes:
    """What is drawn for something.

    >>> lot("00", "round", 1, 7).hex()[:12]
    '96eb347d488a'
    """
    return hashlib.sha256("/".join(map(str, (seed, *about))).encode()).digest()


def drawn(seed: str, numbers: Iterable[int], *about: object) -> list[int]:
    """Numbers in the order in which they are drawn."""
    return sorted(numbers, key=lambda number: lot(seed, *about, number))
