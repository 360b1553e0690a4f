"""Every kernel of every game can be translated and assembled, within its bounds, without a GPU."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cuda.core as nvidia
import pytest

from souq.engine import registry
from souq.gpu.assembling import Assembled, assembled, measured
from souq.gpu.kernels import FRAMES

pytestmark = pytest.mark.suites

MOST_REGISTERS = 255
"""Of a thread, on any card."""


@dataclass(frozen=True)
class Bounds:
    """What a kernel may use: registers, bytes of stack, and bytes spilled from registers."""

    registers: int = MOST_REGISTERS
    stack: int = 8192
    spills: int = 8192


BOUNDS = {
    ("marracash", "playing"): Bounds(96, 896, 0),
    ("marracash", "stepping"): Bounds(128, 384, 0),
    ("chatuchak", "playing"): Bounds(168, 1120, 0),
    ("chatuchak", "stepping"): Bounds(224, 256, 0),
    ("desert_bazaar", "playing"): Bounds(128, 1120, 0),
    ("desert_bazaar", "stepping"): Bounds(192, 512, 0),
    ("kairo", "playing"): Bounds(224, 2432, 0),
    ("kairo", "stepping"): Bounds(255, 1696, 0),
    ("grand_bazaar", "playing"): Bounds(255, 5824, 10496),
    ("grand_bazaar", "stepping"): Bounds(216, 1280, 0),
}
"""A third above what was found when these were written; any other game is held to what a card can bear."""

SHORT = {("marracash", "playing"), ("marracash", "stepping"), ("marracash", "observing")}


def found(game: str, name: str) -> Assembled:
    return _found(game, name)


_found = functools.cache(lambda game, name: assembled(name, registry.find(game)))

KERNELS = [
    pytest.param(game, name, marks=pytest.mark.short if (game, name) in SHORT else ())
    for game in sorted(registry.installed())
    for name in FRAMES
    if name in ("playing", "stepping") or game == "marracash"  # the others have nothing of a game in them
]


@pytest.mark.parametrize("game, name", KERNELS)
def test_a_kernel_stays_within_its_bounds(game: str, name: str) -> None:
    made, bounds = found(game, name), BOUNDS.get((game, name), Bounds())
    assert 16 <= made.registers <= bounds.registers
    assert made.stack <= bounds.stack
    assert made.spills <= bounds.spills
    assert made.constants == 0, "tables are in global memory"


@pytest.mark.parametrize("game", [pytest.param("marracash", marks=pytest.mark.short), "desert_bazaar", "kairo"])
def test_a_table_exists_once(game: str) -> None:
    """Numba would copy it into every function that uses one: 190 kB in Desert Bazaar and in Kairo."""
    assert 1_000 < found(game, "playing").tables < 120_000


def by_hand(ptx: str) -> Assembled:
    return measured(nvidia.ObjectCode.from_ptx(ptx.encode()))


@pytest.mark.short
def test_bounds_are_read_from_the_assembler() -> None:
    """A kernel by hand: 128 bytes of stack, 800 of constants, 40 of a table."""
    made = by_hand(
        """.version 8.0
        .target sm_90
        .address_size 64
        .const .align 8 .b8 held[800] = {1};
        .weak .global .align 8 .b8 table[40] = {1};
        .visible .entry tried(.param .u64 out) {
            .local .align 8 .b8 room[128];
            .reg .b64 %rd<5>;
            .reg .b32 %r<3>;
            ld.param.u64 %rd1, [out];
            cvta.to.global.u64 %rd2, %rd1;
            mov.u32 %r1, %tid.x;
            cvt.u64.u32 %rd4, %r1;
            mov.u64 %rd3, room;
            add.s64 %rd3, %rd3, %rd4;
            st.local.u32 [%rd3], %r1;
            ld.local.u32 %r2, [room+64];
            cvta.const.u64 %rd4, held;
            st.global.u64 [%rd2+8], %rd4;
            cvta.global.u64 %rd4, table;
            st.global.u64 [%rd2+16], %rd4;
            st.global.u32 [%rd2], %r2;
            ret;
        }"""
    )
    assert (made.stack, made.constants, made.tables, made.spills) == (128, 800, 40, 0)
    assert 0 < made.registers < 32 and made.code > 0


@pytest.mark.short
def test_invalid_ptx_is_an_error() -> None:
    with pytest.raises(Exception, match=r"(?i)ptx|nvjitlink"):
        by_hand(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry tried() { gibberish; }")
