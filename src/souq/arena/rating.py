"""Strength from results: comparisons, win shares, Bradley–Terry ratings, and how sure they are.

What is compared: in a game, whoever wins beats every seat of the other side. A bot with ``k`` of the seats and a share
``w`` of the first places so beats ``w * (seats - k)`` seats of its opponent. If every seat wins in proportion to the
strength of who sits there (Luce's model), this has the odds of the two strengths whatever the split of the seats is,
which plain wins have only where the sides are equally many; and it counts nothing but winning, which is all that
the bots play for.

How sure it is: games of a block have the same luck, so blocks are what is drawn again in the bootstrap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RESAMPLES = 2000
"""Times that everything is drawn again for an interval."""

ELO = 400 / np.log(10)
"""Points on the usual scale for a natural logarithm of odds: ten to one is 400."""

LITTLE = 0.5
"""Comparisons that even a side that never won is given, so that a rating is a number."""

STEPS = 100
"""Most steps towards the most likely ratings; five to ten are usual."""

EXACT = 1e-9
"""A step so short, as a natural logarithm of odds, is the last."""


def first_places(ranks: Sequence[int], seats: int) -> list[float]:
    """The share of the first place that each seat has.

    A game that was stopped is shared by all, one without a winner by nobody.

    >>> first_places([1, 3, 1], 3), first_places([], 2), first_places([2, 2], 2)
    ([0.5, 0.0, 0.5], [0.5, 0.5], [0.0, 0.0])
    """
    if not ranks:
        return [1 / seats] * seats
    winners = max(1, ranks.count(1))
    return [(rank == 1) / winners for rank in ranks]


def comparisons(seats: Sequence[int], ranks: Sequence[int], bot: int) -> tuple[float, float]:
    """How many seats of its opponent a bot beat in a game, and was beaten by; without a winner all are level.

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
    """How one bot did against another: ``blocks`` (n, 2) are comparisons won and lost in each block."""

    bot: int
    other: int
    blocks: Floats

    @property
    def share(self) -> float:
        """Comparisons won; of equals half. 1/2 if there are none."""
        won, lost = self.blocks.sum(axis=0)
        return float(won / (won + lost)) if won + lost else 0.5

    def augmented(self) -> Floats:
        """The blocks and two made-up ones, all won by one and all won by the other.

        They keep a rating finite and an interval honest where nothing, or nearly nothing, was lost: resampling a
        hundred wins alone would call a hundred more certain.
        """
        weight = float(self.blocks.sum() / len(self.blocks)) if len(self.blocks) else 2.0
        return np.vstack([self.blocks.reshape(-1, 2), [[weight, 0], [0, weight]]])

    def resampled(self, rng: np.random.Generator, resamples: int) -> Floats:
        """Comparisons won and lost (resamples, 2), blocks drawn with replacement."""
        blocks = self.augmented()
        drawn = rng.multinomial(len(blocks), np.full(len(blocks), 1 / len(blocks)), resamples)
        return np.asarray(drawn @ blocks, np.float64)


@dataclass(frozen=True)
class Sure:
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Strength:
    """All that follows from meetings: shares by meeting, gaps (rating points) by meeting, ratings by bot."""

    shares: tuple[Sure, ...]
    gaps: tuple[Sure, ...]
    ratings: tuple[Sure, ...]


def strength(bots: int, meetings: Sequence[Meeting], resamples: int = RESAMPLES, seed: int = 0) -> Strength:
    """Ratings of ``bots`` bots that have met, the weakest 0, with intervals; the same from the same meetings."""
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
        tuple(_sure(float(gap), others) for gap, others in gaps),
        tuple(_sure(float(made[bot]), tried[:, bot]) for bot in range(bots)),
    )


def bradley_terry(wins: Floats) -> Floats:
    """Most likely ratings, 400 points for odds of ten to one, from tables (..., bots, bots), by Newton's method.

    ``wins[..., i, j]`` is how often i beat j. All bots must be linked by meetings.
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
        step = np.linalg.solve(curvature + 1 / wins.shape[-1], slope[..., None])[..., 0]  # ratings add up to 0
        longest = np.abs(step).max(axis=-1, keepdims=True)
        made += step / np.maximum(longest, 1)  # where nearly nothing was lost, whole steps would go too far
        if longest.max() < EXACT:
            break
    return np.asarray(ELO * made).round(9)  # so that bots with the same results have the same rating


def _table(bots: int, meetings: Sequence[Meeting], results: Floats) -> Floats:
    """Tables (..., bots, bots) of results (..., meetings, 2)."""
    wins = np.zeros((*results.shape[:-2], bots, bots))
    for at, meeting in enumerate(meetings):
        wins[..., meeting.bot, meeting.other] += results[..., at, 0]
        wins[..., meeting.other, meeting.bot] += results[..., at, 1]
    return wins


def _sure(value: float, others: Floats) -> Sure:
    low, high = np.quantile(others, [0.025, 0.975])
    return Sure(value, min(value, float(low)), max(value, float(high)))


def mean_of_blocks(blocks: Sequence[tuple[float, float]], resamples: int = RESAMPLES, seed: int = 0) -> Sure:
    """A ratio of sums over blocks, with its interval: (what is counted, of how many) in each block.

    Among the blocks that are drawn are two made-up ones, in which all is counted and nothing.
    """
    rows = np.array(blocks, np.float64).reshape(-1, 2)
    if not len(rows):
        return Sure(0.0, 0.0, 1.0)
    counted, of = rows.sum(axis=0)
    of_one = rows[:, 1].mean()
    rows = np.concatenate([rows, [(of_one, of_one), (0.0, of_one)]])
    drawn = np.random.default_rng(seed).multinomial(len(rows), np.full(len(rows), 1 / len(rows)), resamples) @ rows
    return _sure(float(counted / of), np.asarray(drawn[:, 0] / drawn[:, 1], np.float64))
