"""PyTorch and JAX share a batch's arrays: a step changes their tensors."""

from __future__ import annotations

import jax
import numpy as np
import pytest
import torch

import souq.envs
from souq.engine import registry

pytestmark = [pytest.mark.suites, pytest.mark.short]

ARRAYS = ("masks", "rewards", "dones", "illegal", "seats", "picks", "counts", "observations")


def batch(name, observation):
    games = souq.envs.vector(name, 64, seed=1, observation=observation, returns="potential", threads=2)
    arrays = {each: getattr(games, each) for each in ARRAYS if each != "observations" or games.observations is not None}
    arrays["records"] = games.records.view(np.uint8).reshape(64, -1)
    return games, arrays


def check_shared(games, arrays, tensors, numbers):
    """Step, and check that every tensor shares its array's contents, and that most of them have changed."""
    before = {name: numbers(tensor).copy() for name, tensor in tensors.items()}
    for _ in range(30):
        games.step(games.picks)
    changed = set()
    for name, array in arrays.items():
        now = numbers(tensors[name])
        assert now.dtype == array.dtype and np.array_equal(now, array), name
        if not np.array_equal(now, before[name]):
            changed.add(name)
    assert changed >= {"masks", "rewards", "picks", "records"} | ({"observations"} & set(arrays))


@pytest.mark.parametrize("observation", ["records", "flat", "integers"])
@pytest.mark.parametrize("name", sorted(registry.installed()))
def test_pytorch_shares_the_memory(name, observation):
    games, arrays = batch(name, observation)
    tensors = {each: torch.from_dlpack(array) for each, array in arrays.items()}
    for each, tensor in tensors.items():
        assert tensor.data_ptr() == arrays[each].ctypes.data, each
    check_shared(games, arrays, tensors, torch.Tensor.numpy)


@pytest.mark.parametrize("observation", ["records", "flat", "integers"])
@pytest.mark.parametrize("name", sorted(registry.installed()))
def test_jax_shares_the_memory(name, observation):
    games, arrays = batch(name, observation)
    with jax.enable_x64(True):
        tensors = {each: jax.dlpack.from_dlpack(array, copy=False) for each, array in arrays.items()}
        for each, tensor in tensors.items():
            assert tensor.unsafe_buffer_pointer() == arrays[each].ctypes.data, each
        check_shared(games, arrays, tensors, np.asarray)
