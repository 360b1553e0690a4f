"""A bot that takes what looks best now, by the game's own judgement (its ``evaluator``)."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from souq.bots.base import Legal, mixed, one_of
from souq.bots.characters import TRADER
from souq.engine.learn.evaluation import judge, weights_of
from souq.engine.rules.generic import generic, instantiate
from souq.engine.rules.twin import over_records

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.rules.record import Batch

    priors: Any


@generic
def look(states: Any, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """How good each of ``choices[:n]`` looks to ``seat``, into ``out``."""
    priors(states[0], w, seat, choices, n, out)


@functools.cache
def _looks(game: Game) -> Any:
    return instantiate(look, game)


@functools.cache
def _looks_slowly(game: Game) -> Any:
    return over_records(_looks(game))


class GreedyBot:
    """Takes the choice with the best prior; of a game without priors, the one that leads to the best standing.

    Where the game has no judgement at all it chooses as :class:`~souq.bots.random_bot.RandomBot` does.
    """

    name, title, tagline = TRADER

    def choose(self, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """The best-looking of ``legal``; among equals, by ``seed``."""
        if len(legal) == 1 or game.evaluator is None:
            return one_of(legal, seed)
        scores = (
            priors_of(game, view, seat, legal)
            if hasattr(game.evaluator, "priors")
            else outcomes_of(game, view, seat, legal, seed)
        )
        best = np.flatnonzero(scores == scores.max())
        return int(legal[one_of(best, seed)])


def priors_of(
    game: Game, view: Batch, seat: int, legal: Legal, w: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """The game's priors for ``legal``, higher is better, by other weights ``w`` if given."""
    out = np.zeros(len(legal))
    looks = (_looks_slowly if game.bindings.interpreted else _looks)(game)
    looks(view, weights_of(game) if w is None else w, seat, np.asarray(legal, np.int16), len(legal), out)
    return out


def outcomes_of(game: Game, view: Batch, seat: int, legal: Legal, seed: int = 0) -> NDArray[np.float64]:
    """``seat``'s chances after each of ``legal``, on one guess (from ``seed``) at what it cannot know."""
    key = mixed(seed) >> 32, mixed(seed) & 0xFFFFFFFF
    scores = np.zeros(len(legal))
    guess = game.bindings.determinized(view, seat, key)
    for i, choice in enumerate([int(c) for c in legal]):
        after = guess.copy()
        game.bindings.apply(after, seat, choice, key)
        scores[i] = judge(game).win_probabilities(after)[seat]
    return scores
