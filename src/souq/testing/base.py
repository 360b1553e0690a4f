"""Tools with which checks play random matches; the seeds of the matches come from Hypothesis."""

from __future__ import annotations

import functools
import os
import random
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from souq.bots.acting import act
from souq.bots.base import Legal
from souq.engine.game import Game
from souq.engine.match.decision import NOBODY, seats
from souq.engine.match.match import Match
from souq.engine.rules.record import Batch
from souq.testing.broken import Watch, explained, fail

LONGEST = 5_000
"""Maximum number of decisions in a random game; a game that takes longer fails, since it may never end."""


Check = Callable[[Game], None]
"""A function that tests one property of a game, and raises :class:`~souq.testing.broken.Broken` if it fails."""

Test = TypeVar("Test", bound=Callable[..., None])

CHECKS: list[Check] = []


def contract(check: Check) -> Check:
    """Register a function as a check that every game must pass (a decorator); its errors will name the game."""

    @functools.wraps(check)
    def held(game: Game) -> None:
        with explained(game, check.__name__):
            check(game)

    CHECKS.append(held)
    return held


def options(game: Game, players: int, pick: random.Random) -> dict[str, Any]:
    """Return random values for all options that are allowed with this number of players."""
    possible = {o.name: o.values or ("", "2026-11-21") for o in game.options}
    return {o.name: pick.choice([v for v in possible[o.name] if o.fits(v, players)]) for o in game.options}


def begun(game: Game, seed: int) -> tuple[Match, random.Random]:
    """Return a new match with random options and a random number of players, and a random generator to play it with."""
    pick = random.Random(seed)
    players = pick.randint(game.min_players, game.max_players)
    Watch.match = Match(game, players, seed=seed, options=options(game, players, pick))
    return Watch.match, pick


def played(game: Game, seed: int, most: int | None = None) -> Iterator[tuple[Match, random.Random]]:
    """Yield a random match before its first decision and after each.

    Raises:
        Broken: it doesn't end within :data:`LONGEST` decisions.
    """
    match, pick = begun(game, seed)
    yield match, pick
    while not match.over and (most is None or match.ply < most):
        if match.ply >= LONGEST:
            fail(f"The game is not over after {match.ply} decisions at random; every game should come to an end.")
        seat = chooser(match, pick)
        match.play_all(said(match, pick, seat), seat)
        yield match, pick


def chooser(match: Match, pick: random.Random) -> int:
    """Return a random seat that may decide now; rarely -1 instead, for the running clock, which also makes choices."""
    timed = match.game.clock is not None and pick.random() < 0.03 and match.clock is not None
    return NOBODY if timed else pick.choice(list(seats(match.deciders)))


def said(match: Match, pick: random.Random, seat: int) -> tuple[int, ...]:
    """Return a random legal choice of a seat; in a race, also the choices that must be sent together with it."""
    legal = [int(choice) for choice in match.legal(seat)]
    view, racing = match.game.bindings.hidden(match.state, seat), match.racing and seat != NOBODY
    return act(Picker(pick), match.game, view, seat, legal, 1, racing=racing)


class Picker:
    """A bot that chooses at random."""

    name, title, tagline = "picker", "Picker", "Closes its eyes and points."

    def __init__(self, pick: random.Random) -> None:
        self.pick = pick

    def choose(self, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """Return a random one of ``legal``."""
        return int(self.pick.choice(list(legal)))


def somewhere(game: Game, seed: int) -> tuple[Match, random.Random]:
    """Return a match played at random up to a random decision; few of these matches are already over."""
    where = random.Random(seed ^ 0xA5A5)
    *_, (match, pick) = played(game, seed, where.randint(0, 160))
    if match.over and match.ply and where.random() < 0.8:
        *_, (match, pick) = played(game, seed, where.randrange(match.ply))
    return match, pick


SEEDS = st.integers(0, 2**32)


def often(times: int, smallest: bool = False) -> Callable[[Test], Test]:
    """Return Hypothesis settings for this number of random examples.

    The examples are the same in every run, unless ``SOUQ_FUZZ=1`` is set. Hypothesis looks for a smaller failing
    example only if ``smallest`` is set, since a match isn't easier to understand because its seed is a smaller number.
    """
    steps = (Phase.explicit, Phase.generate, Phase.shrink) if smallest else (Phase.explicit, Phase.generate)
    return settings(
        max_examples=times,
        deadline=None,
        database=None,
        derandomize=not os.environ.get("SOUQ_FUZZ"),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        phases=steps,
    )
