"""Auctions: MA-A01 to MA-A14."""

from __future__ import annotations

import pytest

from souq.engine.rules.twin import interpreted
from souq.games.marracash.rules.auction import cap, fee_of, least
from souq.games.marracash.state import Event, Phase
from tests.games.marracash.positions import ALI, ANFA, GUESTS, LEILA, OMAR, Table, begun, shop, table
from tests.games.marracash.reference import BESIDE, SHOPS, amounts, fee, parts
from tests.support import rules

FIVE = ("Y1", "Y2", "Y3", "Y4", "Y5")


def owned(name: str, *shops: str) -> str:
    return " ".join(f"{each} {name}(0)" for each in shops)


def every_bid(t: Table) -> dict[int, list[str]]:
    """Yield every legal amount with its choices; each must come about in exactly one way."""
    found: dict[int, list[str]] = {}
    todo: list[list[str]] = [[name] for name in t.legal if name != "pass"]
    seat = t.player
    while todo:
        ways = todo.pop()
        after = t.copy().play(*ways)
        if (after.asks, after.lot) == ((Phase.AMOUNT, seat), t.lot):
            todo += [[*ways, name] for name in after.legal]
            continue
        bids = [numbers for kind, numbers in after.events if kind == Event.BIDS]
        assert bids[0][0] == seat
        assert bids[0][1] not in found, ways
        found[bids[0][1]] = ways
    return found


# ---- who may start one


@rules("MA-A01")
@pytest.mark.parametrize("cash, allowed", [(0, False), (75, False), (100, True), (125, True)])
def test_it_takes_100_to_start_one(cash, allowed):
    t = table(GUESTS, player=ALI, cash={ALI: cash})
    assert bool(t.listed("auction")) == allowed
    assert (t.refusal("auction B1") is None) == allowed
    if not allowed:
        assert t.refusal("auction B1") == "MA-A01"


@rules("MA-A01", "MA-A03")
def test_it_takes_a_sign_to_start_one():
    assert table(GUESTS, owned("Ali", *FIVE), player=ALI).listed("auction")
    t = table(GUESTS, owned("Ali", *FIVE, "B1"), player=ALI)
    assert t.listed("auction") == []
    assert t.refusal("auction B2") == "MA-A01"


@rules("MA-A01", "MA-A02", "MA-A13")
def test_only_shops_nobody_owns():
    t = table(GUESTS, owned("Ali", "Y1"), owned("Leila", "G5"), player=ALI)
    assert set(t.listed("auction")) == set(SHOPS) - {"Y1", "G5"}
    assert t.refusal("auction Y1") == t.refusal("auction G5") == "MA-A13"


@rules("MA-A01")
def test_with_every_shop_sold_only_moves_are_left():
    """24 signs for 25 shops: this needs a made-up position."""
    owners = {0: "Ali", 1: "Anfa"}
    words = " ".join(f"{name} {owners[k % 2]}(0)" for k, name in enumerate(SHOPS))
    t = table(GUESTS, words, players=2, signs={0: 1, 1: 1}, player=ALI)
    assert t.listed("auction") == []
    assert t.listed("move")


# ---- bids


@rules("MA-A02", "MA-A06")
def test_the_auctioneer_must_open():
    t = table(GUESTS, player=OMAR).play("auction B1")
    assert (t.asks, t.legal) == ((Phase.BID, OMAR), ["bid", "more"])
    assert t.refusal("pass") == "MA-A02"
    assert t.copy().play("bid").standing == 100
    high = t.copy().play(*parts(100, 1125))
    assert (high.standing, high.leader, high.asks) == (1125, OMAR, (Phase.BID, LEILA))


@rules("MA-A02", "MA-A04", "MA-A05", "MA-A06", "MA-A14")
@pytest.mark.parametrize("standing, cash", [(0, 100), (0, 125), (0, 350), (0, 1200), (100, 100), (500, 525),
                                            (500, 550), (500, 625), (500, 650), (500, 1200), (475, 800)])  # fmt: skip
def test_every_legal_amount_has_exactly_one_way(standing, cash):
    if standing == 0:
        t = table(GUESTS, player=ANFA, cash={ANFA: cash}).play("auction B1")
        if cash == 100:
            assert (t.standing, t.leader) == (100, ANFA)  # made by itself
            return
    else:
        t = table(GUESTS, player=ALI, cash={ANFA: cash}).auction("B1", standing)
        if cash < standing + 25:
            assert t.asks == (Phase.BID, OMAR)
            return
    smallest = standing + 25 if standing else 100
    bids = every_bid(t)
    assert sorted(bids) == amounts(smallest, cash)
    for amount, ways in bids.items():
        whole = parts(smallest, amount)
        assert ways == whole[: len(ways)]  # the only legal choice is made automatically
    assert interpreted(least)(t.twin) == smallest
    assert interpreted(cap)(t.twin, ANFA) == min(cash, 7000)


@rules("MA-A04", "MA-A06")
def test_how_an_amount_is_asked_for():
    t = table(GUESTS, player=ALI).auction("B1", 500, "more")
    assert (t.asks, t.counted) == ((Phase.AMOUNT, ANFA), 525)
    assert t.legal == ["more", "add 25", "add 50", "add 75", "add 100"]
    t.play("more")
    assert t.counted == 625
    t = table(GUESTS, player=ALI, cash={ANFA: 625}).auction("B1", 500, "more")
    assert t.legal == ["add 25", "add 50", "add 75", "add 100"]  # 650 is too much
    assert t.refusal("more") == "MA-A05"
    t = table(GUESTS, player=ALI, cash={ANFA: 600}).auction("B1", 500, "more")
    assert t.legal == ["add 25", "add 50", "add 75"]
    assert t.refusal("add 100") == "MA-A05"


@rules("MA-A05")
def test_future_income_cannot_be_bid():
    t = table("F10=YYYY F1=R F8=R F16=R", player=ALI, cash=dict.fromkeys(range(4), 300)).play("auction Y3")
    assert max(every_bid(t)) == 300
    t.play("bid")
    assert max(every_bid(t)) == 300


@rules("MA-A06")
def test_bids_go_clockwise_from_the_auctioneers_left():
    t = table(GUESTS, player=OMAR).auction("B1", 100)
    asked = []
    for made in ("bid", "bid", "pass", "bid", "bid", "pass", "bid", "bid", "pass"):
        asked.append(t.player)
        t.play(made)
    assert asked == [LEILA, ALI, ANFA, OMAR, LEILA, ALI, OMAR, LEILA, OMAR]
    assert t.shop("B1") == "Leila(0)"
    assert t.events_of(Event.BOUGHT) == [(LEILA, shop("B1"), 250, OMAR)]


@rules("MA-A06", "MA-A07")
def test_passing_is_final_even_if_forced():
    t = table(GUESTS, player=ALI, cash={ANFA: 1000}).auction("B1", 1000, 1025, "pass")
    assert t.asks == (Phase.BID, ALI)
    t.play("pass")
    assert t.shop("B1") == "Omar(0)"
    t = table(GUESTS, player=ALI, cash={ALI: 150}).auction("B1", 100, "pass", 150, "pass")
    assert t.shop("B1") == "Omar(0)"  # Ali could not raise
    assert (ALI, 1, 0, 0) in t.events_of(Event.PASSES)


@rules("MA-A03", "MA-A07")
def test_a_seat_without_a_sign_is_skipped():
    t = table(GUESTS, owned("Anfa", *FIVE, "B2"), player=ALI).auction("B1", 100)
    assert t.asks == (Phase.BID, OMAR)
    t.play("bid", "bid", "bid")
    assert t.asks == (Phase.BID, OMAR)  # passed over again, not Anfa
    t.play("pass", "pass")
    assert t.shop("B1") == "Ali(0)"
    with_five = table(GUESTS, owned("Anfa", *FIVE), player=ALI).auction("B1", 100)
    assert with_five.asks == (Phase.BID, ANFA)
    with_five.play("bid", "pass", "pass", "pass")
    assert (with_five.shop("B1"), with_five.signs[ANFA]) == ("Anfa(0)", 0)


@rules("MA-A03", "MA-A08")
def test_the_only_seat_with_a_sign_buys_at_the_opening():
    others = (owned("Anfa", *FIVE, "B2"), owned("Omar", "G1", "G2", "G3", "G4", "G5", "B3"))
    t = table(GUESTS, *others, players=3, player=ALI).play("auction B1", "more", "add 25")
    assert (t.shop("B1"), t.gains, t.asks) == ("Ali(0)", [-125, 0, 0], (Phase.ACTION, ALI))
    assert sorted(t.events_of(Event.BOUGHT)) == [(ALI, shop("B1"), 125, ALI)]


@rules("MA-A12", "MA-A07")
def test_no_bid_above_7000():
    t = table(GUESTS, player=ALI, cash=dict.fromkeys(range(4), 9000)).play("auction B1")
    assert interpreted(cap)(t.twin, ALI) == 7000
    t.play(*parts(100, 6900))
    assert sorted(every_bid(t)) == [6925, 6950, 6975, 7000]
    t.play("more")
    assert t.legal == ["add 25", "add 50", "add 75"]
    assert t.refusal("add 100") == t.refusal("more") == "MA-A12"
    t.play("add 75")
    assert (t.shop("B1"), t.price[shop("B1")]) == ("Anfa(0)", 7000)
    assert [numbers[1] for numbers in t.events_of(Event.PASSES)] == [1, 1, 1]
    t = table(GUESTS, player=ALI, cash=dict.fromkeys(range(4), 9000)).auction("B1", 6975)
    assert t.legal == ["pass", "bid"]
    assert t.refusal("more") == "MA-A12"


@rules("MA-A12", "MA-A02")
def test_the_highest_opening():
    t = table(GUESTS, player=ALI, cash={ALI: 9000}).auction("B1", 7000)
    assert (t.shop("B1"), t.gains[ALI]) == ("Ali(0)", -7000)


@rules("MA-A14", "MA-A05", "MA-A12")
def test_the_cash_limit_is_checked_before_the_7000_limit():
    """A bid of 7,025 by a seat with 7,000 exceeds its cash first."""
    t = table(GUESTS, player=ALI, cash={ALI: 9000, ANFA: 7000}).auction("B1", 6975)
    assert t.legal == ["pass", "bid"]
    assert t.refusal("more") == "MA-A05"
    t = table(GUESTS, player=ALI, cash={ALI: 9000, ANFA: 7000}).auction("B1", 6925, "more")
    assert t.legal == ["add 25", "add 50"]
    assert t.refusal("add 75") == t.refusal("more") == "MA-A05"


# ---- the sale


@rules("MA-A08", "MA-A09")
@pytest.mark.parametrize("price", [100, 300, 500, 525, 1200])
def test_the_payments_of_a_sale(price):
    t = table(GUESTS, player=OMAR, cash={ANFA: 100 if price == 100 else 1200})
    if price == 100:
        t.auction("B1", 100, "pass", "pass")
        assert t.gains == [0, 0, -100, 0]
        assert t.events_of(Event.FEE) == []
        return
    t.auction("B1", 100, price)
    while t.lot >= 0:
        t.play("pass")
    assert t.gains == [0, 0, fee(price), -price]
    assert (t.shop("B1"), t.price[shop("B1")], t.signs[LEILA]) == ("Leila(0)", price, 5)
    assert interpreted(fee_of)(price) == fee(price)


@rules("MA-A08")
def test_the_auctioneer_buys_if_all_pass():
    for opening in (100, 525, 900):
        t = table(GUESTS, player=ALI).auction("B1", opening, "pass", "pass", "pass")
        assert t.gains == [-opening, 0, 0, 0]
        assert (t.shop("B1"), t.signs[:4]) == ("Ali(0)", [5, 6, 6, 6])


@rules("MA-A13")
def test_owners_never_change_and_nothing_else_can_be_sold():
    groups = {name.split()[0] for name in begun(3).legal}
    assert groups == {"auction"}
    t = begun(3).auction("B1", 100, "pass", "pass")
    assert t.refusal("auction B1") == "MA-A13"
    assert "B1" not in t.listed("auction")


# ---- pull-in


@rules("MA-A10", "MA-A11", "MA-A09", "MA-P01")
@pytest.mark.parametrize("name", sorted(SHOPS))
def test_visitors_next_to_a_sold_shop_enter(name):
    """Two of the colour and one other at every fountain: only those next to the shop enter; the buyer is paid."""
    other = "B" if name[0] == "R" else "R"
    crowds = " ".join(f"F{f}={2 * name[0]}{other}" for f in range(1, 17))
    t = table(crowds, player=ALI).auction(name, 100, 200, "pass", "pass", "pass")
    here = BESIDE.get(name)
    for fountain in range(1, 17):
        assert len(t.at(fountain)) == (1 if fountain == here else 3)
    assert t.gains == [100, -200 + (300 if here else 0), 0, 0]
    assert t.shop(name) == f"Anfa({2 if here else 0})"
    assert len(t.events_of(Event.PULL)) == (1 if here else 0)
    assert t.events_of(Event.CUT) == []
    assert t.income[shop(name)] == (300 if here else 0)


@rules("MA-A10")
def test_visitors_enter_when_the_auctioneer_buys_too():
    t = table("F7=RRR", player=ALI).auction("R2", 400, "pass", "pass", "pass")
    assert (t.gains[ALI], t.shop("R2"), t.at(7)) == (200, "Ali(3)", "")


@rules("MA-A10", "MA-N05")
def test_income_of_a_sale_can_be_spent_at_once():
    t = table("F1=R F8=R F16=R F7=R", player=ALI, cash={ALI: 100}).auction("R2", "pass", "pass", "pass")
    assert (t.cash[ALI], t.asks) == (100, (Phase.ACTION, ALI))
    assert t.listed("auction")
