"""The first lesson shows what it promises, and its numbers are correct."""

from __future__ import annotations

import pytest

from souq.games.kairo import GAME
from souq.games.kairo.state import NAMES, Event
from tests.games.kairo.positions import site
from tests.games.kairo.reference import Board, at
from tests.games.played_lessons import PlayedLesson

FIRST = PlayedLesson(GAME, "first", Event)
LEARNER, ZAYNAB, IDRIS = range(3)
WHITE, RED, GREEN = (NAMES.index(name) for name in ("white", "red", "green"))


def steps(position: object, customer: int, entry: str) -> int:
    """Return the distance of a customer from an entry."""
    return Board.of(position).steps(customer, at(site(entry)))


@pytest.mark.parametrize(
    ("title", "customer", "ways"),
    [
        ("Lure a customer", WHITE, {"F7": 2, "I7": 3}),
        ("Call with a barker", WHITE, {"I7": 4, "F7": 7}),
        ("In the way", GREEN, {"D4": 11, "B3": 12}),
        ("Worth the walk", GREEN, {"D4": 13, "B3": 12}),
        ("Your turn", RED, {"D5": 1}),
    ],
)
def test_customers_have_the_stated_distances(title, customer, ways):
    position = FIRST.before(title)
    assert {entry: steps(position, customer, entry) for entry in ways} == ways


def test_customers_come_with_and_without_a_barker():
    assert len(FIRST.events_of(Event.LURED, seat=LEARNER)) == 3
    assert [row.barkers for row in FIRST.events_of(Event.BARKERS, seat=LEARNER)] == [1]
    assert [row.money for row in FIRST.events_of(Event.EARNED, seat=LEARNER, as_owner=1)] == [1, 2, 1, 2]


def test_stalls_open_and_grow_for_the_stated_points():
    assert len(FIRST.events_of(Event.NEW, seat=LEARNER)) == 1
    assert [row.size for row in FIRST.events_of(Event.EXPANDED, seat=LEARNER)] == [2, 2]
    before, after = FIRST.before("In the way"), FIRST.after("In the way")
    assert after["score"][LEARNER] - before["score"][LEARNER] == 5
    assert "+5" in FIRST.step("In the way").done


def test_medals_are_won_and_one_moves_on():
    assert len(FIRST.events_of(Event.MEDAL, seat=LEARNER)) == 4
    assert [row.is_gold for row in FIRST.events_of(Event.MEDAL, giver=LEARNER)] == [0]


def test_missing_money_is_paid_in_two_other_colours():
    before, after = FIRST.before("In the way"), FIRST.after("In the way")
    paid = before["money"][LEARNER] - after["money"][LEARNER]
    assert paid.tolist() == [1, 0, 0, 1, 1, 0]


def test_the_learner_leads_with_the_stated_points():
    assert FIRST.match.points() == [10, 5, 8]
    assert "10 points" in FIRST.step("Your turn").say
