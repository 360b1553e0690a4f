"""A game of souq's bot against OpenSpiel's."""

from __future__ import annotations

import itertools
import time
from dataclasses import asdict
from typing import Any

from bench.openspiel.peers import Peer, Player
from bench.openspiel.results import OURS, Terms
from souq.arena.entrants import entrant
from souq.bots.base import Legal, mixed
from souq.bots.search import ENDLESS, SearchBot, quiet, think
from souq.engine import registry
from souq.engine.compiler.numba_compiler import home_of, stamp
from souq.engine.game import Game
from souq.engine.learn.playout import next_decider
from souq.engine.rules.record import Batch

CASTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "kairo": ((OURS, "mcts"), (OURS, "ismcts")),
    "desert_bazaar": ((OURS, "mcts", "ismcts"),),
}
"""The line-ups of each game, which take turns."""
LATE = 1.05
"""Tolerance on the time of a decision: a simulation that has started is finished."""


class Ours:
    """Souq's side: a bot as in a match at a table, except that a search stops when the opponents' time would be up."""

    def __init__(self, terms: Terms, game: Game) -> None:
        self.game = game
        self.bot = SearchBot("time", "", "", ENDLESS) if terms.ours == "time" else entrant(terms.ours)
        if isinstance(self.bot, SearchBot):
            self.bot = Timed(self.bot, terms.seconds)
        self.simulations = 0

    def choose(self, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """Return the bot's choice."""
        choice = self.bot.choose(self.game, view, seat, legal, seed)
        self.simulations = self.bot.made if isinstance(self.bot, Timed) else 0
        return choice


class Timed(SearchBot):
    """A search limited by both time and iterations, in games without a solver."""

    def __init__(self, bot: SearchBot, seconds: float) -> None:
        arguments = bot.name, bot.title, bot.tagline, bot.iterations
        super().__init__(*arguments, threads=bot.threads, adviser=bot.adviser, manner=bot.manner)
        self.seconds, self.made = seconds, 0

    def choose(self, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """Return the choice with the most visits when the search stops."""
        known = self._trees.pop((game.name, seat, quiet(view)), None)
        how: dict[str, Any] = {"iterations": self.iterations, "threads": self.threads, "known": known}
        how |= {"adviser": self.adviser, "manner": self.manner}
        thought = think(game, view, seat, legal, seed, seconds=self.seconds, **how)
        self._remember(game, view, seat, thought, seed)
        self.made = thought.iterations
        return thought.choice


def seating(game: str, number: int) -> tuple[str, ...]:
    """Return the bot in every seat of a game; over all line-ups and orders, each bot has every seat equally often.

    >>> [seating("kairo", number) for number in range(4)]
    [('ours', 'mcts'), ('ours', 'ismcts'), ('mcts', 'ours'), ('ismcts', 'ours')]
    """
    casts = CASTS[game]
    orders = list(itertools.permutations(range(len(casts[0]))))
    cast, order = casts[number % len(casts)], orders[number // len(casts) % len(orders)]
    return tuple(cast[place] for place in order)


def players(terms: Terms) -> dict[str, Player]:
    """Return all bots, after everything is compiled and loaded so that no clock measures that."""
    game = registry.find(terms.game)
    seats = len(CASTS[terms.game][0])
    made: dict[str, Player] = {OURS: Ours(terms, game)}
    for name in dict.fromkeys(name for cast in CASTS[terms.game] for name in cast if name != OURS):
        made[name] = Peer(name, game, seats, terms.seconds, terms.uct_c[name], terms.outcomes)
    state = opening(game, seats, 0)
    seat, legal = _asked(game, state, seats - 1)
    for player in made.values():
        player.choose(game.bindings.hidden(state, seat), seat, legal, 0)
    return made


def opening(game: Game, seats: int, seed: int) -> Batch:
    """Set up a game, without recording events."""
    options = game.option_numbers(game.check_options(None))
    state = game.bindings.setup(seats, options, (seed >> 32, seed & 0xFFFFFFFF))
    state["n_events"] = -1
    return state


def _asked(game: Game, state: Batch, last: int) -> tuple[int, list[int]]:
    """Return the deciding seat and its legal choices; (-1, []) when the game is over."""
    mask = game.bindings.deciders(state)
    if not mask:
        return -1, []
    seat = next_decider(mask, last)
    return seat, game.bindings.legal(state, seat).tolist()


def play(terms: Terms, number: int, ready: dict[str, Player]) -> dict[str, Any]:
    """Play game ``number`` and return its line for the file.

    ``spent`` and ``slowest`` are CPU-seconds of the process, ``late`` counts decisions that took longer than allowed;
    forced decisions don't count. ``simulations`` of ours are those that a decision rests on, including those kept from
    the previous tree. ``sources`` is a hash of everything that decides how ours plays: engine, bots, game and compiler.
    """
    game, seats = registry.find(terms.game), seating(terms.game, number)
    seed = mixed(number)
    state = opening(game, len(seats), seed)
    moves, spent, slowest, late, simulations = (dict.fromkeys(seats, 0.0) for _ in range(5))
    length, seat = 0, len(seats) - 1
    while True:
        seat, legal = _asked(game, state, seat)
        if seat < 0:
            break
        choice = legal[0]
        if len(legal) > 1:
            name, player = seats[seat], ready[seats[seat]]
            view = game.bindings.hidden(state, seat)
            began = time.process_time()
            choice = player.choose(view, seat, legal, mixed(seed + length))
            took = time.process_time() - began
            if choice not in legal:
                raise ValueError(f"{name} chose {game.choices.name(choice)!r}, which is not legal")
            moves[name] += 1
            spent[name] += took
            slowest[name] = max(slowest[name], took)
            late[name] += took > LATE * terms.seconds
            simulations[name] += player.simulations
        game.bindings.step(state, seat, choice)
        length += 1
    return {
        "terms": asdict(terms),
        "sources": stamp(home_of(game.package)),
        "number": number,
        "seats": list(seats),
        "ranks": game.bindings.ranks(state),
        "points": game.bindings.points(state),
        "length": length,
        "moves": {name: int(n) for name, n in moves.items()},
        "spent": {name: round(s, 3) for name, s in spent.items()},
        "slowest": {name: round(s, 3) for name, s in slowest.items()},
        "late": {name: int(n) for name, n in late.items()},
        "simulations": {name: int(n) for name, n in simulations.items()},
    }
