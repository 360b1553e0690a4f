"""The frames of all kernels, in Numba's simulator: their games equal those of the CPU."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from souq.engine import registry

pytestmark = pytest.mark.suites

OBSERVATIONS = ("flat", "records", "integers", "nothing")
CASES = [
    pytest.param(game, OBSERVATIONS[nth % 4], marks=pytest.mark.short if game == "marracash" else ())
    for nth, game in enumerate(sorted(registry.installed()))
]


@pytest.mark.parametrize("game, observation", CASES)
def test_simulated_games_equal_those_of_the_cpu(game: str, observation: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.gpu.simulated", game, observation],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    assert "are the same." in ran.stdout
