"""A bot that chooses at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from souq.bots.base import Legal, one_of

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.rules.record import Batch


class RandomBot:
    """Bot that chooses uniformly among the legal choices."""

    name = "random"
    title = "Wanderer"
    tagline = "Drifts through the market and takes whatever comes."

    def choose(self, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """Return one of ``legal``, each equally likely."""
        return one_of(legal, seed)
