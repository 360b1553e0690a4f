"""Native forms of functions that aren't rules: Numba compiles each to a few instructions instead of its Python code.

:mod:`souq.engine.rules.bits`, :mod:`~souq.engine.rules.chance` and :mod:`~souq.engine.rules.lanes` give their functions
to :func:`lower_sets`, :func:`lower_product` and :func:`lower_add_rows`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import numba.core.cgutils
import numba.core.extending
import numba.core.registry
import numba.core.types
import numba.core.typing
from llvmlite import ir

from souq.engine.compiler.widths import LANES, LOW, WIDTH, WORD

cgutils: Any = numba.core.cgutils
cpu_target: Any = numba.core.registry.cpu_target
extending: Any = numba.core.extending
types: Any = numba.core.types
typing: Any = numba.core.typing

# ---- sets

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


_FORMS: dict[str, tuple[str, Emit]] = {
    "popcount": ("i:i", lambda builder, word: builder.ctpop(word)),
    "lowest": ("i:i", _lowest),
    "union": ("ss:s", _word_by_word("or_")),
    "common": ("ss:s", _word_by_word("and_")),
    "differ": ("ss:s", _word_by_word("xor")),
    "minus": ("ss:s", _minus),
    "some": ("s:b", _any),
    "count": ("s:i", _count),
    "first": ("s:i", _first),
    "rest": ("s:s", _rest),
    "has": ("si:b", _has),
    "plus": ("si:s", _plus),
    "raised": ("si:s", _raised),
    "lowered": ("si:s", _lowered),
}
"""Types and instructions of functions of :mod:`souq.engine.rules.bits`, by name."""


# The k-th bit is deposited where a word has its own; without an instruction for that, it is found by halves.


def _found(context: Any) -> Callable[..., Any]:
    def typed(word: Any, k: Any) -> Any:
        integers = isinstance(word, types.Integer) and isinstance(k, types.Integer)
        return typing.signature(_INT, _INT, _INT) if integers else None

    return typed


def _finder(popcount: Callable[[int], int]) -> Callable[..., Any]:
    def by_halves(word: int, k: int) -> int:
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

    def find(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if not (builder.module.triple.startswith("x86_64") and _deposits()):
            return context.compile_internal(builder, by_halves, sig, args)
        word, k = args
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(_LONG, (_LONG, _LONG)))
        return builder.cttz(builder.call(deposit, (builder.shl(_number(1), k), word)), _BIT(0))

    return find


@functools.cache
def _deposits() -> bool:
    """Return whether the processor can find a bit fast with its PDEP instruction.

    On some processors the instruction exists, but takes hundreds of cycles.
    """
    _, name, features = cpu_target.target_context.codegen().magic_tuple()
    return "+bmi2" in features.split(",") and name not in {"bdver4", "znver1", "znver2"}


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


def lower_sets(functions: Mapping[str, Any]) -> None:
    """Give the functions of :mod:`souq.engine.rules.bits`, by name, their native forms."""
    for name, form in _FORMS.items():
        _native(functions[name], *form)
    extending.type_callable(functions["nth_bit"])(_found)
    extending.lower_builtin(functions["nth_bit"], types.VarArg(types.Any))(_finder(functions["popcount"]))
    _reader(functions["pair"], 2)
    _reader(functions["triple"], 3)
    extending.type_callable(functions["like"])(_liked)
    extending.lower_builtin(functions["like"], types.Array, types.BaseTuple)(_read)
    extending.type_callable(functions["store"])(_stored)
    extending.lower_builtin(functions["store"], types.Array, types.BaseTuple)(_write)

    def each(a: Any, out: Any, offset: int) -> Any:
        return functions["each"]

    extending.overload(functions["each"], inline="always", target="cpu")(each)


# ---- chance


def _product_typed(context: Any) -> Any:
    def product(a: Any, b: Any) -> Any:
        return typing.signature(types.UniTuple(types.int64, 2), types.int64, types.int64)

    return product


def _product(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Emit an unsigned multiplication: unlike a signed one, it may overflow without undefined behaviour in LLVM."""
    whole = builder.mul(*args)
    halves = builder.lshr(whole, ir.Constant(whole.type, 32)), builder.and_(whole, ir.Constant(whole.type, LOW))
    return context.make_tuple(builder, sig.return_type, halves)


def lower_product(product: Callable[..., Any]) -> None:
    """Give :func:`souq.engine.rules.chance.product` its native form."""
    extending.type_callable(product)(_product_typed)
    extending.lower_builtin(product, types.VarArg(types.Any))(_product)


# ---- sums of rows

_WORD = ir.IntType(64)
_MANY = ir.VectorType(ir.FloatType(), LANES)
_SAME = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
_FLOAT = 4
"""Size of a float32, in bytes."""
_LIKE = ((types.float32, 1), (types.int64, 1), None, (types.float32, 2), None, (types.float32, 1))


def _rows_typed(_context: Any) -> Any:
    def typer(factors: Any, places: Any, n: Any, matrix: Any, first: Any, out: Any) -> Any:
        given = (factors, places, n, matrix, first, out)
        fits = all(like is None or _is_array(kind, *like) for kind, like in zip(given, _LIKE, strict=True))
        return typing.signature(types.void, factors, places, types.int64, matrix, types.int64, out) if fits else None

    return typer


def _is_array(kind: Any, number: Any, axes: int) -> bool:
    return isinstance(kind, types.Array) and (kind.dtype, kind.ndim, kind.layout) == (number, axes, "C")


def _rows_lowered(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    factors, places, matrix, out = (
        context.make_array(signature.args[at])(context, builder, args[at]) for at in (0, 1, 3, 5)
    )
    n, first = args[2], args[4]
    columns = cgutils.unpack_tuple(builder, matrix.shape)[1]

    def many(start: Any, at: Any) -> Any:
        return builder.bitcast(builder.gep(start, [at]), _MANY.as_pointer())

    there = many(out.data, first)
    sums = cgutils.alloca_once_value(builder, builder.load(there, align=_FLOAT))
    with cgutils.for_range(builder, n) as loop:
        at = builder.load(builder.gep(places.data, [loop.index]))
        factor = builder.insert_element(_MANY(ir.Undefined), builder.load(builder.gep(factors.data, [at])), _WORD(0))
        factor = builder.shuffle_vector(factor, _MANY(ir.Undefined), _SAME)
        row = builder.load(many(matrix.data, builder.add(builder.mul(at, columns), first)), align=_FLOAT)
        more = builder.fmul(factor, row, flags=["contract"])
        builder.store(builder.fadd(builder.load(sums), more, flags=["contract"]), sums)
    builder.store(builder.load(sums), there, align=_FLOAT)
    return context.get_dummy_value()


def lower_add_rows(add_rows: Callable[..., Any]) -> None:
    """Give :func:`souq.engine.rules.lanes.add_rows` its native form."""
    kinds = types.Array, types.Array, types.Integer, types.Array, types.Integer, types.Array
    extending.type_callable(add_rows)(_rows_typed)
    extending.lower_builtin(add_rows, *kinds)(_rows_lowered)
