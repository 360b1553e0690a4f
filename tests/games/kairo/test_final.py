"""The final phase and the end: KA-F01 to KA-F07, KA-X27 to KA-X34."""

from __future__ import annotations

import pytest

from souq.games.kairo import GAME
from souq.games.kairo.state import Event, Rule
from tests.games.kairo.positions import Table, table
from tests.support import rules

STALLS = ("0 white C2>C3", "0 red G2>G3", "1 green C6>C7", "2 blue J2>J3")
MONEY = {0: "3 white 3 red", 1: "9 green", 2: "9 blue"}


def low(**what) -> Table:
    """Return a position with few expansions left, in which every seat has cards and money to expand."""
    hands = ["1 2", "4 4 5", "3"]
    return table(*STALLS, **{"hands": hands, "money": MONEY, "deck": "7 7 7 8 8 8 9 9 9", **what})


@rules("KA-F01", "KA-X27")
@pytest.mark.parametrize(
    "supply, begins",
    [
        ({"white": 1}, True),  # 0 left
        ({"white": 2}, False),  # a single colour with 1 left
        ({"white": 2, "blue": 1}, True),  # two colours with 1
        ({"white": 3, "blue": 1, "green": 2}, False),
        ({"white": 2, "blue": 2}, False),
    ],
)
def test_few_expansions_begin_the_final_phase(supply, begins):
    end = low(supply=supply).build("white", "B2", "1")
    assert (end.final, end.over) == (int(begins), 0)
    assert end.events_of(Event.FINAL) == ([(Rule.KA_F01, 0, 0, 0)] if begins else [])
    assert end.player == 1
    left = supply["white"] - 1
    assert end.events_of(Event.LOW) == ([(0, left, 0, 0)] if left <= 1 else [])


@rules("KA-F01", "KA-F02")
def test_it_begins_once():
    t = low(final=True, supply={"white": 1, "red": 0}).build("white", "B2", "1")
    assert (t.final, t.events_of(Event.FINAL), t.events_of(Event.LOW)) == (1, [], [])


@rules("KA-F01")
def test_only_expansions_begin_the_final_phase():
    t = low(supply={"white": 1, "red": 1, "green": 1}, hands=["1 2 3"]).play("draw", "take deck", "take barker")
    assert t.final == 0


@rules("KA-F02", "KA-F07", "KA-X28")
def test_a_turn_of_the_final_phase_is_a_build_or_quitting():
    t = low(supply={"white": 1}).build("white", "B2", "1")
    assert (t.player, t.legal) == (1, ["new", "expand", "quit"])
    assert t.refusal("draw") == "KA-F02"
    assert t.refusal("lure") == "KA-F02"
    t.build("green", "B6", "4")
    assert (t.player, t.cards(1)) == (2, ["4", "5"])
    t.play("new", "colour red", "site L3", "entry L2", "play 3")
    assert t.player == 0  # the one who began it acts again
    assert t.legal == ["new", "expand", "quit"]
    assert t.out == 0


@rules("KA-F07", "KA-E01")
def test_what_can_be_built_in_the_final_phase():
    t = low(final=True, supply={"white": 0}, hands=["1", "4", "3"])
    assert t.legal == ["new", "quit"]  # no white expansions are left
    walls = ("1 blue H3>I3 G3", "1 yellow F1>G1 F2", "2 white D3>C3 E3")
    t = table("0 green F3>F4", *walls, final=True, hands=["2 5"])
    assert "move" in t.legal
    assert t.play("move", "colour green", "site F7", "entry F8", "play 5").stall(0, "green") == ("F7", "F8")


@rules("KA-F03", "KA-F04")
def test_quitting_is_final():
    t = low(final=True, hands=["1 1 2", "4 5", "3"]).play("quit")
    assert (t.out, t.player) == (0b001, 1)
    assert t.events_of(Event.OUT) == [(0, 1, 0, 0)]
    t.play("quit")
    assert (t.out, t.player) == (0b011, 2)
    t.play("quit")
    assert (t.out, t.over) == (0b111, 1)
    assert t.legal == []


@rules("KA-F03", "KA-X29", "KA-X34")
def test_a_seat_that_cannot_build_is_out_automatically():
    t = low(final=True, hands=["1 1 2", "", "3"]).build("blue", "B4>A4", "1")
    assert (t.player, t.out) == (2, 0b010)  # P1 has no cards
    assert t.events_of(Event.OUT) == [(1, 0, 0, 0)]
    broke = low(final=True, hands=["2", "J6", "3"], money={1: "0 red"})
    broke.play("quit")
    assert (broke.player, broke.out) == (2, 0b011)  # a joker and no money


@rules("KA-F03")
def test_the_last_one_may_take_several_turns_in_a_row():
    t = low(final=True, out=[1, 2], hands=["1 1 2", "4", "3"])
    t.build("white", "B2", "1")
    assert (t.player, t.out, t.over) == (0, 0b110, 0)
    t.build("red", "F2", "2")
    assert t.player == 0
    t.play("quit")
    assert t.over == 1


@rules("KA-F03", "KA-F04", "KA-X31")
def test_the_final_phase_ends_when_the_cards_are_gone():
    t = low(final=True, out=[1, 2], hands=["1", "4", "3"]).build("white", "B2", "1")
    assert (t.over, t.out) == (1, 0b111)
    assert t.events_of(Event.END) == [(0, 0, 0, 0)]
    assert t.refusal("draw") == "KA-F04"


@rules("KA-F05", "KA-X33", "KA-X01")
@pytest.mark.parametrize(
    "money, points", [("2 red", 0), ("1 red 1 blue 1 white", 1), ("5 red", 1), ("9 red 2 blue", 3)]
)
def test_three_money_score_a_point(money, points):
    t = low(final=True, out=[1, 2], money={0: money, 1: "4 blue", 2: "0 red"}, scores=[4, 5, 6]).play("quit")
    assert t.score[:3] == [4 + points, 6, 6]
    assert t.events_of(Event.MONEY)[0][2] == points


@rules("KA-F05", "KA-X01")
def test_medals_score_once_more():
    t = low(
        final=True, out=[1, 2], money={0: "0 red", 1: "0 red", 2: "0 red"},
        gold={"white": 0, "red": 0, "green": 1}, silver={"white": 0, "red": 1, "green": 2},
    ).play("quit")  # fmt: skip
    assert t.score[:3] == [5, 3, 1]
    assert t.events_of(Event.MEDALS) == [(0, 2, 1, 5), (1, 1, 1, 3), (2, 0, 1, 1)]


@rules("KA-F06")
def test_most_points_win_and_ties_share():
    money = dict.fromkeys(range(3), "0 red")
    t = low(final=True, out=[1, 2], money=money, scores=[30, 41, 41]).play("quit")
    assert GAME.bindings.ranks(t.state) == [3, 1, 1]
    assert GAME.bindings.points(t.state) == [30, 41, 41]
    assert t.events_of(Event.RANK) == [(0, 3, 30, 0), (1, 1, 41, 0), (2, 1, 41, 0)]


@rules("KA-X36")
def test_points_have_no_limit():
    t = low(final=True, out=[1, 2], scores=[300, 0, 0], hands=["1 2"]).build("white", "B2", "1")
    assert t.score[0] >= 302


@rules("KA-X30")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ten_idle_rounds_bring_the_final_phase(players):
    t = table("0 green F3>F4", players=players, idle=10 * players - 2, hands=["1 2 3"] + ["4"] * (players - 1))
    t.play("draw", "take barker", "take barker")
    assert (t.final, t.idle) == (0, 10 * players - 1)
    t.lure("green", "F4")
    assert t.final == 1
    assert t.events_of(Event.FINAL) == [(Rule.KA_X30, 1, 0, 0)]


@rules("KA-T03", "KA-X30")
def test_the_final_phase_begins_before_the_display_is_refilled():
    t = table("0 green F3>F4", idle=29, hands=["1", "2", "3"], display="5 6 7 8")
    t.play("draw", "take 5", "take barker")
    kinds = [event for event, _ in t.events]
    assert kinds.index(Event.FINAL) < kinds.index(Event.SHOWN) < kinds.index(Event.TURN)


@rules("KA-X30")
def test_building_resets_the_idle_count_and_moving_does_not():
    assert low(idle=20).build("white", "B2", "1").idle == 0
    assert low(idle=20).build("blue", "B4>A4", "1").idle == 0
    walls = ("1 blue H3>I3 G3", "1 yellow F1>G1 F2", "2 white D3>C3 E3")
    t = table("0 green F3>F4", *walls, idle=20, hands=["2 5", "1", "1"])
    t.play("move", "colour green", "site F7", "entry F8", "play 5")
    assert (t.idle, t.final) == (21, 0)
    t = table("0 green F3>F4", *walls, idle=29, hands=["2 5", "1", "1"])
    assert t.play("move", "colour green", "site F7", "entry F8", "play 5").final == 1


@rules("KA-X29")
def test_out_stays_out_even_if_a_stall_moves_away():
    t = low(final=True, out=[1], hands=["1 1", "4 4 4", "3"]).build("white", "B2", "1")
    assert (t.player, t.out) == (2, 0b010)
    t.play("quit")
    assert t.player == 0
