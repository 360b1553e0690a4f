"""Kernels in Numba's simulator compared with the CPU: a program, since the simulator must be chosen before all imports.

NUMBA_ENABLE_CUDASIM=1 python -m tests.gpu.simulated GAME OBSERVATION
"""

from __future__ import annotations

import sys

from numba import config

from souq.engine import registry

from .comparing import batches_agree, games_agree

N = 70
"""More than the threads of a block, so that there are two, and one of them is not full."""


def main(name: str, observation: str) -> None:
    assert config.ENABLE_CUDASIM, "set NUMBA_ENABLE_CUDASIM=1"
    game = registry.find(name)
    games_agree(game, N, seed=(1 << 32) - 3)
    decisions = batches_agree(game, N, observation, steps=12)
    sys.stdout.write(f"{N} games and {decisions} decisions of a batch are the same.\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
