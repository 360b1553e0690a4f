"""The search on WebAssembly: it visits the same choices as the compiled one."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from souq.bots import learned
from souq.bots.characters import SULTAN, tables
from souq.bots.levels import LEVELS
from souq.bots.search import SearchBot
from souq.engine import registry
from souq.engine.game import Game
from tests.toy import GAME as TOY

from .playing import positions, searching, thought

BUDGETS = [bot.iterations for bot in LEVELS.values() if isinstance(bot, SearchBot)]


def searches(game: Game, n: int, iterations: int, adviser: learned.Learned | None = None) -> Iterator[bool]:
    """Search ``n`` positions on both, and yield whether the visits of every choice are equal.

    Win probabilities must be close: the last bits of ``exp`` and ``pow`` are those of the platform's libm here.
    """
    players = adviser.players if adviser else game.company
    manner = adviser.manner if adviser else None
    for nth, (view, seat, legal) in enumerate(positions(game, players, n, seed=iterations)):
        words = {"iterations": iterations, "adviser": adviser, "manner": manner}
        here = thought(game, view, seat, legal, nth, **words)
        there = thought(game, view, seat, legal, nth, on=searching, **words)
        alike = np.array_equal(here.visits, there.visits)
        if alike and not adviser:
            assert np.allclose(here.values, there.values, rtol=0, atol=1e-9)
            assert (here.choice, here.decisions) == (there.choice, there.decisions)
        yield alike


@pytest.mark.parametrize("iterations", BUDGETS[:2])
def test_searches_visit_the_same(iterations: int) -> None:
    assert all(searches(TOY, 5, iterations))


@pytest.mark.wide
@pytest.mark.long
@pytest.mark.parametrize("iterations", BUDGETS)
@pytest.mark.parametrize("game", registry.installed().values())
def test_searches_of_every_level_visit_the_same(game: Game, iterations: int) -> None:
    assert all(searches(game, 200, iterations))


@pytest.mark.wide
@pytest.mark.long
@pytest.mark.parametrize("game", [game for game in registry.installed().values() if tables(SULTAN, game)])
def test_searches_with_a_learned_net_visit_nearly_the_same(game: Game) -> None:
    """Sums of float32 are in another order on each processor, so a net's outputs differ in their last bits."""
    found = list(searches(game, 20, 600, learned.of(game, tables(SULTAN, game)[0])))
    assert np.mean(found) >= 0.8
