"""Seeds: results of different seeds are independent, and invalid seeds are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import souq
import souq.envs
from souq.arena.simulate import simulate
from souq.arena.tournament import Tournament
from souq.engine.errors import BadSeed
from souq.engine.learn.playout import playout
from souq.engine.rules.seeds import WORD
from souq.envs.play import Play
from tests.toy import GAME as TOY


def test_different_seeds_play_different_games() -> None:
    told = [playout(TOY, 60, 3, seed=seed) for seed in range(5)]
    rows = [[tuple(row) for row in np.column_stack([made.lengths, made.points, made.ranks])] for made in told]
    for first in rows:
        for other in rows:
            for shift in range(1, 5):
                assert first is other or first[shift:] != other[:-shift], "another seed is the same games further on"


def test_the_games_of_a_seed_can_be_played_in_parts() -> None:
    whole = playout(TOY, 600, 3, seed=WORD)
    parts = [playout(TOY, 300, 3, seed=WORD, first=first) for first in (0, 300)]
    assert np.array_equal(whole.points, np.concatenate([part.points for part in parts]))
    assert np.array_equal(simulate(TOY, 3, 600, seed=WORD, processes=1).lengths["mean"], whole.lengths.mean())


def of_parallel(seed: Any) -> object:
    pytest.importorskip("pettingzoo", reason="needs the extra 'envs'")
    return souq.envs.parallel("kairo").reset(seed=seed)


def of_aec(seed: Any) -> object:
    pytest.importorskip("pettingzoo", reason="needs the extra 'envs'")
    return souq.envs.aec("kairo").reset(seed=seed)


def of_gymnasium(seed: Any) -> object:
    gymnasium = pytest.importorskip("gymnasium", reason="needs the extra 'envs'")
    return gymnasium.make("souq.envs.gym:souq/kairo-v0").reset(seed=seed)


def of_self_play(seed: Any) -> object:
    gymnasium = pytest.importorskip("gymnasium", reason="needs the extra 'envs'")
    return gymnasium.make_vec("souq.envs.gym:souq/kairo-selfplay-v0", num_envs=2).reset(seed=seed)


TAKES: list[Callable[[Any], object]] = [
    lambda seed: souq.new("kairo", seed=seed),
    lambda seed: playout(TOY, 1, 3, seed=seed),
    lambda seed: simulate(TOY, 3, 1, seed=seed, processes=1),
    lambda seed: Tournament.of(TOY, ["random", "trader"], 3, seed=seed),
    lambda seed: souq.envs.vector("kairo", 2, seed=seed),
    lambda seed: souq.envs.vector("kairo", 2).reset(seed),
    lambda seed: Play("kairo").reset(seed),
    of_parallel,
    of_aec,
    of_gymnasium,
    of_self_play,
]


@pytest.mark.parametrize("takes", TAKES)
def test_invalid_seeds_are_refused_everywhere(takes: Callable[[Any], object]) -> None:
    for seed in (-1, WORD + 1, 1 << 80, 1.5, "seven"):
        with pytest.raises(BadSeed, match=r"A seed is a whole number from 0 to 2\*\*64 - 1, not '"):
            takes(seed)
    for seed in (WORD, np.uint64(WORD), np.int32(7)):
        takes(seed)
