"""Scoring: CH-E01 to E04."""

from __future__ import annotations

import pytest

from souq.games.chatuchak import GAME
from souq.games.chatuchak.state import Event
from tests.games.chatuchak.play import games, strange
from tests.games.chatuchak.positions import JOSH, PLAIN, TIDY, TOMS, example, filled, table
from tests.support import rules


@rules("CH-E01", "CH-B02")
def test_stars_of_markers_in_the_grid_and_of_tokens():
    assert example().points == [3 + 3 - 6, 7 + 7 - 5]
    broken = example().play("15->27")  # red apart, two markers outside the grid; still four pinks... and six blues
    assert broken.beside(0) == {"RED", "R/G"}
    assert broken.points[0] == 1 + 3 - 6
    assert example(tokens=["RED PINK", ""], general=[3, 1]).points == [3 + 2 + 3 - 6, 7 + 1 - 5]


@rules("CH-E02", "CH-Q22")
def test_the_untidiest_colour_costs_once():
    assert table(TIDY, PLAIN).points == [-1, -6]
    t = table(filled("RRR??? RRR??? ??.??? ?????? ??????"), PLAIN)
    assert t.parts[0] == [1, 6, 6, 6, 5]  # three colours of six pieces cost six
    assert t.points[0] == -6


@rules("CH-E02")
def test_the_penalty_is_between_one_and_six():
    for seed in range(3):
        for state in (*games(2, seed), *strange(3, seed)):
            if state["mode"][0] == 0:
                for parts in state["parts"][0][: state["players"][0]].tolist():
                    assert 1 <= max(parts) <= 6


@rules("CH-E03")
@pytest.mark.parametrize(
    "tokens, general, points, ranks",
    [
        (["RED", ""], [0, 0], [-5, -6], [1, 2]),  # points first
        (["RED YELLOW GREEN BLUE PINK R/G Y/G G/B B/R P/Y", ""], [0, 9], [4, 3], [1, 2]),
        (["RED", ""], [0, 1], [-5, -5], [2, 1]),  # then purple tokens
        (["RED YELLOW R/G", "PINK"], [1, 3], [-2, -2], [2, 1]),
        (["R/G", "RED"], [1, 1], [-4, -4], [1, 2]),  # then tokens of mixes
        (["R/G RED", "Y/G G/B"], [1, 1], [-3, -3], [2, 1]),
        (["R/G RED", "Y/G PATH"], [1, 1], [-3, -3], [1, 1]),  # then the place is shared (CH-E04)
    ],
)
def test_ties(tokens, general, points, ranks):
    t = table(PLAIN, PLAIN, tokens=tokens, general=general)
    assert (t.points, t.ranks) == (points, ranks)


@rules("CH-E03", "CH-E04", "CH-Q21")
def test_the_same_order_ranks_all_places():
    t = table(PLAIN, PLAIN, PLAIN, PLAIN, PLAIN, general=[3, 1, 2, 2, 0], tokens=["", "R/G", "", "", "RED PINK"])
    assert t.points == [-3, -4, -4, -4, -4]
    assert t.ranks == [1, 4, 2, 2, 5]


@rules("CH-E04")
def test_scores_may_be_negative_and_places_shared():
    t = table(PLAIN, PLAIN, PLAIN, player=2, passed=[0, 1]).play("pass")
    assert (t.points, t.ranks, t.ended) == ([-6, -6, -6], [1, 1, 1], "CH-T09")
    assert [numbers[:3] for numbers in t.events_of(Event.RANK)] == [(0, 1, -6), (1, 1, -6), (2, 1, -6)]
    assert t.match().winners() == [0, 1, 2]


@rules("CH-Q31", "CH-Q21", "CH-Q13")
def test_there_are_five_mix_tokens():
    t = example(tokens=["R/G Y/G", "G/B B/R P/Y"])
    assert t.tokens(0) | t.tokens(1) == {"R/G", "Y/G", "G/B", "B/R", "P/Y"}


@rules("CH-Q17", "CH-E01")
def test_markers_in_the_middle_score_nothing():
    t = table(TIDY, PLAIN, player=JOSH, passed=[0]).play("pass")
    assert t.holds(-1) == set(t.names)
    assert t.points == [-1, -6]


@rules("CH-E01", "CH-C04", "CH-T07")
def test_the_final_events_match_the_score():
    t = example(TOMS, player=2, tent=10, need=1).play("12->16")
    assert [numbers[:3] for numbers in t.events_of(Event.RANK)] == [
        (seat, t.ranks[seat], t.points[seat]) for seat in range(3)
    ]
    assert GAME.rule_id(t.events_of(Event.END)[0][0]) == "CH-C04"
