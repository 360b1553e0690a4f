"""Playing strength: comparisons, win shares and Bradley–Terry ratings, with confidence intervals.

Comparisons: the winner of a game beats every seat of the other bot. A bot with ``k`` of the seats and a share ``w`` of
the first place so beats ``w * (seats - k)`` seats of its opponent. If every seat wins in proportion to the strength of
its bot (Luce's model), the expected odds of these comparisons are the ratio of the two strengths however the seats are
split; for plain wins this is true only if both have the same number of seats. Only first places count, because they are
all that the bots play for.

Intervals: the games of a block share their seed, so the bootstrap resamples whole blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RESAMPLES = 2000
"""Number of times the games are resampled to estimate a confidence interval (bootstrap)."""

ELO = 400 / np.log(10)
"""Rating points per unit of the natural logarithm of the odds: odds of ten to one are 400 points, as in Elo."""

LITTLE = 0.5
"""Number of wins added for a bot that never beat an opponent, since ratings would otherwise be infinite."""

STEPS = 100
"""Maximum number of Newton steps; five to ten are usual."""

EXACT = 1e-9
"""Convergence threshold: the iteration ends after a step shorter than this (in natural logarithms of odds)."""


def first_places(ranks: Sequence[int], seats: int) -> list[float]:
    """Return each seat's share of first place in a game: 1 for a sole winner, less for seats that are tied.

    A stopped game is shared by all seats; in a game without a winner every share is 0.

    >>> first_places([1, 3, 1], 3), first_places([], 2), first_places([2, 2], 2)
    ([0.5, 0.0, 0.5], [0.5, 0.5], [0.0, 0.0])
    """
    if not ranks:
        return [1 / seats] * seats
    winners = max(1, ranks.count(1))
    return [(rank == 1) / winners for rank in ranks]


def comparisons(seats: Sequence[int], ranks: Sequence[int], bot: int) -> tuple[float, float]:
    """Return how many opposing seats a bot beat in a game and lost to; without a winner the game is a draw.

    >>> comparisons([7, 7, 4], [1, 2, 3], bot=7), comparisons([7, 4, 4], [3, 1, 2], bot=7)
    ((1.0, 0.0), (0.0, 1.0))
    >>> comparisons([7, 4, 4], [1, 2, 2], bot=7)
    (2.0, 0.0)
    >>> comparisons([7, 4], [2, 2], bot=7)
    (0.5, 0.5)
    """
    won = first_places(ranks, len(seats))
    mine = [seat == bot for seat in seats]
    share = sum(w for w, own in zip(won, mine, strict=True) if own) if any(won) else sum(mine) / len(seats)
    return share * (len(seats) - sum(mine)), (1 - share) * sum(mine)


@dataclass(frozen=True)
class Meeting:
    """All games between two bots: ``blocks``, (n, 2), holds the comparisons won and lost in each block of games."""

    bot: int
    other: int
    blocks: Floats

    @property
    def share(self) -> float:
        """The fraction of comparisons won, a draw counting half; 1/2 without any comparison."""
        won, lost = self.blocks.sum(axis=0)
        return float(won / (won + lost)) if won + lost else 0.5

    def augmented(self) -> Floats:
        """Return the results with two invented blocks added: the bot won one of them and lost the other.

        They keep the rating finite and the interval wide enough where almost nothing was lost: a bootstrap of a hundred
        wins alone would give a hundred wins every time, an interval of no width.
        """
        weight = float(self.blocks.sum() / len(self.blocks)) if len(self.blocks) else 2.0
        return np.vstack([self.blocks.reshape(-1, 2), [[weight, 0], [0, weight]]])

    def resampled(self, rng: np.random.Generator, resamples: int) -> Floats:
        """Return random variants of the results for the bootstrap: comparisons won and lost, (resamples, 2)."""
        blocks = self.augmented()
        drawn = rng.multinomial(len(blocks), np.full(len(blocks), 1 / len(blocks)), resamples)
        return np.asarray(drawn @ blocks, np.float64)


@dataclass(frozen=True)
class Sure:
    """A value with its 95 % confidence interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Strength:
    """Estimates of playing strength: win shares and rating gaps for each pair of bots, and a rating for each bot."""

    shares: tuple[Sure, ...]
    gaps: tuple[Sure, ...]
    ratings: tuple[Sure, ...]


def strength(bots: int, meetings: Sequence[Meeting], resamples: int = RESAMPLES, seed: int = 0) -> Strength:
    """Estimate the rating of every bot from the results of all pairs of bots; the weakest bot is rated 0.

    The confidence intervals are from a bootstrap with random numbers from ``seed``.
    """
    rng = np.random.default_rng(seed)
    drawn = np.array([meeting.resampled(rng, resamples) for meeting in meetings]).reshape(len(meetings), resamples, 2)
    made = bradley_terry(_table(bots, meetings, np.array([meeting.augmented().sum(axis=0) for meeting in meetings])))
    tried = bradley_terry(_table(bots, meetings, drawn.swapaxes(0, 1)))
    last = int(made.argmin())
    made, tried = made - made[last], tried - tried[:, [last]]
    gaps = [(made[m.bot] - made[m.other], tried[:, m.bot] - tried[:, m.other]) for m in meetings]
    shares = drawn[:, :, 0] / drawn.sum(axis=2)
    return Strength(
        tuple(_sure(meeting.share, shares[i]) for i, meeting in enumerate(meetings)),
        tuple(_sure(float(gap), resampled_values) for gap, resampled_values in gaps),
        tuple(_sure(float(made[bot]), tried[:, bot]) for bot in range(bots)),
    )


def bradley_terry(wins: Floats) -> Floats:
    """Return maximum-likelihood ratings for tables (..., bots, bots) of wins, by Newton's method.

    ``wins[..., i, j]`` counts how often i beat j; odds of ten to one are 400 points. All bots must be connected by
    meetings.
    """
    met = (wins + wins.swapaxes(-1, -2)) > 0
    wins = wins + LITTLE * met * (wins == 0)
    games = wins + wins.swapaxes(-1, -2)
    made = np.zeros(wins.shape[:-1])
    for _ in range(STEPS):
        expected = games / (1 + np.exp(made[..., None, :] - made[..., :, None]))
        slope = (wins - expected).sum(axis=-1)
        links = expected * expected.swapaxes(-1, -2) / np.where(met, games, 1)
        curvature = links.sum(axis=-1)[..., None] * np.eye(wins.shape[-1]) - links
        step = np.linalg.solve(curvature + 1 / wins.shape[-1], slope[..., None])[
            ..., 0
        ]  # the constant fixes their sum, or it is singular
        longest = np.abs(step).max(axis=-1, keepdims=True)
        made += step / np.maximum(longest, 1)  # full Newton steps overshoot where almost nothing was lost
        if longest.max() < EXACT:
            break
    return np.asarray(ELO * made).round(9)  # bots with equal results get equal ratings despite rounding errors


def _table(bots: int, meetings: Sequence[Meeting], results: Floats) -> Floats:
    """Convert the results of pairs of bots, (..., meetings, 2), to matrices of wins, (..., bots, bots)."""
    wins = np.zeros((*results.shape[:-2], bots, bots))
    for at, meeting in enumerate(meetings):
        wins[..., meeting.bot, meeting.other] += results[..., at, 0]
        wins[..., meeting.other, meeting.bot] += results[..., at, 1]
    return wins


def _sure(value: float, resampled_values: Floats) -> Sure:
    low, high = np.quantile(resampled_values, [0.025, 0.975])
    return Sure(value, min(value, float(low)), max(value, float(high)))


def mean_of_blocks(blocks: Sequence[tuple[float, float]], resamples: int = RESAMPLES, seed: int = 0) -> Sure:
    """Return the sum of counts divided by the sum of totals, with its confidence interval, from blocks (count, total).

    Two pseudo-blocks join the bootstrap, one with everything counted and one with nothing, as in
    :meth:`Meeting.augmented`.
    """
    rows = np.array(blocks, np.float64).reshape(-1, 2)
    if not len(rows):
        return Sure(0.0, 0.0, 1.0)
    counted, of = rows.sum(axis=0)
    of_one = rows[:, 1].mean()
    rows = np.concatenate([rows, [(of_one, of_one), (0.0, of_one)]])
    drawn = np.random.default_rng(seed).multinomial(len(rows), np.full(len(rows), 1 / len(rows)), resamples) @ rows
    return _sure(float(counted / of), np.asarray(drawn[:, 0] / drawn[:, 1], np.float64))
