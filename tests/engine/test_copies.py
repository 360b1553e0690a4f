"""Matches and their results can be copied and pickled."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from souq.engine import registry
from souq.engine.match.match import Match
from souq.testing.base import chooser, played, said

GAMES = sorted(registry.installed())
COPIES: list[Callable[[Any], Any]] = [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]


def drafted(name: str) -> Match:
    """Return a match in which a seat has made a choice that it can undo."""
    game = registry.find(name)
    return next(
        match
        for seed in range(100)
        for match, _ in played(game, seed, 60)
        if match.players > 1 and match.ply > 7 and match.can_undo
    )


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("copied", COPIES, ids=["deepcopy", "pickle"])
def test_a_copied_match_is_independent(name: str, copied: Callable[[Any], Any]) -> None:
    match = drafted(name)
    before, other = match.to_json(), copied(match)
    assert other.game is match.game and other.names is not match.names
    assert (other.to_json(), other.mark, other.drafter) == (before, match.mark, match.drafter)
    assert [other.view(seat).tobytes() for seat in range(-1, match.players)] == [
        match.view(seat).tobytes() for seat in range(-1, match.players)
    ]
    other.undo()
    assert match.to_json() == before and other.ply < match.ply
    other = copied(match)
    pick = random.Random(1)
    for _ in range(12):
        if match.over:
            break
        seat = chooser(match, pick)
        choices = said(match, pick, seat)
        match.play_all(choices, seat)
        other.play_all(choices, seat)
        assert other.state.tobytes() == match.state.tobytes()
    assert other.to_json() == match.to_json()


@pytest.mark.parametrize("copied", COPIES, ids=["deepcopy", "pickle"])
def test_results_of_a_match_can_be_copied(copied: Callable[[Any], Any]) -> None:
    match = drafted("kairo")
    decision, view = match.log[-1], match.view(0)
    assert copied(decision) == decision and copied(match.legal()) == match.legal()
    assert copied(view).dtype == view.dtype and copied(view).tobytes() == view.tobytes()
    assert copied(view[0]).player == view[0].player
    seen, again = match.observe(), copied(match.observe())
    assert (again.seat, again.view.tobytes(), again.legal) == (seen.seat, seen.view.tobytes(), seen.legal)
    assert copied(match.story()) == match.story() and copied(match.scene()) == match.scene()
    step = next(match.steps())
    assert copied(step).after.tobytes() == step.after.tobytes()
    assert copied(match.game.bindings) is match.game.bindings


def test_another_process_can_continue_a_match() -> None:
    match = drafted("marracash")
    program = """
import pickle, sys
match = pickle.load(sys.stdin.buffer)
match.play(int(sys.argv[1]))
print(match.to_json())
"""
    choice = int(match.legal()[-1])
    ran = subprocess.run(
        [sys.executable, "-c", program, str(choice)], input=pickle.dumps(match), capture_output=True, check=True
    )
    match.play(choice)
    assert ran.stdout.decode().strip() == str(match.to_json())


def test_a_variant_made_in_code_survives_copying() -> None:
    variant = dataclasses.replace(registry.find("kairo"), edition="of my own")
    again = pickle.loads(pickle.dumps(variant))
    assert again.edition == "of my own" and again.options == variant.options
    assert copy.deepcopy(variant) is variant and copy.copy(variant) is variant
