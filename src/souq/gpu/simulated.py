"""Kernels in Numba's simulator, where each of their threads is one of the processor and rules are compiled for it.

So the frames can be tried without a card: set ``NUMBA_ENABLE_CUDASIM=1`` before Numba is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba.core.dispatcher import Dispatcher

from souq.gpu.cards import cuda


def translated(function: FunctionType, signature: Any) -> Any:
    """A kernel in the simulator, to be launched."""
    names = function.__globals__  # its own: it was filled
    names.update({name: _plainly(names[name]) for name in names if isinstance(names[name], Dispatcher)})
    return cuda.jit(function)


def _plainly(rule: Any) -> Callable[..., Any]:
    """A compiled rule that takes the simulator's arrays for the plain ones that they hold."""
    return lambda *args: rule(*map(_held, args))


def _held(value: Any) -> Any:
    inside = getattr(value, "_item", value)
    return getattr(inside, "_ary", inside)
