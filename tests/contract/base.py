"""Matches to be looked at: of any game, played at random with numbers from Hypothesis."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from souq.bots.acting import act
from souq.bots.base import Legal
from souq.engine.decision import NOBODY, seats
from souq.engine.game import Game
from souq.engine.match import Match
from souq.engine.record import Batch

LONGEST = 5_000
"""Decisions after which a random game counts as endless."""


CHECKS: list[Any] = []


def contract(check: Any) -> Any:
    """Add a check to what every game must hold."""
    CHECKS.append(check)
    return check


def options(game: Game, players: int, pick: random.Random) -> dict[str, Any]:
    """Values that so many players may choose for all of a game's options, at random."""
    possible = {o.name: o.values or ("", "2026-11-21") for o in game.options}
    return {o.name: pick.choice([v for v in possible[o.name] if o.fits(v, players)]) for o in game.options}


def begun(game: Game, seed: int) -> tuple[Match, random.Random]:
    """A match with random players and options, and the numbers to play it with."""
    pick = random.Random(seed)
    players = pick.randint(game.min_players, game.max_players)
    return Match(game, players, seed=seed, options=options(game, players, pick)), pick


def played(game: Game, seed: int, most: int = LONGEST) -> Iterator[tuple[Match, random.Random]]:
    """A random match, before its first decision and after each."""
    match, pick = begun(game, seed)
    yield match, pick
    while not match.over and match.ply < most:
        seat = chooser(match, pick)
        match.play_all(said(match, pick, seat), seat)
        yield match, pick


def chooser(match: Match, pick: random.Random) -> int:
    """Who chooses next: one of those who may, or now and then nobody, where time may decide."""
    timed = match.game.clock is not None and pick.random() < 0.03 and match.clock is not None
    return NOBODY if timed else pick.choice(list(seats(match.deciders)))


def said(match: Match, pick: random.Random, seat: int) -> tuple[int, ...]:
    """A random choice of a seat, in a race with all that belongs to it."""
    legal = [int(choice) for choice in match.legal(seat)]
    view, racing = match.game.door.hidden(match.state, seat), match.racing and seat != NOBODY
    return act(Picker(pick), match.game, view, seat, legal, 1, racing=racing)


class Picker:
    """A bot that takes anything, at random."""

    name, title, line = "picker", "Picker", "Closes its eyes and points."

    def __init__(self, pick: random.Random) -> None:
        self.pick = pick

    def choose(self, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """Any of ``legal``."""
        return int(self.pick.choice(list(legal)))


def somewhere(game: Game, seed: int) -> tuple[Match, random.Random]:
    """A random match stopped at a random moment."""
    most = random.Random(seed ^ 0xA5A5).randint(0, 160)
    *_, last = played(game, seed, most)
    return last


SEEDS = st.integers(0, 2**32)


def often(times: int) -> Any:
    """How many examples of a property are tried; Hypothesis shrinks what fails."""
    return settings(max_examples=times, deadline=None, database=None)
