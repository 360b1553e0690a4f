"""Games played on a GPU, or in the simulator, compared with the same on the CPU."""

from __future__ import annotations

import numpy as np

import souq.envs
import souq.gpu
from souq.engine.game import Game
from souq.engine.learn.playout import playout

ROWS = ("seats", "masks", "rewards", "dones", "illegal", "picks", "counts", "plies")


def games_agree(game: Game, n: int, players: int | None = None, seed: int = 0, **options: object) -> None:
    """Play ``n`` random games on the GPU and on the CPU, and compare them one by one."""
    there = souq.gpu.playout(game, n, players, seed, options)
    here = playout(game, n, players, seed, options, threads=0)
    for made, wanted in ((there.lengths, here.lengths), (there.points, here.points), (there.ranks, here.ranks)):
        assert made.dtype == wanted.dtype and made.shape == wanted.shape
        differ = np.flatnonzero((made != wanted).reshape(n, -1).any(axis=1))
        assert differ.size == 0, (
            f"{game.name}: {differ.size} games of {n} of seed {seed} differ, first number {differ[0]}"
        )


def batches_agree(game: Game, n: int, observation: str, steps: int, **how: object) -> int:
    """Step a batch on both, with legal and illegal actions, and compare all arrays; return all decisions."""
    there = souq.gpu.vector(game, n, seed=5, observation=observation, **how)
    here = souq.envs.vector(game.name, n, seed=5, observation=observation, threads=0, **how)
    made = int(here.plies.sum())
    for step in range(steps):
        for name in ROWS:
            found, wanted = getattr(there, name).copy_to_host(), getattr(here, name)
            assert found.dtype == wanted.dtype and np.array_equal(found, wanted), f"{game.name}: {name} at {step}"
        if observation != "nothing":
            assert there.records.copy_to_host().tobytes() == here.records.tobytes(), f"{game.name}: records at {step}"
        if there.view is not None:
            assert np.array_equal(there.observations.copy_to_host(), here.observations)
        if step == steps // 2:
            where = np.arange(n) % 3 == 0
            there.reset(seed=9, where=where)
            here.reset(seed=9, where=where)
        elif step % 5 == 4:
            actions = np.where(np.arange(n) % 7 == 0, -1, here.picks)
            there.step(actions)
            made += here.step(actions)
        else:
            there.step(there.picks)
            made += here.step(here.picks)
    return made
