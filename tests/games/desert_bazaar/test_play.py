"""Random games: against the reference, against the interpreted twin, and against the figures of the specification."""

from __future__ import annotations

import numpy as np
import pytest

from souq.engine.learn.playout import playout
from souq.engine.rules.bits import members, words
from souq.engine.rules.twin import Twin
from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar.state import CHOICES, N_EVENTS, N_LEGAL, PARTS, SITES, TILES, Phase, Rule
from tests.games.desert_bazaar import reference
from tests.games.desert_bazaar.play import games, strange
from tests.support import rules

SHORTEST, LONGEST = 100, 3_000


def named(state):
    return [CHOICES.name(int(c)) for c in GAME.bindings.legal(state, int(state["player"][0]))]


def check_board(twin):
    """Compare every derived field of the board with searches."""
    legal = reference.legal_sites(twin.tile)
    assert members(twin.open) == legal
    assert members(twin.taken) == [c for c in range(SITES) if twin.tile[c] >= 0]
    offered = {c: reference.offers(twin.tile, c) for c in range(SITES)}
    for r in range(4):
        assert members(twin.offer[r]) == [c for c in legal if offered[c][r] >= 1]
        assert members(twin.offer[4 + r]) == [c for c in legal if offered[c][r] >= 2]
    for c in legal:
        assert reference.made_at(twin.tile, c) == sum(
            (twin.grown[bit][c // 63] >> c % 63 & 1) << bit for bit in range(3)
        )
    parts = PARTS.tolist()
    found = [
        i
        for i, part in enumerate(parts)
        if any(all(o >= n for o, n in zip(offered[c], part, strict=True)) for c in legal)
    ]
    if legal:
        assert members([twin.offered]) == found


def check_pieces(twin):
    """Check that the number of pieces never changes."""
    assert [sum(hand[r] for hand in twin.hand) + twin.pile[r] for r in range(4)] == [15] * 4
    lying = [t for t in [*twin.tile, *twin.display[0], *twin.display[1]] if t >= 0]
    assert sorted(lying + members([twin.stock])) == list(range(TILES))
    home = [twin.markers[seat] + (0 if twin.over else twin.owner.count(seat)) for seat in range(twin.players)]
    assert twin.over or home == [7] * twin.players
    assert all(twin.tile[c] >= 0 for c in range(SITES) if twin.owner[c] >= 0)
    assert 0 <= twin.n_events <= N_EVENTS


def check_step(before, after):
    """Check that scores follow from what was built."""
    gains = reference.scored(before, after)
    if after.over:
        gains = [gain + more for gain, more in zip(gains, reference.final(after), strict=True)]
    assert [now - then for now, then in zip(after.score, before.score, strict=True)] == gains


@rules("DB-B03", "DB-B04", "DB-B05", "DB-P02", "DB-P04", "DB-P05", "DB-P06", "DB-E01", "DB-E03", "DB-F01", "DB-F02")
@pytest.mark.parametrize(
    "kind, players, seed", [(kind, 3 + seed % 3, seed) for seed in range(9) for kind in (games, strange)]
)
def test_games_agree_with_the_reference(kind, players, seed):
    before = None
    for ply, state in enumerate(kind(players, seed)):
        twin = Twin.of(state)
        check_pieces(twin)
        if twin.over:
            assert GAME.bindings.ranks(state) == reference.standing(twin)
        else:
            options = reference.options(twin)
            assert sorted(named(state)) == sorted(options)
            assert 2 <= len(options) <= N_LEGAL
        if before is not None:
            check_step(before, twin)
        if ply % 8 == 0 or twin.over:
            check_board(twin)
        before = twin


@rules("DB-R01", "DB-X01")
@pytest.mark.parametrize(
    "players, turns, decisions, winner",
    [
        (3, (70, 73), (173, 178), (25, 27)),
        (4, (67, 70), (170, 175), (19.5, 21.5)),
        (5, (63, 66), (168, 173), (16.5, 18.5)),
    ],
)
def test_random_games_have_the_specified_figures(players, turns, decisions, winner):
    played = playout(GAME, 2000, players, seed=17)
    assert decisions[0] < played.lengths.mean() < decisions[1]
    assert played.lengths.min() >= SHORTEST
    assert played.lengths.max() < LONGEST
    assert winner[0] < played.points.max(axis=1).mean() < winner[1]
    assert np.all(played.ranks.min(axis=1) == 1)
    last = [list(games(players, seed))[-1] for seed in range(60)]
    assert all(state["ended"][0] == Rule.DB_X01 for state in last)
    assert turns[0] - 2 < np.mean([state["turn"][0] for state in last]) < turns[1] + 2
    tiles = [int((state["tile"][0] >= 0).sum()) for state in last]
    assert 39 < np.mean(tiles) < 40.5
    assert 32 <= min(tiles) <= max(tiles) <= 58


def test_auto_discount_saves_about_five_decisions_a_game():
    asked = playout(GAME, 2000, 3, seed=5).lengths.mean()
    quick = playout(GAME, 2000, 3, seed=5, options={"auto_discount": True}).lengths.mean()
    assert 3 < asked - quick < 8


def test_every_phase_occurs():
    seen = {Phase(int(state["phase"][0])) for seed in range(6) for state in games(5, seed)}
    assert seen == set(Phase)


def test_the_board_matches_the_specification():
    degrees = [len(reference.neighbours(c)) for c in range(SITES)]
    assert (SITES, sum(degrees) // 2) == (73, 186)
    assert [degrees.count(n) for n in (6, 5, 3)] == [43, 12, 18]
    assert words(range(SITES), 2) == ((1 << 63) - 1, (1 << 10) - 1)
    assert CHOICES.size == 155
