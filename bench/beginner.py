"""A simulated beginner, to measure whether somebody who has just done a game's lesson can beat Apprentices.

    souq arena kairo --bots apprentice,bench.beginner:Beginner --games 200
    souq arena kairo --players 4 --bots apprentice,bench.beginner:Beginner --one-against-many --games 200

Run it in the root of a checkout. The share of games that the beginner should win is in docs/explanation/bots.md.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from souq.bots.base import Legal, mixed, one_of
from souq.engine.learn.playout import WORD, random_legal
from souq.engine.learn.playout import mixed as scrambled
from souq.engine.rules.generic import generic, instantiate

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.rules.record import Batch

    apply: Any
    deciders: Any
    determinize: Any
    points: Any

SLIPS = 5
"""One choice in so many is made at random."""
GUESSES = 4
"""Number of guesses at hidden things and chance over which a choice's gain is averaged."""
TRIES = 24
"""Number of random continuations of the turn that are tried after each choice; the best one counts."""
STEPS = 16
"""Maximum number of decisions of the beginner's own turn that are tried after a choice."""


@generic
def gains(states: Any, seat: int, choices: Any, n: int, seed: int, inner: Any, found: Any, out: Any) -> None:
    """Write to ``out`` the points that a seat can gain by the end of its turn if it makes each of ``n`` choices.

    ``states[0]`` is what the seat knows; ``states[1]`` and ``states[2]`` are scratch records.
    """
    luck = seed & WORD
    for guess in range(GUESSES):
        states[1] = states[0]
        s = states[1]
        s.key[0] = scrambled(seed + guess & WORD)
        s.key[1] = scrambled((seed + guess >> 32) + s.key[0] & WORD)
        s.draws = 0
        determinize(s, seat)
        for i in range(n):
            most = -1e18
            for _ in range(TRIES):
                states[2] = states[1]
                s = states[2]
                pick = choices[i]
                for _step in range(STEPS):
                    s.n_events = -1
                    apply(s, seat, pick)
                    if s.over != 0 or deciders(s) != 1 << seat:
                        break
                    luck = luck + 0x9E3779B9 & WORD
                    pick = random_legal(s, seat, scrambled(luck), inner)
                points(s, found)
                most = max(most, float(found[seat]))
            out[i] += most / GUESSES


@functools.cache
def _gains(game: Game) -> Any:
    return instantiate(gains, game)


class Beginner:
    """Bot that takes the choice with which it can gain most points in this turn, and errs one time in five.

    It uses nothing but the rules: no evaluator, and no thought for later turns or for the others.
    """

    name, title, tagline = "beginner", "Beginner", "Has just done the lesson: takes what scores now."

    def choose(self, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """Return the choice that can gain most now, one of several at random; sometimes just any choice."""
        if len(legal) == 1 or one_of(range(SLIPS), mixed(seed + 1)) == 0:
            return one_of(legal, seed)
        states, out = game.State.batch(3), np.zeros(len(legal))
        states[0] = view[0]
        inner, found = np.zeros(game.n_choices, np.int16), np.zeros(int(view["players"][0]), np.int64)
        options = np.asarray(legal, np.int16)
        _gains(game)(states, seat, options, len(legal), mixed(seed) >> 1, inner, found, out)
        return int(options[one_of(np.flatnonzero(out == out.max()), seed)])
