"""On a GPU: every game, and every step of a batch, equals that of the CPU."""

from __future__ import annotations

import pytest
from numba import cuda

import souq.gpu
from souq.engine import registry
from souq.envs.errors import BadActions

from .comparing import batches_agree, games_agree

pytestmark = [
    pytest.mark.suites,
    pytest.mark.short,
    pytest.mark.skipif(not cuda.is_available(), reason="Needs an NVIDIA GPU that CUDA can use."),
]
GAMES = sorted(registry.installed())


@pytest.mark.parametrize("name", GAMES)
def test_games_equal_those_of_the_cpu(name: str) -> None:
    games_agree(registry.find(name), 100_000, seed=1 << 33)


@pytest.mark.parametrize("name", GAMES)
def test_games_with_most_players_equal_those_of_the_cpu(name: str) -> None:
    game = registry.find(name)
    games_agree(game, 10_000, game.max_players, seed=(1 << 64) - 7)


@pytest.mark.parametrize(
    "name, options",
    [
        ("chatuchak", {"grids": "new"}),
        ("chatuchak", {"play": "speed"}),
        ("grand_bazaar", {"trading": "open"}),
    ],
)
def test_games_with_other_options_equal_those_of_the_cpu(name: str, options: dict[str, str]) -> None:
    games_agree(registry.find(name), 5_000, None, 3, **options)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("observation", ["records", "flat", "integers", "nothing"])
def test_a_batch_equals_that_of_the_cpu(name: str, observation: str) -> None:
    batches_agree(registry.find(name), 4_099, observation, steps=200)


@pytest.mark.parametrize("how", [{"autoreset": "same"}, {"returns": "points"}, {"through": False}])
def test_a_batch_with_other_settings_equals_that_of_the_cpu(how: dict[str, object]) -> None:
    batches_agree(registry.find("desert_bazaar"), 1_000, "nothing", steps=300, **how)


def test_invalid_actions_are_refused() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed.")
    games = souq.gpu.vector("desert_bazaar", 10, observation="nothing")
    whole = torch.zeros((10, 2), dtype=torch.int64, device="cuda")
    for wrong in (whole[:, 0], whole[:9, 0].clone(), whole[:, 0].to(torch.int32)):
        with pytest.raises(BadActions):
            games.step(wrong)


def test_a_learner_shares_memory_with_the_batch() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed.")
    games = souq.gpu.vector("desert_bazaar", 1_000, observation="flat")
    masks, seen = (torch.as_tensor(each, device="cuda") for each in (games.masks, games.observations))
    before = seen.clone()
    games.step(masks.to(torch.float32).argmax(dim=1))
    assert masks.data_ptr() == games.masks.device_ctypes_pointer.value
    assert not torch.equal(before, seen)
