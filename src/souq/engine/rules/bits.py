"""Sets of sites as words of bits: rules read like set algebra and run at the speed of machine words.

A set is a tuple of words; word ``k`` holds the sites 63 ``k`` to 63 ``k`` + 62. With 63 bits a word is never negative,
so Python's integers and compiled integers always agree. Two words hold 126 sites, three 189. Records and tables store
sets as rows of int64:

>>> near = [words([1], 2), words([0, 70], 2), words([1, 2], 2)]
>>> home = pair(near[1])
>>> count(home), first(home), has(home, 70), members(minus(home, words([0], 2)))
(2, 0, True, [70])
>>> row = [0, 0]
>>> store(row, union(home, words([2], 2)))
>>> members(pair(row))
[0, 2, 70]

Every function here is plain Python. Those not marked as rules also have a native form, a few instructions on any
target, which the compiler uses instead.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from souq.engine.compiler.compiled import hot
from souq.engine.compiler.widths import WIDTH as WIDTH
from souq.engine.compiler.widths import WORD as WORD

Bits = tuple[int, ...]
"""A set of sites (integers from 0) as a tuple of words, in which each bit says whether a site is in the set."""


# ---- words


def popcount(word: int) -> int:
    """Return the number of bits set in a word."""
    return int(word).bit_count()


def lowest(word: int) -> int:
    """Return the index of the lowest set bit, or -1 if the word is 0."""
    return (word & -word).bit_length() - 1


def nth_bit(word: int, k: int) -> int:
    """Return the index of the bit that is number ``k`` among the set bits, counted from 0 for the lowest.

    More than ``k`` bits must be set.
    """
    for _ in range(k):
        word &= word - 1
    return lowest(word)


# ---- sets


def union(a: Bits, b: Bits) -> Bits:
    """Return the sites in ``a`` or ``b`` or both."""
    return tuple(x | y for x, y in zip(a, b, strict=True))


def common(a: Bits, b: Bits) -> Bits:
    """Return the sites in both ``a`` and ``b``."""
    return tuple(x & y for x, y in zip(a, b, strict=True))


def minus(a: Bits, b: Bits) -> Bits:
    """Return the sites in ``a`` that aren't in ``b``."""
    return tuple(x & ~y for x, y in zip(a, b, strict=True))


def differ(a: Bits, b: Bits) -> Bits:
    """Return the sites in exactly one of ``a`` and ``b``."""
    return tuple(x ^ y for x, y in zip(a, b, strict=True))


def some(a: Bits) -> bool:
    """Return whether the set isn't empty."""
    return any(a)


def count(a: Bits) -> int:
    """Return the number of sites in the set."""
    return sum(word.bit_count() for word in a)


def first(a: Bits) -> int:
    """Return the lowest site, or -1 if the set is empty."""
    return next((WIDTH * k + lowest(word) for k, word in enumerate(a) if word), -1)


def rest(a: Bits) -> Bits:
    """Return the set without its lowest site, so that loops can take one site after another."""
    return minus(a, words([first(a)], len(a))) if some(a) else a


def has(a: Bits, site: int) -> bool:
    """Return whether the set contains ``site`` (0 or more)."""
    return site < WIDTH * len(a) and bool(a[site // WIDTH] >> site % WIDTH & 1)


def plus(a: Bits, site: int) -> Bits:
    """Return the set with ``site`` added."""
    return union(a, words([site], len(a)))


def raised(a: Bits, by: int) -> Bits:
    """Return the set with every site shifted up by 0 to 62; sites beyond the last word are dropped."""
    below = (0, *a[:-1])
    return tuple((word << by | lower >> (WIDTH - by)) & WORD for word, lower in zip(a, below, strict=True))


def lowered(a: Bits, by: int) -> Bits:
    """Return the set with every site shifted down by 0 to 62; sites below 0 are dropped."""
    above = (*a[1:], 0)
    return tuple((word >> by | upper << (WIDTH - by)) & WORD for word, upper in zip(a, above, strict=True))


def each(a: Any, out: Any, offset: int) -> int:
    """Write the sites of a set to ``out`` in ascending order, adding ``offset`` to each; return how many there are."""
    n = 0
    for k in range(len(a)):
        word = a[k]
        while word != 0:
            out[n] = offset + WIDTH * k + lowest(word)
            word &= word - 1
            n += 1
    return n


@hot
def nth(a: Bits, k: int) -> int:
    """Return the site that is number ``k`` in the set, counted from 0 for the lowest; -1 if there are too few sites."""
    for i in range(len(a)):
        here = popcount(a[i])
        if k < here:
            return WIDTH * i + nth_bit(a[i], k)
        k -= here
    return -1


@hot
def grow(a: Bits, near: Any) -> Bits:
    """Return the set together with all neighbours of its sites; ``near[site]`` is a row with a site's neighbours."""
    grown = a
    while some(a):
        grown = union(grown, like(near[first(a)], a))
        a = rest(a)
    return grown


# ---- rows of records and tables


def pair(row: Any) -> Bits:
    """Return the set in a row of two words, such as a field of a record."""
    return row[0], row[1]


def triple(row: Any) -> Bits:
    """Return the set stored in a row of three words."""
    return row[0], row[1], row[2]


def like(row: Any, a: Bits) -> Bits:
    """Return the set in a row of a record or table that has as many words as the set ``a``."""
    return tuple(row[k] for k in range(len(a)))


def store(row: Any, a: Bits) -> None:
    """Write a set to a row."""
    row[: len(a)] = a


# ---- outside of rules


def words(sites: Iterable[int], n: int) -> Bits:
    """Return a set of ``n`` words that contains ``sites``. For tables and tests, not for rules."""
    made = [0] * n
    for site in sites:
        made[site // WIDTH] |= 1 << site % WIDTH
    return tuple(made)


def members(a: Sequence[int]) -> list[int]:
    """Return the sites of a set or row, ascending. For tables and tests, not for rules."""
    made = list[int]()
    for k, word in enumerate(a):
        left = int(word) & WORD
        while left:
            low = left & -left
            made.append(WIDTH * k + low.bit_length() - 1)
            left ^= low
    return made


if sys.platform != "emscripten":  # there, Numba compiles nothing
    from souq.engine.compiler.native import lower_sets

    lower_sets(globals())
