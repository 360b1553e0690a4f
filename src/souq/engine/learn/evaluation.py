"""Evaluation of positions: win probabilities and expected points.

A game's ``evaluator`` estimates the points that each seat can expect, as a sum of terms (``terms``), and how decisive a
lead of one point is in the position (``certainty``). Win probabilities are the softmax of expected points times
certainty; in a finished game they follow from the ranks.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

from souq.engine.arrays import NDArray, np
from souq.engine.rules.generic import generic, instantiate
from souq.engine.rules.record import Batch
from souq.engine.rules.winning import standings

if TYPE_CHECKING:
    from souq.engine.game import Game

    terms: Any
    certainty: Any
    N_TERMS: int


@generic
def win_probabilities(s: Any, w: Any, out: Any, scratch: Any) -> None:
    """Write each seat's win probability to ``out``: an estimate while the game runs, the actual result once it is over.

    The winners of a finished game share the probability equally; without a winner all are 0. A solo game can't be lost:
    there the number estimates how good the result will be, between 0 and 1.
    """
    players = s.players
    if s.over == 1 and players > 1:
        standings(s, scratch)
        winners = 0.0
        for seat in range(players):
            winners += scratch[seat] == 1
        for seat in range(players):
            out[seat] = 1.0 / winners if scratch[seat] == 1 else 0.0
        return
    best = -1e30
    for seat in range(players):
        terms(s, w, seat, scratch)
        out[seat] = 0.0
        for i in range(N_TERMS):
            out[seat] += scratch[i]
        best = max(best, out[seat])
    sure = certainty(s, w)
    if players == 1:
        out[0] = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, best * sure))))
        return
    total = 0.0
    for seat in range(players):
        out[seat] = math.exp((out[seat] - best) * sure)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


@generic
def expect(states: Any, w: Any, verb: int, out: Any, scratch: Any) -> None:
    """Evaluate the position ``states[0]``; Python calls this function, compiled for a game.

    If ``verb`` is -1, write the win probabilities to ``out``. Otherwise ``verb`` is a seat: write its evaluation terms.
    """
    if verb < 0:
        win_probabilities(states[0], w, out, scratch)
    else:
        terms(states[0], w, verb, out)


class Judge:
    """Evaluator of a game's positions for use from Python: win probabilities and expected points."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.terms: tuple[str, ...] = getattr(game.evaluator, "TERMS", ())
        self._expect = instantiate(expect, game)

    def win_probabilities(self, state: Batch, w: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """Return each seat's win probability, shape (players); all are equal if the game has no evaluator."""
        out = np.zeros(int(state["players"][0]))
        self._expect(state, weights_of(self.game) if w is None else w, -1, out, self._scratch())
        return out

    def expected(self, state: Batch, seat: int) -> NDArray[np.float64]:
        """Return the points that ``seat`` can expect, as an array with the contribution of each evaluation term."""
        out = np.zeros(len(self.terms))
        self._expect(state, weights_of(self.game), seat, out, self._scratch())
        return out

    def _scratch(self) -> NDArray[np.float64]:
        return np.zeros(max(len(self.terms), self.game.max_players))


@functools.cache
def judge(game: Game) -> Judge:
    """Return the :class:`Judge` of a game; the same object for every call in a process."""
    return Judge(game)


@functools.cache
def weights_of(game: Game) -> NDArray[np.float64]:
    """Return the weights of a game's evaluator as a read-only array, in the form that its compiled functions take."""
    weights = getattr(game.evaluator, "WEIGHTS", None)
    made: NDArray[np.float64] = np.zeros(1) if weights is None else weights.array()
    made.setflags(write=False)
    return made
