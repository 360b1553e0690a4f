"""A game's bindings and search on its WebAssembly module, to be compared with the compiled rules."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from souq.bots import search
from souq.engine.game import Game
from souq.engine.learn.playout import compiled, first_of
from souq.engine.rules.record import Batch
from souq.testing.wasm import Instance
from souq.wasm import module


@functools.cache
def instance(game: Game) -> Instance:
    return Instance(module(game))


def through(game: Game) -> Any:
    """Return a function like that of the game's bindings, which calls the module by three integers."""
    made = instance(game)
    made.function("reset")()
    call, at = made.function("call"), made.place(game.State.new())
    choices, numbers = made.global_at("choices"), made.global_at("numbers")

    def called(state: Batch, verb: int, seat: int, choice: int, out: Any, given: Any) -> int:
        made.write(at, state)
        made.write(numbers, given)
        result = call(verb, at, seat << 16 | choice)
        state.view(np.uint8)[:] = made.read(at, state).view(np.uint8)
        out[:] = made.read(choices, out)
        given[:] = made.read(numbers, given)
        return result

    return called


def settings(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield every number of players with every value of the options that change the rules."""
    ruled = [option for option in game.options if option.rules]
    for players in range(game.min_players, game.max_players + 1):
        known = list[dict[str, Any]]()
        values = (option.values or ("", "2026-11-21") for option in ruled)
        for chosen in itertools.product(*values):
            given = {o.name: o.wrapped(v, players) for o, v in zip(ruled, chosen, strict=True)}
            settled = game.settled(players, given)
            if settled not in known:
                known.append(settled)
                yield players, settled


def random_games(game: Game, n: int, players: int, options: dict[str, Any], seed: int) -> list[Any]:
    """Return the arguments of ``playouts``, for games that begin in an empty record."""
    numbers = np.array([*game.option_numbers(options), 0], np.int64)
    results = np.zeros(n, np.int64), np.zeros((n, players), np.int64), np.zeros((n, players), np.int64)
    return [game.State.new(), n, players, numbers, first_of(seed), np.zeros(max(1, game.n_choices), np.int16), *results]


def same_games(game: Game, n: int, players: int, options: dict[str, Any], seed: int) -> None:
    """Check that random games are equal: each in length, points and ranks, and the last in all bytes of its record."""
    here, there = (random_games(game, n, players, options, seed) for _ in range(2))
    assert compiled(game)(*here) == instance(game).call("playouts", *there)
    for a, b in zip(here, there, strict=True):
        assert np.array_equal(a, b) if isinstance(a, np.ndarray) else a == b
    assert here[0].tobytes() == there[0].tobytes()


def searching(game: Game, hooks: Any) -> Any:
    """Return a function like :func:`souq.bots.search.iterate`, compiled for a game, which the game's module runs."""
    name = "search_with_net" if hooks else "search"
    return lambda *given: instance(game).call(name, *given)


def positions(game: Game, players: int, n: int, seed: int) -> Iterator[tuple[Batch, int, list[int]]]:
    """Yield positions with several legal choices, as their deciding seat sees them, from random games."""
    rules, pick = game.bindings, np.random.default_rng(seed)
    found = 0
    while found < n:
        state = rules.setup(players, game.option_numbers(game.check_options(None, players)), (seed, found))
        for ply in itertools.count():
            mask = rules.deciders(state)
            if not mask:
                break
            seat = (mask & -mask).bit_length() - 1
            legal = rules.legal(state, seat).copy()
            if len(legal) > 1 and pick.random() < 0.1:
                yield rules.hidden(state, seat), seat, legal.tolist()
                found += 1
                if found == n:
                    return
            rules.apply(state, seat, int(pick.choice(legal)), (ply, seed))


def thought(*args: Any, on: Any = None, **words: Any) -> search.Thought:
    """Search on the compiled rules, or with ``on`` in place of :func:`souq.bots.search._iterates`."""
    usual = search._iterates
    search._iterates = on or usual
    try:
        return search.think(*args, **words)
    finally:
        search._iterates = usual
