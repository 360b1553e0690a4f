"""Random games played in compiled code: for statistics, tests and benchmarks of the rules."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from souq.engine.arrays import NDArray, np
from souq.engine.compiler.compiled import hot
from souq.engine.rules import seeds
from souq.engine.rules.bits import lowest
from souq.engine.rules.generic import generic, generic_hot, instantiate
from souq.engine.rules.winning import standings

if TYPE_CHECKING:
    from souq.engine.game import Game

    setup: Any
    deciders: Any
    legal: Any
    apply: Any
    points: Any

WORD = 0xFFFFFFFF


@hot
def mixed(x: int) -> int:
    """Return 32 pseudo-random bits computed from a counter, for random choices that can be repeated.

    All products stay below 2**63, because the overflow of a signed integer is undefined in compiled code.
    """
    x = -(x * 0x61C8864F) & WORD  # as times 0x9E3779B1, which 32 bits would carry beyond
    x = (x ^ x >> 16) * 0x21F0AAAD & WORD
    x = (x ^ x >> 15) * 0x735A2D97 & WORD
    return x ^ x >> 15


@hot
def next_decider(mask: int, seat: int) -> int:
    """Return the seat in the bit mask ``mask`` that follows ``seat`` round the table.

    Seats that may choose in any order (a race) thereby take turns in simulated games.
    """
    later = (mask >> (seat + 1)) << (seat + 1)
    return int(lowest(later)) if later != 0 else int(lowest(mask))


@generic_hot
def random_legal(s: Any, seat: int, luck: int, choices: Any) -> int:
    """Return one of the seat's legal choices at random; ``luck`` are the 32 random bits that select it.

    Games that store their legal choices as a set define a faster version.
    """
    k = legal(s, seat, choices)
    return int(choices[luck * k >> 32])


@generic
def playouts(
    states: Any, n: int, players: int, options: Any, seed: int, choices: Any, lengths: Any, scores: Any, ranks: Any
) -> int:
    """Play ``n`` random games in the record ``states[0]``, and return the number of decisions made in all of them.

    The length, points and ranks of each game are written to the arrays of these names. The random choices are derived
    from a counter of their own, not from the record's chance, which only the rules use. Each game is determined by the
    sum of ``seed`` (see :func:`first_of`) and the game's index.
    """
    s = states[0]
    total = 0
    for game in range(n):
        s.players = players
        s.key[0] = (seed + game) & WORD
        s.key[1] = ((seed + game >> 32) + 0x9E3779B9) & WORD
        s.draws = 0
        s.n_events = -1
        s.over = 0
        setup(s, options)
        luck = mixed((seed + game ^ seed + game >> 32) & WORD)
        made = 0
        seat = players - 1
        while s.over == 0:
            seat = next_decider(deciders(s), seat)
            made += 1
            apply(s, seat, random_legal(s, seat, mixed(luck + made * 0x9E3779B9 & WORD), choices))
        lengths[game] = made
        points(s, scores[game])
        standings(s, ranks[game])
        total += made
    return total


@dataclass(frozen=True)
class Playouts:
    """Results of random games: ``lengths`` in decisions (n), ``points`` and ``ranks`` (n, players).

    In a game without a winner no seat has rank 1.
    """

    lengths: NDArray[np.int64]
    points: NDArray[np.int64]
    ranks: NDArray[np.int64]

    @property
    def decisions(self) -> int:
        """Total number of decisions in all games."""
        return int(self.lengths.sum())


def first_of(seed: int) -> int:
    """Return the number of a seed's first game, from which its other games are numbered consecutively.

    The numbers of different seeds are far apart, so that their games differ.

    Raises:
        BadSeed: ``seed`` is not a 64-bit unsigned integer.
    """
    return seeds.mixed(seeds.checked(seed)) >> 2  # room for as many games in 63 bits


@functools.cache
def compiled(game: Game) -> Callable[..., int]:
    """Return :func:`playouts` compiled for a game, which is done only once per process."""
    made: Callable[..., int] = instantiate(playouts, game)
    return made


def playout(
    game: Game,
    n: int,
    players: int | None = None,
    seed: int = 0,
    options: dict[str, Any] | None = None,
    threads: int = 1,
    *,
    first: int = 0,
) -> Playouts:
    """Play ``n`` random games.

    Args:
        game: the game.
        n: number of games.
        players: number of seats; by default the smallest number with opponents (see :attr:`Game.company`).
        seed: determines the games, whatever the number of threads; different seeds give different games.
        options: values of the game's options.
        threads: number of games played in parallel; 0 means one per core.
        first: index of the first game within the seed's sequence of games.

    Raises:
        BadPlayers, BadOption, BadSeed: an argument is invalid; the message says what would be valid.
    """
    seats = game.check_players(game.company if players is None else players)
    numbers = np.array([*game.option_numbers(game.check_options(options, seats)), 0], np.int64)
    lengths, scores, standings = np.zeros(n, np.int64), np.zeros((n, seats), np.int64), np.zeros((n, seats), np.int64)
    begins = first_of(seed) + first
    play = compiled(game)

    def part(first: int, last: int) -> None:
        choices = np.zeros(game.n_choices, np.int16)
        play(
            game.State.new(),
            last - first,
            seats,
            numbers,
            begins + first,
            choices,
            lengths[first:last],
            scores[first:last],
            standings[first:last],
        )

    share = 256
    parts = [(first, min(first + share, n)) for first in range(0, n, share)]
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        list(pool.map(lambda span: part(*span), parts))
    return Playouts(lengths, scores, standings)
