"""MarraCash's evaluator: win probabilities, terms, walks, and whole games against random bots."""

from __future__ import annotations

import numpy as np
import pytest

from souq.bots.greedy import priors_of
from souq.engine.learn.evaluation import judge
from souq.games.marracash import GAME, evaluator
from souq.games.marracash.state import FOUNTAINS, SHOPS
from tests.games.evaluating import changes, compare_evaluations, points_against_random
from tests.games.marracash.play import games
from tests.games.marracash.positions import GUESTS, shop, table


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random_bots(players: int) -> None:
    for seed in range(8):
        cash = points_against_random(GAME, players, seed, seed % players)
        assert cash[seed % players] == max(cash)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_are_nearly_even_at_the_start(players: int) -> None:
    chances = judge(GAME).win_probabilities(GAME.bindings.setup(players, [0, 0], (3, 0)))
    assert np.isclose(chances.sum(), 1)
    assert np.allclose(chances, 1 / players, atol=0.1)


def test_a_lead_counts_for_more_in_the_last_round() -> None:
    early = judge(GAME).win_probabilities(table(GUESTS, cash={0: 1500}).state)
    late = judge(GAME).win_probabilities(table(GUESTS, cash={0: 1500}, queue="", left=1).state)
    assert 1 / 4 < early[0] < late[0]


def test_a_visitor_enters_at_most_one_shop() -> None:
    """The probabilities of all shops of a colour add up to at most 1, and grow with the moves."""
    for colour in range(5):
        shops = [n for n in range(SHOPS) if evaluator.SHOP_COLOUR[n] == colour]
        assert [evaluator.PLACE[n] for n in shops] == list(range(5 * colour, 5 * colour + 5))
        found = evaluator.CHANCE[shops]
        assert found.min() >= 0
        assert found.sum(axis=0).max() <= 1 + 1e-9
        assert (np.diff(found, axis=-1) >= 0).all()
        assert (found[:, 31, :, -1].sum(axis=0) > 0.9).all()
        assert not found[:, 0].any()


def test_a_shop_at_the_next_corner_is_near() -> None:
    """From fountain 14 the one green shop on the way is G4, by two of the two exits (section 3)."""
    alone = 1 << evaluator.PLACE[shop("G4")] % 5
    assert evaluator.CHANCE[shop("G4"), alone, 13].tolist() == [1, 1, 1, 1]
    assert evaluator.CHANCE.shape == (SHOPS, 32, FOUNTAINS, 4)


def test_a_walk_earns_cash_and_empties_the_streets() -> None:
    before = table("F8=GGG F1=RBY F16=RBG", "G4 Ali(0)")
    after = before.copy().play("move 8 S")
    found = changes(GAME, before.state, after.state)
    assert found["cash"] == pytest.approx(600)
    assert found["cash"] == max(found.values())
    assert found["streets"] == min(found.values()) < -90


def test_a_purchase_costs_cash_and_promises_visitors() -> None:
    before = table("F14=GG", GUESTS)
    after = before.copy().auction("G4", 300, "pass", "pass", "pass")
    found = changes(GAME, before.state, after.state)
    assert found["cash"] == pytest.approx(-300)
    assert found["cash"] == min(found.values())
    assert found["streets"] == max(found.values()) > 75


@pytest.mark.parametrize("players", [2, 3, 4])
def test_priors_are_finite_and_comparable(players: int) -> None:
    for state in list(games(players, 8))[::5]:
        if not state["over"][0]:
            seat = int(state["player"][0])
            found = priors_of(GAME, state, seat, GAME.bindings.legal(state, seat))
            assert np.isfinite(found).all()
            assert np.abs(found).max() < 8000


@pytest.mark.parametrize("players", [2, 3])
def test_the_twin_is_evaluated_identically(players: int) -> None:
    for state in list(games(players, 4))[::40]:
        compare_evaluations(GAME, state)
