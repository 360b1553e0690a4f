"""Measurement of the registers and memory that a GPU kernel needs. It needs no GPU: kernels are only assembled.

>>> from souq.engine import registry
>>> made = assembled("playing", registry.find("marracash"))      # doctest: +SKIP
>>> made.registers, made.spills                                  # doctest: +SKIP
(64, 0)
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from souq.engine.game import Game
from souq.extras import importing
from souq.gpu.cards import cuda
from souq.gpu.kernels import FRAMES
from souq.gpu.target import Card, translating

with importing("gpu", "This needs"):
    import cuda.core as nvidia

HOPPER: Card = (9, 0)
"""Compute capability of an H100, H200 or GH200."""


@dataclass(frozen=True)
class Assembled:
    """Registers and memory that a kernel needs on GPUs with a given compute capability (NVIDIA's version of a GPU)."""

    registers: int
    """Registers per thread."""
    stack: int
    """Upper bound of the stack per thread in bytes, for the kernel and all functions not inlined into it."""
    spills: int
    """Bytes of register spills, stores plus loads."""
    constants: int
    """Bytes of constant memory in use; a GPU has 65,536."""
    tables: int
    """Bytes of constant tables in global memory."""
    code: int
    """Size of the binary in bytes, tables included."""


def assembled(name: str, game: Game, card: Card = HOPPER) -> Assembled:
    """Compile and assemble the kernel ``name`` of :data:`souq.gpu.kernels.FRAMES` for a game, and measure it.

    No GPU is necessary. It takes from a few seconds to a minute.

    Raises:
        RuntimeError: the kernel cannot be assembled.
    """
    frame = FRAMES[name]
    with translating(card):
        function, signature = frame.function(game), frame.signature(game)
        code, _ = cuda.compile(function, signature, cc=card, device=False, abi="numba", output="ltoir")
    return measured(nvidia.ObjectCode.from_ltoir(code), card)


def measured(code: Any, card: Card = HOPPER) -> Assembled:
    """Link compiled code (an ``ObjectCode``) and return the registers and memory that it needs.

    Code in the format LTO-IR is optimized while it is linked; PTX is linked as it is.
    """
    whole = code.code_type == "ltoir" or None
    how = nvidia.LinkerOptions(arch=f"sm_{card[0]}{card[1]}", link_time_optimization=whole, ptxas_options=["-v"])
    linker = nvidia.Linker(code, options=how)
    made = bytes(linker.link("cubin").code)
    said, held = linker.get_info_log(), dict(_sections(made))
    linker.close()
    return Assembled(
        registers=max(_numbers(r"Used (\d+) registers", said)),
        stack=sum(_numbers(r"(\d+) bytes stack frame", said)),
        spills=sum(_numbers(r"(\d+) bytes spill (?:stores|loads)", said)),
        constants=held.get(".nv.constant3", 0),
        tables=held.get(".nv.global.init", 0),
        code=len(made),
    )


def _numbers(pattern: str, text: str) -> list[int]:
    return [int(found) for found in re.findall(pattern, text)]


def _sections(elf: bytes) -> Iterator[tuple[str, int]]:
    """Yield the names and sizes of the sections of a 64-bit ELF file."""
    (first,), (size, n, names) = struct.unpack_from("<Q", elf, 0x28), struct.unpack_from("<HHH", elf, 0x3A)
    heads = [struct.unpack_from("<IIQQQQ", elf, first + size * nth) for nth in range(n)]
    called = heads[names][4]
    for name, *_, long in heads:
        begins = called + name
        yield elf[begins : elf.index(b"\0", begins)].decode(), long
