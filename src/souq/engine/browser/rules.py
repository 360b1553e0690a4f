"""Rules in a browser: Python interprets them, except where a game's WebAssembly module has them."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable
from typing import Any

from souq.engine.browser import arrays
from souq.engine.browser.modules import exported


class Rule:
    """A function that is marked as a rule.

    Python calls it with plain numbers, lists and twins. What the module of its game exports is called there, with
    arrays (:mod:`souq.engine.browser.modules`).
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function

    def __call__(self, *given: Any) -> Any:
        """Call the rule."""
        return (exported(self.py_func) or self.py_func)(*given)


rule = hot = arithmetic = allocating = Rule


def table(rows: Any) -> arrays.ndarray:
    """Return rows of integers as a read-only array of int64."""
    made = arrays.array(rows, arrays.int64)
    made.setflags(write=False)
    return made


_COMPUTED: dict[str, arrays.ndarray] = {}


def offer(name: str, content: bytes) -> None:
    """Offer the content of a ``.npy`` file for an array that is computed elsewhere, before its game is imported.

    ``name`` is that of the function that computes it, with its module.
    """
    _COMPUTED[name] = arrays.load(io.BytesIO(content))


def computed(make: Callable[[], Any]) -> Any:
    """Return the array that was offered for a function; an empty one if none was, which fails where it is read."""
    return _COMPUTED.get(f"{make.__module__}.{make.__name__}", arrays.zeros(0))
