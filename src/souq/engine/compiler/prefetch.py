"""Prefetching of records into the processor's cache, for batches larger than the cache.

Prefetching affects only speed. It compiles to a few instructions on CPUs; in Python and on other targets it does
nothing.
"""

from __future__ import annotations

from typing import Any

import numba.core.cgutils
import numba.core.cpu
import numba.core.extending
import numba.core.types
import numba.core.typing
from llvmlite import ir

cgutils: Any = numba.core.cgutils
cpu: Any = numba.core.cpu
extending: Any = numba.core.extending
types: Any = numba.core.types
typing: Any = numba.core.typing

LINE = 64
"""Size of a cache line, in bytes."""
TO_WRITE, KEEP, DATA = 1, 3, 1
"""Arguments of LLVM's prefetch instruction.

They say that the memory will be written, that it should stay in the cache as long as possible, and that it contains
data instead of code.
"""


def prefetch(records: Any, i: int) -> None:
    """Ask the processor to load record ``i`` of a batch into its cache, because it will be needed soon.

    An ``i`` beyond the end of the batch does no harm.
    """


def _typed(_context: Any) -> Any:
    def typer(records: Any, i: Any) -> Any:
        return typing.signature(types.void, records, types.int64) if isinstance(records, types.Array) else None

    return typer


def _lowered(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    if not isinstance(context, cpu.CPUContext):
        return context.get_dummy_value()
    kind = signature.args[0]
    wide, word, byte = ir.IntType(64), ir.IntType(32), ir.IntType(8).as_pointer()
    data = context.make_array(kind)(context, builder, args[0]).data
    first = builder.add(builder.ptrtoint(data, wide), builder.mul(args[1], wide(kind.dtype.size)))
    shape = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
    fetch = cgutils.get_or_insert_function(builder.module, shape, "llvm.prefetch.p0")
    for line in range(0, kind.dtype.size, LINE):
        there = builder.inttoptr(builder.add(first, wide(line)), byte)
        builder.call(fetch, [there, word(TO_WRITE), word(KEEP), word(DATA)])
    return context.get_dummy_value()


extending.type_callable(prefetch)(_typed)
extending.lower_builtin(prefetch, types.Array, types.Integer)(_lowered)
