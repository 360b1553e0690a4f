"""Simulations: many games between bots with rotated seats, and their statistics.

Game ``g`` seats entrant ``e`` at ``(e + g) % players``, so that a multiple of ``players`` games favours nobody's seat.
The same seed gives the same games, however many processes play them.
"""

from __future__ import annotations

import functools
import importlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from souq.arena.entrants import admitted, called, entrant
from souq.arena.playing import play_game
from souq.arena.spreading import spread
from souq.arena.wilson import interval
from souq.bots.base import mixed
from souq.engine.errors import BadPlayers
from souq.engine.learn.playout import playout
from souq.engine.rules import seeds

if TYPE_CHECKING:
    from souq.engine.game import Game

CHUNK = 16
"""Number of games a process plays before it reports, if no bot searches; with slower bots it reports every game."""

QUICK = {"random", "apprentice", "trader"}
"""Bots that choose without searching."""

RANDOM_CHUNK = 4096
"""Number of games per call of the compiled random games; a multiple of what one thread plays at a time."""

Progress = Callable[[int], None]
"""Progress callback: called with the number of games played since the last call."""


@dataclass(frozen=True)
class Games:
    """Results of games: their ``numbers``, ``lengths`` in decisions, and ``points`` and ``ranks`` by seat."""

    numbers: NDArray[np.int64]
    lengths: NDArray[np.int64]
    points: NDArray[np.int64]
    ranks: NDArray[np.int64]

    @staticmethod
    def joined(parts: Sequence[Games], players: int) -> Games:
        """Concatenate all parts, ordered by the games' numbers."""
        none = np.zeros((0, players), np.int64)
        numbers = np.concatenate([none[:, 0], *(p.numbers for p in parts)])
        order = np.argsort(numbers)
        return Games(
            numbers[order],
            np.concatenate([none[:, 0], *(p.lengths for p in parts)])[order],
            np.concatenate([none, *(p.points for p in parts)])[order],
            np.concatenate([none, *(p.ranks for p in parts)])[order],
        )


@dataclass(frozen=True)
class Standing:
    """Results of one bot in all seats, or of one seat with all bots. A win shared by k players counts 1/k."""

    name: str
    games: int
    wins: float
    win_rate: float
    low: float
    high: float
    mean_points: float
    sd_points: float
    mean_rank: float


@dataclass(frozen=True)
class Simulation:
    """Statistics of a simulation."""

    game: str
    players: int
    seed: int
    bots: tuple[str, ...]
    wanted: int
    games: int
    seconds: float
    interrupted: bool
    by_bot: tuple[Standing, ...]
    by_seat: tuple[Standing, ...]
    lengths: dict[str, float]

    @property
    def decisions(self) -> int:
        """Total number of decisions in all games."""
        return round(self.lengths["mean"] * self.games)


def simulate(
    game: Game,
    players: int,
    games: int,
    bots: Sequence[str] = ("random",),
    seed: int = 0,
    options: dict[str, Any] | None = None,
    processes: int = 0,
    progress: Progress | None = None,
) -> Simulation:
    """Play games between bots and return their statistics.

    Args:
        game: the game.
        players: number of seats.
        games: number of games.
        bots: levels for the seats; if there are fewer than seats they are repeated in turn.
        seed: the same seed gives the same games.
        options: values of the game's options.
        processes: games played at a time; 0 means one per core.
        progress: called with the number of games played since the last call.

    Returns:
        The statistics. If Ctrl-C interrupted the run, ``interrupted`` is set and only finished games count.

    Raises:
        BadPlayers, BadOption, BadSeed, UnknownLevel: an argument is invalid; the message says what would be right.
    """
    seed = seeds.checked(seed)
    seats = game.check_players(players)
    rules = game.check_options(options, seats)
    entered = tuple(admitted(bot, game, seats) for bot in entrants(bots, seats))
    parts: list[Games] = []
    began, interrupted = time.perf_counter(), False
    try:
        for part in _parts(game, seats, games, entered, seed, dict(rules), processes or os.cpu_count() or 1):
            parts.append(part)
            if progress:
                progress(len(part.numbers))
    except KeyboardInterrupt:
        interrupted = True
    played = Games.joined(parts, seats)
    seconds = time.perf_counter() - began
    return _summary(game, seats, games, entered, seed, seconds, interrupted, played)


def entrants(bots: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return a bot for every seat, repeating ``bots`` in turn.

    >>> entrants(["greedy", "random"], 3)
    ('trader', 'random', 'trader')

    Raises:
        BadPlayers: more bots than seats.
        UnknownLevel: no bot of that name.
    """
    if len(bots) > seats:
        raise BadPlayers(f"There are {len(bots)} bots for {seats} seats.")
    return tuple(called(bots[seat % len(bots)]) for seat in range(seats))


def _parts(
    game: Game, players: int, games: int, entrants: tuple[str, ...], seed: int, options: dict[str, Any], processes: int
) -> Iterator[Games]:
    """Yield the results of all games, a group of games at a time, as groups are finished."""
    if set(entrants) == {"random"}:
        for first in range(0, games, RANDOM_CHUNK):
            n = min(RANDOM_CHUNK, games - first)
            made = playout(game, n, players, seed, options, threads=processes, first=first)
            yield Games(np.arange(first, first + n), made.lengths, made.points, made.ranks)
        return
    step = CHUNK if set(entrants) <= QUICK else 1
    spans = [(first, min(first + step, games)) for first in range(0, games, step)]
    part = functools.partial(_play_span, game.package, players, entrants, seed, options)
    with closing(spread(part, spans, processes)) as parts:
        yield from parts


def _play_span(
    package: str, players: int, entrants: tuple[str, ...], seed: int, options: dict[str, Any], span: tuple[int, int]
) -> Games:
    return play(importlib.import_module(package).GAME, players, range(*span), entrants, seed, options)


def play(
    game: Game,
    players: int,
    numbers: range,
    entrants: Sequence[str],
    seed: int = 0,
    options: dict[str, Any] | None = None,
) -> Games:
    """Play the games with these numbers, one after another; ``entrants`` names the bot of each seat in game 0.

    Raises:
        IllegalChoice: a bot made an illegal choice.
    """
    bots = [entrant(name) for name in entrants]
    rules = game.option_numbers(game.check_options(options))
    lengths = np.zeros(len(numbers), np.int64)
    points, ranks = np.zeros((2, len(numbers), players), np.int64)
    for row, number in enumerate(numbers):
        seated = [bots[(seat - number) % players] for seat in range(players)]
        played = play_game(game, seated, rules, mixed(mixed(seed) + number))
        lengths[row], points[row], ranks[row] = played.length, played.points, played.ranks
    return Games(np.array(numbers, np.int64), lengths, points, ranks)


def _summary(
    game: Game,
    players: int,
    wanted: int,
    entrants: tuple[str, ...],
    seed: int,
    seconds: float,
    interrupted: bool,
    played: Games,
) -> Simulation:
    won = (played.ranks == 1) / np.maximum(1, (played.ranks == 1).sum(axis=1, keepdims=True))
    sitting = np.array(entrants)[(np.arange(players)[None, :] - played.numbers[:, None]) % players]
    by_bot = tuple(_standing(name, played, won, sitting == name) for name in dict.fromkeys(entrants))
    chairs = np.broadcast_to(np.arange(players)[None, :], won.shape)
    by_seat = tuple(_standing(f"seat {seat + 1}", played, won, chairs == seat) for seat in range(players))
    n = len(played.numbers)
    quantiles = np.quantile(played.lengths, [0, 0.25, 0.5, 0.75, 1]) if n else np.zeros(5)
    lengths = dict(zip(("min", "q1", "median", "q3", "max"), map(float, quantiles), strict=True))
    lengths["mean"] = float(played.lengths.mean()) if n else 0.0
    return Simulation(game.name, players, seed, entrants, wanted, n, seconds, interrupted, by_bot, by_seat, lengths)


def _standing(name: str, played: Games, won: NDArray[np.float64], mine: NDArray[np.bool_]) -> Standing:
    """Summarize the results at the seats for which ``mine``, (games, seats), is true."""
    n, wins = int(mine.sum()), float(won[mine].sum())
    points, ranks = played.points[mine], played.ranks[mine]
    low, high = interval(min(wins, n), n)
    if not n:
        return Standing(name, 0, 0.0, 0.0, low, high, 0.0, 0.0, 0.0)
    return Standing(name, n, wins, wins / n, low, high, float(points.mean()), float(points.std()), float(ranks.mean()))
