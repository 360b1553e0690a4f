"""A counter-based random generator whose state is part of the record, so that a position determines its own future.

Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1, 2, 3; SC 2011) turns a key of two
32-bit words and a counter into 128 random bits. The key is the record's ``key``, and the counter is its ``draws``.
Every result is cut to 32 bits, so that Python's integers and compiled integers agree.
"""

from __future__ import annotations

import sys
from typing import Any

from souq.engine.compiler.compiled import hot, rule
from souq.engine.compiler.widths import LOW as LOW

Block = tuple[int, int, int, int]


def product(a: int, b: int) -> tuple[int, int]:
    """Return the high and low 32 bits of the product of two 32-bit numbers."""
    return a * b >> 32, a * b & LOW


@hot
def philox(a: int, b: int, c: int, d: int, key: int, lock: int) -> Block:
    """Return four random 32-bit words from a counter of four words and a key of two words.

    >>> [f"{word:08x}" for word in philox(0, 0, 0, 0, 0, 0)]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    for _ in range(10):
        high, low = product(c, 0xCD9E8D57)
        left, right = product(a, 0xD2511F53)
        a = high ^ b ^ key
        b = low
        c = left ^ d ^ lock
        d = right
        key = (key + 0x9E3779B9) & LOW
        lock = (lock + 0xBB67AE85) & LOW
    return a, b, c, d


@rule
def draw(s: Any) -> int:
    """Return a random 32-bit number, and advance the record's counter so that the next number differs.

    The number is determined by the record's chance key and the counter.
    """
    n = s.draws
    s.draws = n + 1
    return philox(n & LOW, (n >> 32) & LOW, 0, 0, s.key[0], s.key[1])[0]


@rule
def below(s: Any, n: int) -> int:
    """Return a uniformly distributed random number from 0 to ``n`` - 1; ``n`` is 1 to 2**32 - 1.

    One call can roll several dice: three dice are one number below 216. The method is multiplication with rejection
    (Lemire, Fast random integer generation in an interval; 2019).
    """
    high, low = product(draw(s), n)
    if low < n:
        bar = ((1 << 32) - n) % n
        while low < bar:
            high, low = product(draw(s), n)
    return high


if sys.platform != "emscripten":  # there, Numba compiles nothing
    from souq.engine.compiler.native import lower_product

    lower_product(product)
