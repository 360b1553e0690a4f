"""Samples as a net is shown them, made by the same compiled code that looks at a position in the search."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from souq.bots.learned import Net, encode, mind, shapes
from souq.engine.learn.evaluation import weights_of, win_probabilities
from souq.engine.rules.generic import generic, instantiate
from souq.engine.rules.record import quiet
from souq.training.samples import Samples

if TYPE_CHECKING:
    from souq.engine.game import Game

    priors: Any

NEVER = -1e9
"""The logarithm of how promising a choice is that there is not."""


@generic
def show(states: Any, w: Any, mind: Any, seats: Any, inputs: Any, chances: Any, scratch: Any) -> None:
    """What ``seats[i]`` sees in ``states[i]``: inputs of a net, and everybody's chances by hand, the seat's first."""
    for i in range(len(states)):
        s = states[i]
        seat = seats[i]
        encode(s, w, mind, seat)
        for j in range(inputs.shape[1]):
            inputs[i][j] = mind.inputs[0][j]
        win_probabilities(s, w, scratch[0], scratch[1])
        for p in range(s.players):
            chances[i][p] = scratch[0][(seat + p) % s.players]


@generic
def promise(states: Any, w: Any, seats: Any, ends: Any, choices: Any, scores: Any) -> None:
    """How promising by hand the choices of a batch look, ``ends`` being where each decision's end."""
    begin = 0
    for i in range(len(states)):
        priors(states[i], w, seats[i], choices[begin : ends[i]], ends[i] - begin, scores[begin : ends[i]])
        begin = ends[i]


class Shown(NamedTuple):
    """A batch as a net is shown it: n decisions as who decides sees them, and once more as somebody sees them."""

    inputs: NDArray[np.float32]
    """(2 n, inputs)."""
    chances: NDArray[np.float32]
    """(2 n, players): logarithms of the chances by hand, who looks first."""
    outcome: NDArray[np.float32]
    """(2 n, players): what they should have been."""
    promising: NDArray[np.float32]
    """(n, choices): how promising choices look by hand, in units of the temperature; :data:`NEVER` where there is
    none; in the words of who decides."""
    looked: NDArray[np.float32]
    """(n, choices): which share of its iterations the search gave each."""


class Showing:
    """Shows samples of a game at a table of so many to nets whose terms are scaled so."""

    def __init__(self, game: Game, players: int, scale: NDArray[np.float32], heat: float) -> None:
        self.game, self.players, self.heat = game, players, heat
        self._mind = mind(game, players, shapes(game, players, (1, 1))._replace(scale=scale), quiet(game.State))
        self._show, self._promise = _compiled(game)
        self._scratch = np.zeros((2, max(64, len(scale), game.max_players)))

    def batch(self, samples: Samples, rows: NDArray[np.int64], trust: float) -> Shown:
        """Some decisions as a net is shown them; ``trust`` is how much the search's verdict counts beside who won.

        Who looks once more is one of the others, another one in each decision.
        """
        n, weights = len(rows), weights_of(self.game)
        deciders = samples.seats[rows].astype(np.int64)
        others = (deciders + 1 + rows % (self.players - 1)) % self.players
        seats = np.concatenate([deciders, others])
        states = np.concatenate([samples.records[rows]] * 2).reshape(-1).view(quiet(self.game.State).layout)
        inputs = np.zeros((2 * n, self._mind.inputs.shape[1]), np.float32)
        chances = np.zeros((2 * n, self.players))
        self._show(states, weights, self._mind, seats, inputs, chances, self._scratch)
        target = trust * samples.values[rows] + (1 - trust) * samples.won[rows]
        turned = (seats[:, None] + np.arange(self.players)) % self.players
        outcome = np.take_along_axis(np.concatenate([target] * 2), turned, 1)
        begins = np.concatenate([[0], samples.ends[:-1]])[rows]
        sizes = samples.ends[rows] - begins
        flat = np.repeat(begins - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        choices, visits = samples.choices[flat], samples.visits[flat]
        scores = np.zeros(len(flat))
        self._promise(states[:n], weights, deciders, np.cumsum(sizes), choices, scores)
        row = np.repeat(np.arange(n), sizes)
        names = self._mind.names[deciders[row], choices]
        promising = np.full((n, self.game.n_choices), NEVER, np.float32)
        promising[row, names] = scores / self.heat
        looked = np.zeros((n, self.game.n_choices), np.float32)
        looked[row, names] = visits / np.bincount(row, visits, n)[row]
        logs = np.log(np.maximum(chances, 1e-6)).astype(np.float32)
        return Shown(inputs, logs, outcome.astype(np.float32), promising, looked)


def scales(game: Game, players: int, samples: Samples, most: int = 2_000) -> NDArray[np.float32]:
    """What terms are multiplied by so that they are about as large as the other inputs: one over how much they vary."""
    n = len(getattr(game.evaluator, "TERMS", ()))
    if n == 0:
        return np.zeros(0, np.float32)
    rows = np.linspace(0, len(samples) - 1, min(most, len(samples))).astype(np.int64)
    shown = Showing(game, players, np.ones(n, np.float32), 1.0).batch(samples, rows, 0)
    spread = shown.inputs[:, -n * players :].reshape(-1, n).std(0)
    made: NDArray[np.float32] = (1 / np.maximum(spread, 1e-3)).astype(np.float32)
    return made


@functools.cache
def _compiled(game: Game) -> tuple[Any, Any]:
    return instantiate(show, game), instantiate(promise, game)


def answers(net: Net, shown: Shown) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What a net says of a batch, by NumPy: chances (2 n, players), and how promising choices are (n, choices)."""
    wide = np.maximum(shown.inputs @ net.first + net.first_bias, 0)
    deep = np.maximum(wide @ net.second + net.second_bias, 0)
    value = _softmax(shown.chances + deep @ net.value + net.value_bias)
    n = len(shown.promising)
    return value, _softmax(shown.promising + deep[:n] @ net.policy.T + net.policy_bias)


def surprise(net: Net, shown: Shown) -> tuple[float, float]:
    """How surprising to a net the outcomes are, and what was looked into: nats a decision."""
    value, policy = answers(net, shown)
    return (
        float(-(shown.outcome * np.log(np.maximum(value, 1e-12))).sum(1).mean()),
        float(-(shown.looked * np.log(np.maximum(policy, 1e-12))).sum(1).mean()),
    )


def _softmax(logits: NDArray[Any]) -> NDArray[np.float64]:
    made = np.exp(logits.astype(np.float64) - logits.max(1, keepdims=True))
    result: NDArray[np.float64] = made / made.sum(1, keepdims=True)
    return result
