"""Kernels in Numba's simulator: their threads run on the CPU and call the rules compiled for it.

So the kernels can be tested without a GPU: set ``NUMBA_ENABLE_CUDASIM=1`` before Numba is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba.core.dispatcher import Dispatcher

from souq.gpu.cards import cuda


def translated(function: FunctionType, signature: Any) -> Any:
    """Return a kernel that Numba's simulator runs on the CPU."""
    names = function.__globals__  # filled() made a copy, so changing it affects nothing else
    names.update({name: _plainly(names[name]) for name in names if isinstance(names[name], Dispatcher)})
    return cuda.jit(function)


def _plainly(rule: Any) -> Callable[..., Any]:
    """Wrap a compiled rule so that kernels in the simulator can call it: pass it the NumPy arrays inside theirs."""
    return lambda *args: rule(*map(_held, args))


def _held(value: Any) -> Any:
    inside = getattr(value, "_item", value)
    return getattr(inside, "_ary", inside)
