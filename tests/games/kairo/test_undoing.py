"""Undo: chapter 5 of the specification on irrevocability."""

from __future__ import annotations

import pytest

from souq.engine.errors import NothingToUndo
from souq.engine.match.match import Match
from souq.games.kairo import GAME
from tests.games.kairo.positions import placing, table
from tests.games.tables import check_undone, play
from tests.support import rules


def standing(**what) -> Match:
    return table("0 green F3>F4", "1 blue J3>J4", **{"hands": ["1 2 3"], "money": {0: "3 green"}, **what}).match()


@rules("KA-T02", "KA-C06")
@pytest.mark.parametrize(
    "choices",
    [
        ["expand", "colour green", "site F2", "play 2"],
        ["new", "colour red", "site B2", "entry B3", "play three"],
        ["new", "colour red", "site B2", "entry B3", "play 1"],
        ["lure", "customer green", "goal F4"],
        ["draw", "take barker", "take barker"],
    ],
)
def test_an_action_without_a_reveal_can_be_undone(choices):
    check_undone(standing(), *choices)


@rules("KA-T03")
def test_nothing_can_be_undone_once_the_next_player_decides():
    m = play(standing(), "lure", "customer green", "goal F4")
    assert m.can_undo
    m.play("draw")
    while m.can_undo:
        assert m.undo().seat == 1
    assert m.ply == 3


@rules("KA-D01", "KA-D02")
def test_open_picks_can_be_undone_until_the_display_is_refilled():
    for one in ("take 5", "take barker"):
        m = standing(display="5 6 7 8")
        m.play("draw")
        m.play(one)
        assert m.can_undo
        assert m.undo().choice == GAME.choices.parse(one)
    m = play(standing(display="5 6 7 8"), "draw", "take 5", "take barker")
    assert not m.can_undo  # a new card lies on display
    with pytest.raises(NothingToUndo):
        m.undo()


@rules("KA-D03")
def test_discards_can_be_undone():
    m = play(standing(hands=["1 2 3 4"], display="5 6 7 8"), "draw", "take 5", "take 6")
    assert m.can_undo
    m.play("discard 1")
    m.undo()
    m.play("discard 2")
    m.play("discard 5")
    assert not m.can_undo


@rules("KA-D01", "KA-D05")
def test_a_card_from_the_deck_stays_drawn():
    m = play(standing(display="5 6 7 8"), "draw", "take 5", "take deck")
    assert not m.can_undo
    m = play(standing(display="5 6 7 8"), "draw", "take deck")
    assert not m.can_undo
    m.play("take barker")
    assert m.can_undo
    m.undo()


@rules("KA-S06", "KA-S09")
def test_setup_can_be_undone_until_a_neutral_stall_is_drawn():
    t = placing("red E2>D2", "blue H3>H4", "green C6>C7", "white I2>J2", "white E9>E10", players=2)
    m = play(t.match(), "colour yellow", "site B2")
    assert m.can_undo
    m.play("entry B3")
    assert not m.can_undo  # a colour was drawn from the bag
    three = placing("red E2>D2").match()
    check_undone(three, "colour blue", "site H3", "entry H4")


@rules("KA-F01", "KA-F03")
def test_the_end_can_be_undone():
    m = standing(final=True, out=[1, 2])
    check_undone(m, "quit")
