"""Decisions of the clock: for no seat, while it runs, and final."""

import json

import pytest

from souq.engine.errors import IllegalChoice, NotYourTurn
from souq.engine.match import saved
from souq.engine.match.decision import NOBODY
from souq.engine.match.match import Match
from tests.barter import GAME as BARTER
from tests.barter.state import TIME
from tests.lot import GAME as LOT


def trading(players=3):
    """Return a match in which everybody trades."""
    match = Match(BARTER, players, seed=3)
    for seat in range(players):
        match.play("pass", seat)
    match.confirm()
    return match


def test_a_clock_runs_while_time_may_decide():
    match = Match(BARTER, 3, seed=3)
    assert match.clock is None and match.legal(NOBODY) == []
    match = trading()
    assert (match.clock.key, match.clock.choice, match.clock.seconds) == ("trading 0", TIME, 120.0)
    assert match.legal(NOBODY) == [TIME]
    match.play("post 2: give salt; want rugs", 0)
    assert match.clock.key == "trading 0", "it is the same stretch still"


def test_decisions_of_the_clock_are_final():
    match = trading()
    made = match.play("time", NOBODY)
    assert (made.seat, made.choice) == (NOBODY, TIME)
    assert not match.can_undo and match.drafter is None and match.clock is None
    match.play("pass", 0)
    assert match.can_undo
    match.undo()
    assert not match.can_undo, "not across what time decided"


def test_a_race_requires_whole_messages():
    match = trading()
    assert match.begins("post 2", 0) and not match.begins("leave", 0) and not match.begins("time", NOBODY)
    before, ply = match.state.tobytes(), match.ply
    for half in (["post 2"], ["post 2", "give salt"], ["post 2", "give salt", "done", "coins 0", "want rugs"]):
        for make in (match.play_all, match.check, lambda said, seat: match.play(said[0], seat)):
            with pytest.raises(IllegalChoice, match=r"'post 2' is only the beginning\. .*, as in 'post 2: give salt; "):
                make(half, 0)
    assert (match.state.tobytes(), match.ply, match.deciders) == (before, ply, 0b111)
    match.play_all(["post 2", "give salt", "done", "coins 0", "want rugs", "done"], 0)
    match.play("post 1: give rugs; want salt", 1)
    assert list(match.state["posted"][0][:2]) == [2, 1]


def test_a_saved_match_may_contain_a_partial_message():
    match = trading()
    for each in ("post 2", "give salt"):
        match.replay(int(match.game.choices.parse(each)), 0)
    again = Match.from_json(json.loads(json.dumps(match.to_json())))
    assert again.state.tobytes() == match.state.tobytes() and again.deciders == 1
    again.play_all(["done", "coins 0", "want rugs", "done"], 0)
    assert again.deciders == 0b111
    match.play("time", NOBODY)
    assert match.log[-2].seat == 0 and match.position()["phase"] == 0, "what is left of it ends with the clock"


def test_only_the_clock_makes_its_decisions():
    match = trading()
    for seat in (0, 2):
        with pytest.raises(IllegalChoice) as refused:
            match.play("time", seat)
        assert refused.value.rule.id == "BA-T04"
    with pytest.raises(IllegalChoice):
        match.play("leave", NOBODY)
    with pytest.raises(NotYourTurn):
        Match(BARTER, 3, seed=3).play("time", NOBODY)
    with pytest.raises(NotYourTurn):
        Match(LOT, 3, seed=3).play("pass", NOBODY)


def test_a_race_ends_with_its_clock():
    match = trading()
    assert match.racing
    match.play("post 2: give salt; want rugs", 0)
    assert match.racing and match.mark == match.ply, "a post is sent at once"
    match.play("time", NOBODY)
    assert not match.racing
    match.play("pass", 0)
    assert match.can_undo, "it is one after another again"


def test_a_race_ends_with_its_clock_when_all_have_left():
    match = trading(2)
    match.play("leave", 1)
    assert match.clock is None and not match.racing


def test_its_decisions_are_saved_and_checked():
    match = trading()
    match.play("time", NOBODY)
    document = json.loads(json.dumps(match.to_json()))
    assert Match.from_json(document).state.tobytes() == match.state.tobytes()
    assert saved.verify(document, Match).plies == match.ply
    document["decisions"][-1]["seat"] = 0
    with pytest.raises(saved.CorruptMatch):
        Match.from_json(document)
    document["decisions"][-1]["seat"] = -2
    with pytest.raises(saved.CorruptMatch):
        Match.from_json(document)
