"""Calls of a game's module: what is copied, what stays in its memory, and what happens when it stops."""

from __future__ import annotations

import struct

import pytest

from souq.engine.browser import arrays, modules
from souq.engine.browser.modules import FULL, LARGE, Module, Stopped
from souq.engine.rules import bindings


class Fake:
    """A module with one function, ``add``: it adds a number to the first int64 of an array."""

    def __init__(self) -> None:
        self.memory, self.top, self.written = bytearray(1 << 28), 64, list[int]()

    def call(self, name: str, *numbers: int) -> int:
        if name == "allocate":
            self.top, at = self.top + numbers[0], self.top
            return at
        if name == "reset":
            self.top = 64
            return 0
        place, _, by = struct.unpack_from("<3q", self.memory, *numbers)
        if by < 0:
            self.memory[0:4], self.memory[8:13] = struct.pack("<I", 8), b"Less\0"
            raise RuntimeError("unreachable")
        (value,) = struct.unpack_from("<q", self.memory, place)
        struct.pack_into("<q", self.memory, place, value + by)
        return value

    def read(self, at: int, size: int) -> bytes:
        return bytes(self.memory[at : at + size])

    def write(self, at: int, data: bytes) -> None:
        self.written.append(len(data))
        self.memory[at : at + len(data)] = data

    def address(self, name: str) -> int:
        return 0


@pytest.fixture
def made() -> list[Fake]:
    return []


@pytest.fixture
def module(made: list[Fake]) -> Module:
    def make() -> Fake:
        made.append(Fake())
        return made[-1]

    return Module(make)


@pytest.mark.parametrize("n", [3, LARGE // 8])
def test_an_array_is_changed_in_place(module: Module, n: int) -> None:
    add, numbers = module.function("add"), arrays.zeros(n, arrays.int64)
    assert [add(numbers, 5), add(numbers, 2)] == [0, 5]
    numbers[0] = int(numbers[0]) * 10
    assert add(numbers, 1) == 70 and numbers[:2].tolist() == [71, 0]


def test_a_large_array_is_copied_once(module: Module, made: list[Fake]) -> None:
    add, numbers = module.function("add"), arrays.zeros(LARGE, arrays.int64)
    for _ in range(3):
        add(numbers, 1)
    assert sorted(made[0].written)[-2:] == [24, 8 * LARGE]


def test_memory_is_taken_back_before_it_grows_without_end(module: Module, made: list[Fake]) -> None:
    add, first = module.function("add"), arrays.zeros(LARGE, arrays.int64)
    add(first, 1)
    for _ in range(4 * FULL // (8 * LARGE)):
        add(arrays.zeros(LARGE, arrays.int64), 1)
    assert made[0].top < 2 * FULL and first[0] == 1 and add(first, 1) == 1


def test_a_module_that_stops_is_replaced_and_loses_nothing(module: Module, made: list[Fake]) -> None:
    add, numbers = module.function("add"), arrays.zeros(LARGE, arrays.int64)
    add(numbers, 7)
    with pytest.raises(Stopped, match="Less"):
        add(numbers, -1)
    assert numbers[0] == 7 and add(numbers, 1) == 7 and len(made) == 2


def test_verbs_are_those_of_the_bindings() -> None:
    """They are in a layer above, which a browser's code can't import."""
    for name in ("SETUP", "APPLY", "STEP", "LEGAL", "REFUSAL", "DECIDERS"):
        assert getattr(modules, name) == getattr(bindings, name)


def test_a_function_without_a_module_is_interpreted() -> None:
    def through() -> None: ...

    through.__qualname__ = "bindings.through.nowhere"
    assert modules.exported(through) is None
