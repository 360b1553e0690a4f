"""Who has won: whoever is first, unless the game says that nobody has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from souq.engine.rules.generic import generic

if TYPE_CHECKING:
    ranks: Any
    unwon: Any


@generic
def standings(s: Any, out: Any) -> None:
    """Ranks by seat; where a finished game has no winner (``unwon``), nobody is first."""
    ranks(s, out)
    if s.over == 1 and unwon(s):
        for seat in range(s.players):
            out[seat] = max(2, out[seat])
