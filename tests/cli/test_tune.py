"""Tuning on the command line."""

from __future__ import annotations

import pytest

from .conftest import Souq


@pytest.mark.parametrize(
    "words, says",
    [
        (("--only", "thirft"), "no weight 'thirft'. There are: at_door, thrift"),
        (("--players", "3,x"), "--players is numbers separated by commas, as in 2,3,4, not '3,x'"),
        (("--what", "priors", "--iterations", 16), "there are no --iterations"),
        (("--what", "luck"), "--what is chances, policy or priors, not 'luck'"),
    ],
)
def test_what_cannot_be_tuned_is_said_before_anything_is_played(
    souq: Souq, words: tuple[object, ...], says: str
) -> None:
    ran = souq("tune", "marracash", *words, "--games", 1_000_000)
    assert ran.code == 2 and says in ran.err


def test_what_was_found_is_judged_on_other_games(souq: Souq) -> None:
    pytest.importorskip("cmaes")
    ran = souq("tune", "marracash", "--players", 3, "--games", 4, "--rounds", 1, "--only", "sure, later")
    assert ran.code == 0
    assert "→" in ran.out and "On games that were not learnt from they are " in ran.out
