"""Encoding of samples as inputs and targets of a net, by the same compiled code that the search uses."""

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
"""Log-prior of a choice that isn't legal."""


@generic
def show(states: Any, w: Any, mind: Any, seats: Any, inputs: Any, chances: Any, scratch: Any) -> None:
    """Write the net's inputs and the handwritten chances for ``states[i]``, both as ``seats[i]`` sees them."""
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
    """Compute the handwritten priors of the choices of a batch; ``ends[i]`` is the end of decision i's slice."""
    begin = 0
    for i in range(len(states)):
        priors(states[i], w, seats[i], choices[begin : ends[i]], ends[i] - begin, scores[begin : ends[i]])
        begin = ends[i]


class EncodedBatch(NamedTuple):
    """A batch for a net: n decisions as the deciding seat sees them, then again as another seat sees them."""

    inputs: NDArray[np.float32]
    """(2 n, inputs): the net's inputs."""
    chances: NDArray[np.float32]
    """(2 n, players): logarithms of the handwritten evaluator's chances, the observing seat's first."""
    outcome: NDArray[np.float32]
    """(2 n, players): target win probabilities, the observing seat's first."""
    promising: NDArray[np.float32]
    """(n, choices): handwritten priors divided by the temperature, :data:`NEVER` where a choice isn't legal; choices
    are numbered relative to the deciding seat.
    """
    looked: NDArray[np.float32]
    """(n, choices): target policy, the share of visits that the search gave each choice."""


class Encoder:
    """Encoder of samples of a game with so many players; ``scale`` normalizes the evaluator's terms."""

    def __init__(self, game: Game, players: int, scale: NDArray[np.float32], heat: float) -> None:
        self.game, self.players, self.heat = game, players, heat
        self._mind = mind(game, players, shapes(game, players, (1, 1))._replace(scale=scale), quiet(game.State))
        self._show, self._promise = _compiled(game)
        self._scratch = np.zeros((2, max(64, len(scale), game.max_players)))

    def batch(self, samples: Samples, rows: NDArray[np.int64], trust: float) -> EncodedBatch:
        """Encode the decisions of ``rows``.

        The target value is ``trust`` times the search's value plus ``1 - trust`` times who won. The second observer of
        each decision is one of the other seats, chosen by the decision's row number.
        """
        n, weights = len(rows), weights_of(self.game)
        deciders = samples.seats[rows].astype(np.int64)
        other_seats = (deciders + 1 + rows % (self.players - 1)) % self.players
        seats = np.concatenate([deciders, other_seats])
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
        return EncodedBatch(inputs, logs, outcome.astype(np.float32), promising, looked)


def scales(game: Game, players: int, samples: Samples, most: int = 2_000) -> NDArray[np.float32]:
    """Return factors that normalize the evaluator's terms to the size of the other inputs: 1 / standard deviation."""
    n = len(getattr(game.evaluator, "TERMS", ()))
    if n == 0:
        return np.zeros(0, np.float32)
    rows = np.linspace(0, len(samples) - 1, min(most, len(samples))).astype(np.int64)
    encoded = Encoder(game, players, np.ones(n, np.float32), 1.0).batch(samples, rows, 0)
    spread = encoded.inputs[:, -n * players :].reshape(-1, n).std(0)
    made: NDArray[np.float32] = (1 / np.maximum(spread, 1e-3)).astype(np.float32)
    return made


@functools.cache
def _compiled(game: Game) -> tuple[Any, Any]:
    return instantiate(show, game), instantiate(promise, game)


def answers(net: Net, encoded: EncodedBatch) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Evaluate a net with NumPy: chances (2 n, players) and policy (n, choices)."""
    wide = np.maximum(encoded.inputs @ net.first + net.first_bias, 0)
    deep = np.maximum(wide @ net.second + net.second_bias, 0)
    value = _softmax(encoded.chances + deep @ net.value + net.value_bias)
    n = len(encoded.promising)
    return value, _softmax(encoded.promising + deep[:n] @ net.policy.T + net.policy_bias)


def surprise(net: Net, encoded: EncodedBatch) -> tuple[float, float]:
    """Return the cross-entropies of a net's win probabilities and policy with their targets, in nats a decision."""
    value, policy = answers(net, encoded)
    return (
        float(-(encoded.outcome * np.log(np.maximum(value, 1e-12))).sum(1).mean()),
        float(-(encoded.looked * np.log(np.maximum(policy, 1e-12))).sum(1).mean()),
    )


def _softmax(logits: NDArray[Any]) -> NDArray[np.float64]:
    made = np.exp(logits.astype(np.float64) - logits.max(1, keepdims=True))
    result: NDArray[np.float64] = made / made.sum(1, keepdims=True)
    return result
