"""The worked examples of the specification, each from the position it describes."""

from __future__ import annotations

import pytest

from souq.engine.rules.twin import interpreted
from souq.games.marracash.rules.auction import fee_of
from souq.games.marracash.rules.payment import cut_of, ladder
from souq.games.marracash.state import Event, Phase
from tests.games.marracash.positions import ALI, ANFA, GUESTS, LEILA, OMAR, Table, begun, shop, table
from tests.support import rules


def met(t: Table, *parts: str) -> bool:
    """Return whether crowds and shops are as written: ``"F9=GY"``, ``"B2 Ali(1)"``."""
    for part in parts:
        name, _, what = part.replace("=", " ").partition(" ")
        assert (t.at(int(name[1:])) if name[0] == "F" else t.shop(name)) == what, part
    return True


@rules("MA-P01")
def test_01_the_payments_of_customers():
    pay = interpreted(ladder)
    assert [pay(k, 1) for k in range(6)] == [100, 200, 300, 400, 500, 500]
    assert pay(0, 6) == 2000
    t = table("F1=RRRRRR", "R2 Ali(0)", player=ALI).play("move 1 S")
    assert t.gains == [2000, 0, 0, 0]


@rules("MA-P01", "MA-P02")
def test_02_two_customers_for_an_empty_shop():
    t = table("F1=BRR", "R2 Ali(0)", player=OMAR).play("move 1 S")
    assert t.gains == [200, 0, 100, 0]
    assert met(t, "R2 Ali(2)", "F6=B", "F1=")
    assert t.events_of(Event.CUT) == [(ALI, OMAR, 100, shop("R2"))]


@rules("MA-P01", "MA-P04")
def test_03_two_customers_for_the_own_shop():
    t = table("F1=BRR", "R2 Leila(2)", player=LEILA).play("move 1 S")
    assert t.gains == [0, 0, 0, 700]
    assert t.events_of(Event.CUT) == []


@rules("MA-P01", "MA-A08")
def test_04_the_total_income_of_a_shop():
    t = table("F1=R F16=B F8=R", player=ALI, cash={ANFA: 500, OMAR: 500, LEILA: 500})
    t.auction("R2", 500)
    assert met(t, "R2 Ali(0)")
    won = table("F1=RRR F8=B F16=B", "R2 Ali(0)", player=ALI).play("move 1 S").gains[0]
    assert t.gains[0] + won == 100


@rules("MA-A09")
def test_05_the_auctioneers_cut():
    assert [interpreted(fee_of)(price) for price in (500, 525)] == [100, 200]
    for price, gains in ((500, [100, -500, 0, 0]), (525, [200, -525, 0, 0])):
        t = table(GUESTS, player=ALI).auction("B1", 100, price, "pass", "pass", "pass")
        assert t.gains == gains
    t = table(GUESTS, player=ALI).auction("B1", 525, "pass", "pass", "pass")
    assert t.gains == [-525, 0, 0, 0]
    assert t.events_of(Event.FEE) == []


@rules("MA-M06", "MA-M08", "MA-P02")
def test_06_the_first_door():
    t = table("F8=BGY", "B2 Ali(0)", "B4 Leila(0)", player=OMAR).play("move 8 E")
    assert t.gains == [50, 0, 50, 0]
    assert met(t, "F9=GY", "B2 Ali(1)", "B4 Leila(0)")


@rules("MA-M06", "MA-P02")
def test_07_both_enter_the_first_shop():
    t = table("F4=PPY", "P1 Anfa(1)", "P3 Omar(0)", player=ALI).play("move 4 N")
    assert t.gains == [200, 300, 0, 0]
    assert met(t, "F3=Y", "P1 Anfa(3)", "P3 Omar(0)")


@rules("MA-P03")
def test_08_profits_are_not_added_together():
    t = table("F13=PRY", "P4 Leila(0)", "Y4 Leila(0)", "R2 Leila(2)", player=ALI).play("move 13 N")
    assert t.gains == [150, 0, 0, 350]
    assert [cut for _, _, cut, _ in t.events_of(Event.CUT)] == [50, 50, 50]
    assert met(t, "F7=", "F13=", "P4 Leila(1)", "Y4 Leila(1)", "R2 Leila(3)")


@rules("MA-P02")
def test_09_a_profit_above_300():
    t = table("F12=GPR", "F11=Y", "G3 Ali(3)", "R5 Ali(0)", player=OMAR).play("move 12 W")
    assert t.gains == [350, 0, 150, 0]
    assert [(cut, at) for _, _, cut, at in t.events_of(Event.CUT)] == [(100, shop("G3")), (50, shop("R5"))]
    assert met(t, "F11=PY", "G3 Ali(4)", "R5 Ali(1)")


@rules("MA-P04", "MA-P01")
def test_10_no_cut_for_the_own_shop():
    t = table("F15=BYY", "F10=R", "Y5 Omar(5)", "Y3 Ali(1)", player=OMAR).play("move 15 N")
    assert t.gains == [0, 0, 1000, 0]
    assert met(t, "F10=BR", "Y5 Omar(7)", "Y3 Ali(1)")


@rules("MA-M02", "MA-M04")
def test_11_a_street_bends():
    t = table("F13=BGY", "F16=PR", "B5 Anfa(4)", "G5 Ali(1)", player=ALI).play("move 13 S")
    assert t.gains == [300, 400, 0, 0]
    assert met(t, "F16=PRY", "B5 Anfa(5)", "G5 Ali(2)")


@rules("MA-A06", "MA-A07", "MA-A08", "MA-A09")
def test_12_an_auction():
    t = table(GUESTS, player=ALI).auction("B1", 100, 200, "pass", 225)
    assert t.asks == (Phase.BID, ALI)
    t.play("pass")
    assert t.asks == (Phase.BID, ANFA)  # Omar has passed for good
    t.play("more", "more", "more", "add 75")
    assert t.asks == (Phase.BID, LEILA)
    t.play("pass")
    assert t.gains == [200, -525, 0, 0]
    assert met(t, "B1 Anfa(0)")


@rules("MA-A07", "MA-A04", "MA-A05", "MA-A06")
def test_13_the_limits_of_bids():
    t = table(GUESTS, player=ALI, cash={ANFA: 525}).auction("B1", 500)
    assert (t.asks, t.legal) == ((Phase.BID, ANFA), ["pass", "bid"])
    assert t.refusal("more") == "MA-A05"  # 550
    assert t.copy().play("bid").standing == 525
    t = table(GUESTS, player=ALI, cash={ANFA: 500}).auction("B1", 500)
    assert t.asks == (Phase.BID, OMAR)
    assert t.events_of(Event.PASSES) == [(ANFA, 1, 0, 0)]


@rules("MA-A10", "MA-A11")
def test_14_pulled_in():
    t = table("F10=RYY", player=OMAR).auction("Y3", 100, 450, "pass", "pass", "pass")
    assert t.gains == [0, 0, 100, -150]
    assert met(t, "Y3 Leila(2)", "F10=R")
    assert t.events_of(Event.CUT) == []


@rules("MA-A10")
def test_15_only_from_the_fountain_beside_it():
    t = table("F3=B", "F5=B", player=ALI).auction("B1", 100, "pass", "pass", "pass")
    assert met(t, "F3=", "F5=B", "B1 Ali(1)")
    assert t.gains[ALI] == 0


@rules("MA-F02", "MA-A05", "MA-A07")
def test_16_no_money_in_round_1():
    t = begun(3).auction("B1", 100, 1200)
    assert (t.cash[:3], t.gains) == ([1400, 0, 1200], [200, -1200, 0])
    assert t.events_of(Event.SKIPPED) == [(ANFA, 0, 0, 0)]
    assert t.asks == (Phase.ACTION, OMAR)
    t.play("auction B2", "bid")
    assert t.asks == (Phase.BID, ALI)
    t.play("bid")
    assert t.asks == (Phase.BID, OMAR)
    assert t.events_of(Event.PASSES) == [(ANFA, 1, 0, 0)]
    t.play("pass")
    assert (t.shop("B2"), t.asks, t.turn) == ("Ali(0)", (Phase.ACTION, ALI), 4)


@rules("MA-T01", "MA-T04")
def test_17_no_move_after_an_auction():
    t = table(GUESTS, player=ALI).auction("B1", 100, 200, "pass", "pass", "pass")
    assert t.asks == (Phase.ACTION, ALI)
    assert t.listed("move") == []
    assert t.refusal("move 1 E") == "MA-T01"
    t = table(GUESTS, player=ALI, cash={ALI: 575}).auction("B1", 500, "pass", "pass", "pass")
    assert t.cash[ALI] == 75
    assert t.events_of(Event.SKIPPED) == [(ALI, 1, 0, 0)]
    assert t.asks == (Phase.ACTION, ANFA)


@rules("MA-N01", "MA-N02", "MA-N03", "MA-N04", "MA-E01")
def test_18_two_entrances_to_fill():
    t = table("F1=P F8=P F16=Y", queue="RBGYR", player=ALI).play("move 1 E", "move 8 N")
    assert (t.asks, t.legal) == ((Phase.GATE, ALI), ["gate 1", "gate 8"])
    t.play("gate 1")
    assert t.asks == (Phase.GROUP, ALI)
    t.play("bring A 4")
    assert met(t, "F1=BGRY", "F8=R")
    assert (t.queue, t.events_of(Event.LAST)) == ("", [(ALI, 0, 0, 0)])
    assert (t.asks, t.closing) == ((Phase.ACTION, ANFA), 4)


@rules("MA-E02", "MA-E04")
def test_19_the_last_round():
    t = table("F1=P F8=P F16=Y", queue="RB", players=3, player=ANFA).play("move 1 E", "move 2 W")
    assert t.closing == -1  # the entrance is occupied again, and nothing was brought in
    t = table("F1=P F8=P F16=Y", queue="RB", players=3, player=ANFA).play("move 1 E", "move 2 S")
    assert met(t, "F1=BR")
    for seat, move in ((OMAR, "8"), (ALI, "4"), (ANFA, "8")):
        assert (t.asks, t.over) == ((Phase.ACTION, seat), 0)
        t.play(f"move {move} {'N' if move == '8' else 'W'}", "move 16 E" if t.at(16) else "move 13 S")
    assert t.over == 1
    assert t.legal == []


@rules("MA-V02", "MA-V05")
def test_20_a_souvenir_lifts_the_profit():
    words = ("F6=RR F5=P", "R2 Ali(0)", GUESTS)
    t = table(*words, shown="R50 G150", player=OMAR).play("move 6 E")
    assert t.gains == [150, 0, 200, 0]
    assert t.shown == ["-", "G150"]
    assert table(*words, player=OMAR).play("move 6 E").gains == [200, 0, 100, 0]
    t.play("move 5 S")
    assert "-" not in t.shown
    assert t.shown[1] == "G150"


@rules("MA-V04")
def test_21_which_souvenir():
    t = table("F6=R", "R2 Ali(1)", shown="R100 R125", player=OMAR).play("move 6 E")
    assert (t.asks, t.legal) == ((Phase.SOUVENIR, ALI), ["sell 0", "sell 1"])
    low, high = t.copy().play("sell 0"), t.copy().play("sell 1")
    assert (low.cash[:4], low.shown) == ([1450, 1200, 1250, 1200], ["-", "R125"])
    assert (high.cash[:4], high.shown) == ([1425, 1200, 1300, 1200], ["R100", "-"])


@rules("MA-V03", "MA-V04", "MA-V05")
def test_22_both_are_sold():
    t = table("F6=RR F5=P", "R2 Ali(0)", GUESTS, shown="R50 R150", player=OMAR).play("move 6 E")
    assert t.gains == [300, 0, 200, 0]
    assert t.shown == ["-", "-"]
    t.play("move 5 S")
    assert "-" not in t.shown


@rules("MA-N05", "MA-T07")
def test_23_there_and_back():
    t = table("F1=R F6=G F8=B F16=B", player=ALI).play("move 1 S", "move 6 N")
    assert met(t, "F1=GR", "F6=")
    assert (t.asks, len(t.queue)) == ((Phase.ACTION, ANFA), 20)
    assert t.events_of(Event.BROUGHT) == []


@rules("MA-A03", "MA-A01", "MA-T01")
def test_24_six_shops():
    six = " ".join(f"{name} Anfa(0)" for name in ("B1", "B2", "B3", "B4", "B5", "Y1"))
    t = table(GUESTS, six, player=ANFA)
    assert t.listed("auction") == []
    assert t.refusal("auction R2") == "MA-A01"
    t.play("move 1 E")
    assert (t.asks, t.listed("auction")) == ((Phase.ACTION, ANFA), [])
    t = table(GUESTS, six, player=ALI).auction("R2", 100)
    assert t.asks == (Phase.BID, OMAR)
    t.play("pass", "pass")
    assert t.shop("R2") == "Ali(0)"


@rules("MA-A06", "MA-A05")
def test_25_the_composition_of_bids():
    start = table(GUESTS, player=ALI).auction("B1", 500)
    for ways, amount in (
        ("bid", 525),
        ("more, add 25", 550),
        ("more, add 100", 625),
        ("more, more, add 25", 650),
        ("more, more, add 75", 700),
    ):
        t = start.copy().play(*ways.split(", "))
        assert (t.standing, t.leader, t.asks) == (amount, ANFA, (Phase.BID, OMAR))
    t = table(GUESTS, player=ALI, cash={ANFA: 550}).auction("B1", 500, "more")
    assert (t.standing, t.asks) == (550, (Phase.BID, OMAR))
    t = table(GUESTS, player=ALI, cash={ANFA: 525}).auction("B1", 500)
    assert t.legal == ["pass", "bid"]


@rules("MA-V09", "MA-V04")
def test_26_the_choice_comes_after_the_walk():
    t = table("F16=BR", "B5 Ali(2)", "R4 Anfa(3)", shown="B125 B175", player=OMAR).play("move 16 N")
    assert t.gains == [0, 300, 100, 0]
    assert t.asks == (Phase.SOUVENIR, ALI)
    assert t.copy().play("sell 0").cash[:4] == [1525, 1500, 1400, 1200]
    assert t.copy().play("sell 1").cash[:4] == [1575, 1500, 1400, 1200]


@rules("MA-N02", "MA-N03")
def test_27_which_group():
    def groups(queue):
        start = table("F1=P F8=P F16=Y F9=B", queue=queue, player=ALI).play("move 1 E", "move 9 N")
        return start.legal if start.phase == Phase.GROUP else []

    assert groups("RBG") == ["bring A 2", "bring A 3", "bring B 2"]
    assert groups("RBGY") == ["bring A 2", "bring A 3", "bring A 4", "bring B 2", "bring B 3"]
    assert groups("RB") == groups("R") == []
    start = table("F1=P F8=P F16=Y F9=B", queue="RBG", player=ALI).play("move 1 E", "move 9 N")
    for way, came, left in (("A 2", "BR", "G"), ("A 3", "BGR", ""), ("B 2", "BG", "R")):
        t = start.copy().play(f"bring {way}")
        assert (t.at(1), t.queue) == (came, left)


TABLE = {
    0: "100/50/50 300/100/200 600/300/300 1000/400/600",
    1: "200/50/150 500/200/300 900/300/600 1400/400/1000",
    2: "300/50/250 700/200/500 1200/300/900 1700/400/1300",
    3: "400/100/300 900/200/700 1400/300/1100 1900/400/1500",
    4: "500/100/400 1000/200/800 1500/300/1200 2000/400/1600",
    7: "500/100/400 1000/200/800 1500/300/1200 2000/400/1600",
}
"""Profit, cut and the owner's net when 1 to 4 customers enter a shop that had so many."""


@rules("MA-P01", "MA-P02", "MA-P05")
@pytest.mark.parametrize("before", TABLE)
def test_the_table_of_profits(before):
    for n, numbers in enumerate(TABLE[before].split(), 1):
        profit, cut, net = map(int, numbers.split("/"))
        assert interpreted(ladder)(before, n) == profit
        assert interpreted(cut_of)(profit, n) == cut
        t = table(f"F2={'P' * n}", f"P4 Ali({before})", player=OMAR).play("move 2 S")
        assert t.gains == [net, 0, cut, 0]
        assert t.shop("P4") == f"Ali({before + n})"
        own = table(f"F2={'P' * n}", f"P4 Ali({before})", player=ALI).play("move 2 S")
        assert own.gains == [profit, 0, 0, 0]
