"""The first lesson meets what it promises, and its numbers are those of its game."""

from __future__ import annotations

from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar.state import Event
from tests.games.played_lessons import PlayedLesson

FIRST = PlayedLesson(GAME, "first", Event)
LEARNER, ZAYNAB, IDRIS = range(3)


def test_one_roll_is_stopped_and_another_matches():
    thrown, kept = FIRST.events_of(Event.THROW, seat=LEARNER), FIRST.events_of(Event.KEEP, seat=LEARNER)
    assert (len(thrown), len(kept)) == (2, 1)
    assert [row.cards for row in FIRST.events_of(Event.GAIN, seat=LEARNER)] == [2, 3]


def test_the_stated_probability_is_that_of_two_more_dice():
    assert f"{1 - (4 / 6) ** 2:.0%}" == "56%"
    assert "56%" in FIRST.step("Keep one, roll two").done


def test_tents_pay_for_neighbours_in_both_directions():
    builds = [row for row in FIRST.happened if row.kind in (Event.TILE, Event.HELP)]
    helped, builder = set(), -1
    for row in builds:
        if row.kind == Event.TILE:
            builder = row.seat
        else:
            helped.add((builder, row.owner))
    assert {(ZAYNAB, LEARNER), (IDRIS, LEARNER), (LEARNER, IDRIS), (LEARNER, ZAYNAB)} <= helped


def test_the_learner_closes_a_camp_for_the_stated_points():
    assert [row.seat for row in FIRST.events_of(Event.CLOSED)] == [LEARNER]
    assert [row.points for row in FIRST.events_of(Event.COUNTED)] == [4, 2, 1]
    assert [row.points for row in FIRST.events_of(Event.BONUS)] == [1]
    done = FIRST.step("Close the camp").done
    assert "four for you, two for Zaynab, one for Idris" in done
    assert "+5" in done


def test_the_lesson_ends_with_the_stated_points():
    assert FIRST.match.points() == [7, 4, 1]
    assert "7 points to Zaynab’s 4 and Idris’s 1" in FIRST.step("Your turn").say
