"""Checks whether games can run on a GPU here, which needs numba-cuda, an NVIDIA GPU, and a recent driver."""

from __future__ import annotations

import importlib
from typing import Any

import numba
import numba.cuda

from souq.engine.errors import SouqError
from souq.extras import check

check("gpu", "This needs", "numba_cuda")  # the CUDA target built into Numba is older and incomplete

cuda: Any = numba.cuda
"""The module ``numba.cuda``, or the simulator that replaces it. It has no types, hence ``Any``."""

SIMULATED = bool(numba.config.ENABLE_CUDASIM)  # type: ignore[attr-defined]
"""Whether kernels run on the CPU, in Numba's simulator (``NUMBA_ENABLE_CUDASIM=1``)."""


DRIVER = (13, 0)
"""Minimum CUDA version that the driver must support: the version of the toolkit that links the kernels."""


class NoCard(SouqError, RuntimeError):
    """There is no usable GPU."""


def _driver() -> tuple[int, int]:
    """Return the newest version of CUDA that the driver supports."""
    driver: Any = importlib.import_module("numba.cuda.cudadrv.driver")
    known: tuple[int, int] = driver.get_version()
    return known


def needed() -> None:
    """Raise an error unless there is a usable GPU or Numba's simulator.

    Raises:
        NoCard: there is none; the message says which functions play the same games on the CPU.
    """
    if not cuda.is_available() or not (SIMULATED or _driver() >= DRIVER):
        raise NoCard(
            "Nothing here can play on a graphics card: CUDA finds no NVIDIA card, or its driver is missing or too old "
            "(nvidia-smi tells). souq.engine.learn.playout.playout and souq.envs.vector play the same games on the "
            "processor."
        )
