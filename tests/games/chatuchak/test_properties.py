"""Invariants of every game, tested with Hypothesis."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from souq.engine.rules.twin import Twin
from souq.games.chatuchak import GAME
from souq.games.chatuchak.state import Mode
from tests.games.chatuchak.play import games, heap, market, strange
from tests.games.chatuchak.positions import PLAIN, spaced, table
from tests.games.chatuchak.reference import BESIDE, BOOTHS, LETTERS, grid_of, least_moves, solved, strength
from tests.games.chatuchak.test_play import agrees, follow
from tests.support import rules

SEEDS = st.integers(0, 2**32)
PLAYERS = st.integers(1, 5)


def often(times: int):
    """Return how many games are tried."""
    return settings(max_examples=times, deadline=None, database=None)


@rules("CH-S02", "CH-M06", "CH-X02", "CH-E02", "CH-Q31", "CH-T02")
@given(SEEDS, PLAYERS)
@often(30)
def test_nothing_is_lost(seed, players):
    """Every seat keeps 29 booths and a hole, every marker has a place, every token an owner."""
    before = None
    for state in strange(players, seed):
        s = Twin.of(state)
        for seat in range(players):
            grid = grid_of(s.booths[seat])
            assert {letter: grid.count(letter) for letter in BOOTHS} == BOOTHS
            assert grid.index(".") == s.hole[seat]
        assert all(-1 <= holder < players for holder in s.holder)
        assert all((holder < 0) <= (token < 0) for holder, token in zip(s.holder, s.token, strict=True))
        if before is not None:
            assert all(old in (-1, new) for old, new in zip(before.token, s.token, strict=True))
            assert all(old < 0 or new >= 0 for old, new in zip(before.holder, s.holder, strict=True))
            assert all(old <= new for old, new in zip(before.general, s.general, strict=True))
            assert s.passed | before.passed == s.passed
            moved = [seat for seat in range(players) if s.booths[seat] != before.booths[seat]]
            assert len(moved) <= 1
        assert 0 <= s.n_events < len(s.event)
        before = s


@rules("CH-T01", "CH-K03", "CH-M02", "CH-B02", "CH-C03", "CH-E03", "CH-V05", "CH-V06")
@given(SEEDS, PLAYERS)
@often(40)
def test_games_agree_with_the_reference_in_hypothesis_examples(seed, players):
    log: list = []
    for state, twin, game in follow(strange(players, seed, log=log), log):
        agrees(state, twin, game)


@rules("CH-Q16", "CH-C04", "CH-V03", "CH-T09")
@given(SEEDS, PLAYERS, st.sampled_from(["goals", "speed", "turns"]), st.sampled_from([0.0, 0.01, 0.2]))
@often(20)
def test_games_end_in_time(seed, players, play, stops):
    """Within 77 rounds, or 200 moves each."""
    most = 0
    for ply, state in enumerate(games(players, seed, stops=stops, play=play)):
        most = ply
        assert state["rounds"][0] <= 77
        assert state["need"][0] >= 1
    assert most <= (77 if state["mode"][0] == Mode.GOALS else 200) * players
    assert GAME.rule_id(int(state["ended"][0])) in {
        "CH-C04",
        "CH-T09",
        "CH-V03",
        "CH-V05",
        "CH-V01",
        "CH-V04",
        "CH-V06",
    }


@rules("CH-T08", "CH-C01")
@given(SEEDS, st.integers(2, 5))
@often(20)
def test_every_seat_has_equally_many_turns(seed, players):
    """Including skipped ones: if the clock ends the game, each seat that has not passed has moved once a round."""
    *_, last = games(players, seed, stops=0.02)
    for seat in range(players):
        if not last["passed"][0] >> seat & 1 and GAME.rule_id(int(last["ended"][0])) == "CH-C04":
            assert last["moves"][0][seat] == last["rounds"][0]


@rules("CH-K02", "CH-K03", "CH-K04", "CH-K05", "CH-Q10")
@given(SEEDS, st.integers(0, 25), st.booleans())
@often(60)
def test_strengths_are_valid(seed, steps, heaped):
    """They have possible values, and none exists without booths of the right colours side by side."""
    pick = random.Random(seed)
    grid = heap(pick) if heaped else market(pick, steps)
    t = table(spaced(grid), PLAIN)
    for c, letter in enumerate(LETTERS):
        assert t.twin.strength[0][c] in (0, 2, 3, 4, 5, 6)
        pairs = any(grid[a] == grid[b] == letter for a in range(30) for b in BESIDE[a])
        assert (t.twin.strength[0][c] > 0) == pairs
    assert t.strength("PATH") in (0, 3, 4, 5, 6)
    assert t.strength("RECTANGLE") in (0, 4, 6)
    assert t.strength("PATH") <= max(t.twin.strength[0][:5])
    assert t.strength("RECTANGLE") <= max(t.twin.strength[0][:5])
    for goal in t.game.goals[5:10]:
        least, most = sorted((strength(grid, goal[0]), strength(grid, goal[1])))
        assert strength(grid, goal) == () or strength(grid, goal) <= (least[0], most[0])


@rules("CH-V07")
@given(SEEDS, st.integers(0, 5))
@often(15)
def test_no_market_is_nearer_than_the_bound(seed, steps):
    """Markets some moves from a tidy one."""
    grid = market(random.Random(seed), steps)
    assert not solved(grid)
    assert 0 <= least_moves(grid) <= steps + 1
