"""A bot that takes what looks best now, by the game's own judgement (its ``sense``)."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from souq.bots.base import Legal, mixed, one_of
from souq.engine.generic import generic, instantiate

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.record import Batch

    priors: Any = None
    value: Any = None


@generic
def look(states: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """How good each of ``choices[:n]`` looks to ``seat``, into ``out``."""
    priors(states[0], seat, choices, n, out)


@generic
def weigh(states: Any, out: Any) -> None:
    """How well each seat stands, into ``out``."""
    value(states[0], out)


@functools.cache
def _looks(game: Game) -> Any:
    return instantiate(look, game)


@functools.cache
def _weighs(game: Game) -> Any:
    return instantiate(weigh, game)


class GreedyBot:
    """Takes the choice with the best prior; of a game without priors, the one that leads to the best standing.

    Where the game has no judgement at all it chooses as :class:`~souq.bots.random_bot.RandomBot` does.
    """

    name = "greedy"
    title = "Trader"
    line = "Takes the best bargain in sight, one step at a time."

    def choose(self, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """The best-looking of ``legal``; among equals, by ``seed``."""
        if len(legal) == 1 or game.sense is None:
            return one_of(legal, seed)
        judge = priors_of if hasattr(game.sense, "priors") else outcomes_of
        scores = judge(game, view, seat, legal, seed)
        best = np.flatnonzero(scores == scores.max())
        return int(legal[one_of(best, seed)])


def priors_of(game: Game, view: Batch, seat: int, legal: Legal, seed: int = 0) -> NDArray[np.float64]:
    """The game's priors for ``legal``, higher is better. ``seed`` plays no part."""
    out = np.zeros(len(legal))
    _looks(game)(view, seat, np.asarray(legal, np.int16), len(legal), out)
    return out


def outcomes_of(game: Game, view: Batch, seat: int, legal: Legal, seed: int = 0) -> NDArray[np.float64]:
    """How ``seat`` would stand after each of ``legal``, on one guess (from ``seed``) at what it cannot know."""
    key = mixed(seed) >> 32, mixed(seed) & 0xFFFFFFFF
    standing = np.zeros(int(view["players"][0]))
    scores = np.zeros(len(legal))
    guess = game.door.redealt(view, seat, key)
    for i, choice in enumerate([int(c) for c in legal]):
        after = guess.copy()
        game.door.apply(after, seat, choice, key)
        _weighs(game)(after, standing)
        scores[i] = standing[seat]
    return scores
