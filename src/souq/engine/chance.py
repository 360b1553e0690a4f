"""Chance is in the record: a counter-based generator, so that a position carries its own future.

Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1, 2, 3; SC 2011) turns a key of two
32-bit words and a counter into 128 random bits. The key is the record's ``key``, the counter its ``draws``. Every step
is cut to 32 bits, so that Python's integers and the compiler's give the same.
"""

from __future__ import annotations

from typing import Any

from souq.engine.compiled import hot, rule

LOW = 0xFFFFFFFF

Block = tuple[int, int, int, int]


@hot
def philox(a: int, b: int, c: int, d: int, key: int, lock: int) -> Block:
    """Four random 32-bit words from a counter of four and a key of two.

    >>> [f"{word:08x}" for word in philox(0, 0, 0, 0, 0, 0)]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    for _ in range(10):
        left = a * 0xD2511F53
        right = c * 0xCD9E8D57
        a = ((right >> 32) & LOW) ^ b ^ key
        b = right & LOW
        c = ((left >> 32) & LOW) ^ d ^ lock
        d = left & LOW
        key = (key + 0x9E3779B9) & LOW
        lock = (lock + 0xBB67AE85) & LOW
    return a, b, c, d


@rule
def draw(s: Any) -> int:
    """A random number of 32 bits."""
    n = s.draws
    s.draws = n + 1
    return philox(n & LOW, (n >> 32) & LOW, 0, 0, s.key[0], s.key[1])[0]


@rule
def below(s: Any, n: int) -> int:
    """A random number from 0 to ``n`` - 1, each equally likely; ``n`` is 1 to 2**32.

    One call may serve several dice: three dice are one number below 216. Multiplies and rejects (Lemire, Fast random
    integer generation in an interval; 2019).
    """
    scaled = draw(s) * n
    low = scaled & LOW
    if low < n:
        bar = ((1 << 32) - n) % n
        while low < bar:
            scaled = draw(s) * n
            low = scaled & LOW
    return (scaled >> 32) & LOW
