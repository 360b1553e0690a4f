"""Invariants of every game, tested with Hypothesis."""

from __future__ import annotations

import random
from collections import defaultdict

from hypothesis import given, settings
from hypothesis import strategies as st

from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.kairo import GAME
from souq.games.kairo.state import Phase
from tests.games.kairo.play import games, step, strange
from tests.games.kairo.reference import Board, can_build
from tests.games.kairo.test_play import BOUND, check_medals, check_pieces
from tests.support import rules

SEEDS = st.integers(0, 2**32)
PLAYERS = st.integers(2, 4)


def often(times: int):
    """Return how many games are tried."""
    return settings(max_examples=times, deadline=None, database=None)


@rules("KA-E01", "KA-M05", "KA-M06", "KA-L06", "KA-D01", "KA-X12", "KA-X45", "KA-X21", "KA-X31")
@given(SEEDS, PLAYERS, st.booleans())
@often(12)
def test_nothing_is_lost_and_medals_are_held(seed, players, busy):
    for state in games(players, seed, busy=busy, suggested=seed % 2 == 1):
        twin = Twin.of(state)
        check_pieces(twin)
        check_medals(twin)
        for colour, at in enumerate(twin.stands):
            assert at < 0 or all(entry[colour] != at for entry in twin.entry)  # nobody waits where he is going
        assert twin.final or sum(twin.supply) >= 11


@rules("KA-A01", "KA-A02", "KA-N09", "KA-E06", "KA-X09")
@given(SEEDS, PLAYERS)
@often(12)
def test_every_customer_can_reach_every_entry(seed, players):
    board = None
    for state in strange(players, seed):
        now = Board.of(Twin.of(state))
        if now != board:
            board = now
            assert board.together()


@rules("KA-S06", "KA-T01", "KA-L10", "KA-B03")
@given(SEEDS, PLAYERS)
@often(8)
def test_no_choice_leads_to_a_dead_end(seed, players):
    """Every legal choice, not only the one made, leads to a decision with a choice, or to the end."""
    bindings = GAME.bindings
    for state in strange(players, seed):
        seat = int(state["player"][0])
        for choice in bindings.legal(state, seat).tolist():
            after = state.copy()
            bindings.apply(after, seat, choice, (seed % 1000, choice))
            if not after["over"][0]:
                assert len(bindings.legal(after, int(after["player"][0])))


@rules("KA-F03", "KA-F04", "KA-X29", "KA-X31")
@given(SEEDS, PLAYERS)
@often(12)
def test_games_end_in_time(seed, players):
    """Within the bound, and the final phase within five turns each; only seats that are out cannot return."""
    began, out = None, 0
    for state in games(players, seed, busy=seed % 3 == 0):
        turn = int(state["turn"][0])
        assert turn <= BOUND[players]
        if state["final"][0] and began is None:
            began = turn
        assert began is None or turn - began <= 5 * players
        assert out & int(state["out"][0]) == out
        out = int(state["out"][0])
        if state["phase"][0] == Phase.ACT and state["final"][0] and not state["over"][0]:
            assert not out >> int(state["player"][0]) & 1
            assert can_build(Twin.of(state), int(state["player"][0]))
        assert bool(state["over"][0]) == (out == (1 << players) - 1)


def idle_choice(state: Batch) -> int | None:
    """Return the choice of a player who never builds."""
    for choice in reversed(GAME.bindings.legal(state, int(state["player"][0])).tolist()):
        if GAME.choices.name(choice) in ("draw", "take barker", "lure") or state["phase"][0] != Phase.ACT:
            return int(choice)
    return None


@rules("KA-X30", "KA-X31")
@given(SEEDS, PLAYERS)
@often(4)
def test_a_game_without_builds_ends(seed, players):
    pick = random.Random(seed)
    state = GAME.bindings.setup(players, [1], (seed % 1000, 1))
    ply = 0
    while not state["final"][0]:
        seat, choice = int(state["player"][0]), idle_choice(state)
        GAME.bindings.apply(state, seat, choice, (seed % 1000, ply := ply + 1))
    assert state["turn"][0] == 10 * players + 1 or state["over"][0]
    while not state["over"][0]:
        step(state, pick, ply := ply + 1)


@given(SEEDS, PLAYERS)
@often(8)
def test_the_number_of_decisions_of_an_action(seed, players):
    """Chapter 9: new and move at most 6, an expansion 17, a lure 3, a draw 5, quitting 1."""
    most = {"new": 6, "move": 6, "expand": 17, "lure": 3, "draw": 5, "quit": 1}
    lengths = defaultdict(set)
    log: list[str] = []
    for state in strange(players, seed, log=log):
        if state["phase"][0] == Phase.ACT or state["over"][0]:
            if log and log[0] in most:
                lengths[log[0]].add(len(log))
            log.clear()
    for kind, found in lengths.items():
        assert max(found) <= most[kind]
    assert lengths["draw"] <= {3, 4, 5}
    assert lengths["lure"] <= {3}
