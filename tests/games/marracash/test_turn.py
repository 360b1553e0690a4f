"""Turns and the end: MA-T01 to MA-T07, MA-E01 to MA-E05, MA-Z04."""

from __future__ import annotations

import pytest

from souq.games.marracash import GAME
from souq.games.marracash.state import Event, Phase
from tests.games.marracash.positions import ALI, ANFA, GUESTS, LEILA, OMAR, Table, table
from tests.support import rules

KINDS = [event for event in Event if event in (Event.BROUGHT, Event.CARD, Event.LAST, Event.END, Event.TURN)]


def order(t: Table) -> list[str]:
    """Return the order of the events at the end of a turn."""
    return [kind.name for kind, _ in t.events if kind in KINDS]


@rules("MA-T01", "MA-T02", "MA-T03")
def test_the_possible_pairs_of_actions():
    start = table(GUESTS, "F2=R", player=ALI)
    assert start.listed("move")
    assert start.listed("auction")
    moved = start.copy().play("move 2 S")
    assert (moved.asks, moved.actions) == ((Phase.ACTION, ALI), 1)
    assert moved.listed("move")
    assert moved.listed("auction")
    assert moved.copy().play("move 7 S").asks == (Phase.ACTION, ANFA)
    assert moved.copy().auction("B1", 100, "pass", "pass", "pass").asks == (Phase.ACTION, ANFA)
    sold = start.copy().auction("B1", 100, "pass", "pass", "pass")
    assert (sold.asks, sold.listed("move")) == ((Phase.ACTION, ALI), [])
    assert sold.refusal("move 2 S") == "MA-T01"
    assert sold.auction("B2", 100, "pass", "pass", "pass").asks == (Phase.ACTION, ANFA)


@rules("MA-T02")
def test_passing_is_illegal():
    t = table(GUESTS, player=ALI)
    assert t.listed("pass") == []
    assert t.refusal("pass") == "MA-T02"
    t.auction("B1", 100, "pass", "pass", "pass")
    assert t.refusal("pass") == "MA-T02"
    assert set(t.legal) == {f"auction {name}" for name in t.listed("auction")}


@rules("MA-T03", "MA-M01")
def test_a_move_needs_visitors():
    t = table("F5=R", player=ALI)
    assert t.listed("move") == ["5 N", "5 E", "5 S"]
    assert t.refusal("move 1 E") == "MA-M01"
    t = table(player=ALI, left=2, queue="")
    assert t.listed("move") == []
    assert len(t.listed("auction")) == 25


@rules("MA-T04", "MA-T03", "MA-E03")
def test_a_turn_without_any_action_is_skipped():
    t = table(player=ALI, left=3, queue="", cash=dict.fromkeys((ANFA, OMAR), 75))
    t.auction("B1", 100, "pass").auction("B2", 100, "pass")
    assert t.events_of(Event.SKIPPED) == [(ANFA, 1, 0, 0), (OMAR, 1, 0, 0)]
    assert t.over == 1  # it was Omar's last turn


@rules("MA-T04", "MA-T05", "MA-A01")
def test_the_second_action_may_be_lost():
    t = table(GUESTS, player=ALI, cash={ALI: 175}).auction("B1", 100, "pass", "pass", "pass")
    assert t.events_of(Event.SKIPPED) == [(ALI, 1, 0, 0)]
    assert (t.shop("B1"), t.cash[ALI], t.asks) == ("Ali(0)", 75, (Phase.ACTION, ANFA))
    five = " ".join(f"{name} Ali(0)" for name in ("Y1", "Y2", "Y3", "Y4", "Y5"))
    t = table(GUESTS, five, player=ALI).auction("B1", 100, "pass", "pass", "pass")
    assert t.events_of(Event.SKIPPED) == [(ALI, 1, 0, 0)]  # he has no sign left


@rules("MA-T07")
def test_income_of_the_first_action_can_be_spent():
    t = table(GUESTS, "F2=P", "P4 Ali(0)", player=ALI, cash={ALI: 0})
    assert t.listed("auction") == []
    t.play("move 2 S")
    assert t.listed("auction")
    t.play("auction B1")
    assert t.events_of(Event.BIDS) == [(ALI, 100, 1, 0)]


@rules("MA-T07", "MA-T05")
def test_the_auctioneers_cut_can_be_spent():
    t = table(GUESTS, player=ALI, cash={ALI: 100}).auction("B1", 125, "pass", "pass")
    assert (t.cash[ALI], t.asks) == (200, (Phase.ACTION, ALI))
    assert len(t.listed("auction")) == 24


@rules("MA-T07")
def test_the_second_move_may_lead_the_same_crowd_or_another():
    start = table(GUESTS, "F5=R F13=G", player=ALI)
    assert start.copy().play("move 5 N", "move 3 S").at(5) == "R"
    t = start.copy().play("move 5 N", "move 13 N")
    assert (t.at(3), t.at(7)) == ("R", "G")


@rules("MA-T06", "MA-V07", "MA-E01")
def test_the_order_at_the_end_of_a_turn():
    words = ("F1=R F8=B F16=B F5=G", "G3 Ali(0)")
    t = table(*words, player=ALI, queue="RBGPY", shown="G100 R50").play("move 5 S", "move 1 E", "bring A 2")
    assert order(t) == ["BROUGHT", "CARD", "TURN"]
    t = table(*words, player=ALI, queue="RB", shown="G100 R50").play("move 5 S")
    assert t.shown == ["-", "R50"]
    t.play("move 1 E")
    assert order(t) == ["BROUGHT", "CARD", "LAST", "TURN"]
    t = table(*words, player=ALI, queue="", left=1, shown="G100 R50").play("move 5 S", "move 1 E")
    assert order(t) == ["CARD", "END"]


# ---- the end


@rules("MA-E01", "MA-E02")
@pytest.mark.parametrize("players, last", [(2, 1), (3, 1), (3, 2), (4, 3), (4, 0)])
def test_every_seat_has_exactly_one_more_turn(players, last):
    t = table("F1=R F8=R F16=R F13=R", players=players, player=last, queue="BG").play("move 13 N", "move 1 E")
    assert t.events_of(Event.LAST) == [(last, 0, 0, 0)]
    for k in range(1, players + 1):
        assert t.events_of(Event.TURN) == [((last + k) % players, players + 1 + last + k, 2, 0)]
        assert (t.over, t.closing) == (0, players + 1 - k)
        for _ in range(2):
            assert t.asks == (Phase.ACTION, (last + k) % players)
            t.play(f"move {t.listed('move')[0]}")
    assert t.over == 1


@rules("MA-E01", "MA-N04")
def test_the_last_round_begins_when_the_queue_is_empty():
    """And not only when a seat needs visitors that are not there."""
    t = table("F1=R F8=R F16=R", player=ALI, queue="BGR").play("move 1 E", "move 2 S", "bring A 2")
    assert (t.queue, t.closing) == ("R", -1)
    t.play("move 8 N", "move 4 N")
    assert (t.at(8), t.queue, t.closing) == ("R", "", 4)
    assert t.events_of(Event.LAST) == [(ANFA, 0, 0, 0)]


@rules("MA-E03")
def test_in_the_last_round_entrances_stay_empty():
    t = table("F1=R F8=R F16=R", player=ALI, queue="", left=2).play("move 1 E", "move 8 N")
    assert (t.at(1), t.at(8), t.asks) == ("", "", (Phase.ACTION, ANFA))
    assert t.events_of(Event.BROUGHT) == []
    t.auction("B1", 100, "pass", "pass", "pass")
    assert t.asks == (Phase.ACTION, ANFA)  # everything else is as usual: a second action


@rules("MA-E04", "MA-E05")
def test_most_cash_wins():
    cash = {ALI: 1500, ANFA: 2000, OMAR: 0, LEILA: 1500}
    shops = " ".join(f"{name} Omar(9)" for name in ("R1", "R2", "R3", "R4", "B5"))
    t = table("F1=B F8=B F16=B", shops, player=LEILA, queue="", left=1, cash=cash).play("move 1 E", "move 2 W")
    assert t.over == 1
    assert GAME.bindings.points(t.state) == [1500, 2000, 0, 1500]  # shops and signs count nothing
    assert GAME.bindings.ranks(t.state) == [2, 1, 4, 2]
    assert t.events_of(Event.RANK) == [(0, 2, 1500, 0), (1, 1, 2000, 0), (2, 4, 0, 0), (3, 2, 1500, 0)]
    assert (t.legal, t.refusal("move 1 E"), GAME.bindings.deciders(t.state)) == ([], "MA-E04", 0)


@rules("MA-E05")
def test_a_shared_win():
    t = table(GUESTS, players=3, player=OMAR, queue="", left=1, cash={ALI: 900, ANFA: 900, OMAR: 875})
    t.play("move 1 E", "move 2 W")
    assert GAME.bindings.ranks(t.state) == [1, 1, 3]
    match = table(GUESTS, players=3, player=OMAR, queue="", left=1, cash={ALI: 900, ANFA: 900, OMAR: 875}).match()
    match.play("move 1 E")
    match.play("move 2 W")
    assert match.winners() == [ALI, ANFA]


@rules("MA-Z04")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_stall_ends_the_game(players):
    t = table(GUESTS, players=players, player=0)
    for k in range(5 * players):
        assert (t.over, t.idle) == (0, k)
        t.play("move 1 E", "move 2 W")
    assert t.over == 1
    assert t.events_of(Event.STALLED) != []
    assert t.events_of(Event.END) != []
    assert GAME.bindings.ranks(t.state) == [1] * players


@rules("MA-Z04")
def test_auctions_profits_and_new_visitors_are_progress():
    start = table(GUESTS, "F2=R F13=P", "P4 Ali(0)", player=ALI, idle=19)
    assert start.copy().play("move 1 E", "move 2 W").over == 1
    sold = start.copy().auction("B1", 100, "pass", "pass", "pass").auction("B2", 100, "pass", "pass", "pass")
    assert (sold.over, sold.idle) == (0, 0)
    brought = table(GUESTS, player=ALI, idle=19).play("move 1 E", "move 2 S", "bring A 2")
    assert (brought.over, brought.idle) == (0, 0)
    only = table("F1=B F8=R F16=R F13=PB", "P4 Ali(0)", player=ALI, idle=19).play("move 13 N", "move 7 S")
    assert (only.over, only.idle) == (0, 0)


@rules("MA-Z04")
def test_round_1_does_not_count_as_a_stall():
    """Skipped turns of round 1 are no turns without progress."""
    poor = dict.fromkeys(range(4), 50)
    t = table(GUESTS, player=ALI, turn=1, cash=poor)
    assert (t.turn, t.idle, t.asks) == (5, 0, (Phase.ACTION, ALI))


@rules("MA-Z04", "MA-E02")
def test_a_stall_may_end_the_last_round_early():
    t = table(GUESTS, player=ALI, queue="", left=3, idle=19).play("move 1 E", "move 2 W")
    assert t.over == 1
