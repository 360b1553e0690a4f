"""Undo: chapter 5 of the specification."""

from __future__ import annotations

import pytest

from souq.engine.errors import NothingToUndo
from souq.games.chatuchak.state import Mode
from tests.games.chatuchak.positions import AMY, JOSH, PLAIN, TOM, TOMS, example, table
from tests.games.chatuchak.test_races import NEARLY
from tests.games.tables import check_undone, play
from tests.support import rules


@rules("CH-T01", "CH-T05")
def test_a_move_can_be_undone_until_the_next_player_moves():
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
def test_undo_returns_what_a_move_won():
    m = play(example(TOMS, player=JOSH).match(), "move 26")
    assert m.state["holder"][0].tolist().count(JOSH) == 9
    check_undone(example(TOMS, player=JOSH).match(), "move 26")


@rules("CH-C01", "CH-T08")
@pytest.mark.parametrize("choice", ["move 12", "pass"])
def test_a_roll_cannot_be_undone(choice):
    m = play(example(TOMS, player=TOM).match(), choice)
    assert m.state["draws"][0] == 1
    assert not m.can_undo
    with pytest.raises(NothingToUndo):
        m.undo()


@rules("CH-T08", "CH-T07")
def test_a_roll_for_a_passed_last_seat_cannot_be_undone():
    m = play(example(TOMS, player=JOSH, passed=[TOM]).match(), "move 12")
    assert not m.can_undo
    m = play(example(TOMS, player=AMY, passed=[TOM]).match(), "move 15")
    assert m.can_undo


@rules("CH-T07", "CH-T09")
def test_a_pass_can_be_undone():
    check_undone(example(TOMS).match(), "pass")
    last = example(TOMS, player=TOM, passed=[0, 1])
    assert play(last.match(), "pass").over
    check_undone(last.match(), "pass")


@rules("CH-V01", "CH-V03")
def test_the_puzzle_can_be_undone_to_the_beginning():
    assert play(table(NEARLY).match(), "move 16", "move 17", "move 12").over
    check_undone(table(NEARLY).match(), "move 16", "move 17", "move 12")
    check_undone(table(NEARLY).match(), "pass")


@rules("CH-V04")
def test_moves_of_the_speed_game_cannot_be_undone():
    """Every seat may move at any time, so every seat sees every move at once."""
    m = table(PLAIN, PLAIN, mode=Mode.SPEED).match()
    m.play("move 1", 1)
    assert not m.can_undo
    m.play("pass", 0)
    assert not m.can_undo


@rules("CH-V06")
def test_a_move_of_a_race_in_turns_can_be_undone_until_the_next():
    m = table(PLAIN, PLAIN, mode=Mode.TICKS).match()
    m.play("move 1")
    assert m.undo().seat == 0
    m.play("move 1")
    m.play("move 1", 1)
    assert m.undo().seat == 1 and not m.can_undo
