"""A table whose game is not compiled yet: its rules are interpreted, and serving it compiles nothing."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator

import pytest

from souq.bots import levels
from souq.bots.greedy import priors_of
from souq.bots.search import SearchBot
from souq.engine import registry
from souq.engine.game import Game
from souq.engine.match.match import Match

GAMES = list(registry.installed())


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    """Return a game, and compile it again afterwards."""
    found = registry.find(request.param)
    yield found
    found.bindings.load()


def test_a_match_can_switch_to_compiled_rules_at_any_time(game: Game) -> None:
    chance = random.Random(4)
    match = Match(game, seed=4)
    while not match.over and match.ply < 60:
        chance.choice((game.bindings.load, game.bindings.interpret))()
        seat = match.deciders.bit_length() - 1
        match.replay(int(chance.choice(match.legal(seat))), seat)
    game.bindings.load()
    again = Match(game, seed=4)
    for decision in match.log:
        again.replay(decision.choice, decision.seat)
    assert match.state.tobytes() == again.state.tobytes()
    assert match.mark == again.mark and match.points() == again.points()


def test_priors_are_the_same_interpreted_and_compiled(game: Game) -> None:
    match, chance = Match(game, seed=5), random.Random(5)
    for _ in range(12):
        seen = match.observe(match.deciders.bit_length() - 1)
        game.bindings.interpret()
        slowly = priors_of(game, seen.view, seen.seat, seen.legal)
        game.bindings.load()
        assert slowly == pytest.approx(priors_of(game, seen.view, seen.seat, seen.legal))
        match.replay(chance.choice(seen.legal), seen.seat)
        if match.over:
            break


def test_searching_bots_wait_for_compiled_rules(game: Game) -> None:
    view = Match(game, seed=1).observe().view
    assert isinstance(levels.able("vizier", game, view), SearchBot)
    game.bindings.interpret()
    assert levels.able("vizier", game, view).name == levels.able("sultan", game, view).name == "trader"
    assert levels.able("apprentice", game, view).name == "apprentice"


PLAYED = """
import random, sys
from numba.core import dispatcher
from souq.bots import levels
from souq.engine import registry
from souq.engine.match.match import Match

def compiled(self, *args, **named):
    raise AssertionError(f"{self.py_func.__module__}.{self.py_func.__qualname__} was called as compiled code")

dispatcher._DispatcherBase._compile_for_args = compiled
game, chance = registry.find(sys.argv[1]), random.Random(1)
game.bindings.interpret()
match = Match(game, seed=1)
while not match.over and match.ply < 80:
    seat = match.deciders.bit_length() - 1
    seen = match.observe(seat)
    choice = levels.able("vizier", game, seen.view).choose(game, seen.view, seat, seen.legal, match.ply)
    match.replay(chance.choice((choice, *seen.legal)), seat)
    if match.ply % 4 == 0:
        match.scene(seat), match.scene(-1), match.dry_run(match.legal()[0]) if not match.over else None
        for number in chance.sample(range(game.n_choices), 5):
            match.why(number, seat)
match.story(), match.scene()
"""


@pytest.mark.parametrize("name", GAMES)
def test_serving_a_table_compiles_nothing(name: str) -> None:
    done = subprocess.run([sys.executable, "-c", PLAYED, name], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
