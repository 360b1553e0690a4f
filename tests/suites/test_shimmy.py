"""Shimmy turns OpenSpiel's games into PettingZoo environments, which play the same game as ours."""

from __future__ import annotations

import random

import numpy as np
import pytest
from pettingzoo.test import api_test
from shimmy import OpenSpielCompatibilityV0

import souq.envs
from souq.engine.rules.record import EVENT, SPARE
from souq.envs.openspiel import Rollout, SouqGame

from .tables import each_table, openspiel_options

pytestmark = pytest.mark.suites
ENGINE = {EVENT, SPARE, "n_events", "told"}
"""Fields that a game without the story of its last decision does not keep."""


def theirs(table, **how):
    config = {"players": table.players, "options": openspiel_options(table), **how}
    return OpenSpielCompatibilityV0(game_name=f"souq_{table.game}", config=config)


@each_table
def test_pettingzoos_suite_passes_with_shimmy(table):
    api_test(theirs(table), num_cycles=60)


@each_table
def test_games_through_shimmy_are_seeded(table):
    """PettingZoo's own seed test fails with Shimmy: it samples actions from spaces that are created every step."""
    one, another, third = (played(theirs(table), seed) for seed in (4, 4, 5))
    assert one == another != third


@each_table
def test_shimmy_and_pettingzoo_play_the_same_game(table, monkeypatch):
    """With the same deal and the same chance, agents have the same actions and rewards."""
    ours = souq.envs.aec(table.game, table.players, table.options, wrapped=False)
    other = theirs(table, outcomes=0, recall=False)
    monkeypatch.setattr(SouqGame, "new_initial_state", lambda game: position(game, ours.play.true))
    for seed in range(2):
        pick, decisions = random.Random(seed), 0
        ours.reset(seed=seed)
        other.reset(seed=seed)
        while not ours.play.over:
            seat = ours.play.seat
            assert other.agent_selection == f"player_{seat}"
            actions = np.flatnonzero(ours.observe(ours.agent_selection)["action_mask"])
            choices = {ours.play.choice(int(action)): int(action) for action in actions}
            legal = np.flatnonzero(other.infos[other.agent_selection]["action_mask"])
            assert sorted(choices) == legal.tolist()
            choice = pick.choice(legal.tolist())
            ours.step(choices[choice])
            other.step(choice)
            assert list(ours.rewards.values()) == pytest.approx(list(other.rewards.values()))
            assert list(ours.terminations.values()) == list(other.terminations.values())
            decisions += 1
        assert decisions > 5
        assert alike(ours.play.true, other.game_state._record)


def played(env, seed):
    """Play a game of random choices that follow from the seed; return what was seen."""
    pick, seen = random.Random(seed), []
    env.reset(seed=seed)
    for _ in range(40):
        mask = env.infos[env.agent_selection]["action_mask"]
        if any(env.terminations.values()):
            break
        seen.append((env.agent_selection, mask.tobytes(), env.observe(env.agent_selection).tobytes()))
        env.step(pick.choice(np.flatnonzero(mask).tolist()))
    return seen


def position(game, record):
    """Return a record without events, for an OpenSpiel state whose chance continues in the same way."""
    whole = game.shared.game.State.new()
    for name in set(whole.dtype.names) & set(record.dtype.names) - ENGINE:
        whole[name] = record[name]
    made = Rollout.of(game, whole)
    made._record["key"], made._record["draws"] = record["key"], record["draws"]
    return made


def alike(record, other):
    names = set(record.dtype.names) & set(other.dtype.names) - ENGINE
    return all(np.array_equal(record[name], other[name]) for name in names)
