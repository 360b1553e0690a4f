"""Places: who is before whom, where equals share a place."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from souq.engine.compiler.compiled import rule

if TYPE_CHECKING:
    order: Any


def ranked(order: Any) -> tuple[Callable[[Any, int], int], Callable[[Any, Any], None]]:
    """The rules ``rank(s, seat)`` and ``ranks(s, out)`` of a game: the place of a seat, and of every seat; 1 is best.

    Args:
        order: a rule of the game, ``order(s, seat)``: a number, the higher the better, with whatever breaks ties in it.
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
    """A function with some names in their place, compiled and kept as one of the game's own."""
    made = types.FunctionType(source.__code__, {**source.__globals__, **names}, source.__name__.strip("_"))
    # A module may rank by one order or another, and the cache knows both only by their names.
    made.__module__, made.__qualname__ = order.__module__, f"{order.__qualname__}.ranking{source.__name__}"
    return rule(made)
