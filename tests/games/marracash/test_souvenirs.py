"""The souvenir variant: MA-V01 to MA-V09."""

from __future__ import annotations

from collections import Counter

import pytest

from souq.games.marracash import GAME
from souq.games.marracash.state import CHOICES, Event, Phase
from tests.games.marracash.play import games, happened
from tests.games.marracash.positions import ALI, ANFA, GUESTS, LEILA, OMAR, begun, card, shop, table
from tests.games.marracash.reference import CARDS, cut, income
from tests.support import rules


@rules("MA-V02", "MA-V05", "MA-P02")
@pytest.mark.parametrize("name", ["R50", "R75", "R150"])
@pytest.mark.parametrize("before", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_souvenir_counts_as_profit_but_not_as_a_customer(name, before, n):
    t = table(f"F6={'R' * n}", f"R2 Ali({before})", shown=f"{name} G150", player=OMAR).play("move 6 E")
    profit = income(before, n) + int(name[1:])
    share = cut(profit, n)
    assert t.gains == [profit - share, 0, share, 0]
    assert (t.shop("R2"), t.shown) == (f"Ali({before + n})", ["-", "G150"])
    assert (t.income[shop("R2")], t.cuts[shop("R2")]) == (profit, share)
    assert t.events_of(Event.SOLD) == [(ALI, card(name), 0, int(name[1:]))]


@rules("MA-V02")
def test_only_cards_of_the_shops_colour_are_sold():
    t = table("F6=RP", "R2 Ali(0)", "P2 Ali(0)", shown="G150 B125", player=OMAR).play("move 6 E")
    assert (t.gains, t.shown) == ([50, 0, 50, 0], ["G150", "B125"])
    t = table("F6=RP", "R2 Ali(0)", "P2 Anfa(0)", shown="P75 R150", player=OMAR).play("move 6 N")
    assert t.gains == [200, 125, 100, 0]  # both sold, each in its own shop
    assert t.shown == ["-", "-"]


@rules("MA-V02", "MA-V05")
def test_a_sale_cannot_be_refused():
    """Without the card the owner would keep more; nothing is asked."""
    t = table("F6=R", "R2 Ali(2)", shown="- R50", player=OMAR).play("move 6 E")
    assert (t.asks, t.gains) == ((Phase.ACTION, OMAR), [250, 0, 100, 0])
    assert t.shown == ["-", "-"]


@rules("MA-V02", "MA-P04")
def test_an_owner_may_guide_customers_to_the_own_shop():
    t = table("F6=R", "R2 Ali(2)", shown="R50 -", player=ALI).play("move 6 E")
    assert t.gains == [350, 0, 0, 0]


@rules("MA-V03", "MA-V04")
@pytest.mark.parametrize("n", [2, 3, 5])
def test_one_visitor_buys_one_card(n):
    t = table(f"F6={'R' * n}", "R2 Ali(0)", shown="R100 R75", player=ALI).play("move 6 E")
    assert (t.gains[ALI], t.asks, t.shown) == (income(0, n) + 175, (Phase.ACTION, ALI), ["-", "-"])
    assert sorted(t.events_of(Event.SOLD)) == [(ALI, card("R75"), 1, 75), (ALI, card("R100"), 0, 100)]
    one = table("F6=R", "R2 Ali(0)", shown="R100 R75", player=ALI).play("move 6 E")
    assert one.legal == ["sell 0", "sell 1"]
    assert one.play("sell 1").shown == ["R100", "-"]
    assert one.gains[ALI] == 175


@rules("MA-V03")
def test_two_moves_sell_one_card_each():
    t = table("F6=R F2=R", "R2 Ali(0)", shown="R100 G100", player=ALI).play("move 6 E", "move 2 S")
    assert t.gains[ALI] == 100 + 100 + 200


@rules("MA-V04")
@pytest.mark.parametrize("owner, guide", [(ALI, OMAR), (OMAR, OMAR), (LEILA, ANFA)])
def test_the_owner_chooses_between_cards(owner, guide):
    name = ("Ali", "Anfa", "Omar", "Leila")[owner]
    t = table("F6=R", GUESTS, f"R2 {name}(0)", shown="R50 R150", player=guide).play("move 6 E")
    assert (t.asks, t.active) == ((Phase.SOUVENIR, owner), guide)
    assert t.refusal("move 1 E") == "MA-V04"
    low = t.copy().play("sell 0")
    assert (low.shown, low.asks) == (["-", "R150"], (Phase.ACTION, guide))
    assert low.cash[owner] == 1350 - (50 if owner != guide else 0)
    high = t.copy().play("sell 1")
    assert (high.shown, high.cash[owner]) == (["R50", "-"], 1450 - (50 if owner != guide else 0))


@rules("MA-V09", "MA-V04", "MA-P03")
def test_everything_else_is_paid_before_the_choice():
    """B3 is first on the street, yet its owner is paid last."""
    words = ("F7=BRY", "R2 Anfa(0)", "Y4 Leila(0)", "B3 Ali(0)")
    t = table(*words, shown="B125 B225", player=OMAR).play("move 7 W")
    assert (t.asks, t.gains) == ((Phase.SOUVENIR, ALI), [0, 50, 100, 50])
    assert (t.at(6), t.shop("B3")) == ("", "Ali(1)")
    t.play("sell 1")
    assert t.gains == [225, 50, 200, 50]
    first = table("F1=RBG", "P2 Leila(0)", "B1 Ali(0)", "R1 Anfa(0)", shown="B125 B225", player=OMAR).play("move 1 W")
    assert (first.asks, first.gains, first.at(3)) == ((Phase.SOUVENIR, ALI), [0, 50, 50, 0], "G")
    assert first.play("sell 0").gains == [175, 50, 100, 0]


@rules("MA-V09")
def test_the_choice_belongs_to_the_action():
    """After it the turn goes on: the second action, or its end."""
    start = ("F6=R F5=G F1=B F8=B F16=B", "R2 Ali(0)")
    t = table(*start, shown="R50 R75", player=OMAR).play("move 6 E", "sell 0")
    assert t.asks == (Phase.ACTION, OMAR)
    t = table(*start, shown="R50 R75", player=OMAR).play("move 5 S", "move 6 E")
    assert (t.asks, t.events_of(Event.CARD)) == ((Phase.SOUVENIR, ALI), [])
    t.play("sell 0")
    assert t.asks == (Phase.ACTION, LEILA)
    assert len(t.events_of(Event.CARD)) == 1


@rules("MA-V06", "MA-A10", "MA-A11")
def test_visitors_entering_after_an_auction_buy_too():
    t = table("F7=R", GUESTS, shown="R100 B125", player=ALI).auction("R2", 100, 200, "pass", "pass", "pass")
    assert t.gains == [100, 0, 0, 0]  # Anfa: −200 + 100 + 100
    assert t.shown == ["-", "B125"]
    assert t.events_of(Event.CUT) == []
    both = table("F7=RR", GUESTS, shown="R100 R150", player=ALI).auction("R2", 200, "pass", "pass", "pass")
    assert (both.gains[ALI], both.shown) == (300 + 250 - 200, ["-", "-"])


@rules("MA-V09", "MA-V04", "MA-V06", "MA-A11")
def test_the_owner_chooses_after_an_auction_too():
    t = table("F7=R", GUESTS, shown="R50 R150", player=ALI).auction("R2", 100, 200, "pass", "pass", "pass")
    assert (t.asks, t.gains) == ((Phase.SOUVENIR, ANFA), [100, -200, 0, 0])
    t.play("sell 1")
    assert t.gains == [100, 50, 0, 0]  # no cut, though Ali auctioned it
    assert (t.shown, t.asks) == (["R50", "-"], (Phase.ACTION, ALI))
    assert t.events_of(Event.CUT) == []


@rules("MA-V07", "MA-V08")
def test_cards_are_turned_up_at_the_end_of_a_turn_only():
    words = ("F6=R F5=G", GUESTS, "R2 Ali(0)")
    t = table(*words, shown="R50 G150", stack="Y250", player=ALI).play("move 6 E")
    assert (t.shown, t.unseen) == (["-", "G150"], 1 << card("Y250"))
    t.play("move 5 S")
    assert (t.shown, t.unseen) == (["Y250", "G150"], 0)
    assert t.events_of(Event.CARD) == [(card("Y250"), 0, 0, 0)]


@rules("MA-V07", "MA-V08")
def test_slot_0_is_filled_first():
    words = ("F6=RR F5=G", GUESTS, "R2 Ali(0)")
    t = table(*words, shown="R50 R75", stack="Y250", player=ALI).play("move 6 E", "move 5 S")
    assert (t.shown, t.unseen) == (["Y250", "-"], 0)
    t = table("F6=R F5=G", GUESTS, "R2 Ali(0)", shown="G100 R75", stack="Y250", player=ALI).play("move 6 E", "move 5 S")
    assert t.shown == ["G100", "Y250"]  # cards never change slots
    t = table(*words, shown="R50 R75", stack="", player=ALI).play("move 6 E", "move 5 S")
    assert t.shown == ["-", "-"]


@rules("MA-V07", "MA-V08")
def test_two_cards_are_turned_up_in_order():
    words = ("F6=RR F5=G", GUESTS, "R2 Ali(0)")
    t = table(*words, shown="R50 R75", player=ALI).play("move 6 E", "move 5 S")
    assert "-" not in t.shown
    told = t.events_of(Event.CARD)
    assert [(numbers[1], numbers[2]) for numbers in told] == [(0, 22), (1, 21)]
    assert [CARDS[numbers[0]] for numbers in told] == t.shown


@rules("MA-V06", "MA-V07")
def test_sold_cards_never_return():
    for players in (2, 3, 4):
        seen: Counter[int] = Counter()
        for state in games(players, 50 + players, souvenirs=True, eager=True):
            seen.update(row.card for row in happened(state, Event.CARD))
            shown = [int(c) for c in state["shown"][0] if c >= 0]
            unseen = {c for c in range(25) if int(state["unseen"][0]) >> c & 1}
            assert len(set(shown)) == len(shown)
            assert not unseen & set(seen)
            assert set(shown) <= set(seen)
        assert max(seen.values()) == 1


@rules("MA-V01", "MA-V07", "MA-F01")
def test_in_round_1_no_gap_arises_without_a_pull_in():
    t = begun(3, souvenirs=True)
    shown = list(t.shown)
    t.auction("G1", 100, "pass", "pass")
    assert t.shown == shown


@rules("MA-V01", "MA-V07")
def test_turned_up_cards_are_drawn_evenly():
    seen = Counter()
    base = table("F6=R F5=G", GUESTS, "R2 Ali(0)", shown="R50 G150", stack="B125 P75 Y150 Y250", player=ALI)
    base.play("move 6 E")
    for key in range(1200):
        after = base.state.copy()
        GAME.bindings.apply(after, ALI, int(CHOICES.parse("move 5 S")), (key, 7))
        seen[CARDS[int(after["shown"][0][0])]] += 1
    assert set(seen) == {"B125", "P75", "Y150", "Y250"}
    assert all(abs(n - 300) < 65 for n in seen.values())
