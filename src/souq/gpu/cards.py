"""Checks for what games on a card need: numba-cuda, a driver, a card."""

from __future__ import annotations

import importlib
from typing import Any

import numba
import numba.cuda

from souq.engine.errors import SouqError
from souq.extras import check

check("gpu", "This needs", "numba_cuda")  # what Numba itself still has of CUDA is older

cuda: Any = numba.cuda
"""Not typed, and another module where it is simulated."""

SIMULATED = bool(numba.config.ENABLE_CUDASIM)  # type: ignore[attr-defined]
"""Whether kernels run in Numba's simulator, on the processor (``NUMBA_ENABLE_CUDASIM=1``)."""


DRIVER = (13, 0)
"""The CUDA that a driver must know at least, for what is translated here is put together by its tools."""


class NoCard(SouqError, RuntimeError):
    """There is no card that could play."""


def _driver() -> tuple[int, int]:
    """Return the newest version of CUDA that the driver supports."""
    driver: Any = importlib.import_module("numba.cuda.cudadrv.driver")
    known: tuple[int, int] = driver.get_version()
    return known


def needed() -> None:
    """Refuse to go on without a card.

    Raises:
        NoCard: there is none; the message says what plays the same games without one.
    """
    if not cuda.is_available() or not (SIMULATED or _driver() >= DRIVER):
        raise NoCard(
            "Nothing here can play on a graphics card: CUDA finds no NVIDIA card, or its driver is missing or too old "
            "(nvidia-smi tells). souq.engine.learn.playout.playout and souq.envs.vector play the same games on the "
            "processor."
        )
