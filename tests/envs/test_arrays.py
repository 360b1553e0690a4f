"""Arrays as other libraries want them: their alignment and axes."""

from __future__ import annotations

import numpy as np
import pytest

import souq.envs
from souq.engine import registry
from souq.engine.learn.observations import FORMS, Observing
from souq.envs.games import ALIGNED

ARRAYS = ("records", "masks", "rewards", "dones", "illegal", "seats", "picks", "counts", "plies", "observations")


@pytest.mark.parametrize("n", [1, 3, 64, 65])
def test_batch_arrays_are_aligned_for_zero_copy_readers(n):
    for name in registry.installed():
        games = souq.envs.vector(name, n, observation="flat")
        for array in ARRAYS:
            held = getattr(games, array)
            assert len(held) == n and held.ctypes.data % ALIGNED == 0 and held.flags.c_contiguous, (name, array)


def test_games_do_not_depend_on_other_games_of_the_batch():
    """Padding between rows belongs to no game."""
    few, many = (souq.envs.vector("chatuchak", n, seed=3) for n in (5, 130))
    for _ in range(200):
        few.step(few.picks)
        many.step(many.picks)
    assert np.array_equal(few.records, many.records[:5]) and few.counts.sum() == many.counts[:5].sum() > 5


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", sorted(registry.installed()))
def test_every_field_of_an_observation_has_an_axis(name, form):
    game = registry.find(name)
    parts = Observing(game, game.company, form).parts
    assert all(part.shape for part in parts.values())
    assert any(part.shape == (1,) for part in parts.values())
