"""Generic algorithms are compiled once for every game, and once for every replaced function."""

from __future__ import annotations

from souq.engine.rules.generic import generic, instantiate
from tests.heaps import GAME as HEAPS


@generic
def plain(n):  # type: ignore[no-untyped-def]
    return n


@generic
def doubled(n):  # type: ignore[no-untyped-def]
    return 2 * n


@generic
def caller(n):  # type: ignore[no-untyped-def]
    return plain(n) + 1


@generic
def separate(n):  # type: ignore[no-untyped-def]
    return n + 1


@generic
def product(n):  # type: ignore[no-untyped-def]
    return caller(n) * separate(n)


def test_replacing_a_callee_makes_another_instance() -> None:
    """To the cache the arguments are the same, and the code that is compiled is, too."""
    usual, other = instantiate(product, HEAPS), instantiate(product, HEAPS, plain=doubled)
    assert (usual(3), other(3)) == (16, 28)
    assert (instantiate(product, HEAPS)(3), instantiate(product, HEAPS, plain=doubled)(3)) == (16, 28)


def test_functions_without_replaced_callees_are_compiled_once() -> None:
    names = [
        instantiate(each, HEAPS, **instead).py_func.__qualname__
        for each in (product, separate)
        for instead in ({}, {"plain": plain}, {"plain": doubled})
    ]
    assert len(set(names)) == 3 and len(set(names[:3])) == 2 and len(set(names[3:])) == 1
