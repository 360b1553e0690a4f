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

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numba.core.cgutils
import numba.core.extending
import numba.core.registry
import numba.core.types
import numba.core.typing
from llvmlite import ir

from souq.engine.compiler.compiled import hot

cgutils: Any = numba.core.cgutils
cpu_target: Any = numba.core.registry.cpu_target
extending: Any = numba.core.extending
types: Any = numba.core.types
typing: Any = numba.core.typing

WIDTH = 63
"""Number of bits in a word."""

WORD = (1 << WIDTH) - 1
"""A word with every bit set."""

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


# ---- native forms

_INT = types.int64
_BIT = ir.IntType(1)
_LONG = ir.IntType(64)

Emit = Callable[..., Any]
"""Function that writes LLVM instructions for an operation, given the builder and the arguments.

A set is passed as a list with one value per word.
"""


def _number(value: int) -> ir.Constant:
    return ir.Constant(_LONG, value)


def _native(function: Callable[..., Any], shape: str, emit: Emit) -> None:
    """Make compiled code use instructions written by ``emit`` for a function, instead of compiling its Python code.

    ``shape`` has a letter for the type of each argument and, after a colon, of the result: ``s`` a set, ``i`` an
    integer, ``b`` a truth value ("ss:s").
    """
    takes, _, gives = shape.partition(":")

    def signed(*args: Any) -> Any:
        sets = [a for a, kind in zip(args, takes, strict=True) if kind == "s"]
        numbers = [a for a, kind in zip(args, takes, strict=True) if kind == "i"]
        if not all(isinstance(a, types.BaseTuple) and len(a) == len(sets[0]) for a in sets):
            return None
        if not all(isinstance(a, types.Integer | types.Boolean) for a in numbers):
            return None
        kinds = {"s": types.UniTuple(_INT, len(sets[0]) if sets else 1), "i": _INT, "b": types.boolean}
        return typing.signature(kinds[gives], *(kinds[kind] for kind in takes))

    def typed(context: Any) -> Callable[..., Any]:
        if len(takes) == 1:
            return lambda a: signed(a)
        return lambda a, b: signed(a, b)

    def written(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        values = [cgutils.unpack_tuple(builder, a) if kind == "s" else a for a, kind in zip(args, takes, strict=True)]
        made = emit(builder, *values)
        return context.make_tuple(builder, sig.return_type, made) if gives == "s" else made

    extending.type_callable(function)(typed)
    extending.lower_builtin(function, types.VarArg(types.Any))(written)


def _lowest(builder: Any, word: Any) -> Any:
    none = builder.icmp_signed("==", word, _number(0))
    return builder.select(none, _number(-1), builder.cttz(word, _BIT(0)))


def _any(builder: Any, a: Any) -> Any:
    merged = a[0]
    for word in a[1:]:
        merged = builder.or_(merged, word)
    return builder.icmp_signed("!=", merged, _number(0))


def _count(builder: Any, a: Any) -> Any:
    total = _number(0)
    for word in a:
        total = builder.add(total, builder.ctpop(word))
    return total


def _first(builder: Any, a: Any) -> Any:
    found = _number(-1)
    for k, word in reversed(list(enumerate(a))):
        here = builder.icmp_signed("!=", word, _number(0))
        found = builder.select(here, builder.add(builder.cttz(word, _BIT(0)), _number(WIDTH * k)), found)
    return found


def _rest(builder: Any, a: Any) -> Any:
    made, done = [], _BIT(0)
    for word in a:
        less = builder.and_(word, builder.sub(word, _number(1)))
        made.append(builder.select(done, word, less))
        done = builder.or_(done, builder.icmp_signed("!=", word, _number(0)))
    return made


def _spots(builder: Any, a: Any, site: Any) -> list[Any]:
    """Return, for each word of a set, a mask of the bit for ``site``; it is 0 for the words without that bit."""
    spots = []
    for k in range(len(a)):
        at = builder.sub(site, _number(WIDTH * k))
        inside = builder.icmp_unsigned("<", at, _number(WIDTH))
        bit = builder.shl(_number(1), builder.select(inside, at, _number(0)))
        spots.append(builder.select(inside, bit, _number(0)))
    return spots


def _has(builder: Any, a: Any, site: Any) -> Any:
    return _any(builder, [builder.and_(word, spot) for word, spot in zip(a, _spots(builder, a, site), strict=True)])


def _plus(builder: Any, a: Any, site: Any) -> Any:
    return [builder.or_(word, spot) for word, spot in zip(a, _spots(builder, a, site), strict=True)]


def _raised(builder: Any, a: Any, by: Any) -> Any:
    made, below = [], _number(0)
    for word in a:
        over = builder.lshr(below, builder.sub(_number(WIDTH), by))
        made.append(builder.and_(builder.or_(builder.shl(word, by), over), _number(WORD)))
        below = word
    return made


def _lowered(builder: Any, a: Any, by: Any) -> Any:
    made, above = [], _number(0)
    for word in reversed(a):
        under = builder.shl(above, builder.sub(_number(WIDTH), by))
        made.append(builder.and_(builder.or_(builder.lshr(word, by), under), _number(WORD)))
        above = word
    return made[::-1]


def _word_by_word(operation: str) -> Emit:
    def emit(builder: Any, a: Any, b: Any) -> Any:
        return [getattr(builder, operation)(x, y) for x, y in zip(a, b, strict=True)]

    return emit


def _minus(builder: Any, a: Any, b: Any) -> Any:
    return [builder.and_(x, builder.not_(y)) for x, y in zip(a, b, strict=True)]


_native(popcount, "i:i", lambda builder, word: builder.ctpop(word))
_native(lowest, "i:i", _lowest)
_native(union, "ss:s", _word_by_word("or_"))
_native(common, "ss:s", _word_by_word("and_"))
_native(differ, "ss:s", _word_by_word("xor"))
_native(minus, "ss:s", _minus)
_native(some, "s:b", _any)
_native(count, "s:i", _count)
_native(first, "s:i", _first)
_native(rest, "s:s", _rest)
_native(has, "si:b", _has)
_native(plus, "si:s", _plus)
_native(raised, "si:s", _raised)
_native(lowered, "si:s", _lowered)


# The k-th bit is deposited where a word has its own; without an instruction for that, it is found by halves.


def _found(context: Any) -> Callable[..., Any]:
    def typed(word: Any, k: Any) -> Any:
        integers = isinstance(word, types.Integer) and isinstance(k, types.Integer)
        return typing.signature(_INT, _INT, _INT) if integers else None

    return typed


def _find(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    if not (builder.module.triple.startswith("x86_64") and _deposits()):
        return context.compile_internal(builder, _by_halves, sig, args)
    word, k = args
    deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(_LONG, (_LONG, _LONG)))
    return builder.cttz(builder.call(deposit, (builder.shl(_number(1), k), word)), _BIT(0))


def _by_halves(word: int, k: int) -> int:
    at = 0
    width = 32
    while width > 0:
        low = popcount(word & ((1 << width) - 1))
        if k >= low:
            k -= low
            word >>= width
            at += width
        width >>= 1
    return at


@functools.cache
def _deposits() -> bool:
    """Return whether the processor can find a bit fast with its PDEP instruction.

    On some processors the instruction exists, but takes hundreds of cycles.
    """
    _, name, features = cpu_target.target_context.codegen().magic_tuple()
    return "+bmi2" in features.split(",") and name not in {"bdver4", "znver1", "znver2"}


extending.type_callable(nth_bit)(_found)
extending.lower_builtin(nth_bit, types.VarArg(types.Any))(_find)


# Rows are read and written where they lie: passing an array to another rule costs two atomic operations.


def _is_row(kind: Any) -> bool:
    return isinstance(kind, types.Array) and kind.ndim == 1 and kind.layout == "C" and kind.dtype == _INT


def _places(context: Any, builder: Any, kind: Any, row: Any, n: int) -> list[Any]:
    """Return the addresses of the first ``n`` words of a row."""
    data = context.make_array(kind)(context, builder, row).data
    return [cgutils.gep(builder, data, k) for k in range(n)]


def _read(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    places = _places(context, builder, sig.args[0], args[0], len(sig.return_type))
    return context.make_tuple(builder, sig.return_type, [builder.load(place) for place in places])


def _write(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    places = _places(context, builder, sig.args[0], args[0], len(sig.args[1]))
    for place, word in zip(places, cgutils.unpack_tuple(builder, args[1]), strict=True):
        builder.store(word, place)
    return context.get_dummy_value()


def _reader(function: Callable[..., Any], n: int) -> None:
    def typed(context: Any) -> Callable[..., Any]:
        return lambda row: typing.signature(types.UniTuple(_INT, n), row) if _is_row(row) else None

    extending.type_callable(function)(typed)
    extending.lower_builtin(function, types.Array)(_read)


def _liked(context: Any) -> Callable[..., Any]:
    return lambda row, a: typing.signature(types.UniTuple(_INT, len(a)), row, a) if _is_row(row) else None


def _stored(context: Any) -> Callable[..., Any]:
    def typed(row: Any, a: Any) -> Any:
        return typing.signature(types.none, row, types.UniTuple(_INT, len(a))) if _is_row(row) else None

    return typed


_reader(pair, 2)
_reader(triple, 3)
extending.type_callable(like)(_liked)
extending.lower_builtin(like, types.Array, types.BaseTuple)(_read)
extending.type_callable(store)(_stored)
extending.lower_builtin(store, types.Array, types.BaseTuple)(_write)


def _each(a: Any, out: Any, offset: int) -> Any:
    return each


extending.overload(each, inline="always", target="cpu")(_each)
