"""What can be taken back: chapter 5 of the specification on undo."""

from __future__ import annotations

import pytest

from souq.engine.errors import NothingToUndo
from souq.games.chatuchak.state import Mode
from tests.games.chatuchak.positions import AMY, JOSH, PLAIN, TOM, TOMS, example, table
from tests.games.chatuchak.test_races import NEARLY
from tests.games.tables import check_undone, play
from tests.support import rules


@rules("CH-T01", "CH-T05")
def test_a_move_until_the_next_player_has_moved():
    m = example(TOMS).match()
    before = m.state.tobytes()
    m.play("move 15")
    assert m.undo().seat == AMY
    assert m.state.tobytes() == before
    play(m, "move 15", "move 12")
    assert m.undo().seat == JOSH
    assert not m.can_undo  # Amy's move is answered
    assert m.ply == 1


@rules("CH-M05", "CH-X01")
def test_what_it_won_is_given_back():
    m = play(example(TOMS, player=JOSH).match(), "move 26")
    assert m.state["holder"][0].tolist().count(JOSH) == 9
    check_undone(example(TOMS, player=JOSH).match(), "move 26")


@rules("CH-C01", "CH-T08")
@pytest.mark.parametrize("choice", ["move 12", "pass"])
def test_the_die_ends_it(choice):
    m = play(example(TOMS, player=TOM).match(), choice)
    assert m.state["draws"][0] == 1
    assert not m.can_undo
    with pytest.raises(NothingToUndo):
        m.undo()


@rules("CH-T08", "CH-T07")
def test_a_roll_for_a_last_seat_that_has_passed_ends_it_too():
    m = play(example(TOMS, player=JOSH, passed=[TOM]).match(), "move 12")
    assert not m.can_undo
    m = play(example(TOMS, player=AMY, passed=[TOM]).match(), "move 15")
    assert m.can_undo


@rules("CH-T07", "CH-T09")
def test_a_pass_can_be_taken_back():
    check_undone(example(TOMS).match(), "pass")
    last = example(TOMS, player=TOM, passed=[0, 1])
    assert play(last.match(), "pass").over
    check_undone(last.match(), "pass")


@rules("CH-V01", "CH-V03")
def test_the_puzzle_can_be_taken_back_to_the_beginning():
    assert play(table(NEARLY).match(), "move 16", "move 17", "move 12").over
    check_undone(table(NEARLY).match(), "move 16", "move 17", "move 12")
    check_undone(table(NEARLY).match(), "pass")


@rules("CH-V04")
def test_in_the_speed_game_what_is_moved_is_moved():
    """Everybody may move at any time, so everybody sees every move at once."""
    m = table(PLAIN, PLAIN, mode=Mode.SPEED).match()
    m.play("move 1", 1)
    assert not m.can_undo
    m.play("pass", 0)
    assert not m.can_undo


@rules("CH-V06")
def test_in_turns_a_move_can_be_taken_back_until_the_next():
    m = table(PLAIN, PLAIN, mode=Mode.TICKS).match()
    m.play("move 1")
    assert m.undo().seat == 0
    m.play("move 1")
    m.play("move 1", 1)
    assert m.undo().seat == 1 and not m.can_undo
