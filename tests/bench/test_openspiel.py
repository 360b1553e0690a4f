"""Our games through OpenSpiel, and matches against its bots. Left out where OpenSpiel is not installed."""

import random
import time

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra 'bench'")

from bench.openspiel.adapter import load, register  # noqa: E402
from bench.openspiel.match import CASTS, opening, play, players, seating  # noqa: E402
from bench.openspiel.peers import PEERS, Peer  # noqa: E402
from bench.openspiel.results import OURS, Terms  # noqa: E402
from souq.engine import registry  # noqa: E402

GAMES = [("kairo", 2), ("desert_bazaar", 3)]


def wander(state, pick, decisions=10_000):
    """Random choices; returns the actions."""
    made = []
    while not state.is_terminal() and len(made) < decisions:
        action = pick.choice(state.legal_actions())
        state.apply_action(action)
        made.append(action)
    return made


@pytest.mark.parametrize("name, seats", GAMES)
def test_openspiel_itself_plays_random_games(name, seats):
    game = pyspiel.load_game(register(name), {"players": seats})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name, seats", GAMES)
def test_applying_is_deterministic_where_chance_has_nodes(name, seats):
    pick = random.Random(1)
    state = load(name, seats).new_initial_state()
    chances = 0
    while not state.is_terminal():
        chances += state.is_chance_node()
        before = state._record.tobytes()
        action = pick.choice(state.legal_actions())
        once, again = state.clone(), state.clone()
        once.apply_action(action)
        again.apply_action(action)
        assert once._record.tobytes() == again._record.tobytes()
        assert once.legal_actions() == again.legal_actions() and once.current_player() == again.current_player()
        assert state._record.tobytes() == before
        state.apply_action(action)
    assert chances > 10
    assert sum(state.returns()) == pytest.approx(0) and max(state.returns()) <= 1


@pytest.mark.parametrize("name, seats", GAMES)
def test_what_a_node_of_chance_may_bring_differs(name, seats):
    pick = random.Random(2)
    state = load(name, seats, outcomes=16).new_initial_state()
    differing = 0
    for _ in range(10_000):
        if state.is_terminal():
            break
        if state.is_chance_node():
            after = []
            for outcome, chance in state.chance_outcomes():
                assert chance == 1 / 16
                child = state.clone()
                child.apply_action(outcome)
                child._rekey((0, 0))
                after.append(child._record.tobytes())
            differing += len(set(after)) > 1
        state.apply_action(pick.choice(state.legal_actions()))
    assert differing > 5


@pytest.mark.parametrize("name, seats", GAMES)
def test_a_guess_cannot_be_told_from_the_position(name, seats):
    pick = random.Random(3)
    state = load(name, seats).new_initial_state().sampled()
    keys = set()
    while not state.is_terminal():
        seat = state.current_player()
        guess = state.resample_from_infostate(seat, None)
        assert guess.information_state_string(seat) == state.information_state_string(seat)
        assert guess.legal_actions() == state.legal_actions() and len(guess.legal_actions()) > 1
        keys.add(tuple(guess._record["key"][0]))
        state.apply_action(pick.choice(state.legal_actions()))
    assert len(keys) > 50


def test_what_is_not_explicit_has_another_future_in_every_copy():
    state = load("desert_bazaar", 3).new_initial_state().sampled()
    ends = set()
    for _ in range(5):
        copy = state.clone()
        wander(copy, random.Random(4))
        assert copy.is_terminal()
        ends.add(copy._record.tobytes())
    assert len(ends) > 1


def test_copies_of_openspiel_are_positions_too():
    state = load("kairo", 2).new_initial_state()
    wander(state, random.Random(5), 40)
    copy = pyspiel.State.clone(state)
    assert copy._record.tobytes() == state._record.tobytes() and copy._rules is state._rules
    wander(copy, random.Random(6), 10)
    assert copy._record.tobytes() != state._record.tobytes()


@pytest.mark.parametrize("peer", list(PEERS))
@pytest.mark.parametrize("name, seats", GAMES)
def test_a_peer_chooses_in_its_time(peer, name, seats):
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


def test_everybody_sits_everywhere_as_often():
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


def test_ours_has_no_more_time_than_theirs():
    terms = Terms("kairo", seconds=0.02, ours="search:1000000000")
    line = play(terms, 0, players(terms))
    assert 0 < line["simulations"]["ours"] < 20_000 * line["moves"]["ours"]
