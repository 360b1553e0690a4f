"""Ratings, and how one changes by a game: openskill's Thurstone–Mosteller model, on the scale of the ladder.

``docs/explanation/ratings.md`` has the figures behind the model. A rating is a mean and a standard deviation; people
see points, of which 400 more win ten times as often as they lose, and ± is the range that holds 19 times in 20.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import Final

from openskill.models import ThurstoneMostellerFull

MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = MU / 6
"""How much a player's strength differs from one game to the next, where luck counts no more than usual."""

LUCK: Final = {"grand_bazaar": 6.0}
"""By how much more it does in a game in which luck counts for more."""

START: Final = 1500
"""Points of somebody of whom nothing is known."""

SURE: Final = 400
"""Points: a rating with more of them on either side is provisional."""
ENOUGH: Final = 10
"""Games: a rating with fewer is provisional."""

_TEN_TO_ONE = NormalDist().inv_cdf(10 / 11) * math.sqrt(2)


@dataclass(frozen=True, slots=True)
class Rating:
    """How well somebody plays a game, and how sure that is."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    """By how many rated games that is known."""


@dataclass(frozen=True, slots=True)
class Party:
    """Somebody in a rated game."""

    rating: Rating
    rank: int
    """1 is best; equal ranks share a place."""
    helped: bool = False
    """Whether a bot played for them by their own doing: then they may lose points, and win none."""


def scale(game: str) -> float:
    """Points for one of openskill's units."""
    return 400 / (_TEN_TO_ONE * BETA * LUCK.get(game, 1.0))


def points(mu: float, game: str) -> int:
    """A mean as people see it.

    >>> points(25.0, "kairo")
    1500
    """
    return round(START + (mu - MU) * scale(game))


def spread(sigma: float, game: str) -> int:
    """A standard deviation as people see it: 19 times in 20 the strength is no farther away than so many points.

    >>> spread(SIGMA, "kairo")
    847
    """
    return round(2 * sigma * scale(game))


def fixed(at: float, within: float, game: str) -> Rating:
    """The rating of so many points, and so many on either side."""
    return Rating(MU + (at - START) / scale(game), within / 2 / scale(game))


def provisional(rating: Rating, game: str) -> bool:
    """Whether too little is known of somebody to be compared with others."""
    return rating.games < ENOUGH or rating.sigma > most_sigma(game)


def most_sigma(game: str) -> float:
    """The standard deviation above which a rating is provisional."""
    return SURE / 2 / scale(game)


@cache
def model(game: str) -> ThurstoneMostellerFull:
    """What changes ratings in a game."""
    return ThurstoneMostellerFull(mu=MU, sigma=SIGMA, beta=BETA * LUCK.get(game, 1.0))


def rated(game: str, parties: Sequence[Party]) -> list[Rating]:
    """Everybody's rating after a game of two or more."""
    rates = model(game)
    teams = [[rates.rating(mu=each.rating.mu, sigma=each.rating.sigma)] for each in parties]
    made = rates.rate(teams, ranks=[float(each.rank) for each in parties])
    return [_after(each, team[0].mu, team[0].sigma) for each, team in zip(parties, made, strict=True)]


def _after(party: Party, mu: float, sigma: float) -> Rating:
    before = party.rating
    return Rating(min(mu, before.mu) if party.helped else mu, sigma, before.games + 1)
