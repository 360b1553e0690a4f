"""Ratings and their update after a game: the model of :mod:`souq.server.core.weng_lin`, on the bot ladder's scale.

``docs/explanation/ratings.md`` explains the model's parameters. A rating is a mean and a standard deviation. It is
shown as points and a margin: a lead of 400 points means winning ten times as often as losing, and the margin (±) is
half the width of the 95 % interval.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from souq.engine import registry
from souq.server.core.weng_lin import updated

MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = MU / 6
"""Standard deviation of a player's performance from game to game, in a game with an ordinary amount of luck."""

START: Final = 1500
"""Rating of a new player, in points."""

SURE: Final = 400
"""Margin, in points, above which a rating is provisional."""
ENOUGH: Final = 10
"""Number of rated games below which a rating is provisional."""

_TEN_TO_ONE = 1.3351777361189365 * math.sqrt(2)  # the normal distribution's quantile of 10/11


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating in a game: mean and standard deviation."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    """Number of rated games played."""


@dataclass(frozen=True, slots=True)
class Party:
    """A player's rating before a game and their rank in it, from which the new rating is computed."""

    rating: Rating
    rank: int
    """Rank in the game: 1 is best; tied players share a rank."""
    helped: bool = False
    """Whether the player deliberately handed their seat to a bot: then they may lose points but not gain any."""


def luck(game: str) -> float:
    """Return the factor by which `BETA` is multiplied for a game; 1 for puzzles and games that aren't installed."""
    found = registry.games().get(game)
    return found.luck if found else 1.0


def scale(game: str) -> float:
    """Return the number of points in a game's ratings that equal one unit of the model's scale."""
    return 400 / (_TEN_TO_ONE * BETA * luck(game))


def points(mu: float, game: str) -> int:
    """Convert the mean of a rating from the model's scale to points.

    >>> points(25.0, "kairo")
    1500
    """
    return round(START + (mu - MU) * scale(game))


def spread(sigma: float, game: str) -> int:
    """Convert a standard deviation to points: the half-width of the 95 % interval (two standard deviations).

    >>> spread(SIGMA, "kairo")
    847
    """
    return round(2 * sigma * scale(game))


def fixed(at: float, within: float, game: str) -> Rating:
    """Convert points and a margin of error to a rating on the model's scale."""
    return Rating(MU + (at - START) / scale(game), within / 2 / scale(game))


def provisional(rating: Rating, game: str) -> bool:
    """Return whether a rating is too uncertain to be compared with others."""
    return rating.games < ENOUGH or rating.sigma > most_sigma(game)


def most_sigma(game: str) -> float:
    """Return the largest standard deviation (the model's scale) of a rating that isn't provisional."""
    return SURE / 2 / scale(game)


def rated(game: str, parties: Sequence[Party]) -> list[Rating]:
    """Return the players' ratings after a game, in the order of `parties`; at least two players are needed."""
    known = [(each.rating.mu, each.rating.sigma) for each in parties]
    made = updated(known, [each.rank for each in parties], BETA * luck(game))
    return [_after(each, mu, sigma) for each, (mu, sigma) in zip(parties, made, strict=True)]


def _after(party: Party, mu: float, sigma: float) -> Rating:
    before = party.rating
    return Rating(min(mu, before.mu) if party.helped else mu, sigma, before.games + 1)
