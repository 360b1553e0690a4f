"""Final ranks of the seats. If a game ended without a winner, no seat is first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from souq.engine.rules.generic import generic

if TYPE_CHECKING:
    ranks: Any
    unwon: Any


@generic
def standings(s: Any, out: Any) -> None:
    """Write every seat's rank to ``out``. If the game ended without a winner (``unwon``), the best rank is 2."""
    ranks(s, out)
    if s.over == 1 and unwon(s):
        for seat in range(s.players):
            out[seat] = max(2, out[seat])
