"""Decisions in a race, and the draft of a solo player."""

from __future__ import annotations

import pytest

from souq.engine.errors import NothingToUndo
from souq.engine.match.match import Match
from tests.dash import GAME as DASH
from tests.toy import GAME as TOY


def test_decisions_in_a_race_are_final() -> None:
    match = Match(DASH, 3)
    for seat in (2, 2, 0, 1, 2):
        assert match.racing and match.dry_run("step 1", seat).settles
        match.play("step 1", seat)
        assert match.mark == match.ply and match.drafter is None
    with pytest.raises(NothingToUndo):
        match.undo()
    assert Match.from_json(match.to_json()).racing


def test_the_last_seat_of_a_race_still_races() -> None:
    match = Match(DASH, 2)
    match.play("stop", 0)
    assert match.deciders == 0b10 and match.racing
    match.play("step 3", 1)
    assert match.mark == 2 and not match.can_undo
    again = Match.from_json(match.to_json())
    assert again.racing and again.mark == 2


def test_undo_leaves_a_race_that_follows_turns() -> None:
    match = Match(TOY, 2, seed=3)
    assert not match.racing
    match.play("mark on")
    match.play("keep")
    match.play("keep", 1)
    assert match.racing and match.drafter == 1, "what led to it is a draft until somebody else decides"
    match.undo()
    assert not match.racing
    match.play("keep", 1)
    match.play("shout", 0)
    assert match.mark == match.ply


def test_a_solo_player_can_undo_everything_and_others_see_it() -> None:
    match = Match(DASH, 1)
    for choice in ("step 3", "step 2", "step 1"):
        match.play(choice)
    assert not match.racing and (match.mark, match.visible_ply(-1)) == (0, 3)
    assert match.view(-1)["at"][0][0] == 6 and len(match.story()) == 3
    while match.can_undo:
        match.undo()
    assert match.ply == 0
