"""A bot that recognises good choices but doesn't always take them."""

from __future__ import annotations

import math
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from souq.bots.base import Legal, mixed, one_of
from souq.bots.characters import APPRENTICE
from souq.bots.greedy import priors_of
from souq.bots.search import Manner

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.rules.record import Batch


class ApprenticeBot:
    """Bot that chooses at random but prefers choices that the evaluator thinks good, so it often errs a little.

    The probability is proportional to ``exp(prior / temperature)``. The temperature is the one in ``[apprentice]`` of
    the game's ``weights.toml``, or else the search's. It is set so that somebody who has just done the lesson wins
    about every other game of two (measured by ``bench/beginner.py``). In a game without priors all choices are equally
    likely.
    """

    name, title, tagline = APPRENTICE

    def choose(self, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """Return a random legal choice; those with a higher prior are more likely."""
        if len(legal) == 1 or not hasattr(game.evaluator, "priors"):
            return one_of(legal, seed)
        scores, temperature = priors_of(game, view, seat, legal).tolist(), temperature_of(game)
        most = max(scores)
        shares = list(accumulate(math.exp((score - most) / temperature) for score in scores))
        drawn = mixed(seed) / 2**64 * shares[-1]
        return int(legal[min(bisect_right(shares, drawn), len(legal) - 1)])


def temperature_of(game: Game) -> float:
    """Return how many points better a choice's prior must be for the Apprentice to make it e times as often."""
    weights = getattr(game.evaluator, "WEIGHTS", None)
    return float(weights.apprentice if weights and weights.apprentice else Manner.of(game).temperature)
