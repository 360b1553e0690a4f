"""Modules of games, run in Python by Wasmtime: for tests and measurements.

>>> from souq.engine import registry
>>> from souq.wasm import module
>>> kairo = Instance(module(registry.find("kairo")))      # doctest: +SKIP
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

import numpy as np
import wasmtime
from numpy.typing import NDArray

from souq.engine.errors import SouqError


class Stopped(SouqError, RuntimeError):
    """Raised when a module stops: an exception in a rule, no memory left, or no more fuel."""


class Instance:
    """An instance of a module, with a memory of its own.

    Args:
        code: the module.
        fuel: number of instructions after which it is stopped, or None for no limit.
        memory: number of bytes that its memory may have, or None for no limit.
    """

    def __init__(self, code: bytes, fuel: int | None = None, memory: int | None = None) -> None:
        settings = wasmtime.Config()
        settings.consume_fuel = fuel is not None
        engine = wasmtime.Engine(settings)
        self._store = wasmtime.Store(engine)
        if fuel is not None:
            self._store.set_fuel(fuel)
        if memory is not None:
            self._store.set_limits(memory_size=memory)
        self._module = wasmtime.Module(engine, code)
        self._exports: Any = wasmtime.Instance(self._store, self._module, []).exports(self._store)
        self._memory: Any = self._exports["memory"]

    @property
    def imports(self) -> list[str]:
        """Names of what the module imports."""
        return [str(each.name) for each in self._module.imports]

    @property
    def names(self) -> set[str]:
        """Names of what the module exports."""
        return {str(each.name) for each in self._module.exports}

    def function(self, name: str) -> Any:
        """Return an exported function, which takes and returns integers.

        It raises :class:`Stopped` if the module stops. Then use another instance: the stack of this one is not unwound.
        """
        exported = self._exports[name]

        def call(*numbers: int) -> int:
            try:
                made: int = exported(self._store, *numbers)
                return made
            except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
                raise Stopped(self._problem() or str(error)) from None

        return call

    def place(self, array: NDArray[Any]) -> int:
        """Copy an array into the memory, and return its address."""
        at: int = self.function("allocate")(array.nbytes)
        self.write(at, array)
        return at

    def write(self, at: int, array: NDArray[Any]) -> None:
        """Copy an array to an address in the memory."""
        self._memory.write(self._store, np.ascontiguousarray(array).tobytes(), at)

    def read(self, at: int, like: NDArray[Any]) -> NDArray[Any]:
        """Return a copy of an array in the memory that has the shape and type of ``like``."""
        held = self._memory.read(self._store, at, at + like.nbytes)
        return np.frombuffer(bytes(held), like.dtype).reshape(like.shape)

    def image(self) -> NDArray[np.uint8]:
        """Return a copy of the whole memory."""
        held = self._memory.read(self._store, 0, self._memory.data_len(self._store))
        return np.frombuffer(bytes(held), np.uint8)

    def arguments(self, *given: Any) -> tuple[int, list[tuple[int, NDArray[Any]]]]:
        """Copy the arguments of a function into the memory; return their address, and that of each array."""
        arrays = list[tuple[int, NDArray[Any]]]()
        words = b"".join(self._words(given, arrays))
        return self.place(np.frombuffer(words, np.int64)), arrays

    def call(self, name: str, *given: Any) -> int:
        """Call a function with arguments of Python, and return its result. It changes arrays as in Python."""
        self.function("reset")()
        at, arrays = self.arguments(*given)
        result: int = self.function(name)(at)
        for place, array in arrays:
            if array.flags.writeable:
                array.view(np.uint8)[...] = self.read(place, array).view(np.uint8)
        return result

    def global_at(self, name: str) -> int:
        """Return the address of one of the module's own arrays."""
        made: int = self._exports[name].value(self._store)
        return made

    def _words(self, given: Any, arrays: list[tuple[int, NDArray[Any]]]) -> Iterator[bytes]:
        for value in given:
            if isinstance(value, np.ndarray):
                at = next((at for at, other in arrays if _is_same(value, other)), None)
                at = self.place(value) if at is None else at
                arrays.append((at, value))
                yield struct.pack(f"<{1 + value.ndim}q", at, *value.shape)
            elif isinstance(value, tuple):
                yield from self._words(value, arrays)
            elif isinstance(value, float):
                yield struct.pack("<d", value)
            elif value is not None:
                yield struct.pack("<q", value)

    def _problem(self) -> str:
        (at,) = struct.unpack("<I", self._memory.read(self._store, *_span(self.global_at("problem"), 4)))
        held = bytes(self._memory.read(self._store, at, at + 200)) if at else b""
        return held.partition(b"\0")[0].decode()


def _is_same(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Return whether two arrays are the same memory."""
    return (one.ctypes.data, one.nbytes) == (other.ctypes.data, other.nbytes)


def _span(start: int, size: int) -> tuple[int, int]:
    return start, start + size
