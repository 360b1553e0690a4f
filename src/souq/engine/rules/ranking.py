"""Ranking of seats: 1 is the best rank, and tied seats share a rank."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from souq.engine.compiler.compiled import rule

if TYPE_CHECKING:
    order: Any


def ranked(order: Any) -> tuple[Callable[[Any, int], int], Callable[[Any, Any], None]]:
    """Create the rules that rank seats: ``rank(s, seat)`` for one seat, and ``ranks(s, out)`` for all seats.

    Args:
        order: the game's rule ``order(s, seat)``: a number that is higher for a better seat and includes tie-breaks.
    """
    rank = _over(order, _rank, {"order": order})
    return rank, _over(order, _ranks, {"_rank": rank})


def _rank(s: Any, seat: int) -> int:
    own = order(s, seat)
    place = 1
    for other in range(s.players):
        if order(s, other) > own:
            place += 1
    return place


def _ranks(s: Any, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = _rank(s, seat)


def _over(order: Any, source: Any, names: dict[str, Any]) -> Any:
    """Return a compiled copy of a function with some globals replaced; it is cached with the game's own code."""
    made = types.FunctionType(source.__code__, {**source.__globals__, **names}, source.__name__.strip("_"))
    # A module may rank by one order or another, and the cache knows both only by their names.
    made.__module__, made.__qualname__ = order.__module__, f"{order.__qualname__}.ranking{source.__name__}"
    return rule(made)
