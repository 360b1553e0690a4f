"""Conversion of samples (saved decisions) to inputs and targets of a net, by the same compiled code as in play."""

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
"""Number in place of the logarithm of a prior, for choices that aren't legal."""


@generic
def show(states: Any, w: Any, mind: Any, seats: Any, inputs: Any, chances: Any, scratch: Any) -> None:
    """Write the net's inputs and the handwritten evaluator's win probabilities for a batch of positions.

    Both are from the point of view of ``seats[i]``: this seat comes first.
    """
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
    """Compute the handwritten evaluator's priors, which say how promising each choice is, for a batch.

    The choices of all decisions are in one array; ``ends[i]`` is where those of decision i end.
    """
    begin = 0
    for i in range(len(states)):
        priors(states[i], w, seats[i], choices[begin : ends[i]], ends[i] - begin, scores[begin : ends[i]])
        begin = ends[i]


class EncodedBatch(NamedTuple):
    """Inputs and targets of a net for n decisions, first as the deciding seats see them, then as other seats do."""

    inputs: NDArray[np.float32]
    """(2 n, inputs): the net's inputs."""
    chances: NDArray[np.float32]
    """(2 n, players): logarithms of the handwritten evaluator's win probabilities, beginning with the observing seat.
    """
    outcome: NDArray[np.float32]
    """(2 n, players): win probabilities that the net should predict, beginning with the observing seat."""
    promising: NDArray[np.float32]
    """(n, choices): the handwritten evaluator's priors, divided by the temperature; :data:`NEVER` for illegal choices.
    Choices are numbered relative to the deciding seat.
    """
    looked: NDArray[np.float32]
    """(n, choices): policy that the net should predict, the share of the search's visits to each choice."""


class Encoder:
    """Converter of samples to inputs and targets of a net, for a game with a given number of players.

    ``scale`` normalizes the terms of the handwritten evaluator among the inputs, and ``heat`` is the temperature.
    """

    def __init__(self, game: Game, players: int, scale: NDArray[np.float32], heat: float) -> None:
        self.game, self.players, self.heat = game, players, heat
        self._mind = mind(game, players, shapes(game, players, (1, 1))._replace(scale=scale), quiet(game.State))
        self._show, self._promise = _compiled(game)
        self._scratch = np.zeros((2, max(64, len(scale), game.max_players)))

    def batch(self, samples: Samples, rows: NDArray[np.int64], trust: float) -> EncodedBatch:
        """Return the inputs and targets of the decisions with the numbers ``rows``.

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
    """Return a factor for each of the evaluator's terms that gives it a standard deviation of 1 among the inputs."""
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
    """Compute what a net predicts, with NumPy: win probabilities (2 n, players) and policy (n, choices)."""
    wide = np.maximum(encoded.inputs @ net.first + net.first_bias, 0)
    deep = np.maximum(wide @ net.second + net.second_bias, 0)
    value = _softmax(encoded.chances + deep @ net.value + net.value_bias)
    n = len(encoded.promising)
    return value, _softmax(encoded.promising + deep[:n] @ net.policy.T + net.policy_bias)


def surprise(net: Net, encoded: EncodedBatch) -> tuple[float, float]:
    """Return how far a net's predictions are from the targets: two cross-entropies, of win probabilities and policy."""
    value, policy = answers(net, encoded)
    return (
        float(-(encoded.outcome * np.log(np.maximum(value, 1e-12))).sum(1).mean()),
        float(-(encoded.looked * np.log(np.maximum(policy, 1e-12))).sum(1).mean()),
    )


def _softmax(logits: NDArray[Any]) -> NDArray[np.float64]:
    made = np.exp(logits.astype(np.float64) - logits.max(1, keepdims=True))
    result: NDArray[np.float64] = made / made.sum(1, keepdims=True)
    return result
