"""Gymnasium's spaces (the possible values) of observations and actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from souq.extras import importing

with importing("envs", "This needs"):
    from gymnasium import spaces

if TYPE_CHECKING:
    from souq.engine.learn.observations import Observing


def seen(view: Observing) -> spaces.Space[Any]:
    """Return Gymnasium's space of a seat's observations: a ``Box``, or a ``Dict`` of boxes by name."""
    if view.form != "named":
        return box(view)
    low, high = view.named(view.low), view.named(view.high)
    return spaces.Dict({name: spaces.Box(low[name], high[name], dtype=view.dtype) for name in low})


def masked(view: Observing, n: int) -> spaces.Dict:
    """Return Gymnasium's space of what a PettingZoo agent sees: an observation, and a mask of ``n`` actions."""
    return spaces.Dict({"observation": seen(view), "action_mask": spaces.Box(0, 1, (n,), np.int8)})


def box(view: Observing) -> spaces.Box:
    """Return Gymnasium's space of observations that are one row of numbers."""
    return spaces.Box(view.low, view.high, dtype=view.dtype)
