"""Expansions: KA-E01 to KA-E12, and accessibility: KA-A01, KA-A02."""

from __future__ import annotations

import pytest

from souq.engine.rules.twin import interpreted
from souq.games.kairo.rules.access import keeps_access
from souq.games.kairo.rules.stands import growth, stand
from souq.games.kairo.state import Event
from tests.games.kairo.positions import Table, coins, colour, labels, site, table
from tests.support import rules

PEOPLE = "green E9 white L1 red G6 yellow F9 blue K11"
GREEN = {0: "7 green"}


def grown(t: Table, owner: int, name: str) -> set[str]:
    return labels(interpreted(growth)(t.twin, owner, colour(name)))


def sized(size: int, money: str, *, hand: str = "2") -> Table:
    """Return a position in which P0's green stand in segment 2 is about to grow to ``size``."""
    tiles = ["F2", "E3", "G3", "F1", "G1"][: size - 2]
    return table(" ".join(["0 green F3>F4", *tiles]), hands=[hand], money={0: money})


def costs(size: int, money: str, hand: str = "2") -> bool:
    """Return whether P0 can expand."""
    return "expand" in sized(size, money, hand=hand).legal


@rules("KA-E01", "KA-F07")
def test_an_expansion_comes_from_the_supply():
    t = table("0 green F3>F4", hands=["2"], money=GREEN).build("green", "F2", "2")
    assert (t.supply[3], sum(t.supply)) == (5, 35)
    empty = table("0 green F3>F4", hands=["2"], money=GREEN, supply={"green": 0})
    assert "expand" not in empty.legal
    both = table("0 green F3>F4", "0 red B2>B3", hands=["1 2"], money={0: "3 green 3 red"}, supply={"green": 0})
    both.play("expand")
    assert both.of("colour") == {"red"}
    assert both.refusal("colour green") == "KA-E01"


@rules("KA-E02", "KA-N04")
def test_purple_grows_on_restaurant_sites_all_others_on_the_market():
    t = table("0 purple A6>B6", "0 white B9>C9", hands=["4 7"])
    assert grown(t, 0, "purple") == {"A5", "A7"}
    assert grown(t, 0, "white") == {"B8", "B10"}
    corner = table("0 purple A11>B11", customers=PEOPLE)
    assert grown(corner, 0, "purple") == {"A10", "A12"}  # A12 holds an expansion, never a stall
    t.play("expand", "colour white")
    assert t.refusal("site A9") == "KA-E02"


@rules("KA-E03")
def test_an_expansion_touches_its_stand_not_its_entry():
    t = table("0 green F3>F4 F2", hands=["2"], money=GREEN)
    assert grown(t, 0, "green") == {"E3", "G3", "E2", "G2", "F1"}
    t.play("expand", "colour green")
    assert t.refusal("site E4") == "KA-E03"  # next to the entry only
    assert t.refusal("site F5") == "KA-E03"
    assert t.refusal("site F4") in ("KA-N02", "KA-E01", "KA-E03")


@rules("KA-E04", "KA-X13")
@pytest.mark.parametrize("other", ["1", "N"])
def test_contact_with_the_same_colour_of_another_seat_is_illegal(other):
    """Neither with the stall itself nor with its expansions."""
    t = table("0 green F3>F4", f"{other} green D3>D4", players=2)
    assert grown(t, 0, "green") == {"G3", "F2"}
    t = table("0 green F3>F4", f"{other} green D3>D4", players=2, hands=["2"], money=GREEN).play(
        "expand", "colour green"
    )
    assert t.refusal("site E3") in ("KA-E04", "KA-X13")
    if other == "1":
        t = table("0 green F3>F4", "1 green C2>C3 D2", players=2)
        assert "E3" in grown(t, 0, "green")
        t = table("0 green F3>F4", "1 green C2>C3 D2 D3", players=2)
        assert "E3" not in grown(t, 0, "green")


@rules("KA-E05")
def test_other_colours_may_touch():
    t = table("0 green F3>F4", "1 blue F1>G1", "0 red D3>D4", "N yellow H3>H4", players=2)
    assert grown(t, 0, "green") == {"E3", "G3", "F2"}


@rules("KA-E06", "KA-A01")
def test_an_expansion_may_cut_off_no_entry_or_customer():
    entry = table("0 red C1>C2", "1 white A2>A1", customers=PEOPLE)
    assert grown(entry, 0, "red") == {"D1"}
    customer = table("0 red C1>C2", "1 white A2>A3", customers="green A1 white L1 red G6 yellow F9 blue K11")
    assert "B1" not in grown(customer, 0, "red")
    nobody = table("0 red C1>C2", "1 white A2>A3", customers=PEOPLE)
    assert "B1" in grown(nobody, 0, "red")


@rules("KA-A01", "KA-L03")
def test_customers_do_not_block_and_restaurant_sites_are_not_walkable():
    """The only way out of A1 is A2, where a customer is."""
    t = table("0 red C1>C2 B1", customers="green A1 white A2 red G6 yellow F9 blue K11")
    assert interpreted(keeps_access)(t.twin, site("A3"))  # B2 is a way, too
    assert interpreted(keeps_access)(t.twin, site("B2"))
    t = table("0 red C1>C2 B1", "1 blue A3>A4", customers="green A1 white A2 red G6 yellow F9 blue K11")
    assert not interpreted(keeps_access)(t.twin, site("B2"))
    west = table("0 red C5>C6", "1 white B4>B3 A4", customers="green B5 white L1 red G6 yellow F9 blue K11")
    assert not interpreted(keeps_access)(west.twin, site("B6"))  # A5 and A6 lead nowhere


@rules("KA-A02")
def test_sites_that_are_cut_off_can_be_built_on():
    t = table("0 yellow B2>C2 B1 B3 A3", customers=PEOPLE, hands=["1"], money={0: "5 yellow"})
    t.play("expand", "colour yellow")
    assert {"A1", "A2"} <= t.of("site")
    assert t.play("site A2", "play 1").sizes[0][4] == 5


@rules("KA-E07", "KA-X12")
def test_a_stand_grows_to_seven():
    t = table("0 green F3>F4", hands=["2 2 2", "3"], money={0: "40 green"}, barkers=[0, 0, 0])
    places = ["F2", "E3", "G3", "F1", "G1", "E1"]
    for number, place in enumerate(places):
        before = t.score[0]
        if number == 3:
            t = table(f"0 green F3>F4 {' '.join(places[:3])}", hands=["2 2 2", "3"], money={0: "40 green"})
            before = 0
        t.build("green", place, "2")
        assert t.sizes[0][3] == number + 2
        assert labels(interpreted(stand)(t.twin, 0, 3)) == {"F3", *places[: number + 1]}
        assert t.score[0] - before == number + 2 + (3 if number == 0 else 0)
        if number < 5:
            t.play("draw", "take barker", "take deck")
            t.play("draw", "take deck", "take deck")
    assert (t.supply[3], t.sizes[0][3]) == (0, 7)


@rules("KA-E08", "KA-E12")
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_the_cost_is_the_new_size_and_so_are_the_points(size):
    end = sized(size, "9 green 5 red").build("green", ["F2", "E3", "G3", "F1", "G1"][size - 2], "2")
    assert end.money[0] == coins(f"{9 - size} green 5 red")
    assert end.score[0] == size + (3 if size == 2 else 0)
    assert end.events_of(Event.EXPANDED)[0][3] == size
    assert end.events_of(Event.PAID) == [(0, 3, size, 0)]


@rules("KA-E09", "KA-E10", "KA-X10")
def test_affordable_expansions():
    assert costs(3, "3 green")
    assert costs(3, "2 green 2 red")
    assert costs(3, "2 green 1 red 1 blue")
    assert not costs(3, "2 green 1 red")
    assert costs(3, "1 green 3 red 1 white")
    assert not costs(3, "1 green 3 red")
    assert not costs(3, "9 red")  # at least one of the colour
    assert not costs(3, "0 red")
    t = table("0 green F3>F4 F2", hands=["2"], money={0: "9 red"}).play("new")
    assert t.refusal("expand") is not None
    both = table("0 green F3>F4 F2", "0 red F7>F8", hands=["2 5"], money={0: "9 red"}).play("expand")
    assert both.refusal("colour green") == "KA-E09"


@rules("KA-E09", "KA-X10")
def test_substitutes_are_asked_for_one_by_one():
    t = sized(4, "2 green 2 red 2 blue 1 white").play("expand", "colour green", "site G3", "play 2")
    assert (t.owed, t.money[0][3]) == (4, 0)  # all of the own colour first
    assert t.of("pay") == {"red", "blue", "white"}
    assert t.refusal("pay green") in ("KA-E09", "KA-X10")
    assert t.refusal("pay yellow") in ("KA-E09", "KA-X10")
    t.play("pay white")
    assert t.of("pay") == {"red", "blue"}
    t.play("pay red", "pay red")
    assert (t.player, t.money[0]) == (1, coins("1 blue"))  # only blue was left: not asked


@rules("KA-X10")
def test_payments_are_automatic_where_all_money_is_due():
    t = sized(3, "2 green 1 red 1 blue").build("green", "E3", "2")
    assert (t.player, t.money[0]) == (1, [0] * 6)
    assert sorted(t.events_of(Event.PAID)) == [(0, 1, 1, 0), (0, 3, 2, 0), (0, 5, 1, 0)]


@rules("KA-E10")
def test_enough_money_of_the_colour_pays_alone():
    t = sized(3, "3 green 5 red 5 blue").build("green", "E3", "2")
    assert (t.player, t.money[0]) == (1, coins("5 red 5 blue"))


@rules("KA-E11", "KA-X06")
def test_the_fee_comes_first_and_leaves_the_rest_payable():
    assert not costs(3, "3 green", "J1")
    assert not costs(3, "2 green 2 red", "J1")
    assert not costs(2, "1 green 2 red", "J1")
    t = sized(3, "2 green 3 red", hand="J1").play("expand", "colour green", "site E3", "play J1")
    assert t.of("fee") == {"red"}  # in green, one green and three red would be left for two missing
    assert t.refusal("fee green") in ("KA-E11", "KA-X06")
    assert t.refusal("fee blue") in ("KA-C02", "KA-E11", "KA-X06")
    assert t.play("fee red").money[0] == [0] * 6
    free = sized(3, "4 green 1 blue", hand="J1").play("expand", "colour green", "site E3", "play J1")
    assert free.of("fee") == {"green", "blue"}
    assert free.play("fee green").money[0] == coins("1 blue")


@rules("KA-E11", "KA-E09")
def test_a_joker_beside_another_card():
    """The joker is not offered where its fee cannot be paid, though another card reaches the site."""
    t = sized(3, "3 green", hand="2 J1").play("expand", "colour green", "site E3")
    assert t.of("play") == {"2"}
    assert t.refusal("play J1") in ("KA-E11", "KA-X06")
    assert costs(2, "1 green 2 red", "J1 J2 J3")  # three jokers are free


@rules("KA-X11")
def test_money_never_runs_out():
    t = table("0 green F3>F4 F2 E3 G3 F1 G1", money={0: "30 green", 1: "25 green"}, player=1)
    assert t.lure("green", "F4").money[0][3] == 36
    assert t.money[1][3] == 26
