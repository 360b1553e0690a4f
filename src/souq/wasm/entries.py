"""The functions of a game that a module exports, and the code by which each reads its arguments from memory.

All are functions that Python calls, compiled for the game; each docstring describes its arguments:

| name | function |
|---|---|
| ``through`` | :func:`souq.engine.rules.bindings.through` |
| ``playouts`` | :func:`souq.engine.learn.playout.playouts` |
| ``rate`` | :func:`souq.bots.greedy.rate` |
| ``expect`` | :func:`souq.engine.learn.evaluation.expect` |
| ``search`` | :func:`souq.bots.search.iterate`; ``mind`` is None |
| ``search_with_net`` | the same with the game's learned evaluation (:mod:`souq.bots.learned`), if it has one |

Each takes one integer, an address, and returns an integer. At the address are the arguments of the function in
Python, in order, as 64-bit words: an integer or a truth value as it is, a float as its bits, a tuple as its items, an
array as its address and its shape, and None as nothing. Arrays are contiguous and have the element type that the
function has in Python; those that it changes are changed in place. Everything is little-endian.

``call`` takes three integers and is ``through`` without arguments in memory: the verb, the address of a position, and
``seat << 16 | choice``. The arrays ``choices`` (int16) and ``numbers`` (int64, :data:`NUMBERS` of them) are the
module's own; their addresses are exported under these names.

``allocate`` takes a number of bytes and returns the address of as many, aligned to 64. ``reset`` takes all of them
back.

A function that can't go on traps: an index is out of bounds, or no memory is left. The exported address ``problem``
then holds the address of a text that says why, as ASCII with a zero byte at its end, or 0 if the trap is the engine's
(an overflow of the stack, say). After a trap the instance must not be used again, because its stack isn't unwound.
How long a function may run is for the host to limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numba
import numba.core.cgutils
import numba.core.types
import numba.np.arrayobj
from llvmlite import ir

from souq.bots import greedy, learned, search
from souq.bots.characters import SULTAN, tables
from souq.bots.learned import LearnedBot
from souq.engine.game import Game
from souq.engine.learn.evaluation import expect, weights_of
from souq.engine.learn.playout import playouts
from souq.engine.rules.bindings import through
from souq.engine.rules.generic import instantiate

arrayobj: Any = numba.np.arrayobj
cgutils: Any = numba.core.cgutils
types: Any = numba.core.types
typeof: Any = numba.typeof

NUMBERS = 64
"""Size of the module's own array ``numbers``, as in :class:`souq.engine.rules.bindings.Bindings`."""

_INT, _BYTE, _WIDE = ir.IntType(32), ir.IntType(8), ir.IntType(64)
_ROW, _ROWS, _FLOATS = types.int64[::1], types.int64[:, ::1], types.float64[::1]


@dataclass(frozen=True)
class Entry:
    """An exported function: a rule that Numba compiles, and the types of its arguments."""

    name: str
    rule: Any
    takes: tuple[Any, ...]


def entries(game: Game) -> Iterator[Entry]:
    """Yield the functions that the module of a game exports."""
    states, whole = typeof(game.State.new()), types.int64
    choices, weights = types.int16[::1], typeof(weights_of(game))
    ruled = (states, whole, whole, whole, choices, _ROW)
    played = (states, whole, whole, _ROW, whole, choices, _ROW, _ROWS, _ROWS)
    yield Entry("through", instantiate(through, game), ruled)
    yield Entry("playouts", instantiate(playouts, game), played)
    yield Entry("rate", instantiate(greedy.rate, game), (states, weights, whole, choices, whole, _FLOATS))
    yield Entry("expect", instantiate(expect, game), (states, weights, whole, _FLOATS, _FLOATS))

    def searched(mind: Any) -> tuple[Any, ...]:
        manner, tree = typeof(search.Manner()), typeof(search.new_tree(1, 1))
        slots, path = types.int32[::1], types.int32[::1]
        buffers = types.Tuple((choices, slots, _FLOATS, path, _FLOATS, _FLOATS, _FLOATS))
        return states, weights, mind, manner, whole, types.boolean, tree, whole, whole, whole, buffers

    yield Entry("search", instantiate(search.iterate, game), searched(types.none))
    bot = LearnedBot(*SULTAN, 1)
    nets = [learned.of(game, players) for players in tables(SULTAN, game) if bot.plays(game, players)]
    for net in nets[:1]:
        assert {each.hooks for each in nets} == {net.hooks}, (
            "nets that correct different things need entries of their own"
        )
        made = instantiate(search.iterate, game, **net.hooks._asdict())
        yield Entry("search_with_net", made, searched(typeof(net.mind(game, net.players))))


# ---- exported functions


def export(context: Any, module: Any, entry: Entry, descriptor: Any) -> None:
    """Add a function to an LLVM module that takes the address of an entry's arguments, calls it and returns its result.

    Args:
        context: Numba's target context.
        module: the LLVM module, of llvmlite.
        entry: the entry.
        descriptor: what Numba knows about the compiled entry.
    """
    made = ir.Function(module, ir.FunctionType(_INT, [_INT]), entry.name)
    builder = ir.IRBuilder(made.append_basic_block())
    start = builder.inttoptr(made.args[0], _WIDE.as_pointer())
    words = _loaded(builder, start)
    given = [_value(context, builder, kind, words) for kind in entry.takes]
    _call(context, builder, descriptor, given)


def export_through(context: Any, module: Any, entry: Entry, descriptor: Any, n_choices: int) -> None:
    """Add the function ``call``, which takes a verb, the address of a position and ``seat << 16 | choice``.

    It calls ``through`` with two arrays that belong to the module, ``choices`` and ``numbers``.
    """
    made = ir.Function(module, ir.FunctionType(_INT, [_INT] * 3), "call")
    builder = ir.IRBuilder(made.append_basic_block())
    verb, state, decision = (builder.sext(value, _WIDE) for value in made.args)
    seat, choice = builder.ashr(decision, _WIDE(16)), builder.and_(decision, _WIDE(0xFFFF))
    arrays = []
    for name, of, n in (("choices", ir.IntType(16), max(n_choices, 1)), ("numbers", _WIDE, NUMBERS)):
        place = ir.GlobalVariable(module, ir.ArrayType(of, n), name)
        place.initializer = ir.Constant(place.value_type, None)
        arrays += [builder.ptrtoint(place, _WIDE), _WIDE(n)]
    words = iter([state, _WIDE(1), verb, seat, choice, *arrays])
    given = [_value(context, builder, kind, words) for kind in entry.takes]
    _call(context, builder, descriptor, given)


def _loaded(builder: Any, start: Any) -> Iterator[Any]:
    at = 0
    while True:
        yield builder.load(builder.gep(start, [_INT(at)]))
        at += 1


def _value(context: Any, builder: Any, kind: Any, words: Iterator[Any]) -> Any:
    """Return an argument of a Numba type, made from the next of the 64-bit ``words``."""
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(builder, kind, [_value(context, builder, each, words) for each in kind])
    if isinstance(kind, types.Array):
        return _array(context, builder, kind, words)
    if kind == types.none:
        return context.get_dummy_value()
    word = next(words)
    if kind == types.float64:
        return builder.bitcast(word, ir.DoubleType())
    if kind == types.boolean:
        return builder.icmp_signed("!=", word, _WIDE(0))
    assert kind == types.int64, f"no argument can be of the type {kind}"
    return word


def _array(context: Any, builder: Any, kind: Any, words: Iterator[Any]) -> Any:
    """Return a contiguous array: its address is the next word, and its shape is the words after that."""
    address = next(words)
    shape = [next(words) for _ in range(kind.ndim)]
    size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    strides = [_WIDE(size)]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    made = context.make_array(kind)(context, builder)
    data = builder.inttoptr(address, made.data.type)
    arrayobj.populate_array(made, data, shape, strides, _WIDE(size), None)
    return made._getvalue()


def _call(context: Any, builder: Any, descriptor: Any, given: list[Any]) -> None:
    """Call a compiled function and return its result as 32 bits; stop with the text of an exception."""
    function = context.declare_function(builder.module, descriptor)
    kinds = descriptor.argtypes
    status, result = context.call_conv.call_function(builder, function, descriptor.restype, kinds, given)
    with cgutils.if_unlikely(builder, status.is_error):
        shape = ir.FunctionType(ir.VoidType(), [_BYTE.as_pointer()])
        stop = cgutils.get_or_insert_function(builder.module, shape, "stop")
        builder.call(stop, [builder.bitcast(status.excinfoptr, _BYTE.as_pointer())])
        builder.unreachable()
    builder.ret(_INT(0) if descriptor.restype == types.none else builder.trunc(result, _INT))
