"""Undo: chapter 5 of the specification."""

from __future__ import annotations

import pytest

from souq.engine.errors import NothingToUndo
from tests.games.marracash.positions import ALI, ANFA, GUESTS, OMAR, table
from tests.games.tables import check_undone, play
from tests.support import rules

POOR = {ANFA: 50, OMAR: 50, 3: 50}


@rules("MA-T07", "MA-N02")
@pytest.mark.parametrize(
    "choices",
    [
        ["move 1 E", "move 2 S"],
        ["move 1 E", "move 2 W"],
        ["move 1 E", "move 8 N", "gate 1", "bring A 3", "bring B 2"],
        ["move 1 E", "auction B1"],
        ["auction B1", "more", "more"],
        ["auction B1", "more", "more", "add 75"],
    ],
)
def test_a_turn_without_chance_can_be_undone(choices):
    """The next player has not decided yet."""
    check_undone(table(GUESTS, player=ALI).match(), *choices)


@rules("MA-T06")
def test_nothing_can_be_undone_once_the_next_player_decides():
    m = play(table(GUESTS, player=ALI).match(), "move 1 E", "move 2 W")
    assert m.can_undo
    m.play("move 8 N")
    assert m.undo().seat == ANFA
    assert m.can_undo is False or m.undo().seat == ANFA
    assert m.ply == 2


@rules("MA-A06")
def test_a_bid_is_final_once_another_seat_bids_or_passes():
    for answer in ("bid", "pass"):
        m = play(table(GUESTS, player=ALI).match(), "auction B1", "bid")
        assert m.can_undo
        m.play(answer)
        assert m.undo().seat == ANFA
        assert m.ply == 2
        assert not m.can_undo


@rules("MA-A07", "MA-A08")
def test_automatic_decisions_are_undone_with_the_choice():
    """No other seat can bid: the purchase is undone with the opening."""
    m = table(GUESTS, "F7=RR", player=ALI, cash=POOR).match()
    before = m.state.tobytes()
    play(m, "auction R2", "bid")
    assert m.state["owner"][0].tolist().count(ALI) == 1
    m.undo()
    m.undo()
    assert m.state.tobytes() == before


@rules("MA-A07")
def test_an_automatic_pass_is_no_decision_of_another():
    """Anfa must pass; Omar is asked. The opening can still be undone."""
    check_undone(table(GUESTS, player=ALI, cash={ANFA: 100}).match(), "auction B1", "bid")


@rules("MA-A06")
def test_an_unfinished_bid_can_be_undone():
    m = play(table(GUESTS, player=ALI).match(), "auction B1", "bid")
    before = m.state.tobytes()
    play(m, "more", "more")
    m.undo()
    m.undo()
    assert m.state.tobytes() == before
    made = m.play_all(["more", "more", "add 75"])
    assert len(made) == 3
    m.undo()  # a whole bid is undone as one
    assert m.state.tobytes() == before


@rules("MA-V07")
def test_nothing_can_be_undone_after_a_card_is_turned_up():
    words = ("F6=R F5=G", GUESTS, "R2 Ali(0)")
    m = play(table(*words, shown="R50 G150", player=ALI).match(), "move 6 E")
    assert m.can_undo
    m.play("move 5 S")
    assert not m.can_undo
    with pytest.raises(NothingToUndo):
        m.undo()
    for shown, stack in (("G200 G150", None), ("R50 G150", "")):  # nothing sold; nothing left to turn up
        m = table(*words, shown=shown, stack=stack, player=ALI).match()
        check_undone(m, "move 6 E", "move 5 S")


@rules("MA-V04", "MA-V09")
def test_a_walk_is_final_after_the_owners_choice():
    words = ("F6=R", GUESTS, "R2 Ali(0)")
    m = play(table(*words, shown="R50 R75", player=OMAR).match(), "move 6 E")
    assert m.can_undo
    m.play("sell 1")
    assert m.undo().seat == ALI
    assert not m.can_undo
    own = table(*words, shown="R50 R75", player=ALI).match()
    check_undone(own, "move 6 E", "sell 1")


@rules("MA-E01", "MA-E04")
def test_the_end_can_be_undone():
    check_undone(table(GUESTS, player=ALI, queue="", left=1).match(), "move 1 E", "move 2 W")
