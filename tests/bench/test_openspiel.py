"""Matches against OpenSpiel's bots. Left out where OpenSpiel is not installed."""

import time

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra 'openspiel'")

from bench.openspiel.match import CASTS, opening, play, players, seating  # noqa: E402
from bench.openspiel.peers import PEERS, Peer  # noqa: E402
from bench.openspiel.results import OURS, Terms  # noqa: E402
from souq.engine import registry  # noqa: E402

GAMES = [("kairo", 2), ("desert_bazaar", 3)]


@pytest.mark.parametrize("peer", list(PEERS))
@pytest.mark.parametrize("name, seats", GAMES)
def test_a_peer_keeps_to_its_time(peer, name, seats):
    game = registry.find(name)
    state = opening(game, seats, 7)
    mask = game.bindings.deciders(state)
    seat = mask.bit_length() - 1
    view, legal = game.bindings.hidden(state, seat), game.bindings.legal(state, seat).tolist()
    player = Peer(peer, game, seats, 0.0, uct_c=1.0)
    assert player.choose(view, seat, legal, 1) in legal and player.simulations == 2
    player.clock.seconds = 0.2
    before, began = view.tobytes(), time.thread_time()
    assert player.choose(view, seat, legal, 1) in legal
    assert 0.2 <= time.thread_time() - began < 0.5 and player.simulations > 20
    assert view.tobytes() == before


def test_bots_sit_in_every_seat_equally_often():
    for game, casts in CASTS.items():
        seats = [seating(game, number) for number in range(120)]
        n = len(casts[0])
        assert [sum(s[chair] == OURS for s in seats) for chair in range(n)] == [120 / n] * n
        assert len({seats.count(s) for s in seats}) == 1


@pytest.mark.parametrize("ours", ["greedy", "search:8", "time"])
def test_a_match_is_played(ours):
    terms = Terms("desert_bazaar", seconds=0.002, ours=ours)
    line = play(terms, 0, players(terms))
    assert sorted(line["seats"]) == sorted(seating("desert_bazaar", 0))
    assert min(line["ranks"]) == 1 and line["simulations"]["mcts"] >= 2 * line["moves"]["mcts"] > 0


def test_both_sides_have_the_same_time():
    terms = Terms("kairo", seconds=0.02, ours="search:1000000000")
    line = play(terms, 0, players(terms))
    assert 0 < line["simulations"]["ours"] < 20_000 * line["moves"]["ours"]
