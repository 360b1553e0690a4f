"""Tuning on the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from souq.engine import registry

from .conftest import Souq

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "words, says",
    [
        (("--only", "thirft"), "no weight 'thirft'. There are: at_door, thrift"),
        (("--players", "3,x"), "Write --players as numbers separated by commas, like 2,3,4, not '3,x'"),
        (("--what", "priors", "--iterations", 16), "Leave out --iterations"),
        (("--what", "priors", "--players", 1), "needs at least two players"),
        (("--seed", -1), "Invalid value for '--seed'"),
        (("--seed", 2**32), "Invalid value for '--seed'"),
        (("--what", "luck"), "--what is chances, policy or priors, not 'luck'"),
    ],
)
def test_invalid_tuning_requests_are_reported_before_the_first_game(
    souq: Souq, words: tuple[object, ...], says: str
) -> None:
    ran = souq("tune", "marracash", *words, "--games", 1_000_000)
    assert ran.code == 2 and says in ran.err


@pytest.mark.parametrize("file", ["docs/how-to/tune.md", "src/souq/cli/tune.py"])
def test_examples_use_existing_weights(file: str) -> None:
    told = re.findall(r"souq tune (\w+) .*?--only ([\w,]+)", (ROOT / file).read_text("utf-8"))
    assert told
    for name, only in told:
        assert set(only.split(",")) <= {*registry.find(name).evaluator.WEIGHTS.values}, (name, only)


def test_tuned_weights_are_evaluated_on_other_games(souq: Souq) -> None:
    pytest.importorskip("cmaes")
    ran = souq("tune", "marracash", "--players", 3, "--games", 4, "--rounds", 1, "--only", "sure, later")
    assert ran.code == 0
    assert "→" in ran.out and "On games they weren't learnt from they are " in ran.out
