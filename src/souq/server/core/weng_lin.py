"""Weng and Lin's Thurstone–Mosteller model with full pairing, for games in which every player is on their own.

The paper is `A Bayesian Approximation Method for Online Ranking <https://www.jmlr.org/papers/v12/weng11a.html>`_; the
constants are openskill's. It is written here because it must also run in a browser.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence

DRAW = 0.1
"""Difference in performance below which a game is a draw."""
DRIFT = 25.0 / 300.0
"""Standard deviation by which a player's strength may have changed since the previous game."""
LEAST = 0.0001
"""Smallest factor by which a game changes a variance."""


def updated(players: Sequence[tuple[float, float]], ranks: Sequence[int], beta: float) -> list[tuple[float, float]]:
    """Return the players' means and standard deviations after a game, in the same order.

    Args:
        players: mean and standard deviation of each player's strength before the game.
        ranks: the players' ranks in the game: 1 is best, and tied players share a rank.
        beta: standard deviation of a player's performance from game to game.
    """
    known = [(mu, math.hypot(sigma, DRIFT)) for mu, sigma in players]
    made = []
    for one, ((mu, sigma), rank) in enumerate(zip(known, ranks, strict=True)):
        gain = loss = 0.0
        for other, ((its_mu, its_sigma), its_rank) in enumerate(zip(known, ranks, strict=True)):
            if other == one:
                continue
            spread = math.sqrt(sigma**2 + its_sigma**2 + 2 * beta**2)
            lead, margin = (mu - its_mu) / spread, DRAW / spread
            if rank == its_rank:
                shift, shrink = _drawn(lead, margin)
            else:
                sign = 1 if rank < its_rank else -1
                shift, shrink = _won(sign * lead, margin)
                shift *= sign
            gain += sigma**2 / spread * shift
            loss += sigma**3 / spread**3 * shrink
        made.append((mu + gain, sigma * math.sqrt(max(1 - loss, LEAST))))
    return made


def _won(lead: float, margin: float) -> tuple[float, float]:
    """Return the paper's V and W: by how much a win by a player with this lead moves the mean and the variance."""
    at = lead - margin
    chance = _cumulative(at)
    if chance < sys.float_info.epsilon:
        return -at, 1.0 if lead < 0 else 0.0
    shift = _density(at) / chance
    return shift, shift * (shift + at)


def _drawn(lead: float, margin: float) -> tuple[float, float]:
    """Return the same for a draw."""
    low, high = -margin - abs(lead), margin - abs(lead)
    chance = _cumulative(high) - _cumulative(low)
    if chance < 1e-5:
        shift = -lead + (-margin if lead < 0 else margin)
    else:
        shift = (_density(low) - _density(high)) / chance * (-1 if lead < 0 else 1)
    if chance < sys.float_info.epsilon:
        return shift, 1.0
    return shift, (high * _density(high) - low * _density(low)) / chance + shift**2


def _density(at: float) -> float:
    return math.exp(-at * at / 2) / math.sqrt(2 * math.pi)


def _cumulative(at: float) -> float:
    return 0.5 * (1 + math.erf(at / math.sqrt(2)))
