"""Standings: ranks in which nobody is first if the game ended without a winner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from souq.engine.rules.generic import generic

if TYPE_CHECKING:
    ranks: Any
    unwon: Any


@generic
def standings(s: Any, out: Any) -> None:
    """Write the rank of every seat; if a finished game has no winner (``unwon``), nobody is first."""
    ranks(s, out)
    if s.over == 1 and unwon(s):
        for seat in range(s.players):
            out[seat] = max(2, out[seat])
