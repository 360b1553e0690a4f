"""A bot that takes the choice the game's evaluator thinks best, without looking ahead."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from souq.bots.base import Legal, mixed, one_of
from souq.bots.characters import TRADER
from souq.engine.arrays import NDArray, np
from souq.engine.learn.evaluation import judge, weights_of
from souq.engine.rules.generic import generic, instantiate
from souq.engine.rules.twin import over_records

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.rules.record import Batch

    priors: Any


@generic
def rate(states: Any, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """Write how good the evaluator thinks each of the first ``n`` ``choices`` of a seat is into ``out``."""
    priors(states[0], w, seat, choices, n, out)


@functools.cache
def _rater(game: Game) -> Any:
    return instantiate(rate, game)


@functools.cache
def _interpreted_rater(game: Game) -> Any:
    return over_records(_rater(game))


class GreedyBot:
    """Bot that takes the choice with the best prior; without priors, the one with the best chance of winning.

    In a game without an evaluator it chooses as :class:`~souq.bots.random_bot.RandomBot` does.
    """

    name, title, tagline = TRADER

    def choose(self, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """Return the best of ``legal``; among equals, the one drawn with ``seed``."""
        if len(legal) == 1 or game.evaluator is None:
            return one_of(legal, seed)
        scores = (
            priors_of(game, view, seat, legal)
            if hasattr(game.evaluator, "priors")
            else outcomes_of(game, view, seat, legal, seed)
        )
        most = max(scores.tolist())
        best = [at for at, score in enumerate(scores.tolist()) if score == most]
        return int(legal[one_of(best, seed)])


def priors_of(
    game: Game, view: Batch, seat: int, legal: Legal, w: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Return how good the game's evaluator thinks each legal choice is; ``w`` replaces the evaluator's weights."""
    out = np.zeros(len(legal))
    rater = (_interpreted_rater if game.bindings.interpreted else _rater)(game)
    rater(view, weights_of(game) if w is None else w, seat, np.asarray(legal, np.int16), len(legal), out)
    return out


def outcomes_of(game: Game, view: Batch, seat: int, legal: Legal, seed: int = 0) -> NDArray[np.float64]:
    """Return a seat's chance of winning after each legal choice, with hidden things filled in at random."""
    key = mixed(seed) >> 32, mixed(seed) & 0xFFFFFFFF
    scores = np.zeros(len(legal))
    guess = game.bindings.determinized(view, seat, key)
    for i, choice in enumerate([int(c) for c in legal]):
        after = guess.copy()
        game.bindings.apply(after, seat, choice, key)
        scores[i] = judge(game).win_probabilities(after)[seat]
    return scores
