"""The lessons show what they promise, and their numbers are correct."""

from __future__ import annotations

from souq.engine.teach.lesson import play
from souq.games.chatuchak import GAME
from souq.games.chatuchak.solve.position import Market
from souq.games.chatuchak.solve.recorded import recorded
from souq.games.chatuchak.state import PATH, SIDES, Event
from tests.games.played_lessons import PlayedLesson

FIRST, PUZZLE = PlayedLesson(GAME, "first", Event), PlayedLesson(GAME, "puzzle", Event)
LEARNER, ZAYNAB = range(2)

BOWLS, CHAIRS, PLANTS, LAMPS, SHIRTS = range(5)
MIX_BOWLS, MIX_SHIRTS = 5, 7
"""Bowls with plants, and plants with shirts, as the mix tiles of the lesson lie."""


def won(seat: int, giver: int) -> list[int]:
    """Return the markers that a seat wins from another one, or from the middle (-1)."""
    return [row.marker for row in FIRST.events_of(Event.WON, seat=seat, giver=giver)]


def test_groups_mixes_and_a_path_are_won_from_the_middle():
    assert won(LEARNER, -1) == [BOWLS, PLANTS, MIX_SHIRTS, MIX_BOWLS, PATH]


def test_a_marker_is_lost_and_another_is_taken():
    assert won(ZAYNAB, LEARNER) == [PLANTS]
    assert won(LEARNER, ZAYNAB) == [SHIRTS]


def test_a_marker_leaves_the_grid_and_returns():
    assert [(row.seat, row.marker) for row in FIRST.events_of(Event.BESIDE)] == [(LEARNER, MIX_SHIRTS)]
    assert [(row.seat, row.marker) for row in FIRST.events_of(Event.BACK)] == [(LEARNER, MIX_SHIRTS)]


def test_the_die_shows_the_number_in_the_text():
    rolls = [(row.rolled, row.needed, row.moved) for row in FIRST.events_of(Event.ROLL)]
    assert rolls[:2] == [(9, 2, 1), (2, 3, 0)]
    said = FIRST.step("The tent").say
    assert "showed 9 and needed 2" in said
    assert "needed 3 and showed 2" in said


def test_the_score_matches_the_text():
    position = FIRST.before("The score")
    held = [marker for marker, holder in enumerate(position["holder"]) if holder == LEARNER]
    tokens = sum(seat == LEARNER for seat in position["token"]) + int(position["general"][LEARNER])
    assert (tokens, len(held)) == (6, 5)
    assert all(position["strength"][LEARNER][marker] > 0 for marker in held)
    assert [colour for colour, parts in enumerate(position["parts"][LEARNER]) if parts == 6] == [CHAIRS, LAMPS]
    assert FIRST.match.points() == [5, 4]
    assert "5 points to 4" in FIRST.step("Your turn").say


def test_the_puzzle_can_be_solved_in_the_stated_moves():
    known = recorded(Market.of(SIDES[13]))
    assert known
    moves, bound = known
    assert len(moves) == bound
    taught = [name.removeprefix("move ") for step in PUZZLE.lesson.steps for name in step.choose]
    assert [int(cell) for cell in taught] == list(moves[11:18])
    match, _ = play(PUZZLE.lesson, GAME)
    for cell in moves[18:]:
        match.play(f"move {cell}")
    assert match.over
    assert match.ply == 9
    assert "nine moves" in PUZZLE.lesson.steps[0].say
