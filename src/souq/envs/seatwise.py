"""Advantages for self-play, where consecutive rows are decisions of different seats."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from souq.envs.errors import BadSetting


def advantages(
    rewards: ArrayLike,
    values: ArrayLike,
    seats: ArrayLike,
    ends: ArrayLike,
    gamma: float = 1.0,
    lam: float = 0.95,
    *,
    last: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return generalised advantage estimates (GAE) for self-play, computed per seat.

    In self-play the next row of a game is usually another seat's decision, so its value says nothing about the seat
    that has just acted. Here the successor of a decision is the same seat's next one: the reward is the sum of what the
    seat got in between, and ``gamma`` and ``lam`` discount per decision of that seat. Nothing follows the end of a
    game.

    With ``autoreset="next"``, leave the rows after an end out of the loss: no decision was made there.

    >>> both = [[[0, 0]], [[0, 0]], [[-1, 1]]]      # three decisions of one game; in the end seat 1 wins
    >>> advantages(both, values=[[0.5], [0], [0]], seats=[[0], [1], [0]], ends=[[0], [0], [1]], lam=1).tolist()
    [[-1.5], [1.0], [-1.0]]

    Args:
        rewards: (steps, games, players) every seat's reward for each step: ``games.rewards``, ``infos["rewards"]``.
        values: (steps, games) value estimate of the deciding seat before each step.
        seats: (steps, games) the deciding seat: ``games.seats``, ``infos["seat"]``, copied before the step.
        ends: (steps, games) whether the step ended a game: ``games.dones``.
        gamma: discount from one decision of a seat to its next.
        lam: GAE's lambda: 0 looks one decision ahead, 1 to the end.
        last: (games, players) every seat's value estimate after the last step. Without it, the last estimate of each
            seat in an unfinished game is used.

    Returns:
        (steps, games) the advantage of each decision; added to ``values``, the targets for the value function.

    Raises:
        BadSetting: the shapes don't match.
    """
    got, expected = np.asarray(rewards, np.float64), np.asarray(values, np.float64)
    acting, over = np.asarray(seats, np.int64), np.asarray(ends, np.bool_)
    shapes = got.shape[:-1], expected.shape, acting.shape, over.shape
    if got.ndim != 3 or len(set(shapes)) > 1:
        raise BadSetting(
            "Rewards are of (steps, games, players), values, seats and ends of (steps, games); "
            f"not of {got.shape}, {expected.shape}, {acting.shape} and {over.shape}."
        )
    steps, games, players = got.shape
    made, each = np.zeros((steps, games)), np.arange(games)
    owed, carried = np.zeros((2, games, players))
    ahead = np.full((games, players), np.nan) if last is None else np.array(last, np.float64)
    if ahead.shape != (games, players):
        raise BadSetting(f"What seats expect after the last step is of {(games, players)}, not of {ahead.shape}.")
    for step in reversed(range(steps)):
        owed[over[step]] = carried[over[step]] = ahead[over[step]] = 0
        owed += got[step]
        mine = each, acting[step]
        follows = np.where(np.isnan(ahead[mine]), expected[step], ahead[mine])
        made[step] = owed[mine] + gamma * (follows + lam * carried[mine]) - expected[step]
        ahead[mine], carried[mine], owed[mine] = expected[step], made[step], 0
    return made
