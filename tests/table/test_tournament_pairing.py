"""Pairing and standings of tournaments, for any number of players, tables and results."""

from __future__ import annotations

import doctest
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import settings as how
from hypothesis import strategies as st

from souq.server.features.tournaments import draw, pairing, rounds
from souq.server.features.tournaments.pairing import MOST, MOST_ROUNDS, going_on, paired, robin, usual_rounds
from souq.server.features.tournaments.rounds import Plan, Sitting, meetings, scores, sizes, with_bots
from souq.server.features.tournaments.standings import standings

SYSTEMS = ("robin", "swiss", "knockout")
SEED, SIZES = "0f" * 16, st.integers(2, 5)
UNHURRIED = how(deadline=None, max_examples=60)


def plan(system="swiss", size=2, number=5, forward=1, seed=SEED):
    """Return a plan with irrelevant values filled in."""
    return Plan(system, size, number, forward, seed)


@st.composite
def plans(draws, systems=SYSTEMS, size=SIZES, most=11):
    """Draw a plan and its entrants, whose numbers have gaps."""
    seats = draws(size)
    people = draws(st.lists(st.integers(1, 40), min_size=2, max_size=most, unique=True))
    made = plan(
        draws(st.sampled_from(systems)),
        seats,
        draws(st.integers(1, 5)),
        draws(st.integers(1, seats - 1)),
        draws(st.sampled_from([SEED, "ab", "c1"])),
    )
    return made, people


def results(draws, tables):
    """Draw results for the tables of a round."""

    def ranks(size):
        return tuple(draws(st.lists(st.integers(1, size), min_size=size, max_size=size)))

    return [Sitting(seats, ranks(len(seats))) for seats in tables]


def results_by_strength(tables, strength):
    """Return the tables of a round in which the stronger player wins and everybody beats bots."""
    made = []
    for seats in tables:
        order = sorted(seats, key=lambda seat: (seat is None, -strength.get(seat, 0)))
        made.append(Sitting(seats, tuple(order.index(seat) + 1 for seat in seats)))
    return made


def play_tournament(made, people, strength=None, gone=()):
    """Return all rounds of a tournament whose games the stronger player wins."""
    strength = strength or {number: number for number in people}
    played = []
    while tables := paired(made, people, gone, played):
        played.append(results_by_strength(tables, strength))
        assert len(played) <= max(made.rounds, len(people)), "it does not end"
    return played


@UNHURRIED
@given(plans(), st.data())
def test_every_player_is_paired_once_per_round(made_for, data):
    made, people = made_for
    played = []
    while tables := paired(made, people, (), played):
        sat = Counter(seat for seats in tables for seat in seats)
        bots = sat.pop(None, 0)
        here = going_on(made, played, ()) if made.system == "knockout" and played else people
        assert sat == Counter(here)
        assert {len(seats) for seats in tables} == {made.size}
        assert bots == len(tables) * made.size - len(here) < made.size * len(tables)
        each = [seats.count(None) for seats in tables]
        assert max(each) - min(each) <= 1, "tables are as full as each other"
        played.append(results(data.draw, tables))
    assert made.system == "knockout" or len(played) == made.rounds


@UNHURRIED
@given(plans(), st.data())
def test_withdrawn_players_are_not_paired_and_all_others_are(made_for, data):
    made, people = made_for
    gone = data.draw(st.lists(st.sampled_from(people), unique=True))
    tables = paired(made, people, gone, [])
    rest = set(people) - set(gone)
    assert Counter(seat for seats in tables for seat in seats if seat is not None) == Counter(
        rest if len(rest) > 1 else []
    )


@UNHURRIED
@given(plans(), st.data())
def test_pairing_is_independent_of_names(made_for, data):
    """Only numbers and results count, not the order of entrants."""
    made, people = made_for
    shuffled = data.draw(st.permutations(people))
    played = []
    while tables := paired(made, people, (), played):
        assert tables == paired(made, shuffled, (), played)
        played.append(results(data.draw, tables))
        assert standings(made, people, played) == standings(made, shuffled, played)


@UNHURRIED
@given(plans(systems=("knockout",), most=20), st.data())
def test_a_knockout_ends_with_one_winner(made_for, data):
    made, people = made_for
    played = []
    while tables := paired(made, people, (), played):
        here = {seat for seats in tables for seat in seats if seat is not None}
        played.append(results(data.draw, tables))
        assert len(going_on(made, played, ())) < len(here)
    assert len(played[-1]) == 1, "the last round is one table"
    table = standings(made, people, played)
    assert [row.entrant for row in table if row.reached == len(played) and row.place == 1] == [table[0].entrant]
    assert table[0].entrant in played[-1][0].people
    best = min(played[-1][0].rank(one) for one in played[-1][0].people)
    assert played[-1][0].rank(table[0].entrant) == best
    assert [row.reached for row in table] == sorted((row.reached for row in table), reverse=True)


@UNHURRIED
@given(plans(), st.data())
def test_points_are_the_sum_of_table_points(made_for, data):
    """Every pair at a table shares one point; nobody shares a place; the order is that of the rules."""
    made, people = made_for
    played = [results(data.draw, paired(made, people, (), []))]
    table = standings(made, people, played)
    assert [row.place for row in table] == list(range(1, len(people) + 1))
    assert sorted(row.entrant for row in table) == sorted(people)
    every = sum(len(list(combinations(sitting.seats, 2))) for sitting in played[0])
    if all(sitting.bots == 0 for sitting in played[0]):
        assert sum(row.points for row in table) == every
    else:
        assert sum(row.points for row in table) <= every
    if made.system != "knockout":
        keys = [(row.points, row.met, row.direct, row.wins) for row in table]
        assert keys == sorted(keys, reverse=True)


def possible(people, met):
    """Return whether players can be paired without a rematch; with an odd number, one is left alone."""
    if len(people) < 2:
        return True
    one, *rest = people
    pairs = [other for other in rest if (min(one, other), max(one, other)) not in met]
    if any(possible([each for each in rest if each != other], met) for other in pairs):
        return True
    return len(people) % 2 == 1 and possible(rest, met)


@UNHURRIED
@given(plans(systems=("swiss",), size=st.just(2), most=9), st.data())
def test_no_rematch_in_swiss_while_one_can_be_avoided(made_for, data):
    made, people = made_for
    made, played = plan(number=8, seed=made.seed), []
    while tables := paired(made, people, (), played):
        before = meetings(played)
        again = [pair for seats in tables if (pair := tuple(sorted(filter(None, seats)))) in before]
        assert not (again and possible(sorted(people), before)), again
        played.append(results(data.draw, tables))


@pytest.mark.parametrize(("people", "size"), [(9, 3), (8, 4), (12, 3), (16, 4), (10, 5)])
def test_second_round_rematches_are_avoided_at_larger_tables(people, size):
    entrants = list(range(1, people + 1))
    played = play_tournament(plan("swiss", size, 2), entrants)
    lowest = 2 if people < size * size else 1  # with fewer than size² people somebody meets again
    assert max(meetings(played).values()) == lowest


@pytest.mark.parametrize("system", ["swiss", "robin"])
@pytest.mark.parametrize(("people", "size"), [(5, 2), (7, 2), (7, 3), (10, 4), (9, 4), (11, 3), (13, 2)])
def test_bots_are_shared_evenly(system, people, size):
    entrants = list(range(1, people + 1))
    played = play_tournament(plan(system, size, 4), entrants)
    with_each = with_bots(played)
    shared = [with_each[number] for number in entrants]
    most = -(-sum(shared) // people)
    tight = system == "swiss" and people < 7  # there it comes first that nobody meets again
    assert max(shared) <= most + (size > 2 or tight), shared


@pytest.mark.parametrize("people", range(2, 14))
def test_a_round_robin_for_two_pairs_everyone_once(people):
    made = plan("robin", 2, usual_rounds("robin", people, 2))
    entrants = list(range(1, people + 1))
    met = meetings(play_tournament(made, entrants))
    assert met == Counter(combinations(entrants, 2))


@pytest.mark.parametrize(
    ("people", "size", "number", "least", "most"),
    [(9, 3, 4, 1, 1), (16, 4, 5, 0, 2), (8, 4, 7, 2, 4), (12, 4, 11, 2, 4), (6, 3, 10, 3, 5), (10, 4, 6, 0, 3)],
)
def test_larger_round_robins_balance_meetings(people, size, number, least, most):
    entrants = list(range(1, people + 1))
    met = meetings(play_tournament(plan("robin", size, number), entrants))
    times = [met[pair] for pair in combinations(entrants, 2)]
    assert least <= min(times) and max(times) <= most, sorted(times)


def test_seat_order_is_balanced():
    entrants = list(range(1, 9))
    played = play_tournament(plan("robin", 2, 7), entrants)
    front = Counter(sitting.seats[0] for tables in played for sitting in tables)
    assert set(front.values()) <= {3, 4}, front


def test_players_with_equal_scores_are_paired():
    entrants = list(range(1, 9))
    played = play_tournament(plan(number=3), entrants)
    assert standings(plan(number=3), entrants, played)[0].entrant == 8
    for nth in (1, 2):
        made = scores(played[:nth])
        assert all(made[one] == made[other] for one, other in (sitting.seats for sitting in played[nth]))


def test_tie_breaks_apply_in_order():
    """Points, then opponents' points, then direct games, then wins, then the draw."""
    made = plan("robin", 2, 3)
    table = standings(
        made,
        [1, 2, 3, 4],
        [
            [Sitting((1, 2), (1, 2)), Sitting((3, 4), (1, 2))],
            [Sitting((1, 3), (2, 1)), Sitting((2, 4), (1, 2))],
            [Sitting((1, 4), (1, 2)), Sitting((2, 3), (1, 2))],
        ],
    )
    assert [row.points for row in table] == [2, 2, 2, 0]
    assert {row.met for row in table[:3]} == {Fraction(4, 3)} and {row.direct for row in table[:3]} == {1}
    assert [row.entrant for row in table[:3]] == draw.drawn(SEED, [1, 2, 3], "standings"), "all else is equal"
    strong = standings(
        made, [1, 2, 3, 4], [[Sitting((1, 2), (1, 2)), Sitting((3, 4), (1, 2))], [Sitting((1, 3), (1, 1))]]
    )
    assert [row.entrant for row in strong[:2]] in ([1, 3], [3, 1]) and strong[0].points == Fraction(3, 2)
    ended = standings(made, [1, 2], [[Sitting((1, 2), (0, 0))]])
    assert [row.points for row in ended] == [Fraction(1, 2)] * 2, "a game that was ended early is a tie"


@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 1)])
def test_head_to_head_breaks_ties_between_two_players(first, second):
    """Both have one win and one loss and equally strong opponents; the winner of their game comes first."""
    played = [
        [Sitting((first, second), (1, 2)), Sitting((3, 4), (1, 1))],
        [Sitting((first, 3), (2, 1)), Sitting((second, 4), (1, 2))],
        [Sitting((first, 4), (2, 1)), Sitting((second, 3), (2, 1))],
    ]
    table = standings(plan("robin", 2, 3), [1, 2, 3, 4], played)
    places = {row.entrant: row.place for row in table}
    assert table[places[first] - 1].points == table[places[second] - 1].points == 1
    assert places[first] < places[second]


@pytest.mark.parametrize("system", ["robin", "swiss"])
@pytest.mark.parametrize(("one", "other"), [(1, 2), (2, 1)])
def test_a_win_and_a_loss_rank_above_two_ties(system, one, other):
    """Both have the same points and equally strong opponents, and tied with each other."""
    played = [
        [Sitting((one, 3), (1, 2)), Sitting((other, 4), (1, 1))],
        [Sitting((one, 4), (2, 1)), Sitting((other, 3), (1, 1))],
        [Sitting((one, other), (1, 1)), Sitting((3, 4), (1, 1))],
    ]
    rows = {row.entrant: row for row in standings(plan(system, 2, 3), [1, 2, 3, 4], played)}
    first, second = rows[one], rows[other]
    assert (first.points, first.met, first.direct) == (second.points, second.met, second.direct)
    assert (first.wins, second.wins) == (1, 0) and first.place < second.place
    assert (rows[3].wins, rows[4].wins) == (0, 1)


@pytest.mark.parametrize("system", SYSTEMS)
def test_only_a_sole_first_place_is_a_win(system):
    played = [[Sitting((1, 2, 3), (1, 1, 3)), Sitting((4, None, 5), (1, 1, 3)), Sitting((6, None, 7), (1, 2, 2))]]
    rows = standings(plan(system, 3), list(range(1, 8)), played)
    assert {row.entrant: row.wins for row in rows} == {1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 1, 7: 0}
    assert {row.games for row in rows} == {1}
    assert [row.wins for row in standings(plan(system), [1, 2], [[Sitting((1, 2))]])] == [0, 0], "it goes on"


def test_a_game_lost_to_a_bot_is_lost():
    sitting = Sitting((None, 1, 2), (1, 3, 2))
    assert (sitting.halves(1), sitting.halves(2)) == (0, 2)


def test_in_a_knockout_the_best_players_advance_and_bots_never_do():
    made = plan("knockout", 4, forward=2)
    first = [Sitting((1, 2, None, 3), (2, 3, 1, 4)), Sitting((4, None, 5, 6), (3, 1, 2, 2))]
    on = going_on(made, [first], ())
    assert on[:2] == [1, 2] and set(on[2:]) == {5, 6}
    assert going_on(made, [first], {1})[:2] == [2, 3], "in the place of who has left the next goes on"
    (final,) = paired(made, range(1, 7), (), [first])
    assert set(final) == {1, 2, 5, 6}
    assert paired(made, range(1, 7), {1, 2, 5, 6}, [first]) != [final]


def test_pairing_is_determined_by_the_seed():
    entrants = range(1, 17)
    first = paired(plan(), entrants, (), [])
    assert first == paired(plan(), entrants, (), [])
    assert first != paired(plan(seed="1f" * 16), entrants, (), [])


def test_table_sizes_are_balanced():
    for people, size in product(range(2, 30), range(2, 7)):
        found = sizes(people, size)
        assert sum(found) == people and max(found) <= size and max(found) - min(found) <= 1


def test_larger_tables_get_all_rounds():
    made = robin(plan("robin", 3, 4), 9)
    assert [sorted(place for group in groups for place in group) for groups in made] == [list(range(9))] * 4


def test_the_largest_tournament_is_paired_quickly():
    """It runs in a thread of its own while others are served."""
    import time

    entrants = list(range(1, MOST + 1))
    for system, size in (("swiss", 2), ("swiss", 4), ("robin", 4), ("knockout", 4)):
        began = time.perf_counter()
        played = play_tournament(plan(system, size, 3), entrants)
        assert time.perf_counter() - began < 30, (system, size)
        assert len(played) <= MOST_ROUNDS


def test_examples():
    assert [doctest.testmod(module).failed for module in (draw, rounds, pairing)] == [0, 0, 0]
