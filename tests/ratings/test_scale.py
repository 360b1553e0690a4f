"""Rating changes: better places gain, and ratings are displayed correctly."""

from __future__ import annotations

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import ThurstoneMostellerFull

from souq.server.core.rating_scale import (
    BETA,
    MU,
    SIGMA,
    SURE,
    Party,
    Rating,
    fixed,
    luck,
    most_sigma,
    points,
    provisional,
    rated,
    spread,
)
from souq.server.features.ratings.marks import LEAST, MARKS, mark

GAMES = st.sampled_from([*MARKS, "another"])
RATINGS = st.builds(Rating, st.floats(0, 60), st.floats(0.3, SIGMA), st.integers(0, 99))
PARTIES = st.lists(st.builds(Party, RATINGS, st.integers(1, 6)), min_size=2, max_size=6)


def model(game: str) -> ThurstoneMostellerFull:
    """Return openskill's model with a game's amount of luck."""
    return ThurstoneMostellerFull(mu=MU, sigma=SIGMA, beta=BETA * luck(game))


@given(GAMES, PARTIES)
def test_ratings_are_those_of_openskill(game: str, parties: list[Party]) -> None:
    rates = model(game)
    teams = [[rates.rating(mu=each.rating.mu, sigma=each.rating.sigma)] for each in parties]
    made = rates.rate(teams, ranks=[float(each.rank) for each in parties])
    for party, found, [expected] in zip(parties, rated(game, parties), made, strict=True):
        assert found.games == party.rating.games + 1
        assert math.isclose(found.mu, expected.mu, abs_tol=1e-6)
        assert math.isclose(found.sigma, expected.sigma, abs_tol=1e-6)


@given(GAMES, PARTIES, st.randoms())
def test_ratings_do_not_depend_on_seat_order(game: str, parties: list[Party], luck: random.Random) -> None:
    order = list(range(len(parties)))
    luck.shuffle(order)
    plain, mixed = rated(game, parties), rated(game, [parties[at] for at in order])
    for at, found in zip(order, mixed, strict=True):
        assert math.isclose(found.mu, plain[at].mu, abs_tol=1e-9)
        assert math.isclose(found.sigma, plain[at].sigma, abs_tol=1e-9)


@given(GAMES, st.lists(st.integers(1, 6), min_size=2, max_size=6))
def test_between_equals_a_better_place_gains_more_and_a_shared_place_the_same(game: str, ranks: list[int]) -> None:
    made = rated(game, [Party(Rating(), rank) for rank in ranks])
    by_rank = sorted(zip(ranks, (each.mu for each in made), strict=True))
    for (rank, mu), (worse, other) in itertools.pairwise(by_rank):
        assert mu > other if rank < worse else math.isclose(mu, other, abs_tol=1e-9)
    assert all(each.sigma < SIGMA and each.games == 1 for each in made), "and more is known of everybody"


@given(GAMES, PARTIES)
def test_only_the_order_of_the_places_counts(game: str, parties: list[Party]) -> None:
    order = sorted({each.rank for each in parties})
    dense = [Party(each.rating, order.index(each.rank) + 1) for each in parties]
    assert rated(game, dense) == rated(game, parties)


@given(GAMES, PARTIES)
def test_a_player_replaced_by_a_bot_never_gains(game: str, parties: list[Party]) -> None:
    alone = rated(game, parties)
    first, *others = parties
    helped = rated(game, [Party(first.rating, first.rank, helped=True), *others])
    assert helped[0].mu == min(first.rating.mu, alone[0].mu)
    assert helped[1:] == alone[1:], "what others get for beating that seat is theirs"


def test_four_hundred_points_mean_ten_to_one_odds() -> None:
    for game in ("kairo", "grand_bazaar"):
        rates, strong = model(game), fixed(1900, 0.1, game)
        chance = rates.predict_win([[rates.rating(strong.mu, 1e-3)], [rates.rating(MU, 1e-3)]])[0]
        assert chance == pytest.approx(10 / 11, abs=1e-3)


def test_a_rating_is_provisional_until_its_deviation_is_small() -> None:
    sure = most_sigma("kairo")
    assert spread(sure, "kairo") == SURE
    assert not provisional(Rating(30.0, sure, 10), "kairo")
    assert provisional(Rating(30.0, sure, 9), "kairo") and provisional(Rating(30.0, sure * 1.01, 99), "kairo")


def test_bot_ratings_match_the_recorded_ladder() -> None:
    from bench.ratings import FILES, marks

    found = {path.stem: marks(path) for path in FILES}
    assert found == MARKS


def test_a_new_player_is_rated_like_the_trader() -> None:
    for game in MARKS:
        trader = mark(game, "trader")
        assert trader is not None and points(trader.mu, game) == points(MU, game) == 1500
        assert spread(trader.sigma, game) == LEAST
    assert mark("kairo", "random") is None and mark("another", "trader") is None
