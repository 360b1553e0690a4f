"""Games as WebAssembly modules, called with the arguments that their functions have in Python.

:mod:`souq.wasm.entries` describes what a module exports. A page's worker loads modules and registers each with
:func:`register`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import Any, Protocol
from weakref import WeakSet

from souq.engine.browser.arrays import Buffer, ndarray
from souq.engine.errors import SouqError

SETUP, APPLY, STEP, LEGAL, REFUSAL, DECIDERS = range(6)
"""Verbs of :func:`souq.engine.rules.bindings.through`; all others change the position or the numbers."""

ENTRIES = {
    "bindings.through": "through",
    "playout.playouts": "playouts",
    "greedy.rate": "rate",
    "evaluation.expect": "expect",
    "search.iterate": "search",
}
"""Names in a module of generic functions, by the function's own module and name."""


class Stopped(SouqError, RuntimeError):
    """Raised when a module stops: an exception in a rule, or no memory left."""


class Host(Protocol):
    """An instance of a module, as whatever runs it offers it."""

    def call(self, name: str, *numbers: int) -> int:
        """Call an exported function.

        Raises:
            Exception: the module has stopped.
        """
        ...

    def read(self, at: int, size: int) -> bytes:
        """Return a copy of a part of the memory."""
        ...

    def write(self, at: int, data: bytes) -> None:
        """Copy bytes to an address in the memory."""
        ...

    def address(self, name: str) -> int:
        """Return the value of an exported global."""
        ...


LARGE = 1 << 16
"""Bytes from which an array stays in a module's memory after a call, because it is likely to be used again."""

FULL = 1 << 26
"""Bytes of arrays in a module's memory after which all of it is taken back."""


class Module:
    """A game's module: makes an instance when one is needed, and another after it has stopped.

    Args:
        make: returns a new instance.
    """

    def __init__(self, make: Callable[[], Host]) -> None:
        self._make = make
        self._host: Host | None = None
        self._held = WeakSet[Buffer]()
        """Arrays that are kept in the instance's memory."""
        self._used = 0
        self._state = 0, 0
        """Address of the memory for one position, and its size."""
        self._choices = self._numbers = 0

    def function(self, name: str) -> Callable[..., int]:
        """Return an exported function that takes the arguments it has in Python. It changes arrays as in Python."""
        return self._through if name == "through" else lambda *given: self._called(name, given)

    def _ready(self) -> Host:
        if self._host is None:
            self._host = self._make()
            self._choices, self._numbers = (self._host.address(name) for name in ("choices", "numbers"))
            self._used, self._state = 0, (0, 0)
        return self._host

    def _run(self, name: str, *numbers: int) -> int:
        """Call an exported function.

        Raises:
            Stopped: the module has stopped; the message says why, if it is known.
        """
        host = self._ready()
        try:
            return host.call(name, *numbers)
        except Exception as error:
            self._give_back()
            self._host = None  # its stack isn't unwound
            raise Stopped(_problem(host) or f"The rules have stopped: {error}") from None

    def _allocate(self, size: int) -> int:
        self._used += size
        return self._run("allocate", size)

    def _give_back(self) -> None:
        """Keep all arrays in Python's memory again."""
        for buffer in list(self._held):
            buffer.take_back()
        self._held.clear()

    def _room(self) -> Host:
        """Return the instance, after taking back its memory if much is in use."""
        host = self._ready()
        if self._used > FULL:
            self._give_back()
            self._run("reset")
            self._used, self._state = 0, (0, 0)
        return host

    def _through(self, states: ndarray, verb: int, seat: int, choice: int, choices: ndarray, numbers: ndarray) -> int:
        host = self._room()
        if self._state[1] < states.nbytes:
            self._state = self._allocate(states.nbytes), states.nbytes
        state = self._state[0]
        host.write(state, states.tobytes())
        host.write(self._numbers, numbers.tobytes())
        found = self._run("call", verb, state, seat << 16 | choice)
        if verb <= STEP or verb > DECIDERS:
            states[...] = host.read(state, states.nbytes)
        if verb in (STEP, LEGAL) and found:
            choices[:found] = host.read(self._choices, choices[:found].nbytes)
        if verb > DECIDERS:
            numbers[...] = host.read(self._numbers, numbers.nbytes)
        return found

    def _called(self, name: str, given: tuple[Any, ...]) -> int:
        host = self._room()
        copied: dict[Buffer, int] = {}
        words = b"".join(self._words(given, copied))
        at = self._allocate(len(words))
        host.write(at, words)
        found = self._run(name, at)
        for buffer, place in copied.items():
            buffer.refresh(host.read(place, buffer.size))
        return found

    def _words(self, given: tuple[Any, ...], copied: dict[Buffer, int]) -> Iterator[bytes]:
        """Yield arguments as 64-bit words, after placing arrays in the memory; note in ``copied`` where copies are."""
        for value in given:
            if isinstance(value, ndarray):
                yield struct.pack(f"<{1 + value.ndim}q", self._place(value.buffer, copied) + value.offset, *value.shape)
            elif isinstance(value, tuple):
                yield from self._words(value, copied)
            elif isinstance(value, float):
                yield struct.pack("<d", value)
            elif value is not None:
                yield struct.pack("<q", value)

    def _place(self, buffer: Buffer, copied: dict[Buffer, int]) -> int:
        """Return the address of an array's bytes in the memory, where they are put if they aren't there."""
        host = self._ready()
        if buffer.memory is not host and buffer not in copied:
            buffer.take_back()
            place = self._allocate(buffer.size)
            if buffer.size < LARGE:
                host.write(place, bytes(buffer.read(0, buffer.size)))
                copied[buffer] = place
            else:
                buffer.move(host, place)
                self._held.add(buffer)
        return copied.get(buffer, buffer.at)


def _problem(host: Host) -> str:
    """Return why a module has stopped; "" if it doesn't say."""
    (at,) = struct.unpack("<I", host.read(host.address("problem"), 4))
    return host.read(at, 200).partition(b"\0")[0].decode() if at else ""


_MODULES: dict[str, Module] = {}
_FUNCTIONS: dict[str, Callable[..., int]] = {}


def register(game: str, make: Callable[[], Host]) -> None:
    """Use a module for a game from now on; ``make`` returns a new instance of it."""
    _MODULES[game] = made = Module(make)
    for entry, name in ENTRIES.items():
        _FUNCTIONS[f"{entry}.{game}"] = made.function(name)


def exported(function: Callable[..., Any]) -> Callable[..., int] | None:
    """Return the function of a module for a generic function that has been filled with a game's rules, if there is one.

    A search that consults a net is a function of its own.
    """
    name = function.__qualname__
    if name not in _FUNCTIONS and name.startswith("search.iterate."):
        game = name.rpartition(".")[2]
        return _MODULES[game].function("search_with_net") if game in _MODULES else None
    return _FUNCTIONS.get(name)
