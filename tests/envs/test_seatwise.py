"""Advantages of self-play, compared with their definition for each seat."""

from __future__ import annotations

import numpy as np
import pytest

import souq.envs
from souq.envs import advantages
from souq.envs.errors import BadSetting

STEPS, GAMES = 150, 6


def rollout(name, players, returns, autoreset):
    """Play random games; return rewards, deciding seats and ends."""
    games = souq.envs.vector(name, GAMES, players, seed=3, returns=returns, observation="nothing", autoreset=autoreset)
    rewards, seats, ends = [], [], []
    for _ in range(STEPS):
        seats.append(games.seats.copy())
        games.step(games.picks)
        rewards.append(games.rewards.copy())
        ends.append(games.dones.copy())
    return np.array(rewards), np.array(seats), np.array(ends)


def by_hand(rewards, values, seats, ends, gamma, lam, last):
    """Return the definition: for each decision, the discounted sum of its seat's TD errors until the game ends."""
    made = np.zeros(values.shape)
    for game in range(values.shape[1]):
        for step in range(len(values)):
            seat, now, weight = seats[step, game], step, 1.0
            while True:
                owed, then = 0.0, now
                while True:
                    owed += rewards[then, game, seat]
                    then += 1
                    if ends[then - 1, game]:
                        follows, goes_on = 0.0, False
                    elif then == len(values):
                        follows, goes_on = values[now, game] if last is None else last[game, seat], False
                    elif seats[then, game] == seat:
                        follows, goes_on = values[then, game], True
                    else:
                        continue
                    break
                made[step, game] += weight * (owed + gamma * follows - values[now, game])
                weight *= gamma * lam
                if not goes_on:
                    break
                now = then
    return made


@pytest.mark.parametrize("autoreset", ["next", "same"])
@pytest.mark.parametrize("name, players, returns", [("chatuchak", 3, "victory"), ("desert_bazaar", 4, "points")])
@pytest.mark.parametrize("known", [True, False], ids=["bootstrapped", "cut"])
def test_advantages_are_computed_per_seat(name, players, returns, autoreset, known):
    rewards, seats, ends = rollout(name, players, returns, autoreset)
    assert (name == "desert_bazaar" or ends.sum() > 5) and len(set(seats.flat)) == players
    luck = np.random.default_rng(1)
    values, last = luck.normal(size=seats.shape), luck.normal(size=(GAMES, players)) if known else None
    for gamma, lam in ((1.0, 0.95), (0.9, 0.5), (0.97, 0.0), (1.0, 1.0)):
        made = advantages(rewards, values, seats, ends, gamma, lam, last=last)
        assert np.allclose(made, by_hand(rewards, values, seats, ends, gamma, lam, last))


def test_with_lambda_one_advantages_are_returns_minus_values():
    rewards, seats, ends = rollout("chatuchak", 2, "victory", "same")
    values = np.random.default_rng(1).normal(size=seats.shape)
    made = advantages(rewards, values, seats, ends, lam=1.0)
    for game in range(GAMES):
        over = np.flatnonzero(ends[:, game])
        for step in range(over[-1] + 1):
            end = over[over >= step][0]
            assert made[step, game] + values[step, game] == pytest.approx(rewards[end, game, seats[step, game]])


def test_mismatched_shapes_are_refused():
    rewards, values = np.zeros((5, 2, 3)), np.zeros((5, 2))
    with pytest.raises(BadSetting, match=r"not of \(5, 2\), \(5, 2\)"):
        advantages(values, values, values, values)
    with pytest.raises(BadSetting, match=r"not of \(5, 2, 3\), \(4, 2\)"):
        advantages(rewards, values[1:], values, values)
    with pytest.raises(BadSetting, match=r"is of \(2, 3\), not of \(3,\)"):
        advantages(rewards, values, values, values, last=[0, 0, 0])
